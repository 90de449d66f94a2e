"""Random games of many leaves together: on a GPU, or on all cores.

A walk that ends at a leaf does not play its game: it waits. Its visits already count, with the mean of each move, so that the next walks look
elsewhere and no move seems worse than it is (Liu, Chen, Yu, Zhai, Zhou and Liu 2020, "Watch the Unobserved"). When the batch is full, so many random games are
played from each leaf, and each leaf gets their mean ("leaf parallelisation", Chaslot, Winands and van den Herik 2008). Games have numbers, so
it does not matter where they are played: a tree whose leaves are played on a GPU is the same tree.

A batch is collected in parts. While the games of some parts are played, the next part is collected; so a walk does not know the games of at most a
batch of others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from zermelo.game import Game, Rules, State
from zermelo.search.control import Control, Stopped
from zermelo.search.montecarlo.random_games import Mean, Plan, means, play_games
from zermelo.search.montecarlo.wide import Opened, open_leaf

if TYPE_CHECKING:
    from zermelo.search.montecarlo.options import MonteCarloOptions
    from zermelo.search.montecarlo.scale import Rates
    from zermelo.search.montecarlo.tree import Edge
    from zermelo.search.montecarlo.uct import UCT, Walk

FEWEST, SHARE = 256, 4
"""A batch takes one walk for so many visits of the root, and at least so few."""
PARTS = 4
"""Parts of a batch; one is collected while the games of the others are played."""
LeafPlayer = Callable[[Plan, Callable[[], bool]], bytes | None]
"""Plays the games of a plan somewhere else: their table, or None if the search has to end before; the second argument says whether it has."""


def is_forced(game: Game, options: MonteCarloOptions) -> bool:
    """Whether random games make only the moves that the game's `forced` keeps."""
    return options.forced and game.rules.two_sided and game.defines("forced")


def leaf_policy(game: Game, forced: bool) -> str:
    """How the random games of a batch choose their moves."""
    return "playout" if game.defines("playout") else "forced" if forced else "moves"


def leaf_plan(game: Game, options: MonteCarloOptions, forced: bool) -> Plan:
    """The random games of a batch, still without positions."""
    return Plan(b"", options.leaf_games, None, 0, 0, options.seed, options.cap, policy=leaf_policy(game, forced))


class Leaf(NamedTuple):
    """A walk that waits for its random games."""

    walk: Walk
    states: list[State]
    """Where they begin."""
    opened: Opened | None
    advances: list[float]
    """What each move of the walk was credited with in advance."""

    @property
    def weight(self) -> int:
        """How many playouts it counts as."""
        return 1 if self.opened is None else self.opened.weight


class Part(NamedTuple):
    """Leaves whose games are played while others are collected."""

    leaves: list[Leaf]
    plan: Plan


