"""What positions are worth to each of many players, as max^n compares them.

Where evaluations share the scale of utilities (`bounded_evaluation`), the two are compared as they are. A finished game counts a
little less with every ply, by the same factor for everybody: sooner wins are better, later losses too, and the sum stays what it
was, which pruning needs. Elsewhere a win must outrank every guess, so wins and losses count as in two-player search (`score`).
"""

from __future__ import annotations

from zermelo.limit import MAX_PLY
from zermelo.record import State
from zermelo.rules import Rules
from zermelo.search import score

Values = tuple[float, ...]
FADING = 2.0**-20
"""The part of its worth that a finished game loses with every ply."""


class Payoff:
    """Values of ends and of leaves, one a player."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.low, self.high = rules.bounds
        self.shared = rules.game.bounded_evaluation or not rules.game.defines("evaluate")
        self.cap = -(rules.players - 1) * self.low * (1 - MAX_PLY * FADING)

    def ended(self, utilities: Values, ply: int) -> Values:
        """A finished game, so many plies after the root."""
        if self.shared:
            return tuple(utility * (1 - ply * FADING) for utility in utilities)
        return tuple(self.ranked(utility, ply) for utility in utilities)

    def ranked(self, utility: float, ply: int) -> float:
        if utility >= self.high:
            return score.WIN - ply
        return ply - score.WIN if utility <= self.low else utility

    def guessed(self, s: State) -> Values:
        """A position at the depth limit; a guess is worth less than any win."""
        values = (self.rules.evaluate(s, player) for player in range(self.rules.players))
        return tuple(min(value, self.cap) for value in values) if self.shared else tuple(values)

    def most(self, ply: int) -> float:
        """The most that anybody can get while the game goes on: a win with the next move."""
        return -(self.rules.players - 1) * self.low * (1 - (ply + 1) * FADING)
