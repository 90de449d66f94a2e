"""The state of each node during a search: the best move so far, the current window, and what each player has elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf, isfinite, isnan

from zermelo.search.multiplayer.maxn import Best
from zermelo.trees.drawing import words
from zermelo.trees.node import TreeNode
from zermelo.trees.player import phrases
from zermelo.trees.player.log import SearchLog
from zermelo.trees.reading import NodeValue, RankedReading

UNKNOWN = NodeValue(None)


@dataclass(slots=True)
class NodeState:
    """An open node; numbers are the search's own."""

    low: float
    high: float
    best: float | None = None
    worth: NodeValue = UNKNOWN
    best_child: int = -1
    pruned: list[int] = field(default_factory=list)
    parts: list[tuple[float, NodeValue]] = field(default_factory=list)
    """Outcomes of chance so far, with their probabilities."""
    bounds: tuple[float, float] = (-inf, inf)
    hidden: bool = False
    """Whether some searched moves have no kept nodes."""
    own: Best = field(default_factory=Best)
    """The best move so far in max^n."""


class NodeStates:
    def __init__(self, log: SearchLog, reading: RankedReading) -> None:
        self.log, self.reading = log, reading
        self.nodes, self.parents, self.visits = log.nodes, log.parents, log.visits
        self.states: dict[int, NodeState] = {}

    def __getitem__(self, index: int) -> NodeState:
        return self.states[index]

    def enter(self, index: int) -> None:
        """A node is entered; at the depth limit the player to move may stand pat."""
        state = self.states[index] = NodeState(self.visits[index].alpha, self.visits[index].beta)
        if index in self.log.guesses:
            state.best = self.log.guesses[index]
            state.worth = self.reading.worth(state.best, (), self.log.depths[index])
            self.narrow(index, state.best)

    def sign(self, index: int) -> int:
        return 1 if self.nodes[index].kind == "max" else -1

    def worth(self, index: int, plies: int = 0) -> NodeValue:
        """The value of a node in the tree, seen from `plies` above it."""
        node = self.nodes[index]
        return NodeValue(node.value, None if node.plies is None else node.plies + plies, node.values)

    def narrow(self, index: int, found: float) -> bool:
        """Raise alpha (MAX) or lower beta (MIN) of a node's window; return whether it changed."""
        state = self.states[index]
        if self.nodes[index].kind == "max":
            moved = found > state.low
            state.low = max(state.low, found)
        else:
            moved = found < state.high
            state.high = min(state.high, found)
        return moved

    def bears_out(self, index: int) -> bool:
        """Whether the best move so far has the value of the node."""
        state, found = self.states[index], self.visits[index].value
        return isnan(found) or state.best == found

    # Windows

    def window(self, index: int) -> str:
        node, state = self.nodes[index], self.states[index]
        if (state.low, state.high) == (self.visits[index].alpha, self.visits[index].beta):
            return words.window(node)
        ply = None if state.worth.plies is None else state.worth.plies + self.log.depths[index]
        edge = "alpha" if node.kind == "max" else "beta"
        return words.window(replace(node, children=[], **{edge: state.worth.value, f"{edge}_ply": ply}))  # type: ignore[arg-type]

    def earned(self, index: int, edge: float, kind: str) -> TreeNode | None:
        """The ancestor whose best value is this edge of a window; None if the edge is only a test."""
        found = (node for node, state in self.above(index) if node.kind == kind and state.best == edge)
        return next(found, None) if isfinite(edge) else None

    def above(self, index: int) -> Iterator[tuple[TreeNode, NodeState]]:
        """The ancestors of a node, with their states."""
        while (index := self.parents[index]) >= 0:
            yield self.nodes[index], self.states[index]

    def owner(self, index: int, edge: str) -> tuple[str, str]:
        """The player who already has an edge of a node's window elsewhere (empty if it is only a test), and its value."""
        node, visit = self.nodes[index], self.visits[index]
        value, ply = (node.alpha, node.alpha_ply) if edge == "alpha" else (node.beta, node.beta_ply)
        found = self.earned(index, visit.alpha, "max") if edge == "alpha" else self.earned(index, visit.beta, "min")
        amount = "" if value is None else phrases.sure(value, ply, words.clean(self.log.tree.max))
        return "" if found is None else phrases.who(found), amount

    def under_chance(self, index: int) -> bool:
        return any(node.kind == "chance" for node, _ in self.above(index))
