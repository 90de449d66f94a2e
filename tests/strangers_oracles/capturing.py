"""Games where pieces are taken, in coordinates and texts."""

from __future__ import annotations

from itertools import product

from strangers_oracles.base import Oracle
from strangers_oracles.moving import AROUND, cells_of

BESIDE = (1, -1, 1j, -1j)


class NineMensMorris(Oracle):
    """Points are coordinates from -3 to 3; a ring is all points at one distance; lines run along rings and through their middles."""

    def __init__(self, patience):
        self.patience = patience
        corner = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
        self.numbered = [(k * y, k * x) for k in (3, 2, 1) for y, x in corner]
        self.points = frozenset(self.numbered)
        self.mills = [frozenset(m) for k in (1, 2, 3) for m in self.sides(k)]
        self.mills += [frozenset((k * y, k * x) for k in (1, 2, 3)) for y, x in ((0, 1), (0, -1), (1, 0), (-1, 0))]

    @staticmethod
    def sides(k):
        return [[(side, t) for t in (-k, 0, k)] for side in (-k, k)] + [[(t, side) for t in (-k, 0, k)] for side in (-k, k)]

    def linked(self, a, b):
        """Neighbours lie in one mill, with no point of it between them."""
        for mill in self.mills:
            if a in mill and b in mill:
                x, y, z = sorted(mill)
                return {a, b} in ({x, y}, {y, z})
        return False

    def start(self):
        return frozenset(), frozenset(), 9, 9, 0, 0

    def read(self, s):
        sides = [frozenset(p for p, owner in zip(self.numbered, s.points, strict=True) if owner == k) for k in (0, 1)]
        return *sides, *s.hand, s.quiet, s.turn

    def after(self, position):
        *sides, white, black, quiet, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        hand = [white, black]
        free = self.points - mine - yours
        if hand[turn]:
            hand[turn] -= 1
            steps = [(None, to) for to in free]
        else:
            steps = [(a, b) for a in mine for b in free if len(mine) == 3 or self.linked(a, b)]
        found = []
        for source, to in steps:
            new = mine - {source} | {to}
            if any(to in mill and mill <= new for mill in self.mills):
                milled = {p for mill in self.mills if mill <= yours for p in mill}
                results = [(yours - {victim}, 0) for victim in (yours - milled or yours)]
            else:
                results = [(yours, 0 if source is None else quiet + 1)]
            for rest, calm in results:
                found.append(((new, rest) if turn == 0 else (rest, new)) + (*hand, calm, 1 - turn))
        return found

    def result(self, position):
        *sides, white, black, quiet, turn = position
        if (white, black)[turn] == 0 and len(sides[turn]) < 3:
            return self.won(1 - turn)
        if not self.after(position):
            return self.won(1 - turn)
        return self.won(None) if quiet >= self.patience else None


