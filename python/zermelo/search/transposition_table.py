"""The transposition table: what is known about positions that several move orders reach.

An entry holds a score, how it bounds the value, the depth it was searched to, and the best move. Distances to a win
count from the position itself (`score.to_table`), so entries are good wherever the position turns up, in this search and in
later ones. The key is the game's `key`, which may fold symmetries, or the packed state; moves of a folded position belong
to a mirror image, so a move taken from the table is used only where it is legal.

An entry answers for another search of the same depth, and no other: a deeper one may see more, and an exact search must
say what it would have said without a table. A *final* entry, one that is proven or did not meet the depth limit, answers
for greater depths as well, and a proven win or loss for every depth that reaches its end.

The specification keeps everything. The twin has fixed memory and forgets; they agree as long as it does not.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from zermelo.search.score import distance

EXACT, LOWER, UPPER = range(3)


class Entry(NamedTuple):
    move: int
    score: float
    depth: int
    bound: int
    final: bool
    """Whether no greater depth can change the score."""

    def answers(self, depth: int, exact: bool) -> bool:
        """Whether a search of this depth would find the same; if it need not be exact, whether it would find no more."""
        if self.depth == depth or (self.depth > depth and not exact):
            return True
        if not self.final:
            return False
        if self.depth < depth:
            return True
        plies = distance(self.score)
        return plies is not None and plies <= depth


class TranspositionTable:
    """Entries by key."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, Entry] = {}

    def probe(self, key: Hashable) -> Entry | None:
        """What is known about a position."""
        return self.entries.get(key)

    def store(self, key: Hashable, entry: Entry) -> None:
        """Keep a result, unless a deeper one, or an exact one of the same depth, is known."""
        old = self.entries.get(key)
        if old is None or entry.depth > old.depth or (entry.depth == old.depth and (entry.bound == EXACT or old.bound != EXACT)):
            self.entries[key] = entry
