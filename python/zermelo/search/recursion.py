"""Python's recursion limit, raised while a search needs it.

The whole process has one limit, and searches in several threads may need a higher one at the same time. So the first search
raises it, and only the last one to end restores it.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_before: list[int] = []
"""The limit before each running search began; the first one is the usual limit."""


@contextmanager
def deep(frames: int) -> Iterator[None]:
    """Allow at least this many nested calls, in every thread."""
    with _lock:
        _before.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(_before[-1], frames))
    try:
        yield
    finally:
        with _lock:
            before = _before.pop()
            if not _before:
                sys.setrecursionlimit(before)
