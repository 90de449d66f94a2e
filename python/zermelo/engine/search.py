"""Running a search: the specification in Python or its twin in Rust, and its reports."""

import atexit
import time
import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from zermelo import _core
from zermelo.engine.algorithm import DEFAULT_MEMORY, SPECIFICATION, Task
from zermelo.engine.backends import Backend, diagnose, open_backend
from zermelo.engine.memory import recall, recall_threats
from zermelo.errors import CompileWarning, LimitError, ZermeloError
from zermelo.game import Position, State
from zermelo.limit import MAX_PLY
from zermelo.report import Line, Report
from zermelo.score import Score
from zermelo.search import Control, Found, Searcher, Stop, Stopped, Trace, TranspositionTable, Visit, deep, deepen, score
from zermelo.search.cancel import note_interrupt
from zermelo.search.multiplayer.view import Scene
from zermelo.search.proof.dfpn import ProofNumber, ask
from zermelo.trees.reading import AverageReading
from zermelo.trees.tree import Tree

_FRAMES = 4 * MAX_PLY + 1000
"""The recursion limit for a search to the deepest ply."""
_MANY_LEFT = 1000
"""Answers left to Python in one search that are worth a warning."""
_REASONS = ("stop", "interrupt", "seconds")
_RUNNING: set[_core.Search] = set()


@atexit.register
def _end_all() -> None:
    """Stop all searches before Python exits, because they may be calling Python rules."""
    for run in list(_RUNNING):
        run.stop("stop")
        while run.next() is not None:
            pass


