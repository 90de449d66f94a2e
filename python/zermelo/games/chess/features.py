"""What the pieces of chess do from their squares: the features of its evaluation besides material and squares.

Each feature counts something for one side; the lead is White's count less Black's. All are whole numbers, so that both languages agree. Every count has two
weights, for the middle game and, with `_end` behind its name, for the endgame.

    pair             1 for two bishops or more
    knight_mobility  squares that knights attack, without those of their own side and those that pawns of the opponent attack;
    bishop_mobility  the same for the other pieces
    rook_mobility
    queen_mobility
    attack           attacks on squares beside the opponent's king: 2 for a square attacked by a knight or bishop, 3 by a rook, 5 by a queen
    danger           the square of that number, if at least two pieces take part
    checks           squares on which a piece could give check without being captured
    shelter          pawns on the two ranks ahead of the king, on its file and beside it, the nearer ones twice
    storm            pawns of the opponent on the three ranks ahead of the king, on its file and beside it
    king_files       files at the king without a pawn of its own
    passed           the squared ranks of passed pawns, from 1 for the second: no pawn of the opponent is ahead of them on their file or beside it
    blocked          the same, of those with a piece right ahead
    escort           for each passed pawn from the fourth rank on, its rank times how much nearer its own king is to the square ahead of it
    isolated         pawns without a pawn of their side on the files beside theirs
    doubled          pawns with a pawn of their side ahead of them
    backward         pawns, not isolated, that no pawn can protect from beside or behind, and whose next square a pawn of the opponent attacks
    protected        pawns that a pawn protects
    phalanx          pawns with a pawn of their side right beside them
    bad_bishop       for each bishop, the pawns of its side on squares of its colour
    outposts         knights and bishops on the fourth to sixth rank that a pawn protects and no pawn of the opponent can ever attack
    half_open        rooks without a pawn of their side on their file
    open             rooks without any pawn on their file
    seventh          rooks on the seventh rank
    pawn_threats     attacks by pawns on pieces
    minor_threats    rooks and queens that knights and bishops attack
    rook_threats     queens that rooks attack
    hanging          pieces and pawns that are attacked and not protected
    turn             1 for the player to move

One more, with one weight. Where it is not 0, all others but material are:

    lone_king        if the opponent has nothing but the king, and this side no pawns: four times its distance from the centre less the distance between the kings;
                     with knights and bishops of one colour, twenty times how near it is to a corner of that colour and five times how near to the edge, less four
                     times the distance between the kings and twice that of the knights
"""

from collections.abc import Sequence

COUNTS = (
    "pair",
    "knight_mobility",
    "bishop_mobility",
    "rook_mobility",
    "queen_mobility",
    "attack",
    "danger",
    "checks",
    "shelter",
    "storm",
    "king_files",
    "passed",
    "blocked",
    "escort",
    "isolated",
    "doubled",
    "backward",
    "protected",
    "phalanx",
    "bad_bishop",
    "outposts",
    "half_open",
    "open",
    "seventh",
    "pawn_threats",
    "minor_threats",
    "rook_threats",
    "hanging",
    "turn",
)
"""The features that are counted, in their order."""

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
_LINES = ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (0, -1), (0, 1), (1, 0))
"""The directions of a bishop, then those of a rook."""
_JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_UNITS = {KNIGHT: 2, BISHOP: 2, ROOK: 3, QUEEN: 5}
"""What an attack on a square beside the king counts."""


def _reach(square: int, up: int, right: int, most: int) -> tuple[int, ...]:
    """The squares ahead in one direction, at most so many."""
    row, column = divmod(square, 8)
    places = ((row + step * up, column + step * right) for step in range(1, most + 1))
    return tuple(8 * rank + file for rank, file in places if 0 <= rank < 8 and 0 <= file < 8)


def _rays(lines: Sequence[tuple[int, int]], most: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(_reach(square, *line, most) for line in lines) for square in range(64))


RAYS = ((), (), _rays(_JUMPS, 1), _rays(_LINES[:4], 7), _rays(_LINES[4:], 7), _rays(_LINES, 7))
"""For knights, bishops, rooks and queens: for each square, the squares ahead in each direction."""
BESIDE = tuple(tuple(square for ray in rays for square in ray) for rays in _rays(_LINES, 1))
"""The squares beside a king."""


