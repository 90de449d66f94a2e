"""Games for tests of tablebases: with cycles, with players who move again, with a method `endings`, for one player."""

from __future__ import annotations

from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i64


class Chase(Game):
    """Two walk round a ring, one step or two, and may step back; who lands on the other wins. Nobody need ever be caught.

    `ring=7` has circles without end, so plain search would never come back.
    """

    players = ("cat", "dog")

    def __init__(self, ring=7):
        self.ring = ring

    def state(self):
        return dict(place=i8([0, self.ring // 2]), turn=i8)

    def moves(self, s):
        yield from range(3)

    def play(self, s, move):
        s.place[s.turn] = (s.place[s.turn] + (self.ring - 1, 1, 2)[move]) % self.ring
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.place[0] == s.place[1] else ONGOING


class Again(Game):
    """Take one or two from a heap; after taking one you are on turn again, once. Who takes the last wins, or with `spoil` loses.

    The winner of a finished game may be the one on turn.
    """

    def __init__(self, heap=9, spoil=False):
        self.heap, self.spoil = heap, spoil

    def state(self):
        return dict(left=i8(self.heap), again=i8, last=i8(-1), turn=i8)

    def moves(self, s):
        yield 1
        if s.left > 1:
            yield 2

    def play(self, s, take):
        s.left -= take
        s.last = s.turn
        if take == 1 and s.again == 0:
            s.again = 1
        else:
            s.again = 0
            s.turn = 1 - s.turn

    def winner(self, s):
        if s.left > 0:
            return ONGOING
        if self.spoil:
            return 1 - int(s.last)
        return int(s.last)


class Knight(Game):
    """Alone: a knight's shortest way to the far corner of a small board. Blocked squares are lost for ever, the pit is no end."""

    players = ("me",)

    def __init__(self, side=4, pit=False):
        self.side, self.pit = side, pit
        self.goal = side * side - 1

    def state(self):
        return dict(place=i8, turn=i8)

    def moves(self, s):
        for target in range(self.side * self.side):
            rows = abs(target // self.side - s.place // self.side)
            cols = abs(target % self.side - s.place % self.side)
            if rows * cols == 2:
                yield target

    def play(self, s, target):
        s.place = target

    def winner(self, s):
        if s.place == self.goal:
            return DRAW if self.pit else 0
        return ONGOING


def fold(word: int) -> int:
    """What the twin's hash of records does with each eight bytes."""
    product = word * 0xD6E8_FEB8_6659_FD93
    return (product ^ product >> 64 ^ 0xA076_1D64_78BD_642F) & 0xFFFF_FFFF_FFFF_FFFF


class Twins(Game):
    """Two states whose records have one hash, if it begins as usual: the second word makes up for the first.

    In one of them the player to move wins, in the other the opponent has.
    """

    def __init__(self):
        one, other = (fold(0x9E37_79B9_7F4A_7C15 ^ word) for word in (1, 2))
        self.second = (one ^ other) - (1 << 64 if (one ^ other) >> 63 else 0)

    def state(self):
        return dict(first=i64, second=i64, turn=i8)

    def moves(self, s):
        yield 1
        if s.first == 0:
            yield 2

    def play(self, s, move):
        if s.first == 0:
            s.first = move
            if move == 2:
                s.second = self.second
        else:
            s.first = 3
            s.second = 0
        s.turn = 1 - s.turn

    def winner(self, s):
        if s.first == 2:
            return 1 - s.turn
        return 1 - s.turn if s.first == 3 else ONGOING


class Endings(Game):
    """Counts down from ten in twos, and has endings that begin with an odd number, which are not reached from the start."""

    def state(self):
        return dict(left=i8(10), turn=i8)

    def moves(self, s):
        yield 2

    def play(self, s, take):
        s.left -= take
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.left <= 0 else ONGOING

    def endings(self):
        for left in (7, 9):
            s = self.fresh()
            s.left = left
            yield s
