"""Late-move reductions: with good ordering a late move is rarely best, so it is first searched less deep.

If it turns out better than what is known it gets its full depth; if not, it is dismissed on the shallower search's word,
which may be wrong: hence `exact=False`. Noisy moves keep their depth.
"""

from __future__ import annotations

LEAST_DEPTH, EARLY, LATE = 3, 3, 8
"""From this depth on; so many moves are early and searched in full; from the last number on they are late indeed."""


def reduction(depth: int, index: int) -> int:
    """Plies by which the move at this place in the order is searched less deep.

    >>> [reduction(6, index) for index in (0, 2, 3, 7, 8)], reduction(2, 30)
    ([0, 0, 1, 1, 2], 0)
    """
    if depth < LEAST_DEPTH or index < EARLY:
        return 0
    return 2 if index >= LATE and depth >= 2 * LEAST_DEPTH else 1
