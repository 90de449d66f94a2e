"""Ataxx: stones that spread or jump and turn all their neighbours; who has more in the end wins.

    7  42 43 44 45 46 47 48      x begins with a stone on a7 and one on g1, o with one on g7 and one on a1.
    6  35 36 37 38 39 40 41
    5  28 29 30 31 32 33 34      single: a new stone next to one of mine, diagonally too; the move is its square, for it
    4  21 22 23 24 25 26 27              does not matter which of my stones it comes from
    3  14 15 16 17 18 19 20      double: a stone of mine jumps to an empty square two away, over whatever is between;
    2   7  8  9 10 11 12 13              the move is 49 * (1 + its square) + the target
    1   0  1  2  3  4  5  6      pass:   49 * 50, and the only move of a player who has no other
        a  b  c  d  e  f  g

Either way the opponent's stones next to the new one change sides. The game is over when nobody can move any more or one
player has no stones left. It is drawn after `quiet` plies, 100 by default, without a single, unless the last of them ended
it. A position may have gaps, `-`, that nobody can enter.

A set of squares is a number with one bit for each. The evaluation is the number of my stones minus the number of yours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import display, turn_line
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i16, i64

MIN_SIZE, MAX_SIZE, MAX_QUIET = 3, 7, 10_000
_SYMBOLS = ".xo-"


class Ataxx(Game):
    """Stones spread or jump, and turn all their neighbours; who has more in the end wins."""

    players = ("x", "o")

    def __init__(self, size: int = 7, quiet: int = 100) -> None:
        _check("size", size, MIN_SIZE, MAX_SIZE)
        _check("quiet", quiet, 1, MAX_QUIET)
        self.size, self.quiet = size, quiet
        self.squares = size * size
        self.passing = self.squares * (self.squares + 1)
        self.whole = (1 << self.squares) - 1
        self.not_west = sum(1 << square for square in range(self.squares) if square % size != 0)
        self.not_east = self.not_west >> 1
        self.next_to = tuple(_at_distance(size, square, 1) for square in range(self.squares))
        self.two_away = tuple(_at_distance(size, square, 2) for square in range(self.squares))
        self.by_remainder = tuple(
            {(1 << square) % 53: square for square in range(self.squares)}.get(rest, 0) for rest in range(53)
        )
        # Of two squares two apart, one may jump to the other, but not the other to the one.
        self.max_moves = self.squares + sum(squares.bit_count() for squares in self.two_away) // 2

    def state(self) -> Mapping[str, Field]:
        corners = 0, self.size - 1, self.squares - self.size, self.squares - 1
        south_west, south_east, north_west, north_east = (1 << corner for corner in corners)
        return dict(pieces=i64([north_west | south_east, south_west | north_east]), gaps=i64, quiet=i16, turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        mine = s.pieces[s.turn]
        empty = self.empty(s)
        targets = self.around(mine) & empty
        if self.around(self.around(mine)) & empty == 0:
            yield self.passing
            return
        while targets != 0:
            yield self.lowest(targets)
            targets &= targets - 1
        while mine != 0:
            source = self.lowest(mine)
            targets = self.two_away[source] & empty
            while targets != 0:
                yield self.squares * (1 + source) + self.lowest(targets)
                targets &= targets - 1
            mine &= mine - 1

    def play(self, s: State, move: int) -> None:
        s.quiet += 1
        if move != self.passing:
            turned = self.turns(s, move)
            s.pieces[s.turn] |= turned | 1 << move % self.squares
            s.pieces[1 - s.turn] &= ~turned
            if move < self.squares:
                s.quiet = 0
            else:
                s.pieces[s.turn] ^= 1 << (move // self.squares - 1)
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        x, o = s.pieces[0], s.pieces[1]
        if x != 0 and o != 0 and self.around(self.around(x | o)) & self.empty(s) != 0:
            return DRAW if s.quiet >= self.quiet else ONGOING
        lead = self.count(x) - self.count(o)
        if lead == 0:
            return DRAW
        return 0 if lead > 0 else 1

    def empty(self, s: State) -> int:
        return self.whole & ~int(s.pieces[0] | s.pieces[1] | s.gaps)

    def around(self, squares: int) -> int:
        """A set with all squares next to it."""
        row = squares | (squares & self.not_east) << 1 | (squares & self.not_west) >> 1
        return (row | row << self.size | row >> self.size) & self.whole

    def turns(self, s: State, move: int) -> int:
        """The opponent's stones that a move, other than passing, turns."""
        return self.next_to[move % self.squares] & int(s.pieces[1 - s.turn])

    def lowest(self, squares: int) -> int:
        """The lowest square of a set: powers of two leave different remainders when divided by 53."""
        return self.by_remainder[(squares & -squares) % 53]

    def count(self, squares: int) -> int:
        """How many squares a set has: neighbouring bits are added, then pairs of them, then fours, then bytes."""
        pairs = squares - (squares >> 1 & 0x5555555555555)
        fours = (pairs & 0x33333333333333) + (pairs >> 2 & 0x33333333333333)
        return (fours + (fours >> 4) & 0x0F0F0F0F0F0F0F) % 255

    def evaluate(self, s: State, player: int) -> float:
        return self.count(s.pieces[player]) - self.count(s.pieces[1 - player])

    def noisy(self, s: State, move: int) -> bool:
        """Moves that turn at least two stones; those that turn one are too many to call them noisy."""
        return move != self.passing and self.count(self.turns(s, move)) > 1

    def order(self, s: State, move: int) -> float:
        """By what a move gains: two for each stone that it turns, one for a new stone."""
        if move == self.passing:
            return 0
        return 2 * self.count(self.turns(s, move)) + (1 if move < self.squares else 0)

    # Faces

    def show(self, s: State) -> str:
        return f"{display.lettered(self._rows(s))}\n{turn_line.write(self, s.turn, s.quiet)}"

    def read(self, text: str) -> State:
        """A drawn board, or a position such as x5o/7/7/7/7/7/o5x x 0 1."""
        is_fen = re.match(r"\s*[^\s./]+/[^\s.]+(\s|$)", text) is not None
        rows, turn, quiet = _read_fen(text.lower()) if is_fen else turn_line.split(self, text)
        cells = display.read_cells(self, "\n".join(rows), self.size, self.size, _SYMBOLS, display.letters(self.size))
        turn_line.check(self, quiet, self.quiet)
        s = self.fresh()
        x, o, s.gaps = (sum(1 << square for square, cell in enumerate(cells) if cell == kind) for kind in (1, 2, 3))
        s.pieces, s.quiet, s.turn = [x, o], quiet, turn
        return s

    def fen(self, s: State) -> str:
        """The position in one line; it does not know the number of the move, and writes 1."""
        board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(self._rows(s)))
        return f"{board} {self.players[s.turn]} {s.quiet} 1"

    def name(self, s: State, move: int) -> str:
        """g2 for a single, a7c5 for a double, 0000 for passing."""
        if move == self.passing:
            return "0000"
        source, target = divmod(move, self.squares)
        return (display.square(source - 1, self.size) if source else "") + display.square(target, self.size)

    def svg(self, s: State) -> str:
        return display.board_svg(self, s, self._rows(s), _SYMBOLS, named=True)

    def _rows(self, s: State) -> list[str]:
        """The rows of the board, top first."""
        kinds = (s.pieces[0], s.pieces[1], s.gaps)
        cells = [sum(kind for kind, squares in enumerate(kinds, 1) if squares >> square & 1) for square in range(self.squares)]
        return display.cell_rows(cells, self.size, _SYMBOLS)


def _read_fen(text: str) -> tuple[list[str], int, int]:
    """Rows, the player to move, and the plies since the last single; all but the rows may be missing."""
    board, *given = text.split()
    player, quiet, number = (*given, *("x", "0", "1")[len(given) :]) if len(given) <= 3 else ("", "", "")
    if player not in Ataxx.players or not all(re.fullmatch("[0-9]{1,4}", word) for word in (quiet, number)):
        raise PositionError(
            f"`{' '.join(given)}` should be who is to move, x or o, the plies since the last single, and the move's number"
        )
    rows = [re.sub("[0-9]", lambda digit: "." * int(digit[0]), row) for row in board.split("/")]
    return rows, Ataxx.players.index(player), int(quiet)


def _at_distance(size: int, square: int, distance: int) -> int:
    """The set of squares at a distance, counted in king's moves."""
    row, col = divmod(square, size)
    return sum(1 << other for other in range(size * size) if max(abs(other // size - row), abs(other % size - col)) == distance)


def _check(name: str, number: int, least: int, most: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise GameError(f"ataxx takes {name} as a whole number from {least} to {most}, not {number!r}")
