"""The order in which constants are put into a set, so that it becomes what a set of Python is, with the same order of entries."""

from __future__ import annotations

import random
import sys
from typing import Any

from zermelo.compile.prelude_sets import set_add, set_resize

TRIES = 400
"""After so many orders the set is given up. The first is right unless entries have got places before those that they were driven from."""


def places(value: set[Any] | frozenset[Any]) -> int:
    """The size of the table of a set."""
    return max(8, (sys.getsizeof(value) - sys.getsizeof(set())) // 16)


def insertion_order(value: set[Any] | frozenset[Any]) -> list[Any] | None:
    """An order in which entries come to their places in a table of the same size; None if there seems to be none."""
    entries, size, dice = list(value), places(value), random.Random(0)
    order = entries[:]
    for _ in range(TRIES):
        if _filled(order, size) == (entries, size):
            return order
        dice.shuffle(order)
    return None


def grows_alike(value: set[Any] | frozenset[Any]) -> bool:
    """Whether a set becomes the same if its entries are added one by one, in their order."""
    return _filled(list(value), 8) == (list(value), places(value))


def _filled(order: list[Any], size: int) -> tuple[list[Any], int]:
    """The entries of a set in their order, and the size of its table."""
    head, marks, entries = [0, 0, 7, 0], [0] * 8, [None] * 8
    if size > 8:
        set_resize(head, marks, entries, size - 1)
    for entry in order:
        set_add(head, marks, entries, entry)
    return [entry for mark, entry in zip(marks, entries, strict=True) if mark == 1], head[2] + 1
