"""Games where stones are put and stay, in coordinates."""

from __future__ import annotations

from itertools import combinations, product

from strangers_oracles.base import Oracle

STRAIGHT = (1, 1j, 1 + 1j, 1 - 1j)
"""Directions on a board whose cells are complex numbers."""


def cell_of(index, width):
    return complex(index % width, index // width)


def in_line(stones, length):
    """Whether some stones stand in a straight line of this length."""
    return any(all(stone + k * step in stones for k in range(length)) for stone in stones for step in STRAIGHT)


class Gomoku(Oracle):
    def __init__(self, size, goal):
        self.size, self.goal = size, goal
        self.cells = frozenset(complex(x, y) for x in range(size) for y in range(size))

    def start(self):
        return frozenset(), frozenset(), 0

    def read(self, s):
        sides = [frozenset(cell_of(i, self.size) for i, c in enumerate(s.cells) if c == colour) for colour in (1, 2)]
        return *sides, s.turn

    def result(self, position):
        *sides, turn = position
        if in_line(sides[1 - turn], self.goal):
            return self.won(1 - turn)
        return self.won(None) if len(sides[0] | sides[1]) == len(self.cells) else None

    def after(self, position):
        *sides, turn = position
        return [
            (sides[0] | {c}, sides[1], 1) if turn == 0 else (sides[0], sides[1] | {c}, 0)
            for c in self.cells - sides[0] - sides[1]
        ]


class Quarto(Oracle):
    """Pieces are texts such as "0110"; a position is where each lies, which is in the hand, and who is to move."""

    pieces = frozenset(f"{n:04b}" for n in range(16))

    def start(self):
        return frozenset(), None, 0

    def read(self, s):
        lying = frozenset((divmod(i, 4), f"{piece:04b}") for i, piece in enumerate(s.cells) if piece >= 0)
        return lying, f"{s.hand:04b}" if s.hand >= 0 else None, s.turn

    def result(self, position):
        lying, _, turn = position
        where = dict(lying)
        lines = [[(r, c) for c in range(4)] for r in range(4)] + [[(r, c) for r in range(4)] for c in range(4)]
        lines += [[(i, i) for i in range(4)], [(i, 3 - i) for i in range(4)]]
        for line in lines:
            if all(cell in where for cell in line) and any(len({where[cell][k] for cell in line}) == 1 for k in range(4)):
                return self.won(1 - turn)
        return self.won(None) if len(lying) == 16 else None

    def after(self, position):
        lying, hand, turn = position
        rest = self.pieces - {piece for _, piece in lying} - {hand}
        if hand is None:
            return [(lying, piece, 1 - turn) for piece in rest]
        free = set(product(range(4), repeat=2)) - {cell for cell, _ in lying}
        return [(lying | {(cell, hand)}, piece, 1 - turn) for cell in free for piece in rest or [None]]


class OrderAndChaos(Oracle):
    """A position is a text of ".", "x" and "o"."""

    def __init__(self, size, line):
        self.size, self.line = size, line

    def start(self):
        return "." * self.size**2, 0

    def read(self, s):
        return "".join(".xo"[c] for c in s.cells), s.turn

    def result(self, position):
        text, _ = position
        for sign in "xo":
            if in_line({cell_of(i, self.size) for i, c in enumerate(text) if c == sign}, self.line):
                return self.won(0)
        return None if "." in text else self.won(1)

    def after(self, position):
        text, turn = position
        return [(text[:i] + sign + text[i + 1 :], 1 - turn) for i, c in enumerate(text) if c == "." for sign in "xo"]


class Ultimate(Oracle):
    """A position is a dictionary of marks, frozen: (board, cell) by sign; and the board one must play in, or None."""

    wins = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]

    def start(self):
        return frozenset(), None, 0

    def read(self, s):
        marks = frozenset((i // 9, i % 9, c - 1) for i, c in enumerate(s.cells) if c)
        return marks, s.forced if s.forced >= 0 else None, s.turn

    def state_of(self, marks, board):
        for player in (0, 1):
            cells = {c for b, c, p in marks if (b, p) == (board, player)}
            if any(win <= cells for win in self.wins):
                return player
        return "full" if sum(b == board for b, _, _ in marks) == 9 else None

    def result(self, position):
        marks = position[0]
        boards = [self.state_of(marks, board) for board in range(9)]
        for player in (0, 1):
            if any(all(boards[b] == player for b in win) for win in self.wins):
                return self.won(player)
        return None if None in boards else self.won(None)

    def after(self, position):
        marks, forced, turn = position
        taken = {(b, c) for b, c, _ in marks}
        found = []
        for board in range(9) if forced is None else [forced]:
            if self.state_of(marks, board) is None:
                for cell in range(9):
                    if (board, cell) not in taken:
                        new = marks | {(board, cell, turn)}
                        found.append((new, cell if self.state_of(new, cell) is None else None, 1 - turn))
        return found


class ScoreFour(Oracle):
    """A position is one text of beads for each peg, lowest first."""

    def __init__(self, n):
        self.n = n

    def start(self):
        return ("",) * self.n**2, 0

    def read(self, s):
        area = self.n**2
        pegs = tuple("".join(".wb"[s.cells[level * area + peg]] for level in range(s.height[peg])) for peg in range(area))
        return pegs, s.turn

    def beads(self, position, sign):
        return {
            (peg // self.n, peg % self.n, z)
            for peg, text in enumerate(position[0])
            for z, bead in enumerate(text)
            if bead == sign
        }

    def result(self, position):
        last = 1 - position[-1]
        mine = self.beads(position, "wb"[last])
        for bead in mine:
            for step in product((-1, 0, 1), repeat=3):
                line = {tuple(b + k * d for b, d in zip(bead, step, strict=True)) for k in range(self.n)}
                if len(line) == self.n and line <= mine:
                    return self.won(last)
        return None if any(len(peg) < self.n for peg in position[0]) else self.won(None)

    def after(self, position):
        pegs, turn = position
        return [((*pegs[:i], peg + "wb"[turn], *pegs[i + 1 :]), 1 - turn) for i, peg in enumerate(pegs) if len(peg) < self.n]


class Sim(Oracle):
    """A position is two sets of lines, each a pair of points."""

    def __init__(self, points):
        self.lines = frozenset(combinations(range(points), 2))
        self.corners = list(combinations(range(points), 3))

    def start(self):
        return frozenset(), frozenset(), 0

    def read(self, s):
        ordered = sorted(self.lines)
        return *(frozenset(line for line, c in zip(ordered, s.colour, strict=True) if c == player) for player in (0, 1)), s.turn

    def result(self, position):
        *drawn, turn = position
        mine = drawn[1 - turn]
        if any({(a, b), (b, c), (a, c)} <= mine for a, b, c in self.corners):
            return self.won(turn)
        return None if self.lines - drawn[0] - drawn[1] else self.won(None)

    def after(self, position):
        red, blue, turn = position
        free = self.lines - red - blue
        return [(red | {line}, blue, 1) if turn == 0 else (red, blue | {line}, 0) for line in free]


class BridgIt(Oracle):
    """All on one lattice: red points at even x and odd y, blue points at odd x and even y; a bridge is known by its middle."""

    def __init__(self, n):
        self.n = n
        self.middles = frozenset((x, y) for x, y in product(range(1, 2 * n), repeat=2) if x % 2 == y % 2)

    def start(self):
        return frozenset(), frozenset(), 0

    def middle(self, k):
        """The crossing that the game's move `k` stands for."""
        n = self.n
        if k < n * n:
            r, c = divmod(k, n)
            return 2 * c + 1, 2 * r + 1
        r, c = divmod(k - n * n, n - 1)
        return 2 * (c + 1), 2 * (r + 1)

    def read(self, s):
        return *(frozenset(self.middle(k) for k, owner in enumerate(s.owner) if owner == p) for p in (0, 1)), s.turn

    def joined(self, built, player):
        """Flood from one edge to the other over bridges."""
        edges = set()
        for x, y in built:
            along_x = (x % 2 == 1) == (player == 0)
            edges.add(((x - 1, y), (x + 1, y)) if along_x else ((x, y - 1), (x, y + 1)))
        axis = 0 if player == 0 else 1
        reached = {point for edge in edges for point in edge if point[axis] == 0}
        while True:
            more = {b for edge in edges for a, b in (edge, edge[::-1]) if a in reached} - reached
            if not more:
                return any(point[axis] == 2 * self.n for point in reached)
            reached |= more

    def result(self, position):
        *built, turn = position
        return self.won(1 - turn) if self.joined(built[1 - turn], 1 - turn) else None

    def after(self, position):
        red, blue, turn = position
        free = self.middles - red - blue
        return [(red | {m}, blue, 1) if turn == 0 else (red, blue | {m}, 0) for m in free]


class Pentago(Oracle):
    """A position is two sets of complex numbers around the origin; a quarter turns about its own middle by multiplying with i."""

    def __init__(self, size):
        self.size = size
        self.cells = frozenset(product(range(size), repeat=2))

    def start(self):
        return frozenset(), frozenset(), 0

    def read(self, s):
        return *(frozenset(divmod(i, self.size) for i, c in enumerate(s.cells) if c == p) for p in (1, 2)), s.turn

    def turned(self, cells, top, left, way):
        half = self.size // 2
        middle = complex(left + (half - 1) / 2, top + (half - 1) / 2)
        found = set()
        for r, c in cells:
            if top <= r < top + half and left <= c < left + half:
                z = (complex(c, r) - middle) * way + middle
                found.add((round(z.imag), round(z.real)))
            else:
                found.add((r, c))
        return frozenset(found)

    def line(self, cells):
        n = range(self.size)
        lines = (
            [{(i, k) for k in n} for i in n]
            + [{(k, i) for k in n} for i in n]
            + [{(k, k) for k in n}, {(k, self.size - 1 - k) for k in n}]
        )
        return any(line <= cells for line in lines)

    def result(self, position):
        black, white = map(self.line, position[:2])
        if black or white:
            return self.won(None if black and white else int(white))
        return None if len(position[0] | position[1]) < len(self.cells) else self.won(None)

    def after(self, position):
        *sides, turn = position
        half, found = self.size // 2, []
        for cell in self.cells - sides[0] - sides[1]:
            new = [side | {cell} if player == turn else side for player, side in enumerate(sides)]
            for top, left, way in product((0, half), (0, half), (1j, -1j)):
                found.append((*(self.turned(side, top, left, way) for side in new), 1 - turn))
        return found


class Painting(Oracle):
    """A position is the regions of each player, as two texts; the kind of game says which neighbours are forbidden."""

    def __init__(self, kind):
        pairs = ["ab", "ad", "bc", "be", "cf", "de", "dg", "ef", "eh", "fi", "gh", "hi", "hf"]
        self.near = {region: {a if b == region else b for a, b in pairs if region in (a, b)} for region in "abcdefghi"}
        self.kind = kind

    def start(self):
        return "", "", 0

    def read(self, s):
        return *(
            "".join(region for region, paint in zip("abcdefghi", s.paint, strict=True) if paint == p) for p in (0, 1)
        ), s.turn

    def free(self, position):
        *painted, turn = position
        mine, yours = set(painted[turn]), set(painted[1 - turn])
        forbidden = {"col": mine, "snort": yours, "painting": set()}[self.kind]
        return [region for region in self.near if region not in mine | yours and not self.near[region] & forbidden]

    def result(self, position):
        return None if self.free(position) else self.won(1 - position[-1])

    def after(self, position):
        left, right, turn = position
        return [
            ("".join(sorted(left + r)), right, 1) if turn == 0 else (left, "".join(sorted(right + r)), 0)
            for r in self.free(position)
        ]


class TicTacToe(Oracle):
    """The square of numbers that makes Fifteen and Hot the same game as tic-tac-toe: `names` are the words or numbers, row by row."""

    def __init__(self, names, ordered):
        self.cells = {name: divmod(i, 3) for i, name in enumerate(names)}
        self.ordered = ordered

    def start(self):
        return frozenset(), frozenset(), 0

    def read(self, s):
        owners = [taken - 1 for taken in s.taken[1:]] if hasattr(s, "taken") else s.owner
        return *(frozenset(self.cells[n] for n, o in zip(self.ordered, owners, strict=True) if o == p) for p in (0, 1)), s.turn

    def result(self, position):
        *sides, turn = position
        mine = sides[1 - turn]
        rows = any(sum(r == k for r, _ in mine) == 3 or sum(c == k for _, c in mine) == 3 for k in range(3))
        if rows or {(0, 0), (1, 1), (2, 2)} <= mine or {(0, 2), (1, 1), (2, 0)} <= mine:
            return self.won(1 - turn)
        return self.won(None) if len(sides[0] | sides[1]) == 9 else None

    def after(self, position):
        x, o, turn = position
        free = set(self.cells.values()) - x - o
        return [(x | {cell}, o, 1) if turn == 0 else (x, o | {cell}, 0) for cell in free]
