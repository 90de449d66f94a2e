"""What a book holds: positions, and in each what its moves are worth. And how that is written on one line of a file.

A position is found by a hash: of its own key and of the keys of all positions that its moves lead to. So it is the same for mirror
images as long as their moves lead to mirror images, too, and another one as soon as the rules give it other moves. A move is kept
as the key of the position that it leads to; `store` says why. And a position is kept as the moves that lead there, which people
can read, and which tell, when they are played again, whether the rules are still those that the book was made with.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from typing import Any

from zermelo.books.file import BookError
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.protocol import Game

_KEY_SIZE = 16


@dataclass(frozen=True)
class BookStatistics:
    """What a book knows about a move."""

    weight: int = 1
    """How often it is played, compared with the others."""
    value: float | None = None
    """What a search said it is worth to the player who makes it."""
    plies: int | None = None
    """Plies to the end of the game, this one included, where that search proved a win or a loss."""
    games: int = 0
    """In how many games it was played."""
    points: int = 0
    """What these brought to the player who made it: 2 for a win, 1 for a draw."""

    def __post_init__(self) -> None:
        if not _is_whole(self.weight, 1):
            raise BookError(f"weight={self.weight!r} is no weight: give a whole number of at least 1")
        if self.value is not None and not _is_finite(self.value):
            raise BookError(f"value={self.value!r} is no value: give a number, or leave it out")
        if self.plies is not None and not _is_whole(self.plies, 1):
            raise BookError(f"plies={self.plies!r} is no distance: give a whole number of at least 1, or leave it out")
        if not _is_whole(self.games, 0) or not _is_whole(self.points, 0) or self.points > 2 * self.games:
            raise BookError(f"{self.points!r} points from {self.games!r} games cannot be: a game brings 0, 1 or 2")

    def __add__(self, other: BookStatistics) -> BookStatistics:
        """Both together: weights and games add up; of two values the first stays."""
        judge = self if self.value is not None else other
        weight, games, points = self.weight + other.weight, self.games + other.games, self.points + other.points
        return BookStatistics(weight, judge.value, judge.plies, games, points)

    def to_json(self) -> dict[str, Any]:
        """The weight, and whatever else is known."""
        known = {each.name: getattr(self, each.name) for each in fields(self) if getattr(self, each.name) != each.default}
        return {"weight": self.weight} | known


@dataclass
class BookEntry:
    """A position of a book: how to get there, and what each move is worth, by the key of where it leads."""

    after: tuple[str, ...]
    start: str | None = None
    """What the moves are counted from, as the game shows it; None for the start of the game."""
    worths: dict[bytes, BookStatistics] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position) -> BookEntry:
        """An entry without moves."""
        root = position
        while root.parent is not None:
            root = root.parent
        return cls(position.history, None if root == position.game.start() else str(root))

    def position(self, game: Game) -> Position:
        """The position, played again."""
        return game.position(self.start).play(*self.after)

    def add(self, child: bytes, worth: BookStatistics) -> None:
        """Take a move in; what is known of it already adds up."""
        self.moves[child] = self.moves[child] + worth if child in self.moves else worth

    def to_line(self, known: bytes) -> str:
        """The entry, with its key, as a line of a file."""
        start = {} if self.start is None else {"start": self.start}
        moves = [{"to": child.hex(), **worth.to_json()} for child, worth in self.moves.items()]
        return json.dumps({"key": known.hex(), **start, "after": " ".join(self.after), "moves": moves})

    @classmethod
    def from_line(cls, line: str) -> tuple[bytes, BookEntry]:
        """The inverse; anything that is not exactly such a line is a ValueError, or whatever Python makes of it."""
        data = json.loads(line)
        start, moves = data.get("start"), data["moves"]
        entry = cls(tuple(text(data["after"]).split()), None if start is None else text(start))
        for move in moves:
            child = _from_hex(move.pop("to"))
            entry.moves[child] = BookStatistics(**move)
        if not moves or len(moves) != len(entry.moves) or not data.keys() <= {"key", "start", "after", "moves"}:
            raise ValueError("a position has moves, each of them once, and nothing else")
        return _from_hex(data["key"]), entry


def key(position: Position) -> bytes:
    """A hash of who is to move and of the game's own `key`, which is the same for mirror images."""
    folded = position.rules.key(position.state)
    player = 0 if position.over else 1 - CHANCE + position.player  # whose turn it would be after the end does not matter
    data = folded if isinstance(folded, bytes) else folded.to_bytes(8, "little")
    return blake2b(player.to_bytes(4, "little") + data, digest_size=_KEY_SIZE).digest()


def outlook(position: Position) -> tuple[bytes, dict[bytes, list[int]]]:
    """What an entry is found by, and the moves of an unfinished position, by the keys of where they lead."""
    moves: dict[bytes, list[int]] = {}
    for move in position.choices:
        moves.setdefault(key(position.advance(move)), []).append(move)
    return blake2b(b"".join((key(position), *sorted(moves))), digest_size=_KEY_SIZE).digest(), moves


def text(value: object) -> str:
    """A text from a file; a ValueError if it is none."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _from_hex(value: object) -> bytes:
    data = bytes.fromhex(text(value))
    if len(data) != _KEY_SIZE:
        raise ValueError(f"{value!r} is no key")
    return data


def _is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
