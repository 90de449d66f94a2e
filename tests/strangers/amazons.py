"""The Game of the Amazons, on small boards too."""

from dataclasses import dataclass

from zermelo import ONGOING, Game, i8

ARROW = 3


@dataclass(frozen=True)
class Setup:
    size: int
    white: tuple
    black: tuple


SETUPS = {
    4: Setup(4, (1, 8), (7, 14)),
    5: Setup(5, (1, 5), (19, 23)),
    6: Setup(6, (1, 6), (29, 34)),
    10: Setup(10, (3, 6, 30, 39), (60, 69, 93, 96)),
}


class Amazons(Game):
    """Queens move and shoot; whoever cannot move loses."""

    players = ("white", "black")
    max_moves = 4000

    def __init__(self, size=4):
        self.setup = SETUPS[size]
        self.size = size
        self.rays = [
            [self._ray(r, c, dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]
            for r in range(size)
            for c in range(size)
        ]

    def _ray(self, r, c, dr, dc):
        cells = []
        while 0 <= (r := r + dr) < self.size and 0 <= (c := c + dc) < self.size:
            cells.append(r * self.size + c)
        return cells

    def state(self):
        cells = [0] * self.size**2
        for q in self.setup.white:
            cells[q] = 1
        for q in self.setup.black:
            cells[q] = 2
        return dict(cells=i8(cells), turn=i8)

    def reach(self, s, source, *, ignore=None):
        """Cells that a queen's move reaches; the cell `ignore` counts as empty."""
        for ray in self.rays[source]:
            for cell in ray:
                if s.cells[cell] != 0 and cell != ignore:
                    break
                yield cell

    def moves(self, s):
        area = self.size**2
        queens = [cell for cell, piece in enumerate(s.cells) if piece == s.turn + 1]
        return sorted(
            (queen * area + to) * area + arrow
            for queen in queens
            for to in self.reach(s, queen)
            for arrow in self.reach(s, to, ignore=queen)
        )

    def play(self, s, move):
        move, arrow = divmod(move, self.size**2)
        queen, to = divmod(move, self.size**2)
        s.cells[queen] = 0
        s.cells[to] = s.turn + 1
        s.cells[arrow] = ARROW
        s.turn = 1 - s.turn

    def winner(self, s):
        for cell, piece in enumerate(s.cells):
            if piece == s.turn + 1 and any(True for _ in self.reach(s, cell)):
                return ONGOING
        return 1 - s.turn

    def evaluate(self, s, player):
        mobility = [0, 0]
        for cell, piece in enumerate(s.cells):
            if piece in (1, 2):
                mobility[piece - 1] += len(list(self.reach(s, cell)))
        return mobility[player] - mobility[1 - player]
