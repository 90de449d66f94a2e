"""Wythoff's game: a queen walks to the corner. Take any number from one heap, or the same number from both."""

from zermelo import ONGOING, Game, i8


class Wythoff(Game):
    players = ("left", "right")

    def __init__(self, a=7, b=9):
        self.heaps = (a, b)
        self.base = max(a, b) + 1
        self.max_moves = 3 * self.base

    def state(self):
        return dict(heaps=i8(self.heaps), turn=i8)

    def code(self, a, b):
        return a * self.base + b

    def moves(self, s):
        a, b = s.heaps
        after = {(x, b) for x in range(a)} | {(a, y) for y in range(b)}
        after |= {(a - k, b - k) for k in range(1, min(a, b) + 1)}
        return sorted(self.code(*pair) for pair in after)

    def play(self, s, move):
        s.heaps = list(divmod(move, self.base))
        s.turn ^= 1

    def winner(self, s):
        return ONGOING if any(s.heaps) else 1 - s.turn
