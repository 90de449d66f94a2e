"""Inner deepening: if nothing says which move to try first, a shallower search finds one.

The first move matters most for cutoffs. On the last iteration's line it is that line's move, elsewhere the table's. If the
table has none and the depth is great enough, a search of less depth finds one and leaves it in the table (Anantharaman
1991: internal iterative deepening).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.game import State
from zermelo.search import Entry, score

if TYPE_CHECKING:
    from zermelo.search.alphabeta.search import AlphaBeta

INNER_DEPTH, INNER_LESS = 4, 2
"""The least depth for it, and by how much the inner search is shallower."""


def first_move(
    search: AlphaBeta, s: State, entry: Entry | None, depth: int, ply: int, alpha: float, beta: float, follow: bool, whole: bool
) -> int:
    """The move to try first, or -1. A node with excluded moves (not `whole`) gets no inner search."""
    if follow and ply < len(search.last_line):
        return search.last_line[ply]
    if entry is None and whole and search.options.inner_deepening and INNER_DEPTH <= depth < score.UNLIMITED and ply > 0:
        with search.aside():
            search.search(s, -1, depth - INNER_LESS, ply, alpha, beta, False)
        entry = search.probe(s, search.rules.to_move(s))
    return -1 if entry is None else entry.move
