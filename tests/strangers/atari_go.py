"""Atari Go: the first capture wins. Good for learning Go."""

from zermelo import DRAW, ONGOING, Game, i8, i16


class Group:
    """A chain of stones and its liberties."""

    def __init__(self, stones, liberties):
        self.stones = stones
        self.liberties = liberties

    @property
    def in_atari(self):
        return len(self.liberties) == 1

    @property
    def dead(self):
        return not self.liberties


class AtariGo(Game):
    players = ("black", "white")

    def __init__(self, size=4):
        self.size = size
        self.board = (size, size)
        self.max_moves = size * size

    @classmethod
    def tiny(cls):
        return cls(size=3)

    def state(self):
        return dict(cells=i8[self.size * self.size], last=i16(-1), turn=i8)

    def around(self, point):
        r, c = divmod(point, self.size)
        for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            if 0 <= r + dr < self.size and 0 <= c + dc < self.size:
                yield (r + dr) * self.size + (c + dc)

    def group(self, cells, point):
        """The chain that a stone belongs to."""
        colour = cells[point]
        stones, liberties = set(), set()

        def spread(p):
            stones.add(p)
            for q in self.around(p):
                if cells[q] == 0:
                    liberties.add(q)
                elif cells[q] == colour and q not in stones:
                    spread(q)

        spread(point)
        return Group(stones, liberties)

    def captures(self, cells, point):
        """Whether the stone just put on a point takes something."""
        enemy = 3 - cells[point]
        return any(cells[q] == enemy and self.group(cells, q).dead for q in self.around(point))

    def legal(self, s, point):
        if s.cells[point]:
            return False
        after = list(s.cells)
        after[point] = s.turn + 1
        return self.captures(after, point) or not self.group(after, point).dead

    def moves(self, s):
        return [point for point in range(len(s.cells)) if self.legal(s, point)]

    def play(self, s, point):
        s.cells[point] = s.turn + 1
        s.last = point
        s.turn = 1 - s.turn

    def winner(self, s):
        if s.last >= 0 and self.captures(s.cells, s.last):
            return 1 - s.turn
        return ONGOING if any(self.legal(s, p) for p in range(len(s.cells))) else DRAW

    def evaluate(self, s, player):
        """Chains in atari are bad, liberties are good."""
        score = 0
        done = set()
        for point, colour in enumerate(s.cells):
            if colour == 0 or point in done:
                continue
            group = self.group(s.cells, point)
            done |= group.stones
            value = len(group.liberties) - (3 if group.in_atari else 0)
            score += value if colour == player + 1 else -value
        return score

    def playout(self, s, dice):
        """Take if you can, otherwise anything."""
        moves = self.moves(s)
        for point in moves:
            after = s.cells[:]
            after[point] = s.turn + 1
            if self.captures(after, point):
                return point
        return moves[dice % len(moves)]
