from zermelo import DRAW, ONGOING, Game, i8, i16

DIRECTIONS = {"east": (0, 1), "south": (1, 0), "southeast": (1, 1), "southwest": (1, -1)}


class Gomoku(Game):
    """Five in a row, on a board of any size."""

    players = ("black", "white")

    def __init__(self, size=15, goal=5):
        self.size = size
        self.goal = goal
        self.board = (size, size)
        self.max_moves = size * size

    def state(self):
        return dict(cells=i8[self.size * self.size], last=i16(-1), stones=i16, turn=i8)

    def moves(self, s):
        return [i for i, c in enumerate(s.cells) if c == 0]

    def play(self, s, move):
        s.cells[move] = s.turn + 1
        s.last = move
        s.stones += 1
        s.turn = 1 - s.turn

    def run(self, s, r, c, dr, dc):
        """Length of the run from (r, c) in one direction, the stone itself not counted."""
        colour = s.cells[r * self.size + c]
        n = 0
        while True:
            r += dr
            c += dc
            if not (0 <= r < self.size and 0 <= c < self.size):
                return n
            if s.cells[r * self.size + c] != colour:
                return n
            n += 1

    def winner(self, s):
        if s.last < 0:
            return ONGOING
        r, c = divmod(s.last, self.size)
        for dr, dc in DIRECTIONS.values():
            if self.run(s, r, c, dr, dc) + self.run(s, r, c, -dr, -dc) + 1 >= self.goal:
                return s.cells[s.last] - 1
        return DRAW if s.stones == self.size**2 else ONGOING

    def evaluate(self, s, player):
        score = 0
        for i, colour in enumerate(s.cells):
            if colour == 0:
                continue
            r, c = divmod(i, self.size)
            longest = max(self.run(s, r, c, *step) for step in DIRECTIONS.values())
            value = 10**longest if longest else 0
            score += value if colour == player + 1 else -value
        return score

    def order(self, s, move):
        if s.last < 0:
            middle = self.size // 2
            return -abs(move // self.size - middle) - abs(move % self.size - middle)
        (r, c), (lr, lc) = divmod(move, self.size), divmod(s.last, self.size)
        return -max(abs(r - lr), abs(c - lc))
