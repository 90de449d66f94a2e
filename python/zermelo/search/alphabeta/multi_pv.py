"""Several lines: the best move, the best of the rest, and so on, each with an exact value and a line of its own.

The root is searched once for each, without the moves found before. The table and the orderings keep what was learned, so the
second search is cheaper than the first.
"""

from collections.abc import Callable
from dataclasses import replace

from zermelo.search.control import Found


def find_several(number: int, moves: int, find: Callable[[int, list[int]], Found]) -> Found:
    """The best result with up to `number - 1` others; `find(index, aside)` searches the root without the moves in `aside`."""
    found: list[Found] = []
    while len(found) < min(number, moves):
        found.append(find(len(found), [each.move for each in found]))
    return replace(found[0], others=tuple(found[1:]))
