import operator
from functools import reduce
from itertools import chain

from zermelo import DRAW, ONGOING, Game, i8

NOTHING = -1
ALL = 0b1111

rows = [[4 * r + c for c in range(4)] for r in range(4)]
columns = list(zip(*rows))
diagonals = [[0, 5, 10, 15], [3, 6, 9, 12]]
LINES = [tuple(line) for line in chain(rows, columns, diagonals)]


class Quarto(Game):
    """Put the piece you were given, then give one away. Four alike in a row win."""

    players = ("ann", "bob")
    max_moves = 240

    def state(self):
        return dict(cells=i8[16](NOTHING), hand=i8(NOTHING), turn=i8)

    def pool(self, s):
        """Pieces that are neither on the board nor in the hand."""
        gone = set(s.cells) | {s.hand}
        return [piece for piece in range(16) if piece not in gone]

    def moves(self, s):
        pool = self.pool(s)
        if s.hand == NOTHING:  # very first move: just give
            yield from pool
            return
        for cell, content in enumerate(s.cells):
            if content != NOTHING:
                continue
            if pool:
                yield from (cell * 16 + piece for piece in pool)
            else:
                yield cell * 16

    def play(self, s, move):
        cell, piece = divmod(move, 16)
        if s.hand != NOTHING:
            s.cells[cell] = s.hand
            if not self.pool(s):
                piece = NOTHING
        s.hand = piece
        s.turn = 1 - s.turn

    @staticmethod
    def alike(pieces):
        if NOTHING in pieces:
            return False
        ones = reduce(operator.and_, pieces)
        zeros = reduce(operator.and_, (ALL ^ p for p in pieces))
        return bool(ones | zeros)

    def winner(self, s):
        for line in LINES:
            if self.alike([s.cells[c] for c in line]):
                return 1 - s.turn
        if s.cells.count(NOTHING) == 0:
            return DRAW
        return ONGOING

    def evaluate(self, s, player):
        """How many lines of three alike wait for a fourth; good for whoever places next (after giving safely)."""
        danger = 0
        for line in LINES:
            pieces = [p for c in line if (p := s.cells[c]) != NOTHING]
            if len(pieces) == 3 and self.alike(pieces):
                danger += 1
        return danger if player == s.turn else -danger

    def name(self, s, move):
        cell, piece = divmod(move, 16)
        if s.hand == NOTHING:
            return f"{piece:04b}"
        return f"{'abcd'[cell % 4]}{cell // 4 + 1}" + (f":{piece:04b}" if self.pool(s) else "")
