"""What positions are worth where values are added up: to each of many players, or on average over what chance may bring.

Where evaluations share the scale of utilities (`bounded_evaluation`), the two are compared as they are. A finished game counts a
little less with every ply, by the same factor for everybody: sooner wins are better, later losses too, and the sum stays what it
was, which pruning needs. Elsewhere a win must outrank every guess, so wins and losses count as in two-player search (`score`); but
not where values are averaged, because a win that is worth a billion would drown everything else. There an evaluation is taken at
its word.
"""

from __future__ import annotations

from math import inf

from zermelo.limit import MAX_PLY
from zermelo.record import State
from zermelo.rules import Rules
from zermelo.search import score

Values = tuple[float, ...]
FADING = 2.0**-40
"""The part of its worth that a finished game loses with every ply."""
FAR = 256
"""Where values are averaged, a guess is worth less than any win within so many plies; and what so far an end has lost is not told."""


def faded(utility: float, ply: int) -> float:
    """What is left of a utility after so many plies."""
    return utility * (1 - ply * FADING)


def unfaded(value: float, bound: float) -> float:
    """A value as people want to see it: 3 rather than 2.9999999999, if that is the number that has faded.

    >>> unfaded(faded(3, 20), 3), unfaded(0.02392578125, 3)
    (3.0, 0.02392578125)
    """
    plain = round(value, 6)
    return plain if abs(value - plain) <= bound * FAR * FADING else value


def is_shared(rules: Rules) -> bool:
    """Whether evaluations share the scale of utilities."""
    return rules.game.bounded_evaluation or not rules.game.defines("evaluate")


class Payoff:
    """Values of ends and of leaves, one a player."""

    def __init__(self, rules: Rules, averages: bool = False) -> None:
        self.rules, self.averages = rules, averages
        self.low, self.high = rules.bounds
        self.shared = is_shared(rules)
        self.cap = -(rules.players - 1) * self.low * (1 - MAX_PLY * FADING)
        if averages:
            self.cap = faded(min(self.high, -(rules.players - 1) * self.low) if rules.zero_sum else self.high, FAR)

    def ended(self, utilities: Values, ply: int) -> Values:
        """A finished game, so many plies after the root."""
        if self.shared or self.averages:
            return tuple(faded(utility, ply) for utility in utilities)
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


class Expectation:
    """Values of ends and of leaves to MAX, alone or against one opponent, where chance has a say.

    In games whose evaluations share the scale of utilities all values lie within bounds, whatever is averaged; in others within
    (-inf, inf).
    """

    def __init__(self, rules: Rules, player: int) -> None:
        self.rules, self.player = rules, player
        low, high = rules.bounds
        if rules.players > 1:  # what one side gets the other pays
            low, high = max(low, -high), min(high, -low)
        self.low, self.high = (low, high) if is_shared(rules) else (-inf, inf)

    def ended(self, utility: float, ply: int) -> float:
        """A finished game, so many plies after the root."""
        return faded(within(utility, self.low, self.high), ply)

    def guessed(self, s: State) -> float:
        """A position at the depth limit; no guess is worth as much as a win, or as little as a loss."""
        return within(self.rules.evaluate(s, self.player), faded(self.low, FAR), faded(self.high, FAR))

    def reach(self, ply: int) -> tuple[float, float]:
        """The least and the most that a position can be worth from which the game goes on: an end with the next move."""
        sooner = min(ply + 1, FAR)
        return faded(self.low, sooner if self.low < 0 else MAX_PLY), faded(self.high, sooner if self.high > 0 else MAX_PLY)


def within(value: float, low: float, high: float) -> float:
    """A value, or the bound that it exceeds."""
    return low if value < low else high if value > high else value
