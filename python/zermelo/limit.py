"""Limits of a search."""

import os
import re
from dataclasses import dataclass

from zermelo.errors import LimitError
from zermelo.score import is_number

MAX_PLY = 4096
"""The greatest ply of a search, so that endless games cannot overflow the stack."""

LEAST_MEMORY = 1 << 10
_MANY, _LONG = 30_000, 0.03
"""The nodes and seconds from which on a search is long."""
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True)
class Limit:
    """Depth in plies, nodes entered, playouts, seconds, memory in bytes; None means without limit.

    >>> Limit(depth=8)
    Limit(depth=8)
    >>> Limit(seconds=-1)
    Traceback (most recent call last):
    ...
    zermelo.errors.LimitError: seconds=-1 must be a number above 0
    """

    depth: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "playouts", "memory"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
                raise LimitError(f"{name}={value!r} must be a whole number of at least 1")
            if value is not None and value >= 1 << 63:
                raise LimitError(f"{name}={value} is too large; leave it out for no limit")
        if self.depth is not None and self.depth > MAX_PLY:
            raise LimitError(f"depth={self.depth} is too large: the maximum is {MAX_PLY}; leave it out to search to the end")
        seconds = self.seconds
        if seconds is not None and (not is_number(seconds) or seconds <= 0):
            raise LimitError(f"seconds={seconds!r} must be a number above 0")

    @property
    def is_long(self) -> bool:
        """Whether a search may enter so many nodes that it fills a table.

        >>> Limit().is_long, Limit(seconds=1).is_long, Limit(nodes=1000).is_long, Limit(depth=4).is_long
        (True, True, False, False)
        """
        return self.depth is None and (self.nodes or _MANY) >= _MANY and (self.seconds is None or self.seconds >= _LONG)

    def __repr__(self) -> str:
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in vars(self).items() if value is not None)})"


def memory_size(text: str | int) -> int:
    """Bytes from a size such as "64MB".

    >>> memory_size("64MB")
    67108864
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?)B?", str(text).upper().strip())
    size = float(match[1]) * _UNITS[match[2]] if match else 0
    if size < 1:
        raise LimitError(f"memory={text!r} is not a size: write it like 64MB or 1GB")
    if size < LEAST_MEMORY:
        raise LimitError(f"memory={text!r} is too small: give at least 1KB")
    if size > machine_memory():
        raise LimitError(f"memory={text!r} is more than this machine has ({machine_memory() >> 20} MB)")
    return int(size)


def machine_memory() -> int:
    """The bytes of memory that this machine has."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # this system cannot say
        return 1 << 62
