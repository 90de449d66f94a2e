"""John Scarne's Teeko: four pieces each; a line of four or a square of four wins; after dropping, pieces move one step."""

from itertools import product

from zermelo import DRAW, ONGOING, Game, i8


def patterns(size):
    """All sets of four cells that win."""
    wins = set()
    for r, c in product(range(size), repeat=2):
        for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            cells = [(r + k * dr, c + k * dc) for k in range(4)]
            if all(0 <= x < size and 0 <= y < size for x, y in cells):
                wins.add(frozenset(x * size + y for x, y in cells))
        if r + 1 < size and c + 1 < size:
            wins.add(frozenset({r * size + c, r * size + c + 1, (r + 1) * size + c, (r + 1) * size + c + 1}))
    return wins


class Teeko(Game):
    players = ("black", "red")
    max_moves = 64

    def __init__(self, size=5, limit=40):
        self.size, self.limit = size, limit
        self.board = (size, size)
        self.wins = patterns(size)

    def state(self):
        return dict(cells=i8[self.size**2], ply=i8, turn=i8)

    def around(self, cell):
        row, col = divmod(cell, self.size)
        for r in range(max(row - 1, 0), min(row + 2, self.size)):
            for c in range(max(col - 1, 0), min(col + 2, self.size)):
                if (r, c) != (row, col):
                    yield r * self.size + c

    def moves(self, s):
        area = self.size**2
        if s.ply < 8:
            yield from (cell for cell in range(area) if s.cells[cell] == 0)
            return
        for source in range(area):
            if s.cells[source] == s.turn + 1:
                for target in self.around(source):
                    if s.cells[target] == 0:
                        yield area + source * area + target

    def play(self, s, move):
        area = self.size**2
        if move >= area:
            source, move = divmod(move - area, area)
            s.cells[source] = 0
        s.cells[move] = s.turn + 1
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        last = 1 - s.turn
        mine = {cell for cell, owner in enumerate(s.cells) if owner == last + 1}
        if len(mine) == 4 and mine in self.wins:
            return last
        if s.ply >= self.limit:
            return DRAW
        return ONGOING if next(iter(self.moves(s)), None) is not None else DRAW

    def evaluate(self, s, player):
        sets = [{i for i, owner in enumerate(s.cells) if owner == p + 1} for p in (player, 1 - player)]
        mine, yours = (max(len(pattern & cells) for pattern in self.wins) for cells in sets)
        return mine - yours
