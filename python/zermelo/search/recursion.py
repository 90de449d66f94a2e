"""Python's recursion limit, raised while a search needs it.

The whole process has one limit, and searches in several threads may need a higher one at the same time. So the first search
raises it, and only the last one to end restores it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Limit:
    """The frames that running searches need; without any, the usual limit is restored."""

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


_limit = _Limit()


@contextmanager
def deep(frames: int) -> Iterator[None]:
    """Allow at least this many nested calls, in every thread."""
    _limit.enter(frames)
    try:
        yield
    finally:
        _limit.leave(frames)
