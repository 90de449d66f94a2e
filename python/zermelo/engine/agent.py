"""What an agent is: something that chooses moves. A `SearchAgent` is an algorithm with limits and options.

`algorithms` has the functions by which people make them, such as `alphabeta(depth=8)`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from zermelo.engine.algorithm import ALGORITHMS, DEFAULT_MEMORY, Algorithm, Task
from zermelo.engine.memory import Memory
from zermelo.engine.search import Search
from zermelo.engine.tablebases_and_books import BUILT, NONE, BookReader, named_tables, tablebases_for
from zermelo.errors import AgentError, MoveError, nearest
from zermelo.game import CHANCE, Position
from zermelo.game.evaluation import Evaluation, evaluation
from zermelo.limit import Limit, memory_size
from zermelo.report import Report
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.options import Options
from zermelo.search.parameter import one_of, written

_LIMITS = ("depth", "nodes", "playouts", "seconds", "memory")


class Agent(Protocol):
    """Something that chooses moves."""

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        """What the agent finds, as it searches; the last report is its choice."""

    def __call__(self, position: Position) -> Report:
        """The agent's choice."""
        *_, last = self.reports(position)
        return last


@dataclass(frozen=True)
class SearchAgent:
    """An agent that searches."""

    algorithm: str
    limit: Limit = Limit()  # noqa: RUF009  (frozen)
    backend: str | None = None
    options: Options | MonteCarloOptions = AlphaBetaOptions()  # noqa: RUF009  (frozen)
    name: str | None = None
    """What people call it, when it is a ready-made set of options; these then adapt to the game."""
    memory: Memory | None = None
    """Keeps the table from one search to the next; without it, the same question always takes the same search."""
    book: BookReader | None = None
    """Moves that need no search."""
    tables: str | None = None
    """The name or folder of tablebases, or "built": positions that need no search."""
    evaluation: Evaluation | None = None
    """In place of the game's own evaluation."""

    @property
    def row(self) -> Algorithm:
        return ALGORITHMS[self.algorithm]

    def remembering(self) -> "SearchAgent":
        """The same agent with a memory of its own, for the moves of one game or the positions of one solution."""
        return replace(self, memory=Memory())

    def fresh(self, seed: int) -> "SearchAgent":
        """The same agent at the beginning of a game: an empty memory, and random numbers of its own."""
        options = self.options.reseeded(seed) if isinstance(self.options, MonteCarloOptions) else self.options
        return replace(self.remembering(), options=options, book=None if self.book is None else self.book.fresh(seed))

    def changed(self, **parameters: Any) -> "SearchAgent":
        """The same agent with other parameters, by name, as in `agent.changed(lines=3, seconds=None)`."""
        limits, options = read_parameters(self.row, parameters, self.name)
        more: dict[str, Any] = {"backend": parameters["backend"]} if "backend" in parameters else {}
        if "tables" in parameters:
            more["tables"] = named_tables(parameters["tables"])
        if "evaluate" in parameters:
            given = parameters["evaluate"]
            more["evaluation"] = None if given is None else evaluation(given)
        return replace(self, limit=replace(self.limit, **limits), options=replace(self.options, **options), **more)

    def takes(self, parameter: str) -> bool:
        """Whether users may give it this parameter."""
        return parameter in self.row.parameters

    def task(self, position: Position, tree: int = 0, among: tuple[int, ...] = ()) -> Task:
        """What there is to search in a position; refuses, with the reason, what the agent cannot search."""
        if among and not self.row.takes_moves:
            raise AgentError(f"{self.algorithm} cannot be told which moves to try; alphabeta and strong can")
        options = self.options
        if self.name is not None and isinstance(options, AlphaBetaOptions):
            options = options.without_bets() if position.rules.long_plans(position.state) else options
            options = options.fitted(position.game, self.row.view is not None)
        tables = tablebases_for(position.game, self.tables)
        if self.book is not None:
            self.book.check(position.game)
        if self.evaluation is not None:
            if "evaluate" not in (self.row.fixed or options).heuristics():
                raise AgentError(f"{self} never evaluates a position: leave out `evaluate`, or use `cutoff` or `implicit`")
            position = position.evaluated_by(self.evaluation)
        task = Task(position, self.row, self.limit, self.backend, options, tree, self.memory, tables, among)
        if position.game.hides and not self.row.hidden:
            raise AgentError(
                f"{self.name or self.algorithm} sees everything, but {position.game} hides something from its players: use ismcts or pimc, or "
                f"cheat({str(self)!r}), which sees all and says so"
            )
        self.row.requires(task)
        return task

    def check(self, position: Position) -> None:
        """Refuse, with the reason, a position or game that it cannot play."""
        self.task(position)

    def search(self, position: Position, tree: int = 0, among: tuple[int, ...] = ()) -> Search:
        """A search that can be stopped from outside; `among` are the only moves to be tried, in this order, if it is not empty."""
        return self.row.runs(self.task(position, tree, among), str(self))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        task = self.task(position, tree)
        searches = self.book is None or tree or self.options.lines > 1  # a book has neither trees nor several lines
        known = None if searches or self.book is None else self.book.report(position, str(self))
        return iter(self.row.runs(task, str(self)) if known is None else [known])

    def __call__(self, position: Position, tree: int = 0) -> Report:
        *_, last = self.reports(position, tree)
        return last

    def __str__(self) -> str:
        limit = self.limit if self.limit.memory != DEFAULT_MEMORY else replace(self.limit, memory=None)
        names = self.row.parameters if self.name is None else ("lines", "threads")
        parts = [*written(limit, _LIMITS), *written(self.options, names)]
        parts += [] if self.book is None else [f"book={self.book.path!r}"]
        usual = BUILT if self.name is not None else None
        parts += [] if self.tables == usual else [f"tables={self.tables or NONE!r}"]
        parts += [] if self.evaluation is None else [f"evaluate={self.evaluation}"]
        return f"{self.name or self.algorithm}({', '.join(parts)})"


