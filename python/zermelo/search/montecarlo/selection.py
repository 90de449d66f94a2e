"""Which move UCT tries next: one that is new, or the one with the greatest UCTValue; with whatever is switched on."""

from __future__ import annotations

from math import inf, log, sqrt

from zermelo.game.constants import CHANCE
from zermelo.search.montecarlo import rave
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.rollout import Rollout
from zermelo.search.montecarlo.tree import Edge, Node


class Selection:
    """Chooses moves in the tree."""

    def __init__(self, sampling: MonteCarloOptions, rollout: Rollout) -> None:
        self.sampling, self.rollout, self.scale = sampling, rollout, rollout.scale

    def unproven(self, node: Node, path: list[Node]) -> Edge | None:
        """The move to go on with where the best one is proven; at chance, the outcome that was tried least."""
        edges = [edge for edge in node.edges if edge.proof is None]
        if not edges or node.player == CHANCE:
            return min(edges, key=lambda edge: edge.visits, default=None)
        return self.choose(node, edges, path)

    def choose(self, node: Node, edges: list[Edge], path: list[Node]) -> Edge:
        """Of these moves one that has not been tried, or the one with the greatest value."""
        sampling = self.sampling
        untried = None if sampling.rave else node.untried()
        if untried is not None:
            return untried
        reach = sampling.exploration * self.scale.spread() * sqrt(log(node.passes))
        source = rave.reference([*path, node], sampling.grave) if sampling.rave else node
        best, most = edges[0], -inf
        for edge, other in rave.guesses(edges, source):
            value = self.value(edge, other, node.player, reach)
            if value > most:
                best, most = edge, value
        return best

    def value(self, edge: Edge, other: Edge | None, player: int, reach: float) -> float:
        """UCTValue, with whatever is switched on; `reach` is C * sqrt(ln(parent.visits))."""
        sampling, visits = self.sampling, edge.visits
        if edge.proof is not None and sampling.solver:
            return (edge.proof[player] - self.scale.low) / self.scale.width
        guessed = other.amaf_visits if sampling.rave and other is not None else 0
        if visits == 0 and guessed == 0:
            return inf
        mean = edge.total * (1 / visits) if visits else 0.0
        value = mean
        if sampling.implicit and visits:
            value = (1 - sampling.implicit) * value + sampling.implicit * edge.guess
        if guessed:
            assert other is not None
            share = rave.weight(visits, sampling.rave)
            value = (1 - share) * value + share * (other.amaf_total / guessed)
        if sampling.history:
            value += sampling.history * self.rollout.habits.mean(player, edge.move) / (visits * (1 - mean) + 1)
        return value + reach * (1 / sqrt(visits + 1 if sampling.rave else visits))
