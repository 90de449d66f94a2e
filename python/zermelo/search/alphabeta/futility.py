"""Futility pruning: one ply before the depth limit, skip the quiet moves that cannot reach alpha.

How much a quiet move can gain depends on the game's evaluation, so the margin is measured: it is the most that any quiet move at
that depth has gained in this search. A later one may gain more: hence `exact=False`.
"""

from dataclasses import dataclass
from math import inf

ENOUGH = 64
"""Quiet moves that must have been measured before any is skipped."""


@dataclass
class Futility:
    """Measures what quiet moves gain."""

    watched: int = 0
    most: float = -inf

    def watch(self, gain: float) -> None:
        """A quiet move has changed the evaluation by this much for its player."""
        self.watched += 1
        self.most = max(self.most, gain)

    def hope(self, evaluation: float) -> float:
        """The most that a quiet move is expected to reach from this evaluation.

        >>> Futility().hope(3)
        inf
        """
        return inf if self.watched < ENOUGH else evaluation + self.most
