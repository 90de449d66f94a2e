"""Tablebases and opening books, as a search needs them.

`alphabeta(tables="KRK", book="my.book")` names both. The packages `tablebases` and `books` know which files these are and how to
read them, but they lie above the engine, so the engine cannot import them. Instead they register here how a tablebase or book is
opened; if they have not been imported when the first one is opened, they are looked up by name.

`strong`, levels and the default agent use whatever tablebases of the game are built, without being told: `tables="built"`. Nobody asked for these
files, so one that cannot be opened is a warning, and the search goes on without. `tables="none"` switches it off.
"""

import os
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Protocol, Self, TypeVar

from zermelo import _core
from zermelo.errors import AgentError, TablebaseError, TablebaseWarning
from zermelo.files import check_allowed
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


BUILT, NONE = "built", "none"
"""Words for `tables`: all tablebases of the game that are built, if there are any; and none."""
_TABLEBASES: list[Callable[[Game, str], TablebaseReader]] = []
_BUILT: list[Callable[[Game], TablebaseReader | TablebaseError | None]] = []
_BOOKS: list[Callable[[str], BookReader]] = []
_T = TypeVar("_T")


def register_openers(
    tablebases: Callable[[Game, str], TablebaseReader] | None = None,
    built: Callable[[Game], TablebaseReader | TablebaseError | None] | None = None,
    books: Callable[[str], BookReader] | None = None,
) -> None:
    """Set the function that opens a tablebase (by game and name or folder), all that are built, or a book (by file).

    The second answers with None if nothing is built, and with the error if something is that cannot be opened.
    """
    if tablebases is not None:
        _TABLEBASES[:] = [tablebases]
    if built is not None:
        _BUILT[:] = [built]
    if books is not None:
        _BOOKS[:] = [books]


def open_tablebase(game: Game, where: str) -> TablebaseReader:
    return _registered(_TABLEBASES, "zermelo.tablebases")(game, where)


def tablebases_for(game: Game, where: str | None) -> TablebaseReader | None:
    """The tablebases that an agent looks positions up in: those that its parameter `tables` names, what is built, or none."""
    if where is None:
        return None
    if where != BUILT:
        return open_tablebase(game, where)
    found = _registered(_BUILT, "zermelo.tablebases")(game)
    if isinstance(found, TablebaseError):
        told: set[str] = game.__dict__.setdefault("_told_tables", set())
        if str(found) not in told:
            told.add(str(found))
            warnings.warn(TablebaseWarning(f"{found}; the search goes on without tablebases"), stacklevel=2)
        return None
    return found


def named_tables(value: object) -> str | None:
    """The parameter `tables`, checked; None for "none". Where files are not allowed, only the owner's tablebases are."""
    if value is None or value == NONE:
        return None
    if not isinstance(value, str | os.PathLike) or not str(value):
        raise AgentError(
            f"tables={value!r} must be a folder, {NONE!r}, {BUILT!r} for what is built, or 'all' for what `zermelo tablebase list` shows"
        )
    if value not in (BUILT, "all"):
        check_allowed()
    return str(value)


def open_book(path: str) -> BookReader:
    return _registered(_BOOKS, "zermelo.books")(path)


def _registered(openers: list[_T], package: str) -> _T:
    """The opener that a package has registered; it does so when it is imported."""
    if not openers:
        import_module(package)
    return openers[-1]
