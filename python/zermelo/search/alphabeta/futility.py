"""Futility pruning: near the depth limit, skip what is unlikely to matter, by the evaluation alone.

A quiet move is skipped if the evaluation is so far below alpha that it cannot make up for the deficit; and a position is left at once if its evaluation
is so far above beta that no quiet move of the opponent is likely to bring it back (Heinz 1998). How much a quiet move gains or loses depends on the game's
evaluation, so it is measured: the margin is the root of the mean square of what quiet moves one ply before the limit have changed in this search. A
later one may change more: hence `exact=False`.
"""

from math import sqrt

from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Candidate, Node, Technique

ENOUGH = 64
"""Quiet moves that must have been measured before any is skipped."""
DEEPEST = 6
"""The greatest depth at which it is used."""


class Futility(Technique):
    """Measures what quiet moves change."""

    needs_noisy = True
    changes_value = True
    heuristics = ("noisy", "threatened")
    asks_quiet = True
    asks_threat = True

    def __init__(self) -> None:
        self.measured, self.squares, self.margin = 0, 0.0, 0.0
        """How many quiet moves have been measured, the sum of the squares of what they changed, and the margin for one ply."""

    def applies(self, node: Node) -> bool:
        return self.measured >= ENOUGH and node.depth <= DEEPEST and not node.threatened

    def cut(self, search: AlphaBeta, node: Node) -> float | None:
        if not self.applies(node) or node.is_open or not node.whole or node.ply == 0 or score.is_proven(node.beta):
            return None
        least = node.evaluated(search) - self.margin * node.depth
        if least < node.beta:
            return None
        search.control.horizon = True
        return least

    def skip(self, search: AlphaBeta, node: Node, candidate: Candidate, low: float) -> float | None:
        if not candidate.quiet or not self.applies(node):
            return None
        hope = node.evaluated(search) + self.margin * (node.depth + 1)
        return hope if hope <= low else None

    def searched(self, search: AlphaBeta, node: Node, quiet: bool, value: float) -> None:
        if quiet and node.depth == 1 and not node.threatened and not score.is_proven(value):
            change = value - node.evaluated(search)
            self.measured += 1
            self.squares += change * change
            self.margin = sqrt(self.squares / self.measured)
