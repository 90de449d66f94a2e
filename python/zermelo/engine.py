"""The one door to search: checks that the algorithm fits the game, picks the backend, and yields reports.

A new algorithm is one row in `ALGORITHMS`, one file in `search/`, and one file of the same name in Rust.
"""

from __future__ import annotations

import atexit
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from zermelo import _core
from zermelo.backends import Backend, diagnose, open_backend
from zermelo.errors import AgentError, LimitError, PositionError
from zermelo.limit import MAX_PLY, Limit
from zermelo.position import Position
from zermelo.record import State
from zermelo.report import Report, plain
from zermelo.rules import Rules
from zermelo.search import dfpn, minimal, score
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.control import Control, Found, Stop, Stopped
from zermelo.search.deepening import Searcher, deepen
from zermelo.search.dfpn import ProofNumber, ask
from zermelo.search.minimal import Minimal
from zermelo.search.minimax import Minimax
from zermelo.search.options import Options, check_options
from zermelo.search.table import Table
from zermelo.search.trace import Trace, Visit
from zermelo.tree import Tree

DEFAULT_MEMORY = 64 << 20
SPECIFICATION = "python"
"""The backend that runs the specification itself, in Python."""


_FRAMES = 4 * MAX_PLY + 1000
"""Python's recursion limit must let a search reach the deepest ply."""
_RUNNING: set[_core.Search] = set()


@atexit.register
def _end_all() -> None:
    """A search that is left alone must not outlive Python, whose rules it may be calling."""
    for run in list(_RUNNING):
        run.stop("stop")
        while run.next() is not None:
            pass


@dataclass(frozen=True)
class Algorithm:
    """One row: the specification, and what it asks of a game."""

    specification: Callable[[Rules, Control, Trace | None, Table | None, Options], Searcher]
    takes_options: bool = False
    options: Options | None = None
    """Options that come with it, where users have no say."""
    asks: bool = False
    """Asks questions until it knows, always to the end of the game: takes no depth and keeps no tree."""


ALGORITHMS = {
    "minimax": Algorithm(lambda rules, control, trace, *_: Minimax(rules, control, trace)),
    "alphabeta": Algorithm(AlphaBeta, takes_options=True),
    "proof": Algorithm(lambda rules, control, *_: ProofNumber(rules, control), options=dfpn.OPTIONS, asks=True),
    "minimal": Algorithm(lambda rules, control, *_: Minimal(rules, control), options=minimal.OPTIONS),
}


@dataclass(frozen=True)
class Task:
    """A search to be done."""

    position: Position
    algorithm: str
    limit: Limit
    backend: str | None = None
    options: Options = Options()  # noqa: RUF009  (frozen)
    tree: int = 0
    """Nodes of the tree to keep; 0 for none."""


