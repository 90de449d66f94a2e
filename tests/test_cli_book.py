"""The command `book`: builds, merges and shows books; its output is that on the page about books."""

from __future__ import annotations

import doctest
import os
import pty
import re
import shlex
import signal
import subprocess
from pathlib import Path

import pytest
from books_for_tests import CONNECT4, TICTACTOE, mixture, perfect
from cli_runner import assert_one_sentence, process, run, write_game
from pages import page

from zermelo.books import Book
from zermelo.cli.book import build, dump, merge

PAGE = page("opening-books.md") + page("file-formats.md")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SUMMARY = {"file", "game", "made", "positions", "moves"}
QUICK = ("--agent", "alphabeta(depth=2)")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ttt():
    perfect().save("ttt.book")
    return "ttt.book"


def same(answer):
    return {name: value for name, value in answer.items() if name != "seconds"}


# Answers


def test_a_book_is_built_merged_and_shown():
    built = run("book", "build", "connect4", "--plies", "2", *QUICK, "--out", "c4.book", "--json")
    assert (built.code, built.err) == (0, "")
    assert same(built.object) == {
        "file": "c4.book",
        "game": "connect4",
        "made": ["search, 2 plies deep, by alphabeta(depth=2)"],
        "positions": 5,
        "moves": sum(len(entry.moves) for entry in Book.load("c4.book").entries.values()),
        "done": 30,
        "total": 30,
        "stopped": None,
    }
    merged = run("book", "merge", "c4.book", "c4.book", "--out", "c4.book", "--json").object
    assert merged.keys() == SUMMARY | {"books"}
    assert (merged["positions"], merged["books"]) == (5, ["c4.book", "c4.book"])
    shown = run("book", "dump", "c4.book", "--json").object
    assert shown.keys() == SUMMARY | {"entries"}
    assert [entry["after"] for entry in shown["entries"]] == [[], ["1"], ["2"], ["3"], ["4"]]
    for entry, (position, moves) in zip(shown["entries"], Book.load("c4.book").positions(CONNECT4), strict=True):
        assert (entry["start"], entry["player"]) == (None, position.turn)
        assert [(move["names"], move["weight"]) for move in entry["moves"]] == [(list(move.names), 200) for move in moves]
        assert sum(move["share"] for move in entry["moves"]) == pytest.approx(1, abs=1e-5)


def test_the_same_seed_makes_the_same_file():
    for name, seed in (("one", "3"), ("again", "3"), ("other", "4")):
        command = ("book", "build", "connect(4,4,3)", "--games", "12", *QUICK, "--seed", seed, "--out", f"{name}.book", "--json")
        assert run(*command).object["done"] == 12
    one, again, other = (Path(f"{name}.book").read_bytes() for name in ("one", "again", "other"))
    assert one == again != other


def test_a_book_may_begin_anywhere():
    run("book", "build", "tictactoe", "--moves", "a1 b2", "--plies", "1", *QUICK, "--out", "moves.book")
    run("book", "build", "tictactoe", "--position", "x../.o./...", "--plies", "1", *QUICK, "--out", "text.book")
    moves, text = (run("book", "dump", f"{name}.book", "--json").object["entries"] for name in ("moves", "text"))
    assert [entry["after"] for entry in moves] == [["a1", "b2"]]
    assert [entry["after"] for entry in text] == [[]]
    assert TICTACTOE.position(text[0]["start"]) == TICTACTOE.position("x../.o./...")
    assert "[a b c / 3 x . . 3 / 2 . o . 2 / 1 . . . 1 / a b c]  " in run("book", "dump", "text.book").out
    assert Book.load("moves.book").entries.keys() == Book.load("text.book").entries.keys()


def test_one_position_is_shown_as_it_is_asked_for(ttt):
    answer = run("book", "dump", ttt, "--moves", "c3", "--json").object["entries"]
    assert [(entry["after"], [move["names"] for move in entry["moves"]]) for entry in answer] == [(["c3"], [["b2"]])]
    missing = run("book", "dump", ttt, "--moves", "a1 a2 b1 b2 c1")
    assert (missing.code, missing.out.splitlines()[-1]) == (1, "ttt.book does not have this position.")
    missing = run("book", "dump", ttt, "--moves", "a1 a2 b1 b2 c1", "--json")
    assert (missing.code, missing.object["entries"]) == (1, [])


