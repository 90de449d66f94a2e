"""Iterative deepening: depth 1, then 2, then 3, until a limit is reached or a greater depth cannot change the result.

There is always a finished result. An interrupted depth counts only if it has shown a move to be better than the last
depth's: both moves were searched in it, or the new one is a forced win.
"""

from collections.abc import Iterator
from typing import Protocol

from zermelo.game import State
from zermelo.limit import MAX_PLY
from zermelo.search.control import Control, Found, Stopped


class Searcher(Protocol):
    """An algorithm that can search a root to a depth."""

    control: Control

    def decide(self, root: State, depth: int) -> Found: ...


def deepen(searcher: Searcher, root: State, deepest: int | None) -> Iterator[tuple[int, Found]]:
    """Yield (depth, result) for each finished depth."""
    control = searcher.control
    last: tuple[int, Found] | None = None
    for depth in range(1, (deepest or MAX_PLY) + 1):
        control.horizon = False
        try:
            found = searcher.decide(root, depth)
        except Stopped:
            if control.best is not None and (last is None or control.improves_on(last[1])):
                yield depth if last is None else last[0], control.best
            return
        last = (depth, found)
        yield last
        if not control.horizon or all(each.is_final for each in (found, *found.others)):
            return
