"""The Tower of Hanoi, as a puzzle for one."""

from zermelo import DRAW, ONGOING, Game, i8, i16


class Hanoi(Game):
    players = ("monk",)
    max_moves = 6

    def __init__(self, discs=3):
        self.discs = discs
        self.shortest = 2**discs - 1

    def state(self):
        # on which peg each disc lies, smallest first
        return dict(peg=i8[self.discs], steps=i16, turn=i8)

    def tops(self, s):
        """The smallest disc on each peg that has one."""
        top = {}
        for disc in range(self.discs - 1, -1, -1):
            top[s.peg[disc]] = disc
        return top

    def moves(self, s):
        top = self.tops(s)
        legal = []
        for source, disc in top.items():
            for target in range(3):
                if target != source and disc < top.get(target, self.discs):
                    legal.append(3 * source + target)
        return sorted(legal)

    def play(self, s, move):
        source, target = divmod(move, 3)
        disc = self.tops(s)[source]
        s.peg[disc] = target
        s.steps += 1

    def winner(self, s):
        if set(s.peg) == {2}:
            return 0
        return DRAW if s.steps == self.shortest else ONGOING
