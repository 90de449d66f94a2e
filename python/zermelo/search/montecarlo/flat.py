"""Flat Monte-Carlo: a fixed number of random games for each move; the move with the best win rate is played.

This is the lecture's "very simple example", 50 games a move. It has no tree and no heuristics; it plays easy games, and shows
what a tree is for.
"""

from collections.abc import Iterator

from zermelo.game import Random, Rules, State
from zermelo.search.control import Control, Found, Stopped, Trial
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.rollout import Rollout
from zermelo.search.montecarlo.tree import Edge


class MonteCarlo:
    def __init__(self, rules: Rules, control: Control, options: MonteCarloOptions) -> None:
        self.rules, self.control, self.options = rules, control, options
        self.rollout = Rollout(rules, control, options, Random(options.seed))
        self.scale = self.rollout.scale
        self.edges: list[Edge] = []
        self.totals: list[list[float]] = []
        self.playouts = 0

    @property
    def capped(self) -> int:
        """Games that were given up."""
        return self.rollout.capped

    def steps(self, root: State) -> Iterator[tuple[int, Found]]:
        """One game for each move, then the next one for each; a report at the end."""
        player = self.rules.to_move(root)
        self.edges = [Edge(move) for move in self.rules.moves(root)]
        self.totals = [[0.0] * self.rules.players for _ in self.edges]
        after = [self.rules.play(root, edge.move) for edge in self.edges]
        try:
            for _ in range(self.options.games):
                for edge, s, totals in zip(self.edges, after, self.totals, strict=True):
                    self.control.enter(0)
                    self.rollout.played.clear()
                    rates = self.rollout.play(s)
                    self.rollout.learn([(player, edge.move)], rates)
                    edge.visits += 1
                    edge.total += rates[player]
                    for seat, rate in enumerate(rates):
                        totals[seat] += rate
                    self.playouts += 1
        except Stopped:
            pass
        yield min(1, self.playouts), self.found(player)

    def found(self, player: int) -> Found:
        """The move with the best win rate."""
        utility = self.scale.utility
        best = max(range(len(self.edges)), key=lambda index: self.edges[index].mean if self.edges[index].visits else -1.0)
        edge = self.edges[best]
        values = tuple(utility(total / edge.visits) for total in self.totals[best]) if edge.visits else None
        trials = tuple(Trial(each.move, each.visits, utility(each.mean) if each.visits else None, None) for each in self.edges)
        line = (edge.move,) if edge.visits else ()
        return Found(edge.move, None if values is None else values[player], line, values=values, trials=trials)
