"""Light cycles: two riders leave walls behind; who cannot go on has lost."""

from dataclasses import dataclass, field

from zermelo import ONGOING, Game, i8

WALL = 3


@dataclass
class Arena:
    """The cells of a state as a grid."""

    cells: list
    width: int
    height: int
    ways: tuple = field(default=((0, -1), (1, 0), (0, 1), (-1, 0)))

    def inside(self, x, y):
        return 0 <= x < self.width and 0 <= y < self.height

    def free(self, x, y):
        return self.inside(x, y) and self.cells[y * self.width + x] == 0

    def exits(self, x, y):
        return [i for i, (dx, dy) in enumerate(self.ways) if self.free(x + dx, y + dy)]

    def room(self, x, y):
        """How many cells can be reached from here."""
        reached = set()
        stack = [(x, y)]
        while stack:
            a, b = stack.pop()
            for i in self.exits(a, b):
                dx, dy = self.ways[i]
                if (cell := (a + dx, b + dy)) not in reached:
                    reached.add(cell)
                    stack.append(cell)
        return len(reached)


class Tron(Game):
    players = ("blue", "orange")
    max_moves = 4

    def __init__(self, width=5, height=4):
        self.width = width
        self.height = height

    def state(self):
        cells = [0] * (self.width * self.height)
        cells[0], cells[-1] = 1, 2
        return dict(cells=i8(cells), place=i8([0, len(cells) - 1]), turn=i8)

    def arena(self, s):
        return Arena(s.cells, self.width, self.height)

    def rider(self, s, player):
        y, x = divmod(s.place[player], self.width)
        return x, y

    def moves(self, s):
        return self.arena(s).exits(*self.rider(s, s.turn))

    def play(self, s, way):
        x, y = self.rider(s, s.turn)
        dx, dy = self.arena(s).ways[way]
        s.cells[s.place[s.turn]] = WALL
        s.place[s.turn] = (y + dy) * self.width + x + dx
        s.cells[s.place[s.turn]] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING if self.moves(s) else 1 - s.turn

    def evaluate(self, s, player):
        arena = self.arena(s)
        mine, yours = (arena.room(*self.rider(s, who)) for who in (player, 1 - player))
        return mine - yours
