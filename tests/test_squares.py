"""Squares on text boards: where they are, what stands on them, and which of them a move touches. For every game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from zermelo import find
from zermelo.game.board import touched
from zermelo.game.constants import CHANCE
from zermelo.games import catalog

EXAMPLES = Path(__file__).parent.parent / "examples"
SQUARES = {
    "ataxx": 49,
    "backgammon": 0,
    "battleship": 0,
    "breakthrough": 64,
    "checkers": 32,
    "chess": 64,
    "chess960": 64,
    "chinesecheckers": 121,
    "connect": 42,
    "connect4": 42,
    "crosswords": 225,
    "einstein": 25,
    "focus": 52,
    "go": 81,
    "goofspiel": 0,
    "grundy": 0,
    "hex": 121,
    "holdem": 0,
    "isolation": 25,
    "kuhn": 0,
    "leduc": 0,
    "liarsdice": 0,
    "nim": 0,
    "othello": 64,
    "phantomtictactoe": 9,
    "pig": 0,
    "rolit": 64,
    "tictactoe": 9,
    "tree": 0,
    "twentyfortyeight": 16,
    "virus": 64,
    "whist": 0,
}
"""How many squares the boards of these games have, by their rules."""
OTHERS = {
    "go(19)": 361,
    "connect(rows=8,cols=12)": 96,
    "connect(players=3)": 42,
    "focus(4)": 52,
    "hex(3)": 9,
    "twentyfortyeight(3)": 9,
    "isolation(10,3)": 30,
    "chinesecheckers(players=2)": 121,
    f"{EXAMPLES}/my_game.py": 9,
    f"{EXAMPLES}/domineering.py(3,5)": 15,
    f"{EXAMPLES}/race.py:Race": 0,
}


def walk(game, plies, seed=5):
    """The positions of a random game in which a player is to move."""
    chance, position = random.Random(seed), find(game).start()
    for _ in range(plies):
        if position.player != CHANCE:
            yield position
        position = position.advance(chance.choice(position.choices))
        if position.over:
            return


def test_no_game_is_left_out():
    assert set(SQUARES) == set(catalog())


@pytest.mark.parametrize(("game", "count"), [*SQUARES.items(), *OTHERS.items()])
def test_every_square_is_found_and_holds_what_the_text_shows(game, count):
    for position in walk(game, plies=20):
        board = position.board
        assert (0 if board is None else len(board.squares)) == count
        for square in board.squares.values() if board else ():
            content = board.content(square.name)
            assert len(content.split()) == 1, (square, content)
            assert content in str(position).splitlines()[square.line].split()


@pytest.mark.parametrize("game", [game for game, count in (SQUARES | OTHERS).items() if count])
def test_squares_do_not_overlap(game):
    board = find(game).start().board
    taken = [(square.line, at) for square in board.squares.values() for at in range(square.start, square.end)]
    assert len(taken) == len(set(taken))


@pytest.mark.parametrize("game", [game for game, count in (SQUARES | OTHERS).items() if count and "twenty" not in game])
def test_moves_touch_squares_and_passing_does_not(game):
    for position in walk(game, plies=12):
        names = [position.name(move) for move in position.choices if not touched(position, move)]
        assert set(names) <= {"pass", "swap", "0000"}, names


@pytest.mark.parametrize("game", ["tictactoe", "ataxx", "breakthrough", "einstein", "hex", "go", "othello", "virus"])
def test_where_names_are_squares_they_are_the_ones_touched(game):
    for position in walk(game, plies=12):
        for move in position.choices:
            told = "".join(touched(position, move))
            assert told in ("", position.name(move).lower())


def test_chess_is_played_from_square_to_square():
    position = find("chess").position("4k3/P6P/8/8/8/8/8/R3K3 w Q - 0 1")
    paths = {name: touched(position, position.parse(name)) for name in position.moves}
    assert paths["O-O-O"] == ("e1", "c1")
    assert paths["a8=Q+"] == paths["a8=N"] == ("a7", "a8")
    assert paths["Kf2"] == ("e1", "f2")


def test_draughts_are_played_by_numbers():
    position = find("checkers").start()
    assert touched(position, position.parse("11-15")) == ("11", "15")
    assert position.board.content("11") == "b"


def test_squares_without_names_are_known_by_what_changes():
    position = find("connect4").start().play("4 4")
    assert touched(position, position.parse("4")) == ("4,4",)
    assert touched(find(f"{EXAMPLES}/my_game.py").start(), 5) == ("2,3",)


def test_a_cursor_goes_everywhere_and_stays_on_the_board():
    for game, count in (SQUARES | OTHERS).items():
        board = find(game).start().board
        if board is None:
            continue
        reached, waiting = {board.middle}, [board.middle]
        while waiting:
            here = waiting.pop()
            for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                there = board.step(here, down, right)
                if there not in reached:
                    reached.add(there)
                    waiting.append(there)
        assert len(reached) == count, game


def test_steps_of_a_cursor():
    board = find("tictactoe").start().board
    assert [board.step("b2", *way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))] == ["b3", "b1", "a2", "c2"]
    assert [board.step("a1", *way) for way in ((1, 0), (0, -1))] == ["a1", "a1"]
    skewed = find("hex(3)").start().board
    assert skewed.step("b2", 0, 1) == "c2"
