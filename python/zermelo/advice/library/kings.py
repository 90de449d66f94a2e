"""Distances on a chessboard. A square is rank * 8 + file, so a1 is 0 and h8 is 63.

A diagonal step of a king crosses a rank and a file at once. So a king needs as many moves as the greater of the two differences;
this is `distance`. `manhattan` adds ranks and files, as for a walk without diagonal steps.
"""

from zermelo.game import State


def distance(one: int, other: int) -> int:
    """The number of moves that a king needs on an empty board."""
    return max(abs(one // 8 - other // 8), abs(one % 8 - other % 8))


def manhattan(one: int, other: int) -> int:
    """The ranks and files between two squares, added up."""
    return abs(one // 8 - other // 8) + abs(one % 8 - other % 8)


def on_edge(square: int) -> bool:
    """Whether a square is on the first or last rank or file."""
    return square // 8 in (0, 7) or square % 8 in (0, 7)


def between(one: int, middle: int, other: int) -> bool:
    """Whether a number lies strictly between two others."""
    return one < middle < other or other < middle < one


def room(piece: int, king: int) -> int:
    """The number of squares that a rook or queen leaves to a king: the quarter of the board, cut along its rank and file, with
    the king.

    It is 64 if the piece is gone, or stands on the same rank or file as the king.
    """
    rank, file = piece // 8, piece % 8
    if piece < 0 or king // 8 == rank or king % 8 == file:
        return 64
    height = rank if king // 8 < rank else 7 - rank
    width = file if king % 8 < file else 7 - file
    return height * width


def apart(king: int, other: int) -> int:
    """How far apart two kings are: moves plus ranks and files, so facing kings are nearer than kings a knight's jump apart."""
    return distance(king, other) + manhattan(king, other)


def moved(square: int, move: int) -> int:
    """The square of a piece after a move of this piece or another."""
    return move >> 3 & 63 if square == move >> 9 else square


class BareKing:
    """For endings in which one side has a king and one more piece, and the other side has only its king."""

    def _men(self, s: State) -> tuple[int, int, int, int]:
        """The squares of the stronger side's king, of its piece and of the bare king, and the player of the stronger side.

        If the piece is gone, its square is -1 and White counts as the stronger side.
        """
        white, black, man, owner = -1, -1, -1, 0
        for square in range(64):
            piece = s.board[square]
            if piece == 6:
                white = square
            elif piece == -6:
                black = square
            elif piece != 0:
                man, owner = square, 0 if piece > 0 else 1
        return (white, man, black, owner) if owner == 0 else (black, man, white, owner)

    def _man_is_of(self, s: State, player: int) -> bool:
        """Whether the piece is on the board and belongs to this player."""
        _, man, _, owner = self._men(s)
        return man >= 0 and owner == player

    def _man_lost(self, s: State) -> bool:
        """Whether the piece is gone, or the bare king can take it at once."""
        king, man, other, owner = self._men(s)
        return man < 0 or bool(s.turn != owner and distance(other, man) == 1 and distance(king, man) > 1)
