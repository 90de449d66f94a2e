"""Random numbers by SplitMix64 (Steele, Lea and Flood 2014). Rust has the same generator, so both languages play the same games."""

from typing import Protocol

from zermelo.errors import ZermeloError

_MASK = (1 << 64) - 1


class Random:
    """SplitMix64."""

    def __init__(self, seed: int) -> None:
        if not isinstance(seed, int):
            raise ZermeloError(f"seed={seed!r:.60} must be a whole number")
        self.state = seed & _MASK

    def bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return (self.bits() >> 32) * n >> 32

    def uniform(self) -> float:
        """A number from 0 to 1; 1 itself never comes."""
        return (self.bits() >> 11) * 2.0**-53

    random = uniform
    """The name that it has in Python's `random.Random`."""

    def dice(self) -> int:
        """A number of 62 bits, for the `playout` of a game."""
        return self.bits() >> 2


class Uniform(Protocol):
    """Python's `random.Random`, or ours."""

    def random(self) -> float: ...


def draw(chances: list[tuple[int, float]], random: Uniform) -> int:
    """Draw one outcome by its probability."""
    left = random.random()
    for outcome, probability in chances:
        left -= probability
        if left < 0:
            return outcome
    return chances[-1][0]
