"""Distances on a chessboard, for everything that kings have to reckon with. A square is rank * 8 + file, so a1 is 0 and h8 is 63.

A king goes as far in a diagonal step as in a straight one, so what it needs from one square to another is the greater of the two
differences; that is what `distance` counts. `manhattan` counts ranks and files together, as a walk without diagonals would.
"""

from __future__ import annotations

from zermelo.game.record import State


def distance(one: int, other: int) -> int:
    """Moves that a king needs on an empty board."""
    return max(abs(one // 8 - other // 8), abs(one % 8 - other % 8))


def manhattan(one: int, other: int) -> int:
    """Ranks and files between two squares, added up."""
    return abs(one // 8 - other // 8) + abs(one % 8 - other % 8)


def on_edge(square: int) -> bool:
    """Whether a square is on the first or last rank or file."""
    return square // 8 in (0, 7) or square % 8 in (0, 7)


def between(one: int, middle: int, other: int) -> bool:
    """Whether a number lies strictly between two others."""
    return one < middle < other or other < middle < one


def room(piece: int, king: int) -> int:
    """The squares that a rook or queen leaves to a king: the quarter of the board, cut along rank and file, in which it stands.

    64 where the piece is in line with the king, since then there is no such quarter, and where the piece is gone.
    """
    rank, file = piece // 8, piece % 8
    if piece < 0 or king // 8 == rank or king % 8 == file:
        return 64
    height = rank if king // 8 < rank else 7 - rank
    width = file if king % 8 < file else 7 - file
    return height * width


def apart(king: int, other: int) -> int:
    """How far apart two kings are: moves, and ranks and files on top, so that facing each other is nearer than standing askew."""
    return distance(king, other) + manhattan(king, other)


def moved(square: int, move: int) -> int:
    """Where a man stands after a move, its own or another's."""
    return move >> 3 & 63 if square == move >> 9 else square


class BareKing:
    """For knowledge of endings in which one side has a single man besides its king, and the other has nothing but a king."""

    def _men(self, s: State) -> tuple[int, int, int, int]:
        """The squares of the stronger side's king, of its man and of the bare king, and which player the stronger side is.

        Where there is no such man, its square is -1 and White passes for the stronger side.
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
        """Whether there is such a man, and it is this player's."""
        _, man, _, owner = self._men(s)
        return man >= 0 and owner == player

    def _man_lost(self, s: State) -> bool:
        """Whether the man is gone, or the bare king can take it at once."""
        king, man, other, owner = self._men(s)
        return man < 0 or bool(s.turn != owner and distance(other, man) == 1 and distance(king, man) > 1)

    def _room(self, s: State) -> int:
        _, man, other, _ = self._men(s)
        return room(man, other)

    def _work(self, s: State) -> int:
        """What is left to do: the room of the bare king, and the distance between the kings."""
        king, man, other, _ = self._men(s)
        return room(man, other) + apart(king, other)

    def _promise(self, s: State, move: int) -> int:
        """How promising a move is: the less it leaves to do, the more."""
        king, man, other, _ = self._men(s)
        return 100 - room(moved(man, move), moved(other, move)) - apart(moved(king, move), moved(other, move))
