"""The log of a search: the nodes of its tree in the order in which they were entered, and the events at them.

Iterative deepening, and searches with several windows, make several rounds; each round has its own log. `Recorder` writes it
while the specification searches. `log_of` reads it off a tree, whose nodes are in the order in which they were entered; two
things are missing then: nodes of searches within the search, and the bounds of averages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import copysign, inf, isnan, nan
from typing import TYPE_CHECKING, NamedTuple

from zermelo.search import OPEN, Control, Trace, Visit, score
from zermelo.trees.node import TreeNode, score_of

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree

ENTER, LEAVE, PRUNE, HIDDEN, WEIGH = range(5)
"""A node is entered, left or pruned; a move was searched but its nodes are not kept; an average has new bounds."""


class Event(NamedTuple):
    kind: int
    node: int
    nodes: int
    """Nodes entered so far, in all rounds."""
    move: int = -1
    """The move of a hidden result."""
    low: float = nan
    """The score of a hidden result, or the lower bound of an average."""
    high: float = nan
    values: Sequence[float] = ()


@dataclass
class SearchLog:
    """One round: its nodes, parents first, with the search's own numbers (`visits`), and the events."""

    tree: Tree
    visits: list[Visit]
    events: list[Event]
    guesses: dict[int, float] = field(default_factory=dict)
    """Evaluations of nodes at the depth limit that have children (quiescence search)."""

    def __post_init__(self) -> None:
        self.nodes = list(self.tree.walk())
        self.parents = [visit.parent for visit in self.visits]
        self.depths: list[int] = []
        self.below: list[list[int]] = [[] for _ in self.parents]
        for index, parent in enumerate(self.parents):
            self.depths.append(0 if parent < 0 else self.depths[parent] + 1)
            if parent >= 0:
                self.below[parent].append(index)


@dataclass
class LogDraft:
    """A log that is being written."""

    visits: list[Visit] = field(default_factory=list)
    total: int = 0
    events: list[Event] = field(default_factory=list)
    depth: int | None = None
    """The depth of the round, once it is known."""

    @property
    def finished(self) -> bool:
        """Whether the root has a value."""
        return not isnan(self.visits[0].value)


class Recorder(Trace):
    """A trace that keeps every round and the order of events. The limit is on the nodes of all rounds together.

    The root of each round is always kept, and so are the results of all moves of a kept node.
    """

    def __init__(self, limit: int, control: Control) -> None:
        super().__init__(limit)
        self.control = control
        self.rounds: list[LogDraft] = []
        self.under_way: list[int] = []
        """The moves that lead to the current node."""

    def enter(self, move: int, player: int, alpha: float, beta: float) -> None:
        if not self.path:
            self.limit = max(1, self.limit - len(self.visits))
        super().enter(move, player, alpha, beta)
        if len(self.path) == 1:
            self.rounds.append(LogDraft(self.visits))
        self.rounds[-1].total = self.total
        self.under_way.append(move)
        self.note(ENTER, self.path[-1])

    def leave(self, value: float, why: int, values: Sequence[float] = ()) -> None:
        index, move = self.path[-1], self.under_way.pop()
        super().leave(value, why, values)
        self.note(LEAVE, index)
        if index < 0:
            self.note(HIDDEN, self.path[-1], move=move, low=value, values=values)

    def prune(self, move: int) -> None:
        before = len(self.visits)
        super().prune(move)
        if len(self.visits) > before:
            self.note(PRUNE, before)

    def weigh(self, low: float, high: float) -> None:
        self.note(WEIGH, self.path[-1], low=low, high=high)

    def note(
        self, kind: int, node: int, move: int = -1, low: float = nan, high: float = nan, values: Sequence[float] = ()
    ) -> None:
        """Record an event, if its node is kept."""
        if node >= 0:
            self.rounds[-1].events.append(Event(kind, node, self.control.nodes, move, low, high, values))


def log_of(tree: Tree) -> SearchLog:
    """The log of a tree. Players are unknown (-1); moves are numbered, equal ones of a node alike."""
    visits: list[Visit] = []
    events: list[Event] = []
    numbers: dict[tuple[int, str | None], int] = {}
    stack: list[tuple[TreeNode | None, int, int]] = [(tree.root, -1, 0)]
    entered = 0
    while stack:
        node, index, depth = stack.pop()
        if node is None:
            if not isnan(visits[index].value):
                events.append(Event(LEAVE, index, entered))
            continue
        here, move = len(visits), numbers.setdefault((index, node.move), len(numbers))
        window = _edge(node.alpha, node.alpha_ply, -inf), _edge(node.beta, node.beta_ply, inf)
        value = nan if node.value is None else score_of(node, depth)
        visits.append(Visit(index, move, -1, *window, value, OPEN, node.values or ()))
        if node.kind == "pruned":
            events.append(Event(PRUNE, here, entered))
            continue
        entered += 1
        events.append(Event(ENTER, here, entered))
        stack.append((None, here, depth))
        stack.extend((child, here, depth + 1) for child in reversed(node.children))
    return SearchLog(tree, visits, events)


def _edge(edge: float | None, ply: int | None, wide: float) -> float:
    if edge is None:
        return wide
    return edge if ply is None else copysign(score.WIN - ply, edge)
