"""Snakes and ladders with a choice: throw one die or two."""

from itertools import accumulate

from zermelo import CHANCE, ONGOING, Game, i8

LADDERS = {3: 8, 6: 13}
SNAKES = {11: 2, 14: 5}
JUMPS = LADDERS | SNAKES
ONE, TWO = 1, 2


class Snakes(Game):
    players = ("ann", "bob")

    def __init__(self, length=16, sides=3):
        self.length = length
        self.sides = sides
        single = [1] * sides
        double = [0] * (2 * sides + 1)
        for a in range(1, sides + 1):
            for b in range(1, sides + 1):
                double[a + b] += 1
        self.odds = {
            ONE: [(n + 1, w / sides) for n, w in enumerate(single)],
            TWO: [(n, w / sides**2) for n, w in enumerate(double) if w],
        }
        self.sure = list(accumulate(single))

    def state(self):
        return dict(place=i8[2], dice=i8, turn=i8)

    def to_move(self, s):
        if s.dice:
            return CHANCE
        return s.turn

    def chances(self, s):
        return self.odds[s.dice]

    def moves(self, s):
        return (ONE, TWO)

    def play(self, s, move):
        if s.dice == 0:
            s.dice = move
            return
        here = s.place[s.turn] + move
        if here > self.length:
            here = 2 * self.length - here  # bounce back
        while here in JUMPS:
            here = JUMPS[here]
        s.place[s.turn] = here
        s.dice = 0
        s.turn = 1 - s.turn

    def winner(self, s):
        for player, place in enumerate(s.place):
            if place == self.length:
                return player
        return ONGOING
