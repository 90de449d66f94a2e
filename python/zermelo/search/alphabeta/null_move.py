"""Null move: if even passing reaches beta, a real move will as well (Beal 1989; Donninger 1993).

In most games it is an advantage to have the move. So if the evaluation is at least beta, the player to move passes, and the
opponent's reply is searched with less depth: if the score is still at least beta, the node is left. In zugzwang, where every
move hurts, this gives a wrong value; hence `exact=False`.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import TYPE_CHECKING

from zermelo.game import State
from zermelo.search import score

if TYPE_CHECKING:
    from zermelo.search.alphabeta.search import AlphaBeta

PASS = -2
"""The number of the pass; no two passes follow each other."""
LEAST_DEPTH, LESS = 3, 3
"""The least depth for it, and by how much the search is shallower, including the ply of the pass."""


def passing_suffices(search: AlphaBeta, s: State, player: int, move: int, depth: int, ply: int, beta: float) -> float | None:
    """A score of at least beta that the player to move gets by passing, if there is one."""
    if ply == 0 or move == PASS or not LEAST_DEPTH <= depth < score.UNLIMITED or score.is_proven(beta):
        return None
    if search.rules.evaluate(s, player) < beta:
        return None
    child = search.rules.with_turn(s, 1 - player)
    with search.aside():
        value, _ = search.search(child, PASS, depth - LESS, ply + 1, -beta, -nextafter(beta, -inf), False)
    if -value < beta:
        return None
    search.control.horizon = True
    return beta if score.is_proven(value) else -value  # a win after a pass does not prove a win
