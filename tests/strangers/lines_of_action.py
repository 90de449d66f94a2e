"""Lines of Action on a small board: move as far as there are pieces on the line; join all your pieces to win."""

from zermelo import DRAW, ONGOING, Game, i8, i16

# four lines, each in both directions
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]
NEIGHBOURS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class LinesOfAction(Game):
    players = ("black", "white")

    def __init__(self, size=5, limit=60):
        self.size = n = size
        self.board = (n, n)
        self.limit = limit
        start = [[0] * n for _ in range(n)]
        for i in range(1, n - 1):
            start[0][i] = start[n - 1][i] = 1
            start[i][0] = start[i][n - 1] = 2
        self.setup = sum(start, [])

    def state(self):
        return dict(cells=i8(self.setup), plies=i16, turn=i8)

    def inside(self, r, c):
        return 0 <= r < self.size and 0 <= c < self.size

    def get(self, s, r, c):
        return s.cells[r * self.size + c]

    def on_line(self, s, r, c, dr, dc):
        """Number of pieces on the line through a cell."""
        count = 1
        for sign in (1, -1):
            k = 1
            while self.inside(r + sign * k * dr, c + sign * k * dc):
                if self.get(s, r + sign * k * dr, c + sign * k * dc) != 0:
                    count += 1
                k += 1
        return count

    def targets(self, s, r, c):
        me = self.get(s, r, c)
        for dr, dc in LINES:
            n = self.on_line(s, r, c, dr, dc)
            for sign in (-1, 1):
                tr, tc = r + sign * n * dr, c + sign * n * dc
                if not self.inside(tr, tc) or self.get(s, tr, tc) == me:
                    continue
                if any(self.get(s, r + sign * k * dr, c + sign * k * dc) == 3 - me for k in range(1, n)):
                    continue
                yield tr * self.size + tc

    def moves(self, s):
        n2 = self.size * self.size
        for cell in range(n2):
            if s.cells[cell] == s.turn + 1:
                yield from sorted(cell * n2 + to for to in self.targets(s, *divmod(cell, self.size)))

    def play(self, s, move):
        source, to = divmod(move, self.size * self.size)
        s.cells[to] = s.cells[source]
        s.cells[source] = 0
        s.plies += 1
        s.turn = 1 - s.turn

    def connected(self, s, player):
        """Whether all pieces of a player hang together, by flood fill."""
        cells = [i for i, piece in enumerate(s.cells) if piece == player + 1]
        seen = set()

        def fill(cell):
            if cell in seen:
                return
            seen.add(cell)
            r, c = divmod(cell, self.size)
            for dr, dc in NEIGHBOURS:
                if self.inside(r + dr, c + dc) and self.get(s, r + dr, c + dc) == player + 1:
                    fill((r + dr) * self.size + c + dc)

        fill(cells[0])
        return len(seen) == len(cells)

    def winner(self, s):
        mover = 1 - s.turn
        if self.connected(s, mover):
            return mover
        if self.connected(s, s.turn):
            return s.turn
        stuck = not any(
            True for cell, piece in enumerate(s.cells) if piece == s.turn + 1 for _ in self.targets(s, *divmod(cell, self.size))
        )
        if stuck:
            return mover
        return DRAW if s.plies == self.limit else ONGOING

    def evaluate(self, s, player):
        def spread(who):
            places = [divmod(i, self.size) for i, piece in enumerate(s.cells) if piece == who + 1]
            rows, cols = zip(*places)
            return max(rows) - min(rows) + max(cols) - min(cols)

        return spread(1 - player) - spread(player)
