"""Agents choose moves. Written like calls: `alphabeta(depth=8)`, in Python and on the command line alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from zermelo.calls import make, parse_call
from zermelo.engine import DEFAULT_MEMORY, Search, Task
from zermelo.errors import AgentError, PositionError, nearest
from zermelo.levels import LevelAgent, level
from zermelo.limit import Limit, memory_size
from zermelo.memory import Memory
from zermelo.position import Position
from zermelo.report import Report
from zermelo.search.options import ORDERINGS, Options, ordering_names
from zermelo.search.playout import Random

if TYPE_CHECKING:
    from zermelo.book.store import BookPlayer


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
    options: Options = Options()  # noqa: RUF009  (frozen)
    name: str | None = None
    """What people call it, when it is a ready-made set of options; these then adapt to the game."""
    memory: Memory | None = None
    """Keeps the table from one search to the next; without it, the same question always takes the same search."""

    book: BookPlayer | None = None
    """Moves that need no search."""

    def remembering(self) -> SearchAgent:
        """The same agent with a memory of its own, for the moves of one game or the positions of one solution."""
        return replace(self, memory=Memory())

    def fresh(self, seed: int) -> SearchAgent:
        """The same agent at the beginning of a game: nothing remembered yet, and lots of its own for the book."""
        return replace(self.remembering(), book=None if self.book is None else self.book.fresh(seed))

    def check(self, position: Position) -> None:
        """Refuse, with the reason, a position or game that it cannot play."""
        self.search(position)

    def search(self, position: Position, tree: int = 0) -> Search:
        """A search that can be stopped from outside."""
        options = self.options
        if self.name is not None:
            options = replace(options, quiescence=position.game.defines("noisy"))
        task = Task(position, self.algorithm, self.limit, self.backend, options, tree, self.memory)
        if self.book is not None:
            self.book.book.check(position.game)
        return Search(task, str(self))

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
        return f"{self.name or self.algorithm}({', '.join(part for part in (limits, options, book) if part)})"


class RandomAgent:
    """Plays any legal move, each as likely as the next; the same ones again for the same seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self} does not search, so it has no tree to show")
        if position.over:
            raise PositionError(f"the game is over ({position.result}): there is no move to look for")
        choices = position.choices
        move = position.name(choices[self.random.below(len(choices))])
        yield Report(
            game=str(position.game),
            agent=str(self),
            backend="python",
            player=position.turn,
            move=move,
            value=None,
            values=None,
            line=(move,),
            depth=0,
            nodes=1,
            seconds=0.0,
        )

    def __call__(self, position: Position) -> Report:
        return next(self.reports(position))

    def __str__(self) -> str:
        return f"random(seed={self.seed})"


def check_agent(agent: Agent, position: Position) -> None:
    """Refuse, before anything begins, what an agent cannot play; agents of your own may have a method `check(position)`."""
    check: Callable[[Position], None] | None = getattr(agent, "check", None)
    if check is not None:
        check(position)


def minimax(
    depth: int | None = None, nodes: int | None = None, seconds: float | None = None, backend: str | None = None
) -> SearchAgent:
    """Minimax, the lecture's own: looks at everything within its limits."""
    return SearchAgent("minimax", Limit(depth=depth, nodes=nodes, seconds=seconds), backend)


