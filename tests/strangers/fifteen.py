"""Pick numbers from one to nine; three of yours that make fifteen win. (It is tic-tac-toe in disguise.)"""

from itertools import combinations

from zermelo import DRAW, ONGOING, Game, i8


class Fifteen(Game):
    players = ("odd", "even")
    total = 15

    def __init__(self, numbers=9):
        self.numbers = numbers

    def state(self):
        return dict(taken=i8[self.numbers + 1], turn=i8)

    @property
    def choices(self):
        return range(1, self.numbers + 1)

    def hand(self, s, player):
        return {n for n in self.choices if s.taken[n] == player + 1}

    def moves(self, s):
        yield from sorted(set(self.choices) - self.hand(s, 0) - self.hand(s, 1))

    def play(self, s, n):
        s.taken[n] = s.turn + 1
        s.turn = 1 - s.turn

    def wins(self, s, player):
        return any(sum(three) == self.total for three in combinations(sorted(self.hand(s, player)), 3))

    def winner(self, s):
        for player in range(2):
            if self.wins(s, player):
                return player
        return DRAW if all(s.taken[1:]) else ONGOING

    def evaluate(self, s, player):
        def chances(who):
            mine = self.hand(s, who)
            free = set(self.choices) - mine - self.hand(s, 1 - who)
            return len([n for n in free if any(a + b + n == self.total for a, b in combinations(mine, 2))])

        return chances(player) - chances(1 - player)
