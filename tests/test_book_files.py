"""Books on disk: a damaged, foreign or outdated file is refused, and no file is ever half written."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from books_for_tests import CONNECT4, START, TICTACTOE, mixture
from cli_runner import write_game

import zermelo
from zermelo import find
from zermelo.books import Book, BookError, BookPlayer, BookStatistics, file, merge
from zermelo.game.random import Random

FULL_DISK = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def small():
    return mixture()


# Files that are refused


@pytest.fixture
def path(small, tmp_path):
    small.save(tmp_path / "small.book")
    return tmp_path / "small.book"


@pytest.mark.parametrize("bit", [0, 5])
def test_every_flipped_bit_is_noticed(path, bit):
    whole = path.read_bytes()
    assert len(whole) > 500
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
        with pytest.raises(BookError):
            Book.load(path)


def test_every_cut_is_noticed(path):
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(BookError):
            Book.load(path)
    for more in (b"\n", b"x", whole):
        path.write_bytes(whole + more)
        with pytest.raises(BookError):
            Book.load(path)


def test_lost_and_swapped_lines_are_noticed(path):
    lines = path.read_bytes().splitlines(keepends=True)
    for at in range(len(lines) - 1):
        for other in (lines[:at] + lines[at + 1 :], [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]):
            path.write_bytes(b"".join(other))
            with pytest.raises(BookError):
                Book.load(path)


HEAD = '{"game": "tictactoe", "made": []}'
MOVE = f'{{"to": "{"0" * 32}", "weight": 1}}'
POSITION = f'{{"key": "{"1" * 32}", "after": "", "moves": [{MOVE}]}}'
NONSENSE = {
    "nothing": [],
    "no object": ["[]"],
    "no text": ['{"game": 7, "made": []}'],
    "no game": ['{"made": []}'],
    "no JSON": [HEAD, "{"],
    "deep": [HEAD, "[" * 100_000],
    "no position": [HEAD, "7"],
    "a position twice": [HEAD, POSITION, POSITION],
    "no moves": [HEAD, POSITION.replace(MOVE, "")],
    "a move twice": [HEAD, POSITION.replace(MOVE, f"{MOVE}, {MOVE}")],
    "a short key": [HEAD, POSITION.replace("1" * 32, "1" * 30)],
    "no weight": [HEAD, POSITION.replace('"weight": 1', '"weight": 0')],
    "half a weight": [HEAD, POSITION.replace('"weight": 1', '"weight": 0.5')],
    "a true weight": [HEAD, POSITION.replace('"weight": 1', '"weight": true')],
    "infinite value": [HEAD, POSITION.replace('"weight": 1', '"weight": 1, "value": Infinity')],
    "too many points": [HEAD, POSITION.replace('"weight": 1', '"weight": 1, "games": 1, "points": 3')],
    "unknown word": [HEAD, POSITION.replace('"weight": 1', '"weight": 1, "colour": 3')],
    "unknown word of a position": [HEAD, POSITION.replace('"after"', '"before": 1, "after"')],
}


@pytest.mark.parametrize("case", NONSENSE)
def test_lines_that_mean_nothing_are_refused_though_the_checksum_is_right(tmp_path, case):
    file.write(tmp_path / "odd.book", NONSENSE[case])
    with pytest.raises(BookError, match=r"odd\.book` is damaged"):
        Book.load(tmp_path / "odd.book")


def test_lines_that_mean_something_are_not(tmp_path):
    """Or else the test above would prove nothing."""
    file.write(tmp_path / "fine.book", [HEAD, POSITION])
    assert len(Book.load(tmp_path / "fine.book")) == 1


def test_a_book_of_another_game_is_refused_with_both_names(small):
    for question in (small.moves, lambda position: small.choose(position, Random(1)), BookPlayer(small).book.moves):
        with pytest.raises(BookError, match="a book of tictactoe, not of connect4"):
            question(CONNECT4.start())
    with pytest.raises(BookError, match="a book of tictactoe, not of connect4"):
        small.add(CONNECT4.start(), "4", BookStatistics())
    with pytest.raises(BookError, match=r"tictactoe.*connect4.*merge only books of the same game"):
        merge([small, Book(CONNECT4)])


class Changed(type(TICTACTOE)):
    """Tic-tac-toe with another rule."""

    @classmethod
    def title(cls):
        return "tictactoe"


class NoCorners(Changed):
    def moves(self, s):
        for cell in range(9):
            if s.cells[cell] == 0 and (cell % 2 == 1 or cell == 4 or 0 not in s.cells[1::2]):
                yield cell


class OtherKey(Changed):
    def key(self, s):
        return super().key(s) + 1


class Renamed(Changed):
    def name(self, s, move):
        return str(move)

    def parse(self, s, text):
        return int(text)


class EndsSooner(Changed):
    def winner(self, s):
        return 0 if s.cells[0] == 1 else super().winner(s)


@pytest.mark.parametrize("rules", [NoCorners, OtherKey, Renamed, EndsSooner])
def test_a_book_made_with_other_rules_is_refused(rules, small):
    game = rules()
    assert str(game) == small.game
    with pytest.raises(BookError, match=r"made with other rules of tictactoe \(.*\); build it again"):
        small.moves(game.start())


def test_a_move_that_leads_nowhere_is_refused(tmp_path, small):
    """A book that is whole, but names a move that the position does not have."""
    position = next(iter(small.entries))
    file.write(tmp_path / "odd.book", [HEAD, POSITION.replace("1" * 32, position.hex())])
    with pytest.raises(BookError, match="at the start its moves are not legal"):
        Book.load(tmp_path / "odd.book").moves(START)


def test_the_same_game_made_again_is_the_same_game(small):
    assert small.moves(find("tictactoe").start()) == small.moves(START)


# Writing


@pytest.mark.parametrize("call", ["fsync", "replace", "open"])
def test_a_full_disk_leaves_the_old_book(path, small, monkeypatch, call):
    before = path.read_bytes()
    small.add(START, "b1", BookStatistics())

    def full(*_, **__):
        raise FULL_DISK

    monkeypatch.setattr(os, call, full)
    with pytest.raises(BookError, match=r"small\.book` cannot be (written|read): no space left on device"):
        small.save(path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["small.book"]


KILLED = """
import os, signal, sys
from zermelo import find
from zermelo.books import Book, BookStatistics
setattr(os, sys.argv[2], lambda *_: os.kill(os.getpid(), signal.SIGKILL))
book = Book.load(sys.argv[1])
book.add(find("tictactoe").start(), "b1", BookStatistics())
book.save(sys.argv[1])
"""


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_killed_while_writing_leaves_the_old_book(path, small, call):
    environment = os.environ | {"PYTHONPATH": str(Path(zermelo.__file__).parent.parent)}
    command = [sys.executable, "-c", KILLED, str(path), call]
    assert subprocess.run(command, env=environment, check=False).returncode == -signal.SIGKILL
    assert Book.load(path) == small
    small.save(path)
    assert Book.load(path) == small


def test_a_link_stays_a_link(path, small):
    link = path.with_name("link.book")
    link.symlink_to(path)
    small.add(START, "b1", BookStatistics())
    small.save(link)
    assert link.is_symlink()
    assert Book.load(path) == small


def test_a_file_that_is_not_a_book_is_not_overwritten(small, tmp_path):
    game = Path(write_game(tmp_path))
    before = game.read_bytes()
    with pytest.raises(BookError, match=r"mine\.py` cannot be written: the file is not a book"):
        small.save(game)
    assert game.read_bytes() == before