def alphabeta(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    ordering: str | bool | tuple[str, ...] = "none",
    table: bool = False,
    memory: str | int | None = None,
    deepening: bool = False,
    inner_deepening: bool = False,
    pvs: bool = False,
    aspiration: bool = False,
    mtdf: bool = False,
    quiescence: bool = False,
    singular: bool = False,
    null_move: bool = False,
    reductions: bool = False,
    futility: bool = False,
    exact: bool = True,
    lines: int = 1,
    threads: int = 1,
    book: str | None = None,
    backend: str | None = None,
) -> SearchAgent:
    """Alpha-beta: minimax's answer with far fewer nodes. Every technique is off unless it is named.

    `ordering`: "all", "none" or names of pv, order, killers, history, such as "killers+history".
    `table=True` remembers positions, in `memory` such as "64MB". `deepening` goes to the depth step by step;
    `inner_deepening`, `pvs`, `aspiration` and `mtdf` find the same value with fewer nodes, most of the time.
    `quiescence=True` looks on beyond the depth while the position is noisy, `singular=True` where one move stands out.
    `null_move`, `reductions` and `futility` skip what is unlikely to matter; they may be wrong and need `exact=False`.
    `lines=3` finds the three best moves; `threads=2` searches with two threads over one table. `book="my.book"` plays from
    an opening book as long as it knows the position.
    """
    size = None if memory is None else memory_size(memory)
    switches = dict(
        deepening=deepening,
        inner_deepening=inner_deepening,
        pvs=pvs,
        aspiration=aspiration,
        mtdf=mtdf,
        quiescence=quiescence,
        singular=singular,
        null_move=null_move,
        reductions=reductions,
        futility=futility,
        exact=exact,
    )
    for name, value in {"table": table, **switches}.items():
        if not isinstance(value, bool):
            raise AgentError(f"{name}={value!r} must be True or False")
    options = Options(
        ordering=ordering_names(ordering),
        table=table or size is not None,
        lines=number_of_lines(lines),
        threads=_threads(threads),
        **switches,
    )
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size)
    return SearchAgent("alphabeta", limit, backend, options, book=_book(book))


def _book(path: str | None) -> BookPlayer | None:
    if path is None:
        return None
    from zermelo.book.store import Book, BookPlayer

    if not isinstance(path, str | os.PathLike):
        raise AgentError(f"book={path!r} is no book: give the name of its file")
    return BookPlayer(Book.load(path))


def number_of_lines(lines: int) -> int:
    """How many lines to look for, if it is a number for that."""
    if not isinstance(lines, int) or isinstance(lines, bool) or lines < 1:
        raise AgentError(f"lines={lines!r} is no number of lines: give a whole number of at least 1")
    return lines


def _threads(threads: int) -> int:
    cores = os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise AgentError(f"threads={threads!r} is no number of threads: give a whole number from 1 to {cores}")
    if threads > cores:
        raise AgentError(f"threads={threads} is more than this machine has cores; the most is {cores}")
    return threads


def minimal(depth: int | None = None, seconds: float | None = None, backend: str | None = None) -> SearchAgent:
    """Counts the minimal tree: the nodes that alpha-beta visits when every first move is the best one."""
    return SearchAgent("minimal", Limit(depth=depth, seconds=seconds), backend)


def strong(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: str | int = "64MB",
    lines: int = 1,
    threads: int = 1,
    book: str | None = None,
    backend: str | None = None,
) -> SearchAgent:
    """Alpha-beta with everything that keeps the value exact: ordering, table, deepening, PVS, aspiration windows.

    Where the game tells noisy moves from quiet ones, quiescence search is added. `lines=3` finds the three best moves;
    `threads=2` searches with two threads; `book="my.book"` plays from an opening book first.
    """
    options = Options(
        ordering=ORDERINGS,
        table=True,
        deepening=True,
        inner_deepening=True,
        pvs=True,
        aspiration=True,
        lines=number_of_lines(lines),
        threads=_threads(threads),
    )
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, memory=memory_size(memory))
    return SearchAgent("alphabeta", limit, backend, options, name="strong", book=_book(book))


def random(seed: int = 1) -> RandomAgent:
    """Any legal move."""
    if not isinstance(seed, int):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return RandomAgent(seed)


AGENTS: dict[str, Callable[..., Agent]] = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "strong": strong,
    "minimal": minimal,
    "level": level,
    "random": random,
}


def agent(text: str, backend: str | None = None) -> Agent:
    """The agent that a text describes, such as `alphabeta(depth=8)`."""
    call = parse_call(text, AgentError)
    if call.name not in AGENTS:
        raise AgentError(f"there is no agent `{call.name}`; there are {', '.join(AGENTS)}.{nearest(call.name, AGENTS)}")
    made: Agent = make(call, AGENTS[call.name], AgentError)
    if backend is not None and isinstance(made, SearchAgent | LevelAgent):
        return replace(made, backend=backend)
    return made
