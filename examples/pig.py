"""Pig: dice in a game. Roll as often as you dare; a one loses the turn's points, holding banks them."""

from zermelo import CHANCE, ONGOING, Game, i8

ROLL, HOLD = 0, 1


class Pig(Game):
    """Roll or hold; a one loses the pot, holding banks it; first to reach the goal wins."""

    players = ("ann", "bob")
    max_moves = 6

    def __init__(self, goal=20):
        self.goal = goal

    def state(self):
        return dict(bank=i8[2], pot=i8, rolling=i8, turn=i8)

    def to_move(self, s):
        return CHANCE if s.rolling else s.turn

    def chances(self, s):
        for face in range(1, 7):
            yield face, 1 / 6

    def moves(self, s):
        if s.bank[s.turn] + s.pot < self.goal:  # enough is enough, and numbers stay small
            yield ROLL
        if s.pot > 0:
            yield HOLD

    def play(self, s, choice):
        if s.rolling:  # `choice` is what the die shows
            s.rolling = 0
            s.pot = 0 if choice == 1 else s.pot + choice
            if choice == 1:
                s.turn = 1 - s.turn
        elif choice == ROLL:
            s.rolling = 1
        else:
            s.bank[s.turn] += s.pot
            s.pot = 0
            s.turn = 1 - s.turn

    def winner(self, s):
        for player in range(2):
            if s.bank[player] >= self.goal:
                return player
        return ONGOING

    def name(self, s, choice):
        if s.rolling:
            return str(choice)
        return "roll" if choice == ROLL else "hold"
