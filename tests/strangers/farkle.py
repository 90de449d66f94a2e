"""Farkle with three dice: set scoring dice aside, throw the rest again or bank. No score, no points."""

from collections import Counter
from itertools import product
from typing import NamedTuple

from zermelo import CHANCE, ONGOING, Game, i8, i16


class Roll(NamedTuple):
    dice: tuple
    points: int
    left: int  # dice that did not score

    @classmethod
    def of(cls, dice):
        counts = Counter(dice)
        points = left = 0
        for face, n in sorted(counts.items()):
            if n == 3:
                points += 10 if face == 1 else face
            elif face == 1:
                points += n
            elif face == 5:
                points += n * 0.5
            else:
                left += n
        return cls(dice, int(2 * points), left)


class Farkle(Game):
    """First to bank enough. (Points are counted double, so that a five is one.)"""

    players = ("ann", "bob")

    def __init__(self, *, goal=10, sides=6):
        self.goal = goal
        self.sides = sides
        faces = range(1, sides + 1)
        self.rolls = {n: [Roll.of(dice) for dice in product(faces, repeat=n)] for n in (1, 2, 3)}
        self.max_moves = sides**3

    def state(self):
        return dict(bank=i16[2], pot=i16, dice=i8(3), rolling=i8(1), turn=i8)

    def to_move(self, s):
        return CHANCE if s.rolling else s.turn

    def chances(self, s):
        outcomes = Counter((roll.points, roll.left) for roll in self.rolls[s.dice])
        total = sum(outcomes.values())
        for points, left in sorted(outcomes):
            yield 4 * points + left, outcomes[points, left] / total

    def moves(self, s):
        yield 0  # bank
        if s.bank[s.turn] + s.pot < self.goal:
            yield 1

    def play(self, s, move):
        if s.rolling:
            points, left = divmod(move, 4)
            if points == 0:
                s.pot, s.dice = 0, 3
                s.turn = 1 - s.turn
            else:
                s.pot += points
                s.dice = left or 3
                s.rolling = 0
        elif move == 1:
            s.rolling = 1
        else:
            s.bank[s.turn] += s.pot
            s.pot, s.dice, s.rolling = 0, 3, 1
            s.turn = 1 - s.turn

    def winner(self, s):
        done = [player for player in (0, 1) if s.bank[player] >= self.goal]
        return done[0] if done else ONGOING

    def name(self, s, move):
        if s.rolling:
            points, left = divmod(move, 4)
            return f"{points}+{left}"
        return ("bank", "throw")[move]