class Brandubh(Oracle):
    """Squares are complex numbers with the throne at 0; a position is the attackers, the guards, the king or None, and the plies."""

    cells = frozenset(complex(x, y) for x, y in product(range(-3, 4), repeat=2))
    corners = frozenset({3 + 3j, 3 - 3j, -3 + 3j, -3 - 3j})

    def __init__(self, limit):
        self.limit = limit

    def start(self):
        attackers = frozenset(k * step for step in BESIDE for k in (2, 3))
        return attackers, frozenset(map(complex, BESIDE)), 0j, 0, 0

    def read(self, s):
        shift = 3 + 3j
        attackers, guards, king = (frozenset(z - shift for z in cells_of(s.cells, k, 7)) for k in (1, 2, 3))
        return attackers, guards, next(iter(king), None), s.plies, s.turn

    def slides(self, free, man, is_king):
        for step in BESIDE:
            to = man + step
            while to in free:
                if is_king or to not in self.corners | {0}:
                    yield to
                to += step

    def after(self, position):
        attackers, guards, king, plies, turn = position
        free = self.cells - attackers - guards - {king}
        men = attackers if turn == 0 else guards | {king} - {None}
        found = []
        for man in men:
            for to in self.slides(free, man, man == king):
                moved = attackers - {man} | {to} if turn == 0 else attackers
                kept = guards if turn == 0 or man == king else guards - {man} | {to}
                found.append((*self.taken(moved, kept, to if man == king else king, to, turn), plies + 1, 1 - turn))
        return found

    def taken(self, attackers, guards, king, to, turn):
        """What is left after the captures of a man who has just come to a square."""
        for step in BESIDE:
            victim, anvil = to + step, to + 2 * step
            everybody = attackers | guards | {king}
            refuge = anvil in self.corners | {0} and anvil not in everybody
            if turn == 1 and victim in attackers and (refuge or anvil in guards | {king}):
                attackers = attackers - {victim}
            elif turn == 0 and victim in guards and (refuge or anvil in attackers):
                guards = guards - {victim}
            elif turn == 0 and victim == king:
                if king == 0:
                    caught = {king + way for way in BESIDE} <= attackers
                else:
                    caught = refuge or anvil in attackers
                king = None if caught else king
        return attackers, guards, king

    def result(self, position):
        _, _, king, plies, turn = position
        if king is None:
            return self.won(0)
        if king in self.corners:
            return self.won(1)
        if not self.after(position):
            return self.won(1 - turn)
        return self.won(None) if plies >= self.limit else None


class Konane(Oracle):
    def __init__(self, size):
        self.size = size
        self.cells = frozenset(complex(x, y) for x, y in product(range(size), repeat=2))

    def start(self):
        return *(frozenset(z for z in self.cells if (z.real + z.imag) % 2 == parity) for parity in (0, 1)), 0

    def read(self, s):
        return cells_of(s.cells, 1, self.size), cells_of(s.cells, 2, self.size), s.turn

    def after(self, position):
        *sides, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        holes = self.cells - mine - yours
        half = self.size // 2
        if not holes:
            first = [z for z in mine if {z.real, z.imag} <= {half - 1, half}]
        else:
            first = [z for z in mine if len(holes) == 1 and abs(z - min(holes, key=abs)) == 1]
        pairs = [(mine - {z}, yours) for z in first]
        for z in mine if len(holes) > 1 else ():
            for step in BESIDE:
                here, rest = z, yours
                while here + step in yours and here + 2 * step in holes:
                    rest = rest - {here + step}
                    here += 2 * step
                    pairs.append((mine - {z} | {here}, rest))
        return [(new, rest, 1) if turn == 0 else (rest, new, 0) for new, rest in pairs]

    def result(self, position):
        return None if self.after(position) else self.won(1 - position[-1])


class Hexapawn(Oracle):
    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols

    def start(self):
        low, high = (frozenset(complex(c, r) for c in range(self.cols)) for r in (0, self.rows - 1))
        return low, high, 0

    def read(self, s):
        return cells_of(s.cells, 1, self.cols), cells_of(s.cells, 2, self.cols), s.turn

    def after(self, position):
        *sides, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        ahead = 1j if turn == 0 else -1j
        found = []
        for pawn in mine:
            targets = {pawn + ahead} - yours - mine | {pawn + ahead + side for side in (1, -1)} & yours
            for to in targets:
                if 0 <= to.imag < self.rows:
                    new = mine - {pawn} | {to}
                    found.append((new, yours - {to}, 1) if turn == 0 else (yours - {to}, new, 0))
        return found

    def result(self, position):
        white, black, turn = position
        if any(z.imag == self.rows - 1 for z in white):
            return self.won(0)
        if any(z.imag == 0 for z in black):
            return self.won(1)
        return None if self.after(position) else self.won(1 - turn)


