"""Opening books: moves that were added are found, for every mirror image, and are played by weight."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from books_for_tests import CONNECT4, START, TICTACTOE, best_moves, mixture, names, perfect
from games_for_tests import Boxes, Strip, Thirds

import zermelo
from zermelo import ONGOING, MoveError, alphabeta
from zermelo.books import Book, BookError, BookPlayer, BookStatistics, from_search, merge
from zermelo.books.entry import key
from zermelo.game.random import Random


@pytest.fixture
def small():
    return mixture()


# Round trips


def test_what_is_saved_is_loaded(small, tmp_path):
    small.save(tmp_path / "one.book")
    again = Book.load(tmp_path / "one.book")
    assert again == small
    assert list(again.entries) == list(small.entries)
    again.save(tmp_path / "two.book")
    assert (tmp_path / "one.book").read_bytes() == (tmp_path / "two.book").read_bytes()


def test_books_differ_by_anything_that_is_in_them(small):
    other = merge([small])
    assert other == small
    other.add(START, "b1", BookStatistics())
    assert other != small
    assert Book("tictactoe") != Book("connect4")
    assert Book("tictactoe", ["search"]) != Book("tictactoe")


def test_an_empty_book_is_a_book(tmp_path):
    Book(TICTACTOE).save(tmp_path / "empty.book")
    book = Book.load(tmp_path / "empty.book")
    assert (len(book), book.game, book.moves(START)) == (0, "tictactoe", [])
    assert book.choose(START, Random(1)) is None
    assert len(merge([book, book])) == 0


def test_positions_from_a_text_come_back(small):
    known = dict(small.positions(TICTACTOE))
    assert [move.names for move in known[TICTACTOE.position("x.o/.../...")]] == [("b2",)]
    assert len(known) == 3


# Mirror images


def images(square):
    """A square and its seven images, in a fixed order: the board turned and mirrored, worked out from letters and numbers."""
    column, row = "abc".index(square[0]) - 1, int(square[1]) - 2
    found = []
    for _ in range(4):
        column, row = -row, column
        found += [(column, row), (-column, row)]
    return ["abc"[x + 1] + str(y + 2) for x, y in found]


def test_columns_1_and_7_are_one():
    book = Book(CONNECT4)
    book.add(CONNECT4.start().play("1"), "2", BookStatistics(5))
    assert [move.names for move in book.moves(CONNECT4.start().play("1"))] == [("2",)]
    assert [move.names for move in book.moves(CONNECT4.start().play("7"))] == [("6",)]
    book.add(CONNECT4.start().play("7"), "6", BookStatistics(2))
    assert len(book) == 1
    assert [move.weight for move in book.moves(CONNECT4.start().play("1"))] == [7]
    assert book.moves(CONNECT4.start().play("2")) == []


def test_all_images_of_a_position_give_the_image_of_the_move():
    moves, answer = ("a1", "b2", "b1"), "c1"
    book = Book(TICTACTOE)
    book.add(START.play(*moves), answer, BookStatistics())
    found = set()
    for image, wanted in zip(zip(*map(images, moves), strict=True), images(answer), strict=True):
        assert [move.names for move in book.moves(START.play(*image))] == [(wanted,)]
        found.add(image)
    assert len(found) == 8


def test_moves_to_images_of_one_position_share_a_weight():
    book = Book(TICTACTOE)
    book.add(START, "c3", BookStatistics(3))
    book.add(START, "b2", BookStatistics(1))
    corners, centre = book.moves(START)
    assert (set(corners.names), corners.share, centre.names, centre.share) == ({"a1", "a3", "c1", "c3"}, 0.75, ("b2",), 0.25)
    lots = Random(7)
    drawn = Counter(book.choose(START, lots).names for _ in range(1000))
    assert set(drawn) == {(name,) for name in (*corners.names, *centre.names)}
    assert drawn["b2",] == pytest.approx(250, abs=50)
    assert all(drawn[corner,] == pytest.approx(187.5, abs=50) for corner in corners.names)


@pytest.mark.long
def test_every_position_of_a_whole_game_is_found():
    """627: of the 765 positions of tic-tac-toe that are no images of one another 138 are finished, which is well known."""
    seen, level = set(), {START}
    while level:
        seen |= level
        level = {position.advance(move) for position in level for move in position.choices}
    assert len(seen) == 5478
    assert len({key(position) for position in seen}) == 765
    assert len(perfect()) == 627
    for position in seen:
        assert bool(perfect().moves(position)) != position.over
        assert {name for move in perfect().moves(position) for name in move.names} <= set(position.moves)


class Fading(Strip):
    """Images share a key only as long as there are few stones."""

    def key(self, s):
        if s.stones < 2:
            return super().key(s)
        code = 0
        for cell in range(self.size):
            code = 3 * code + s.cells[cell]
        return code + 3**self.size


def test_where_images_cease_to_be_one_the_book_ends():
    """After 0, cell 4 leads to a position of its own; after the mirror image of that, the book can say nothing."""
    book = from_search(Fading(7).start(), alphabeta(backend="python"), plies=2).book
    assert names(book, Fading(7).start())
    for cell in range(7):
        position = Fading(7).start().play(cell)
        known, there = names(book, position), names(book, Fading(7).start().play(6 - cell))
        assert bool(known) == (cell <= 3)
        assert not known or not there or cell == 3


class Heap(Thirds):
    """A heap for two, worth the same to either player to move."""

    players = ("ann", "bob")

    def play(self, s, take):
        s.heap -= take
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.heap == 0 else ONGOING

    def key(self, s):
        return s.heap


def test_whose_turn_it_is_tells_positions_apart():
    """Even where the game's own key does not: a book keeps what happened, and that was to one of the players."""
    book = Book(Heap())
    book.add(Heap().start().play("3"), "2", BookStatistics())
    assert [move.names for move in book.moves(Heap().start().play("3"))] == [("2",)]
    assert book.moves(Heap().start().play("1 2")) == []


