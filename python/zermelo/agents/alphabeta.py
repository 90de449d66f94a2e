"""Agents that look ahead for two players: minimax, alpha-beta, the minimal tree, proof-number search, and `strong`, a ready-made set of techniques."""

from __future__ import annotations

import os

from zermelo.books.store import Book, BookPlayer
from zermelo.engine.agent import SearchAgent, number_of_threads
from zermelo.errors import AgentError
from zermelo.limit import Limit, memory_size
from zermelo.search.options import ORDERINGS, Options, ordering_names
from zermelo.tablebases.place import checked

MOST_LINES = 1_000_000


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
    return SearchAgent("alphabeta", limit, backend, options, book=_book(book), tables=None if tables is None else checked(tables))


def _book(path: str | None) -> BookPlayer | None:
    if path is None:
        return None
    if not isinstance(path, str | os.PathLike):
        raise AgentError(f"book={path!r} is no book: give the name of its file")
    return BookPlayer(Book.load(path))


def number_of_lines(lines: int) -> int:
    """How many lines to look for, if it is a number for that."""
    if not isinstance(lines, int) or isinstance(lines, bool) or not 1 <= lines <= MOST_LINES:
        raise AgentError(f"lines={lines!r} is out of range: give a whole number from 1 to {MOST_LINES}")
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
    return SearchAgent("proof", limit, backend, tables=None if tables is None else checked(tables))


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
    known = None if tables is None else checked(tables)
    return SearchAgent("alphabeta", limit, backend, options, name="strong", book=_book(book), tables=known)
