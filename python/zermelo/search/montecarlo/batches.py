"""Random games of many leaves together: on a GPU, or on all cores.

A walk that ends at a leaf does not play its game: it waits. Its visits already count, with the mean of each move, so that the next walks look
elsewhere and no move seems worse than it is (Liu, Chen, Yu, Zhai, Zhou and Liu 2020, "Watch the Unobserved"). When the batch is full, so many random games are
played from each leaf, and each leaf gets their mean ("leaf parallelisation", Chaslot, Winands and van den Herik 2008). Games have numbers, so
it does not matter where they are played: a tree whose leaves are played on a GPU is the same tree.
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


class Batch:
    """Leaves that wait for their random games."""

    def __init__(self, search: UCT, player: LeafPlayer | None) -> None:
        self.search, self.player = search, player
        self.plan = leaf_plan(search.rules.game, search.options, search.rollout.forced)
        self.leaf: State | None = None
        """Where the last walk ended, if its games are to be played."""
        self.leaves: list[Leaf] = []

    def work(self, most: int) -> None:
        """One batch of at most so many walks."""
        search = self.search
        try:
            for _ in range(min(most, search.options.batch)):
                if search.proof is not None:
                    break
                walk = search.walk()
                if walk.rates is not None:
                    search.finish(walk, walk.rates)
                elif self.leaf is not None:
                    self.leaves.append(Leaf(walk, self.leaf, [advance(step.edge) for step in walk.path]))
            if search.proof is None and self.leaves:
                self.play()
        finally:
            for leaf in self.leaves:
                take_back_advances(leaf)
                search.take_back(leaf.walk)
            self.leaves.clear()

    def play(self) -> None:
        """Play the games of all leaves and add their means to the tree."""
        search = self.search
        search.control.look_up()
        count = len(self.leaves) * self.plan.per
        plan = replace(self.plan, states=b"".join(leaf.state.pack() for leaf in self.leaves), count=count)
        table = played(search.rules, plan, search.control, self.player)
        self.plan = replace(self.plan, begin=self.plan.begin + count)
        waiting, self.leaves = self.leaves, []
        for leaf, mean in zip(waiting, means(table, plan, search.rules), strict=True):
            take_back_advances(leaf)
            search.control.nodes += mean.plies
            search.rollout.capped += mean.given_up
            search.finish(leaf.walk, search.scale.rates(mean.utilities), proves=False)


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
