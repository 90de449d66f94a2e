"""The evaluation of chess: material, the squares of the pieces, and what the pieces do from there (`features`).

The value of a piece is a number, plus one for its rank as seen by its side, plus one for its file by the distance from the edge, all in
hundredths of a pawn. Each number exists twice, for the middle game and for the endgame. The result lies between the two, by the number of
pieces left: 24 for all, 4 for a queen, 2 for a rook, 1 for a bishop or a knight.

As features: the lead in pawns, knights, bishops, rooks and queens, and `squares`, which is all that the numbers above say beyond the usual values.
"""

from zermelo.games.chess.features import COUNTS

_MIDDLE = (
    (82, (0, -8, -8, -4, 5, 41, 75, 0), (-19, 3, -1, 11)),
    (307, (-20, 4, 12, 23, 8, 7, -5, -44), (-30, -1, -7, 8)),
    (332, (4, 7, 8, 8, 12, 5, -7, -24), (-13, 11, 0, 10)),
    (474, (4, -24, -13, -11, -7, 27, 31, 14), (-8, -7, 6, 8)),
    (1020, (11, 6, -10, -1, 15, 17, 10, 24), (2, 19, 18, 21)),
    (0, (11, 5, -22, -54, -51, -50, -42, -45), (-8, 21, 6, -3)),
)
"""For pawn, knight, bishop, rook, queen and king: the piece, its ranks, and its files from the edge inwards."""
_END = (
    (95, (0, 30, 23, 27, 46, 36, 46, 0), (5, -8, 1, -9)),
    (316, (-15, 3, -5, 15, 14, 19, 3, -24), (-27, 4, 17, 18)),
    (348, (-37, -7, 23, 14, 20, 13, 12, -3), (3, 12, 14, 1)),
    (559, (-17, -2, -4, 1, 27, 13, 4, 29), (13, 8, 2, 6)),
    (1011, (-45, -20, -8, 20, 26, 36, 31, 24), (9, -8, 19, 11)),
    (0, (-25, -22, -20, -6, -2, -5, 51, 37), (-13, 1, 6, 3)),
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

_WEIGHTS = {
    "pair": (0.202, 0.637),
    "knight_mobility": (0.044, 0.042),
    "bishop_mobility": (0.07, 0.001),
    "rook_mobility": (0.037, 0.038),
    "queen_mobility": (0.035, -0.063),
    "attack": (0.025, 0.003),
    "danger": (0.002, -0.001),
    "checks": (0.321, -0.05),
    "shelter": (0.018, -0.037),
    "storm": (-0.003, 0.054),
    "king_files": (-0.118, -0.042),
    "passed": (0.025, 0.072),
    "blocked": (-0.009, -0.015),
    "escort": (0.001, 0.051),
    "isolated": (-0.137, -0.144),
    "doubled": (-0.005, -0.23),
    "backward": (-0.064, -0.07),
    "protected": (0.072, 0.178),
    "phalanx": (0.014, 0.063),
    "bad_bishop": (-0.024, -0.03),
    "outposts": (0.273, 0.115),
    "half_open": (0.112, 0.137),
    "open": (0.365, -0.244),
    "seventh": (0.31, 0.141),
    "pawn_threats": (0.428, 0.276),
    "minor_threats": (0.463, 0.123),
    "rook_threats": (0.244, 0.063),
    "hanging": (0.198, 0.415),
    "turn": (0.201, 0.091),
}
"""What each count is worth in pawns, in the middle game and in the endgame."""

WEIGHTS = (
    dict(zip(("pawns", "knights", "bishops", "rooks", "queens"), (value / 100 for value in MATERIAL[1:6]), strict=True))
    | {"squares": 1}
    | {name + when: _WEIGHTS[name][late] for name in COUNTS for late, when in enumerate(("", "_end"))}
    | {"lone_king": 0.1}
)
"""The weight of each feature."""
