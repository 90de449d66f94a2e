"""Ataxx: stones spread or jump, and convert the opponent's stones next to them. The player with more stones at the end wins.

    7  42 43 44 45 46 47 48      A move is a number:
    6  35 36 37 38 39 40 41
    5  28 29 30 31 32 33 34      single: a new stone; the number of its square
    4  21 22 23 24 25 26 27      double: a jump; 49 * (1 + the stone's square) + the target
    3  14 15 16 17 18 19 20      pass:   49 * 50
    2   7  8  9 10 11 12 13
    1   0  1  2  3  4  5  6
        a  b  c  d  e  f  g

The state counts the plies since the last single; `quiet` of them are a draw. A position may have gaps, written `-`, which no stone can
enter.

Sets of squares are bitboards. A random game draws one of the legal moves without listing them. The evaluation is the number of my stones minus the number of yours.
"""

import re
from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import DRAW, ONGOING, Field, Game, State, display, i8, i16, i64, turn_line
from zermelo.games.shared import parameters
from zermelo.games.shared.bitboard import count, lowest, nth

MIN_SIZE, MAX_SIZE, MAX_QUIET = 3, 7, 10_000
_SYMBOLS = ".xo-"


class Ataxx(Game):
    """Stones spread or jump and convert their neighbours; the player with more stones at the end wins.

    Goal: Have more stones than your opponent at the end.

    Setup: On a board of seven rows and seven columns each player has two stones in opposite corners: x at the top left and
    the bottom right, o in the other two. x begins.

    Moves: You put a new stone on an empty square next to one of your stones, also diagonally. Or one of your stones jumps to
    an empty square two squares away, in any direction, also like a knight in chess. Then all stones of the opponent next to
    this square become yours. A player who can do neither passes; otherwise passing is not allowed.

    End: The game is over when neither player can move, or when a player has no stones. The player with more stones wins.

    Draws: Equal numbers of stones are a draw. So are 100 turns in a row, of both players together, without a new stone.

    Variants: The board may have 3 to 7 rows, and the number of turns without a new stone may be changed.
    """

    def __init__(self, size: int = 7, quiet: int = 100) -> None:
        parameters.whole("ataxx", "size", size, MIN_SIZE, MAX_SIZE)
        parameters.whole("ataxx", "quiet", quiet, 1, MAX_QUIET)
        self.size, self.quiet = size, quiet
        self.squares = size * size
        self.passing = self.squares * (self.squares + 1)
        self.whole = (1 << self.squares) - 1
        self.not_west = sum(1 << square for square in range(self.squares) if square % size != 0)
        self.not_east = self.not_west >> 1
        self.next_to = tuple(_at_distance(size, square, 1) for square in range(self.squares))
        self.two_away = tuple(_at_distance(size, square, 2) for square in range(self.squares))
        jumps = [
            (row, column) for row in range(3) for column in range(-2, 3) if max(row, abs(column)) == 2 and (row or column > 0)
        ]
        self.jumps = tuple((row * size + column, _can_jump(size, row, column)) for row, column in jumps)
        # Of two squares at distance two, at most one has a stone that can jump to the other.
        self.max_moves = self.squares + sum(squares.bit_count() for squares in self.two_away) // 2
        self.move_numbers = self.passing + 1

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
            yield lowest(targets)
            targets &= targets - 1
        while mine != 0:
            source = lowest(mine)
            targets = self.two_away[source] & empty
            while targets != 0:
                yield self.squares * (1 + source) + lowest(targets)
                targets &= targets - 1
            mine &= mine - 1

    def play(self, s: State, move: int) -> None:
        s.quiet += 1
        if move != self.passing:
            converted = self.converted(s, move)
            s.pieces[s.turn] |= converted | 1 << move % self.squares
            s.pieces[1 - s.turn] &= ~converted
            if move < self.squares:
                s.quiet = 0
            else:
                s.pieces[s.turn] ^= 1 << (move // self.squares - 1)
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        x, o = s.pieces[0], s.pieces[1]
        if x != 0 and o != 0 and self.around(self.around(x | o)) & self.empty(s) != 0:
            return DRAW if s.quiet >= self.quiet else ONGOING
        lead = count(x) - count(o)
        if lead == 0:
            return DRAW
        return 0 if lead > 0 else 1

    def empty(self, s: State) -> int:
        return self.whole & ~int(s.pieces[0] | s.pieces[1] | s.gaps)

    def around(self, squares: int) -> int:
        """A set of squares together with all squares next to it."""
        row = squares | (squares & self.not_east) << 1 | (squares & self.not_west) >> 1
        return (row | row << self.size | row >> self.size) & self.whole

    def converted(self, s: State, move: int) -> int:
        """The opponent's stones that a move other than a pass converts."""
        return self.next_to[move % self.squares] & int(s.pieces[1 - s.turn])

    def playout(self, s: State, dice: int) -> int:
        """Any legal move, each as likely as any other. They are counted, which is faster than listing them."""
        mine, empty = int(s.pieces[s.turn]), self.empty(s)
        singles = self.around(mine) & empty
        total = count(singles)
        for step, inside in self.jumps:
            total += count((mine & inside) << step & empty) + count(mine >> step & inside & empty)
        if total == 0:
            return self.passing
        place = (dice & (1 << 32) - 1) * total >> 32
        found, way, first = singles, 0, 0
        seen = count(singles)
        for step, inside in self.jumps:
            rising, falling = (mine & inside) << step & empty, mine >> step & inside & empty
            if seen <= place:
                found, way, first = rising, step, seen
            seen += count(rising)
            if seen <= place:
                found, way, first = falling, -step, seen
            seen += count(falling)
        square = nth(found, place - first)
        return square if way == 0 else self.squares * (1 + square - way) + square

    def evaluate(self, s: State, player: int) -> float:
        return count(s.pieces[player]) - count(s.pieces[1 - player])

    def noisy(self, s: State, move: int) -> bool:
        """Moves that convert at least two stones. Moves that convert one are too frequent to count as noisy."""
        return move != self.passing and count(self.converted(s, move)) > 1

    def order(self, s: State, move: int) -> float:
        """By what a move gains: two for each converted stone, one for a new stone."""
        if move == self.passing:
            return 0
        return 2 * count(self.converted(s, move)) + (1 if move < self.squares else 0)

    def show(self, s: State) -> str:
        return f"{display.lettered(self._rows(s))}\n{turn_line.write(self, s.turn, s.quiet)}"

    def read(self, text: str) -> State:
        """A drawn board, or a position such as x5o/7/7/7/7/7/o5x x 0 1."""
        is_fen = re.match(r"\s*[^\s./]+/[^\s.]+(\s|$)", text) is not None
        rows, turn, quiet = turn_line.split(self, _drawn(text.lower()) if is_fen else text, self.quiet)
        cells = display.read_cells(self, "\n".join(rows), self.size, self.size, _SYMBOLS)
        s = self.fresh()
        x, o, s.gaps = (sum(1 << square for square, cell in enumerate(cells) if cell == kind) for kind in (1, 2, 3))
        s.pieces, s.quiet, s.turn = [x, o], quiet, turn
        return s

    def fen(self, s: State) -> str:
        """The position in one line. States do not count moves, so the number of the move is always 1."""
        board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(self._rows(s)))
        return f"{board} {self.players[s.turn]} {s.quiet} 1"

    def name(self, s: State, move: int) -> str:
        """g2 for a single, a7c5 for a double, 0000 for a pass."""
        if move == self.passing:
            return "0000"
        source, target = divmod(move, self.squares)
        return (display.square(source - 1, self.size) if source else "") + display.square(target, self.size)

    def svg(self, s: State) -> str:
        return display.board_svg(self, s, self._cells(s), self.size, _SYMBOLS)

    def _rows(self, s: State) -> list[str]:
        """The rows of the board, top row first."""
        return display.cell_rows(self._cells(s), self.size, _SYMBOLS)

    def _cells(self, s: State) -> list[int]:
        kinds = (s.pieces[0], s.pieces[1], s.gaps)
        return [sum(kind for kind, squares in enumerate(kinds, 1) if squares >> square & 1) for square in range(self.squares)]


def _drawn(fen: str) -> str:
    """A position in one line as a drawn board. The player, the plies since the last single and the number of the move are optional."""
    match = re.fullmatch(r"(\S+)(?: ([xo]))?(?: ([0-9]{1,4}))?(?: [0-9]{1,4})?", " ".join(fen.split()))
    if match is None:
        raise PositionError(f"`{fen.strip()}` is not a position of ataxx; write it like x5o/7/7/7/7/7/o5x x 0 1")
    board = re.sub("[0-9]", lambda digit: "." * int(digit[0]), match[1])
    return f"{board}/{match[2] or 'x'} to move, {match[3] or 0} quiet plies"


def _can_jump(size: int, up: int, right: int) -> int:
    """The squares from which a jump so many rows up and columns to the right ends on the board."""
    rows, columns = range(size - up), [column for column in range(size) if 0 <= column + right < size]
    return sum(1 << row * size + column for row in rows for column in columns)


def _at_distance(size: int, square: int, distance: int) -> int:
    """The set of squares at a distance, counted in moves of a chess king."""
    row, col = divmod(square, size)
    return sum(1 << other for other in range(size * size) if max(abs(other // size - row), abs(other % size - col)) == distance)
