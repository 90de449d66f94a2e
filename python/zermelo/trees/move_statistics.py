"""What Monte-Carlo search knows about each move: visits, mean value, and a confidence interval.

The interval is Wilson's score interval (1927) at 95 % for the rate, on the scale of utilities. It is exact for wins and
losses; results in between vary less, so there it is too wide. In a tree later games depend on earlier ones, and
exploration lowers the mean, so the interval is a guide and not a guarantee.
"""

from collections.abc import Sequence
from math import sqrt

from zermelo.game import Position
from zermelo.report import Choice, plain
from zermelo.search.control import Trial

_Z = 1.959963984540054


def choices(position: Position, trials: Sequence[Trial]) -> tuple[Choice, ...]:
    """The moves of a position, most visited first."""
    low, high = position.rules.bounds
    made = [_choice(position, trial, low, high - low) for trial in trials]
    return tuple(sorted(made, key=lambda choice: -choice.visits))


def _choice(position: Position, trial: Trial, low: float, width: float) -> Choice:
    name = position.name(trial.move)
    if trial.proof is not None:
        return Choice(name, trial.visits, plain(trial.proof), plain(trial.proof), plain(trial.proof), True)
    if trial.value is None:
        return Choice(name, trial.visits, None, None, None)
    least, most = wilson((trial.value - low) / width, trial.visits)
    return Choice(name, trial.visits, plain(trial.value), low + least * width, low + most * width)


def wilson(rate: float, number: int) -> tuple[float, float]:
    """The interval that contains the true rate, 95 times in 100.

    The textbook's 7 of 10:

    >>> [round(edge, 3) for edge in wilson(0.7, 10)]
    [0.397, 0.892]
    """
    square = _Z * _Z / number
    middle = (rate + square / 2) / (1 + square)
    reach = _Z / (1 + square) * sqrt(max(rate * (1 - rate), 0.0) / number + square / (4 * number))
    return middle - reach, middle + reach
