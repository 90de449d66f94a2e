"""A game whose right weights are known, for the tests of tuning.

Players take stones in turn. A stone of lead is worth -2 points, one of iron 1, one of gold 3. Whoever has more points at the end wins. So a position
is worth a linear function of what the players have: the right weights have the ratio -2 : 1 : 3. The weights of the game itself are wrong: with them all
moves look alike, and the first is lead.
"""

from __future__ import annotations

from zermelo import DRAW, ONGOING, Game, i8

KINDS = 3
WORTH = (-2, 1, 3)
EACH = 4


class Stones(Game):
    """Take a stone of one of three kinds; at the end points are counted."""

    weights = {"lead": 1, "iron": 1, "gold": 1}

    def state(self):
        return dict(left=i8([EACH] * KINDS), mine=i8[2 * KINDS], turn=i8)

    def moves(self, s):
        for kind in range(KINDS):
            if s.left[kind] > 0:
                yield kind

    def play(self, s, kind):
        s.left[kind] -= 1
        s.mine[KINDS * s.turn + kind] += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if sum(s.left) > 0:
            return ONGOING
        lead = sum(WORTH[kind] * (s.mine[kind] - s.mine[KINDS + kind]) for kind in range(KINDS))
        return DRAW if lead == 0 else 0 if lead > 0 else 1

    def features(self, s, player):
        for kind in range(KINDS):
            yield s.mine[KINDS * player + kind] - s.mine[KINDS * (1 - player) + kind]
