"""Measure four litres with jugs of three and five."""

from enum import Enum, auto

from zermelo import DRAW, ONGOING, Game, i8


class Act(Enum):
    FILL = auto()
    EMPTY = auto()
    POUR = auto()


class Jugs(Game):
    players = ("you",)

    def __init__(self, sizes=(3, 5), goal=4, most=8):
        self.sizes = tuple(sizes)
        self.goal = goal
        self.most = most
        n = range(len(self.sizes))
        self.acts = [(Act.FILL, i, i) for i in n] + [(Act.EMPTY, i, i) for i in n]
        self.acts += [(Act.POUR, i, j) for i in n for j in n if i != j]

    def state(self):
        return dict(litres=i8[len(self.sizes)], acts=i8, turn=i8)

    def after(self, s, act):
        """What is in the jugs after an act."""
        litres = list(s.litres)
        match act:
            case (Act.FILL, jug, _):
                litres[jug] = self.sizes[jug]
            case (Act.EMPTY, jug, _):
                litres[jug] = 0
            case (Act.POUR, source, target):
                amount = min(litres[source], self.sizes[target] - litres[target])
                litres[source] -= amount
                litres[target] += amount
        return litres

    def moves(self, s):
        return [i for i, act in enumerate(self.acts) if self.after(s, act) != s.litres]

    def play(self, s, i):
        s.litres = self.after(s, self.acts[i])
        s.acts += 1

    def winner(self, s):
        if self.goal in s.litres:
            return 0
        return DRAW if s.acts >= self.most else ONGOING
