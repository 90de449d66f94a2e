"""What finished games and leaves are worth if values are averaged over chance.

An average needs one scale: a win that ranks above every guess, as in two-player search (`score`), would outweigh everything else.
So a finished game is worth its utility, discounted as in max^n (`payoff`) with every ply, chance plies included. Evaluations must
share this scale (`bounded_evaluation`), unless the search never evaluates. Then all averages stay within bounds, which pruning
needs, and no guess is worth as much as a win.
"""

from zermelo.game import Rules, State
from zermelo.limit import MAX_PLY
from zermelo.search.payoff import DISCOUNT, Payoff, Values

FAR = 64
"""A guess is worth less than any win within this many plies. Reports do not show the discount of this many plies."""


class Expectation:
    """Values for MAX, alone or against one opponent."""

    def __init__(self, rules: Rules, player: int) -> None:
        self.rules, self.player = rules, player
        low, high = rules.bounds
        if rules.players > 1:  # one side's gain is the other's loss
            low, high = max(low, -high), min(high, -low)
        self.low, self.high = low, high

    def ended(self, utility: float, ply: int) -> float:
        """A finished game, `ply` plies after the root."""
        return discounted(within(utility, self.low, self.high), ply)

    def guessed(self, s: State) -> float:
        """A position at the depth limit; every guess lies between a loss and a win."""
        return within(self.rules.evaluate(s, self.player), discounted(self.low, FAR), discounted(self.high, FAR))

    def reach(self, ply: int) -> tuple[float, float]:
        """The lowest and highest value of an unfinished position: an end with the next move."""
        sooner = min(ply + 1, FAR)
        return discounted(self.low, sooner if self.low < 0 else MAX_PLY), discounted(
            self.high, sooner if self.high > 0 else MAX_PLY
        )


class Expectations(Payoff):
    """Values for all players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.shared = True

    def guessed(self, s: State) -> Values:
        """A position at the depth limit; every guess lies between a loss and a win."""
        low, high = discounted(self.low, FAR), discounted(self.high, FAR)
        return tuple(within(self.rules.evaluate(s, player), low, high) for player in range(self.rules.players))


def discounted(utility: float, ply: int) -> float:
    """A utility after the discount of so many plies."""
    return utility * (1 - ply * DISCOUNT)


def undiscounted(value: float, bound: float) -> float:
    """A value without its discount: 3 rather than 2.9999999999.

    >>> undiscounted(discounted(3, 20), 3), undiscounted(0.02392578125, 3)
    (3.0, 0.02392578125)
    """
    short = round(value, 6)
    return short if abs(value - short) <= bound * FAR * DISCOUNT else value


def within(value: float, low: float, high: float) -> float:
    return low if value < low else high if value > high else value
