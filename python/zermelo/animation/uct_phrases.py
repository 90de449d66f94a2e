"""The sentences of a recording of UCT, and the texts beside the moves that are compared.

All numbers are rates from 0 to 1, each for the player who makes the move: a win is 1, a loss 0. So the number in a node is the
first term of its UCT value, and the second term is added to it as it stands.
"""

from collections.abc import Sequence
from math import isfinite

from zermelo.animation.uct_observer import Choice, Terms
from zermelo.report import Report
from zermelo.score import counted
from zermelo.trees.drawing import words


def rate(value: float) -> str:
    """A rate, with two decimals wherever it is shown.

    >>> rate(0.625), rate(1), rate(-1e-17)
    ('0.62', '1.00', '0.00')
    """
    return f"{value:.2f}".replace("-0.00", "0.00")


def terms(found: Terms) -> str:
    r"""The terms of a UCT value, for the space below a node.

    >>> terms(Terms(0.625, 0.353, 5, False)), terms(Terms(1, 0, 3, True))
    ('0.62\n+0.35\n=0.98', 'proven\n=1.00')
    """
    if not isfinite(found.value):
        return "new"
    if found.proven:
        return f"proven\n={rate(found.value)}"
    return f"{rate(found.exploitation)}\n+{rate(found.exploration)}\n={rate(found.value)}"


def _sum(found: Terms) -> str:
    return f"{rate(found.exploitation)} + {rate(found.exploration)}"


def formula(choice: Choice, found: Terms, plain: bool) -> str:
    """The UCT value of a move with its numbers; `plain` without techniques, whose terms have formulas of their own."""
    if found.proven:
        return f"its proven rate, {rate(found.value)}"
    if not plain:
        return f"{_sum(found)} = {rate(found.value)}"
    root = f"{choice.constant:.3g} × √(ln {choice.visits} / {found.visits})"
    return f"mean + C × √(ln N / n) = {rate(found.exploitation)} + {root} = {_sum(found)} = {rate(found.value)}"


def selection(where: str, name: str, choice: Choice | None, skipped: Sequence[str], plain: bool) -> str:
    """Why a move was selected at a node; `skipped` are proven moves that would have come first."""
    found = None if choice is None else choice.terms.get(id(choice.edge))
    told = f"Selection at {where}"
    if choice is None:
        return f"{told}: chance draws {name}."
    if skipped:
        told += f": {', '.join(skipped)} would come first, but a proven move needs no more visits. Of the others"
    else:
        told += ":"
    if found is None or not isfinite(found.value):
        return f"{told} {name} has not been tried yet, so it is tried now."
    if len(choice.terms) == 1:
        return f"{told} {name} is the only move."
    return f"{told} {name} has the greatest UCT value: {formula(choice, found, plain)}."


def playout(result: str, plies: int | None) -> str:
    if plies is None:
        return f"Playout: not needed, the result is known: {result}."
    return f"Playout: a random game of {counted(plies)} from here ends with {result}."


def backup(moves: Sequence[tuple[str, str, int]], proven: Sequence[str], more: bool) -> str:
    """Names of moves with their rates and visits; `more` if earlier moves of the path are left out."""
    told = "; ".join(f"{name} now has rate {value} after {counted(visits, 'visit')}" for name, value, visits in moves)
    proof = f" Proven now: {', '.join(proven)}." if proven else ""
    return f"Backup: {'... ' if more else ''}{told}.{proof}"


def result(report: Report, player: str, name: str, value: str, visits: int, by_visits: bool) -> str:
    playouts = report.playouts or 0
    if not playouts:
        return f"Done: {player} plays {name}; no random game was played."
    why = "the most visits" if by_visits else "the best rate"
    done = f"Done after {counted(playouts, 'playout')}: {words.clean(player)} plays {name}"
    if report.exact:
        return f"{done}. The root is proven, and the rate is {value}."
    return f"{done}, the move with {why}: {counted(visits, 'visit')}, rate {value}."
