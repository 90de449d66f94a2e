"""Bitboards: sets of squares as whole numbers with one bit for each square.

`lowest`, `nth` and `count` serve every game with bitboards. `Runs` serves Othello and Rolit, where a new disc turns the discs between it and
another disc of the same player. It follows all runs in one direction at once by shifting the whole board. Masks keep a run from leaving
the board at one edge and coming back at the other. `Lines` knows which discs can never be turned again.
"""

from collections.abc import Iterable, Sequence

FULL = (1 << 64) - 1
"""All 64 squares. Shifted boards are masked, so that no bit leaves the board."""


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


class Lines:
    """Whole lines of a board, and the discs that can never be turned."""

    lines: tuple[tuple[int, int, int], ...]
    """For each axis: the bits to shift by, the squares that have a neighbour so many bits below, and so many above."""
    whole: int
    """All squares of the board."""

    def stable(self, mine: int, others: int) -> int:
        """Discs of mine that can never be turned: along each axis they are at an edge, in a full line, or beside another such disc."""
        free = self.whole & ~(mine | others)
        row, column, left, right = [self.safe(free, axis) for axis in range(4)]
        found = mine & row & column & left & right
        before = 0
        while found != before:
            before = found
            found = mine & (row | self.beside(before, 0)) & (column | self.beside(before, 1))
            found &= (left | self.beside(before, 2)) & (right | self.beside(before, 3))
        return found

    def safe(self, free: int, axis: int) -> int:
        """Squares whose discs cannot be turned along an axis: their line is full, or they lie at its end."""
        step, lower, upper = self.lines[axis]
        up, into = free, lower
        down, outof = free, upper
        for distance in (step, 2 * step, 4 * step):
            up |= into & (up << distance)
            into &= into << distance
            down |= outof & (down >> distance)
            outof &= outof >> distance
        return self.whole & ~(up | down) | self.whole & ~(lower & upper)

    def beside(self, squares: int, axis: int) -> int:
        """Squares next to these along an axis."""
        step, lower, upper = self.lines[axis]
        return (squares << step) & lower | (squares >> step) & upper


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


def lines(rows: Sequence[int], columns: Sequence[int], width: int) -> tuple[tuple[int, int, int], ...]:
    """The `lines` of a board of these rows and columns, on a board whose rows are `width` squares long."""
    found = []
    for down, right in ((0, 1), (1, 0), (1, -1), (1, 1)):
        lower = board(r * width + c for r in rows for c in columns if r - down in rows and c - right in columns)
        upper = board(r * width + c for r in rows for c in columns if r + down in rows and c + right in columns)
        found.append((down * width + right, lower, upper))
    return tuple(found)


def lowest(squares: int) -> int:
    """The lowest square of a set, which is not empty."""
    return (squares & -squares).bit_length() - 1


def nth(squares: int, place: int) -> int:
    """The square at a place of a set of squares below 64; the lowest has place 0."""
    square = 0
    for width in (32, 16, 8, 4, 2, 1):
        lower = (squares >> square & (1 << width) - 1).bit_count()
        if place >= lower:
            place -= lower
            square += width
    return square


def count(squares: int) -> int:
    """How many squares a set has."""
    return squares.bit_count()
