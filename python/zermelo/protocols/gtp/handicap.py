"""Handicap stones for Black in Go, before the first move.

`fixed` has the places of the specification: the four corner points of the third or fourth line, the middles of the sides, and the centre. They exist on
boards from 7 by 7, and the middles only if the board has a middle. `free` takes the same places, fewer than asked for if there are no more, which GTP allows.
"""

from collections.abc import Sequence

from zermelo.protocols.gtp.messages import GtpError

_LEAST_BOARD, _FOURTH = 7, 12
"""The smallest board with handicap points, and the smallest on which these are on the fourth line."""


def most_fixed(size: int) -> int:
    """The greatest number of fixed stones: none on small boards, four if there is no middle."""
    return 0 if size < _LEAST_BOARD else 9 if size % 2 and size > _LEAST_BOARD else 4


def fixed(size: int, number: int) -> tuple[int, ...]:
    """The points of so many fixed stones.

    >>> fixed(9, 2), len(fixed(19, 9))
    ((20, 60), 9)
    """
    if not 2 <= number <= most_fixed(size):
        raise GtpError("invalid number of stones")
    edge = 3 if size >= _FOURTH else 2
    low, middle, high = edge, size // 2, size - 1 - edge
    order = [(low, low), (high, high), (high, low), (low, high)]
    if number >= 6:
        order += [(middle, low), (middle, high)]
    if number >= 8:
        order += [(low, middle), (high, middle)]
    if number % 2 and number > 4:
        order.append((middle, middle))
    return tuple(row * size + column for row, column in order[:number])


def free(size: int, number: int) -> tuple[int, ...]:
    """Places of our choice: at most so many."""
    if not 2 <= number < size * size or most_fixed(size) == 0:
        raise GtpError("invalid number of stones")
    return fixed(size, min(number, most_fixed(size)))


def checked(points: Sequence[int], size: int) -> tuple[int, ...]:
    """Places that a program chose."""
    if (
        not 2 <= len(points) < size * size
        or len(set(points)) < len(points)
        or not all(0 <= point < size * size for point in points)
    ):
        raise GtpError("bad vertex list")
    return tuple(points)
