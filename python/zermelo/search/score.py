"""Scores: one number line on which every proven win lies above every guess, and sooner wins above later ones.

A finished game whose utility reaches the game's bound is a win or a loss: `WIN` minus the plies it took, or the negative. Any
other utility, and every evaluation, is its own score.
"""

from zermelo.game import Rules
from zermelo.limit import MAX_PLY

WIN = 1e9
_PROVEN = WIN - 2 * MAX_PLY
UNLIMITED = 1 << 20
"""The depth of a search to the end of the game; it stays the same at every ply."""


def bound(rules: Rules) -> float:
    """The utility that counts as a win; its negative is a loss."""
    return max(-rules.bounds[0], rules.bounds[1])


def terminal(utility: float, bound: float, ply: int) -> float:
    """Score of a finished game, `ply` moves after the root."""
    if utility >= bound:
        return WIN - ply
    if utility <= -bound:
        return ply - WIN
    return utility


def soonest(ply: int) -> float:
    """The highest score of an unfinished position `ply` moves after the root: a win with the next move."""
    return WIN - (ply + 1)


def is_proven(score: float) -> bool:
    """Whether a score is a proven win or loss, at any depth."""
    return abs(score) > _PROVEN


def is_lost(score: float) -> bool:
    """Whether a score is a proven loss, or no score yet."""
    return score < -_PROVEN


def distance(score: float) -> int | None:
    """Plies to the end of a proven win or loss.

    >>> distance(WIN - 5), distance(5 - WIN), distance(3)
    (5, 5, None)
    """
    return round(WIN - abs(score)) if is_proven(score) else None


def split(score: float, bound: float) -> tuple[float, int | None]:
    """A score as a utility or evaluation and, if proven, the plies to the end.

    >>> split(WIN - 5, 1), split(3, 1)
    ((1, 5), (3, None))
    """
    plies = distance(score)
    return (score if plies is None else bound if score > 0 else -bound), plies


def to_table(score: float, ply: int) -> float:
    """A score whose distance counts from the position itself, as in a transposition table, not from the root."""
    if score > _PROVEN:
        return score + ply
    if score < -_PROVEN:
        return score - ply
    return score


def from_table(score: float, ply: int) -> float:
    """The inverse of `to_table`."""
    return to_table(score, -ply)


def shallower(depth: int) -> int:
    """The remaining depth one ply further down."""
    return depth if depth == UNLIMITED else depth - 1


def turned(alpha: float, beta: float, sign: int) -> tuple[float, float]:
    """A window as the other side sees it if the sign is negative, else the same."""
    return (alpha, beta) if sign > 0 else (-beta, -alpha)
