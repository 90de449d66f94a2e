"""MTD(f): the value by empty windows alone (Plaat, Schaeffer, Pijls and de Bruin 1996).

Each search with an empty window only says whether the value is below or above it. Fail-soft bounds and the transposition
table make the next guess better, until the lower and the upper bound meet.
"""

from math import inf, nextafter

from zermelo.search import Line
from zermelo.search.alphabeta.technique import AlphaBeta, Technique, Within


class Mtdf(Technique):
    needs_table = True
    one_line = True

    def root_value(self, search: AlphaBeta, within: Within, guess: float | None) -> tuple[float, Line]:  # noqa: ARG002
        return mtdf(within, guess or 0.0)


def mtdf(search: Within, guess: float) -> tuple[float, Line]:
    """The exact value, from `search(alpha, beta)` with empty windows, and the line of the last search that failed high."""
    value = guess
    best_line: Line = ()
    lower, upper = -inf, inf
    while lower < upper:
        beta = nextafter(value, inf) if value == lower else value
        value, line = search(nextafter(beta, -inf), beta)
        if value < beta:
            upper = value
        else:
            lower, best_line = value, line
    return value, best_line
