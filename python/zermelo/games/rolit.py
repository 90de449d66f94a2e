"""Rolit: Othello for two, three or four players, with balls of four colours. The player with most balls wins.

    8  56 57 58 59 60 61 62 63
    7  48 49 50 51 52 53 54 55      A move is the square of a new ball. No player passes or is eliminated.
    6  40 41 42 43 44 45 46 47
    5  32 33 34  r  y 37 38 39      The game starts with one ball of each colour in the middle, for any number of
    4  24 25 26  b  g 29 30 31      players. Boards of size 4 and 6 start in the same way.
    3  16 17 18 19 20 21 22 23
    2   8  9 10 11 12 13 14 15
    1   0  1  2  3  4  5  6  7
       a  b  c  d  e  f  g  h

The published rules leave three things open. Here two players are red and green, who face each other, and three are red, yellow and green.
A ball of an unused colour, shown as `*`, belongs to no player until it is converted. Red begins. Players with equally many balls,
more than all others, share the win: each of n players stakes one point, and the winners share all n points. So a single winner gets n - 1
and the others -1, two winners of four get 1 each, and all get 0 if all have equally many.

The value of a player is the number of balls, with a bonus for edges and a large one for corners, which can never be converted again. The
evaluation `relative` is n times my value minus the sum of all; with more than two players it is scaled so that no evaluation outweighs a
result. `own` is my value alone. The weights come from games against neighbouring weights.

Sets of squares are bitboards, as in Othello. The bit of h8 is the sign, so boards shifted to the right are masked.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import Field, Game, State, display, i8, turn_line, u64
from zermelo.games.shared import parameters
from zermelo.games.shared.bitboard import Runs, axes, board, count, lowest

SEATS = {2: ("red", "green"), 3: ("red", "yellow", "green"), 4: ("red", "yellow", "green", "blue")}
EDGE, CORNER = 3, 25
"""What a ball at an edge counts more than one inside, and a ball in a corner more than one at an edge."""
_FILLS = {"r": "#d7263d", "y": "#ffd23f", "g": "#2a9d5c", "b": "#2f6fde", "*": "#b9b9b9"}


class Rolit(Runs, Game):
    """Othello for two to four players: convert the balls between two of yours; the player with most balls wins.

    Goal: Have more balls of your colour than each other player at the end.

    Setup: The board has eight rows and eight columns, with one ball of each of four colours in the middle. Red begins, then
    yellow, green and blue.

    Moves: You put a ball of your colour on a free square. Balls of other colours that lie in a straight or diagonal line,
    without a gap, between the new ball and another of yours become yours. If you can turn at least one ball, you must. If
    not, you put your ball on any free square next to a ball, also diagonally. No player passes.

    End: The game is over when the board is full. The player with most balls wins.

    Draws: Players with equally many balls, more than all others, share the win. If all have equally many, it is a draw.

    Variants: Two players are red and green, three are red, yellow and green; balls of other colours belong to no player until
    they are turned. The board may have six or four rows.
    """

    player_counts = tuple(SEATS)

    def __init__(self, players: int = 4, size: int = 8, evaluation: str = "relative") -> None:
        parameters.choice("rolit", "players", players, self.player_counts)
        parameters.choice("rolit", "size", size, (4, 6, 8))
        relative = parameters.evaluation("rolit", evaluation, players)
        self.players = SEATS[players]
        self.colours = tuple(_FILLS[name[0]] for name in self.players)
        self.seats, self.size, self.relative = players, size, relative
        self.bounds = (-1, players - 1)
        self.bounded_evaluation = players > 2 and relative
        self.squares = size * size
        self.max_moves = self.squares - 4
        self.move_numbers = self.squares
        self.bits = tuple(board([square]) for square in range(self.squares))
        self.whole = board(range(self.squares))
        self.not_west = board(square for square in range(self.squares) if square % size > 0)
        self.not_east = board(square for square in range(self.squares) if square % size < size - 1)
        self.not_north = board(range(self.squares - size))
        self.directions = axes(range(size), range(size), size)
        self.corners = board([0, size - 1, self.squares - size, self.squares - 1])
        self.edges = self.whole & ~board(row * size + col for row in range(1, size - 1) for col in range(1, size - 1))
        most = self.squares + EDGE * count(self.edges) + CORNER * 4
        self.scale = 1.0 if players == 2 else 0.5 ** most.bit_length()
        self.signs = "." + "".join(name[0] for name in self.players) + ("*" if players < 4 else "")

    def state(self) -> Mapping[str, Field]:
        south_west = (self.size // 2 - 1) * (self.size + 1)
        places = dict(red=south_west + self.size, yellow=south_west + self.size + 1, green=south_west + 1, blue=south_west)
        balls = [board([places[name]]) for name in self.players]
        return dict(balls=u64(balls), taken=u64(board(places.values())), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        mine = s.balls[s.turn]
        targets = self.targets(mine, s.taken & ~mine)
        if targets == 0:
            targets = self.beside(s.taken)
        while targets != 0:
            yield lowest(targets)
            targets &= targets - 1

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
        """The share of all stakes minus the own stake. Losers pay what winners get, so the sum is exactly 0."""
        most = max(count(s.balls[each]) for each in range(self.seats))
        winners = sum(count(s.balls[each]) == most for each in range(self.seats))
        gain = self.seats / winners - 1
        return gain if count(s.balls[player]) == most else -winners * gain / (self.seats - winners)

    def beside(self, taken: int) -> int:
        """Free squares next to a ball."""
        row = taken | ((taken & self.not_east) << 1) & self.not_west | ((taken & self.not_west) >> 1) & self.not_east
        return self.whole & ~taken & (row | ((row & self.not_north) << self.size) | (row >> self.size) & self.not_north)

    def evaluate(self, s: State, player: int) -> float:
        if not self.relative:
            return self.worth(s.balls[player]) * self.scale
        total = sum(self.worth(s.balls[each]) for each in range(self.seats))
        return (self.seats * self.worth(s.balls[player]) - total) * self.scale

    def worth(self, balls: int) -> int:
        return count(balls) + EDGE * count(balls & self.edges) + CORNER * count(balls & self.corners)

    def order(self, s: State, square: int) -> float:
        """Corners first, then edges, then by the number of converted balls."""
        mine, ball = s.balls[s.turn], self.bits[square]
        place = 200 if ball & self.corners != 0 else 100 if ball & self.edges != 0 else 0
        return place + count(self.turned(mine, s.taken & ~mine, square))

    def show(self, s: State) -> str:
        return f"{display.lettered(self._rows(s))}\n{turn_line.write(self, s.turn)}"

    def read(self, text: str) -> State:
        """A drawn board. Without a line about the turn, the number of balls tells who is to move."""
        lines, turn = turn_line.split_turn(self, text)
        cells = display.read_cells(self, "\n".join(lines), self.size, self.size, self.signs)
        s = self.fresh()
        middle, spare = s.taken, s.taken & ~sum(s.balls)
        s.balls = [board(square for square, cell in enumerate(cells) if cell == 1 + player) for player in range(self.seats)]
        s.taken = board(square for square, cell in enumerate(cells) if cell > 0)
        s.turn = (count(s.taken) - 4) % self.seats if turn is None else turn
        if s.taken & middle != middle:
            raise PositionError("a square in the middle is free, but these four squares have balls from the start")
        if s.taken & ~sum(s.balls) & ~spare != 0:
            where = " and ".join(display.square(square, self.size) for square in range(self.squares) if spare >> square & 1)
            raise PositionError(f"a ball that belongs to no player, *, can only be on its start square, {where}")
        return s

    def name(self, s: State, square: int) -> str:
        return display.square(square, self.size)

    def svg(self, s: State) -> str:
        picture = display.BoardPicture(self, self._caption(s), self.size, self.size, ("#3a3f47", "#3a3f47"))
        signs, size = "".join(reversed(self._rows(s))), picture.size
        for square, x, y in picture.squares():
            sign = signs[square]
            picture.disc(x + size / 2, y + size / 2, size * 0.4, _FILLS.get(sign, "#565d68"), sign.strip("."))
        return str(picture)

    def _caption(self, s: State) -> str:
        """Who is to move, or who has won, and the number of balls of each player."""
        counts = [count(balls) for balls in s.balls]
        leaders = [name for name, number in zip(self.players, counts, strict=True) if number == max(counts)]
        decided = self.over(s) and len(leaders) < self.seats
        words = f"{' and '.join(leaders)} won" if decided else display.caption(self, s)
        return f"{words}, {' : '.join(map(str, counts))}"

    def _rows(self, s: State) -> list[str]:
        """The rows of the board, top row first."""
        spare = s.taken & ~sum(s.balls)
        cells = [
            sum(cell for cell, balls in enumerate((*s.balls, spare), 1) if balls >> square & 1) for square in range(self.squares)
        ]
        return display.cell_rows(cells, self.size, self.signs)
