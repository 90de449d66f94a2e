"""The table of proof-number search: two numbers while a question is open, a bound on the value once it is settled.

Everything is as the player to move sees it, whose goal may be to win or to keep the opponent from winning:

    phi      the least number of positions that must still be settled to show that it reaches its goal
    delta    the same, to show that it does not
    value    once settled: with phi = 0 the least that it gets, with delta = 0 the most; as a score, so that a win
             or a loss says within how many plies it can be forced

The specification keeps everything. The twin has fixed memory and replaces the entries that took the least work; both agree until
it does.
"""

from typing import NamedTuple

from zermelo.search import score

NEVER = 1 << 30
"""The number for what cannot be shown; larger than any other."""


class Known(NamedTuple):
    """What is known about a position."""

    phi: int
    delta: int
    value: float = 0.0

    @property
    def settled(self) -> bool:
        return self.phi == 0 or self.delta == 0

    def above(self, stays: bool) -> "Known":
        """The same, as seen by the player who moved here; `stays` if that player moves again."""
        value = score.from_table(self.value, 1)
        return Known(self.phi, self.delta, value) if stays else Known(self.delta, self.phi, -value)


def settled(value: float, reached: bool) -> Known:
    """A position in which the player to move reaches its goal, or cannot."""
    return Known(0, NEVER, value) if reached else Known(NEVER, 0, value)
