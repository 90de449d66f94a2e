"""Exchange pruning: near the depth limit, moves that lose something by exchanges are not searched.

The game says by `exchange` what a move gains once all captures on its square have been made. A move that loses by that is rarely best; it may be a sacrifice: hence
`exact=False`. Under a threat all moves are tried.
"""

from math import inf

from zermelo.game import Game
from zermelo.search.alphabeta.technique import AlphaBeta, Candidate, Node, Technique

DEEPEST_QUIET, DEEPEST_NOISY = 4, 3
"""The greatest depths at which quiet and noisy moves are skipped."""


class Exchanges(Technique):
    changes_value = True
    heuristics = ("noisy", "threatened", "exchange")
    asks_quiet = True
    asks_threat = True

    @classmethod
    def lacks(cls, game: Game) -> str:
        needed = f"needs a method `exchange` that says what a move gains by captures; {game} has none"
        return "" if game.defines("exchange") else needed

    def skip(self, search: AlphaBeta, node: Node, candidate: Candidate, low: float) -> float | None:  # noqa: ARG002
        deepest = DEEPEST_QUIET if candidate.quiet else DEEPEST_NOISY
        if node.depth > deepest or node.threatened:
            return None
        return -inf if search.rules.exchange(node.s, candidate.move) < 0 else None
