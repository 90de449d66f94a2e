"""Singular extensions: a move that is much better than all others is searched one ply deeper (Anantharaman et al. 1990).

Such a move is forced, and forced sequences can push a loss beyond the horizon. To find out, the other moves are searched with
less depth and a window a little below the table's score: if all fail low, the table's move is singular.
"""

from math import inf, nextafter

from zermelo.search import UPPER, score
from zermelo.search.alphabeta.aspiration import width
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique

LEAST_DEPTH, RECENT = 4, 3
"""The least depth for it, and by how many plies the table's entry may be shallower."""


class Singular(Technique):
    needs_table = True

    def prepare(self, search: AlphaBeta, node: Node) -> None:
        entry, depth, ply = node.entry, node.depth, node.ply
        if not node.kept or entry is None or entry.bound == UPPER or ply == 0 or not LEAST_DEPTH <= depth < score.UNLIMITED:
            return
        if entry.depth < depth - RECENT or score.is_proven(entry.score) or ply + depth >= 2 * search.depth:
            return
        beta = entry.score - width(entry.score, 0)
        with search.aside():
            value, _ = search.search(node.s, node.move, depth // 2, ply, nextafter(beta, -inf), beta, False, excluded=entry.move)
        if value < beta:
            node.extended = entry.move
