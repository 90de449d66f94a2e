"""A tiny Yahtzee for one: three dice, one reroll, each category once."""

from collections import Counter
from enum import Enum
from itertools import product

from zermelo import CHANCE, Game, i8


class Category(Enum):
    SUM = "sum"
    PAIR = "pair"
    STRAIGHT = "straight"
    TRIPLE = "triple"


def score(category, dice):
    counts = Counter(dice)
    if category is Category.SUM:
        return sum(dice)
    if category is Category.PAIR:
        return max((2 * face for face, n in counts.items() if n >= 2), default=0)
    if category is Category.STRAIGHT:
        low, mid, high = sorted(dice)
        return 10 if (mid - low, high - mid) == (1, 1) else 0
    return 15 if len(counts) == 1 else 0


class DicePoker(Game):
    """Roll, keep what you like, roll the rest once, then choose a category."""

    players = ("you",)
    bounded_evaluation = True

    def __init__(self, sides=4, rounds=2):
        self.sides = sides
        self.rounds = rounds
        self.bounds = (0, 100)
        self.max_moves = sides**3

    def state(self):
        return dict(dice=i8[3], keep=i8[3], rolls=i8, used=i8[len(Category)], points=i8, rolling=i8(1), turn=i8)

    def to_move(self, s):
        return CHANCE if s.rolling else s.turn

    def throws(self, s):
        """Every way the free dice can fall."""
        faces = range(1, self.sides + 1)
        return sorted(product(*([die] if kept else faces for die, kept in zip(s.dice, s.keep))))

    def chances(self, s):
        throws = self.throws(s)
        for i in range(len(throws)):
            yield i, 1 / len(throws)

    def moves(self, s):
        """0 to 7: which dice to keep (as bits); 8 and more: the category."""
        if s.rolls < 2:
            yield from range(7)
        for i, category in enumerate(Category):
            if not s.used[i]:
                yield 8 + i

    def play(self, s, move):
        if s.rolling:
            s.dice = list(self.throws(s)[move])
            s.rolls += 1
            s.rolling = 0
        elif move < 8:
            s.keep = [move >> i & 1 for i in range(3)]
            s.rolling = 1
        else:
            category = list(Category)[move - 8]
            s.points += score(category, s.dice)
            s.used[move - 8] = 1
            s.dice = [0, 0, 0]
            s.keep = [0, 0, 0]
            s.rolls = 0
            s.rolling = 1

    def over(self, s):
        return sum(s.used) == self.rounds

    def utility(self, s, player):
        return s.points

    def evaluate(self, s, player):
        return min(s.points, 99)

    def name(self, s, move):
        if s.rolling:
            return "".join(str(die) for die in self.throws(s)[move])
        if move < 8:
            return "keep" + "".join("ABC"[i] for i in range(3) if move >> i & 1)
        return list(Category)[move - 8].value
