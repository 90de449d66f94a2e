"""How many games a cell needs until its interval is narrow enough.

The interval is looked at after a fixed number of games only: after the usual number, then each time a quarter more have been played. The
first narrow one ends the cell. So how many games a cell has depends on its own games alone, not on interruptions, other cells or time.

Stopping at a narrow interval favours samples that happen to vary little, so that slightly fewer than 95 of 100 such intervals contain the
true value. The first look should therefore not come early: with a few games, an interval may be narrow by chance.
"""

import math
from collections.abc import Mapping
from typing import Any

MOST = 40
"""By default a cell ends after this many times the usual number of games, however wide its interval is."""


def looks(first: int, most: int, together: int = 1) -> tuple[int, ...]:
    """The numbers of games after which an interval is looked at.

    >>> looks(50, 200)
    (50, 63, 79, 99, 124, 155, 194, 200)
    """
    found = [first]
    while found[-1] < most:
        more = max(found[-1] + together, together * math.ceil(1.25 * found[-1] / together))
        found.append(min(more, most))
    return tuple(found)


def reach(row: Mapping[str, Any], value: str, low: str, high: str) -> float:
    """How far an interval reaches to its longer side; infinite if there is none.

    >>> reach({"cut": 20.0, "low": 17.5, "high": 22.0}, "cut", "low", "high")
    2.5
    """
    middle, ends = row.get(value), (row.get(low), row.get(high))
    if middle is None or None in ends:
        return math.inf
    return max(abs(float(str(end)) - float(middle)) for end in ends)
