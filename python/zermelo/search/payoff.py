"""What positions are worth to each of many players, as max^n compares them.

Where evaluations share the scale of utilities (`bounded_evaluation`), the two are compared as they are. A finished game fades: it
counts a little less with every ply, by the same factor for everybody. Sooner wins are better, later losses too, and the sum stays
what it was, which pruning needs. Reports undo the fading. Elsewhere a win must outrank every guess, so wins and losses count as in
two-player search (`score`).
"""

from __future__ import annotations

from math import ceil, log10

from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.limit import MAX_PLY
from zermelo.search import score

Values = tuple[float, ...]
DISCOUNT = 2.0**-40
"""The part of its worth that a finished game loses with every ply."""
LEAST_FACTOR = 1 - 2 * MAX_PLY * DISCOUNT
"""A win or a loss never fades as much as this."""
_DECIMALS = 7
"""So many decimals of a number up to 1 are the same with fading and without."""


class Payoff:
    """Values of ends and of leaves, one a player."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.low, self.high = rules.bounds
        self.shared = rules.game.bounded_evaluation or not rules.game.defines("evaluate")
        self.cap, self.floor = self.high * LEAST_FACTOR, self.low * LEAST_FACTOR

    def ended(self, utilities: Values, ply: int) -> Values:
        """A finished game, so many plies after the root."""
        if self.shared:
            return tuple(utility * (1 - ply * DISCOUNT) for utility in utilities)
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
        return -(self.rules.players - 1) * self.low * (1 - (ply + 1) * DISCOUNT)

    def is_decided(self, value: float) -> bool:
        """Whether a value is a win or a loss, and no guess."""
        return value > self.cap or value < self.floor if self.shared else score.is_proven(value)

    # Back from search

    def plain(self, value: float, ply: int | None) -> tuple[float, int | None]:
        """What a value stands for, and the plies to the end if it is a win or a loss; `ply` is that of its end, None for a guess."""
        if not self.shared:
            worth, plies = score.split(value, 1)
            return (value, None) if plies is None else (self.high if worth > 0 else self.low, plies)
        if ply is None:
            return self.high if value == self.cap else value, None
        worth = restored(value, 1 - ply * DISCOUNT)
        return worth, ply if worth >= self.high or worth <= self.low else None

    def mean(self, value: float) -> tuple[float, int | None]:
        """The same of a mean of several values, which have faded more or less: rounded where that may be what is left of less digits."""
        if not self.shared:
            return self.plain(value, None)
        bound = max(self.high, -self.low)
        short = round(value, _DECIMALS - ceil(log10(bound)))
        return short if abs(value - short) <= bound * (1 - LEAST_FACTOR) else value, None


def restored(value: float, left: float) -> float:
    """A number before it faded: of those that would have faded to the same, the shortest.

    >>> restored(0.1 * (1 - 5 * DISCOUNT), 1 - 5 * DISCOUNT), restored(2 - 6 * DISCOUNT, 1 - 3 * DISCOUNT)
    (0.1, 2.0)
    """
    worth = value / left
    short = float(f"{worth:.12g}")
    return short if short * left == value else worth
