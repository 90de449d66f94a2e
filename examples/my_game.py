from zermelo import DRAW, ONGOING, Game, i8

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class MyGame(Game):
    """Tic-tac-toe: three in a row wins."""

    players = ("x", "o")
    board = (3, 3)  # draws the field `cells` as a grid of 3 rows and 3 columns

    def state(self):
        return dict(cells=i8[9], turn=i8)  # nine numbers and one more, all 0 at the start

    def moves(self, s):
        for cell in range(9):
            if s.cells[cell] == 0:
                yield cell

    def play(self, s, cell):  # s is a copy: write to it
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        for a, b, c in LINES:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1
        return ONGOING if 0 in s.cells else DRAW
