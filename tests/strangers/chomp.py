"""Chomp: eat a square of the chocolate bar and everything below and to the right of it. The top left square is poisoned."""

from zermelo import ONGOING, Game, i8


class Chomp(Game):
    """Do not eat the poisoned square."""

    def __init__(self, rows=3, cols=4):
        self.height = rows
        self.width = cols
        self.max_moves = rows * cols

    def state(self):
        return dict(left=i8([self.width] * self.height), turn=i8)

    def moves(self, s):
        for r, length in enumerate(s.left):
            yield from range(r * self.width, r * self.width + length)

    def play(self, s, move):
        row, col = divmod(move, self.width)
        s.left = [length if r < row else min(length, col) for r, length in enumerate(s.left)]
        s.turn = self.next_player(s)

    def next_player(self, s):
        return (s.turn + 1) % len(self.players)

    def winner(self, s):
        return s.turn if sum(s.left) == 0 else ONGOING

    def evaluate(self, s, player):
        # an odd number of bites may be left
        return (1 if player == s.turn else -1) * (1 if sum(s.left) % 2 == 0 else -1)

    def name(self, s, move):
        row, col = divmod(move, self.width)
        return f"{row},{col}"
