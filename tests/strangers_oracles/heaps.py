"""Heaps, rows of pins and bars of chocolate: oracles, and what theory says about them."""

from __future__ import annotations

import math

from strangers_oracles.base import Oracle


class Wythoff(Oracle):
    """A queen on a quarter of the plane."""

    def __init__(self, a, b):
        self.first = (a, b)

    def start(self):
        return *self.first, 0

    def read(self, s):
        return *s.heaps, s.turn

    def after(self, position):
        a, b, turn = position
        return [
            (x, y, 1 - turn)
            for x in range(a + 1)
            for y in range(b + 1)
            if (x, y) != (a, b) and (x == a or y == b or a - x == b - y)
        ]

    def result(self, position):
        return self.won(1 - position[-1]) if position[:2] == (0, 0) else None


def wythoff_is_lost(a, b):
    """Wythoff's theorem (1907): lost pairs are floor(k phi) and floor(k phi) + k."""
    low, high = sorted((a, b))
    return low == math.floor((high - low) * (1 + math.sqrt(5)) / 2)


class Chomp(Oracle):
    """A position is the set of squares left."""

    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols

    def start(self):
        return frozenset((r, c) for r in range(self.rows) for c in range(self.cols)), 0

    def read(self, s):
        return frozenset((r, c) for r, length in enumerate(s.left) for c in range(length)), s.turn

    def after(self, position):
        squares, turn = position
        return [(frozenset(q for q in squares if q[0] < r or q[1] < c), (turn + 1) % self.players) for r, c in squares]

    def result(self, position):
        return None if position[0] else self.won(position[-1])


class ChompForThree(Chomp):
    """The player before the one who eats the poison wins; the eater is remembered."""

    players = 3

    def read(self, s):
        squares, turn = super().read(s)
        return squares, None if s.last < 0 else s.last, turn

    def start(self):
        return super().start()[0], None, 0

    def after(self, position):
        squares, _, turn = position
        return [(left, None if left else turn, player) for left, player in super().after((squares, turn))]

    def result(self, position):
        squares, eater, _ = position
        return None if squares else self.won((eater + 2) % 3)


class Kayles(Oracle):
    """A position is a text of pins and gaps."""

    def __init__(self, *rows):
        self.rows = rows

    def start(self):
        return ".".join("|" * n for n in self.rows), 0

    def read(self, s):
        return "".join(".|"[pin] for pin in s.pins), int(s.turn)

    def after(self, position):
        text, turn = position
        found = []
        for old, new in (("|", "."), ("||", "..")):
            found += [(text[:i] + new + text[i + len(old) :], 1 - turn) for i in range(len(text)) if text.startswith(old, i)]
        return found

    def result(self, position):
        return None if "|" in position[0] else self.won(1 - position[-1])


KAYLES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7)
"""Nim values of rows of pins (Guy and Smith, 1956)."""


class MisereNim(Oracle):
    """A position is the sorted heaps."""

    def __init__(self, *heaps):
        self.heaps = heaps

    def start(self):
        return tuple(sorted(self.heaps)), 0

    def read(self, s):
        return tuple(sorted(s.heaps)), s.turn

    def after(self, position):
        heaps, turn = position
        return [
            (tuple(sorted((*heaps[:i], smaller, *heaps[i + 1 :]))), 1 - turn)
            for i, heap in enumerate(heaps)
            for smaller in range(heap)
        ]

    def result(self, position):
        return None if any(position[0]) else self.won(position[-1])


def misere_nim_is_won(heaps):
    """Bouton's theorem (1902) for the player to move."""
    total = 0
    for heap in heaps:
        total ^= heap
    return total != 0 if max(heaps) > 1 else total == 0
