"""Selection: which move UCT tries next. An untried one, or the one with the greatest UCT value, which techniques may change."""

from math import inf, log, sqrt

from zermelo.game import CHANCE
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.rollout import Rollout
from zermelo.search.montecarlo.tree import Edge, Node


class Selection:
    """Chooses moves in the tree."""

    def __init__(self, options: MonteCarloOptions, rollout: Rollout) -> None:
        self.options, self.scale, self.techniques = options, rollout.scale, rollout.techniques
        self.values_untried = any(technique.values_untried for technique in self.techniques)

    def unproven(self, node: Node, path: list[Node]) -> Edge | None:
        """The unproven move to continue with if the best one is proven; at chance, the outcome with the fewest visits."""
        edges = [edge for edge in node.edges if edge.proof is None]
        if not edges or node.player == CHANCE:
            return min(edges, key=lambda edge: edge.visits, default=None)
        return self.choose(node, edges, path)

    def choose(self, node: Node, edges: list[Edge], path: list[Node]) -> Edge:
        """An untried move, or the one with the greatest value."""
        untried = None if self.values_untried else node.untried()
        if untried is not None:
            return untried
        reach = self.options.exploration * self.scale.spread() * sqrt(log(node.passes))
        for technique in self.techniques:
            technique.begin([*path, node])
        best, most = edges[0], -inf
        for edge in edges:
            value = self.value(edge, node.player, reach)
            if value > most:
                best, most = edge, value
        return best

    def value(self, edge: Edge, player: int, reach: float) -> float:
        """The UCT value, with all techniques that are switched on; `reach` is C * sqrt(ln(parent.visits))."""
        visits = edge.visits
        if edge.proof is not None and self.options.solver:
            return (edge.proof[player] - self.scale.low) / self.scale.width
        value = edge.total * (1 / visits) if visits else None
        for technique in self.techniques:
            value = technique.value(edge, player, value)
        return inf if value is None else value + reach * (1 / sqrt(visits + self.values_untried))
