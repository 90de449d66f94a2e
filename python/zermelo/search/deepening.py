"""Iterative deepening: depth 1, then 2, then 3, until a limit says stop or nothing is left to see.

There is always a finished answer at hand. A depth that is interrupted counts for nothing, unless it is the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from zermelo.limit import MAX_PLY
from zermelo.record import State
from zermelo.search.control import Control, Found, Stopped
from zermelo.search.score import is_proven


class Searcher(Protocol):
    """An algorithm that can search a root to a depth."""

    control: Control

    def decide(self, root: State, depth: int) -> Found: ...


def deepen(searcher: Searcher, root: State, deepest: int | None) -> Iterator[tuple[int, Found]]:
    """Yield (depth, finding) for each finished depth."""
    control = searcher.control
    finished = False
    for depth in range(1, (deepest or MAX_PLY) + 1):
        control.horizon = False
        try:
            found = searcher.decide(root, depth)
        except Stopped:
            if not finished and control.best is not None:
                yield depth, control.best
            return
        finished = True
        yield depth, found
        if not control.horizon or (found.score is not None and is_proven(found.score)):
            return
