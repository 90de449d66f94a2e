"""Control characters in foreign files are never sent to the terminal."""

from __future__ import annotations

import json
import re

import pytest
from cli_runner import GAME, RULES, Terminal, run, write_game

from zermelo import find
from zermelo.books import Book, BookStatistics
from zermelo.cli.output import harmless
from zermelo.play.transcript import Transcript

EVIL = "\x1b]0;pwned\x07\x1b[2J\x9b31m\x9d0;pwned\x9c\x08\r\x7f\u061c\u202eevil"
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u2069]")


def clean(outcome):
    """Nothing that was printed is anything but text, and it was printed all the same."""
    told = outcome.out + outcome.err
    assert told
    assert CONTROL.search(told) is None, repr(told)
    return told


def test_control_characters_are_shown_and_not_done():
    assert harmless("a\tb\nc") == "a\tb\nc"
    assert harmless(EVIL) == (r"\x1b]0;pwned\x07\x1b[2J\x9b31m\x9d0;pwned\x9c\x08\x0d\x7f\u061c\u202eevil")
    assert harmless("x · ♞ ü 日本") == "x · ♞ ü 日本"
    assert harmless(harmless(EVIL)) == harmless(EVIL)


FIELDS = ["game", "players", "seats", "start", "moves", "result", "position"]


@pytest.mark.parametrize("evil", [EVIL, "two\nzermelo: lines"])
@pytest.mark.parametrize("field", FIELDS)
def test_saved_games(tmp_path, field, evil):
    played = Transcript.of(find("tictactoe").start().play("b2"), seats=("person", "person")).to_json()
    played.setdefault(field, "")  # `result` is of version 1
    played[field] = [evil] * max(1, len(played[field])) if isinstance(played[field], list) else evil
    (tmp_path / "x.json").write_text(json.dumps(played))
    told = clean(run("play", "tictactoe", "--load", str(tmp_path / "x.json"), typed="moves\nquit\n"))
    assert "\nzermelo: lines" not in told


@pytest.mark.parametrize(
    "text",
    [
        f'[White "{EVIL}"]\n[Black "{EVIL}"]\n[Event "{EVIL}"]\n\n1. e4 {{{EVIL}}} e5 *\n',
        f'[Variant "{EVIL}"]\n\n1. e4 *\n',
        f'[FEN "{EVIL}"]\n\n1. e4 *\n',
        '[White "two\nzermelo: lines"]\n\n1. e4 *\n',
        f"1. {EVIL} *\n",
        f"1. e4 ; {EVIL}\n e5 *\n",
    ],
)
def test_chess_games(tmp_path, text):
    (tmp_path / "x.pgn").write_text(text)
    told = clean(run("play", "chess", "--load", str(tmp_path / "x.pgn"), typed="moves\nquit\n"))
    assert "\nzermelo: lines" not in told


@pytest.mark.parametrize(
    "text",
    [
        f"# {EVIL}\ntable x for tictactoe\nrule a: if true then p\nadvice p: better: won us: depth = 0 and legal\n",
        f"table {EVIL} for tictactoe\n",
        f"table x for {EVIL}\n",
        f"table x for tictactoe\nknowledge {EVIL}\n",
        f"table x for tictactoe\nrule a: if {EVIL} then p\n",
    ],
)
def test_advice(tmp_path, text):
    (tmp_path / "x.advice").write_text(text)
    for options in ([], ["--check"]):
        clean(run("advise", str(tmp_path / "x.advice"), *options))


@pytest.mark.parametrize("game", ["tictactoe", EVIL])
def test_books(tmp_path, game):
    book = Book(game, [EVIL])
    if game == "tictactoe":
        book.add(find(game).start(), "b2", BookStatistics())
    book.save(tmp_path / "x.book")
    clean(run("book", "dump", str(tmp_path / "x.book")))


def test_solutions(tmp_path):
    solved = run("tree", "nim([1,2])", "--agent", "alphabeta", "--solution", "--json").object
    path = tmp_path / "x.json"
    path.write_text(json.dumps(solved).replace('"nim([1, 2])"', json.dumps(EVIL)).replace('"2"', json.dumps(EVIL)))
    clean(run("check-solution", str(path), "nim([1,2])"))
    path.write_text(EVIL)
    clean(run("check-solution", str(path), "nim([1,2])"))


def test_settings(tmp_path):
    (tmp_path / "x.toml").write_text(f'"{EVIL[-4:]}" = 3\n')
    clean(run("experiment", "threat-ads", "--config", str(tmp_path / "x.toml")))
    (tmp_path / "x.toml").write_text(json.dumps(EVIL) + " = 3\n")
    clean(run("experiment", "threat-ads", "--config", str(tmp_path / "x.toml")))


def test_control_characters_in_typed_text_are_not_printed(tmp_path):
    game = tmp_path / f"{EVIL}.py"
    game.write_text(GAME.format(**RULES))
    for words in (
        ["best", f"{tmp_path}/{EVIL}.py"],
        ["best", EVIL],
        ["best", "tictactoe", "--moves", EVIL],
        ["best", "tictactoe", "--agent", EVIL],
        ["best", "tictactoe", f"--{EVIL}"],
        ["best", "tictactoe", "--depth", EVIL],
        [EVIL],
        ["advise", EVIL],
        ["tree", "tree", "--out", f"{tmp_path}/{EVIL}.svg"],
        ["demo", str(game), "--agent", "random", "--agent", "random", "--backend", "python"],
    ):
        clean(run(*words))


@pytest.mark.parametrize(
    "text",
    [
        GAME.format(**(RULES | {"play": f"raise ValueError({EVIL!r})"})),
        GAME.format(**RULES).replace("max_moves = 4", f"max_moves = 4\n    players = ({EVIL!r}, 'o')"),
        GAME.format(**RULES).replace("max_moves = 4", f"max_moves = 4\n    def show(self, s): return {EVIL!r}"),
        GAME.format(**RULES).replace("max_moves = 4", f"max_moves = 4\n    def name(self, s, move): return {EVIL!r} + str(move)"),
        f"raise ValueError({EVIL!r})",
        f"raise SystemExit({EVIL!r})",
    ],
)
def test_rules(tmp_path, text):
    name = write_game(tmp_path, text)
    clean(run("best", name, "--depth", "2", "--backend", "python"))
    clean(run("check", name, "--examples", "5"))
    clean(run("best", name, "--depth", "2", "--backend", "python", "--debug"))


def test_on_a_terminal_too(tmp_path):
    text = GAME.format(**RULES).replace("max_moves = 4", f"max_moves = 4\n    def show(self, s): return {EVIL!r}")
    with Terminal("best", write_game(tmp_path, text), "--depth", "2", "--backend", "python") as screen:
        assert screen.finish() == 0
    for part in (b"\x1b]0;", b"\x1b[2J", b"\xc2\x9b", b"\x07", b"\x08"):
        assert part not in screen.written
    assert rb"\x1b]0;pwned" in screen.written
