"""Games with patterns, written as users write them, for the tests of patterns."""

from __future__ import annotations

from itertools import pairwise

from zermelo import DRAW, ONGOING, Game, i8

SIZE = 3


def turned(cell: int) -> int:
    return SIZE * (cell % SIZE) + SIZE - 1 - cell // SIZE


def mirrored(cell: int) -> int:
    return SIZE * (cell // SIZE) + SIZE - 1 - cell % SIZE


class Lines(Game):
    """Tic-tac-toe without ends before the board is full: more pairs of neighbours in a row win."""

    patterns = {"side": (0, 1, 2), "middle": (3, 4, 5), "corners": [(0, 8), (2, 6)], "tempo": ()}
    pattern_symmetries = tuple(tuple(map(move, range(9))) for move in (turned, mirrored))
    pattern_stages = 3

    def state(self):
        return dict(cells=i8[9], turn=i8)

    def moves(self, s):
        for cell in range(9):
            if s.cells[cell] == 0:
                yield cell

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        if 0 in s.cells:
            return ONGOING
        lead = self.pairs(s, 1) - self.pairs(s, 2)
        return DRAW if lead == 0 else 0 if lead > 0 else 1

    def pairs(self, s, stone):
        found = 0
        for row in ((0, 1, 2), (3, 4, 5), (6, 7, 8)):
            for one, other in pairwise(row):
                if s.cells[one] == stone and s.cells[other] == stone:
                    found += 1
        return found

    def pattern_cells(self, s, player):
        for cell in range(9):
            yield 0 if s.cells[cell] == 0 else 1 if s.cells[cell] == 1 + player else 2

    def pattern_stage(self, s):
        return min(2, sum(cell != 0 for cell in s.cells) // 3)

    def plies_left(self, s):
        return sum(cell == 0 for cell in s.cells)


class Points(Lines):
    """The same for points: stones at the sides of the board count 1, in the corners 3, in the middle -2; so the right weights are known."""

    bounds = (-14, 14)
    worth = (3, 1, 3, 1, -2, 1, 3, 1, 3)
    patterns = {"corner": (0,), "side": (1,), "middle": (4,), "tempo": ()}
    pattern_stages = 1

    def defines(self, rule):
        return rule != "winner" and super().defines(rule)

    def over(self, s):
        return 0 not in s.cells

    def utility(self, s, player):
        return sum(self.worth[cell] if s.cells[cell] == 1 + player else -self.worth[cell] for cell in range(9))

    def pattern_stage(self, s):
        return 0


class Alone(Game):
    """For one player, with chance: roll a die and put its number on one of four places; neighbours that rise by one count."""

    players = ("you",)
    zero_sum = False
    bounds = (0, 3)
    patterns = {"pair": [(0, 1), (1, 2), (2, 3)]}
    pattern_symbols = 3

    def state(self):
        return dict(places=i8[4], rolled=i8, turn=i8)

    def to_move(self, s):
        return -3 if s.rolled == 0 else 0

    def chances(self, s):
        yield 1, 0.5
        yield 2, 0.5

    def moves(self, s):
        for place in range(4):
            if s.places[place] == 0:
                yield place

    def play(self, s, move):
        if s.rolled == 0:
            s.rolled = move
        else:
            s.places[move] = s.rolled
            s.rolled = 0

    def over(self, s):
        return 0 not in s.places

    def utility(self, s, player):
        return sum(s.places[place] + 1 == s.places[place + 1] for place in range(3))

    def pattern_cells(self, s, player):
        for place in range(4):
            yield s.places[place]