def test_everything_that_is_known_of_a_move_has_a_column():
    mixture().save("mixture.book")
    lines = run("book", "dump", "mixture.book").out.splitlines()
    assert lines[:2] == ["mixture.book · tictactoe · 3 positions, 4 moves", "made from nothing but taste, in a häste"]
    assert lines[2].split() == ["after", "move", "weight", "share", "games", "score", "value"]
    assert lines[3].split() == ["start", "a1,c1,a3,c3", "3", "75%", "+0.5"]
    assert lines[4].split() == ["b2", "1", "25%", "9", "100%", "-1", "(loss", "in", "7", "plies)"]
    assert lines[5].split() == ["a1", "b2", str(2**40), "100%", "3", "0%"]


def test_an_empty_book_has_nothing_to_show():
    Book("tictactoe").save("empty.book")
    assert run("book", "dump", "empty.book").out == "empty.book · tictactoe · 0 positions, 0 moves\n"


def test_a_game_of_your_own_is_found_when_it_is_named(folder):
    game = write_game(folder)
    assert (
        run("book", "build", game, "--plies", "2", "--agent", "alphabeta", "--backend", "python", "--out", "mine.book").code == 0
    )
    assert_one_sentence(run("book", "dump", "mine.book"), "a book of last", "--game my_game.py")
    assert "start  2" in run("book", "dump", "mine.book", "--game", game).out
    assert_one_sentence(run("book", "dump", "mine.book", "--game", "tictactoe"), "a book of last, not of tictactoe")


def test_agents_play_from_books(ttt):
    """Where two in a row have to be stopped, in any image of the position, a search of depth 1 looks elsewhere."""
    agent = f'alphabeta(depth=1, book="{ttt}")'
    for moves, answer in (("a1 b2 c1", "b1"), ("c3 b2 c1", "c2"), ("a1 c1 b2", "c3")):
        report = run("best", "tictactoe", "--moves", moves, "--agent", agent, "--json").object
        assert (report["backend"], report["move"], report["value"]) == ("book", answer, 0)
        assert run("best", "tictactoe", "--moves", moves, "--agent", "alphabeta(depth=1)", "--json").object["move"] != answer
    assert_one_sentence(run("best", "connect4", "--agent", agent), "a book of tictactoe, not of connect4")
    assert_one_sentence(run("best", "tictactoe", "--agent", 'alphabeta(book="no.book")'), "no book `no.book`")
    Path(ttt).write_bytes(Path(ttt).read_bytes()[:-1])
    assert_one_sentence(run("best", "tictactoe", "--agent", agent), "ttt.book` is damaged")


@pytest.mark.parametrize("function", [build, merge, dump], ids=lambda function: function.__name__)
def test_every_help_page_has_examples(function):
    name = function.__name__
    page = run("book", name, "--help").out
    assert f"Examples:\n  zermelo book {name}" in page
    assert "--json" in page
    assert f"│ {name} " in run("book").out


# Mistakes

