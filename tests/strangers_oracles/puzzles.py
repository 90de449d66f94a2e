"""Games for one."""

from __future__ import annotations

from strangers_oracles.base import Oracle


class Puzzle(Oracle):
    """A position is what matters and the number of moves made; a puzzle is won when solved, and drawn when time is up."""

    players = 1
    limit = 0

    def first(self):
        raise NotImplementedError

    def solved(self, what):
        raise NotImplementedError

    def moves(self, what):
        raise NotImplementedError

    def start(self):
        return self.first(), 0, 0

    def after(self, position):
        what, count, _ = position
        return [(after, count + 1, 0) for after in self.moves(what)]

    def result(self, position):
        what, count, _ = position
        if self.solved(what):
            return self.won(0)
        return self.won(None) if count >= self.limit else None


class PegSolitaire(Oracle):
    """A position is the set of pegs as points of a triangular lattice, three coordinates that add up to 4."""

    players = 1
    ways = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))

    def __init__(self, rows=5, hole=0):
        self.numbered = [(rows - 1 - r, c, r - c) for r in range(rows) for c in range(r + 1)]
        self.hole = hole

    def start(self):
        return frozenset(self.numbered) - {self.numbered[self.hole]}, 0

    def read(self, s):
        return frozenset(p for p, peg in zip(self.numbered, s.pegs, strict=True) if peg), 0

    def after(self, position):
        pegs, _ = position
        found = []
        for peg in pegs:
            for way in self.ways:
                over = tuple(a + b for a, b in zip(peg, way, strict=True))
                to = tuple(a + 2 * b for a, b in zip(peg, way, strict=True))
                if over in pegs and to not in pegs and to in self.numbered:
                    found.append((pegs - {peg, over} | {to}, 0))
        return found

    def result(self, position):
        if self.after(position):
            return None
        return self.won(0 if len(position[0]) == 1 else None)


class EightPuzzle(Puzzle):
    """What matters is a text such as "123456780"."""

    near = ("13", "024", "15", "046", "1357", "248", "37", "468", "57")

    def __init__(self, tiles, limit):
        self.tiles, self.limit = tiles, limit

    def first(self):
        return self.tiles

    def read(self, s):
        return "".join(map(str, s.tiles)), s.steps, 0

    def solved(self, what):
        return what == "123456780"

    def moves(self, what):
        blank = what.index("0")
        return [what.translate({ord("0"): what[int(k)], ord(what[int(k)]): "0"}) for k in self.near[blank]]


EIGHT_PUZZLE_LAYERS = (
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952),
    *(20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
)
"""Positions by their distance from the solved one (Reinefeld, 1993): 181,440 in all, the farthest at 31."""


class LightsOut(Puzzle):
    """What matters is the set of lamps that are lit."""

    def __init__(self, n, limit):
        self.limit = limit
        self.lamps = [(r, c) for r in range(n) for c in range(n)]

    def first(self):
        return frozenset(self.lamps)

    def read(self, s):
        return frozenset(lamp for k, lamp in enumerate(reversed(self.lamps)) if s.lights >> k & 1), s.presses, 0

    def solved(self, what):
        return not what

    def moves(self, what):
        return [what ^ {(a, b) for a, b in self.lamps if abs(a - r) + abs(b - c) <= 1} for r, c in self.lamps]


class Guarini(Puzzle):
    """The eight squares that a knight reaches are a circle; what matters is who stands where on it."""

    circle = (0, 5, 6, 1, 8, 3, 2, 7)

    def __init__(self, limit):
        self.limit = limit

    def first(self):
        return "w.b.b.w."

    def read(self, s):
        assert s.knights[4] == 0
        return "".join(".wb"[s.knights[square]] for square in self.circle), s.count, 0

    def solved(self, what):
        return what == "b.w.w.b."

    def moves(self, what):
        found = []
        for i in range(8):
            for j in ((i + 1) % 8, (i - 1) % 8):
                if what[i] != "." and what[j] == ".":
                    new = list(what)
                    new[i], new[j] = new[j], new[i]
                    found.append("".join(new))
        return found