def test_the_turn_may_stay():
    """In dots and boxes a player who closes a box moves again: the same edges with another player to move are another position."""
    book = from_search(Boxes().start().play("0 1 2 3 4 5"), alphabeta(backend="python"), plies=2).book
    for position, moves in book.positions(Boxes()):
        best = alphabeta(backend="python")(position)
        assert {move.statistics.value for move in moves} == {best.value}
        assert best.move in {name for move in moves for name in move.names}


@pytest.mark.parametrize(
    "worth",
    [
        dict(weight=0),
        dict(weight=-1),
        dict(weight=1.5),
        dict(value=float("nan")),
        dict(value=10**400),
        dict(plies=0),
        dict(points=1),
        dict(games=-1),
    ],
)
def test_impossible_numbers_are_refused(worth):
    with pytest.raises(BookError):
        BookStatistics(**worth)


def test_only_legal_moves_go_in(small):
    before = merge([small])
    with pytest.raises(MoveError):
        small.add(START.play("b2"), "b2", BookStatistics())
    with pytest.raises(MoveError):
        small.add(START.play("a1 a2 b1 b2 c1"), "c3", BookStatistics())
    assert small == before


# Merging


def test_merging_adds_up():
    one, other = Book(TICTACTOE, ["one", "both"]), Book(TICTACTOE, ["both", "other"])
    one.add(START, "a1", BookStatistics(3, games=4, points=5))
    one.add(START, "b2", BookStatistics(2, value=0))
    other.add(START, "c3", BookStatistics(4, value=1, plies=9, games=1, points=2))
    other.add(START, "b2", BookStatistics(1, value=1, plies=3))
    other.add(START.play("b1"), "b2", BookStatistics())
    merged = merge([one, other])
    assert [move.statistics for move in merged.moves(START)] == [BookStatistics(7, 1, 9, 5, 7), BookStatistics(3, 0, None)]
    assert (len(merged), merged.made) == (2, ("one", "both", "other"))
    assert [move.weight for move in merge([other, one]).moves(START)] == [7, 3]
    assert len(one) == 1
    with pytest.raises(BookError, match="no books to merge"):
        merge([])


# Players


def test_a_player_reports_what_the_book_says():
    lost = START.play("a1 b1 b2")
    report = BookPlayer(perfect()).report(lost, "somebody")
    assert (report.agent, report.backend, report.player, report.line) == ("somebody", "book", "o", (report.move,))
    assert (report.value, report.values, report.plies, report.depth) == (-1, (1, -1), 4, 0)
    assert report.move in best_moves(lost)
    assert BookPlayer(perfect()).report(START.play("a1 a2 b1 b2 c1"), "somebody") is None
    assert json.dumps(report.to_json())


def test_a_player_without_values_reports_none(small):
    small.entries.clear()
    small.add(START, "b2", BookStatistics())
    report = BookPlayer(small).report(START, "somebody")
    assert (report.move, report.value, report.values, report.plies) == ("b2", None, None, None)
    assert BookPlayer(small).report(START.play("b2"), "somebody") is None


def test_players_with_the_same_seed_play_the_same():
    def moves(player):
        return [player.report(START, "").move for _ in range(20)]

    player = BookPlayer(perfect(), seed=5)
    first = moves(player)
    assert first == moves(BookPlayer(perfect(), seed=5)) == moves(player.fresh(5))
    assert first != moves(BookPlayer(perfect(), seed=6))
    assert len(set(first)) > 4


def test_the_book_that_comes_with_chess():
    """Where files may not be read, too: it is named without one. Every position and move of it is played again."""
    book = Book.load("chess")
    game = zermelo.find("chess")
    moves = [moves for _, moves in book.positions(game)]
    assert len(moves) > 300
    assert all(moves)
    report = zermelo.selective(nodes=100, book="chess")(game.start())
    assert report.backend == "book"
    assert report.move in {move.name for move in book.moves(game.start())}
