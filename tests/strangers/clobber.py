"""Clobber: take a neighbouring enemy stone by moving onto it. The last one who moves wins."""

from zermelo import ONGOING, Game, i8


class Clobber(Game):
    def __init__(self, rows=3, cols=4):
        self.rows, self.cols = rows, cols
        self.board = (rows, cols)

    def state(self):
        pattern = [[1 + (r + c) % 2 for c in range(self.cols)] for r in range(self.rows)]
        return dict(cells=i8([stone for row in pattern for stone in row]), turn=i8)

    def captures(self, s, player):
        rows, cols = self.rows, self.cols

        def neighbours(cell):
            r, c = divmod(cell, cols)
            if r:
                yield cell - cols
            if c:
                yield cell - 1
            if c + 1 < cols:
                yield cell + 1
            if r + 1 < rows:
                yield cell + cols

        mine = [cell for cell in range(rows * cols) if s.cells[cell] == 1 + player]
        for cell in mine:
            for other in neighbours(cell):
                if s.cells[other] == 2 - player:
                    yield cell, other

    def moves(self, s):
        size = self.rows * self.cols
        return [a * size + b for a, b in self.captures(s, s.turn)]

    def play(self, s, move):
        a, b = divmod(move, self.rows * self.cols)
        s.cells[b] = s.cells[a]
        s.cells[a] = 0
        s.turn = 1 - s.turn

    def winner(self, s):
        try:
            next(self.captures(s, s.turn))
        except StopIteration:
            return 1 - s.turn
        return ONGOING

    def evaluate(self, s, player):
        mine = sum(1 for _ in self.captures(s, player))
        yours = sum(1 for _ in self.captures(s, 1 - player))
        return mine - yours
