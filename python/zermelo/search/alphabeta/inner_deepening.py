"""Inner deepening: where nothing tells which move to begin with, a shallower search is made to find out.

The first move is the one that matters most for cutoffs. It is the last iteration's on the line being followed, else the
table's; and where the table is silent, deep enough that it pays, that of a search of less depth, which leaves its answer in
the table (Anantharaman 1991: internal iterative deepening).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.game.record import State
from zermelo.search import score
from zermelo.search.transposition_table import Entry

if TYPE_CHECKING:
    from zermelo.search.alphabeta.search import AlphaBeta

INNER_DEPTH, INNER_LESS = 4, 2
"""From this depth on, with so much less depth."""


def first_move(
    search: AlphaBeta,
    s: State,
    entry: Entry | None,
    depth: int,
    ply: int,
    alpha: float,
    beta: float,
    follow: bool,
    whole: bool,
) -> int:
    """The move to begin with, or -1; a node that is not searched as a whole gets no search of its own."""
    if follow and ply < len(search.last_line):
        return search.last_line[ply]
    if entry is None and whole and search.options.inner_deepening and INNER_DEPTH <= depth < score.UNLIMITED and ply > 0:
        with search.aside():
            search.search(s, -1, depth - INNER_LESS, ply, alpha, beta, False)
        entry = search.probe(s, search.rules.to_move(s))
    return -1 if entry is None else entry.move
