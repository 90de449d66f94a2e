"""Late-move reductions: with good ordering a late move is rarely best, so it is first searched with less depth.

If it still turns out better than the best so far, it is searched to the full depth. If not, it is dismissed on the shallower
result, which may be wrong: hence `exact=False`. Noisy moves keep their depth.
"""

from zermelo.search.alphabeta.technique import Node, Technique
from zermelo.search.score import UNLIMITED

LEAST_DEPTH, EARLY, LATE = 3, 3, 8
"""The least depth for it; the number of moves searched to the full depth; the index from which 2 plies are taken off."""


class Reductions(Technique):
    changes_value = True
    heuristics = ("noisy",)
    asks_quiet = True

    def reduction(self, node: Node, index: int) -> int:
        return reduction(node.depth, index)


def reduction(depth: int, index: int) -> int:
    """By how many plies the depth of the move with this index is reduced.

    >>> [reduction(6, index) for index in (0, 2, 3, 7, 8)], reduction(2, 30)
    ([0, 0, 1, 1, 2], 0)
    """
    if not LEAST_DEPTH <= depth < UNLIMITED or index < EARLY:  # a search to the end of the game has no depth to reduce
        return 0
    return 2 if index >= LATE and depth >= 2 * LEAST_DEPTH else 1
