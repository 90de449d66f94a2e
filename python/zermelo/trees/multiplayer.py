"""The tree of max^n, with or without chance: a node is worth a tuple, one number a player.

It has neither MAX nor MIN, so a node is of the kind "own". Its `values` are those of all players, its `value` is that of the
player at the root. Where max^n prunes, the node says why, and the moves that were not searched are its pruned children. A node
that was given up too early appears again, further to the right, when it is searched again.
"""

from zermelo.report import plain
from zermelo.search import Payoff, Visit, trace
from zermelo.search.chance.expectation import undiscounted
from zermelo.trees.tree import Tree

WHY = {trace.SOONEST: "immediate", trace.CUT: "shallow", trace.GIVEN_UP: "given up"}
"""The prunings of max^n as a tree names them."""


def complete(tree: Tree, visits: list[Visit], payoff: Payoff, mixed: bool) -> None:
    """Give the nodes of a max^n tree the values of all players; `mixed` if these are means over equal moves."""
    tree.root.kind = "own"
    if visits:
        _Tuples(tree, visits, payoff, mixed).fill()


def average(tree: Tree, visits: list[Visit], payoff: Payoff) -> None:
    """The same with chance nodes; the principal variation ends at the first one."""
    tree.root.kind = "own"
    if visits:
        _Tuples(tree, visits, payoff, False).fill_averages()


class _Tuples:
    """A tree to complete; nodes and visits are in the same order, parents before their children."""

    def __init__(self, tree: Tree, visits: list[Visit], payoff: Payoff, mixed: bool) -> None:
        self.nodes, self.visits, self.payoff, self.mixed = list(tree.walk()), visits, payoff, mixed
        self.root = visits[0].player
        self.below: list[list[int]] = [[] for _ in visits]
        self.plies = [0] * len(visits)
        for index, visit in enumerate(visits[1:], 1):
            self.below[visit.parent].append(index)
            self.plies[index] = self.plies[visit.parent] + 1

    def fill(self) -> None:
        for index in reversed(range(len(self.visits))):
            node, visit = self.nodes[index], self.visits[index]
            node.best = False
            if visit.why != trace.PRUNED:
                node.kind = "end" if visit.why == trace.END else "own"
                node.why = WHY.get(visit.why, node.why)
                self.judge(index)
        self.mark_best()

    def fill_averages(self) -> None:
        bound = max(self.payoff.high, -self.payoff.low)
        for node, visit in zip(self.nodes, self.visits, strict=True):
            node.best, node.kind = False, "own" if node.kind in ("max", "min") else node.kind
            if visit.values:
                node.values = tuple(plain(undiscounted(value, bound)) or 0 for value in visit.values)
        self.mark_best()

    def mark_best(self) -> None:
        here: int | None = 0
        while here is not None:
            self.nodes[here].best = True
            here = None if self.nodes[here].kind == "chance" else self.best_child(here)

    def judge(self, index: int) -> None:
        """A node's values without discount: leaves from their visits, others from the child they come from."""
        node, visit = self.nodes[index], self.visits[index]
        if not visit.values:
            node.value = node.plies = None
            return
        best_child = self.best_child(index)
        if best_child is not None and not self.mixed:
            child = self.nodes[best_child]
            node.values, node.plies = child.values, None if child.plies is None else child.plies + 1
        else:
            ended, guessed = visit.why == trace.END, visit.why == trace.HORIZON
            pairs = [
                self.payoff.plain(value, self.plies[index] if ended else None) if ended or guessed else self.payoff.mean(value)
                for value in visit.values
            ]
            node.values = tuple(plain(value) or 0 for value, _ in pairs)
            node.plies = None if pairs[self.root][1] is None else 0
        assert node.values is not None
        node.value = node.values[self.root]

    def best_child(self, index: int) -> int | None:
        """The child that a node's values come from, the first of several; None for a leaf."""
        visit, below = self.visits[index], self.below[index]
        found = [child for child in below if self.visits[child].values and self.visits[child].why != trace.GIVEN_UP]
        if not visit.values:  # stopped: use the best finished move, as the report does
            most = max((self.visits[child].values[visit.player] for child in found), default=0)
            candidates = [child for child in found if self.visits[child].values[visit.player] == most]
        elif self.mixed:
            candidates = [child for child in found if self.visits[child].values[visit.player] == visit.values[visit.player]]
        else:
            candidates = [child for child in found if self.visits[child].values == visit.values]
        moves = [self.visits[child].move for child in below]
        return min(candidates, key=lambda child: moves.index(self.visits[child].move), default=None)
