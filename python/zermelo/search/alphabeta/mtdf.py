"""MTD(f): the value by empty windows alone (Plaat, Schaeffer, Pijls and de Bruin 1996).

Each search with an empty window only says whether the value is below or above it. Fail-soft bounds and the transposition
table make the next guess better, until the lower and the upper bound meet.
"""

from collections.abc import Callable
from math import inf, nextafter

from zermelo.search.control import Line


def mtdf(search: Callable[[float, float], tuple[float, Line]], guess: float) -> tuple[float, Line]:
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
