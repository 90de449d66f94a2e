"""Random games of many leaves together: on a GPU, or on all cores.

A walk that ends at a leaf does not play its game: it waits. Its visits already count, with the mean of each move, so that the next walks look
elsewhere and no move seems worse than it is (Liu, Chen, Yu, Zhai, Zhou and Liu 2020, "Watch the Unobserved"). When the batch is full, so many random games are
played from each leaf, and each leaf gets their mean ("leaf parallelisation", Chaslot, Winands and van den Herik 2008). Games have numbers, so
it does not matter where they are played: a tree whose leaves are played on a GPU is the same tree. While the games of one batch are played, the next
one is collected; so a walk does not know the games of two batches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from zermelo.game import Game, Rules, State
from zermelo.search.control import Control, Stopped
from zermelo.search.montecarlo.random_games import Plan, means, play_games

if TYPE_CHECKING:
    from zermelo.search.montecarlo.options import MonteCarloOptions
    from zermelo.search.montecarlo.tree import Edge
    from zermelo.search.montecarlo.uct import UCT, Walk

FEWEST, SHARE = 256, 4
"""A batch takes one walk for so many visits of the root, and at least so few."""
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
    state: State
    advances: list[float]
    """What each move of the path was credited with in advance."""


class Sent(NamedTuple):
    """A batch whose games are played while the next one is collected."""

    leaves: list[Leaf]
    plan: Plan


class Batch:
    """Leaves that wait for their random games."""

    def __init__(self, search: UCT, player: LeafPlayer | None) -> None:
        self.search, self.player = search, player
        self.plan = leaf_plan(search.rules.game, search.options, search.rollout.forced)
        self.leaf: State | None = None
        """Where the last walk ended, if its games are to be played."""
        self.leaves: list[Leaf] = []
        self.sent = Sent([], self.plan)

    def work(self, most: int) -> None:
        """Collect a batch, of at most so many walks with those that were sent; then finish the one before, and send it."""
        done = False
        try:
            self.collect(min(most - len(self.sent.leaves), self.size()))
            if self.search.proof is None:
                self.finish()
                self.send()
                done = True
        finally:
            if not done:
                self.drop()

    def collect(self, walks: int) -> None:
        """Walk to so many leaves, as long as the root is not proven."""
        search = self.search
        for _ in range(walks):
            if search.proof is not None:
                break
            walk = search.walk()
            if walk.rates is not None:
                search.finish(walk, walk.rates)
            elif self.leaf is not None:
                self.leaves.append(Leaf(walk, self.leaf, [advance(step.edge) for step in walk.path]))

    def send(self) -> None:
        """Have the games of all leaves played."""
        count = len(self.leaves) * self.plan.per
        plan = replace(self.plan, states=b"".join(leaf.state.pack() for leaf in self.leaves), count=count)
        self.plan = replace(self.plan, begin=self.plan.begin + count)
        self.sent, self.leaves = Sent(self.leaves, plan), []

    def finish(self) -> None:
        """Add the means of the games that were sent to the tree."""
        search, (leaves, plan) = self.search, self.sent
        if not leaves:
            return
        search.control.look_up()
        table = played(search.rules, plan, search.control, self.player)
        self.sent = Sent([], plan)
        for leaf, mean in zip(leaves, means(table, plan, search.rules), strict=True):
            take_back_advances(leaf)
            search.control.nodes += mean.plies
            search.rollout.capped += mean.given_up
            search.finish(leaf.walk, search.scale.rates(mean.utilities), proves=False)

    def flush(self) -> None:
        """Finish what was sent, so that no walk is under way."""
        try:
            self.finish()
        finally:
            self.drop()

    def drop(self) -> None:
        """Take back all walks that are not finished."""
        for leaf in (*self.sent.leaves, *self.leaves):
            take_back_advances(leaf)
            self.search.take_back(leaf.walk)
        self.sent = Sent([], self.plan)
        self.leaves.clear()

    def size(self) -> int:
        """How many walks the next batch takes. They do not know of each other's games, so a small tree takes few at a time."""
        return min(self.search.options.batch, max(FEWEST, self.search.root.passes // SHARE))


def advance(edge: Edge) -> float:
    """Credit a move with its mean until the games of a walk are played; a new move with nothing, as after a lost game."""
    if edge.visits < 2:
        return 0.0
    mean = edge.total / (edge.visits - 1)
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
