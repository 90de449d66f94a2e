"""How other libraries see a game: actions numbered without great gaps, and the state as an array of numbers.

Libraries that learn need to know all actions beforehand: they are the numbers from 0 up to a limit. A game that declares `move_numbers`
keeps its moves as actions. In any other game an action is the place of a move among the legal ones: action 2 is the third legal
move, which is another move in another position.

The array holds every number of the state, in the order in which `state` declares the fields. A number of 64 bits is a set of squares
in most games, so it becomes 64 numbers, one for each bit, the lowest first.
"""

from __future__ import annotations

import operator
import random as standard
from typing import Any

import numpy as np

from zermelo.errors import GameError, MoveError
from zermelo.game import Game
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.games import find

_LONGEST = (1 << 31) - 1


class Encoding:
    """The actions of a game and its states as arrays."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.by_number = game.move_numbers is not None
        self.actions = game.max_moves if game.move_numbers is None else game.move_numbers
        """Every action is less than this."""
        fields = list(game.layout.fields.values())
        limits = [(0, 1) if _is_board(field) else (field.low, field.high) for field in fields]
        counts = [(field.length or 1) * (64 if _is_board(field) else 1) for field in fields]
        self.low = np.repeat(np.array([low for low, _ in limits], np.int64), counts)
        self.high = np.repeat(np.array([high for _, high in limits], np.int64), counts)

    def __deepcopy__(self, memo: dict[int, Any]) -> Encoding:
        return self  # it never changes

    def legal(self, position: Position, chance: bool | None = None) -> list[int]:
        """The actions of the legal moves, in their order; outcomes of chance are always counted by their places."""
        choices = position.choices
        if not self.by_number or (position.player == CHANCE if chance is None else chance):
            return list(range(len(choices)))
        if choices and choices[-1] >= self.actions:
            raise GameError(
                f"{self.game} has move_numbers = {self.actions}, but its move {choices[-1]} is not less; set it higher"
            )
        return list(choices)

    def move(self, position: Position, action: Any) -> int:
        """The legal move of an action; raises MoveError if there is none."""
        legal = self.legal(position)
        if isinstance(action, int | np.integer) and not isinstance(action, bool) and action in legal:
            return position.choices[legal.index(int(action))]
        told = " ".join(map(str, legal[:40])) + (f" and {len(legal) - 40} more" if len(legal) > 40 else "")
        raise MoveError(f"action {action!r:.40} is not legal here; legal are: {told}")

    def mask(self, position: Position | None) -> np.ndarray[Any, np.dtype[np.int8]]:
        """1 for each legal action, else 0; all 0 for None."""
        found = np.zeros(self.actions, np.int8)
        if position is not None and not position.over:
            found[self.legal(position)] = 1
        return found

    def numbers(self, position: Position, player: int | None = None) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The state as an array; with a `player`, what that player sees of it."""
        found: list[int] = []
        state = position.state if player is None else position.rules.hide(position.state, player)
        for name, field in self.game.layout.fields.items():
            value = getattr(state, name)
            values = [value] if field.length is None else value
            found += [number >> bit & 1 for number in values for bit in range(64)] if _is_board(field) else values
        return np.array(found, np.int64)


def game_of(game: Game | str) -> Game:
    """A game, or the one that a text names."""
    if isinstance(game, str):
        return find(game)
    if not isinstance(game, Game):
        raise GameError(f"a game is needed, or its name, not {type(game).__name__}")
    _ = game.rules
    return game


def checked_length(length: Any) -> int:
    """The greatest number of moves in a game, if it is one."""
    if not isinstance(length, int) or isinstance(length, bool) or not 1 <= length <= _LONGEST:
        raise GameError(f"max_game_length must be a whole number from 1 to {_LONGEST}, not {length!r:.40}")
    return length


def optional_length(length: Any) -> int | None:
    """The same, or None for no limit."""
    return None if length is None else checked_length(length)


def seeded(seed: Any) -> standard.Random:
    """A source of random numbers that follows from a seed, or from nothing for None."""
    try:
        return standard.Random(None if seed is None else operator.index(seed))
    except TypeError:
        raise GameError(f"a seed must be a whole number, not {seed!r:.40}") from None


def rolled(position: Position, dice: standard.Random) -> Position:
    """The position after chance has done what it does here."""
    while not position.over and position.player == CHANCE:
        position = position.roll(dice)
    return position


def _is_board(field: Any) -> bool:
    return bool(field.bits == 64)
