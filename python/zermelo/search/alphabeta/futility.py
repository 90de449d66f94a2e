"""Futility pruning: one ply before the depth limit, skip the quiet moves that cannot reach alpha.

How much a quiet move can gain depends on the game's evaluation, so the margin is measured: it is the most that any quiet move at
that depth has gained in this search. A later one may gain more: hence `exact=False`.
"""

from math import inf

from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique

ENOUGH = 64
"""Quiet moves that must have been measured before any is skipped."""


class Futility(Technique):
    """Measures what quiet moves gain."""

    needs_noisy = True
    changes_value = True
    heuristics = ("noisy",)
    asks_quiet = True

    def __init__(self) -> None:
        self.measured, self.most = 0, -inf
        """How many quiet moves have been searched, and the most that one has gained."""

    def prepare(self, search: AlphaBeta, node: Node) -> None:
        if node.depth == 1:
            node.evaluation = search.rules.evaluate(node.s, node.player)

    def skip(self, node: Node, low: float) -> float | None:
        hope = node.evaluation + self.most if self.measured >= ENOUGH else inf
        return hope if hope <= low else None

    def searched(self, node: Node, quiet: bool, value: float) -> None:
        if quiet and node.depth == 1 and not score.is_proven(value):
            self.measured += 1
            self.most = max(self.most, value - node.evaluation)
