"""The triangle of fifteen holes on the table of every Cracker Barrel."""

from zermelo import DRAW, ONGOING, Game, i8


class PegSolitaire(Game):
    """Jump over pegs to remove them, until one is left."""

    players = ("you",)
    max_moves = 36

    def __init__(self, rows=5, hole=0):
        self.hole = hole
        self.holes = [(r, c) for r in range(rows) for c in range(r + 1)]
        number = {place: i for i, place in enumerate(self.holes)}
        jumps = set()
        for (r, c), start in number.items():
            for dr, dc in [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)]:
                over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
                if to in number:
                    jumps.add((start, number[over], number[to]))
        self.jumps = sorted(jumps)

    def state(self):
        pegs = [1] * len(self.holes)
        pegs[self.hole] = 0
        return dict(pegs=i8(pegs), turn=i8)

    def can(self, s, jump):
        a, b, c = jump
        return s.pegs[a] and s.pegs[b] and not s.pegs[c]

    def moves(self, s):
        for i, jump in enumerate(self.jumps):
            if self.can(s, jump):
                yield i

    def play(self, s, i):
        for place in self.jumps[i]:
            s.pegs[place] ^= 1

    def winner(self, s):
        if any(self.can(s, jump) for jump in self.jumps):
            return ONGOING
        return 0 if sum(s.pegs) == 1 else DRAW

    def name(self, s, i):
        a, _, c = self.jumps[i]
        return f"{a + 1}-{c + 1}"

    def show(self, s):
        lines = []
        i = 0
        row = 1
        while i < len(s.pegs):
            lines.append(" ".join("*" if p else "." for p in s.pegs[i : i + row]))
            i += row
            row += 1
        return "\n".join(lines)

    def read(self, text):
        s = self.fresh()
        s.pegs = [int(sign == "*") for sign in text if sign in "*."]
        return s
