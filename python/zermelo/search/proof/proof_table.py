"""What proof-number search knows of positions: the two numbers while a question is open, a bound on the value once it is not.

Everything is as the player to move sees it, whose goal may be to win or to keep the other from winning:

    phi      how many positions at least must still be settled to show that it reaches its goal
    delta    the same, to show that it does not
    value    once settled: with phi = 0 the least that it gets, with delta = 0 the most; in search's scores, so that a win
             or a loss says within how many plies from here it can be forced

The specification keeps everything. The twin has fixed memory and forgets what took the least work; they agree as long as it
does not.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from zermelo.search import score

NEVER = 1 << 30
"""The number of something that cannot be shown, larger than any other."""


class Known(NamedTuple):
    """What is known of a position."""

    phi: int
    delta: int
    value: float = 0.0

    @property
    def settled(self) -> bool:
        return self.phi == 0 or self.delta == 0

    def above(self, stays: bool) -> Known:
        """The same as the player sees it who made the move that led here, and whose turn it may still be."""
        value = score.from_table(self.value, 1)
        return Known(self.phi, self.delta, value) if stays else Known(self.delta, self.phi, -value)


def settled(value: float, reached: bool) -> Known:
    """What is known of a position where the player to move has reached its goal, or never will."""
    return Known(0, NEVER, value) if reached else Known(NEVER, 0, value)


class ProofTable:
    """What is known, by key."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, Known] = {}

    def probe(self, key: Hashable) -> Known | None:
        return self.entries.get(key)

    def store(self, key: Hashable, known: Known) -> None:
        self.entries[key] = known
