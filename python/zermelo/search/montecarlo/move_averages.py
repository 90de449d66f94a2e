"""Habits: how well a player's moves have done wherever they were played, in the tree or in random games.

The same table serves two ideas. *MAST* (Finnsson and Björnsson 2008) lets random games prefer moves that have done well: here mostly
the best of them, and now and then any. *Progressive history* (Nijssen and Winands 2011) lends a new move in the tree the reputation
that it has elsewhere, until it has one of its own.
"""

from __future__ import annotations

from zermelo.game.random import Random

OFTEN = 0.8
"""How often MAST plays the best move that it knows."""
UNKNOWN = 1.0
"""What a move is taken for that was never played."""


class Habits:
    """Visits and sum of rates for each player's moves."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], list[float]] = {}

    def learn(self, player: int, move: int, rate: float) -> None:
        entry = self.known.setdefault((player, move), [0.0, 0.0])
        entry[0] += 1
        entry[1] += rate

    def mean(self, player: int, move: int) -> float:
        """How well a move has done; unknown ones are hoped to be good."""
        entry = self.known.get((player, move))
        return UNKNOWN if entry is None else entry[1] / entry[0]

    def choose(self, player: int, moves: list[int], random: Random) -> int:
        """MAST: mostly the best move known, now and then any."""
        if random.uniform() >= OFTEN:
            return moves[random.below(len(moves))]
        return max(moves, key=lambda move: self.mean(player, move))  # the first of the best
