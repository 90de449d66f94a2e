"""Breakthrough (Dan Troyka, 2000): the first player with a pawn on the far side wins. Capturing every pawn of the opponent also wins.

    8   o  o  o  o  o  o  o  o
    7   o  o  o  o  o  o  o  o
    6  40 41 42 43 44 45 46 47
    5  32 33 34 35 36 37 38 39
    4  24 25 26 27 28 29 30 31      A move is 3 * square + 0, 1 or 2: forward to the column on the left, straight
    3  16 17 18 19 20 21 22 23      ahead, or to the column on the right.
    2   x  x  x  x  x  x  x  x
    1   x  x  x  x  x  x  x  x      cells[row * cols + col]
        a  b  c  d  e  f  g  h

There is always a legal move: the foremost pawn of a player has no own pawn ahead, so it can move or capture diagonally.

The state also holds the number of pawns on each side, the result, and the balance, which is the evaluation: the value of x's pawns
minus the value of o's. A pawn is worth more the further it has advanced, first slowly, then fast. A pawn at home guards the back row and
is worth more than one just in front of it. The values come from matches against neighbouring values. Captures and moves to the far side
change the balance most, so they are noisy.

Mirror images have equal values but no common `key`. After a few moves they hardly ever meet, and a key would have to look at every
square at every node, which takes longer than hashing the bytes of the state.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import ONGOING, Field, Game, State, display, i8, i16, turn_line
from zermelo.games.shared import parameters

MAX_SIDE = 10
PAWN, GUARD = 40, 30
WIN, CAPTURE = 1000, 100
_SYMBOLS = ".xo"


class Breakthrough(Game):
    """The first player with a pawn on the far side wins.

    Goal: Bring one of your pawns to the row on the far side of the board.

    Setup: On a board of eight rows and eight columns each player fills the two nearest rows with pawns. x begins and moves
    up, o moves down.

    Moves: The players take turns. A pawn moves one square forward, straight or diagonally, to a free square. It may also move
    diagonally forward onto a pawn of the opponent, which is captured and leaves the board. Straight ahead a pawn cannot
    capture. You may capture, but you need not.

    End: The first player with a pawn in the last row wins. A player who has captured all pawns of the opponent wins as well.

    Draws: There are no draws, because a player always has a legal move.

    Variants: The board may have 4 to 10 rows and 2 to 10 columns.
    """

    colours = ("#fafafa", "#222222")

    def __init__(self, rows: int = 8, cols: int = 8) -> None:
        parameters.whole("breakthrough", "rows", rows, 4, MAX_SIDE)
        parameters.whole("breakthrough", "cols", cols, 2, MAX_SIDE)
        self.rows, self.cols = rows, cols
        self.squares = rows * cols
        self.max_moves = 6 * cols
        self.move_numbers = 3 * self.squares
        self.forward = (cols, -cols)
        rows_up = tuple(square // cols for square in range(self.squares))
        self.advance = (rows_up, rows_up[::-1])
        self.worth = tuple(tuple(PAWN + (rank**3 // 2 if rank > 0 else GUARD) for rank in ranks) for ranks in self.advance)

    def state(self) -> Mapping[str, Field]:
        home = 2 * self.cols
        cells = [1] * home + [0] * (self.squares - 2 * home) + [2] * home
        return dict(cells=i8(cells), pawns=i8([home, home]), balance=i16, result=i8(ONGOING), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        mine = 1 + s.turn
        for square in range(self.squares):
            if s.cells[square] == mine:
                ahead = square + self.forward[s.turn]
                col = square % self.cols
                if col > 0 and s.cells[ahead - 1] != mine:
                    yield 3 * square
                if s.cells[ahead] == 0:
                    yield 3 * square + 1
                if col < self.cols - 1 and s.cells[ahead + 1] != mine:
                    yield 3 * square + 2

    def target(self, s: State, move: int) -> int:
        return int(move // 3 + self.forward[s.turn] + move % 3 - 1)

    def play(self, s: State, move: int) -> None:
        mine, yours = s.turn, 1 - s.turn
        square, target = move // 3, self.target(s, move)
        gain = self.worth[mine][target] - self.worth[mine][square]
        if s.cells[target] != 0:
            gain += self.worth[yours][target]
            s.pawns[yours] -= 1
        s.cells[square] = 0
        s.cells[target] = 1 + mine
        s.balance += gain if mine == 0 else -gain
        if self.advance[mine][target] == self.rows - 1 or s.pawns[yours] == 0:
            s.result = mine
        s.turn = yours

    def winner(self, s: State) -> int:
        return int(s.result)

    def evaluate(self, s: State, player: int) -> float:
        return int(s.balance) if player == 0 else -int(s.balance)

    def noisy(self, s: State, move: int) -> bool:
        target = self.target(s, move)
        return bool(s.cells[target] != 0 or self.advance[s.turn][target] == self.rows - 1)

    def order(self, s: State, move: int) -> float:
        """Moves to the far side first, then captures, then the rest; the foremost pawns first."""
        target = self.target(s, move)
        rank = self.advance[s.turn][target]
        if rank == self.rows - 1:
            return WIN
        return rank + CAPTURE if s.cells[target] != 0 else rank

    def show(self, s: State) -> str:
        return f"{display.lettered(display.cell_rows(s.cells, self.cols, _SYMBOLS))}\n{turn_line.write(self, s.turn)}"

    def read(self, text: str) -> State:
        lines, turn = turn_line.split_turn(self, text)
        s = self.fresh()
        s.turn = turn_line.required(self, turn)
        s.cells = display.read_cells(self, "\n".join(lines), self.rows, self.cols, _SYMBOLS)
        self._settle(s)
        return s

    def name(self, s: State, move: int) -> str:
        return display.square(move // 3, self.cols) + display.square(self.target(s, move), self.cols)

    def parse(self, s: State, text: str) -> int:
        """Such as b2a3; captures may be written b2xa3."""
        return super().parse(s, text.lower().replace("x", ""))

    def svg(self, s: State) -> str:
        picture = display.BoardPicture(self, display.caption(self, s), self.rows, self.cols, ("#e3c9a0", "#b58a5a"))
        size = picture.size
        for square, x, y in picture.squares():
            pawn = s.cells[square]
            if pawn:
                fill = self.colours[pawn - 1]
                picture.rectangle(x + size * 0.2, y + size * 0.8, size * 0.6, size * 0.1, fill, rounded=3)
                picture.disc(x + size * 0.5, y + size * 0.58, size * 0.24, fill, _SYMBOLS[pawn])
                picture.disc(x + size * 0.5, y + size * 0.24, size * 0.14, fill)
        return str(picture)

    def _settle(self, s: State) -> None:
        """Compute the other fields from the cells; raises PositionError if the cells are impossible."""
        s.pawns = [s.cells.count(1), s.cells.count(2)]
        through = [s.cells[-self.cols :].count(1), s.cells[: self.cols].count(2)]
        for name, pawns in zip(self.players, s.pawns, strict=True):
            if pawns > 2 * self.cols:
                raise PositionError(f"{name} has {pawns} pawns, but starts with {2 * self.cols}")
        if s.pawns == [0, 0]:
            raise PositionError("there must be at least one pawn on the board")
        if sum(through) > 1:
            raise PositionError("several pawns are on the far side, but the game ends with the first")
        s.balance = sum(self.worth[0][cell] for cell, pawn in enumerate(s.cells) if pawn == 1)
        s.balance -= sum(self.worth[1][cell] for cell, pawn in enumerate(s.cells) if pawn == 2)
        for player, name in enumerate(self.players):
            if through[player] or s.pawns[1 - player] == 0:
                s.result = player
                if s.turn == player:
                    raise PositionError(f"{name} has won, so {self.players[1 - player]} must be to move")
