"""The evaluation of chess: material, the squares of the pieces, and what the pieces do from there.

The value of a piece is a number, plus one for its rank as seen by its side, plus one for its file by the distance from the edge, all in
hundredths of a pawn. Each number exists twice, for the middle game and for the endgame. The result lies between the two, by the number of
pieces left: 24 for all, 4 for a queen, 2 for a rook, 1 for a bishop or a knight.

Pawns should advance, even more so in the endgame. Knights, and to a lesser degree bishops, belong in the centre, rooks on the seventh rank
and the central files. Queens should not come out too early. Kings stay behind their pawns near a corner while there are many pieces,
and later walk to the centre.

As features: the lead in pawns, knights, bishops, rooks and queens, and `squares`, which is all that the numbers above say beyond the usual values. The
other features count, for each side, what the list says; the lead is White's number less Black's. All are whole numbers, so that both languages agree.

    pair            1 for two bishops or more
    minor_mobility  squares that knights and bishops attack and that have no piece of their own side; the same for rooks and queens
    rook_mobility
    queen_mobility
    attack          how many of these squares lie beside the opponent's king, times the phase: 24 for all pieces, 0 for none, over 24
    passed          the squared ranks of passed pawns, from 1 for the second: no pawn of the opponent is ahead of them on their file or beside it
    isolated        pawns without a pawn of their side on the files beside theirs
    doubled         pawns with a pawn of their side ahead of them
    open_files      rooks without a pawn of their side on their file
    shelter         pawns on the two ranks ahead of the king, on its file and beside it, the nearer ones twice; times the phase, over 24
    danger          the square of the number of squares beside the opponent's king that are attacked, times the phase, over 24
    passed_end      `passed` times 24 less the phase, over 24: what passed pawns are worth more in the endgame
    protected       pawns that a pawn of their side protects
    outposts        knights and bishops on the fourth to sixth rank that a pawn protects and no pawn of the opponent can ever attack
    threats         pieces of the opponent that are attacked by a pawn
    seventh         rooks on the seventh rank
    lone_king       if the opponent has nothing but the king, and this side no pawns: four times its distance from the centre less the distance between the kings;
                    with knights and bishops of one colour, twenty times how near it is to a corner of that colour and ten times how near to the edge, less twice the
                    distance between the kings and that of the knights
    turn            1 for the player to move
"""

from collections.abc import Sequence

_MIDDLE = (
    (90, (0, 0, 0, 6, 14, 30, 60, 0), (-6, -2, 2, 8)),
    (320, (-30, -10, 4, 12, 18, 18, 6, -20), (-24, -8, 4, 10)),
    (330, (-14, 4, 6, 8, 8, 6, 2, -8), (-6, 4, 2, 6)),
    (480, (0, -4, -4, -2, 0, 6, 20, 10), (-6, 0, 4, 8)),
    (960, (-6, 2, 4, 4, 4, 4, 0, 0), (-6, 0, 2, 4)),
    (0, (24, 4, -20, -36, -48, -54, -58, -60), (12, 20, -6, -10)),
)
"""For pawn, knight, bishop, rook, queen and king: the piece, its ranks, and its files from the edge inwards."""
_END = (
    (110, (0, 0, 4, 14, 32, 64, 110, 0), (4, 2, 0, -2)),
    (290, (-24, -8, 4, 12, 14, 10, -4, -20), (-22, -6, 4, 10)),
    (320, (-10, -2, 4, 8, 8, 6, 0, -6), (-6, 0, 2, 6)),
    (530, (-4, -4, -2, 2, 6, 8, 10, 6), (0, 0, 0, 0)),
    (980, (-24, -12, 0, 12, 20, 20, 14, 4), (-14, -4, 6, 12)),
    (0, (-36, -12, 2, 14, 22, 22, 10, -14), (-22, -4, 8, 14)),
)
_Worths = tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]


def _spread(worths: _Worths) -> tuple[int, ...]:
    """The value of each piece on each square: 64 numbers for each kind, after 64 zeros for no piece."""
    places = [(rank, min(file, 7 - file)) for rank in range(8) for file in range(8)]
    return (0,) * 64 + tuple(piece + ranks[rank] + files[edge] for piece, ranks, files in worths for rank, edge in places)


