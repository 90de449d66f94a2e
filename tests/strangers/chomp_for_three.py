from chomp import Chomp

from zermelo import ONGOING, i8


class ChompForThree(Chomp):
    """Chomp for three: whoever eats the poison pays the player before."""

    players = ("ada", "bea", "cyd")

    def __init__(self, rows=2, cols=3):
        super().__init__(rows, cols)
        self.poison = 0

    def state(self):
        return {**super().state(), "last": i8(-1)}

    def play(self, s, move):
        eater = s.turn
        super().play(s, move)
        if move == self.poison:
            s.last = eater

    def winner(self, s):
        if s.last == -1:
            return ONGOING
        return (s.last - 1) % 3

    def evaluate(self, s, player):
        return 0.5 if player == s.turn else -0.25
