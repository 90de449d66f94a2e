"""A small Pentago: put a stone, then turn one of the four quarters. Four in a row on 4 x 4."""

from zermelo import DRAW, ONGOING, Game, i8


class Pentago(Game):
    players = ("black", "white")
    max_moves = 16 * 8

    def __init__(self, size=4):
        self.size = size
        self.half = size // 2
        n = range(size)
        self.lines = [[(r, c) for c in n] for r in n] + [[(r, c) for r in n] for c in n]
        self.lines += [[(i, i) for i in n], [(i, size - 1 - i) for i in n]]

    def state(self):
        return dict(cells=i8[self.size**2], turn=i8)

    def moves(self, s):
        # 8 ways to turn: quarter 0-3, clockwise or not
        return [8 * cell + turn for cell in range(self.size**2) if s.cells[cell] == 0 for turn in range(8)]

    def play(self, s, move):
        cell, (quarter, left) = move // 8, divmod(move % 8, 2)
        s.cells[cell] = s.turn + 1
        h, n = self.half, self.size
        top, start = quarter // 2 * h, quarter % 2 * h
        block = [s.cells[(top + i) * n + start : (top + i) * n + start + h] for i in range(h)]
        if left:
            block = list(zip(*block))[::-1]
        else:
            block = list(zip(*block[::-1]))
        for i, row in enumerate(block):
            a = (top + i) * n + start
            s.cells[a : a + h] = row
        s.turn = 1 - s.turn

    def has_line(self, s, colour):
        n = self.size
        return any(all(s.cells[r * n + c] == colour for r, c in line) for line in self.lines)

    def winner(self, s):
        black, white = self.has_line(s, 1), self.has_line(s, 2)
        if black and white:
            return DRAW
        if black or white:
            return 0 if black else 1
        return ONGOING if s.cells.count(0) else DRAW

    def evaluate(self, s, player):
        score = {1: 0, 2: 0}
        for line in self.lines:
            seen = {s.cells[r * self.size + c] for r, c in line} - {0}
            if len(seen) == 1:
                (colour,) = seen
                score[colour] += 1
        return score[player + 1] - score[2 - player]