class Search:
    """A search under way: iterate over its reports, the last one is the answer; `stop()` ends it early.

    With only a depth it goes there directly; with seconds, nodes or `deepening` it deepens, one report a depth; else it
    searches to the end of the game. Proof-number search asks, one report a question.
    """

    def __init__(self, task: Task, agent: str) -> None:
        check_fit(task)
        self.task, self.agent = task, agent
        limited = task.limit.seconds is not None or task.limit.nodes is not None
        row = ALGORITHMS[task.algorithm]
        self.deepens = task.options.deepening or row.asks or (limited and not task.options.windows)
        self.options = row.options or task.options
        self._stop = Stop()
        self._native_stop: Callable[[str], None] | None = None

    def stop(self, reason: str = "stop") -> None:
        """End the search; its last report follows at once. May be called from any thread."""
        if reason not in ("stop", "interrupt", "seconds"):
            raise LimitError(f"`{reason}` is no reason to stop; there are stop, interrupt and seconds")
        self._stop.now(reason)
        if self._native_stop is not None:
            self._native_stop(reason)

    def __iter__(self) -> Iterator[Report]:
        if self.task.backend == SPECIFICATION:
            return self._specification()
        return self._twin(open_backend(self.task.position.game, self.task.backend, self.taste()))

    def taste(self) -> tuple[str, ...]:
        """What the search will ask the game besides its rules."""
        return self.options.taste()

    def last(self) -> Report:
        """Run to the end and return the answer."""
        *_, report = self
        return report

    def _specification(self) -> Iterator[Report]:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, _FRAMES))
        try:
            yield from self._iterations()
        finally:
            sys.setrecursionlimit(before)

    def _iterations(self) -> Iterator[Report]:
        task = self.task
        rules, root = task.position.rules, task.position.state
        control = Control(task.limit, self._stop)
        trace = Trace(task.tree) if task.tree else None
        table = Table() if task.options.table else None
        searcher = ALGORITHMS[task.algorithm].specification(rules, control, trace, table, task.options)
        last: tuple[int | None, Found] | None = None
        try:
            if self.deepens:
                for last in self._steps(searcher, root):
                    if self._stop.reason is None:  # the last report, with the reason, follows below
                        yield self._report(control, SPECIFICATION, *last, trace)
            else:
                last = (task.limit.depth, searcher.decide(root, task.limit.depth or score.UNLIMITED))
        except (Stopped, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt):
                self._stop.now("interrupt")
        if last is None and control.best is not None:
            last = (task.limit.depth, control.best)
        if last is None:  # there is always a move ready
            last = (0, Found(rules.moves(root)[0], None, ()))
        if not self.deepens or self._stop.reason is not None:
            yield self._report(control, SPECIFICATION, *last, trace)

    def _steps(self, searcher: Searcher, root: State) -> Iterator[tuple[int | None, Found]]:
        return ask(searcher, root) if isinstance(searcher, ProofNumber) else deepen(searcher, root, self.task.limit.depth)

    def _twin(self, backend: Backend) -> Iterator[Report]:
        task, limit = self.task, self.task.limit
        run = backend.core.search(
            task.algorithm,
            task.position.state.pack(),
            depth=limit.depth,
            nodes=limit.nodes,
            seconds=limit.seconds,
            deepen=self.deepens,
            tree=task.tree,
            table=(limit.memory or DEFAULT_MEMORY) if self.options.table else 0,
            options=task.options.techniques(),
        )
        self._native_stop = run.stop
        _RUNNING.add(run)
        if self._stop.reason is not None:
            run.stop(self._stop.reason)
        try:
            with diagnose(task.position.game):
                while (found := run.next()) is not None:
                    tree = None if found.visits is None else self._tree([Visit(*visit) for visit in found.visits], found.total)
                    yield self._make(
                        backend.name,
                        found.depth,
                        Found(found.move, found.score, tuple(found.line)),
                        found.nodes,
                        found.seconds,
                        found.exact,
                        found.stopped,
                        tree,
                    )
        finally:
            run.stop("stop")
            _RUNNING.discard(run)

    def _report(self, control: Control, backend: str, depth: int | None, found: Found, trace: Trace | None) -> Report:
        seconds = time.perf_counter() - control.started
        tree = None if trace is None else self._tree(*trace.last())
        proven = found.score is not None and score.is_proven(found.score)
        exact = (proven or not control.horizon) and self._stop.reason is None
        return self._make(backend, depth, found, control.nodes, seconds, exact, self._stop.reason, tree)

    def _tree(self, visits: list[Visit], total: int) -> Tree:
        bound = score.bound(self.task.position.rules)
        return Tree.from_visits(self.task.position, self.agent, visits, total, bound)

    def _make(
        self,
        backend: str,
        depth: int | None,
        found: Found,
        nodes: int,
        seconds: float,
        exact: bool,
        stopped: str | None,
        tree: Tree | None,
    ) -> Report:
        """Scores become absolute here, and only here; numbers of moves become names."""
        position = self.task.position
        value: float | None = None
        values: tuple[float, ...] | None = None
        plies: int | None = None
        if found.score is not None:
            raw, plies = score.split(found.score, score.bound(position.rules))
            value = plain(raw)
            assert value is not None
            opposite = plain(-raw)
            assert opposite is not None
            players = len(position.game.players)
            values = tuple(value if player == position.player else opposite for player in range(players))
        return Report(
            game=str(position.game),
            agent=self.agent,
            backend=backend,
            player=position.turn,
            move=position.name(found.move),
            value=value,
            values=values,
            line=name_line(position, found.line),
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            plies=plies,
            exact=exact,
            stopped=stopped,
            tree=tree,
        )


def name_line(position: Position, line: tuple[int, ...]) -> tuple[str, ...]:
    """The names of successive moves."""
    names: list[str] = []
    for move in line:
        names.append(position.name(move))
        position = position.advance(move)
    return tuple(names)


def check_fit(task: Task) -> None:
    """Refuse, with the reason, what an algorithm cannot search."""
    if task.algorithm not in ALGORITHMS:
        raise AgentError(f"there is no algorithm `{task.algorithm}`")
    check_minimax_game(task.position, task.algorithm)
    if ALGORITHMS[task.algorithm].asks and task.limit.depth is not None:
        raise AgentError(f"{task.algorithm} always searches to the end of the game and takes no depth; alphabeta does")
    if ALGORITHMS[task.algorithm].asks and task.tree:
        raise AgentError(f"{task.algorithm} keeps no tree of what it looked at; ask for the solution tree instead")
    if ALGORITHMS[task.algorithm].takes_options:
        check_options(task.options, task.position.game, task.algorithm)


def check_minimax_game(position: Position, who: str) -> None:
    """Refuse everything but unfinished games of one or two players, zero-sum and without chance."""
    game, rules = position.game, position.rules
    if position.over:
        raise PositionError(f"the game is over ({position.result}): there is no move to look for")
    if rules.players > 2:
        raise AgentError(f"{who} is for games of at most two players, but {game} has {rules.players}")
    if game.defines("chances"):
        raise AgentError(f"{who} is for games without chance, but {game} has chance nodes")
    if rules.players == 2 and not rules.zero_sum:
        raise AgentError(f"{who} is for zero-sum games, but {game} says zero_sum = False")
