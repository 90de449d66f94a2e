"""Reversi on a small board, with a pass when there is no move."""

from itertools import takewhile

from zermelo import DRAW, ONGOING, Game, i8

PASS = 100


class Reversi(Game):
    """Surround to flip."""

    players = ("x", "o")

    def __init__(self, size=4):
        self.size = size
        self.board = (size, size)
        # For every cell, the cells in each of the eight directions, nearest first.
        self.rays = []
        for r in range(size):
            for c in range(size):
                rays = []
                for dr in (-1, 0, 1):
                    for dc in (-1, 0, 1):
                        if dr == dc == 0:
                            continue
                        ray = []
                        x, y = r + dr, c + dc
                        while 0 <= x < size and 0 <= y < size:
                            ray.append(x * size + y)
                            x, y = x + dr, y + dc
                        if len(ray) > 1:
                            rays.append(ray)
                self.rays.append(rays)

    def state(self):
        n, h = self.size, self.size // 2
        cells = [0] * (n * n)
        cells[(h - 1) * n + h - 1] = cells[h * n + h] = 2
        cells[(h - 1) * n + h] = cells[h * n + h - 1] = 1
        return dict(cells=i8(cells), turn=i8)

    def flips(self, s, cell, player):
        """The discs that a move would turn over."""
        mine, yours = 1 + player, 2 - player
        flipped = []
        if s.cells[cell] != 0:
            return flipped
        for ray in self.rays[cell]:
            run = list(takewhile(lambda c: s.cells[c] == yours, ray))
            if 0 < len(run) < len(ray) and s.cells[ray[len(run)]] == mine:
                flipped += run
        return flipped

    def places(self, s, player):
        return [cell for cell in range(len(s.cells)) if self.flips(s, cell, player)]

    def moves(self, s):
        return self.places(s, s.turn) or [PASS]

    def play(self, s, move):
        if move != PASS:
            for cell in [move, *self.flips(s, move, s.turn)]:
                s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        if any(self.places(s, player) for player in (0, 1)):
            return ONGOING
        x, o = map(s.cells.count, (1, 2))
        return DRAW if x == o else int(o > x)

    def evaluate(self, s, player):
        last = self.size - 1
        corners = [0, last, self.size * last, self.size * self.size - 1]
        weight = 0
        for cell, owner in enumerate(s.cells):
            if owner:
                value = 5 if cell in corners else 1
                weight += value if owner - 1 == player else -value
        return weight + len(self.places(s, player)) - len(self.places(s, 1 - player))