class Reversi(Oracle):
    def __init__(self, size):
        self.size = size
        self.cells = frozenset(complex(x, y) for x, y in product(range(size), repeat=2))

    def start(self):
        h = self.size // 2
        o = frozenset({complex(h - 1, h - 1), complex(h, h)})
        return frozenset({complex(h, h - 1), complex(h - 1, h)}), o, 0

    def read(self, s):
        return cells_of(s.cells, 1, self.size), cells_of(s.cells, 2, self.size), s.turn

    def placed(self, mine, yours):
        """What each legal move of a player makes of the two sets."""
        found = []
        for z in self.cells - mine - yours:
            turned = set()
            for step in AROUND:
                run, to = set(), z + step
                while to in yours:
                    run.add(to)
                    to += step
                turned |= run if to in mine else set()
            if turned:
                found.append((mine | turned | {z}, yours - turned))
        return found

    def after(self, position):
        *sides, turn = position
        pairs = self.placed(sides[turn], sides[1 - turn]) or [(sides[turn], sides[1 - turn])]
        return [(new, rest, 1) if turn == 0 else (rest, new, 0) for new, rest in pairs]

    def result(self, position):
        x, o, _ = position
        if self.placed(x, o) or self.placed(o, x):
            return None
        return self.won(None if len(x) == len(o) else int(len(o) > len(x)))


class Clobber(Oracle):
    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols

    def start(self):
        cells = [complex(c, r) for r in range(self.rows) for c in range(self.cols)]
        return *(frozenset(z for z in cells if (z.real + z.imag) % 2 == parity) for parity in (0, 1)), 0

    def read(self, s):
        return cells_of(s.cells, 1, self.cols), cells_of(s.cells, 2, self.cols), s.turn

    def after(self, position):
        *sides, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        pairs = [(mine - {z} | {z + step}, yours - {z + step}) for z in mine for step in BESIDE if z + step in yours]
        return [(new, rest, 1) if turn == 0 else (rest, new, 0) for new, rest in pairs]

    def result(self, position):
        return None if self.after(position) else self.won(1 - position[-1])


