"""Halma on a small square: step, or jump as often as you can; bring all your men to the other corner."""

from collections import deque

from zermelo import DRAW, ONGOING, Game, i8, i16


class Halma(Game):
    players = ("white", "black")
    max_moves = 400

    def __init__(self, size=5, camp=2, limit=60):
        self.size = size
        self.limit = limit
        n = size
        self.camps = (
            {r * n + c for r in range(n) for c in range(n) if r + c < camp},
            {r * n + c for r in range(n) for c in range(n) if r + c > 2 * (n - 1) - camp},
        )
        self.neighbours = {}
        self.hops = {}
        for r in range(n):
            for c in range(n):
                here = r * n + c
                deltas = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
                self.neighbours[here] = [(r + a) * n + c + b for a, b in deltas if 0 <= r + a < n and 0 <= c + b < n]
                self.hops[here] = [
                    ((r + a) * n + c + b, (r + 2 * a) * n + c + 2 * b)
                    for a, b in deltas
                    if 0 <= r + 2 * a < n and 0 <= c + 2 * b < n
                ]

    def state(self):
        cells = [0] * self.size**2
        for player, camp in enumerate(self.camps):
            for cell in camp:
                cells[cell] = player + 1
        return dict(cells=i8(cells), ply=i16, turn=i8)

    def destinations(self, s, source):
        """Breadth first over jumps, plus single steps."""
        seen = {source}
        queue = deque([source])
        while queue:
            here = queue.popleft()
            for over, to in self.hops[here]:
                if to not in seen and s.cells[to] == 0 and s.cells[over] != 0 and over != source:
                    seen.add(to)
                    queue.append(to)
        steps = {cell for cell in self.neighbours[source] if s.cells[cell] == 0}
        return (seen | steps) - {source}

    def moves(self, s):
        area = self.size**2
        for cell in range(area):
            if s.cells[cell] == s.turn + 1:
                for to in sorted(self.destinations(s, cell)):
                    yield cell * area + to

    def play(self, s, move):
        source, to = divmod(move, self.size**2)
        s.cells[source], s.cells[to] = 0, s.cells[source]
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        for player in range(2):
            if all(s.cells[cell] == player + 1 for cell in self.camps[1 - player]):
                return player
        if s.ply >= self.limit or not any(self.destinations(s, c) for c, p in enumerate(s.cells) if p == s.turn + 1):
            return DRAW
        return ONGOING

    def evaluate(self, s, player):
        n = self.size
        distance = [0, 0]
        for cell, owner in enumerate(s.cells):
            if owner == 1:
                distance[0] += 2 * (n - 1) - cell // n - cell % n
            elif owner == 2:
                distance[1] += cell // n + cell % n
        mine, yours = distance if player == 0 else reversed(distance)
        return yours - mine
