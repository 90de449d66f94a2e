"""What a click means: for every legal move the squares that somebody points at to make it.

A picture says where its squares are (`faces.Picture.spot`), and a move which of them it touches (`squares.touched`, or the game's own
`squares_of`). Put together that is all a board needs: one square for a stone that is put somewhere, two for a man that goes from here
to there, more for a man that jumps on. A move of several parts, such as a play of backgammon, has a leg for each, and these may be made
in any order. Moves that no square stands for, such as passing, have no legs; they have names, and buttons.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from html import unescape

from zermelo.game import grid
from zermelo.game.board import Board, board_of, owners, touched
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.studio.picture import depth, turnable

Leg = tuple[str, ...]
"""Squares in the order in which somebody points at them."""
_KINDS = {
    "chess": {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"},
    "checkers": {"b": "man", "w": "man", "r": "man", "B": "king", "W": "king", "R": "king"},
}
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


class Pointing:
    """A position and its picture, for those who point at squares.

    >>> from zermelo import find
    >>> position = find("checkers").start()
    >>> Pointing(position, position.game.svg(position.state)).choices[0]
    Choice(name='9-13', legs=(('9', '13'),))
    """

    def __init__(self, position: Position, svg: str) -> None:
        self.position = position
        self.spots = spots(svg)
        self.board = board_of(position)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal moves, with the squares of the picture."""
        position = self.position
        return tuple(Choice(position.name(move), self._known(_legs(position, move, self.board))) for move in position.choices)

    @property
    def columns(self) -> dict[str, str]:
        """For games in which stones drop: for every square the one in its column that a stone would drop to."""
        board = self.board
        if board is None or not board.dropping:
            return {}
        ends = {board.squares[leg[0]].column: leg[0] for choice in self.choices for leg in choice.legs}
        return {name: ends[square.column] for name, square in board.squares.items() if square.column in ends}

    @property
    def front(self) -> int | None:
        """Whose men are in front, where two sides face each other and men go from here to there; None for all other boards."""
        game, board = self.position.game, self.board
        goes = any(len(leg) > 1 for choice in self.choices for leg in choice.legs)
        if board is None or not goes or len(game.players) != 2 or not turnable(self.spots.values()):
            return None
        whose = owners(game)
        depths = [
            [depth(place) for name, place in self.spots.items() if whose.get(board.content(name)) == who] for who in game.players
        ]
        return next((player for player in (0, 1) if min(depths[player], default=0) > max(depths[1 - player], default=0)), None)

    @property
    def contents(self) -> dict[str, str]:
        """What stands on each square of a board that is also text, in words."""
        board = self.board
        known = _words(self.position.game)
        found = {} if board is None else {name: board.content(name) for name in board.squares}
        return {name: known.get(sign, sign) for name, sign in found.items()}

    @property
    def marks(self) -> tuple[str, ...]:
        """The squares that the last move touched, and whatever chance did since, by the names that they have now."""
        found: set[str] = set()
        after, before = self.position, self.position.parent
        while before is not None and after.move is not None:
            told = {square for leg in _legs(before, after.move, board_of(before)) for square in leg}
            found |= self._renamed(before, told)
            if before.player != CHANCE:
                break
            after, before = before, before.parent
        return tuple(name for name in self.spots if name in found)

    def _renamed(self, before: Position, squares: set[str]) -> set[str]:
        """Points of backgammon are counted from the other side when the turn has changed: a square is where it was."""
        if not squares or not before.game.defines("squares_of"):
            return squares
        then = spots(before.game.svg(before.state))
        by_place = {place: name for name, place in self.spots.items()}
        return {now for name in squares if (now := by_place.get(then.get(name, "")))}

    def _known(self, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
        """The legs, if the picture has all their squares."""
        return legs if all(name in self.spots for leg in legs for name in leg) else ()


def _words(game: Game) -> dict[str, str]:
    """What the signs on a board are called: by their player, and by what they are where a player has several kinds."""
    kinds = _KINDS.get(game.title(), {})
    signs = {sign: f"{player} {kinds.get(sign) or kinds.get(sign.lower(), '')}".strip() for sign, player in owners(game).items()}
    return {grid.EMPTY: "empty", **signs}


def _legs(position: Position, move: int, board: Board | None) -> tuple[Leg, ...]:
    told = position.game.squares_of(position.state, move) or touched(position, move, board)
    legs: list[list[str]] = [[]]
    for name in told:
        if name:
            legs[-1].append(name)
        else:
            legs.append([])
    return tuple(map(tuple, legs)) if told else ()