BAD = {
    "unknown command": (["bild"], "`bild`", "Did you mean `build`?"),
    "no game": (["build", "--out", "x.book"], "needs GAME"),
    "nowhere to write": (["build", "tictactoe"], "needs --out"),
    "no folder": (["build", "tictactoe", "--out", "missing/x.book"], "no folder `missing`"),
    "a folder": (["build", "tictactoe", "--out", "."], "it is a folder"),
    "no ordinary file": (["build", "tictactoe", "--out", "/dev/null"], "it is a device or a pipe; give a regular file"),
    "a name with a zero byte": (["merge", "ttt.book", "--out", "a\0b"], "cannot be written"),
    "something else": (["build", "tictactoe", "--out", "text.txt"], "the file is not a book"),
    "unknown game": (["build", "tictactow", "--out", "x.book"], "Did you mean `tictactoe`?"),
    "no plies": (["build", "tictactoe", "--plies", "0", "--out", "x.book"], "--plies 0 is out of range"),
    "half a ply": (["build", "tictactoe", "--plies", "1.5", "--out", "x.book"], "--plies takes a whole number"),
    "no games": (["build", "tictactoe", "--games", "0", "--out", "x.book"], "--games 0 is out of range"),
    "negative margin": (["build", "tictactoe", "--margin", "-1", "--out", "x.book"], "margin -1"),
    "margin that is none": (["build", "tictactoe", "--margin", "nan", "--out", "x.book"], "margin nan"),
    "margin for games": (["build", "tictactoe", "--games", "2", "--margin", "1", "--out", "x.book"], "--margin is for"),
    "widest for games": (["build", "tictactoe", "--games", "2", "--widest", "1", "--out", "x.book"], "--widest is for"),
    "widest of an agent that does not compare": (
        ["build", "tictactoe", "--widest", "1", "--agent", "random", "--out", "x.book"],
        "does not compare several moves",
    ),
    "no moves": (["build", "tictactoe", "--widest", "0", "--out", "x.book"], "--widest 0 is out of range"),
    "least without games": (["build", "tictactoe", "--least", "2", "--out", "x.book"], "needs --games"),
    "agent that does not search": (["build", "tictactoe", "--agent", "random", "--out", "x.book"], "gave no value"),
    "agent that sees nothing": (["build", "tictactoe", "--agent", "alphabeta(nodes=1)", "--out", "x.book"], "gave no value"),
    "nothing to say": (["build", "tictactoe", "--games", "2", "--least", "3", "--agent", "random", "--out", "x.book"], "empty"),
    "finished": (["build", "tictactoe", "--moves", "a1 a2 b1 b2 c1", "--out", "x.book"], "the game is over"),
    "option of another agent": (["build", "tictactoe", "--agent", "alphabeta(quiescence=True)", "--out", "x.book"], "noisy"),
    "no books": (["merge", "--out", "x.book"], "no books to merge"),
    "two games": (["merge", "ttt.book", "c4.book", "--out", "x.book"], "`ttt.book`", "tictactoe", "`c4.book`", "connect4"),
    "one damaged": (["merge", "ttt.book", "cut.book", "--out", "x.book"], "`cut.book` is damaged"),
    "no book": (["dump"], "needs BOOK"),
    "missing book": (["dump", "no.book"], "there is no book `no.book`"),
    "a folder for a book": (["dump", "."], "is a folder"),
    "a text for a book": (["dump", "text.txt"], "is not a book of Zermelo"),
    "a newer book": (["dump", "newer.book"], "version 2"),
    "a damaged book": (["dump", "cut.book"], "is damaged"),
    "another game": (["dump", "ttt.book", "--game", "connect4"], "a book of tictactoe, not of connect4"),
    "illegal move": (["dump", "ttt.book", "--moves", "a1 a1"], "`a1` is not a legal move"),
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A folder with books in every condition."""
    place = tmp_path_factory.mktemp("shelf")
    mixture().save(place / "ttt.book")
    Book(CONNECT4).save(place / "c4.book")
    whole = (place / "ttt.book").read_bytes()
    (place / "cut.book").write_bytes(whole[: len(whole) // 2])
    (place / "newer.book").write_bytes(whole.replace(b"book 1", b"book 2"))
    (place / "text.txt").write_text("Once upon a time\n")
    return place


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_sentence(shelf, monkeypatch, case):
    monkeypatch.chdir(shelf)
    before = {path: path.read_bytes() for path in shelf.iterdir()}
    arguments, *phrases = BAD[case]
    outcome = run("book", *arguments)
    assert_one_sentence(outcome, *phrases)
    assert outcome.out == ""
    assert {path: path.read_bytes() for path in shelf.iterdir()} == before


# Ctrl-C


@pytest.mark.parametrize("arguments", [("--plies", "10"), ("--games", "100000")], ids=["search", "games"])
def test_ctrl_c_writes_what_is_complete(arguments):
    """On a terminal, where the bar tells how far it has come."""
    ours, theirs = pty.openpty()
    command = ("book", "build", "connect(4,4,3)", *arguments, *QUICK, "--out", "some.book", "--json")
    child = process(*command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    seen = b""
    while not re.search(rb"[1-9]\d+/\d\d\d", seen):
        seen += os.read(ours, 1024)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate()
    os.close(ours)
    assert child.returncode == 130
    assert b'"stopped": "interrupt"' in out
    assert len(Book.load("some.book")) > 0


# The page


def commands():
    """(command, output or None) of every command on the page, in order."""
    for language, block in re.findall(r"^```(sh|shell-session|text)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        if language == "sh":
            yield from ((line, None) for line in block.splitlines())
        elif language == "shell-session":
            command, _, output = block.removeprefix("$ ").partition("\n")
            yield command, output
        else:
            yield None, block


def test_the_page_is_true():
    """Its commands build on one another, so they run in order and in one folder; a text is what the last one said."""
    shown = list(commands())
    assert len(shown) > 6
    for command, output in shown:
        if command is not None:
            outcome = run(*shlex.split(command)[1:])
            assert outcome.code == 0, outcome
        if output is not None:
            assert doctest.OutputChecker().check_output(output, outcome.out, FLAGS), outcome.out


def test_the_page_tells_the_defaults():
    told = " ".join(PAGE.split())
    for words in (
        "`--plies` (4)",
        "strong(depth=8)",
        "strong(depth=4)",
        "12 unless",
        "one move in four",
        "weighs 100",
        "over 10 %",
    ):
        assert words in told
    help_page = " ".join(run("book", "build", "--help").out.replace("│", " ").split())
    for words in ("4 plies from search, 12 from games", "strong(depth=8)", "strong(depth=4)", "one move in four"):
        assert words in help_page


def test_json_keys_are_the_ones_listed():
    """In the order in which they come: those of every answer, and what each command adds."""
    told = page("command-line.md").partition("\n## book\n")[2].partition("\n## ")[0]
    first, adds, inner = re.fullmatch(r"(.*?); (.*?), each with (.*)", told.partition("JSON: ")[2], re.DOTALL).groups()
    mixture().save("all.book")
    build = run("book", "build", "tictactoe", "--plies", "1", *QUICK, "--out", "one.book", "--json").object
    merged = run("book", "merge", "all.book", "one.book", "--out", "all.book", "--json").object
    shown = run("book", "dump", "all.book", "--json").object
    words = [re.findall(r"`(\w+)`", part) for part in (first, adds, inner)]
    assert all(list(answer)[:5] == words[0] for answer in (build, merged, shown))
    assert ["build", *list(build)[5:], "merge", *list(merged)[5:], "dump", *list(shown)[5:]] == words[1]
    known = [move for entry in shown["entries"] for move in entry["moves"]]
    assert [*shown["entries"][0], *max(known, key=len)] == words[2]


REFUSED = dict(re.findall(r"^\| ([^|]+) \| (`ttt.book` [^|]+) \|$", PAGE, re.MULTILINE))


@pytest.mark.parametrize(
    ("case", "spoil", "game"),
    [
        ("damaged, cut off, or edited by hand", lambda whole: whole.replace(b"100", b"900", 1), "tictactoe"),
        ("damaged, cut off, or edited by hand", lambda whole: whole[:-100], "tictactoe"),
        ("something else", lambda whole: b"hello", "tictactoe"),
        ("from a newer Zermelo", lambda whole: whole.replace(b"book 1", b"book 2", 1), "tictactoe"),
        ("a book of another game", lambda whole: whole, "connect4"),
    ],
)
def test_refusals_are_told_as_written(ttt, case, spoil, game):
    Path(ttt).write_bytes(spoil(Path(ttt).read_bytes()))
    assert run("book", "dump", ttt, "--game", game).err == f"zermelo: {REFUSED[case]}\n"


def test_other_rules_are_told_as_written(ttt):
    """The position after a1 is given the key of another one, as if the rules had led elsewhere when the book was made."""
    book = Book.load(ttt)
    entries = dict(book.entries)
    after_a1 = next(known for known, entry in entries.items() if entry.after == ("a1",))
    entries[bytes(16)] = entries.pop(after_a1)
    book.entries = entries
    book.save(ttt)
    assert run("book", "dump", ttt).err == f"zermelo: {REFUSED['made before the rules were changed']}\n"
    assert len(REFUSED) == 5
