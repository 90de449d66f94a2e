"""Fox and Hounds on the dark squares of a chess board. Hounds only go forward; they win if they trap the fox."""

from collections import namedtuple

from zermelo import ONGOING, Game, i8

Square = namedtuple("Square", "row col")
FOX, HOUNDS = 0, 1


def shift(square, down, right):
    return Square(square.row + down, square.col + right)


class FoxAndHounds(Game):
    players = ("fox", "hounds")

    def __init__(self, size=6):
        self.size = size
        self.dark = [Square(r, c) for r in range(size) for c in range(size) if (r + c) % 2]
        self.number = {square: i for i, square in enumerate(self.dark)}
        self.kennel = [i for i, square in enumerate(self.dark) if square.row == 0]
        self.den = self.number[Square(size - 1, size // 2 if size % 4 == 0 else size // 2 - 1)]

    def state(self):
        return dict(hounds=i8(self.kennel), fox=i8(self.den), turn=i8)

    def near(self, place, rows):
        """Numbers of the squares that touch a square by a corner, in these rows up or down."""
        here = self.dark[place]
        candidates = (shift(here, dr, dc) for dr in rows for dc in (-1, 1))
        return [self.number[there] for there in candidates if there in self.number]

    def is_free(self, s, place):
        return place != s.fox and place not in s.hounds

    def fox_moves(self, s):
        return [p for p in self.near(s.fox, (-1, 1)) if self.is_free(s, p)]

    def hound_moves(self, s):
        return [(i, p) for i, hound in enumerate(s.hounds) for p in self.near(hound, [1]) if self.is_free(s, p)]

    def moves(self, s):
        if s.turn == FOX:
            return sorted(self.fox_moves(s))
        return sorted(i * len(self.dark) + p for i, p in self.hound_moves(s))

    def play(self, s, move):
        if s.turn == FOX:
            s.fox = move
        else:
            hound, place = divmod(move, len(self.dark))
            s.hounds[hound] = place
            s.hounds.sort()
        s.turn = HOUNDS if s.turn == FOX else FOX

    def winner(self, s):
        if self.dark[s.fox].row <= min(self.dark[h].row for h in s.hounds):
            return FOX
        if s.turn == FOX and not self.fox_moves(s):
            return HOUNDS
        if s.turn == HOUNDS and not self.hound_moves(s):
            return FOX
        return ONGOING

    def evaluate(self, s, player):
        gap = self.dark[s.fox].row - min(self.dark[h].row for h in s.hounds)
        return gap if player == HOUNDS else -gap
