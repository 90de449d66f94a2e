"""Abalone on a small hexagon: up to three marbles move in line and push fewer enemies. Push two off to win.

Only moves in line are in this version, no sidesteps.
"""

from typing import NamedTuple

from zermelo import DRAW, ONGOING, Game, i8


class Hex(NamedTuple):
    q: int
    r: int

    def __add__(self, other):
        return Hex(self.q + other[0], self.r + other[1])


DIRECTIONS = [Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1)]


class Abalone(Game):
    players = ("black", "white")

    def __init__(self, side=3, to_push=2, limit=60):
        self.to_push, self.limit = to_push, limit
        k = side - 1
        self.places = [Hex(q, r) for r in range(-k, k + 1) for q in range(-k, k + 1) if abs(q + r) <= k]
        self.index = {place: i for i, place in enumerate(self.places)}
        self.rows = sorted({r for _, r in self.places})
        # -1 is off the board
        self.next = [[self.index.get(place + d, -1) for d in DIRECTIONS] for place in self.places]

    def state(self):
        top, second, *_, before, bottom = self.rows
        cells = []
        for q, r in self.places:
            if r in (top, second) and not (r == second and q == max(a for a, b in self.places if b == r)):
                cells.append(1)
            elif r in (before, bottom) and not (r == before and q == min(a for a, b in self.places if b == r)):
                cells.append(2)
            else:
                cells.append(0)
        return dict(cells=i8(cells), lost=i8[2], ply=i8, turn=i8)

    def column(self, s, start, direction):
        """Own marbles, then enemies in a row from a cell; and what lies behind: 0 empty, None the edge, else a marble."""
        me = s.cells[start]
        own = enemies = 0
        here = start
        while here != -1 and s.cells[here] == me:
            own += 1
            here = self.next[here][direction]
        while here != -1 and s.cells[here] == 3 - me:
            enemies += 1
            here = self.next[here][direction]
        return own, enemies, None if here == -1 else s.cells[here]

    def can_push(self, s, start, direction):
        own, enemies, behind = self.column(s, start, direction)
        if own > 3 or enemies >= own:
            return False
        if enemies == 0:
            return behind == 0  # no suicide
        return behind is None or behind == 0

    def moves(self, s):
        for cell, marble in enumerate(s.cells):
            if marble == s.turn + 1:
                for direction in range(6):
                    if self.can_push(s, cell, direction):
                        yield 6 * cell + direction

    def play(self, s, move):
        here, direction = divmod(move, 6)
        carried = 0
        while here != -1:
            carried, s.cells[here] = s.cells[here], carried
            if carried == 0:
                break
            here = self.next[here][direction]
        else:
            s.lost[carried - 1] += 1
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        for player, lost in enumerate(s.lost):
            if lost == self.to_push:
                return 1 - player
        if s.ply == self.limit:
            return DRAW
        return DRAW if next(self.moves(s), -1) == -1 else ONGOING

    def evaluate(self, s, player):
        def closeness(colour):
            return sum(4 - max(abs(q), abs(r), abs(q + r)) for (q, r), marble in zip(self.places, s.cells) if marble == colour)

        mine, yours = player + 1, 2 - player
        return 10 * (s.lost[1 - player] - s.lost[player]) + closeness(mine) - closeness(yours)

    def noisy(self, s, move):
        own, enemies, behind = self.column(s, *divmod(move, 6))
        return enemies > 0 and behind is None
