"""Solving by narrow windows: who wins, and how soon, by questions that are answered with yes or no.

An empty window asks only whether the value is at least this much, and cuts off more than any other. To solve a game, ask
first whether there is a win within four plies, then a loss; within five, six, and further and further on. Near ends come first because
they are cheap: where nothing beyond so many plies can matter, nothing beyond is searched. Once somebody wins, only how
soon is left to ask, again from the near side; and where nobody does, what lies between.

Answers are fail-soft bounds, so one question often does for several, and a table keeps what was found for the next.
An empty window has no line of best play, since all it shows is a bound; a last search with a window that holds the value and
nothing else tells it, mostly from the table.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nextafter

from zermelo.limit import MAX_PLY
from zermelo.search.score import WIN, is_proven, soonest

FIRST_REACH = 4
"""Plies within which wins and losses are looked for first; then always a quarter more."""

Line = tuple[int, ...]


def narrow(search: Callable[[float, float], tuple[float, Line]]) -> tuple[float, Line]:
    """The exact value, from `search(alpha, beta)` with empty windows, and the line of a last search around it."""
    lower, upper, reach = -inf, soonest(0), FIRST_REACH
    while lower < upper:
        beta = next_question(lower, upper, reach)
        if beta is None:
            reach += reach // 4
            continue
        value, _ = search(nextafter(beta, -inf), beta)
        if value < beta:
            upper = value
        else:
            lower = value
    return search(nextafter(lower, -inf), nextafter(lower, inf))


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