class Batch:
    """Leaves that wait for their random games."""

    def __init__(self, search: UCT, player: LeafPlayer | None) -> None:
        self.search, self.player = search, player
        self.plan = leaf_plan(search.rules.game, search.options, search.rollout.forced)
        self.parts = min(PARTS, search.options.batch)
        self.starts: list[State] = []
        """Where the games of the last walk begin, if they are to be played."""
        self.opened: Opened | None = None
        """The leaf of the last walk, if its moves are tried."""
        self.leaves: list[Leaf] = []
        """Those of the part that is collected."""
        self.sent = deque[Part]()
        """The other parts, the oldest first."""

    def work(self, most: int) -> None:
        """Collect and send a part, of at most so many playouts with those that were sent; then finish the oldest if it is its turn."""
        done = False
        try:
            under_way = sum(leaf.weight for part in self.sent for leaf in part.leaves)
            self.collect(min(most - under_way, self.part_size()))
            if self.search.proof is None:
                is_new = bool(self.leaves)
                self.send()
                if len(self.sent) == self.parts or not is_new:
                    self.finish()
                done = True
        finally:
            if not done:
                self.drop()

    def collect(self, playouts: int) -> None:
        """Walk to so many leaves, as long as the root is not proven."""
        search, done = self.search, 0
        while done < playouts and search.proof is None:
            self.starts, self.opened = [], None
            walk = search.walk()
            if walk.rates is not None:
                search.finish(walk, walk.rates)
                done += 1
            else:
                self.leaves.append(self.waiting(walk))
                done += self.leaves[-1].weight

    def waiting(self, walk: Walk) -> Leaf:
        """A walk whose games are to be played; it counts from now on."""
        leaf = Leaf(walk, self.starts, self.opened, [])
        for node, edge in walk.tried():
            node.passes += leaf.weight - 1
            edge.visits += leaf.weight - 1
        leaf.advances.extend(advance(step.edge, leaf.weight) for step in walk.path)
        return leaf

    def open(self, s: State, edge: Edge) -> Rates | None:
        """Try all moves of a leaf, and have games begin with each of them; the rates of the leaf if they are known already."""
        self.starts, self.opened, rates = open_leaf(self.search, s, edge)
        return rates

    def send(self) -> None:
        """Have the games of the leaves played that were collected."""
        if not self.leaves:
            return
        states = [state.pack() for leaf in self.leaves for state in leaf.states]
        count = len(states) * self.plan.per
        plan = replace(self.plan, states=b"".join(states), count=count)
        self.plan = replace(self.plan, begin=self.plan.begin + count)
        self.sent.append(Part(self.leaves, plan))
        self.leaves = []

    def finish(self) -> None:
        """Add the means of the games of the oldest part to the tree."""
        if not self.sent:
            return
        search, (leaves, plan) = self.search, self.sent[0]
        search.control.look_up()
        table = played(search.rules, plan, search.control, self.player)
        self.sent.popleft()
        found = means(table, plan, search.rules)
        for leaf in leaves:
            self.settle(leaf, [self.rates(mean) for mean in islice(found, len(leaf.states))])

    def rates(self, mean: Mean) -> Rates:
        """The rates of the games from one position."""
        self.search.control.nodes += mean.plies
        self.search.rollout.capped += mean.given_up
        return self.search.scale.rates(mean.utilities)

    def settle(self, leaf: Leaf, found: list[Rates]) -> None:
        """Add the rates of a leaf's games to the tree."""
        take_back_advances(leaf)
        if leaf.opened is None:
            self.search.finish(leaf.walk, found[0], proves=False)
            return
        for move, rates in zip(leaf.opened.moves, found, strict=True):
            move.total += rates[leaf.opened.player]
        self.search.finish_many(leaf.walk, [*leaf.opened.ends, *found])

    def flush(self) -> None:
        """Finish all that was sent, so that no walk is under way."""
        try:
            while self.sent:
                self.finish()
        finally:
            self.drop()

    def drop(self) -> None:
        """Take back all walks that are not finished."""
        for leaf in (*(leaf for part in self.sent for leaf in part.leaves), *self.leaves):
            take_back_advances(leaf)
            self.search.take_back(leaf.walk, leaf.weight)
            for move in () if leaf.opened is None else leaf.opened.moves:
                move.visits -= 1
        self.sent.clear()
        self.leaves.clear()

    def part_size(self) -> int:
        """How many playouts the next part takes. They do not know of each other's games, so a small tree takes few at a time."""
        return min(self.search.options.batch, max(FEWEST, self.search.root.passes // SHARE)) // self.parts


def advance(edge: Edge, weight: int = 1) -> float:
    """Credit a move with its mean until the games of a walk are played; a new move with nothing, as after a lost game."""
    if edge.visits <= weight:
        return 0.0
    mean = edge.total / (edge.visits - weight) * weight
    edge.total += mean
    return mean


def take_back_advances(leaf: Leaf) -> None:
    """Take back what the moves of a path were credited with in advance."""
    for step, mean in zip(leaf.walk.path, leaf.advances, strict=True):
        step.edge.total -= mean


def played(rules: Rules, plan: Plan, control: Control, player: LeafPlayer | None) -> bytes:
    """The table of the games of a plan; raises Stopped if the search has to end."""
    if player is None:
        return play_games(rules, plan, control.look_up)[0]
    table = player(plan, control.is_over)
    if table is None:
        control.look_up()
        raise Stopped
    return table
