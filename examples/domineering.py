"""Domineering: lay dominoes on a board, one player upright, the other flat. docs/tutorial/write-a-game.md builds this file."""

from collections.abc import Iterator

from zermelo import ONGOING, Game, State, i8
from zermelo.game import display
from zermelo.game.record import Field


class Domineering(Game):
    """Lay dominoes: x upright, o flat; a player who cannot move loses."""

    players = ("x", "o")

    def __init__(self, rows: int = 4, cols: int = 4) -> None:
        self.rows, self.cols = rows, cols
        self.cells = rows * cols

    def state(self) -> dict[str, Field]:
        return dict(cells=i8[self.cells], turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for cell in range(self.cells):
            if self.fits(s, cell, s.turn):
                yield cell

    def play(self, s: State, cell: int) -> None:
        s.cells[cell] = 1 + s.turn
        s.cells[cell + self.step(s.turn)] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        return ONGOING if self.room(s, s.turn) > 0 else 1 - s.turn

    def step(self, player: int) -> int:
        """From the first half of a player's domino to the second: up or right."""
        return self.cols if player == 0 else 1

    def fits(self, s: State, cell: int, player: int) -> bool:
        """Whether a player's domino fits with its first half on this cell."""
        inside = cell // self.cols + 1 < self.rows if player == 0 else cell % self.cols + 1 < self.cols
        return inside and s.cells[cell] == 0 and s.cells[cell + self.step(player)] == 0

    def room(self, s: State, player: int) -> int:
        """In how many places a player could lay a domino."""
        count = 0
        for cell in range(self.cells):
            if self.fits(s, cell, player):
                count += 1
        return count

    def evaluate(self, s: State, player: int) -> float:
        return self.room(s, player) - self.room(s, 1 - player)

    def show(self, s: State) -> str:
        return display.lettered(display.cell_rows(s.cells, self.cols, ".xo"))

    def read(self, text: str) -> State:
        s = self.fresh()
        s.cells = display.read_cells(self, text, self.rows, self.cols, ".xo", display.letters(self.cols))
        s.turn = 0 if s.cells.count(1) == s.cells.count(2) else 1
        return s

    def name(self, s: State, cell: int) -> str:
        return display.square(cell, self.cols)
