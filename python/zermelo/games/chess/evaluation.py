"""The evaluation of chess: material, and the squares of the pieces.

The value of a piece is a number, plus one for its rank as seen by its side, plus one for its file by the distance from the edge, all in
hundredths of a pawn. Each number exists twice, for the middle game and for the endgame. The result lies between the two, by the number of
pieces left: 24 for all, 4 for a queen, 2 for a rook, 1 for a bishop or a knight.

Pawns should advance, even more so in the endgame. Knights, and to a lesser degree bishops, belong in the centre, rooks on the seventh rank
and the central files. Queens should not come out too early. Kings stay behind their pawns near a corner while there are many pieces,
and later walk to the centre.

As features: the lead in pawns, knights, bishops, rooks and queens, whose weights are the usual values, and `squares`, which is all that the
numbers above say beyond these values.
"""

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
