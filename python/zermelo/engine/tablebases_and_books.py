"""Tablebases and opening books, as a search needs them.

`alphabeta(tables="KRK", book="my.book")` names both. The packages `tablebases` and `books` know which files these are and how to
read them, but they lie above the engine, so the engine cannot import them. Instead they register here how a tablebase or book is
opened.
"""

from collections.abc import Callable
from typing import Protocol, Self

from zermelo import _core
from zermelo.game import Game, Position
from zermelo.report import Report
from zermelo.search.known import KnownPositions


class TablebaseReader(KnownPositions, Protocol):
    """An open tablebase of one game, for searches in Python and in Rust."""

    @property
    def core(self) -> _core.KnownPositions:
        """The tablebase for a search in Rust."""


class BookReader(Protocol):
    """An open book that chooses moves."""

    @property
    def path(self) -> str:
        """The name of its file."""

    def check(self, game: Game) -> None:
        """Raise an error if the book is for another game."""

    def report(self, position: Position, agent: str) -> Report | None:
        """The move of the book, reported by an agent of this name; None if the book does not have the position."""

    def fresh(self, seed: int) -> Self:
        """The same book with its own random numbers."""


_TABLEBASES: list[Callable[[Game, str], TablebaseReader]] = []
_BOOKS: list[Callable[[str], BookReader]] = []


def register_openers(
    tablebases: Callable[[Game, str], TablebaseReader] | None = None, books: Callable[[str], BookReader] | None = None
) -> None:
    """Set the function that opens a tablebase (by game and name or folder), or a book (by file)."""
    if tablebases is not None:
        _TABLEBASES[:] = [tablebases]
    if books is not None:
        _BOOKS[:] = [books]


def open_tablebase(game: Game, where: str) -> TablebaseReader:
    return _TABLEBASES[-1](game, where)


def open_book(path: str) -> BookReader:
    return _BOOKS[-1](path)
