"""What a click means: for every legal move the squares that somebody points at to make it.

A picture says where its squares are (`faces.Picture.spot`), and a move which of them it touches (`squares.touched`, or the game's own
`squares_of`). Put together that is all a board needs: one square for a stone that is put somewhere, two for a man that goes from here
to there, more for a man that jumps on. A move of several parts, such as a play of backgammon, has a leg for each, and these may be made
in any order. Moves that no square stands for, such as passing, have no legs; they have names, and buttons.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from html import unescape

from zermelo import faces
from zermelo.game import CHANCE
from zermelo.position import Position
from zermelo.squares import Board, board_of, touched

Leg = tuple[str, ...]
"""Squares in the order in which somebody points at them."""
_SPOT = re.compile(r'<rect data-square="([^"]*)" ([^/]*) fill=')


@dataclass(frozen=True)
class Choice:
    """A legal move as somebody at a board makes it."""

    name: str
    legs: tuple[Leg, ...] = ()
    """Empty where no squares stand for it."""


def spots(svg: str) -> dict[str, str]:
    """The squares of a picture by name, each with its place."""
    return {unescape(name): place for name, place in _SPOT.findall(svg)}


def choices(position: Position, svg: str) -> tuple[Choice, ...]:
    """The legal moves of a position with the squares of its picture.

    >>> from zermelo import find
    >>> position = find("checkers").start()
    >>> choices(position, position.game.svg(position.state))[0]
    Choice(name='9-13', legs=(('9', '13'),))
    """
    known, board = spots(svg).keys(), board_of(position)
    return tuple(Choice(position.name(move), _legs(position, move, board, known)) for move in position.choices)


def marks(position: Position, svg: str) -> tuple[str, ...]:
    """The squares that the last move touched, and whatever chance did since, by the names that they have now."""
    now = spots(svg)
    by_place = {place: name for name, place in now.items()}
    found: set[str] = set()
    before = position.parent
    while before is not None and position.move is not None:
        told = {square for leg in _legs(before, position.move, board_of(before), None) for square in leg}
        # Points of backgammon are counted from the other side when the turn has changed: a square is where it was.
        then = spots(before.game.svg(before.state)) if told else {}
        found |= {by_place.get(then.get(name, ""), name) for name in told}
        if before.player != CHANCE:
            break
        position, before = before, before.parent
    return tuple(name for name in now if name in found)


def columns(position: Position, svg: str) -> dict[str, str]:
    """For games in which stones drop: for every square the one in its column that a stone would drop to."""
    board = board_of(position)
    if board is None or not board.dropping:
        return {}
    ends = {board.squares[leg[0]].column: leg[0] for choice in choices(position, svg) for leg in choice.legs}
    return {name: ends[square.column] for name, square in board.squares.items() if square.column in ends}


def contents(position: Position) -> dict[str, str]:
    """What stands on each square of a board that is also text, in words."""
    board = board_of(position)
    if board is None:
        return {}
    found = {name: board.content(name) for name in board.squares}
    return {name: "empty" if sign == faces.EMPTY else sign for name, sign in found.items()}


def _legs(position: Position, move: int, board: Board | None, known: Collection[str] | None) -> tuple[Leg, ...]:
    told = position.game.squares_of(position.state, move) or touched(position, move, board)
    if not told or (known is not None and any(name and name not in known for name in told)):
        return ()
    legs: list[list[str]] = [[]]
    for name in told:
        if name:
            legs[-1].append(name)
        else:
            legs.append([])
    return tuple(map(tuple, legs))
