from functools import reduce
from operator import xor

from zermelo import ONGOING, Game, i8


class MisereNim(Game):
    """Take from one heap as many as you like; whoever takes the last one loses."""

    def __init__(self, heaps=(3, 4, 5)):
        self.heaps = list(heaps)
        self.base = max(heaps) + 1

    def state(self):
        return dict(heaps=i8(self.heaps), turn=i8)

    def moves(self, s):
        for heap, size in enumerate(s.heaps):
            for take in range(1, size + 1):
                yield heap * self.base + take

    def play(self, s, move):
        heap, take = divmod(move, self.base)
        s.heaps[heap] -= take
        s.turn = 1 - s.turn

    def winner(self, s):
        return s.turn if max(s.heaps) == 0 else ONGOING

    def evaluate(self, s, player):
        big = list(filter(lambda heap: heap > 1, s.heaps))
        if big:
            good = reduce(xor, s.heaps) != 0
        else:
            good = sum(map(bool, s.heaps)) % 2 == 0
        return 1 if good == (player == s.turn) else -1

    def order(self, s, move):
        after = list(s.heaps)
        heap, take = divmod(move, self.base)
        after[heap] -= take
        return -reduce(xor, after, 0)

    def key(self, s):
        code = 0
        for heap in reversed(sorted(s.heaps)):
            code = code * self.base + heap
        return code
