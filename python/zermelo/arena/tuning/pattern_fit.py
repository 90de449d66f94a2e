"""Fits the weights of one stage: least squares with a penalty, by conjugate gradients.

A position has one configuration of each pattern, and its value is the sum of their weights. The weights w minimise

    sum over positions (value - sum of weights)^2  +  penalty * sum over weights (w - w0)^2

where w0 are the weights of the next stage, or 0 for the last one. So a configuration that is rare in this stage keeps nearly what the next stage found,
and one that is rare in all of them stays near 0. Orders of reading that share a weight (`zermelo.game.patterns`) are one unknown here.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.game.patterns import Patterns

PENALTY = 16.0
STEPS = 25
HELD_OUT = 10
"""One position of so many is held out: it takes no part in the fit, and says how good it is."""
Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


class StageFit(NamedTuple):
    """The weights of one stage."""

    weights: Numbers
    error: float
    """The root of the mean square error on positions that were held out."""


class PlaceFinder:
    """Finds the places of weights for many positions at once."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self._readings = [self._first_readings(number) for number in range(len(patterns.tables))]

    def __call__(self, cells: npt.NDArray[np.uint8]) -> Places:
        """For each row of symbols the places of its weights within its stage."""
        found = []
        for table, readings in zip(self.patterns.tables, self._readings, strict=True):
            for copy in table.copies:
                code = np.zeros(len(cells), np.int64)
                for cell in copy:
                    code = code * self.patterns.symbols + cells[:, cell]
                found.append(table.start + readings[code])
        return np.stack(found, axis=1)

    def _first_readings(self, number: int) -> Places:
        table, symbols = self.patterns.tables[number], self.patterns.symbols
        codes = np.arange(symbols**table.length)
        digits = [codes // symbols ** (table.length - 1 - place) % symbols for place in range(table.length)]
        least = codes
        for tie in table.ties:
            other = np.zeros_like(codes)
            for place in tie:
                other = other * symbols + digits[place]
            least = np.minimum(least, other)
        return least


def fit_stage(places: Places, values: Numbers, start: Numbers, penalty: float = PENALTY) -> StageFit:
    """The weights that fit these positions."""
    kept = np.arange(len(values)) % HELD_OUT != 0
    rows, size = places[kept], len(start)
    flat = rows.ravel()

    def spread(numbers: Numbers) -> Numbers:
        """The transposed matrix times a number for each position."""
        return np.bincount(flat, np.repeat(numbers, rows.shape[1]), size).astype(float)

    change, step = np.zeros(size), np.zeros(size)
    rest = spread(values[kept] - start[rows].sum(axis=1))
    scale = 1 / (np.bincount(flat, minlength=size) + penalty)  # of the preconditioner
    before = 1.0
    for number in range(STEPS):
        scaled = scale * rest
        now = float(rest @ scaled)
        if now < 1e-9:
            break
        step = scaled + (now / before if number else 0.0) * step
        along = spread(step[rows].sum(axis=1)) + penalty * step
        length = now / float(step @ along)
        change, rest, before = change + length * step, rest - length * along, now
    weights = start + change
    missed = (values - weights[places].sum(axis=1))[~kept] if len(values) >= HELD_OUT else values - weights[places].sum(axis=1)
    return StageFit(weights, float(np.sqrt(np.mean(missed**2))) if len(missed) else 0.0)
