"""The page about tablebases is true: its commands are run in order, in one folder, and its messages are provoked."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest
from cli_runner import run
from pages import page

PAGE = page("tablebases.md") + page("file-formats.md").partition("\n## Tablebases\n")[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "tables"


def test_the_page_is_true(home):
    shown = re.findall(r"^```shell-session\n\$ (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(shown) > 8
    for command, output in shown:
        outcome = run(*shlex.split(command)[1:])
        assert outcome.code == 0, outcome
        assert doctest.OutputChecker().check_output(output, outcome.out, FLAGS), outcome.out


def test_json_keys_are_the_ones_listed(home):
    """In `command-line.md`, command by command."""
    told = page("command-line.md").partition("\n## tablebase\n")[2].partition("JSON: ")[2].partition("\n## ")[0]
    parts = {part.split("`")[1]: set(re.findall(r"`(\w+)`", part)) for part in re.split(r"\. ", " ".join(told.split()))}
    for arguments in (("build", "tictactoe"), ("probe", "tictactoe"), ("verify", "tictactoe"), ("stats", "tictactoe"), ("list",)):
        answer = run("table", *arguments, "--json").object
        inner = answer["tables"] if arguments[0] in ("stats", "list") else answer["moves"] if arguments[0] == "probe" else []
        sides = inner[0]["sides"] if arguments[0] == "stats" else []
        assert {*answer, *(key for each in (*inner, *sides) for key in each), arguments[0]} == parts[arguments[0]]


def change(data, at, byte):
    return data[:at] + bytes([byte]) + data[at + 1 :]


DAMAGE = {
    "cut off": lambda data: data[:-1],
    "damaged": lambda data: change(data, 70, 1),
    "something else": lambda data: b"something else",
    "from another Zermelo": lambda data: change(data, 8, 9),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_messages_are_as_written(what, home):
    run("table", "build", "tictactoe")
    path = home / "tictactoe.table"
    path.write_bytes(DAMAGE[what](path.read_bytes()))
    (told,) = (line.split(" | ")[1].removesuffix(" |") for line in PAGE.splitlines() if line.startswith(f"| {what} |"))
    assert run("table", "probe", "tictactoe").err == f"zermelo: {told.replace('tictactoe.table', str(path))}\n"
    assert run("table", "build", "tictactoe").code == 0  # as it says
    assert run("table", "probe", "tictactoe").code == 0
