"""Rates: what the ends of games are worth on a scale from 0 to 1, on which Monte-Carlo search takes its means.

A win is 1, a loss 0, and a draw of two players counts as half: a utility's place between the game's `bounds`. Where games have points
instead of winners, rates may differ by very little, so exploration is measured by the spread of what has been seen so far.

An evaluation becomes a rate in the same way if it keeps to the bounds (`bounded_evaluation`). Otherwise nobody knows its scale; it is
measured by the mean size of the evaluations so far, e / (|e| + mean), which keeps the order and stays between win and loss.
"""

from __future__ import annotations

from zermelo.game.record import State
from zermelo.game.rules import Rules

Rates = tuple[float, ...]


class Scale:
    """Turns utilities and evaluations into rates, and rates into utilities."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.low, self.high = rules.bounds
        self.width = self.high - self.low
        self.shared = rules.game.bounded_evaluation
        self.least, self.most = 1.0, 0.0
        self.size, self.number = 0.0, 0

    def rates(self, utilities: tuple[float, ...]) -> Rates:
        """What a finished game is worth to everybody."""
        return tuple([(utility - self.low) / self.width for utility in utilities])

    def utility(self, rate: float) -> float:
        return self.low + rate * self.width

    def guess(self, s: State) -> Rates:
        """What an unfinished game looks worth to everybody."""
        values = [self.rules.evaluate(s, player) for player in range(self.rules.players)]
        if self.shared:
            return tuple([min(max((value - self.low) / self.width, 0.0), 1.0) for value in values])
        for value in values:
            self.size += abs(value)
            self.number += 1
        mean = self.size / self.number
        return tuple([0.5 if value == 0 else 0.5 + 0.5 * (value / (abs(value) + mean)) for value in values])

    def even(self) -> Rates:
        """What a game is worth that was given up: as much as a draw."""
        return tuple([(min(max(0.0, self.low), self.high) - self.low) / self.width] * self.rules.players)

    def saw(self, rates: Rates) -> None:
        """Widen the spread to what has been seen."""
        for rate in rates:
            self.least, self.most = min(self.least, rate), max(self.most, rate)

    def spread(self) -> float:
        """How far rates differ; 1 where there are winners and losers."""
        return 1.0 if self.rules.has_winner or self.most <= self.least else self.most - self.least
