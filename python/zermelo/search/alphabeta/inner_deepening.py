"""Inner deepening: if nothing says which move to try first, a shallower search finds one.

The first move matters most for cutoffs. On the last iteration's line it is that line's move, elsewhere the table's. If the
table has none and the depth is great enough, a search of less depth finds one and leaves it in the table (Anantharaman
1991: internal iterative deepening).
"""

from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique

INNER_DEPTH, INNER_LESS = 4, 2
"""The least depth for it, and by how much the inner search is shallower."""


class InnerDeepening(Technique):
    needs_table = True

    def prepare(self, search: AlphaBeta, node: Node) -> None:
        unknown = node.entry is None and node.first < 0
        if unknown and node.kept and node.ply > 0 and INNER_DEPTH <= node.depth < score.UNLIMITED:
            with search.aside():
                search.search(node.s, -1, node.depth - INNER_LESS, node.ply, node.alpha, node.beta, False)
            entry = search.probe(node.s, node.player)
            node.first = -1 if entry is None else entry.move
