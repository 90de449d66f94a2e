"""Pong Hau K'i: five points, two stones each; the bottom edge is missing. A player who cannot move loses.

Played well it never ends, so it is a draw after some moves.
"""

from zermelo import DRAW, ONGOING, Game, i8

#   0     1
#   | \ / |
#   |  4  |
#   | / \ |
#   2-----3     (and 0-2, 1-3)
PATHS = "04 14 24 34 02 13 23".split()
NEXT_TO = {point: {int(a if b == str(point) else b) for a, b in PATHS if str(point) in (a, b)} for point in range(5)}


class PongHauKi(Game):
    players = ("yin", "yang")
    max_moves = 5
    counters = ("clock",)

    def __init__(self, patience=20):
        self.patience = patience

    def state(self):
        return dict(cells=i8([1, 1, 2, 2, 0]), clock=i8, turn=i8)

    def moves(self, s):
        hole = s.cells.index(0)
        return sorted(point for point in NEXT_TO[hole] if s.cells[point] == s.turn + 1)

    def play(self, s, point):
        hole = s.cells.index(0)
        s.cells[hole] = s.cells[point]
        s.cells[point] = 0
        s.clock += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if not self.moves(s):
            return 1 - s.turn
        return DRAW if s.clock >= self.patience else ONGOING
