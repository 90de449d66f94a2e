"""Boards of bits, shared by Othello and Rolit: squares as bits, and the runs of discs that a move turns.

A board is a number with a bit for each square. All runs in one direction are followed at once, by shifting the whole board; masks keep
them from leaving at one edge and coming back at the other.
"""

from __future__ import annotations

from collections.abc import Iterable


class Runs:
    """For games in which a disc at the end of a run turns what lies between it and another one."""

    directions: tuple[tuple[int, int], ...]
    """For each the bits to shift by, and the squares whose neighbours on either side are on the board; the way back goes with it."""
    bits: tuple[int, ...]
    """The board with one disc, for each square."""

    def targets(self, mine: int, others: int) -> int:
        """Free squares at the far end of a run of others' discs that begins next to one of mine."""
        found, free = 0, ~(mine | others)
        for step, inside in self.directions:
            through = others & inside
            found |= free & ((onward(mine, through, step) << step) | (backward(mine, through, step) >> step))
        return found

    def turned(self, mine: int, others: int, square: int) -> int:
        """Others' discs between the new one and more of mine; none when passing, which lays no disc."""
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
    """Squares of `through` that follow a square of `start` without a gap, `step` bits up each time, at most six."""
    pairs = through & (through << step)
    run = through & (start << step)
    run |= through & (run << step)
    run |= pairs & (run << 2 * step)
    return run | pairs & (run << 2 * step)


def backward(start: int, through: int, step: int) -> int:
    """The same, `step` bits down each time."""
    pairs = through & (through >> step)
    run = through & (start >> step)
    run |= through & (run >> step)
    run |= pairs & (run >> 2 * step)
    return run | pairs & (run >> 2 * step)


def board(squares: Iterable[int]) -> int:
    """Discs on these squares."""
    bits = sum(1 << square for square in squares)
    return bits - (1 << 64) if bits >> 63 else bits


def count(discs: int) -> int:
    """How many discs there are: bits are added up by fours, then by eights, which are the digits of a number to base 256."""
    ones, byte = 0x1111111111111111, 0x0F0F0F0F0F0F0F0F
    fours = (discs & ones) + (discs >> 1 & ones) + (discs >> 2 & ones) + (discs >> 3 & ones)
    return ((fours & byte) + (fours >> 4 & byte)) % 255
