"""Games where the board shrinks or is cut by walls."""

from __future__ import annotations

from itertools import product

from strangers_oracles.base import Oracle
from strangers_oracles.moving import AROUND, cells_of


class Amazons(Oracle):
    """A position is the queens of both players and the cells that are left."""

    queens = {
        4: ({1, 2j}, {3 + 1j, 2 + 3j}),
        5: ({1, 1j}, {4 + 3j, 3 + 4j}),
        10: ({3, 6, 3j, 9 + 3j}, {6j, 9 + 6j, 3 + 9j, 6 + 9j}),
    }

    def __init__(self, size):
        self.size = size

    def start(self):
        white, black = self.queens[self.size]
        cells = {complex(x, y) for x, y in product(range(self.size), repeat=2)}
        return frozenset(white), frozenset(black), frozenset(cells), 0

    def read(self, s):
        left = frozenset(complex(i % self.size, i // self.size) for i, c in enumerate(s.cells) if c != 3)
        return cells_of(s.cells, 1, self.size), cells_of(s.cells, 2, self.size), left, s.turn

    def reach(self, free, z):
        for step in AROUND:
            to = z + step
            while to in free:
                yield to
                to += step

    def after(self, position):
        *queens, cells, turn = position
        found = []
        free = cells - queens[0] - queens[1]
        for queen in queens[turn]:
            for to in self.reach(free, queen):
                new = queens[turn] - {queen} | {to}
                for arrow in self.reach(free - {to} | {queen}, to):
                    sides = (new, queens[1]) if turn == 0 else (queens[0], new)
                    found.append((*sides, cells - {arrow}, 1 - turn))
        return found

    def result(self, position):
        *queens, cells, turn = position
        free = cells - queens[0] - queens[1]
        can_move = any(z + step in free for z in queens[turn] for step in AROUND)
        return None if can_move else self.won(1 - turn)


class Tron(Oracle):
    """A position is the heads of both riders and the cells that nobody has been to."""

    def __init__(self, width, height):
        self.width, self.height = width, height

    def start(self):
        cells = {complex(x, y) for x in range(self.width) for y in range(self.height)}
        heads = 0j, complex(self.width - 1, self.height - 1)
        return *heads, frozenset(cells - set(heads)), 0

    def read(self, s):
        heads = [complex(p % self.width, p // self.width) for p in s.place]
        assert [s.cells[p] for p in s.place] == [1, 2]
        return *heads, cells_of(s.cells, 0, self.width), s.turn

    def after(self, position):
        *heads, free, turn = position
        ways = [heads[turn] + step for step in (1, -1, 1j, -1j) if heads[turn] + step in free]
        return [((to, heads[1]) if turn == 0 else (heads[0], to)) + (free - {to}, 1 - turn) for to in ways]

    def result(self, position):
        return None if self.after(position) else self.won(1 - position[-1])


class Cram(Oracle):
    """A position is the set of free cells."""

    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols

    def start(self):
        return frozenset(complex(c, r) for r in range(self.rows) for c in range(self.cols)), 0

    def read(self, s):
        return cells_of(s.cells, 0, self.cols), s.turn

    def after(self, position):
        free, turn = position
        return [(free - {z, z + step}, 1 - turn) for z in free for step in (1, 1j) if z + step in free]

    def result(self, position):
        return None if self.after(position) else self.won(1 - position[-1])


class DotsAndBoxes(Oracle):
    """A position is the set of middles of lines drawn, on a lattice with dots at even coordinates, and the boxes of each player."""

    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.flat = [(2 * r, 2 * c + 1) for r in range(rows + 1) for c in range(cols)]
        self.upright = [(2 * r + 1, 2 * c) for r in range(rows) for c in range(cols + 1)]

    def start(self):
        return frozenset(), 0, 0, 0

    def read(self, s):
        drawn = frozenset(line for line, d in zip(self.flat + self.upright, s.drawn, strict=True) if d)
        return drawn, *s.points, s.turn

    def closed(self, drawn, line):
        """How many boxes a line has just closed: their middles have odd coordinates."""
        y, x = line
        middles = [(y - 1, x), (y + 1, x)] if y % 2 == 0 else [(y, x - 1), (y, x + 1)]
        return sum({(b - 1, a), (b + 1, a), (b, a - 1), (b, a + 1)} <= drawn for b, a in middles)

    def after(self, position):
        drawn, red, blue, turn = position
        found = []
        for line in {*self.flat, *self.upright} - drawn:
            new = drawn | {line}
            points = self.closed(new, line)
            gain = (red + points, blue) if turn == 0 else (red, blue + points)
            found.append((new, *gain, turn if points else 1 - turn))
        return found

    def result(self, position):
        _, red, blue, _ = position
        return (float(red - blue), float(blue - red)) if red + blue == self.rows * self.cols else None


class Quoridor(Oracle):
    """Cells lie at even coordinates of a lattice; a wall covers three points between them, known by its middle and whether it lies flat."""

    def __init__(self, size, walls, limit):
        self.size, self.walls, self.limit = size, walls, limit
        self.far = 2 * (size - 1)

    def start(self):
        middle = self.size // 2 * 2
        return (0, middle), (self.far, middle), frozenset(), self.walls, self.walls, 0, 0

    def read(self, s):
        pawns = [(2 * (p // self.size), 2 * (p % self.size)) for p in s.pawn]
        slots = self.size - 1
        walls = frozenset((2 * (i // slots) + 1, 2 * (i % slots) + 1, w == 1) for i, w in enumerate(s.wall) if w)
        return *pawns, walls, *s.left, s.ply, s.turn

    @staticmethod
    def covered(walls):
        points = []
        for y, x, flat in walls:
            points += [(y, x - 1), (y, x), (y, x + 1)] if flat else [(y - 1, x), (y, x), (y + 1, x)]
        return points

    def near(self, cell, covered):
        y, x = cell
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (y + dy, x + dx) not in covered and 0 <= y + 2 * dy <= self.far and 0 <= x + 2 * dx <= self.far:
                yield y + 2 * dy, x + 2 * dx

    def reaches(self, cell, row, covered):
        seen = {cell}
        while more := {n for c in seen for n in self.near(c, covered)} - seen:
            seen |= more
        return any(y == row for y, _ in seen)

    def after(self, position):
        *pawns, walls, white, black, ply, turn = position
        me, you = pawns[turn], pawns[1 - turn]
        covered = set(self.covered(walls))
        targets = set()
        for cell in self.near(me, covered):
            if cell != you:
                targets.add(cell)
                continue
            straight = 2 * you[0] - me[0], 2 * you[1] - me[1]
            beyond = set(self.near(you, covered)) - {me}
            targets |= {straight} if straight in beyond else beyond
        found = [((t, you) if turn == 0 else (you, t)) + (walls, white, black, ply + 1, 1 - turn) for t in targets]
        left = (white, black)[turn]
        odd = range(1, self.far, 2)
        for wall in product(odd, odd, (True, False)) if left else ():
            points = self.covered([*walls, wall])
            if len(set(points)) < len(points):
                continue
            if all(self.reaches(pawns[p], (self.far, 0)[p], set(points)) for p in (0, 1)):
                stock = (white - 1, black) if turn == 0 else (white, black - 1)
                found.append((*pawns, walls | {wall}, *stock, ply + 1, 1 - turn))
        return found

    def result(self, position):
        white, black, *_, ply, _ = position
        if white[0] == self.far:
            return self.won(0)
        if black[0] == 0:
            return self.won(1)
        return None if ply < self.limit and self.after(position) else self.won(None)