class Search:
    """A running search: iterate over its reports; the last one is the answer. `stop()` ends it early.

    With only a depth it searches that depth directly; with seconds, nodes or `deepening` it deepens, one report a depth; without
    a limit it searches to the end of the game. Proof-number search makes one report a question. The task must be checked before.
    """

    def __init__(self, task: Task, agent: str) -> None:
        self.task, self.agent, row = task, agent, task.algorithm
        limited = task.limit.seconds is not None or task.limit.nodes is not None
        self.deepens = task.options.deepening or row.to_the_end or (limited and task.options.deepens_within_limits)
        self.options = row.fixed or task.options
        self.view = task.view
        self.reading = row.reading(task.position, task.options)
        self._stop = Stop()

    def stop(self, reason: str = "stop") -> None:
        """End the search; its last report follows at once. May be called from any thread."""
        if reason not in _REASONS:
            raise LimitError(f"unknown stop reason `{reason}`; expected {', '.join(_REASONS[:-1])} or {_REASONS[-1]}")
        self._stop.now(reason)

    def __iter__(self) -> Iterator[Report]:
        if self.task.backend == SPECIFICATION:
            return self._steadily(self._specification())
        return self._steadily(self._twin(open_backend(self.task.position.game, self.task.backend, self.heuristics())))

    def _steadily(self, reports: Iterator[Report]) -> Iterator[Report]:
        """The reports; if a search breaks because rules have changed their mind about its root, the error says so."""
        try:
            yield from reports
        except (RuntimeError, LookupError) as error:
            rules, root = self.task.position.rules, self.task.position.state
            if not isinstance(error, ZermeloError) and rules.utilities(root) is not None:
                raise rules.unsteady(root) from error
            raise

    def heuristics(self) -> tuple[str, ...]:
        """The game's heuristics that the search calls."""
        asked = self.options.heuristics()
        return asked + tuple(name for name in self.task.algorithm.heuristics if name not in asked)

    def recorder(self, control: Control) -> Trace:  # noqa: ARG002  (subclasses use it)
        return Trace(self.task.tree)

    def last(self) -> Report:
        """Run to the end and return the answer."""
        *_, report = self
        return report

    def _specification(self) -> Iterator[Report]:
        with deep(_FRAMES):
            yield from self._iterations()

    def _iterations(self) -> Iterator[Report]:
        task = self.task
        rules, root = self.view or task.position.rules, task.position.state
        control = Control(task.limit, self._stop, tables=task.tables, among=task.among, history=self._history())
        trace = self.recorder(control) if task.tree else None
        table = recall(task, SPECIFICATION, lambda _: TranspositionTable())
        if self.view is not None and (threats := recall_threats(task, SPECIFICATION, list[int])) is not None:
            self.view.keep(threats)
        assert task.algorithm.specification is not None
        searcher = task.algorithm.specification(rules, control, trace, table, task.techniques)
        last: tuple[int | None, Found] | None = None
        try:
            if self.deepens:
                for last in self._steps(searcher, root):
                    if self._stop.reason is None:  # the last report, with the reason, follows below
                        yield self._report(control, *last, trace)
            else:
                last = (task.limit.depth, searcher.decide(root, task.limit.depth or score.UNLIMITED))
        except (Stopped, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt):
                self._stop.now("interrupt")
        if last is None:  # stopped before the first result: use the best move so far, or any
            ready = Found((task.among or rules.moves(root))[0], None, ())
            last = (0, ready) if control.best is None else (task.limit.depth, control.best)
        if not self.deepens or self._stop.reason is not None:
            yield self._report(control, *last, trace)

    def _steps(self, searcher: Searcher, root: State) -> Iterator[tuple[int | None, Found]]:
        return ask(searcher, root) if isinstance(searcher, ProofNumber) else deepen(searcher, root, self.task.limit.depth)

    def _report(self, control: Control, depth: int | None, found: Found, trace: Trace | None = None) -> Report:
        seconds = time.perf_counter() - control.started
        tree = None if trace is None else self._tree(*trace.last())
        exact = (found.is_final or not control.horizon) and self._stop.reason is None
        return self._make(SPECIFICATION, depth, found, control.nodes, seconds, exact, self._stop.reason, tree)

    def _twin(self, backend: Backend) -> Iterator[Report]:
        run, before, nodes = self._start(backend), backend.core.fallbacks(), 0
        self._stop.tell = run.stop
        _RUNNING.add(run)
        if self._stop.reason is not None:
            run.stop(self._stop.reason)
        try:
            with diagnose(self.task.position.game):
                while (found := run.next()) is not None:
                    nodes = found.nodes
                    yield self._from_twin(backend, found)
        finally:
            run.stop("stop")
            _RUNNING.discard(run)
            self._warn_if_slow(backend, backend.core.fallbacks() - before, nodes)

    def _warn_if_slow(self, backend: Backend, left: int, nodes: int) -> None:
        """Say so once if compiled rules give up so often that the search is slow; not if a warning has named the heuristic already."""
        game = self.task.position.game
        if (
            not backend.asks_python
            and left >= max(_MANY_LEFT, nodes / 10)
            and game.__dict__.setdefault("_told_slow", left) is left
        ):
            told = f"{left} answers of {game} were left to Python, because compiled code gave up there; the search is slow"
            warnings.warn(CompileWarning(f"{told}. `zermelo check --compile` shows which rule"), stacklevel=3)

    def _start(self, backend: Backend) -> _core.Search:
        task, limit = self.task, self.task.limit
        threads = 1 if backend.name == "interpreted" else task.options.threads  # interpreted rules cannot run in parallel
        techniques, memory = self._techniques(threads), limit.memory or DEFAULT_MEMORY
        return backend.core.search(
            task.algorithm.name,
            self._root(),
            depth=limit.depth,
            nodes=limit.nodes,
            seconds=limit.seconds,
            tree=task.tree,
            table=recall(task, backend.name, lambda size: _core.TranspositionTable(size, task.limit.is_long)),
            memory=memory,
            options=techniques,
            playouts=limit.playouts,
            tables=None if task.tables is None else task.tables.core,
            among=list(task.among),
            history=[position.state.pack() for position in self._before()],
            **self._kept(backend, memory, techniques),
        )

    def _root(self) -> bytes:
        """The state at which the twin begins."""
        return self.task.position.state.pack()

    def _before(self) -> list[Position]:
        """The positions before the root, if the search is told of repetition."""
        return self.task.position.line()[:-1] if getattr(self.task.options, "repetition", False) else []

    def _history(self) -> tuple[bytes, ...]:
        return tuple(position.identity for position in self._before())

    def _techniques(self, threads: int) -> dict[str, Any]:
        """The options of the twin."""
        return replace(self.task.techniques, deepening=bool(self.deepens), threads=threads).techniques()

    def _kept(self, backend: Backend, memory: int, techniques: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002  (for UCT)
        """The kept tree or list, for the twin."""
        return {} if self.view is None else {"threats": recall_threats(self.task, backend.name, _core.OpponentList)}

    def _from_twin(self, backend: Backend, found: _core.Found) -> Report:
        tree = None if found.visits is None else self._tree([Visit(*visit) for visit in found.visits], found.total)
        others = tuple(Found(move, value, tuple(line)) for move, value, line in found.others)
        values = None if found.values is None else tuple(found.values)
        made = Found(found.move, found.score, tuple(found.line), others, values)
        return self._make(backend.name, found.depth, made, found.nodes, found.seconds, found.exact, found.stopped, tree)

    def _tree(self, visits: list[Visit], total: int) -> Tree:
        task, position = self.task, self.task.position
        here = position if self.view is None else Scene(self.view, position.state)
        averages = isinstance(self.reading, AverageReading)
        tree = Tree.from_visits(here, self.agent, visits, total, score.bound(position.rules), averages)
        if task.algorithm.finish_tree is not None:
            task.algorithm.finish_tree(tree, task, visits)
        return tree

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
        """Make a report. Only here scores become absolute and moves get names."""
        task, position = self.task, self.task.position
        if stopped == "interrupt":
            note_interrupt()
        worth = self.reading.found(found)
        every_move = not task.among or set(task.among) == set(position.choices)
        exact = exact and (every_move or found.is_won)
        return Report(
            game=str(position.game),
            agent=self.agent,
            backend=backend,
            player=position.turn,
            move=position.name(found.move),
            value=worth.value,
            values=worth.values,
            line=self._names(found.line),
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            plies=worth.plies,
            exact=exact,
            score=score_of(position, worth.value, worth.plies, exact),
            stopped=stopped,
            tree=tree,
            root=position.state.pack(),
            lines=tuple(self._line(each, exact) for each in (found, *found.others)) if task.options.lines > 1 else (),
        )

    def _line(self, found: Found, exact: bool) -> Line:
        position = self.task.position
        worth = self.reading.found(found)
        known = score_of(position, worth.value, worth.plies, exact or worth.plies is not None)
        return Line(position.name(found.move), worth.value, worth.plies, self._names(found.line), known)

    def _names(self, line: tuple[int, ...]) -> tuple[str, ...]:
        position = self.task.position
        return name_line(position, line) if self.view is None else self.view.name_line(position.state, line)


def score_of(position: Position, value: float | None, plies: int | None, exact: bool) -> Score | None:
    """The value of the player to move as a score; a loss is proven only if every move was searched."""
    if value is None:
        return None
    low, high = position.rules.bounds
    if plies is not None and (value > 0 or exact):
        return Score.win(plies, value) if value > 0 else Score.loss(plies, value)
    if not exact:
        return Score.guess(value)
    if position.rules.players > 1 and not position.game.defines("chances"):
        if value >= high:
            return Score.win(None, value)
        if value <= low:
            return Score.loss(None, value)
        if value == 0:
            return Score.draw()
    return Score.points(value)


def name_line(position: Position, line: tuple[int, ...]) -> tuple[str, ...]:
    names: list[str] = []
    for number, move in enumerate(line, 1):
        names.append(position.name(move))
        if number == len(line) and position.game.hides:
            break  # only a view of the last position may be known; in other games it is checked as well
        position = position.advance(move)
    return tuple(names)
