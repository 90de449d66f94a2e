"""Quoridor on a small board. Pawns race to the far row; walls must never shut anybody in."""

from collections import deque

from zermelo import DRAW, ONGOING, Game, i8


class Quoridor(Game):
    """Move your pawn or put a wall of length two."""

    players = ("white", "black")

    def __init__(self, size=3, walls=1, limit=40):
        self.size = size
        self.wall_count = walls
        self.limit = limit
        self.slots = size - 1  # walls lie on the crossings of the grid lines
        self.max_moves = size * size + 2 * self.slots**2
        self.goal_rows = (size - 1, 0)

    def state(self):
        n = self.size
        # wall on each crossing: 0 none, 1 horizontal, 2 vertical
        return dict(pawn=i8([n // 2, n * (n - 1) + n // 2]), wall=i8[self.slots**2], left=i8[2](self.wall_count), ply=i8, turn=i8)

    def blocked(self, s, a, b):
        """Whether a wall stands between two neighbouring cells."""
        (r1, c1), (r2, c2) = divmod(a, self.size), divmod(b, self.size)
        if c1 == c2:  # up or down: a horizontal wall between the rows
            r = min(r1, r2)
            crossings, kind = [(r, c1 - 1), (r, c1)], 1
        else:
            c = min(c1, c2)
            crossings, kind = [(r1 - 1, c), (r1, c)], 2
        for r, c in crossings:
            if 0 <= r < self.slots and 0 <= c < self.slots and s.wall[r * self.slots + c] == kind:
                return True
        return False

    def neighbours(self, s, cell):
        n = self.size
        r, c = divmod(cell, n)
        around = []
        if r > 0:
            around.append(cell - n)
        if c > 0:
            around.append(cell - 1)
        if c < n - 1:
            around.append(cell + 1)
        if r < n - 1:
            around.append(cell + n)
        return [other for other in around if not self.blocked(s, cell, other)]

    def distance(self, s, player):
        """Steps to the goal row, the other pawn ignored; None if there is no way."""
        start = s.pawn[player]
        seen = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            if cell // self.size == self.goal_rows[player]:
                return seen[cell]
            for other in self.neighbours(s, cell):
                if other not in seen:
                    seen[other] = seen[cell] + 1
                    queue.append(other)
        return None

    def pawn_moves(self, s):
        me, you = s.pawn[s.turn], s.pawn[1 - s.turn]
        targets = set()
        for cell in self.neighbours(s, me):
            if cell != you:
                targets.add(cell)
                continue
            # jump straight over the other pawn if possible, otherwise aside
            beyond = you + (you - me)
            around = [c for c in self.neighbours(s, you) if c != me]
            targets.update([beyond] if beyond in around else around)
        return targets

    def wall_fits(self, s, crossing, kind):
        if s.wall[crossing]:
            return False
        r, c = divmod(crossing, self.slots)
        for step in (-1, 1):
            rr, cc = (r, c + step) if kind == 1 else (r + step, c)
            if 0 <= rr < self.slots and 0 <= cc < self.slots and s.wall[rr * self.slots + cc] == kind:
                return False
        trial = s.copy()
        trial.wall[crossing] = kind
        return all(self.distance(trial, player) is not None for player in (0, 1))

    def moves(self, s):
        yield from sorted(self.pawn_moves(s))
        if s.left[s.turn] > 0:
            for crossing in range(self.slots**2):
                for kind in (1, 2):
                    if self.wall_fits(s, crossing, kind):
                        yield self.size**2 + 2 * crossing + kind - 1

    def play(self, s, move):
        if move < self.size**2:
            s.pawn[s.turn] = move
        else:
            crossing, vertical = divmod(move - self.size**2, 2)
            s.wall[crossing] = vertical + 1
            s.left[s.turn] -= 1
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        for player in (0, 1):
            if s.pawn[player] // self.size == self.goal_rows[player]:
                return player
        if s.ply >= self.limit:
            return DRAW
        if not self.pawn_moves(s) and not any(True for _ in self.moves(s)):
            return DRAW
        return ONGOING

    def evaluate(self, s, player):
        mine, yours = self.distance(s, player), self.distance(s, 1 - player)
        if mine is None or yours is None:
            return 0
        return yours - mine
