"""Singular extensions: a move that is much better than all others is searched one ply deeper (Anantharaman et al. 1990).

Such a move is forced, and forced sequences can push a loss beyond the horizon. To find out, the other moves are searched with
less depth and a window a little below the table's score: if all fail low, the table's move is singular.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import TYPE_CHECKING

from zermelo.game import State
from zermelo.search import UPPER, Entry, score
from zermelo.search.alphabeta.aspiration import width

if TYPE_CHECKING:
    from zermelo.search.alphabeta.search import AlphaBeta

LEAST_DEPTH, RECENT = 4, 3
"""The least depth for it, and by how many plies the table's entry may be shallower."""


def singular_move(search: AlphaBeta, s: State, entry: Entry | None, move: int, depth: int, ply: int) -> int:
    """The table's move if it is singular, else -1."""
    if entry is None or entry.bound == UPPER or ply == 0 or not LEAST_DEPTH <= depth < score.UNLIMITED:
        return -1
    if entry.depth < depth - RECENT or score.is_proven(entry.score) or ply + depth >= 2 * search.depth:
        return -1
    beta = entry.score - width(entry.score, 0)
    with search.aside():
        value, _ = search.search(s, move, depth // 2, ply, nextafter(beta, -inf), beta, False, excluded=entry.move)
    return entry.move if value < beta else -1
