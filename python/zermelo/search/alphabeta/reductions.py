"""Late-move reductions: with good ordering a late move is rarely best, so it is first searched with less depth.

The later the move and the greater the depth, the more plies are taken off; fewer where a value between alpha and beta is sought, and for moves that have
done well as answers (`replies`). If the move still turns out better than the best so far, it is searched to the full depth. If not, it is dismissed on the shallower
result, which may be wrong: hence `exact=False`. Noisy moves, answers to threats and moves that make a threat keep their depth.
"""

from zermelo.game import Game
from zermelo.search.alphabeta.technique import AlphaBeta, Candidate, Node, Technique
from zermelo.search.score import UNLIMITED

LEAST_DEPTH, EARLY = 3, 2
"""The least depth for it; the number of moves searched to the full depth."""
OFFSET, UNIT = 150, 300
"""By which the product of the logarithms becomes plies."""
WORTH = 13
"""A power of two: a record in `replies` of this size takes off one ply less, or one more if it is negative."""


class Reductions(Technique):
    changes_value = True
    heuristics = ("noisy", "threatened")
    asks_quiet = True
    asks_threat = True

    @classmethod
    def pays(cls, game: Game) -> bool:
        """Where the game tells noisy moves, which keep their depth. Without that it seemed to lose games in Connect Four: 44 % of 80."""
        return game.defines("noisy")

    def reduction(self, search: AlphaBeta, node: Node, candidate: Candidate) -> int:
        less = reduction(node.depth, candidate.index)
        if less == 0 or node.threatened:
            return 0
        replies = search.ordering.replies
        worth = 0 if replies is None else replies.worth(node.player, candidate.move, node.move)
        return min(max(less - node.is_open - (worth >> WORTH), 0), node.depth - 2)


def reduction(depth: int, index: int) -> int:
    """By how many plies the depth of the move with this index is reduced, as a rule.

    >>> [reduction(6, index) for index in (0, 2, 3, 8, 30)], reduction(2, 30), reduction(20, 30)
    ([0, 1, 1, 2, 3], 0, 4)
    """
    if not LEAST_DEPTH <= depth < UNLIMITED or index < EARLY:  # a search to the end of the game has no depth to reduce
        return 0
    return (OFFSET + eighths(depth) * eighths(index)) // UNIT


def eighths(number: int) -> int:
    """Eight times the logarithm to base two, rounded down; numbers from 255 on count as 255.

    >>> [eighths(number) for number in (1, 2, 3, 4, 255)]
    [0, 8, 12, 16, 63]
    """
    return (min(number, 255) ** 8).bit_length() - 1
