"""Factors: the short form of an experiment. Each factor has levels, every combination of levels is a cell, and something is measured.

The numbers of a cell are means over its repetitions with 95 % intervals (Student's t). In a paired experiment all cells of a
repetition get the same random numbers. Then two levels of a factor can be compared repetition by repetition: the difference, averaged
over the levels of all other factors, has an interval of its own. It is far narrower than those of the means if the random numbers
matter more than the factor.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from zermelo.arena.experiments.interval import student

VALUE = "value"
"""The name of a measured number that has no name of its own."""
Games = Mapping[int, Mapping[str, Any]]
"""The results of a cell by the number of the game."""


class Mean(NamedTuple):
    """A mean with its 95 % interval; None for a single number."""

    mean: float
    low: float | None
    high: float | None


def average(numbers: Sequence[float], together: int = 1) -> Mean:
    """The mean of numbers; `together` of them in a row belong to one another, so that only their means are independent.

    Worked by hand: s = 2, t = 4.3027, so 4 ± 4.3027 * 2 / 1.7321 = 4 ± 4.968.

    >>> print("{:.1f} from {:.3f} to {:.3f}".format(*average([2, 4, 6])))
    4.0 from -0.968 to 8.968
    """
    groups = [numbers[at : at + together] for at in range(0, len(numbers), together)]
    means = [math.fsum(group) / len(group) for group in groups]
    number, mean = len(means), math.fsum(means) / len(means)
    if number < 2:
        return Mean(mean, None, None)
    variance = math.fsum((each - mean) ** 2 for each in means) / (number - 1)
    reach = student(number - 1) * math.sqrt(variance / number)
    return Mean(mean, mean - reach, mean + reach)


def combinations(factors: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Every combination of levels.

    >>> list(combinations({"depth": (2, 3), "game": ("hex",)}))
    [{'depth': 2, 'game': 'hex'}, {'depth': 3, 'game': 'hex'}]
    """
    for levels in product(*factors.values()):
        yield dict(zip(factors, levels, strict=True))


def bounds(name: str) -> tuple[str, str]:
    """What the ends of the interval of a measured number are called."""
    return ("low", "high") if name == VALUE else (f"{name}_low", f"{name}_high")


def measured(game: Mapping[str, Any]) -> list[str]:
    """The names of the numbers in a result."""
    return [name for name, value in game.items() if isinstance(value, int | float)]


def summary(games: Sequence[Mapping[str, Any]], together: int = 1) -> dict[str, Any]:
    """The mean of each number with its interval; of other values the first."""
    row: dict[str, Any] = {}
    for name, value in games[0].items():
        values = [game[name] for game in games]
        if all(isinstance(each, int | float) for each in values):
            row |= zip((name, *bounds(name)), average(values, together), strict=True)
        else:
            row[name] = value
    return row


def differences(
    factors: Mapping[str, Sequence[Any]], found: Sequence[tuple[Mapping[str, Any], Games]], together: int = 1
) -> Iterator[dict[str, Any]]:
    """How each level of a factor differs from its first one, for each measured number, with its interval.

    Only repetitions that all compared cells have are counted.
    """
    for factor, (first, *others) in factors.items():
        for level in others:
            pairs = list(_pairs(factor, first, level, found))
            shared = sorted(set[int].intersection(*(one.keys() & other.keys() for one, other in pairs))) if pairs else []
            shared = shared[: len(shared) // together * together]
            for name in measured(pairs[0][0][shared[0]]) if shared else ():
                changes = [
                    math.fsum(other[number][name] - one[number][name] for one, other in pairs) / len(pairs) for number in shared
                ]
                difference = zip(("difference", "low", "high"), average(changes, together), strict=True)
                yield {"factor": factor, "from": first, "to": level, "measured": name, "games": len(shared), **dict(difference)}


def _pairs(
    factor: str, first: Any, level: Any, found: Sequence[tuple[Mapping[str, Any], Games]]
) -> Iterator[tuple[dict[int, Any], dict[int, Any]]]:
    """The results of two cells that differ in one factor only, for all levels of the other factors."""
    for cell, games in found:
        if cell[factor] == first:
            twin = {**cell, factor: level}
            yield from ((dict(games), dict(others)) for other, others in found if other == twin)
