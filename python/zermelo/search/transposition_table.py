"""The transposition table: what is known about positions that several move orders reach.

Distances to a win count from the position itself (`score.to_table`), so an entry is valid at every ply, in this search and in
later ones. The key is the game's `key`, which may merge symmetric positions, or the packed state. A move of a merged position may
belong to its mirror image, so a move from the table is used only if it is legal.

An entry answers only a search of the same depth: a deeper one may see more, and an exact search must give the same result as
without a table. A *final* entry, one that is proven or did not meet the depth limit, answers greater depths as well, and a
proven win or loss answers every depth that reaches its end.

The twin has fixed memory and replaces entries; both agree until it does.
"""

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
        """Whether a search of this depth would find the same; if not `exact`, a deeper entry will do."""
        if self.depth == depth or (self.depth > depth and not exact):
            return True
        if not self.final:
            return False
        if self.depth < depth:
            return True
        plies = distance(self.score)
        return plies is not None and plies <= depth


class TranspositionTable(dict[Hashable, Entry]):
    """Entries by key."""

    def store(self, key: Hashable, entry: Entry) -> None:
        """Keep a result, unless the old entry is deeper, or exact at the same depth."""
        old = self.get(key)
        if old is None or entry.depth > old.depth or (entry.depth == old.depth and (entry.bound == EXACT or old.bound != EXACT)):
            self[key] = entry
