"""One position of a book with its moves, and how it is written on a line of a file.

An entry is found by a hash of the keys of its position and of all positions after its moves. So mirror images have the same hash
if their moves lead to mirror images too, and a position gets another hash if its rules give it other moves. A move is stored as
the key of the position after it; `book.py` says why. A position is stored as the moves that lead to it. People can read these,
and playing them again shows whether the rules are still the same.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from typing import Any

from zermelo.books.file import BookError
from zermelo.game import CHANCE, Game, Position
from zermelo.score import Score, is_number

_KEY_SIZE = 16


@dataclass(frozen=True)
class BookStatistics:
    """What a book knows of a move."""

    weight: int = 1
    """How often it is played, relative to the other moves."""
    value: float | None = None
    """Its value for the player who makes it, found by a search."""
    plies: int | None = None
    """Plies to the end of the game, with this one, if the search proved a win or a loss."""
    games: int = 0
    """The number of games in which it was played."""
    points: int = 0
    """The points of the player who made it, in these games: 2 for a win, 1 for a draw."""

    def __post_init__(self) -> None:
        if not _is_whole(self.weight, 1):
            raise BookError(f"invalid weight={self.weight!r}; give a whole number of at least 1")
        if self.value is not None and not is_number(self.value):
            raise BookError(f"invalid value={self.value!r}; give a number, or leave it out")
        if self.plies is not None and not _is_whole(self.plies, 1):
            raise BookError(f"invalid plies={self.plies!r}; give a whole number of at least 1, or leave it out")
        if not _is_whole(self.games, 0) or not _is_whole(self.points, 0) or self.points > 2 * self.games:
            raise BookError(f"{self.points!r} points from {self.games!r} games are impossible; a game gives 0, 1 or 2")

    @property
    def score(self) -> Score | None:
        """The value: a win or loss if the search proved it, else a guess."""
        if not self.value or self.plies is None:
            return None if self.value is None else Score.guess(self.value)
        return (Score.win if self.value > 0 else Score.loss)(self.plies, self.value)

    def __add__(self, other: BookStatistics) -> BookStatistics:
        """The sum of weights, games and points. The value is the first one that is known."""
        judge = self if self.value is not None else other
        weight, games, points = self.weight + other.weight, self.games + other.games, self.points + other.points
        return BookStatistics(weight, judge.value, judge.plies, games, points)

    def to_json(self) -> dict[str, Any]:
        """The weight, and everything else that is known."""
        known = {each.name: getattr(self, each.name) for each in fields(self) if getattr(self, each.name) != each.default}
        return {"weight": self.weight} | known


@dataclass
class BookEntry:
    """A position of a book: the moves that lead to it, and its own moves, by the key of the position after each."""

    after: tuple[str, ...]
    start: str | None = None
    """The position from which the moves are played, as text; None for the start of the game."""
    moves: dict[bytes, BookStatistics] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position) -> BookEntry:
        """An entry for a position, without moves."""
        root = position
        while root.parent is not None:
            root = root.parent
        return cls(position.history, None if root == position.game.start() else str(root))

    def position(self, game: Game) -> Position:
        """The position, played again."""
        return game.position(self.start).play(*self.after)

    def add(self, child: bytes, statistics: BookStatistics) -> None:
        """Add a move, or add to what is known of it."""
        self.moves[child] = self.moves[child] + statistics if child in self.moves else statistics

    def to_line(self, known: bytes) -> str:
        """The entry as a line of a file, with its key."""
        start = {} if self.start is None else {"start": self.start}
        moves = [{"to": child.hex(), **known.to_json()} for child, known in self.moves.items()]
        return json.dumps({"key": known.hex(), **start, "after": " ".join(self.after), "moves": moves})

    @classmethod
    def from_line(cls, line: str) -> tuple[bytes, BookEntry]:
        """The inverse of `to_line`. An invalid line raises a ValueError, TypeError, KeyError, AttributeError or BookError."""
        data = json.loads(line)
        start, moves = data.get("start"), data["moves"]
        entry = cls(tuple(text(data["after"]).split()), None if start is None else text(start))
        for move in moves:
            child = _from_hex(move.pop("to"))
            entry.moves[child] = BookStatistics(**move)
        if not moves or len(moves) != len(entry.moves) or not data.keys() <= {"key", "start", "after", "moves"}:
            raise ValueError("an entry has a key and different moves, and nothing else")
        return _from_hex(data["key"]), entry


def key(position: Position) -> bytes:
    """A hash of the player to move and the game's `key`, which is the same for mirror images."""
    folded = position.rules.key(position.state)
    player = 0 if position.over else 1 - CHANCE + position.player  # after the end, `turn` does not matter
    data = folded if isinstance(folded, bytes) else folded.to_bytes(8, "little")
    return blake2b(player.to_bytes(4, "little") + data, digest_size=_KEY_SIZE).digest()


def outlook(position: Position) -> tuple[bytes, dict[bytes, list[int]]]:
    """The hash of an entry, and the moves of its position by the key of the position after each."""
    moves: dict[bytes, list[int]] = {}
    for move in position.choices:
        moves.setdefault(key(position.advance(move)), []).append(move)
    return blake2b(b"".join((key(position), *sorted(moves))), digest_size=_KEY_SIZE).digest(), moves


def text(value: object) -> str:
    """A text from a file; a ValueError if it is something else."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a text")
    return value


def _from_hex(value: object) -> bytes:
    data = bytes.fromhex(text(value))
    if len(data) != _KEY_SIZE:
        raise ValueError(f"{value!r} is not a key")
    return data


def _is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
