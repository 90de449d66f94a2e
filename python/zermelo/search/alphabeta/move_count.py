"""Move-count pruning: near the depth limit, late quiet moves are not searched at all.

With good ordering, a quiet move that comes after many others hardly ever raises alpha. So only a few are tried: more, the greater the depth. The best move may be
among the others: hence `exact=False`. Where a value between alpha and beta is sought, and under a threat, all moves are tried.
"""

from math import inf

from zermelo.search.alphabeta.technique import AlphaBeta, Candidate, Node, Technique

DEEPEST, LEAST = 6, 4
"""The greatest depth at which moves are skipped, and the number that is always tried; the square of the depth is added."""


class MoveCount(Technique):
    needs_noisy = True
    changes_value = True
    heuristics = ("noisy", "threatened")
    asks_quiet = True
    asks_threat = True

    def skip(self, search: AlphaBeta, node: Node, candidate: Candidate, low: float) -> float | None:  # noqa: ARG002
        if not candidate.quiet or node.threatened or node.is_open or node.depth > DEEPEST:
            return None
        return -inf if candidate.index >= LEAST + node.depth * node.depth else None
