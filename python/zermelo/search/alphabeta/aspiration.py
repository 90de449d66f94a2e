"""Aspiration windows: search with a narrow window around the value of the last iteration.

If the value falls inside, the narrow window has saved work. If not, the window is widened on the side where it failed, and in
the end opened. Proven scores get a full window at once, because the next distance cannot be guessed.
"""

from math import inf

from zermelo.search import Line, is_proven
from zermelo.search.alphabeta.technique import AlphaBeta, Technique, Within

STEPS = (0.25, 2.0)
"""Half widths of the first windows, relative to the guess (at least to 1); then the window is open."""


class Aspiration(Technique):
    def root_value(self, search: AlphaBeta, within: Within, guess: float | None) -> tuple[float, Line] | None:  # noqa: ARG002
        return None if guess is None else aspire(within, guess)


def aspire(search: Within, guess: float) -> tuple[float, Line]:
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
