"""The one door to search: checks that the algorithm fits the game, picks the backend, and yields reports.

A new algorithm is one row in `ALGORITHMS`, one file in `search/`, and one file of the same name in Rust.
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from zermelo import _core
from zermelo.engine.backends import Backend, diagnose, open_backend
from zermelo.engine.knowledge import Knowledge
from zermelo.engine.memory import Memory, recall
from zermelo.engine.requirements import check_chance, check_many, check_minimax_game
from zermelo.errors import AgentError, LimitError
from zermelo.game.position import Position
from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.limit import MAX_PLY, Limit
from zermelo.report import Line, Report, plain
from zermelo.search import score
from zermelo.search.alphabeta import minimal
from zermelo.search.alphabeta.minimal import Minimal
from zermelo.search.alphabeta.minimax import Minimax
from zermelo.search.alphabeta.search import AlphaBeta
from zermelo.search.chance.expectation import unfaded
from zermelo.search.chance.expectimaxn import ExpectimaxN
from zermelo.search.chance.expectiminimax import Expectiminimax
from zermelo.search.control import Control, Found, Stop, Stopped
from zermelo.search.deepening import Searcher, deepen
from zermelo.search.montecarlo.options import Sampling
from zermelo.search.multiplayer.best_reply import BestReply
from zermelo.search.multiplayer.best_reply_plus import BestReplyPlus
from zermelo.search.multiplayer.maxn import MaxN
from zermelo.search.multiplayer.paranoid import Paranoid
from zermelo.search.multiplayer.view import Scene, View
from zermelo.search.options import Options, check_options
from zermelo.search.payoff import Payoff
from zermelo.search.proof import dfpn
from zermelo.search.proof.dfpn import ProofNumber, ask
from zermelo.search.recursion import deep
from zermelo.search.trace import Trace, Visit
from zermelo.search.transposition_table import Table
from zermelo.trees.multiplayer import average, complete
from zermelo.trees.tree import Tree

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
    view: type[View] | None = None
    """How it sees a game of many players, where it takes them for two sides."""
    many: bool = False
    """Whether it is for any number of players."""
    options: Options | None = None
    """Options that come with it, where users have no say."""
    asks: bool = False
    """Asks questions until it knows, always to the end of the game: takes no depth and keeps no tree."""
    chance: bool = False
    """Whether it is for games with chance, too."""


def _expect(rules: Rules, control: Control, trace: Trace | None, table: Table | None, options: Options) -> Searcher:
    """Numbers where one side's gain is the other's loss, tuples elsewhere."""
    if rules.two_sided:
        return Expectiminimax(rules, control, trace, table, options)
    return ExpectimaxN(rules, control, options, trace)


ALGORITHMS = {
    "minimax": Algorithm(lambda rules, control, trace, *_: Minimax(rules, control, trace)),
    "alphabeta": Algorithm(AlphaBeta, takes_options=True),
    "proof": Algorithm(lambda rules, control, *_: ProofNumber(rules, control), options=dfpn.OPTIONS, asks=True),
    "minimal": Algorithm(lambda rules, control, *_: Minimal(rules, control), options=minimal.OPTIONS),
    "maxn": Algorithm(lambda rules, control, trace, _table, options: MaxN(rules, control, options, trace), many=True),
    "paranoid": Algorithm(AlphaBeta, takes_options=True, view=Paranoid, many=True),
    "bestreply": Algorithm(AlphaBeta, takes_options=True, view=BestReply, many=True),
    "bestreplyplus": Algorithm(AlphaBeta, takes_options=True, view=BestReplyPlus, many=True),
    "expectiminimax": Algorithm(_expect, chance=True),
}


@dataclass(frozen=True)
class Task:
    """A search to be done."""

    position: Position
    algorithm: str
    limit: Limit
    backend: str | None = None
    options: Options | Sampling = Options()  # noqa: RUF009  (frozen)
    tree: int = 0
    """Nodes of the tree to keep; 0 for none."""
    memory: Memory | None = None
    """What earlier searches have left; without it every search begins with an empty table."""
    tables: Knowledge | None = None
    """Positions that need no search."""
    among: tuple[int, ...] = ()
    """The only moves to be tried at the root, in this order; empty for all. For alpha-beta."""

    @property
    def techniques(self) -> Options:
        """The options of a search that looks ahead move by move."""
        assert isinstance(self.options, Options)
        return self.options

    @property
    def table_size(self) -> int:
        """Bytes for the table; 0 for none."""
        return (self.limit.memory or DEFAULT_MEMORY) if self.options.table else 0


class Search:
    """A search under way: iterate over its reports, the last one is the answer; `stop()` ends it early.

    With only a depth it goes there directly; with seconds, nodes or `deepening` it deepens, one report a depth; else it
    searches to the end of the game. Proof-number search asks, one report a question.
    """

    def __init__(self, task: Task, agent: str) -> None:
        self.check(task)
        self.task, self.agent = task, agent
        limited = task.limit.seconds is not None or task.limit.nodes is not None
        row = ALGORITHMS.get(task.algorithm)
        self.deepens = task.options.deepening or (row and row.asks) or (limited and not task.options.windows)
        self.options = (row and row.options) or task.options
        self._stop = Stop()

    @staticmethod
    def check(task: Task) -> None:
        """Refuse, with the reason, what cannot be searched."""
        check_fit(task)

    def stop(self, reason: str = "stop") -> None:
        """End the search; its last report follows at once. May be called from any thread."""
        if reason not in ("stop", "interrupt", "seconds"):
            raise LimitError(f"`{reason}` is no reason to stop; there are stop, interrupt and seconds")
        self._stop.now(reason)

    def __iter__(self) -> Iterator[Report]:
        if self.task.backend == SPECIFICATION:
            return self._specification()
        return self._twin(open_backend(self.task.position.game, self.task.backend, self.taste()))

    def view(self) -> View | None:
        """The game as the algorithm sees it, where that is not as it is."""
        row, position = ALGORITHMS.get(self.task.algorithm), self.task.position
        return None if row is None or row.view is None else row.view(position.rules, position.player, self.task.techniques)

    def taste(self) -> tuple[str, ...]:
        """What the search will ask the game besides its rules."""
        taste = self.options.taste()
        return (*taste, "order") if self.task.algorithm == "bestreplyplus" and "order" not in taste else taste

    def recorder(self, control: Control) -> Trace:  # noqa: ARG002  (for those who keep more)
        """What the specification tells of the nodes it enters."""
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
        rules, root = self.view() or task.position.rules, task.position.state
        control = Control(task.limit, self._stop, tables=task.tables, among=task.among)
        trace = self.recorder(control) if task.tree else None
        table = recall(task, SPECIFICATION, lambda _: Table())
        searcher = ALGORITHMS[task.algorithm].specification(rules, control, trace, table, task.techniques)
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
        if last is None:  # there is always a move ready
            ready = Found((task.among or rules.moves(root))[0], None, ())
            last = (0, ready) if control.best is None else (task.limit.depth, control.best)
        if not self.deepens or self._stop.reason is not None:
            yield self._report(control, SPECIFICATION, *last, trace)

    def _steps(self, searcher: Searcher, root: State) -> Iterator[tuple[int | None, Found]]:
        return ask(searcher, root) if isinstance(searcher, ProofNumber) else deepen(searcher, root, self.task.limit.depth)

    def _twin(self, backend: Backend) -> Iterator[Report]:
        run = self._start(backend)
        self._stop.tell = run.stop
        _RUNNING.add(run)
        if self._stop.reason is not None:
            run.stop(self._stop.reason)
        try:
            with diagnose(self.task.position.game):
                while (found := run.next()) is not None:
                    yield self._from_twin(backend, found)
        finally:
            run.stop("stop")
            _RUNNING.discard(run)

    def _start(self, backend: Backend) -> _core.Search:
        """The twin's search, under way."""
        task, limit = self.task, self.task.limit
        threads = 1 if backend.name == "interpreted" else task.options.threads  # interpreted rules run one at a time anyway
        options = replace(task.techniques, deepening=bool(self.deepens), threads=threads)
        return backend.core.search(
            task.algorithm,
            task.position.state.pack(),
            depth=limit.depth,
            nodes=limit.nodes,
            seconds=limit.seconds,
            tree=task.tree,
            table=recall(task, backend.name, _core.TranspositionTable),
            memory=limit.memory or DEFAULT_MEMORY,
            options=options.techniques(),
            tables=None if task.tables is None else task.tables.core,
            among=list(task.among),
        )

    def _from_twin(self, backend: Backend, found: _core.Found) -> Report:
        """One of the twin's reports."""
        tree = None if found.visits is None else self._tree([Visit(*visit) for visit in found.visits], found.total)
        return self._make(
            backend.name,
            found.depth,
            _found(found),
            found.nodes,
            found.seconds,
            found.exact,
            found.stopped,
            tree,
        )

    def _report(self, control: Control, backend: str, depth: int | None, found: Found, trace: Trace | None) -> Report:
        seconds = time.perf_counter() - control.started
        tree = None if trace is None else self._tree(*trace.last())
        exact = (found.is_final or not control.horizon) and self._stop.reason is None
        return self._make(backend, depth, found, control.nodes, seconds, exact, self._stop.reason, tree)

    def _tree(self, visits: list[Visit], total: int) -> Tree:
        position, view, chance = self.task.position, self.view(), ALGORITHMS[self.task.algorithm].chance
        here = position if view is None else Scene(view, position.state)
        tree = Tree.from_visits(here, self.agent, visits, total, score.bound(position.rules), chance)
        if self.task.algorithm == "maxn":
            complete(tree, visits, Payoff(position.rules), self.task.techniques.ties == "average")
        elif chance and not position.rules.two_sided:
            average(tree, visits, Payoff(position.rules))
        elif position.rules.players > 2:
            tree.rescale(*position.rules.bounds)
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
        """Scores become absolute here, and only here; numbers of moves become names."""
        task, position = self.task, self.task.position
        value, plies = self._split(found.score)
        values: tuple[float, ...] | None = None
        if task.algorithm == "maxn" and found.values is not None:
            value, plies, values = self._values(found.line, found.values)
        elif found.values is not None:
            values = tuple(self._split(each)[0] or 0 for each in found.values)
        elif value is not None and position.rules.two_sided:
            values = tuple(value if player == position.player else -value or 0 for player in range(position.rules.players))
        return Report(
            game=str(position.game),
            agent=self.agent,
            backend=backend,
            player=position.turn,
            move=position.name(found.move),
            value=value,
            values=values,
            line=self._names(found.line),
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            plies=plies,
            exact=exact and (self._is_complete or found.is_won),
            stopped=stopped,
            tree=tree,
            lines=tuple(self._line(each) for each in (found, *found.others)) if task.options.lines > 1 else (),
        )

    @property
    def _is_complete(self) -> bool:
        """Whether every move is tried at the root."""
        return not self.task.among or set(self.task.among) == set(self.task.position.choices)

    def _line(self, found: Found) -> Line:
        value, plies = self._split(found.score)
        return Line(self.task.position.name(found.move), value, plies, self._names(found.line))

    def _split(self, found: float | None) -> tuple[float | None, int | None]:
        """A score as a utility or evaluation and, if proven, the plies to the end."""
        if found is None:
            return None, None
        rules = self.task.position.rules
        value, plies = score.split(found, score.bound(rules))
        if plies is not None and rules.players > 2:
            value = rules.bounds[1] if value > 0 else rules.bounds[0]
        if self.task.algorithm == "expectiminimax":
            value = unfaded(value, score.bound(rules))
        return plain(value), plies

    def _values(self, line: tuple[int, ...], found: tuple[float, ...]) -> tuple[float | None, int | None, tuple[float, ...]]:
        """What max^n found: the mover's value with the plies to a win or loss, and everybody's value."""
        leaf, payoff = self.task.position, Payoff(self.task.position.rules)
        for move in line:
            leaf = leaf.advance(move)
        if self.task.techniques.ties == "average":
            pairs = [payoff.mean(value) for value in found]
        else:
            pairs = [payoff.plain(value, len(line) if leaf.over else None) for value in found]
        values = tuple(plain(value) or 0 for value, _ in pairs)
        return values[self.task.position.player], pairs[self.task.position.player][1], values

    def _names(self, line: tuple[int, ...]) -> tuple[str, ...]:
        view, position = self.view(), self.task.position
        return name_line(position, line) if view is None else view.name_line(position.state, line)


def _found(found: _core.Found) -> Found:
    others = tuple(Found(move, value, tuple(line)) for move, value, line in found.others)
    values = None if found.values is None else tuple(found.values)
    return Found(found.move, found.score, tuple(found.line), others, values)


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
    algorithm = ALGORITHMS[task.algorithm]
    if algorithm.chance:
        check_chance(task.position, task.techniques, task.limit)
    elif algorithm.many:
        check_many(task.position, task.algorithm, task.techniques)
    else:
        check_minimax_game(task.position, task.algorithm)
    if algorithm.asks and task.limit.depth is not None:
        raise AgentError(f"{task.algorithm} always searches to the end of the game and takes no depth; alphabeta does")
    if algorithm.asks and task.tree:
        raise AgentError(f"{task.algorithm} keeps no tree of what it looked at; ask for the solution tree instead")
    if algorithm.takes_options:
        check_options(task.techniques, task.position.game, task.algorithm)
    if task.tree and task.options.lines > 1:
        raise AgentError(f"a tree shows the search for one move; leave out lines={task.options.lines}")
    if task.backend == SPECIFICATION and task.options.threads > 1:
        raise AgentError("the specification runs in one thread; leave threads out, or take another backend")
