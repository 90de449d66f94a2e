"""The evaluation of checkers: what each side has, counted on bitboards, and how much each feature is worth.

All features are whole numbers, for the one side less those for the other:

    men            men
    kings          kings
    advance        rows that men have gone, 0 to 6 for each
    late_advance   the same, times the number of pieces that are gone: at first men are safer behind, later the way to the far side counts
    home           men on the row where kings are made for the opponent
    centre         men on the eight squares in the middle, 10, 11, 14, 15, 18, 19, 22 and 23
    mobility       steps to a square where the piece cannot be captured at once
    trapped        men without such a step
    trade          pieces, times the number of pieces that are gone: who is ahead should exchange, who is behind should not
    refuge         kings in the double corners, 1, 5, 28 and 32, of a side with fewer pieces: from there they are hard to drive out

`Features` is the part of the class `Checkers` that counts them. A man or king goes *down* towards square 32 or *up* towards square 1. The board has a
bit between every second row (see `rules`), so a step down is 4 or 5 bits up, and a set is moved by one shift. Both sides are counted in one pass, the side
whose men go down first, because a choice of the side at run time would cost more than the sums do.

The weights are hundredths of a man, roughly; docs/background/tuning.md says where they are from, and which features were tried and left out.
"""

from collections.abc import Iterator

from zermelo.game import State
from zermelo.games.shared.bitboard import count

PLACES = tuple(number + 4 + (number - 1) // 8 for number in range(1, 33))
"""The bit of each square, square 1 first."""
PIECES = 24
"""Pieces at the start."""


def _squares(*numbers: int) -> int:
    return sum(1 << PLACES[number - 1] for number in numbers)


BOARD = _squares(*range(1, 33))
TOP, BOTTOM = _squares(1, 2, 3, 4), _squares(29, 30, 31, 32)
CENTRE = _squares(10, 11, 14, 15, 18, 19, 22, 23)
CORNERS = _squares(1, 5, 28, 32)
BELOW = tuple(_squares(*range(4 * row + 1, 33)) for row in range(7))
"""For each number of rows, the squares that are so many rows or more from the top; and from the bottom."""
ABOVE = tuple(_squares(*range(1, 33 - 4 * row)) for row in range(7))
MATERIAL: dict[str, float] = {"men": 1, "kings": 5}
"""The lecture's weights; other features do not count."""
WEIGHTS: dict[str, float] = {
    "men": 110,
    "kings": 130,
    "advance": -1,
    "late_advance": 0.25,
    "home": 18,
    "centre": -8,
    "mobility": 3,
    "trapped": -10,
    "trade": 2,
    "refuge": 20,
}


class Features:
    """The part of checkers that evaluates."""

    turned: bool
    """Whether the first player's men go up."""

    def features(self, s: State, player: int) -> Iterator[float]:
        """What the player has more of than the opponent; see above."""
        first = 1 if self.turned else 0
        sign = 1 if player == first else -1
        falling, rising = s.pieces[first], s.pieces[1 - first]
        empty = BOARD & ~(falling | rising)
        men, their_men = falling & ~s.kings, rising & ~s.kings
        kings, their_kings = falling & s.kings, rising & s.kings
        lead, gone = count(falling) - count(rising), PIECES - count(falling | rising)
        advance = sum(count(men & BELOW[row]) - count(their_men & ABOVE[row]) for row in range(1, 7))
        safe = empty & ~(captured_upwards(rising, empty) | captured_downwards(their_kings, empty))
        their_safe = empty & ~(captured_downwards(falling, empty) | captured_upwards(kings, empty))
        yield sign * (count(men) - count(their_men))
        yield sign * (count(kings) - count(their_kings))
        yield sign * advance
        yield sign * advance * gone
        yield sign * (count(men & TOP) - count(their_men & BOTTOM))
        yield sign * (count(men & CENTRE) - count(their_men & CENTRE))
        mine = steps_down(falling, safe) + steps_up(kings, safe)
        yield sign * (mine - steps_up(rising, their_safe) - steps_down(their_kings, their_safe))
        yield sign * (count(men & ~(safe >> 4 | safe >> 5)) - count(their_men & ~(their_safe << 4 | their_safe << 5)))
        yield sign * lead * gone
        yield sign * (count(kings & CORNERS) if lead < 0 else -count(their_kings & CORNERS) if lead > 0 else 0)


def steps_down(pieces: int, targets: int) -> int:
    """How many steps towards square 32 end on one of the targets."""
    return count(pieces << 4 & targets) + count(pieces << 5 & targets)


def steps_up(pieces: int, targets: int) -> int:
    """How many steps towards square 1 end on one of the targets."""
    return count(pieces >> 4 & targets) + count(pieces >> 5 & targets)


def captured_downwards(by: int, empty: int) -> int:
    """Squares that these pieces could jump over towards square 32."""
    return (by << 4 & empty >> 4) | (by << 5 & empty >> 5)


def captured_upwards(by: int, empty: int) -> int:
    """Squares that these pieces could jump over towards square 1."""
    return (by >> 4 & empty << 4) | (by >> 5 & empty << 5)
