"""What the engine knows of one algorithm: a row of `algorithms.ALGORITHMS`. And a task: one search to be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from zermelo.engine.memory import Memory
from zermelo.engine.tablebases_and_books import TablebaseReader
from zermelo.game import Position, Rules
from zermelo.game.evaluation import AnyEvaluation
from zermelo.limit import Limit
from zermelo.search import Control, Options, Searcher, Trace, TranspositionTable, Visit
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.multiplayer.view import View
from zermelo.search.parameter import Parameter, declare, parameters
from zermelo.trees.reading import RankedReading
from zermelo.trees.tree import Tree

if TYPE_CHECKING:
    from zermelo.engine.search import Search

DEFAULT_MEMORY = 64 << 20
ALGORITHMS: dict[str, Algorithm] = {}
"""Every row, by name; `algorithms` fills it."""
SPECIFICATION = "python"
"""The backend that runs the specification itself, in Python."""


@dataclass(frozen=True)
class Shared:
    """Parameters that do not belong to one technique: limits, knowledge and the backend."""

    depth: int | None = declare(None, "Plies to look ahead.")
    nodes: int | None = declare(None, "Positions to look at.")
    playouts: int | None = declare(None, "Random games to play.")
    seconds: float | None = declare(None, "Time for one move.")
    memory: str | int | None = declare(None, 'Memory for the transposition table or the tree, such as "64MB".')
    book: str | None = declare(None, "An opening book to play from as long as it knows the position: the name of its file.")
    tables: str | None = declare(
        None, 'Tablebases to look positions up in: a folder, "all", "built" for all if there are any, or "none".'
    )
    evaluate: AnyEvaluation | None = declare(  # noqa: RUF009
        None,
        'Another evaluation: a function, its place such as "my_evaluations.py:mobility", linear(features, weights), '
        'or other weights, such as {"corners": 30} or "weights.toml".',
    )
    backend: str | None = declare(None, "Where rules run: native, compiled, interpreted or python.")


@dataclass(frozen=True, eq=False)
class Algorithm:
    """One algorithm: how users write it, what it needs of a game, how it runs, and how its numbers are read."""

    name: str
    help: str
    """What it does, for people who choose an agent."""
    parameters: tuple[str, ...]
    """Names of the parameters that users may give, in order; `Shared` and `options` declare them."""
    requires: Callable[[Task], None]
    """Refuses, with the reason, a game, limit or options that it cannot search."""
    runs: Callable[[Task, str], Search]
    specification: Callable[[Rules, Control, Trace | None, TranspositionTable | None, Any], Searcher] | None = None
    """The search in Python, for algorithms that look ahead move by move."""
    options: type[Options] | type[MonteCarloOptions] = Options
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Parameters whose defaults differ from their declaration."""
    settle: Callable[[dict[str, Any]], object] = dict.copy
    """Completes what users gave, such as a default limit where there is none."""
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parameters that take fewer words here than their declaration says."""
    fixed: Options | None = None
    """Options that come with the algorithm, where users have no say."""
    view: type[View] | None = None
    """How it reduces a game of many players to two sides."""
    heuristics: tuple[str, ...] = ()
    """Methods of the game that it asks whatever its options."""
    reading: Callable[[Position, Any], RankedReading] = RankedReading
    """What its scores stand for."""
    finish_tree: Callable[[Tree, Task, list[Visit]], None] | None = None
    """Completes a tree with what only this algorithm knows."""
    to_the_end: bool = False
    """Always searches to the end of the game: takes no depth, keeps no tree."""
    plain: str | None = None
    """The algorithm that looks at everything and finds the same value."""
    many_players: bool = False
    """Whether it is meant for more than two players."""
    watchable: bool = True
    """Whether there is something to see in a search step by step."""
    hidden: bool = False
    """Whether it plays games in which players do not see everything; all others would see what they must not."""
    takes_moves: bool = False
    """Whether it can be told which moves to try at the root."""

    def __post_init__(self) -> None:
        ALGORITHMS[self.name] = self

    def declared(self) -> dict[str, Parameter]:
        """Its parameters, by name, with the defaults that they have here."""
        every = parameters(Shared) | parameters(self.options)
        return {
            name: replace(
                every[name],
                default=self.defaults.get(name, every[name].default),
                words=self.words.get(name, every[name].words),
            )
            for name in self.parameters
        }


@dataclass(frozen=True)
class Task:
    """A search to be done."""

    position: Position
    algorithm: Algorithm
    limit: Limit
    backend: str | None = None
    options: Options | MonteCarloOptions = AlphaBetaOptions()  # noqa: RUF009  (frozen)
    tree: int = 0
    """Nodes of the tree to keep; 0 for none."""
    memory: Memory | None = None
    """What earlier searches have left; without it every search begins with an empty table."""
    tables: TablebaseReader | None = None
    """Positions that need no search."""
    among: tuple[int, ...] = ()
    """The only moves to be tried at the root, in this order; empty for all."""

    @property
    def techniques(self) -> Options:
        """The options of a search that looks ahead move by move."""
        assert isinstance(self.options, Options)
        return self.options

    @property
    def table_size(self) -> int:
        """Bytes for the transposition table; 0 for none."""
        return (self.limit.memory or DEFAULT_MEMORY) if self.options.table else 0

    @property
    def view(self) -> View | None:
        """The game as the algorithm sees it, where that is not as it is."""
        view = self.algorithm.view
        return None if view is None else view(self.position.rules, self.position.player, self.techniques)
