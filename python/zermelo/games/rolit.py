"""Rolit: Othello for two, three or four players, with balls that show four colours; most balls win.

    8  56 57 58 59 60 61 62 63      A move is the square of a new ball. Balls of any other colour that lie in a straight
    7  48 49 50 51 52 53 54 55      run between it and another of mine are rolled over to my colour. Where I can do that
    6  40 41 42 43 44 45 46 47      I must; where I cannot, the ball may go on any free square that touches a ball,
    5  32 33 34  r  y 37 38 39      diagonally too. So nobody passes, nobody is ever out, and the game ends when the
    4  24 25 26  b  g 29 30 31      board is full.
    3  16 17 18 19 20 21 22 23
    2   8  9 10 11 12 13 14 15      Four balls, one of each colour, lie in the middle whatever the number of players, as
    1   0  1  2  3  4  5  6  7      the published rules have it. Red begins and turns go clockwise: red, yellow, green,
       a  b  c  d  e  f  g  h       blue. Smaller boards, of size 4 or 6, begin in the same way.

The published rules leave three things open. Two players are red and green, who face each other, three are red, yellow and
green; a ball of a colour that nobody plays, shown as `*`, belongs to nobody until it is rolled over. Red begins, where a ball
would be thrown. And those who have equally many balls, more than all others, share the win: each of n players stakes one
point, and the winners divide all n of them. That makes n - 1 for a single winner and -1 for the others, 1 each for
two of four, and 0 for everybody where all are level.

What a player has is counted in balls, with some more for those at an edge and far more for those in a corner, which nobody can
roll over any more. The evaluation `relative` is what I have minus what the players have on average, times their number; for more
than two it is scaled down so far that no guess outweighs a result. `own` is what I have, whatever the others do. The weights
were settled by games against neighbouring ones.

A set of squares is a whole number with one bit for each, as in Othello, from which finding and rolling over are taken. The bit
of h8 is the sign: what is shifted to the right is cut down to the squares that it can reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import display, turn_line
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i64
from zermelo.games.shared.runs import Runs, board, count

SEATS = {2: ("red", "green"), 3: ("red", "yellow", "green"), 4: ("red", "yellow", "green", "blue")}
EDGE, CORNER = 3, 25
"""What a ball at an edge, and one in a corner, counts more than one inside."""
_FILLS = {"r": "#d7263d", "y": "#ffd23f", "g": "#2a9d5c", "b": "#2f6fde", "*": "#b9b9b9"}


class Rolit(Runs, Game):
    """Othello for two to four players: roll over the balls between two of yours; most balls win."""

    def __init__(self, players: int = 4, size: int = 8, evaluation: str = "relative") -> None:
        _check(players, size, evaluation)
        self.players = SEATS[players]
        self.colours = tuple(_FILLS[name[0]] for name in self.players)
        self.seats, self.size, self.evaluation = players, size, evaluation
        self.bounds = (-1, players - 1)
        self.bounded_evaluation = players > 2 and evaluation == "relative"
        self.squares = size * size
        self.max_moves = self.squares - 4
        self.bits = tuple(board([square]) for square in range(self.squares))
        self.whole = board(range(self.squares))
        self.not_west = board(square for square in range(self.squares) if square % size > 0)
        self.not_east = board(square for square in range(self.squares) if square % size < size - 1)
        self.not_north = board(range(self.squares - size))
        self.directions = _directions(size)
        self.corners = board([0, size - 1, self.squares - size, self.squares - 1])
        self.edges = self.whole & ~board(row * size + col for row in range(1, size - 1) for col in range(1, size - 1))
        most = self.squares + EDGE * count(self.edges) + CORNER * 4
        self.scale = 1.0 if players == 2 else 0.5 ** most.bit_length()
        self.signs = "." + "".join(name[0] for name in self.players) + ("*" if players < 4 else "")

    def state(self) -> Mapping[str, Field]:
        south_west = (self.size // 2 - 1) * (self.size + 1)
        places = dict(red=south_west + self.size, yellow=south_west + self.size + 1, green=south_west + 1, blue=south_west)
        balls = [board([places[name]]) for name in self.players]
        return dict(balls=i64(balls), taken=i64(board(places.values())), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        mine = s.balls[s.turn]
        targets = self.targets(mine, s.taken & ~mine)
        if targets == 0:
            targets = self.beside(s.taken)
        for square in range(self.squares):
            if targets >> square & 1:
                yield square

    def play(self, s: State, square: int) -> None:
        mine = s.balls[s.turn]
        rolled = self.turned(mine, s.taken & ~mine, square)
        for player in range(self.seats):
            s.balls[player] &= ~rolled
        s.balls[s.turn] = mine | rolled | self.bits[square]
        s.taken |= self.bits[square]
        s.turn = (s.turn + 1) % self.seats

    def over(self, s: State) -> bool:
        return bool(s.taken == self.whole)

    def utility(self, s: State, player: int) -> float:
        """A share of all stakes, less one's own. Losers pay what winners get, so that the sum is 0 to the last bit."""
        most = max(count(s.balls[each]) for each in range(self.seats))
        winners = sum(count(s.balls[each]) == most for each in range(self.seats))
        gain = self.seats / winners - 1
        return gain if count(s.balls[player]) == most else -winners * gain / (self.seats - winners)

    def beside(self, taken: int) -> int:
        """Free squares that touch a ball."""
        row = taken | ((taken & self.not_east) << 1) & self.not_west | ((taken & self.not_west) >> 1) & self.not_east
        return ~taken & (row | ((row & self.not_north) << self.size) | (row >> self.size) & self.not_north)

    def evaluate(self, s: State, player: int) -> float:
        if self.evaluation == "own":
            return self.worth(s.balls[player]) * self.scale
        total = sum(self.worth(s.balls[each]) for each in range(self.seats))
        return (self.seats * self.worth(s.balls[player]) - total) * self.scale

    def worth(self, balls: int) -> int:
        """What one player has."""
        return count(balls) + EDGE * count(balls & self.edges) + CORNER * count(balls & self.corners)

    def order(self, s: State, square: int) -> float:
        """Corners, then edges, then by the balls that are rolled over."""
        mine, ball = s.balls[s.turn], self.bits[square]
        place = 200 if ball & self.corners != 0 else 100 if ball & self.edges != 0 else 0
        return place + count(self.turned(mine, s.taken & ~mine, square))

    # Faces

    def show(self, s: State) -> str:
        return f"{display.lettered(self._rows(s))}\n{turn_line.write(self, s.turn)}"

    def read(self, text: str) -> State:
        """A drawn board; where no line says whose turn it is, it is counted, each player having put one ball by turns."""
        rows, turn = turn_line.split_turn(self, text)
        cells = display.read_cells(self, rows, self.size, self.size, self.signs, display.letters(self.size))
        s = self.fresh()
        middle, spare = s.taken, s.taken & ~sum(s.balls)
        s.balls = [board(square for square, cell in enumerate(cells) if cell == 1 + player) for player in range(self.seats)]
        s.taken = board(square for square, cell in enumerate(cells) if cell > 0)
        s.turn = (count(s.taken) - 4) % self.seats if turn is None else turn
        if s.taken & middle != middle:
            raise PositionError("the four squares in the middle bear balls from the start on, but here one of them is free")
        if s.taken & ~sum(s.balls) & ~spare != 0:
            where = " and ".join(display.square(square, self.size) for square in range(self.squares) if spare >> square & 1)
            raise PositionError(f"a ball that belongs to nobody, *, can only lie where it lay at the start, on {where}")
        return s

    def name(self, s: State, square: int) -> str:
        return display.square(square, self.size)

    def svg(self, s: State) -> str:
        size, edge = 48, 28
        words = self._caption(s)
        side = self.size * size + 2 * edge
        width = max(side, 16 + 10 * len(words))
        picture = display.Picture(width, side + 24, f"{self}: {words}")
        picture.rectangle(edge - 4, edge - 4, side - 2 * edge + 8, side - 2 * edge + 8, "#3a3f47", rounded=8)
        for row, signs in enumerate(self._rows(s)):
            for col, sign in enumerate(signs):
                x, y = edge + (col + 0.5) * size, edge + (row + 0.5) * size
                picture.disc(x, y, size * 0.4, _FILLS.get(sign, "#565d68"), sign if sign != "." else "")
                square = display.square((self.size - 1 - row) * self.size + col, self.size)
                picture.spot(square, x - size / 2, y - size / 2, size, size)
            picture.text(edge / 2 - 2, edge + (row + 0.6) * size, str(self.size - row), size=14)
            picture.text(edge + (row + 0.5) * size, side - 6, display.letters(self.size)[row], size=14)
        picture.text(width / 2, side + 14, words)
        return str(picture)

    def _caption(self, s: State) -> str:
        """Who is to move, or who has won, and how many balls each player has."""
        counts = [count(balls) for balls in s.balls]
        leaders = [name for name, number in zip(self.players, counts, strict=True) if number == max(counts)]
        decided = self.over(s) and len(leaders) < self.seats
        words = f"{' and '.join(leaders)} won" if decided else display.caption(self, s)
        return f"{words}, {' : '.join(map(str, counts))}"

    def _rows(self, s: State) -> list[str]:
        """The board, top row first."""
        spare = s.taken & ~sum(s.balls)
        cells = [
            sum(cell for cell, balls in enumerate((*s.balls, spare), 1) if balls >> square & 1) for square in range(self.squares)
        ]
        return display.cell_rows(cells, self.size, self.signs)


def _directions(size: int) -> tuple[tuple[int, int], ...]:
    """For each direction the bits to shift by, and the squares whose neighbours on either side are on the board."""
    inner = range(1, size - 1)
    across = board(row * size + col for row in range(size) for col in inner)
    along = board(row * size + col for row in inner for col in range(size))
    return (1, across), (size, along), (size - 1, across & along), (size + 1, across & along)


def _check(players: int, size: int, evaluation: str) -> None:
    if not isinstance(players, int) or isinstance(players, bool) or players not in SEATS:
        raise GameError(f"rolit takes players as 2, 3 or 4, not {players!r}")
    if not isinstance(size, int) or isinstance(size, bool) or size not in (4, 6, 8):
        raise GameError(f"rolit takes size as 4, 6 or 8, not {size!r}")
    if evaluation not in ("relative", "own"):
        raise GameError(f"rolit takes evaluation as relative or own, not {evaluation!r}")
    if evaluation == "own" and players == 2:
        raise GameError("rolit takes evaluation=own for three or four players; between two, what one has the other lacks")
