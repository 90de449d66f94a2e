"""Agents choose moves. Written like calls: `alphabeta(depth=8)`, in Python and on the command line alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from zermelo.calls import make, parse_call
from zermelo.chance import expectiminimax
from zermelo.errors import AgentError, PositionError, nearest
from zermelo.levels import LevelAgent, level
from zermelo.limit import Limit, memory_size
from zermelo.luck import montecarlo, uct
from zermelo.many import bestreply, bestreplyplus, maxn, paranoid
from zermelo.position import Position
from zermelo.report import Report
from zermelo.search.options import ORDERINGS, Options, ordering_names
from zermelo.search.playout import Random
from zermelo.searcher import Agent, SearchAgent, check_agent, number_of_threads

if TYPE_CHECKING:
    from zermelo.book.store import BookPlayer


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
    windows: bool = False,
    quiescence: bool = False,
    singular: bool = False,
    null_move: bool = False,
    reductions: bool = False,
    futility: bool = False,
    exact: bool = True,
    lines: int = 1,
    threads: int = 1,
    book: str | None = None,
    tables: str | None = None,
    backend: str | None = None,
) -> SearchAgent:
    """Alpha-beta: minimax's answer with far fewer nodes. Every technique is off unless it is named.

    `ordering`: "all", "none" or names of pv, order, killers, history, such as "killers+history".
    `table=True` remembers positions, in `memory` such as "64MB". `deepening` goes to the depth step by step;
    `inner_deepening`, `pvs`, `aspiration` and `mtdf` find the same value with fewer nodes, most of the time.
    `windows=True` is for solving: near wins and losses first, then far ones, without deepening unless that is named too.
    `quiescence=True` looks on beyond the depth while the position is noisy, `singular=True` where one move stands out.
    `null_move`, `reductions` and `futility` skip what is unlikely to matter; they may be wrong and need `exact=False`.
    `lines=3` finds the three best moves; `threads=2` searches with two threads over one table. `book="my.book"` plays from
    an opening book as long as it knows the position; `tables="all"` looks positions up in endgame tables instead of searching them.
    """
    size = None if memory is None else memory_size(memory)
    switches = dict(
        deepening=deepening,
        inner_deepening=inner_deepening,
        pvs=pvs,
        aspiration=aspiration,
        mtdf=mtdf,
        windows=windows,
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
        threads=number_of_threads(threads),
        **switches,  # type: ignore[arg-type]
    )
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size)
    return SearchAgent("alphabeta", limit, backend, options, book=_book(book), tables=_tables(tables))


def _book(path: str | None) -> BookPlayer | None:
    if path is None:
        return None
    from zermelo.book.store import Book, BookPlayer

    if not isinstance(path, str | os.PathLike):
        raise AgentError(f"book={path!r} is no book: give the name of its file")
    return BookPlayer(Book.load(path))


def _tables(where: str | None) -> str | None:
    """A name or a folder of tables, opened when there is a game."""
    if where is None:
        return None
    if not isinstance(where, str | os.PathLike) or not str(where):
        raise AgentError(f'tables={where!r} names no tables: give a folder, or "all" for those that `zermelo table list` shows')
    return str(where)


def number_of_lines(lines: int) -> int:
    """How many lines to look for, if it is a number for that."""
    if not isinstance(lines, int) or isinstance(lines, bool) or lines < 1:
        raise AgentError(f"lines={lines!r} is no number of lines: give a whole number of at least 1")
    return lines


def minimal(depth: int | None = None, seconds: float | None = None, backend: str | None = None) -> SearchAgent:
    """Counts the minimal tree: the nodes that alpha-beta visits when every first move is the best one."""
    return SearchAgent("minimal", Limit(depth=depth, seconds=seconds), backend)


def proof(
    nodes: int | None = None,
    seconds: float | None = None,
    memory: str | int = "64MB",
    tables: str | None = None,
    backend: str | None = None,
) -> SearchAgent:
    """Proof-number search: proves who wins, with fewer nodes than alpha-beta as a rule, but not how soon.

    `tables="all"` looks positions up in endgame tables instead of proving them.
    """
    limit = Limit(nodes=nodes, seconds=seconds, memory=memory_size(memory))
    return SearchAgent("proof", limit, backend, tables=_tables(tables))


def strong(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: str | int = "64MB",
    lines: int = 1,
    threads: int = 1,
    book: str | None = None,
    tables: str | None = None,
    backend: str | None = None,
) -> SearchAgent:
    """Alpha-beta with everything that keeps the value exact: ordering, table, deepening, PVS, aspiration windows.

    Where the game tells noisy moves from quiet ones, quiescence search is added. `lines=3` finds the three best moves;
    `threads=2` searches with two threads; `book="my.book"` plays from an opening book first, `tables="all"` looks endings up.
    """
    options = Options(
        ordering=ORDERINGS,
        table=True,
        deepening=True,
        inner_deepening=True,
        pvs=True,
        aspiration=True,
        lines=number_of_lines(lines),
        threads=number_of_threads(threads),
    )
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, memory=memory_size(memory))
    return SearchAgent("alphabeta", limit, backend, options, name="strong", book=_book(book), tables=_tables(tables))


def random(seed: int = 1) -> RandomAgent:
    """Any legal move."""
    if not isinstance(seed, int):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return RandomAgent(seed)


__all__ = [
    "AGENTS",
    "Agent",
    "RandomAgent",
    "SearchAgent",
    "agent",
    "alphabeta",
    "check_agent",
    "minimal",
    "minimax",
    "random",
    "strong",
]

AGENTS: dict[str, Callable[..., Agent]] = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "strong": strong,
    "maxn": maxn,
    "paranoid": paranoid,
    "bestreply": bestreply,
    "bestreplyplus": bestreplyplus,
    "expectiminimax": expectiminimax,
    "uct": uct,
    "montecarlo": montecarlo,
    "minimal": minimal,
    "proof": proof,
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
