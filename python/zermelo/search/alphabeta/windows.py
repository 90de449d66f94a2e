"""Solving by narrow windows: who wins, and how soon, by yes-or-no questions.

An empty window asks only whether the value is at least some bound, and cuts off more than any other window. To solve a game, ask
first whether there is a win within four plies, then a loss; then within six, nine and so on. Short wins come first because they
are cheap to find: a window that ends at a given ply searches nothing beyond it. Once a win or loss is found, only its distance is
left to find, by halving the interval. If there is neither, the bounds mostly meet at a draw; where results are points, they lie in between, and one
search with an open window finds them.

Answers are fail-soft bounds, so one answer often settles several questions. An empty window gives a bound but no line. So a last
search, with a window that holds only the value, finds the line, mostly from the table. With extensions that
depend on what the table has by then, this search may answer differently; then a search with an open window decides.
"""

from math import inf, nextafter

from zermelo.limit import MAX_PLY
from zermelo.search import Found, Line
from zermelo.search.alphabeta.technique import AlphaBeta, Technique, Within
from zermelo.search.score import WIN, distance, is_proven, soonest

FIRST_REACH = 4
"""The plies within which wins and losses are first searched for; each time half as many more."""


class Windows(Technique):
    needs_table = True
    one_line = True
    needs_exact = True

    def root_value(self, search: AlphaBeta, within: Within, guess: float | None) -> tuple[float, Line]:  # noqa: ARG002
        def ask(alpha: float, beta: float) -> tuple[float, Line]:
            answer, best = within(alpha, beta), search.control.best
            if best is not None and answer[0] <= 0:  # only a bound: keep the move, drop its value and line
                search.control.best = Found(best.move, None, ())
            return answer

        return narrow(ask)


def narrow(search: Within) -> tuple[float, Line]:
    """The exact value, from `search(alpha, beta)` with empty windows, and the line of a last search around it."""
    lower, upper, reach = -inf, soonest(0), FIRST_REACH
    while lower < upper:
        beta = next_question(lower, upper, reach)
        if beta is None and reach >= MAX_PLY:
            break  # points in between
        if beta is None:
            reach += reach // 2
            continue
        value, _ = search(nextafter(beta, -inf), beta)
        if value < beta:
            upper = value
        else:
            lower = value
    value, line = search(nextafter(lower, -inf), nextafter(upper, inf))
    return (value, line) if lower <= value <= upper else search(-inf, inf)


def next_question(lower: float, upper: float, reach: int) -> float | None:
    """The bound to ask about next; None if all wins and losses within reach are settled."""
    if lower > 0 and is_proven(lower):
        return WIN - between(upper, lower)
    if upper < 0 and is_proven(upper):
        return nextafter(between(lower, upper) - WIN, inf)
    if upper >= WIN - reach:
        return WIN - reach
    if lower <= reach - WIN:
        return nextafter(reach - WIN, inf)
    return None


def between(sooner: float, later: float) -> int:
    """Half way between the plies of two wins or losses; less than those of the later. No bound at all is a loss at once."""
    plies = 0 if sooner == -inf else distance(sooner) or 0
    return (plies + (distance(later) or 0)) // 2
