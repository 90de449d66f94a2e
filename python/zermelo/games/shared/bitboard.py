"""Bitboards: sets of squares as whole numbers with one bit for each square.

`lowest` and `count` serve every game with bitboards. `Runs` serves Othello and Rolit, where a new disc turns the discs between it and
another disc of the same player. It follows all runs in one direction at once by shifting the whole board. Masks keep a run from leaving
the board at one edge and coming back at the other.
"""

from collections.abc import Iterable, Sequence

FULL = (1 << 64) - 1
"""All 64 squares. Shifted boards are masked, so that no bit leaves the board."""
_BY_REMAINDER = tuple({(1 << square) % 67: square for square in range(64)}.get(rest, 0) for rest in range(67))
"""The square of each power of two, by its remainder when divided by 67. All these remainders are different."""


class Runs:
    """The part of the rules of Othello and Rolit that finds runs of discs."""

    directions: tuple[tuple[int, int], ...]
    """For each axis: the bits to shift by, and the squares that have a neighbour on both sides."""
    bits: tuple[int, ...]
    """For each square the board with one disc on it."""

    def targets(self, mine: int, others: int) -> int:
        """Free squares at the far end of a run of the others' discs that begins next to one of mine."""
        found, free = 0, FULL & ~(mine | others)
        for step, inside in self.directions:
            through = others & inside
            found |= free & ((onward(mine, through, step) << step) | (backward(mine, through, step) >> step))
        return found

    def turned(self, mine: int, others: int, square: int) -> int:
        """The others' discs between a new disc of mine and another of mine; none for a pass."""
        disc = self.bits[square]
        found = 0
        for step, inside in self.directions:
            through = others & inside
            run = onward(disc, through, step)
            if (run << step) & mine != 0:
                found |= run
            run = backward(disc, through, step)
            if (run >> step) & mine != 0:
                found |= run
        return found


def onward(start: int, through: int, step: int) -> int:
    """Squares of `through` that follow a square of `start` without a gap, `step` bits up each time; at most six."""
    pairs = through & (through << step)
    run = through & (start << step)
    run |= through & (run << step)
    run |= pairs & (run << 2 * step)
    return run | pairs & (run << 2 * step)


def backward(start: int, through: int, step: int) -> int:
    """The same with `step` bits down each time."""
    pairs = through & (through >> step)
    run = through & (start >> step)
    run |= through & (run >> step)
    run |= pairs & (run >> 2 * step)
    return run | pairs & (run >> 2 * step)


def board(squares: Iterable[int]) -> int:
    """The set of these squares."""
    return sum(1 << square for square in squares)


def axes(rows: Sequence[int], columns: Sequence[int], width: int) -> tuple[tuple[int, int], ...]:
    """The `directions` of a board of these rows and columns, on a board whose rows are `width` squares long."""
    across = board(row * width + column for row in rows for column in columns[1:-1])
    along = board(row * width + column for row in rows[1:-1] for column in columns)
    return (1, across), (width, along), (width - 1, across & along), (width + 1, across & along)


def lowest(squares: int) -> int:
    """The lowest square of a set of squares below 62."""
    return _BY_REMAINDER[(squares & -squares) % 67]


def count(squares: int) -> int:
    """How many squares a set has: adds the bits in groups of four, then of eight, then the digits to base 256."""
    ones, byte = 0x1111111111111111, 0x0F0F0F0F0F0F0F0F
    fours = (squares & ones) + (squares >> 1 & ones) + (squares >> 2 & ones) + (squares >> 3 & ones)
    return ((fours & byte) + (fours >> 4 & byte)) % 255
