"""Tic-tac-toe: three in a row on a board of nine squares. x begins, unless `begins` is o.

    3  6 7 8
    2  3 4 5
    1  0 1 2
       a b c

The evaluation is the lecture's: the number of lines (rows, columns, diagonals) open to me minus the number open to the opponent. A line is
open to a player if the other has no stone on it. Positions that are turned or mirrored share a key.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import DRAW, ONGOING, Field, Game, State, display, i8
from zermelo.games.shared import parameters

_SYMBOLS = ".xo"


class TicTacToe(Game):
    """Three in a row on a board of nine squares.

    Goal: Be the first to have three of your own marks in a straight line: a row, a column or a diagonal.

    Setup: The board has three rows of three squares and is empty. The players are x and o, and x begins.

    Moves: The players take turns. On your turn you put one mark on any empty square. Marks are never moved or taken away.

    End: The first player with three marks in a line wins, and the game is over.

    Draws: If all nine squares are full and neither player has a line, the game is a draw.

    Variants: o may begin instead.
    """

    max_moves = move_numbers = 9
    weights = {"mine": 1, "yours": -1}

    def __init__(self, begins: str = "x") -> None:
        parameters.choice("tictactoe", "begins", begins, self.players)
        self.first = self.players.index(begins)
        self.lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
        self.images = _symmetries(3)

    def state(self) -> Mapping[str, Field]:
        return dict(cells=i8[9], turn=i8(self.first))

    def moves(self, s: State) -> Iterator[int]:
        for cell in range(9):
            if s.cells[cell] == 0:
                yield cell

    def play(self, s: State, move: int) -> None:
        s.cells[move] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        for a, b, c in self.lines:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] and s.cells[b] == s.cells[c]:
                return int(s.cells[a]) - 1
        return ONGOING if 0 in s.cells else DRAW

    def features(self, s: State, player: int) -> Iterator[float]:
        """Lines that are still open to the player, and to the opponent."""
        for blocked in (2 - player, 1 + player):
            yield sum(s.cells[a] != blocked and s.cells[b] != blocked and s.cells[c] != blocked for a, b, c in self.lines)

    def key(self, s: State) -> int:
        least = 3**9
        for image in self.images:
            code = 0
            for cell in image:
                code = 3 * code + s.cells[cell]
            least = min(least, code)
        return 2 * least + int(s.turn)

    def show(self, s: State) -> str:
        return display.lettered(display.cell_rows(s.cells, 3, _SYMBOLS))

    def read(self, text: str) -> State:
        s = self.fresh()
        s.cells = display.read_cells(self, text, 3, 3, _SYMBOLS)
        s.turn = display.turn_of(self, s.cells, self.first)
        won = {s.cells[a] for a, b, c in self.lines if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]}
        if len(won) == 2:
            raise PositionError("both players have three in a row, but the game ends with the first")
        if won == {1 + s.turn}:
            raise PositionError(f"{self.players[s.turn]} has three in a row, but the other player has moved after that")
        return s

    def name(self, s: State, move: int) -> str:
        return display.square(move, 3)

    def parse(self, s: State, text: str) -> int:
        """A square such as b2, or a number from 1 to 9 in reading order."""
        word = text.strip()
        if len(word) == 1 and word in "123456789":
            row, column = divmod(int(word) - 1, 3)
            return (2 - row) * 3 + column
        return super().parse(s, text)

    def svg(self, s: State) -> str:
        return display.board_svg(self, s, s.cells, 3, _SYMBOLS)

    def highlights(self, s: State) -> dict[str, str]:
        """The squares of every row of three."""
        lines = [line for line in self.lines if s.cells[line[0]] != 0 and len({s.cells[cell] for cell in line}) == 1]
        return {display.square(cell, 3): "winning line" for line in lines for cell in line}


def _symmetries(size: int) -> tuple[tuple[int, ...], ...]:
    """The eight symmetries of a square board: for each, the cell that comes to each place."""
    board = tuple(range(size * size))
    images = []
    for _ in range(4):
        board = tuple(board[(size - 1 - column) * size + row] for row in range(size) for column in range(size))
        images.append(board)
        images.append(tuple(board[row * size + size - 1 - column] for row in range(size) for column in range(size)))
    return tuple(images)
