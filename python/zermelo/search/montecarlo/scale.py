"""Rates: what games are worth on a scale from 0 to 1, on which Monte-Carlo search takes its means.

A win is 1, a loss 0, and a draw of two players 1/2: a utility's place between the game's `bounds`. In games with points instead
of winners, rates may differ by very little, so exploration is scaled by the spread of the rates seen so far.

An evaluation becomes a rate in the same way if it keeps to the bounds (`bounded_evaluation`). Otherwise its scale is unknown, and
is measured by the mean size of the evaluations so far: e / (|e| + mean), which keeps the order and lies between loss and win.
"""

from zermelo.game import Rules, State

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
        """The rates of a finished game."""
        return tuple([(utility - self.low) / self.width for utility in utilities])

    def utility(self, rate: float) -> float:
        return self.low + rate * self.width

    def guess(self, s: State) -> Rates:
        """The rates of an unfinished game, by its evaluation."""
        values = [self.rules.evaluate(s, player) for player in range(self.rules.players)]
        if self.shared:
            return tuple([min(max((value - self.low) / self.width, 0.0), 1.0) for value in values])
        for value in values:
            self.size += abs(value)
            self.number += 1
        mean = self.size / self.number
        return tuple([0.5 if value == 0 else 0.5 + 0.5 * (value / (abs(value) + mean)) for value in values])

    def even(self) -> Rates:
        """The rates of a game that was given up: those of a draw."""
        return tuple([(min(max(0.0, self.low), self.high) - self.low) / self.width] * self.rules.players)

    def saw(self, rates: Rates) -> None:
        """Widen the spread to what has been seen."""
        for rate in rates:
            self.least, self.most = min(self.least, rate), max(self.most, rate)

    def spread(self) -> float:
        """The range of the rates seen; 1 for games with winners."""
        return 1.0 if self.rules.has_winner or self.most <= self.least else self.most - self.least
