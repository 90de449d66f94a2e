"""Python's recursion limit, raised for as long as somebody needs it.

There is one limit for the whole process, whoever sets it, and searches in several threads may need a higher one at the same time. So the
first of them raises it, and the last one sets it back: a search that ends must not take the ground away from under another.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Ground:
    """Who needs how much; the usual limit comes back when nobody does."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.needs: list[int] = []
        self.usual = 0

    def enter(self, frames: int) -> None:
        with self.lock:
            if not self.needs:
                self.usual = sys.getrecursionlimit()
            self.needs.append(frames)
            sys.setrecursionlimit(max(sys.getrecursionlimit(), frames))

    def leave(self, frames: int) -> None:
        with self.lock:
            self.needs.remove(frames)
            if not self.needs:
                sys.setrecursionlimit(self.usual)


_ground = _Ground()


@contextmanager
def deep(frames: int) -> Iterator[None]:
    """Room for so many calls within calls, at least, in every thread."""
    _ground.enter(frames)
    try:
        yield
    finally:
        _ground.leave(frames)
