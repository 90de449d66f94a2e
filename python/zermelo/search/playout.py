"""Random playouts: moves chosen at random until the game ends.

Evenly among all legal moves, or as the game's own `playout` says.

The generator is SplitMix64 (Steele, Lea and Flood 2014), written here and in the twin, so that both play the same games.
"""

from __future__ import annotations

from zermelo.errors import LimitError
from zermelo.game import CHANCE
from zermelo.record import State
from zermelo.rules import Rules

_MASK = (1 << 64) - 1
MAX_PLAYOUT = 100_000
"""A playout longer than this is taken to be endless."""


class Random:
    """SplitMix64."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def bits(self) -> int:
        """64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return (self.bits() >> 32) * n >> 32

    def uniform(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return (self.bits() >> 11) * 2.0**-53

    def dice(self) -> int:
        """A number of 62 bits, for a game's own `playout`."""
        return self.bits() >> 2


def playout(rules: Rules, s: State, random: Random) -> tuple[tuple[float, ...], int]:
    """Utilities at the end of one random game, and its length in plies."""
    for plies in range(MAX_PLAYOUT):
        utilities = rules.utilities(s)
        if utilities is not None:
            return utilities, plies
        if rules.to_move(s) == CHANCE:
            s = rules.play(s, draw(rules.chances(s), random))
        else:
            s = rules.play(s, random_move(rules, s, random))
    raise LimitError(f"a random playout did not end within {MAX_PLAYOUT} plies")


def random_move(rules: Rules, s: State, random: Random) -> int:
    """The move that a random game plays: by the game's own `playout`, or any."""
    if rules.game.defines("playout"):
        return rules.playout(s, random.dice())
    moves = rules.moves(s)
    return moves[random.below(len(moves))]


def draw(chances: list[tuple[int, float]], random: Random) -> int:
    """One outcome, by its probability."""
    left = random.uniform()
    for outcome, probability in chances:
        left -= probability
        if left < 0:
            return outcome
    return chances[-1][0]
