"""Aspiration windows: search with a narrow window around the value that the last iteration gave.

If the value falls inside, the narrow window has saved work; if not, the side on which it fell out is opened wider, and in
the end wholly. Proven scores get a full window at once: there is no telling how far the next one lies.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from zermelo.search.score import is_proven

STEPS = (0.25, 2.0)
"""Half widths of the first windows, as parts of the guess (at least of 1); then the window is open."""

Line = tuple[int, ...]


def aspire(search: Callable[[float, float], tuple[float, Line]], guess: float) -> tuple[float, Line]:
    """The exact value, from `search(alpha, beta)` with ever wider windows."""
    low_step = high_step = 0 if not is_proven(guess) else len(STEPS)
    while True:
        alpha, beta = guess - width(guess, low_step), guess + width(guess, high_step)
        value, line = search(alpha, beta)
        if value <= alpha:
            low_step += 1
        elif value >= beta:
            high_step += 1
        else:
            return value, line


def width(guess: float, step: int) -> float:
    return inf if step >= len(STEPS) else max(1.0, abs(guess)) * STEPS[step]
