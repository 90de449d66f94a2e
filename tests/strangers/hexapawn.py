"""Gardner's Hexapawn, on any board."""

from zermelo import ONGOING, Game, i8

WHITE, BLACK = 0, 1
FORWARD = {WHITE: 1, BLACK: -1}


class Hexapawn(Game):
    """Get a pawn across, take all enemy pawns, or leave the other without a move."""

    players = ("white", "black")

    def __init__(self, rows=3, cols=3):
        self.rows = rows
        self.cols = cols
        self.board = (rows, cols)

    def state(self):
        empty = [0] * self.cols * (self.rows - 2)
        return dict(cells=i8([1] * self.cols + empty + [2] * self.cols), turn=i8)

    def grid(self, s):
        return [s.cells[i : i + self.cols] for i in range(0, len(s.cells), self.cols)]

    def steps(self, s, player):
        grid = self.grid(s)
        step = FORWARD[player]
        for r, row in enumerate(grid):
            for c, pawn in enumerate(row):
                if pawn != player + 1 or not 0 <= r + step < self.rows:
                    continue
                for dc in (-1, 0, 1):
                    if 0 <= c + dc < self.cols:
                        content = grid[r + step][c + dc]
                        if content == (0 if dc == 0 else 2 - player):
                            yield r, c, dc

    def moves(self, s):
        return [3 * (r * self.cols + c) + dc + 1 for r, c, dc in self.steps(s, s.turn)]

    def play(self, s, move):
        cell, dc = divmod(move, 3)
        to = cell + FORWARD[s.turn] * self.cols + dc - 1
        s.cells[cell], s.cells[to] = 0, s.cells[cell]
        s.turn = 1 - s.turn

    def winner(self, s):
        *_, far = self.grid(s)
        near, *_ = self.grid(s)
        if 1 in far:
            return WHITE
        if 2 in near:
            return BLACK
        if not list(self.steps(s, s.turn)):
            return 1 - s.turn
        return ONGOING

    def evaluate(self, s, player):
        def progress(colour):
            total = 0
            for r, row in enumerate(self.grid(s)):
                advance = r if colour == WHITE else self.rows - 1 - r
                total += row.count(colour + 1) * (10 + advance)
            return total

        return progress(player) - progress(1 - player)
