"""Score Four (also Connect 3D): drop beads on pegs; a straight line through the cube wins."""

from functools import cache
from itertools import product

from zermelo import DRAW, ONGOING, Game, i8


@cache
def lines(n):
    """Every winning line of an n x n x n cube, as cell numbers."""
    found = set()
    for x, y, z in product(range(n), repeat=3):
        for step in product((-1, 0, 1), repeat=3):
            if step == (0, 0, 0):
                continue
            points = [tuple(p + k * d for p, d in zip((x, y, z), step)) for k in range(n)]
            if all(0 <= q < n for point in points for q in point):
                found.add(tuple(sorted(a * n * n + b * n + c for a, b, c in points)))
    return sorted(found)


class ScoreFour(Game):
    players = ("white", "black")

    def __init__(self, n=4):
        self.n = n
        self.max_moves = n * n

    def state(self):
        return dict(cells=i8[self.n**3], height=i8[self.n**2], turn=i8)

    def moves(self, s):
        return (peg for peg, height in enumerate(s.height) if height < self.n)

    def play(self, s, peg):
        s.cells[s.height[peg] * self.n**2 + peg] = s.turn + 1
        s.height[peg] += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        for line in lines(self.n):
            colours = {s.cells[cell] for cell in line}
            if len(colours) == 1 and 0 not in colours:
                return colours.pop() - 1
        return DRAW if min(s.height) == self.n else ONGOING

    def evaluate(self, s, player):
        balance = 0
        for line in lines(self.n):
            mine = sum(1 for cell in line if s.cells[cell] == player + 1)
            yours = sum(1 for cell in line if s.cells[cell] == 2 - player)
            if mine and not yours:
                balance += mine**2
            elif yours and not mine:
                balance -= yours**2
        return balance
