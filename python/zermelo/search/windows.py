"""Solving by narrow windows: who wins, and how soon, by questions that are answered with yes or no.

An empty window asks only whether the value is at least this much, and cuts off more than any other. To solve a game, ask
first whether there is a win within four plies, then a loss; within eight, sixteen, and so on. Near ends come first because
they are cheap: where nothing beyond so many plies can matter, nothing beyond is searched. Once somebody wins, only how
soon is left to ask, again from the near side; and where nobody does, what lies between.

Answers are fail-soft bounds, so one question often does for several, and a table keeps what was found for the next.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nextafter

from zermelo.limit import MAX_PLY
from zermelo.search.score import WIN, is_proven, soonest

FIRST_REACH = 4
"""Plies within which wins and losses are looked for first; then twice as many, and so on."""

Line = tuple[int, ...]


def narrow(search: Callable[[float, float], tuple[float, Line]]) -> tuple[float, Line]:
    """The exact value, from `search(alpha, beta)` with empty windows, and the line of the last search that failed high."""
    best_line: Line = ()
    lower, upper, reach = -inf, soonest(0), FIRST_REACH
    while lower < upper:
        beta = next_question(lower, upper, reach)
        if beta is None:
            reach *= 2
            continue
        value, line = search(nextafter(beta, -inf), beta)
        if value < beta:
            upper = value
        else:
            lower, best_line = value, line
    return lower, best_line


def next_question(lower: float, upper: float, reach: int) -> float | None:
    """Is the value at least this? None when there is nothing left to ask about ends within reach."""
    if lower > 0 and is_proven(lower):
        return upper
    if upper < 0 and is_proven(upper):
        return nextafter(lower, inf)
    if upper >= WIN - reach:
        return WIN - reach
    if lower <= reach - WIN:
        return nextafter(reach - WIN, inf)
    return None if reach < MAX_PLY else upper
