"""Knowledge that searches use without knowing where it comes from: opening books and tablebases.

`alphabeta(tables="krk", book="my.book")` names both. What a name means, which files belong to a game and what is in them is for `books` and `tablebases`
to know, which lie above the engine: they register here how they are opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from zermelo import _core
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.report import Report
from zermelo.search.known import Verdict


class Knowledge(Protocol):
    """Tablebases of one game, ready to be asked."""

    @property
    def core(self) -> _core.Oracle:
        """The same for the twin."""

    def probe(self, record: bytes) -> Verdict | None:
        """What is known of a packed state, if anything is."""


class BookPlayer(Protocol):
    """An opening book, ready to be asked for moves."""

    @property
    def path(self) -> str:
        """The name of its file."""

    def check(self, game: Game) -> None:
        """Refuse another game than its own."""

    def report(self, position: Position, agent: str) -> Report | None:
        """The move of the book, if it knows the position."""

    def fresh(self, seed: int) -> BookPlayer:
        """The same book with random numbers of its own."""


_TABLES: list[Callable[[Game, str], Knowledge]] = []
_BOOKS: list[Callable[[str], BookPlayer]] = []


def announce(tables: Callable[[Game, str], Knowledge] | None = None, books: Callable[[str], BookPlayer] | None = None) -> None:
    """Register how tablebases are opened, by game and name or folder, or how a book is opened, by its file."""
    if tables is not None:
        _TABLES[:] = [tables]
    if books is not None:
        _BOOKS[:] = [books]


def open_tables(game: Game, where: str) -> Knowledge:
    """The tablebases of a game that a text names."""
    return _TABLES[-1](game, where)


def open_book(path: str) -> BookPlayer:
    """The opening book in a file."""
    return _BOOKS[-1](path)
