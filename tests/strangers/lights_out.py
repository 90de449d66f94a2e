import numpy as np

from zermelo import DRAW, ONGOING, Game, i8, i32


class LightsOut(Game):
    """Press a lamp: it and its neighbours change. Put all lights out."""

    players = ("player",)

    def __init__(self, n=3, pattern=0b111_111_111, limit=9):
        self.n = n
        self.pattern = pattern
        self.limit = limit
        masks = []
        for r in range(n):
            for c in range(n):
                lamps = np.zeros((n, n), dtype=int)
                lamps[r, c] = 1
                lamps[max(r - 1, 0), c] = 1
                lamps[min(r + 1, n - 1), c] = 1
                lamps[r, max(c - 1, 0)] = 1
                lamps[r, min(c + 1, n - 1)] = 1
                masks.append(int("".join(map(str, lamps.ravel())), 2))
        self.masks = np.array(masks)

    def state(self):
        return dict(lights=i32(self.pattern), presses=i8, turn=i8)

    def moves(self, s):
        return range(self.n**2)

    def play(self, s, lamp):
        s.lights ^= int(self.masks[lamp])
        s.presses += 1

    def winner(self, s):
        if s.lights == 0:
            return 0
        return DRAW if s.presses == self.limit else ONGOING

    def evaluate(self, s, player):
        return -bin(s.lights).count("1") / 100
