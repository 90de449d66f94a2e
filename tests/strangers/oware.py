"""Oware (Awari) with a smaller board: sow, capture twos and threes, and never starve the other player."""

import copy

from zermelo import Game, i8


class Oware(Game):
    players = ("south", "north")

    def __init__(self, houses=3, seeds=3, limit=60):
        self.houses = houses
        self.seeds = seeds
        self.limit = limit
        self.bounds = (-2 * houses * seeds - 1, 2 * houses * seeds + 1)

    def state(self):
        return dict(pits=i8[2 * self.houses](self.seeds), won=i8[2], ply=i8, turn=i8)

    def mine(self, player):
        return range(player * self.houses, (player + 1) * self.houses)

    def sow(self, s, pit):
        """Sow the seeds of a pit and capture."""
        n = len(s.pits)
        seeds, s.pits[pit] = s.pits[pit], 0
        last = pit
        while seeds:
            last = (last + 1) % n
            if last == pit:
                continue
            s.pits[last] += 1
            seeds -= 1

        theirs = self.mine(1 - s.turn)
        line = []
        while last in theirs and s.pits[last] in (2, 3):
            line.append(last)
            last -= 1
        # a capture that would take everything takes nothing
        if any(s.pits[p] for p in theirs if p not in line):
            for p in line:
                s.won[s.turn] += s.pits[p]
                s.pits[p] = 0

    def feeds(self, s, pit):
        look = copy.deepcopy(s)
        self.sow(look, pit)
        return any(look.pits[p] for p in self.mine(1 - s.turn))

    def moves(self, s):
        own = [pit for pit in self.mine(s.turn) if s.pits[pit] > 0]
        return [pit for pit in own if self.feeds(s, pit)]

    def play(self, s, pit):
        self.sow(s, pit)
        s.ply += 1
        s.turn = 1 - s.turn

    def over(self, s):
        total = 2 * self.houses * self.seeds
        return max(s.won) > total // 2 or s.ply >= self.limit or not self.moves(s)

    def utility(self, s, player):
        # whatever is left belongs to the side it lies on
        points = [s.won[p] + sum(s.pits[pit] for pit in self.mine(p)) for p in (0, 1)]
        return points[player] - points[1 - player]

    def evaluate(self, s, player):
        return s.won[player] - s.won[1 - player]
