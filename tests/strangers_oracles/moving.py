"""Games where pieces move on a board and nothing is taken, in coordinates and texts."""

from __future__ import annotations

from itertools import combinations, product

from strangers_oracles.base import Oracle

AROUND = (1, -1, 1j, -1j, 1 + 1j, 1 - 1j, -1 + 1j, -1 - 1j)


def cells_of(row, value, width):
    """The complex numbers of the cells that hold a value."""
    return frozenset(complex(i % width, i // width) for i, content in enumerate(row) if content == value)


class PongHauKi(Oracle):
    """A position is a text of five signs, from the top left over the middle to the bottom right, and the clock."""

    lines = {frozenset(pair) for pair in ((0, 2), (1, 3), (2, 3), (0, 4), (1, 4), (2, 4), (3, 4))}

    def __init__(self, patience):
        self.patience = patience

    def start(self):
        return "aabb.", 0, 0

    def read(self, s):
        return "".join(".ab"[c] for c in s.cells), s.clock, s.turn

    def after(self, position):
        text, clock, turn = position
        hole, found = text.index("."), []
        for i, sign in enumerate(text):
            if sign == "ab"[turn] and frozenset((i, hole)) in self.lines:
                swapped = list(text)
                swapped[i], swapped[hole] = ".", sign
                found.append(("".join(swapped), clock + 1, 1 - turn))
        return found

    def result(self, position):
        if not self.after(position):
            return self.won(1 - position[-1])
        return self.won(None) if position[1] >= self.patience else None


class MuTorere(Oracle):
    """A position is the sets of points of both players on a ring, "c" for the centre, and the number of moves made."""

    def __init__(self, limit):
        self.limit = limit

    def start(self):
        return frozenset(range(4)), frozenset(range(4, 8)), 0, 0

    def read(self, s):
        sides = [frozenset("c" if i == 8 else i for i, c in enumerate(s.points) if c == p) for p in (1, 2)]
        return *sides, s.ply, s.turn

    def after(self, position):
        *sides, ply, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        (hole,) = {*range(8), "c"} - mine - yours
        found = []
        for point in mine:
            ring = set() if point == "c" else {(point + 1) % 8, (point + 7) % 8}
            if point == "c" or hole in ring or (hole == "c" and ring & yours):
                new = mine - {point} | {hole}
                found.append((new, yours, ply + 1, 1) if turn == 0 else (yours, new, ply + 1, 0))
        return found

    def result(self, position):
        if not self.after(position):
            return self.won(1 - position[-1])
        return self.won(None) if position[2] >= self.limit else None


class FoxAndHounds(Oracle):
    """Squares are complex numbers with the hounds' row at 0."""

    def __init__(self, size):
        self.size = size
        self.squares = frozenset(complex(c, r) for r, c in product(range(size), repeat=2) if (r + c) % 2)
        self.ordered = sorted(self.squares, key=lambda z: (z.imag, z.real))

    def start(self):
        last = [z for z in self.ordered if z.imag == self.size - 1]
        fox = {4: 2, 6: 2, 8: 4}[self.size]
        return frozenset(z for z in self.squares if z.imag == 0), next(z for z in last if z.real == fox), 0

    def read(self, s):
        return frozenset(self.ordered[h] for h in s.hounds), self.ordered[s.fox], s.turn

    def after(self, position):
        hounds, fox, turn = position
        free = self.squares - hounds - {fox}
        if turn == 0:
            return [(hounds, fox + step, 1) for step in (1 + 1j, 1 - 1j, -1 + 1j, -1 - 1j) if fox + step in free]
        return [(hounds - {h} | {h + step}, fox, 0) for h in hounds for step in (1 + 1j, -1 + 1j) if h + step in free]

    def result(self, position):
        hounds, fox, turn = position
        if all(hound.imag >= fox.imag for hound in hounds):
            return self.won(0)
        if self.after(position):
            return None
        return self.won(1 - turn)


class HareAndHounds(Oracle):
    """Points are columns and rows of a board of five columns: the middle row has five points, the others three."""

    points = frozenset((x, y) for x, y in product(range(5), (-1, 0, 1)) if y == 0 or 0 < x < 4)
    letters = dict(zip("abcdefghijk", sorted(points, key=lambda p: (p[0], -p[1])), strict=True))

    def __init__(self, stalling):
        self.stalling = stalling

    def linked(self, a, b):
        """Neighbours; diagonals run only through points whose column and row are both even or both odd off the middle."""
        (x, y), (u, v) = a, b
        if max(abs(x - u), abs(y - v)) != 1:
            return False
        straight = x == u or y == v
        return straight or (x + y) % 2 == 0

    def start(self):
        return frozenset({(0, 0), (1, 1), (1, -1)}), (4, 0), 0, 0

    def read(self, s):
        ordered = list(self.letters.values())
        return frozenset(ordered[h] for h in s.hounds), ordered[s.hare], s.stalled, s.turn

    def after(self, position):
        hounds, hare, stalled, turn = position
        free = self.points - hounds - {hare}
        if turn == 1:
            return [(hounds, to, stalled, 0) for to in free if self.linked(hare, to)]
        return [
            (hounds - {h} | {to}, hare, 0 if to[0] > h[0] else stalled + 1, 1)
            for h in hounds
            for to in free
            if self.linked(h, to) and to[0] >= h[0]
        ]

    def result(self, position):
        hounds, hare, stalled, turn = position
        if min(x for x, _ in hounds) >= hare[0] or stalled >= self.stalling:
            return self.won(1)
        return None if self.after(position) else self.won(1 - turn)


class Dodgem(Oracle):
    """Blue drives towards smaller rows, red towards greater columns; a car off the board is None. Cars keep their order."""

    ways = ((-1j, 1, -1), (1, -1j, 1j))

    def __init__(self, n, limit):
        self.n, self.limit = n, limit

    def start(self):
        n = self.n
        return tuple(complex(c, n - 1) for c in range(1, n)), tuple(complex(0, r) for r in range(n - 1)), 0, 0

    def read(self, s):
        return (
            *(tuple(None if c < 0 else complex(c % self.n, c // self.n) for c in cars) for cars in (s.blue, s.red)),
            s.ply,
            s.turn,
        )

    def on(self, z):
        return 0 <= z.real < self.n and 0 <= z.imag < self.n

    def after(self, position):
        *sides, ply, turn = position
        taken, found = {*sides[0], *sides[1]}, []
        for i, car in enumerate(sides[turn]):
            for way in self.ways[turn] if car is not None else ():
                to = car + way
                if (self.on(to) and to not in taken) or (not self.on(to) and way == self.ways[turn][0]):
                    new = list(sides)
                    new[turn] = (*sides[turn][:i], to if self.on(to) else None, *sides[turn][i + 1 :])
                    found.append((*new, ply + 1, 1 - turn))
        return found

    def result(self, position):
        *sides, ply, turn = position
        for player in (0, 1):
            if not any(car is not None for car in sides[player]):
                return self.won(player)
        if ply >= self.limit:
            return self.won(1 - turn)
        return None if self.after(position) else self.won(turn)


class Tapatan(Oracle):
    """Points are coordinates from -1 to 1; lines of the board go through the middle, along the edges and across."""

    points = frozenset(product((-1, 0, 1), repeat=2))

    def __init__(self, most):
        self.most = most

    def start(self):
        return frozenset(), frozenset(), 0, 0

    def read(self, s):
        place = [(i // 3 - 1, i % 3 - 1) for i in range(9)]
        return *(frozenset(place[i] for i in range(9) if stones >> i & 1) for stones in s.stones), s.ply, s.turn

    def linked(self, a, b):
        if (0, 0) in (a, b):
            return a != b
        return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1

    def after(self, position):
        *sides, ply, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        free = self.points - mine - yours
        if len(mine) < 3:
            new = [mine | {p} for p in free]
        else:
            new = [mine - {a} | {b} for a in mine for b in free if self.linked(a, b)]
        return [((n, yours) if turn == 0 else (yours, n)) + (ply + 1, 1 - turn) for n in new]

    def result(self, position):
        *sides, ply, turn = position
        stones = sides[1 - turn]
        if len(stones) == 3:
            (a, b), (c, d), (e, f) = sorted(stones)
            if a + e == 2 * c and b + f == 2 * d:
                return self.won(1 - turn)
        return None if ply < self.most and self.after(position) else self.won(None)


class Teeko(Oracle):
    def __init__(self, size, limit):
        self.size, self.limit = size, limit
        self.cells = frozenset(complex(x, y) for x, y in product(range(size), repeat=2))

    def start(self):
        return frozenset(), frozenset(), 0, 0

    def read(self, s):
        return cells_of(s.cells, 1, self.size), cells_of(s.cells, 2, self.size), s.ply, s.turn

    def after(self, position):
        *sides, ply, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        free = self.cells - mine - yours
        if len(mine) < 4:
            new = [mine | {z} for z in free]
        else:
            new = [mine - {z} | {z + step} for z in mine for step in AROUND if z + step in free]
        return [((n, yours) if turn == 0 else (yours, n)) + (ply + 1, 1 - turn) for n in new]

    def result(self, position):
        *sides, ply, turn = position
        mine = sides[1 - turn]
        for z in mine:
            shapes = [{z + k * step for k in range(4)} for step in AROUND] + [{z, z + 1, z + 1j, z + 1 + 1j}]
            if any(shape == mine for shape in shapes):
                return self.won(1 - turn)
        return None if ply < self.limit and self.after(position) else self.won(None)


class Halma(Oracle):
    def __init__(self, size, camp, limit):
        self.limit, self.size = limit, size
        self.cells = frozenset(complex(x, y) for x, y in product(range(size), repeat=2))
        far = complex(size - 1, size - 1)
        home = frozenset(z for z in self.cells if z.real + z.imag < camp)
        self.camps = home, frozenset(far - z for z in home)

    def start(self):
        return *self.camps, 0, 0

    def read(self, s):
        return cells_of(s.cells, 1, self.size), cells_of(s.cells, 2, self.size), s.ply, s.turn

    def reach(self, others, man):
        """Where a man can go: steps, and jumps over others in chains."""
        steps = {man + step for step in AROUND} & self.cells - others

        def jumps(here, seen):
            for step in AROUND:
                there = here + 2 * step
                if here + step in others and there in self.cells - others - seen:
                    seen = jumps(there, seen | {there})
            return seen

        return (steps | jumps(man, {man})) - {man}

    def after(self, position):
        *sides, ply, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        new = [mine - {man} | {to} for man in mine for to in self.reach((mine | yours) - {man}, man)]
        return [((n, yours) if turn == 0 else (yours, n)) + (ply + 1, 1 - turn) for n in new]

    def result(self, position):
        *sides, ply, _ = position
        for player in (0, 1):
            if sides[player] >= self.camps[1 - player]:
                return self.won(player)
        return None if ply < self.limit and self.after(position) else self.won(None)


class LGame(Oracle):
    """A position is two sets of four cells and a set of two."""

    cells = frozenset(product(range(4), repeat=2))

    def __init__(self, limit):
        self.limit = limit
        self.places = [frozenset(four) for four in combinations(sorted(self.cells), 4) if self.is_l(four)]

    @staticmethod
    def is_l(four):
        """Three in a row of cells, and the fourth beside an end of them."""
        for odd in four:
            (a, b), (c, d), (e, f) = sorted(set(four) - {odd})
            straight = (a == c == e and (b + 1, b + 2) == (d, f)) or (b == d == f and (a + 1, a + 2) == (c, e))
            for end, middle in (((a, b), (c, d)), ((e, f), (c, d))):
                beside = abs(odd[0] - end[0]) + abs(odd[1] - end[1]) == 1
                across = (odd[0] - end[0]) * (middle[0] - end[0]) + (odd[1] - end[1]) * (middle[1] - end[1]) == 0
                if straight and beside and across:
                    return True
        return False

    def start(self):
        red, blue = {(0, 1), (0, 2), (1, 2), (2, 2)}, {(1, 1), (2, 1), (3, 1), (3, 2)}
        return frozenset(red), frozenset(blue), frozenset({(0, 0), (3, 3)}), 0, 0

    def read(self, s):
        numbered = sorted((sorted(4 * r + c for r, c in place), place) for place in self.places)
        ls = [numbered[number][1] for number in s.ls]
        return *ls, frozenset(divmod(n, 4) for n in s.neutral), s.ply, s.turn

    def spots(self, position):
        *ls, neutral, _, turn = position
        return [place for place in self.places if place != ls[turn] and not place & (ls[1 - turn] | neutral)]

    def after(self, position):
        *ls, neutral, ply, turn = position
        found = []
        for place in self.spots(position):
            new = (place, ls[1]) if turn == 0 else (ls[0], place)
            free = self.cells - new[0] - new[1] - neutral
            found += [(*new, n, ply + 1, 1 - turn) for n in [neutral, *(neutral - {a} | {b} for a in neutral for b in free)]]
        return found

    def result(self, position):
        if not self.spots(position):
            return self.won(1 - position[-1])
        return self.won(None) if position[3] >= self.limit else None


class ToadsAndFrogs(Oracle):
    """A position is the row itself; moves are replacements in the text."""

    def __init__(self, row):
        self.row = row

    def start(self):
        return self.row, 0

    def read(self, s):
        return "".join("_TF"[c] for c in s.cells), s.turn

    def after(self, position):
        row, turn = position
        swaps = [("T_", "_T"), ("TF_", "_FT")] if turn == 0 else [("_F", "F_"), ("_TF", "FT_")]
        return [
            (row[:i] + new + row[i + len(old) :], 1 - turn)
            for old, new in swaps
            for i in range(len(row))
            if row.startswith(old, i)
        ]

    def result(self, position):
        return None if self.after(position) else self.won(1 - position[-1])


class LinesOfAction(Oracle):
    def __init__(self, size, limit):
        self.size, self.limit = size, limit

    def start(self):
        n = self.size
        inner = range(1, n - 1)
        black = frozenset(complex(x, y) for x in inner for y in (0, n - 1))
        return black, frozenset(complex(y, x) for x in inner for y in (0, n - 1)), 0, 0

    def read(self, s):
        return cells_of(s.cells, 1, self.size), cells_of(s.cells, 2, self.size), s.plies, s.turn

    def on(self, z):
        return 0 <= z.real < self.size and 0 <= z.imag < self.size

    def after(self, position):
        *sides, ply, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        found = []
        for man in mine:
            for step in AROUND:
                count = sum(1 for k in range(-self.size, self.size + 1) if man + k * step in mine | yours)
                to = man + count * step
                between = {man + k * step for k in range(1, count)}
                if self.on(to) and to not in mine and not between & yours:
                    new, rest = mine - {man} | {to}, yours - {to}
                    found.append(((new, rest) if turn == 0 else (rest, new)) + (ply + 1, 1 - turn))
        return found

    def together(self, men):
        group = {next(iter(men))}
        while more := {z + step for z in group for step in AROUND} & men - group:
            group |= more
        return group == men

    def result(self, position):
        *sides, ply, turn = position
        for player in (1 - turn, turn):
            if self.together(sides[player]):
                return self.won(player)
        if not self.after(position):
            return self.won(1 - turn)
        return self.won(None) if ply == self.limit else None
