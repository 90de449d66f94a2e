"""Futility pruning: one ply before the depth limit, skip the quiet moves that cannot make up for the deficit.

How much a quiet move can gain depends on the game's evaluation, so it is not guessed but watched: the margin is the most
that any quiet move before the depth limit has gained in this search. A position may surprise us with more: hence
`exact=False`.
"""

from __future__ import annotations

from math import inf

ENOUGH = 64
"""Quiet moves that must have been watched before any is skipped."""


class Futility:
    """Knows what quiet moves gain."""

    def __init__(self) -> None:
        self.watched = 0
        self.most = -inf

    def watch(self, gain: float) -> None:
        """A quiet move has changed the evaluation by this much for its player."""
        self.watched += 1
        self.most = max(self.most, gain)

    def hope(self, evaluation: float) -> float:
        """The most that a quiet move may be worth where the position is worth this.

        >>> Futility().hope(3)
        inf
        """
        return inf if self.watched < ENOUGH else evaluation + self.most
