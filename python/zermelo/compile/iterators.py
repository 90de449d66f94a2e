"""Iterators that a rule makes without the state, such as `itertools.count(1)`: they are read beforehand."""

from itertools import chain, count, islice
from typing import Any

MOST_ENTRIES = 1 << 20
"""Entries of an iterator that is read beforehand."""
_ENDLESS = 1 << 32
"""More steps than a rule may take."""


def written_out(value: Any) -> Any:
    """An iterator as something with entries; anything else as it is."""
    if isinstance(value, count):
        value = _counted(value)
    return tuple(islice(value, MOST_ENTRIES)) if hasattr(value, "__next__") else value


def _counted(numbers: "count[Any]") -> Any:
    """`itertools.count` of whole numbers as a range: a table of a million numbers takes seconds to compile."""
    first, second = next(numbers), next(numbers)
    if type(first) is int and type(second) is int and first != second:
        return range(first, first + (second - first) * _ENDLESS, second - first)
    return chain((first, second), numbers)
