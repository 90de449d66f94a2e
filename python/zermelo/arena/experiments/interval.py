"""Confidence intervals at 95 %.

**A cut.** Two searches are counted on the same positions, game by game: x nodes without, y nodes with. The cut is the share of
all nodes that the second saves, 1 - (sum of y) / (sum of x); long games weigh more than short ones. Its interval is that of a
ratio of means (the delta method; Cochran, "Sampling Techniques", chapter 6). With r = (sum of y) / (sum of x),

    d = y - r x   for each game         s² = (sum of d²) / (n - 1)        r ± t s / (sqrt(n) mean of x)

where t is Student's for n - 1 degrees of freedom. Games are independent of each other, but the two counts of one game are not. d
takes that into account, so the interval is far narrower than those of the two means.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Cut(NamedTuple):
    """A saving in percent with its 95 % interval; None for a single game."""

    cut: float
    low: float | None
    high: float | None


def cut(without: Sequence[float], with_: Sequence[float]) -> Cut:
    """The share of nodes that the second search saves, in percent.

    Worked by hand: r = 27 / 36, d = 0, 1, -1, s = 1, t = 4.3027, so r ± 4.3027 / (1.7321 * 12) = 0.75 ± 0.2070.

    >>> print("{:.1f} from {:.2f} to {:.2f}".format(*cut([12, 8, 16], [9, 7, 11])))
    25.0 from 4.30 to 45.70
    """
    number, total = len(without), math.fsum(without)
    ratio = math.fsum(with_) / total
    if number < 2:
        return Cut(100 * (1 - ratio), None, None)
    squares = math.fsum((y - ratio * x) ** 2 for x, y in zip(without, with_, strict=True))
    reach = student(number - 1) * math.sqrt(squares / (number - 1) / number) / (total / number)
    return Cut(100 * (1 - ratio), 100 * (1 - ratio - reach), 100 * (1 - ratio + reach))


def student(freedom: int) -> float:
    """Student's t for 95 %, two-sided.

    >>> [round(student(freedom), 3) for freedom in (1, 2, 9, 49)]
    [12.706, 4.303, 2.262, 2.01]
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.975))
