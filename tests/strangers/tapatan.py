"""Tapatan from the Philippines: three stones each on the nine points of a square, placed first, then moved along the lines."""

from zermelo import DRAW, ONGOING, Game, i8, i16

# Bit n of a mask is point n.
ROWS = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
LINKS = [0b000011010, 0b000010101, 0b000110010, 0b001010001, 0b111101111, 0b100010100, 0b010011000, 0b101010000, 0b010110000]


def bits(mask):
    """The points in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Tapatan(Game):
    players = ("x", "o")

    def __init__(self, most=60):
        self.most = most

    def state(self):
        return dict(stones=i16[2], ply=i8, turn=i8)

    def placing(self, s):
        return s.stones[s.turn].bit_count() < 3

    def moves(self, s):
        empty = 0o777 & ~(s.stones[0] | s.stones[1])
        if self.placing(s):
            yield from bits(empty)
        else:
            for a in bits(s.stones[s.turn]):
                for b in bits(LINKS[a] & empty):
                    yield 16 + 9 * a + b

    def play(self, s, move):
        if move < 9:
            s.stones[s.turn] |= 1 << move
        else:
            a, b = divmod(move - 16, 9)
            s.stones[s.turn] ^= (1 << a) | (1 << b)
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        last = 1 - s.turn
        if any(s.stones[last] & row == row for row in ROWS):
            return last
        if s.ply == self.most or not list(self.moves(s)):
            return DRAW
        return ONGOING

    def evaluate(self, s, player):
        mine, yours = s.stones[player], s.stones[1 - player]
        return sum((mine & row).bit_count() ** 2 - (yours & row).bit_count() ** 2 for row in ROWS)
