"""The transposition table: what is known about positions that several move orders reach.

An entry holds a score, how it bounds the value, the depth it was searched to, and the best move. Distances to a win
count from the position itself (`score.to_table`), so entries are good wherever the position turns up. The key is the
game's `key`, which may fold symmetries, or the packed state; moves of a folded position belong to a mirror image, so a
move taken from the table is used only where it is legal.

The specification keeps everything. The twin has fixed memory and forgets; they agree as long as it does not.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

EXACT, LOWER, UPPER = range(3)


class Entry(NamedTuple):
    move: int
    score: float
    depth: int
    bound: int


class Table:
    """Entries by key."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, Entry] = {}

    def probe(self, key: Hashable) -> Entry | None:
        """What is known about a position."""
        return self.entries.get(key)

    def store(self, key: Hashable, move: int, score: float, depth: int, bound: int) -> None:
        """Keep a result, unless a deeper one, or an exact one of the same depth, is known."""
        old = self.entries.get(key)
        if old is None or depth > old.depth or (depth == old.depth and (bound == EXACT or old.bound != EXACT)):
            self.entries[key] = Entry(move, score, depth, bound)
