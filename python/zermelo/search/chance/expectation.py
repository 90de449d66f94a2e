"""What ends and leaves are worth where values are averaged over what chance may bring.

Averages need one scale, that of utilities. A win that outranks every guess, as in two-player search (`score`), would drown everything
else in an average. So a finished game is worth its utility, and fades as it does in max^n (`payoff`): it loses a little with every ply,
that of chance included, and sooner wins are better than later ones. Evaluations must share the scale of utilities
(`bounded_evaluation`), unless nobody asks for them because the search goes to the end of the game. Then all values stay within bounds,
whatever is averaged, and no guess is worth as much as a win; that is also what pruning rests on.
"""

from __future__ import annotations

from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.limit import MAX_PLY
from zermelo.search.payoff import DISCOUNT, Values

FAR = 64
"""A guess is worth less than any win within so many plies; and what has been lost on so long a way is not told."""


class Expectation:
    """Values for MAX, alone or against one opponent."""

    def __init__(self, rules: Rules, player: int) -> None:
        self.rules, self.player = rules, player
        low, high = rules.bounds
        if rules.players > 1:  # what one side gets the other pays
            low, high = max(low, -high), min(high, -low)
        self.low, self.high = low, high

    def ended(self, utility: float, ply: int) -> float:
        """A finished game, so many plies after the root."""
        return discounted(within(utility, self.low, self.high), ply)

    def guessed(self, s: State) -> float:
        """A position at the depth limit; no guess is worth as much as a win, or as little as a loss."""
        return within(self.rules.evaluate(s, self.player), discounted(self.low, FAR), discounted(self.high, FAR))

    def reach(self, ply: int) -> tuple[float, float]:
        """The least and the most that a position can be worth from which the game goes on: an end with the next move."""
        sooner = min(ply + 1, FAR)
        return discounted(self.low, sooner if self.low < 0 else MAX_PLY), discounted(
            self.high, sooner if self.high > 0 else MAX_PLY
        )


class Expectations:
    """Values for everybody."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.low, self.high = rules.bounds

    def ended(self, utilities: Values, ply: int) -> Values:
        """A finished game, so many plies after the root."""
        return tuple(discounted(utility, ply) for utility in utilities)

    def guessed(self, s: State) -> Values:
        """A position at the depth limit; no guess is worth as much as a win, or as little as a loss."""
        low, high = discounted(self.low, FAR), discounted(self.high, FAR)
        return tuple(within(self.rules.evaluate(s, player), low, high) for player in range(self.rules.players))


def discounted(utility: float, ply: int) -> float:
    """What is left of a utility after so many plies."""
    return utility * (1 - ply * DISCOUNT)


def undiscounted(value: float, bound: float) -> float:
    """A value as people want to see it: 3 rather than 2.9999999999, if that is the number that has faded.

    >>> undiscounted(discounted(3, 20), 3), undiscounted(0.02392578125, 3)
    (3.0, 0.02392578125)
    """
    short = round(value, 6)
    return short if abs(value - short) <= bound * FAR * DISCOUNT else value


def within(value: float, low: float, high: float) -> float:
    """A value, or the bound that it exceeds."""
    return low if value < low else high if value > high else value