def read_parameters(row: Algorithm, given: Mapping[str, Any], called: str | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What users gave, checked: limits, and options."""
    declared, who = row.declared(), called or row.name
    limits: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for name, value in given.items():
        if name not in declared and name not in row.options.__dataclass_fields__:
            known = ", ".join(declared)
            raise AgentError(f"{who} takes no parameter `{name}`; it takes {known}.{nearest(name, declared)}")
        if name == "memory":
            limits[name] = None if value is None else memory_size(value)
        elif name in _LIMITS:
            limits[name] = value
        elif name in row.words:
            options[name] = one_of(name, value, row.words[name])
        elif name in row.options.__dataclass_fields__:
            options[name] = declared[name].read(name, value) if name in declared else value
    return limits, options


def check_agent(agent: Agent, position: Position) -> None:
    """Refuse, before anything begins, what an agent cannot play; agents of your own may have a method `check(position)`."""
    check: Callable[[Position], None] | None = getattr(agent, "check", None)
    if check is not None:
        check(first_turn(position))


def fits(agent: Agent, position: Position) -> bool:
    """Whether an agent can play a position."""
    try:
        check_agent(agent, position)
    except AgentError:
        return False
    return True


def fresh(agent: Agent, seed: int) -> Agent:
    """The agent at the start of a game. From then on it keeps its transposition table, which helps for similar positions.

    Your own agent may have a method `fresh(seed)` that returns a copy for a new game, if it uses random numbers or memory.
    """
    renew: Callable[[int], Agent] | None = getattr(agent, "fresh", None)
    return agent if renew is None else renew(seed)


def think(agent: Agent, position: Position) -> Report:
    """The agent's report. Ctrl-C, which its search has caught, is raised again: it is meant for whatever asks the agent."""
    report = agent(position)
    if not isinstance(report, Report):
        raise AgentError(f"{agent} returned {report!r:.60}, but an agent returns a Report")
    if report.stopped == "interrupt":
        raise KeyboardInterrupt
    return report


def legal_move(agent: Agent, position: Position, report: Report) -> int:
    """The move that an agent chose; raises AgentError if it is not legal."""
    try:
        return position.parse(report.move)
    except MoveError as error:
        raise AgentError(f"{agent} chose an illegal move in {position.game}: {error}") from error


def first_turn(position: Position) -> Position:
    """The position itself or, where chance is to move, one of those that it leads to in which a player is."""
    while position.player == CHANCE and not position.over:
        position = position.advance(position.choices[0])
    return position