class ThreeMusketeers(Oracle):
    def __init__(self, size):
        self.size = size
        self.cells = frozenset(complex(x, y) for x, y in product(range(size), repeat=2))

    def start(self):
        last = self.size - 1
        three = frozenset({complex(last, 0), complex(0, last), complex(self.size // 2, self.size // 2)})
        return three, self.cells - three, 0

    def read(self, s):
        return cells_of(s.cells, 1, self.size), cells_of(s.cells, 2, self.size), s.turn

    def after(self, position):
        three, men, turn = position
        if turn == 0:
            return [(three - {z} | {z + d}, men - {z + d}, 1) for z in three for d in BESIDE if z + d in men]
        free = self.cells - three - men
        return [(three, men - {z} | {z + d}, 0) for z in men for d in BESIDE if z + d in free]

    def result(self, position):
        three, _, turn = position
        if len({z.real for z in three}) == 1 or len({z.imag for z in three}) == 1:
            return self.won(1)
        return None if self.after(position) else self.won(turn)


class Abalone(Oracle):
    """Cells are three coordinates that add up to zero; a position is the marbles of both and how many each has lost."""

    ways = [(1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0), (0, 1, -1), (1, 0, -1)]

    def __init__(self, side, to_push, limit):
        self.side, self.to_push, self.limit = side, to_push, limit
        k = range(-side + 1, side)
        self.cells = [(q, -q - r, r) for r in k for q in k if abs(q + r) < side]

    def start(self):
        k = self.side - 1
        rows = {r: [c for c in self.cells if c[2] == r] for r in range(-k, k + 1)}
        black = frozenset(rows[-k] + rows[1 - k][:-1])
        return black, frozenset(rows[k] + rows[k - 1][1:]), 0, 0, 0, 0

    def read(self, s):
        sides = [frozenset(c for c, m in zip(self.cells, s.cells, strict=True) if m == p) for p in (1, 2)]
        return *sides, *s.lost, s.ply, s.turn

    @staticmethod
    def shifted(cell, way, k=1):
        return tuple(a + k * b for a, b in zip(cell, way, strict=True))

    def after(self, position):
        *sides, lost_black, lost_white, ply, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        found = []
        for cell in mine:
            for way in self.ways:
                line = [self.shifted(cell, way, k) for k in range(8)]
                own = next(k for k, c in enumerate(line) if c not in mine)
                push = next(k for k, c in enumerate(line[own:]) if c not in yours)
                end = line[own + push]
                if own > 3 or push >= own or end in mine or (push == 0 and end not in self.cells):
                    continue
                new = mine - {cell} | {line[own]}
                rest = yours - set(line[own : own + push]) | (set(line[own + 1 : own + push + 1]) & set(self.cells))
                gone = len(yours) - len(rest)
                lost = (lost_black, lost_white + gone) if turn == 0 else (lost_black + gone, lost_white)
                found.append(((new, rest) if turn == 0 else (rest, new)) + (*lost, ply + 1, 1 - turn))
        return found

    def result(self, position):
        *_, lost_black, lost_white, ply, _ = position
        if lost_black == self.to_push:
            return self.won(1)
        if lost_white == self.to_push:
            return self.won(0)
        return None if ply < self.limit and self.after(position) else self.won(None)


class Onitama(Oracle):
    """Everything is seen by the player to move, who sits below: on the other side the board is turned by multiplying with -1."""

    cards = {
        "tiger": (2j, -1j),
        "crab": (1j, -2, 2),
        "monkey": (-1 + 1j, 1 + 1j, -1 - 1j, 1 - 1j),
        "crane": (1j, -1 - 1j, 1 - 1j),
        "dragon": (-2 + 1j, 2 + 1j, -1 - 1j, 1 - 1j),
    }

    def __init__(self, limit):
        self.limit = limit

    def start(self):
        row = frozenset(complex(x, -2) for x in (-2, -1, 1, 2))
        side = row, complex(0, -2)
        return side, side, frozenset({"tiger", "crab"}), frozenset({"monkey", "crane"}), "dragon", 0, 0

    def read(self, s):
        sides = []
        for sign in (1, -1):
            places = {(complex(i % 5, i // 5) - 2 - 2j) * sign: c * sign for i, c in enumerate(s.cells)}
            students = frozenset(z for z, piece in places.items() if piece == 1)
            sides.append((students, next((z for z, piece in places.items() if piece == 2), None)))
        hands = [frozenset(card for card, holder in zip(self.cards, s.holder, strict=True) if holder == k) for k in (0, 1, 2)]
        me, you = s.turn, 1 - s.turn
        return sides[me], sides[you], hands[me], hands[you], next(iter(hands[2])), s.ply, s.turn

    def after(self, position):
        (men, master), (their_men, their_master), mine, theirs, spare, ply, turn = position
        found = []
        for card in mine:
            hand = mine - {card} | {spare}
            for man in men | {master}:
                for jump in self.cards[card]:
                    to = man + jump
                    if abs(to.real) > 2 or abs(to.imag) > 2 or to in men | {master}:
                        continue
                    new = (men, to) if man == master else (men - {man} | {to}, master)
                    rest = their_men - {-to}, None if their_master == -to else their_master
                    found.append((rest, new, theirs, hand, card, ply + 1, 1 - turn))
        if not found:
            swapped = [(card, mine - {card} | {spare}) for card in mine]
            found = [((their_men, their_master), (men, master), theirs, hand, card, ply + 1, 1 - turn) for card, hand in swapped]
        return found

    def result(self, position):
        (_, master), (_, their_master), *_, ply, turn = position
        if their_master == 2j or master is None:
            return self.won(1 - turn)
        if master == 2j or their_master is None:
            return self.won(turn)
        return self.won(None) if ply >= self.limit else None


class MiniChess(Oracle):
    """A position is a text of five rows of four, from the black side; capitals are white. Moves are found by drawing lines in it."""

    jumps = {
        "k": [(dy, dx) for dy, dx in product((-1, 0, 1), repeat=2) if (dy, dx) != (0, 0)],
        "n": [(dy, dx) for dy, dx in product((-2, -1, 1, 2), repeat=2) if abs(dy) != abs(dx)],
    }

    def __init__(self, limit):
        self.limit = limit

    def start(self):
        return "rnkr/pppp/..../PPPP/RNKR", 0, 0

    def read(self, s):
        text = "".join(".PNRK"[c] if c >= 0 else ".pnrk"[-c] for c in s.cells)
        return "/".join(text[r : r + 4] for r in (16, 12, 8, 4, 0)), s.ply, s.turn

    def targets(self, board, square, turn):
        def content(y, x):
            return board.get((y, x), "#")

        def enemy(sign):
            return sign.islower() if turn == 0 else sign.isupper()

        y, x = square
        kind = board[square].lower()
        if kind == "r":
            for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                k = 1
                while content(y + k * dy, x + k * dx) == ".":
                    yield y + k * dy, x + k * dx
                    k += 1
                if enemy(content(y + k * dy, x + k * dx)):
                    yield y + k * dy, x + k * dx
        elif kind == "p":
            ahead = y - 1 if turn == 0 else y + 1
            if content(ahead, x) == ".":
                yield ahead, x
            yield from ((ahead, x + side) for side in (-1, 1) if enemy(content(ahead, x + side)))
        else:
            for dy, dx in self.jumps[kind]:
                sign = content(y + dy, x + dx)
                if sign == "." or enemy(sign):
                    yield y + dy, x + dx

    def after(self, position):
        text, ply, turn = position
        board = {(y, x): sign for y, row in enumerate(text.split("/")) for x, sign in enumerate(row)}
        found = []
        for square, sign in board.items():
            if sign.isupper() if turn == 0 else sign.islower():
                for to in self.targets(board, square, turn):
                    promoted = {"P": "R", "p": "r"}.get(sign, sign) if to[0] in (0, 4) else sign
                    new = {**board, square: ".", to: promoted}
                    rows = ["".join(new[y, x] for x in range(4)) for y in range(5)]
                    found.append(("/".join(rows), ply + 1, 1 - turn))
        return found

    def result(self, position):
        text, ply, _ = position
        if "K" not in text:
            return self.won(1)
        if "k" not in text:
            return self.won(0)
        return None if ply < self.limit and self.after(position) else self.won(None)


class AtariGo(Oracle):
    """A position is two sets of stones; a capture is a group without a free neighbour. The player who was taken has lost."""

    def __init__(self, size):
        self.size = size
        self.cells = frozenset(complex(x, y) for x, y in product(range(size), repeat=2))

    def start(self):
        return frozenset(), frozenset(), 0

    def read(self, s):
        return cells_of(s.cells, 1, self.size), cells_of(s.cells, 2, self.size), s.turn

    def breathless(self, stones, others):
        """Whether a group of some stones has no liberty: what can breathe spreads from the free cells."""
        free = self.cells - stones - others
        alive = {z for z in stones if any(z + d in free for d in BESIDE)}
        while more := {z for z in stones - alive if any(z + d in alive for d in BESIDE)}:
            alive |= more
        return alive != stones

    def after(self, position):
        *sides, turn = position
        mine, yours = sides[turn], sides[1 - turn]
        found = []
        for z in self.cells - mine - yours:
            new = mine | {z}
            if self.breathless(yours, new) or not self.breathless(new, yours):
                found.append((new, yours, 1) if turn == 0 else (yours, new, 0))
        return found

    def result(self, position):
        *sides, turn = position
        if self.breathless(sides[turn], sides[1 - turn]):
            return self.won(1 - turn)
        return None if self.after(position) else self.won(None)
