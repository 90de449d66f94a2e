"""Breakthrough: the first pawn on the far side wins, and so does taking every pawn of the opponent.

    8   o  o  o  o  o  o  o  o      x is White, begins and moves up; o moves down. A pawn goes one square
    7   o  o  o  o  o  o  o  o      forward, straight or diagonally, onto a free square. It takes diagonally,
    6  40 41 42 43 44 45 46 47      never straight ahead, and need not.
    5  32 33 34 35 36 37 38 39
    4  24 25 26 27 28 29 30 31      A move is 3 * square + 0, 1 or 2: forward to the column before, straight
    3  16 17 18 19 20 21 22 23      ahead, or to the column after.
    2   x  x  x  x  x  x  x  x
    1   x  x  x  x  x  x  x  x      cells[row * cols + col]
        a  b  c  d  e  f  g  h

There always is a move: ahead of its foremost pawn a player has no other, so that pawn can step or take diagonally.

The state carries what would be slow to count again: the number of pawns on each side, the result, and the balance, which
is the evaluation: what the pawns of x are worth minus what those of o are. A pawn is worth more the further it has come, at
first slowly, then fast, and more at home than just in front of it, for there it guards the line; the numbers were settled
by matches against neighbouring ones. What upsets the balance is noisy: a pawn that takes, and one that gets through.

Mirror images are worth the same but have no `key` in common. Once a few moves are made they hardly ever meet, a key would
have to look at every square of both at every node, and the bytes of the state are hashed faster than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import display
from zermelo.game.constants import ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i16

MAX_SIDE = 10
PAWN, GUARD = 40, 30
WIN, CAPTURE = 1000, 100
_SYMBOLS = ".xo"


class Breakthrough(Game):
    """The first pawn on the far side wins."""

    players = ("x", "o")
    colours = ("#fafafa", "#222222")

    def __init__(self, rows: int = 8, cols: int = 8) -> None:
        for name, number, least in (("rows", rows, 4), ("cols", cols, 2)):
            if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= MAX_SIDE:
                raise GameError(f"breakthrough takes {name} as a whole number from {least} to {MAX_SIDE}, not {number!r}")
        self.rows, self.cols = rows, cols
        self.squares = rows * cols
        self.max_moves = 6 * cols
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
        """The square that a move leads to."""
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
        """Moves that get through, then those that take, each with the foremost pawns first, then the rest."""
        target = self.target(s, move)
        rank = self.advance[s.turn][target]
        if rank == self.rows - 1:
            return WIN
        return rank + CAPTURE if s.cells[target] != 0 else rank

    def show(self, s: State) -> str:
        return f"{display.lettered(display.cell_rows(s.cells, self.cols, _SYMBOLS))}\n{self.players[s.turn]} to move"

    def read(self, text: str) -> State:
        lines = [line.strip() for line in text.lower().replace("/", "\n").splitlines()]
        turns = [line.removesuffix(" to move") for line in lines if line.endswith(" to move")]
        if len(turns) != 1 or turns[0] not in self.players:
            raise PositionError("the board does not tell whose turn it is; add one line `x to move` or `o to move`")
        board = "\n".join(line for line in lines if not line.endswith(" to move"))
        s = self.fresh()
        s.cells = display.read_cells(self, board, self.rows, self.cols, _SYMBOLS, display.letters(self.cols))
        s.turn = self.players.index(turns[0])
        self._settle(s)
        return s

    def name(self, s: State, move: int) -> str:
        return display.square(move // 3, self.cols) + display.square(self.target(s, move), self.cols)

    def parse(self, s: State, text: str) -> int:
        """Such as b2a3; captures may be written b2xa3."""
        return super().parse(s, text.lower().replace("x", ""))

    def svg(self, s: State) -> str:
        size, edge = 48, 28
        words = display.caption(self, s)
        width, height = max(self.cols * size + 2 * edge, 16 + 10 * len(words)), self.rows * size + 2 * edge
        picture = display.Picture(width, height + 24, f"{self}: {words}")
        for cell, pawn in enumerate(s.cells):
            row, col = divmod(cell, self.cols)
            x, y = edge + col * size, edge + (self.rows - 1 - row) * size
            picture.rectangle(x, y, size, size, ("#b58a5a", "#e3c9a0")[(row + col) % 2])
            if pawn:
                fill = self.colours[pawn - 1]
                picture.rectangle(x + size * 0.2, y + size * 0.8, size * 0.6, size * 0.1, fill, rounded=3)
                picture.disc(x + size * 0.5, y + size * 0.58, size * 0.24, fill, _SYMBOLS[pawn])
                picture.disc(x + size * 0.5, y + size * 0.24, size * 0.14, fill)
            picture.spot(display.square(cell, self.cols), x, y, size, size)
        for row in range(self.rows):
            picture.text(edge / 2, edge + (self.rows - row - 0.4) * size, str(row + 1), size=14)
        for col, letter in enumerate(display.letters(self.cols)):
            picture.text(edge + (col + 0.5) * size, height - 10, letter, size=14)
        picture.text(width / 2, height + 10, words)
        return str(picture)

    def _settle(self, s: State) -> None:
        """Fill in everything that follows from the cells, or say why they cannot be."""
        s.pawns = [s.cells.count(1), s.cells.count(2)]
        through = [s.cells[-self.cols :].count(1), s.cells[: self.cols].count(2)]
        for name, pawns in zip(self.players, s.pawns, strict=True):
            if pawns > 2 * self.cols:
                raise PositionError(f"{name} starts with {2 * self.cols} pawns and cannot have {pawns}")
        if s.pawns == [0, 0]:
            raise PositionError("there must be at least one pawn on the board")
        if sum(through) > 1:
            raise PositionError("the game ends with the first pawn on the far side, but there is more than one")
        s.balance = sum(self.worth[0][cell] for cell, pawn in enumerate(s.cells) if pawn == 1)
        s.balance -= sum(self.worth[1][cell] for cell, pawn in enumerate(s.cells) if pawn == 2)
        for player, name in enumerate(self.players):
            if through[player] or s.pawns[1 - player] == 0:
                s.result = player
                if s.turn == player:
                    raise PositionError(f"{name} has won, so the last move was {name}'s and the turn is the opponent's")