class Hanoi(Puzzle):
    """What matters is three stacks, each a text of discs from the bottom up."""

    def __init__(self, discs):
        self.discs = "9876543210"[10 - discs :]
        self.limit = 2**discs - 1

    def first(self):
        return self.discs, "", ""

    def read(self, s):
        return tuple("".join(str(d) for d in reversed(range(len(s.peg))) if s.peg[d] == peg) for peg in range(3)), s.steps, 0

    def solved(self, what):
        return what[2] == self.discs

    def moves(self, what):
        found = []
        for i, source in enumerate(what):
            for j, target in enumerate(what):
                if i != j and source and (not target or source[-1] < target[-1]):
                    new = list(what)
                    new[i], new[j] = source[:-1], target + source[-1]
                    found.append(tuple(new))
        return found


class RiverCrossing(Puzzle):
    """What matters is who is on the near bank."""

    def __init__(self, limit):
        self.limit = limit

    def first(self):
        return frozenset("FWGC")

    def read(self, s):
        return frozenset(who for who, bank in zip("FWGC", s.bank, strict=True) if not bank), s.crossings, 0

    def solved(self, what):
        return not what

    def moves(self, what):
        found = []
        everybody = frozenset("FWGC")
        here = what if "F" in what else everybody - what
        for passenger in here:
            left = here - {"F", passenger}
            if not ({"W", "G"} <= left or {"G", "C"} <= left):
                found.append(what ^ {"F", passenger})
        return found


class Jugs(Puzzle):
    """Two jugs; every other content that can be reached in one act. Acts that do the same count twice."""

    def __init__(self, small, large, goal, limit):
        self.small, self.large, self.goal, self.limit = small, large, goal, limit

    def first(self):
        return 0, 0

    def read(self, s):
        return tuple(s.litres), s.acts, 0

    def solved(self, what):
        return self.goal in what

    def moves(self, what):
        a, b = what
        to_b, to_a = min(a, self.large - b), min(b, self.small - a)
        acts = [(self.small, b), (a, self.large), (0, b), (a, 0), (a - to_b, b + to_b), (a + to_a, b - to_a)]
        return [after for after in acts if after != what]


class Sokoban(Puzzle):
    """What matters is the level as a text, redrawn after every step."""

    levels = {
        "first": "######\n#@ $.#\n#  # #\n# $ .#\n######",
        "corner": "#####\n#.@ #\n# $ #\n# $.#\n#   #\n#####",
    }

    def __init__(self, level, limit):
        self.limit = limit
        self.rows = self.levels[level].split("\n")
        self.goals = frozenset((y, x) for y, row in enumerate(self.rows) for x, sign in enumerate(row) if sign in ".*+")
        self.width = len(self.rows[0])

    def drawn(self, keeper, boxes):
        rows = [["#" if sign == "#" else " " for sign in row] for row in self.rows]
        for y, x in boxes:
            rows[y][x] = "$"
        rows[keeper[0]][keeper[1]] = "@"
        return "\n".join(map("".join, rows))

    def first(self):
        text = "\n".join(self.rows)
        return text.replace(".", " ").replace("*", "$").replace("+", "@")

    def read(self, s):
        return self.drawn(divmod(s.keeper, self.width), [divmod(box, self.width) for box in s.boxes]), s.steps, 0

    def solved(self, what):
        return (
            frozenset((y, x) for y, row in enumerate(what.split("\n")) for x, sign in enumerate(row) if sign == "$") == self.goals
        )

    def moves(self, what):
        """A step is a replacement in a row or a column of the text."""
        found = []
        rows = what.split("\n")
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        for lines, flipped in ((rows, False), (columns, True)):
            for i, line in enumerate(lines):
                for old, new in (("@ ", " @"), ("@$ ", " @$"), (" @", "@ "), (" $@", "$@ ")):
                    if old in line:
                        redone = [*lines[:i], line.replace(old, new), *lines[i + 1 :]]
                        found.append("\n".join("".join(c) for c in zip(*redone, strict=True)) if flipped else "\n".join(redone))
        return found

    def result(self, position):
        ended = super().result(position)
        return self.won(None) if ended is None and not self.moves(position[0]) else ended
