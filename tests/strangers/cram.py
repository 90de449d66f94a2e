"""Cram: dominoes any way round. A player who cannot place one loses."""

from zermelo import ONGOING, Game, i8


class Cram(Game):
    def __init__(self, rows=3, cols=4):
        self.rows = rows
        self.cols = cols
        self.board = (rows, cols)
        pairs = []
        for cell in range(rows * cols):
            if (cell + 1) % cols:
                pairs.append((cell, cell + 1))
            if cell + cols < rows * cols:
                pairs.append((cell, cell + cols))
        self.pairs = pairs
        self.max_moves = len(pairs)

    def state(self):
        return dict(cells=i8[self.rows * self.cols], turn=i8)

    def moves(self, s):
        return [i for i, (a, b) in enumerate(self.pairs) if not (s.cells[a] or s.cells[b])]

    def play(self, s, i):
        for cell in self.pairs[i]:
            s.cells[cell] = s.turn + 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING if self.moves(s) else 1 - s.turn

    def key(self, s):
        """Who laid a domino does not matter, and mirror images are the same."""
        full = [[int(cell > 0) for cell in s.cells[r * self.cols : (r + 1) * self.cols]] for r in range(self.rows)]
        images = [full, full[::-1], [row[::-1] for row in full], [row[::-1] for row in full[::-1]]]
        if self.rows == self.cols:
            images += [list(zip(*image)) for image in images]
        numbers = []
        for image in images:
            number = 0
            for row in image:
                for bit in row:
                    number = 2 * number + bit
            numbers.append(number)
        return min(numbers)

    def evaluate(self, s, player):
        parity = len(self.moves(s)) % 2
        return parity if player == s.turn else -parity
