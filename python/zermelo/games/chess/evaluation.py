"""What a chess position looks like: material, and where the pieces stand.

A piece is worth a number, plus a number for its rank, as its own side counts ranks, plus one for its file, as far as that is
from the edge; all in hundredths of a pawn. Each number is there twice, for the middle game and for the endgame, and what
counts lies between the two, by how many pieces are left: 24 for all, 4 for a queen, 2 for a rook, 1 for a bishop or a knight.

Pawns want to get ahead, and in the endgame all the more; knights, and less so bishops, want the middle of the board;
rooks the seventh rank and the central files; queens not to come out too early. Kings hide behind their pawns near a
corner as long as there are many pieces, and then walk to the middle.
"""

from __future__ import annotations

_MIDDLE = (
    (90, (0, 0, 0, 6, 14, 30, 60, 0), (-6, -2, 2, 8)),
    (320, (-30, -10, 4, 12, 18, 18, 6, -20), (-24, -8, 4, 10)),
    (330, (-14, 4, 6, 8, 8, 6, 2, -8), (-6, 4, 2, 6)),
    (480, (0, -4, -4, -2, 0, 6, 20, 10), (-6, 0, 4, 8)),
    (960, (-6, 2, 4, 4, 4, 4, 0, 0), (-6, 0, 2, 4)),
    (0, (24, 4, -20, -36, -48, -54, -58, -60), (12, 20, -6, -10)),
)
"""Pawn, knight, bishop, rook, queen, king: the piece, its ranks, its files from the edge inwards."""
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
    """The worth of each piece on each square, a row of 64 for each kind; the first row is for no piece."""
    places = [(rank, min(file, 7 - file)) for rank in range(8) for file in range(8)]
    return (0,) * 64 + tuple(piece + ranks[rank] + files[edge] for piece, ranks, files in worths for rank, edge in places)


MIDDLE, END = _spread(_MIDDLE), _spread(_END)
PHASE = (0, 0, 1, 1, 2, 4, 0)
FULL_PHASE = 24
VALUE = (0, 1, 3, 3, 5, 9, 0)
"""What a piece is worth in exchanges."""