def _targets(board: Sequence[int], kind: int, square: int) -> set[int]:
    """The squares that a piece attacks, those of its own side included."""
    found = set()
    for ray in RAYS[kind][square]:
        for target in ray:
            found.add(target)
            if board[target] != 0:
                break
    return found


def _apart(one: int, other: int) -> int:
    """The moves of a king from one square to another."""
    return max(abs(one // 8 - other // 8), abs(one % 8 - other % 8))


class Army:
    """The pieces of one side, and the squares that they attack."""

    def __init__(self, board: Sequence[int], side: int) -> None:
        self.board, self.side = board, side
        self.squares = {square for square in range(64) if board[square] * side > 0}
        self.by_kind = {kind: {at for at in self.squares if abs(board[at]) == kind} for kind in range(1, 7)}
        self.pawns = self.by_kind[PAWN]
        self.king = min(self.by_kind[KING], default=-1)
        self.pieces = [(kind, at, _targets(board, kind, at)) for kind in _UNITS for at in self.by_kind[kind]]
        self.pawn_targets = {target for pawn in self.pawns for target in self.ahead_beside(pawn)}
        near_king = {near for king in self.by_kind[KING] for near in BESIDE[king]}
        self.targets = self.pawn_targets.union(near_king, *(targets for _, _, targets in self.pieces))

    def height(self, square: int) -> int:
        """The rank as this side sees it, from 0."""
        return square // 8 if self.side > 0 else 7 - square // 8

    def ahead_beside(self, square: int) -> list[int]:
        """The squares that a pawn attacks."""
        rank = square // 8 + self.side
        return [8 * rank + file for file in _files(square % 8)[1:] if 0 <= rank < 8]

    def attacked_by(self, *kinds: int) -> set[int]:
        return set().union(*(targets for kind, _, targets in self.pieces if kind in kinds))

    def counts(self, other: "Army") -> list[int]:
        """All features of this side but the turn, in the order of `COUNTS`."""
        return [
            int(len(self.by_kind[BISHOP]) >= 2),
            *self._mobility(other),
            *self._assault(other),
            *self._king(other),
            *self._passed(other),
            *self._structure(other),
            *self._posts(other),
            *self._threats(other),
        ]

    def _mobility(self, other: "Army") -> list[int]:
        closed = self.squares | other.pawn_targets
        return [sum(len(targets - closed) for kind, _, targets in self.pieces if kind == each) for each in _UNITS]

    def _assault(self, other: "Army") -> list[int]:
        """`attack`, `danger` and `checks`."""
        if other.king < 0:
            return [0, 0, 0]
        zone = set(BESIDE[other.king])
        hits = [_UNITS[kind] * len(targets & zone) for kind, _, targets in self.pieces]
        attack, attackers = sum(hits), sum(hit > 0 for hit in hits)
        safe = set(range(64)) - self.squares - other.targets
        checks = sum(len(self.attacked_by(kind) & _targets(self.board, kind, other.king) & safe) for kind in _UNITS)
        return [attack, attack * attack if attackers >= 2 else 0, checks]

    def _king(self, other: "Army") -> list[int]:
        """`shelter`, `storm` and `king_files`."""
        if self.king < 0:
            return [0, 0, 0]
        files, rank = _files(self.king % 8), self.king // 8
        ahead = [
            {8 * (rank + step * self.side) + file for file in files if 0 <= rank + step * self.side < 8} for step in (1, 2, 3)
        ]
        shelter = 2 * len(ahead[0] & self.pawns) + len(ahead[1] & self.pawns)
        storm = len(other.pawns.intersection(set().union(*ahead)))
        own_files = {pawn % 8 for pawn in self.pawns}
        return [shelter, storm, sum(file not in own_files for file in files)]

    def _passed(self, other: "Army") -> list[int]:
        """`passed`, `blocked` and `escort`."""
        passed = blocked = escort = 0
        for pawn in self.pawns:
            height, ahead = self.height(pawn), pawn + 8 * self.side
            rivals = (rival for rival in other.pawns if rival % 8 in _files(pawn % 8))
            if height in (0, 7) or any(self.height(rival) > height for rival in rivals):
                continue
            passed += height * height
            if self.board[ahead] != 0:
                blocked += height * height
            if height >= 3 and self.king >= 0 and other.king >= 0:
                escort += height * (_apart(other.king, ahead) - _apart(self.king, ahead))
        return [passed, blocked, escort]

    def _structure(self, other: "Army") -> list[int]:
        """`isolated`, `doubled`, `backward`, `protected`, `phalanx` and `bad_bishop`."""
        isolated = doubled = backward = protected = phalanx = 0
        for pawn in self.pawns:
            height = self.height(pawn)
            beside = [each for each in self.pawns if each % 8 in _files(pawn % 8)[1:]]
            isolated += not beside
            doubled += any(each % 8 == pawn % 8 and self.height(each) > height for each in self.pawns)
            alone = len(beside) > 0 and all(self.height(each) > height for each in beside)
            backward += alone and pawn + 8 * self.side in other.pawn_targets
            protected += pawn in self.pawn_targets
            phalanx += any(each // 8 == pawn // 8 for each in beside)
        bad = sum(_shade(pawn) == _shade(bishop) for bishop in self.by_kind[BISHOP] for pawn in self.pawns)
        return [isolated, doubled, backward, protected, phalanx, bad]

    def _posts(self, other: "Army") -> list[int]:
        """`outposts`, `half_open`, `open` and `seventh`."""
        outposts = 0
        for square in (self.by_kind[KNIGHT] | self.by_kind[BISHOP]) & self.pawn_targets:
            rivals = (rival for rival in other.pawns if rival % 8 in _files(square % 8)[1:])
            safe = not any(self.height(rival) > self.height(square) for rival in rivals)
            outposts += safe and 3 <= self.height(square) <= 5
        rooks, own, others = self.by_kind[ROOK], {pawn % 8 for pawn in self.pawns}, {pawn % 8 for pawn in other.pawns}
        half_open = [rook for rook in rooks if rook % 8 not in own]
        seventh = sum(self.height(rook) == 6 for rook in rooks)
        return [outposts, len(half_open), sum(rook % 8 not in others for rook in half_open), seventh]

    def _threats(self, other: "Army") -> list[int]:
        """`pawn_threats`, `minor_threats`, `rook_threats` and `hanging`."""
        pieces = other.squares - other.pawns - other.by_kind[KING]
        heavy = other.by_kind[ROOK] | other.by_kind[QUEEN]
        by_pawns = sum(target in pieces for pawn in self.pawns for target in self.ahead_beside(pawn))
        hanging = (other.squares - other.by_kind[KING]) & self.targets - other.targets
        return [
            by_pawns,
            len(heavy & self.attacked_by(KNIGHT, BISHOP)),
            len(other.by_kind[QUEEN] & self.attacked_by(ROOK)),
            len(hanging),
        ]


def counted(board: Sequence[int]) -> list[int]:
    """White's lead in all features that are counted, but the turn."""
    white, black = Army(board, 1), Army(board, -1)
    return [ours - theirs for ours, theirs in zip(white.counts(black), black.counts(white), strict=True)]


def lone_king(board: Sequence[int]) -> int:
    """How far White has driven a lone king, less how far Black has."""
    total = 0
    for side in (1, -1):
        own = [square for square in range(64) if board[square] * side > 0]
        others = [square for square in range(64) if board[square] * side < 0]
        kinds = {abs(board[square]) for square in own}
        if len(others) != 1 or board[others[0]] != -6 * side or len(own) == 1 or 1 in kinds or 6 not in kinds:
            continue
        king = next(square for square in own if board[square] == 6 * side)
        rank, file = others[0] // 8, others[0] % 8
        shades = {_shade(square) for square in own if abs(board[square]) == 3}
        apart = abs(king // 8 - rank) + abs(king % 8 - file)
        if kinds == {2, 3, 6} and len(shades) == 1:
            corner = abs(rank + file - 7) if 0 in shades else abs(rank - file)
            knights = [square for square in own if abs(board[square]) == 2]
            away = sum(_apart(square, others[0]) for square in knights)
            edge = max(3 - rank, rank - 4, 3 - file, file - 4)
            total += side * (20 * corner + 5 * edge - 4 * apart - 2 * away)
        else:
            total += side * (4 * (max(3 - rank, rank - 4) + max(3 - file, file - 4)) - apart)
    return total


def _files(file: int) -> list[int]:
    """A file and those beside it."""
    return [file, *(near for near in (file - 1, file + 1) if 0 <= near < 8)]


def _shade(square: int) -> int:
    return (square // 8 + square % 8) % 2
