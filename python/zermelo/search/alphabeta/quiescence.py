"""Quiescence search: beyond the depth limit, search on while the position is noisy.

An evaluation in the middle of an exchange is unreliable: the next capture changes it. So at the depth limit the player to move
may stand pat, that is accept the evaluation, or try the moves that the game calls `noisy`, until the position is quiet. It
reduces the horizon effect (Shannon's type B idea).

A game may say more. A noisy move that loses something by `exchange` is not tried. Under a threat (`threatened`, as in check) the player may not stand pat, and
all moves are tried.
"""

from math import inf

from zermelo.game import State
from zermelo.search import Line, score, trace
from zermelo.search.alphabeta.technique import AlphaBeta, Technique

MAX_QUIESCENCE = 6
"""The most plies beyond the depth limit; then even a noisy position is evaluated."""


class Quiescence(Technique):
    needs_noisy = True
    heuristics = ("noisy", "exchange", "threatened")

    def horizon(self, search: AlphaBeta, s: State, player: int, ply: int, alpha: float, beta: float) -> tuple[float, Line]:
        return quiesce(search, s, player, 0, ply, alpha, beta)


def quiesce(search: AlphaBeta, s: State, player: int, plies: int, ply: int, alpha: float, beta: float) -> tuple[float, Line]:
    """Value of a position for the player to move, who may stand pat; the same promise as alpha-beta's.

    The node is already entered; `plies` counts from the depth limit.
    """
    rules = search.rules
    best_line: Line = ()
    threatened = plies < MAX_QUIESCENCE and rules.threatened(s)
    best = -inf if threatened else rules.evaluate(s, player)
    if best >= beta or plies == MAX_QUIESCENCE:
        return best, best_line
    low = max(alpha, best)
    for move in search.ordering.sort(s, rules.moves(s) if threatened else worth_a_try(search, s), player, ply, -1):
        child = rules.play(s, move)
        mover = rules.to_move(child)
        sign = 1 if mover == player else -1
        window = score.turned(low, beta, sign)
        value, line = enter_quiescence(search, child, move, mover, plies + 1, ply + 1, *window)
        value *= sign
        best = max(best, value)
        if value > low:
            low, best_line = value, (move, *line)
        if low >= beta:
            break
    return best, best_line


def worth_a_try(search: AlphaBeta, s: State) -> list[int]:
    """The noisy moves that do not lose by exchanges."""
    rules = search.rules
    return [move for move in rules.moves(s) if rules.noisy(s, move) and rules.exchange(s, move) >= 0]


def enter_quiescence(
    search: AlphaBeta, s: State, move: int, player: int, plies: int, ply: int, alpha: float, beta: float
) -> tuple[float, Line]:
    search.control.enter(ply)
    search.enter(move, player, alpha, beta)
    certain = search.certain(s, player, ply)
    if certain is not None:
        return certain
    return search.leave(player, *quiesce(search, s, player, plies, ply, alpha, beta), trace.HORIZON)