MIDDLE, END = _spread(_MIDDLE), _spread(_END)
PHASE = (0, 0, 1, 1, 2, 4, 0)
FULL_PHASE = 24
MATERIAL = (0, 100, 325, 325, 500, 975, 0)
"""The usual value of a piece in hundredths of a pawn: its weight."""
VALUE = (0, 1, 3, 3, 5, 9, 0)
"""The value of a piece in exchanges."""

_LINES = ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (0, -1), (0, 1), (1, 0))
"""The directions of a bishop, then those of a rook."""
_JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))


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


def activity(board: Sequence[int]) -> tuple[int, int, int, int, int]:
    """White's lead in squares that knights and bishops, rooks, and queens attack, in those beside the opponent's king, and in the square of that number."""
    kings = [square for square in range(64) if abs(board[square]) == 6]
    found = [0] * 6
    attack = [0, 0]
    for square in range(64):
        piece = board[square]
        if 2 <= abs(piece) <= 5:
            side = 1 if piece > 0 else -1
            zone = [near for king in kings if board[king] == -6 * side for near in BESIDE[king]]
            for ray in RAYS[abs(piece)][square]:
                for target in ray:
                    if board[target] * side > 0:
                        break
                    found[abs(piece)] += side
                    if target in zone:
                        attack[side < 0] += 1
                    if board[target] != 0:
                        break
    white, black = attack
    return found[2] + found[3], found[4], found[5], white - black, white * white - black * black


def structure(board: Sequence[int]) -> tuple[int, int, int, int, int]:
    """White's lead in passed, isolated and doubled pawns, in rooks on open files, and in pawns before the king."""
    passed = isolated = doubled = open_files = shelter = 0
    for square in range(64):
        piece = board[square]
        side = 1 if piece > 0 else -1
        rank, file = square // 8, square % 8
        ranks = range(rank + 1, 8) if side > 0 else range(rank - 1, -1, -1)
        files = range(max(file - 1, 0), min(file + 2, 8))
        if abs(piece) == 1:
            height = rank if side > 0 else 7 - rank
            if not any(board[8 * row + column] == -side for row in ranks for column in files):
                passed += side * height * height
            if not any(board[8 * row + column] == side for row in range(8) for column in files if column != file):
                isolated += side
            if any(board[8 * row + file] == side for row in ranks):
                doubled += side
        elif abs(piece) == 4:
            if not any(board[8 * row + file] == side for row in range(8)):
                open_files += side
        elif abs(piece) == 6:
            for distance, row in enumerate(ranks[:2]):
                shelter += side * (2 - distance) * sum(board[8 * row + column] == side for column in files)
    return passed, isolated, doubled, open_files, shelter


def posts(board: Sequence[int]) -> tuple[int, int, int, int]:
    """White's lead in protected pawns, outposts, pieces that pawns attack, and rooks on the seventh rank."""
    protected = outposts = threats = seventh = 0
    for square in range(64):
        piece = board[square]
        side = 1 if piece > 0 else -1
        rank, file = square // 8, square % 8
        height = rank if side > 0 else 7 - rank
        beside = [column for column in (file - 1, file + 1) if 0 <= column < 8]
        if abs(piece) == 1 and 0 < height < 7:
            protected += side * any(board[8 * (rank - side) + column] == side for column in beside)
            threats += side * sum(2 <= -side * board[8 * (rank + side) + column] <= 5 for column in beside)
        elif abs(piece) in (2, 3) and 3 <= height <= 5:
            ahead = range(rank + 1, 8) if side > 0 else range(rank - 1, -1, -1)
            safe = not any(board[8 * row + column] == -side for row in ahead for column in beside)
            outposts += side * (safe and any(board[8 * (rank - side) + column] == side for column in beside))
        elif abs(piece) == 4:
            seventh += side * (height == 6)
    return protected, outposts, threats, seventh


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
        shades = {(square // 8 + square % 8) % 2 for square in own if abs(board[square]) == 3}
        apart = abs(king // 8 - rank) + abs(king % 8 - file)
        if kinds == {2, 3, 6} and len(shades) == 1:
            corner = abs(rank + file - 7) if 0 in shades else abs(rank - file)
            knights = [square for square in own if abs(board[square]) == 2]
            away = sum(max(abs(square // 8 - rank), abs(square % 8 - file)) for square in knights)
            edge = max(3 - rank, rank - 4, 3 - file, file - 4)
            total += side * (20 * corner + 10 * edge - 2 * apart - away)
        else:
            total += side * (4 * (max(3 - rank, rank - 4) + max(3 - file, file - 4)) - apart)
    return total
