"""The command line: Ctrl-C, pipes and colours."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import textwrap

import pytest
from cli_runner import PYTHON, interrupted_after, process, run

from zermelo import Rolit
from zermelo.cli import paint


def test_ctrl_c_prints_the_best_so_far(monkeypatch):
    from zermelo import alphabeta, find

    report = alphabeta(depth=1, backend="python")(find("connect4").start())
    monkeypatch.setattr("zermelo.engine.agent.SearchAgent.reports", interrupted_after([report]))
    for name in ("best", "solve"):
        outcome = run(name, "connect4", "--json")
        assert outcome.code == 130
        assert (outcome.object["move"], outcome.object["stopped"]) == (report.move, "interrupt")
    assert "Not solved: interrupted." in run("solve", "connect4").out


def test_ctrl_c_before_anything_was_found(monkeypatch):
    monkeypatch.setattr("zermelo.engine.agent.SearchAgent.reports", interrupted_after([]))
    outcome = run("best", "connect4")
    assert (outcome.code, outcome.err) == (130, "zermelo: interrupted\n")


def test_ctrl_c_reaches_a_running_search():
    """The status line on the terminal tells when the search is under way."""
    ours, theirs = pty.openpty()
    child = process("best", "connect4", "--seconds", "600", "--json", stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    seen = b""
    while b"depth" not in seen:
        seen += os.read(ours, 1024)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate()
    os.close(ours)
    assert child.returncode == 130
    assert json.loads(out)["stopped"] == "interrupt"


def test_a_reader_that_leaves_early_causes_no_traceback():
    reader, writer = os.pipe()
    os.close(reader)
    for arguments in (("games",), ("games", "--json"), ("best", "tictactoe", "--depth", "1", *PYTHON)):
        child = process(*arguments, stdout=writer, stderr=subprocess.PIPE)
        assert child.communicate()[1] == b""
        assert child.returncode == 1
    os.close(writer)


def on_a_terminal(*arguments: str, **options) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    child = process(*arguments, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL, **options)
    os.close(theirs)
    written = b""
    try:
        while chunk := os.read(ours, 4096):
            written += chunk
    except OSError:  # how a terminal says that the other side has gone
        pass
    os.close(ours)
    assert child.wait() == 0
    return written.decode()


def test_boards_are_coloured_on_a_terminal_unless_told_not_to():
    command = ("best", "tictactoe", "--moves", "a1 b2", "--depth", "1", *PYTHON)
    red_x, yellow_o = r"\x1b\[1;38;5;210;48;5;\d+mx", r"\x1b\[1;38;5;221;48;5;\d+mo"
    coloured = on_a_terminal(*command)
    assert re.search(red_x, coloured)
    assert re.search(yellow_o, coloured)
    plain = on_a_terminal(*command, env={"NO_COLOR": "1"})
    assert "38;5" not in plain
    assert "2 .(o). 2" in plain


@pytest.mark.parametrize(
    ("text", "painted"),
    [("x . o", {"x", ".", "o"}), ("x to move", {"x"}), ("xo.", {"x", "o", "."}), ("3 x 3", {"x"}), ("box", set())],
)
def test_only_what_stands_for_a_player_is_painted(text, painted):
    spans = paint.paint(text, ("x", "o")).spans
    assert {text[span.start : span.end] for span in spans if span.style} == painted


def test_a_terminal_is_told_what_the_game_is_about_and_words_stay_whole():
    told = on_a_terminal("play", "rolit", "--as", "red", "--against", "random", env={"NO_COLOR": "1", "COLUMNS": "40"})
    lines = [line.rstrip() for line in re.sub(r"\x1b\[\d*m", "", told).splitlines()]
    about = textwrap.wrap(Rolit.__doc__.partition("\n")[0], 40)
    assert len(about) > 1
    assert lines[: len(about)] == about
    assert lines[-1].endswith("play rolit --as red --against random")
