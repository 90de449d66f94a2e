"""Agents choose moves; one that searches is an algorithm with limits and techniques.

`agents` has the makers, `alphabeta(depth=8)` and the like, which are how people write them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from zermelo.engine.knowledge import open_tables
from zermelo.engine.memory import Memory
from zermelo.engine.montecarlo import Samples
from zermelo.engine.search import DEFAULT_MEMORY, Search, Task
from zermelo.errors import AgentError
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.limit import Limit
from zermelo.report import Report
from zermelo.search.montecarlo.options import Sampling
from zermelo.search.options import Options

if TYPE_CHECKING:
    from zermelo.books.store import BookPlayer


class Agent(Protocol):
    """Something that chooses moves."""

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        """What the agent thinks, as it thinks; the last report is its choice."""

    def __call__(self, position: Position) -> Report:
        """The agent's choice."""


@dataclass(frozen=True)
class SearchAgent:
    """An agent that searches."""

    algorithm: str
    limit: Limit
    backend: str | None = None
    options: Options | Sampling = Options()  # noqa: RUF009  (frozen)
    name: str | None = None
    """What people call it, when it is a ready-made set of options; these then adapt to the game."""
    memory: Memory | None = None
    """Keeps the table from one search to the next; without it, the same question always takes the same search."""

    book: BookPlayer | None = None
    """Moves that need no search."""
    tables: str | None = None
    """The name or folder of endgame tables: positions that need no search."""

    def remembering(self) -> SearchAgent:
        """The same agent with a memory of its own, for the moves of one game or the positions of one solution."""
        return replace(self, memory=Memory())

    def fresh(self, seed: int) -> SearchAgent:
        """The same agent at the beginning of a game: nothing remembered yet, and lots of its own."""
        options = self.options.reseeded(seed) if isinstance(self.options, Sampling) else self.options
        return replace(self.remembering(), options=options, book=None if self.book is None else self.book.fresh(seed))

    def check(self, position: Position) -> None:
        """Refuse, with the reason, a position or game that it cannot play."""
        self.search(position)

    def search(self, position: Position, tree: int = 0, among: tuple[int, ...] = ()) -> Search:
        """A search that can be stopped from outside; `among` are the only moves to be tried, in this order, if it is not empty."""
        if among and self.algorithm != "alphabeta":
            raise AgentError(f"{self.algorithm} cannot be told which moves to try; alphabeta and strong can")
        options = self.options
        if self.name is not None and isinstance(options, Options):
            options = replace(options, quiescence=position.game.defines("noisy"))
        tables = None if self.tables is None else open_tables(position.game, self.tables)
        task = Task(position, self.algorithm, self.limit, self.backend, options, tree, self.memory, tables, among)
        if self.book is not None:
            self.book.book.check(position.game)
        return (Samples if isinstance(options, Sampling) else Search)(task, str(self))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        search = self.search(position, tree)
        searches = self.book is None or tree or self.options.lines > 1  # a book knows neither trees nor several lines
        known = None if searches or self.book is None else self.book.report(position, str(self))
        return iter(search if known is None else [known])

    def __call__(self, position: Position, tree: int = 0) -> Report:
        *_, last = self.reports(position, tree)
        return last

    def __str__(self) -> str:
        limit = self.limit if self.limit.memory != DEFAULT_MEMORY else replace(self.limit, memory=None)
        limits = repr(limit).removeprefix("Limit(").removesuffix(")")
        options = str(self.options if self.name is None else Options(lines=self.options.lines, threads=self.options.threads))
        book = "" if self.book is None else f"book={self.book.book.path!r}"
        tables = "" if self.tables is None else f"tables={self.tables!r}"
        return f"{self.name or self.algorithm}({', '.join(part for part in (limits, options, book, tables) if part)})"


def check_agent(agent: Agent, position: Position) -> None:
    """Refuse, before anything begins, what an agent cannot play; agents of your own may have a method `check(position)`."""
    check: Callable[[Position], None] | None = getattr(agent, "check", None)
    if check is not None:
        check(first_turn(position))


def first_turn(position: Position) -> Position:
    """The position itself, or where chance is to move, one of those that it leads to in which a player is."""
    while position.player == CHANCE and not position.over:
        position = position.advance(position.choices[0])
    return position


def number_of_threads(threads: int) -> int:
    """How many threads to search with, if the machine has as many cores."""
    cores = os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise AgentError(f"threads={threads!r} is no number of threads: give a whole number from 1 to {cores}")
    if threads > cores:
        raise AgentError(f"threads={threads} is more than this machine has cores; the most is {cores}")
    return threads
