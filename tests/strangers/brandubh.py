"""Brandubh, the Irish tafl: eight attackers against a king and his four guards on a board of 7 x 7.

The attackers begin. Everyone moves like a rook. Only the king may stand on the throne or in a corner (others may pass over the
empty throne). A man caught between two enemies, or between an enemy and a corner or the empty throne, is taken. So is the king,
except that on the throne he must be surrounded on four sides. The king wins in a corner.
"""

from zermelo import DRAW, ONGOING, Game, i8, i16

START = """
...a...
...a...
...d...
aadkdaa
...d...
...a...
...a...
"""

SIZE = 7
EMPTY, ATTACKER, DEFENDER, KING = range(4)
PIECES = {".": EMPTY, "a": ATTACKER, "d": DEFENDER, "k": KING}
STEPS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}
CORNERS = {(0, 0), (0, 6), (6, 0), (6, 6)}
THRONE = (3, 3)


def on_board(r, c):
    return r in range(SIZE) and c in range(SIZE)


class Brandubh(Game):
    """A king breaks out of a ring of attackers."""

    players = ("attackers", "king")
    max_moves = 200

    def __init__(self, limit=100):
        self.limit = limit
        self.special = CORNERS | {THRONE}

    def state(self):
        cells = [PIECES[sign] for sign in START if sign != "\n"]
        return dict(cells=i8(cells), plies=i16, turn=i8)

    def owner(self, piece):
        if piece == EMPTY:
            return None
        return 0 if piece == ATTACKER else 1

    def at(self, s, square):
        return s.cells[square[0] * SIZE + square[1]]

    def slides(self, s, square):
        """The squares that the piece on this square can go to."""
        piece = self.at(s, square)
        for dr, dc in STEPS.values():
            r, c = square[0] + dr, square[1] + dc
            while on_board(r, c) and self.at(s, (r, c)) == EMPTY:
                if piece == KING or (r, c) not in self.special:
                    yield (r, c)
                r, c = r + dr, c + dc

    def moves(self, s):
        codes = []
        for i, piece in enumerate(s.cells):
            if self.owner(piece) == s.turn:
                for r, c in self.slides(s, divmod(i, SIZE)):
                    codes.append(i * 49 + r * SIZE + c)
        codes.sort()
        return codes

    def hostile(self, s, square, player):
        """Whether a man of this player can be taken against that square."""
        piece = self.at(s, square)
        if piece == EMPTY:
            return square in self.special
        return self.owner(piece) == 1 - player

    def play(self, s, move):
        source, target = divmod(move, 49)
        s.cells[target], s.cells[source] = s.cells[source], EMPTY
        r, c = divmod(target, SIZE)
        me = s.turn
        for dr, dc in STEPS.values():
            victim, behind = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            if not on_board(*victim) or self.owner(self.at(s, victim)) != 1 - me:
                continue
            if self.at(s, victim) == KING and victim == THRONE:
                neighbours = [(victim[0] + a, victim[1] + b) for a, b in STEPS.values()]
                caught = all(self.at(s, n) == ATTACKER for n in neighbours)
            else:
                caught = on_board(*behind) and self.hostile(s, behind, 1 - me)
            if caught:
                s.cells[victim[0] * SIZE + victim[1]] = EMPTY
        s.plies += 1
        s.turn = 1 - me

    def winner(self, s):
        try:
            king = divmod(s.cells.index(KING), SIZE)
        except ValueError:
            return 0
        if king in CORNERS:
            return 1
        for i, piece in enumerate(s.cells):
            if self.owner(piece) == s.turn and next(self.slides(s, divmod(i, SIZE)), None) is not None:
                break
        else:
            return 1 - s.turn
        return DRAW if s.plies >= self.limit else ONGOING

    def evaluate(self, s, player):
        attackers, defenders = s.cells.count(ATTACKER), s.cells.count(DEFENDER)
        value = attackers - 2 * defenders
        if KING in s.cells:
            r, c = divmod(s.cells.index(KING), SIZE)
            value += min(abs(r - a) + abs(c - b) for a, b in CORNERS)
        return value if player == 0 else -value

    def name(self, s, move):
        source, target = divmod(move, 49)
        return "".join("abcdefg"[x % 7] + str(7 - x // 7) for x in (source, target))
