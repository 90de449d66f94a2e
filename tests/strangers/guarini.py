"""Guarini's problem (1512): exchange two white and two black knights in the corners of a 3 x 3 board."""

from itertools import permutations

from zermelo import DRAW, ONGOING, Game, i8

HOPS: dict[int, list[int]] = {}
for a, b in permutations(range(9), 2):
    rows, cols = abs(a // 3 - b // 3), abs(a % 3 - b % 3)
    if {rows, cols} == {1, 2}:
        HOPS.setdefault(a, []).append(b)


class Guarini(Game):
    players = ("you",)
    board = None

    def __init__(self, limit=16):
        self.limit = limit
        self.first = [1, 0, 1, 0, 0, 0, 2, 0, 2]
        self.last = self.first[::-1]

    def state(self):
        return dict(knights=i8(self.first), count=i8, turn=i8)

    def moves(self, s):
        for a in range(9):
            if s.knights[a]:
                for b in HOPS.get(a, []):
                    if not s.knights[b]:
                        yield 9 * a + b

    def play(self, s, move):
        a, b = move // 9, move % 9
        s.knights[a], s.knights[b] = s.knights[b], s.knights[a]
        s.count += 1

    def winner(self, s):
        match s.knights == self.last, s.count >= self.limit:
            case True, _:
                return 0
            case False, True:
                return DRAW
            case _:
                return ONGOING

    def evaluate(self, s, player):
        return sum(x == y for x, y in zip(s.knights, self.last)) / 10
