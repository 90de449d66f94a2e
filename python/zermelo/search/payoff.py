"""What positions are worth to each of many players, as max^n compares them.

If evaluations share the scale of utilities (`bounded_evaluation`), both are compared directly. The utilities of a finished game
are discounted: they shrink a little with every ply, by the same factor for each player. So sooner wins and later losses are
better, and the sum stays zero, which pruning needs. Reports undo the discount. If evaluations have a scale of their own, a win
must rank above every guess, so wins and losses count as in two-player search (`score`).
"""

from math import ceil, log10

import zermelo.search.score as score
from zermelo.game import Rules, State
from zermelo.limit import MAX_PLY

Values = tuple[float, ...]
DISCOUNT = 2.0**-40
"""The part of its utility that a finished game loses with every ply."""
LEAST_FACTOR = 1 - 2 * MAX_PLY * DISCOUNT
"""No win or loss is discounted as much as this."""
_DECIMALS = 7
"""Decimals of a number up to 1 that the discount does not change."""


class Payoff:
    """Values of finished games and of leaves, one number a player."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.low, self.high = rules.bounds
        self.shared = rules.game.bounded_evaluation or not rules.game.defines("evaluate")
        self.cap, self.floor = self.high * LEAST_FACTOR, self.low * LEAST_FACTOR

    def ended(self, utilities: Values, ply: int) -> Values:
        """A finished game, `ply` plies after the root."""
        if self.shared:
            return tuple(utility * (1 - ply * DISCOUNT) for utility in utilities)
        return tuple(self.ranked(utility, ply) for utility in utilities)

    def ranked(self, utility: float, ply: int) -> float:
        if utility >= self.high:
            return score.WIN - ply
        return ply - score.WIN if utility <= self.low else utility

    def guessed(self, s: State) -> Values:
        """A position at the depth limit; a guess ranks below every win."""
        values = (self.rules.evaluate(s, player) for player in range(self.rules.players))
        return tuple(min(value, self.cap) for value in values) if self.shared else tuple(values)

    def most(self, ply: int) -> float:
        """The most that a player can get from an unfinished game: a win with the next move."""
        return -(self.rules.players - 1) * self.low * (1 - (ply + 1) * DISCOUNT)

    def is_decided(self, value: float) -> bool:
        """Whether a value is a win or a loss, not a guess."""
        return value > self.cap or value < self.floor if self.shared else score.is_proven(value)

    def plain(self, value: float, ply: int | None) -> tuple[float, int | None]:
        """The utility or guess behind a value, and the plies to a win or loss; `ply` is that of the end, None for a guess."""
        if not self.shared:
            worth, plies = score.split(value, 1)
            return (value, None) if plies is None else (self.high if worth > 0 else self.low, plies)
        if ply is None:
            return self.high if value == self.cap else value, None
        worth = restored(value, 1 - ply * DISCOUNT)
        return worth, ply if worth >= self.high or worth <= self.low else None

    def mean(self, value: float) -> tuple[float, int | None]:
        """The same for a mean of values with different discounts: rounded if rounding undoes the discount."""
        if not self.shared:
            return self.plain(value, None)
        bound = max(self.high, -self.low)
        short = round(value, _DECIMALS - ceil(log10(bound)))
        return short if abs(value - short) <= bound * (1 - LEAST_FACTOR) else value, None


def restored(value: float, left: float) -> float:
    """A number before its discount: the shortest of those that give this value.

    >>> restored(0.1 * (1 - 5 * DISCOUNT), 1 - 5 * DISCOUNT), restored(2 - 6 * DISCOUNT, 1 - 3 * DISCOUNT)
    (0.1, 2.0)
    """
    worth = value / left
    short = float(f"{worth:.12g}")
    return short if short * left == value else worth
