"""The Three Musketeers against the Cardinal's men. Musketeers capture, the men just step; musketeers in one line lose."""

from zermelo import ONGOING, Game, i8

MUSKETEER, MAN = 1, 2


class ThreeMusketeers(Game):
    players = ("musketeers", "cardinal")

    def __init__(self, size: int = 5, *, diagonal: bool = True) -> None:
        self.size = size
        self.board = (size, size)
        last, middle = size - 1, size // 2
        corner = {(0, last), (last, 0), (middle, middle)} if diagonal else {(0, 0), (0, last), (last, middle)}
        self.setup = [MUSKETEER if (r, c) in corner else MAN for r in range(size) for c in range(size)]

    def state(self):
        return {"cells": i8(self.setup), "turn": i8(0)}

    def steps(self, s, player):
        n = self.size
        moving, onto = (MUSKETEER, MAN) if player == 0 else (MAN, 0)
        for cell in range(n * n):
            if s.cells[cell] != moving:
                continue
            for number, step in enumerate([-n, -1, 1, n]):
                to = cell + step
                if to < 0 or to >= n * n:
                    continue
                if abs(step) == 1 and to // n != cell // n:
                    continue
                if s.cells[to] == onto:
                    yield 4 * cell + number

    def moves(self, s):
        yield from self.steps(s, s.turn)

    def play(self, s, move):
        cell, number = divmod(move, 4)
        to = cell + [-self.size, -1, 1, self.size][number]
        s.cells[to] = s.cells[cell]
        s.cells[cell] = 0
        s.turn = 1 - s.turn

    def winner(self, s):
        musketeers = [divmod(i, self.size) for i, piece in enumerate(s.cells) if piece == MUSKETEER]
        rows, cols = map(set, zip(*musketeers))
        if len(rows) == 1 or len(cols) == 1:
            return 1
        if next(self.steps(s, s.turn), None) is None:
            return 0 if s.turn == 0 else 1
        return ONGOING

    def evaluate(self, s, player):
        (r1, c1), (r2, c2), (r3, c3) = [divmod(i, self.size) for i, piece in enumerate(s.cells) if piece == MUSKETEER]
        apart = abs(r1 - r2) + abs(r2 - r3) + abs(r3 - r1) + abs(c1 - c2) + abs(c2 - c3) + abs(c3 - c1)
        return apart if player == 0 else -apart
