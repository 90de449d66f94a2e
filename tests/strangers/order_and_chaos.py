"""Order and Chaos: both players put crosses or noughts; Order wants a full line of one sign."""

import numpy as np

from zermelo import ONGOING, Game, i8


class OrderAndChaos(Game):
    players = ("order", "chaos")

    def __init__(self, size=6, line=5):
        self.size = size
        self.line = line
        self.max_moves = 2 * size * size
        grid = np.arange(size * size).reshape(size, size)
        lines = []
        for view in (grid, grid.T):
            for row in view:
                lines.extend(row[i : i + line] for i in range(size - line + 1))
        for view in (grid, np.fliplr(grid)):
            for offset in range(line - size, size - line + 1):
                diagonal = view.diagonal(offset)
                lines.extend(diagonal[i : i + line] for i in range(len(diagonal) - line + 1))
        self.lines = np.array(lines)

    def state(self):
        return dict(cells=i8[self.size**2], turn=i8)

    def moves(self, s):
        for cell in range(self.size**2):
            if s.cells[cell] == 0:
                yield 2 * cell
                yield 2 * cell + 1

    def play(self, s, move):
        cell, sign = divmod(move, 2)
        s.cells[cell] = sign + 1
        s.turn = 1 - s.turn

    def winner(self, s):
        for line in self.lines:
            first = s.cells[line[0]]
            if first and all(s.cells[cell] == first for cell in line):
                return 0
        return ONGOING if 0 in s.cells else 1

    def evaluate(self, s, player):
        """Order likes lines with one kind of sign only."""
        total = 0.0
        for line in self.lines:
            signs = [s.cells[cell] for cell in line]
            x, o = signs.count(1), signs.count(2)
            if x == 0 or o == 0:
                total += (x + o) / self.line
        return total if player == 0 else -total
