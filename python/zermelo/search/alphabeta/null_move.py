"""Null move: if passing is too good, a real move is, too (Beal 1989; Donninger 1993).

In most games having the move is worth something. So where the evaluation is at least beta, the player to move is imagined
to pass, and the opponent is searched less deep: if even that comes to beta or more, the node is left. Where every move
hurts, as in zugzwang, the bet is lost and the value wrong; that is why it needs `exact=False`.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import TYPE_CHECKING

from zermelo.game.record import State
from zermelo.search import score

if TYPE_CHECKING:
    from zermelo.search.alphabeta.search import AlphaBeta

PASS = -2
"""Stands for the move that leads to a position by passing; nobody passes twice in a row."""
LEAST_DEPTH, LESS = 3, 3
"""From this depth on; so much less deep, the ply of the pass included."""


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
    return beta if score.is_proven(value) else -value  # a win after a pass is no proof
