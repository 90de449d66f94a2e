"""All legal chess positions with given pieces: the positions on which tables for endings are verified.

An ending is written as its pieces, the stronger side first: "KRK" is king and rook against king. White is the stronger side. All
squares, a1 to h8, are tried for each piece in turn. A position is kept if no two pieces share a square, no pawn stands on the
first or last rank, and the king of the player who is not to move is not attacked. There is no castling and no en passant.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from zermelo.errors import GameError
from zermelo.games.chess.rules import Chess

if TYPE_CHECKING:
    import numpy as np

    Squares = np.ndarray[Any, Any]

MEN = "PNBRQK"
MOST_MEN = 4


def men(ending: str) -> list[int]:
    """The pieces of an ending as numbers in the state; White's are positive.

    >>> men("KRK")
    [6, 4, -6]
    """
    kings = [index for index, letter in enumerate(ending) if letter == "K"]
    if len(kings) != 2 or kings[0] != 0 or not set(ending) <= set(MEN) or len(ending) > MOST_MEN:
        raise GameError(
            f"invalid ending `{ending}`; write the pieces of one side, then those of the other, each beginning with the king, "
            f"such as KRK, at most {MOST_MEN} pieces"
        )
    numbers = [1 + MEN.index(letter) for letter in ending]
    return [number if index < kings[1] else -number for index, number in enumerate(numbers)]


def records(game: Chess, ending: str, turn: int) -> bytes:
    """Packed states of all legal positions of an ending with this player to move, in one bytes object."""
    import numpy as np

    pieces = men(ending)
    layout = game.layout
    formats = [f"i{field.size}" if field.length is None else (f"i{field.size}", field.length) for field in layout.fields.values()]
    kind = np.dtype(
        {"names": list(layout.fields), "formats": formats, "offsets": list(layout.offsets.values()), "itemsize": layout.size}
    )
    found: list[bytes] = []
    for first in range(64):
        rest = np.meshgrid(*[np.arange(64)] * (len(pieces) - 1), indexing="ij")
        squares = [np.full(64 ** (len(pieces) - 1), first), *(each.ravel() for each in rest)]
        legal = _is_legal(pieces, squares, turn)
        made = np.zeros(int(legal.sum()), dtype=kind)
        for piece, where in zip(pieces, squares, strict=True):
            made["board"][np.arange(len(made)), where[legal]] = piece
        made["passant"], made["number"], made["turn"] = -1, 1, turn
        found.append(made.tobytes())
    return b"".join(found)


def _is_legal(pieces: list[int], squares: list[Squares], turn: int) -> Squares:
    import numpy as np

    legal = np.ones(len(squares[0]), dtype=bool)
    occupied = np.zeros(len(squares[0]), dtype=np.uint64)
    for index, (piece, where) in enumerate(zip(pieces, squares, strict=True)):
        for other in squares[:index]:
            legal &= where != other
        if abs(piece) == 1:
            legal &= (where >= 8) & (where < 56)
        occupied |= np.uint64(1) << where.astype(np.uint64)
    for (piece, where), (following, other) in pairwise(zip(pieces, squares, strict=True)):
        if piece == following:
            legal &= where < other  # equal pieces are interchangeable
    mover = 1 if turn == 0 else -1
    king = squares[pieces.index(-6 * mover)]
    reach, between = _reach(), _between()
    for piece, where in zip(pieces, squares, strict=True):
        if piece * mover > 0:
            legal &= ~(reach[piece][where, king] & ((between[where, king] & occupied) == 0))
    return legal


def _offsets() -> tuple[Squares, Squares]:
    """The ranks up and the files right, from each square (first index) to each other (second index)."""
    import numpy as np

    square = np.arange(64)
    return square // 8 - square[:, None] // 8, square % 8 - square[:, None] % 8


@cache
def _reach() -> dict[int, Squares]:
    """For each piece: whether it attacks a square from another, on an empty board."""
    up, right = _offsets()
    high, wide = abs(up), abs(right)
    beside = (high < 2) & (wide < 2) & (high + wide > 0)
    rook, bishop = (high == 0) ^ (wide == 0), (high == wide) & (high > 0)
    pieces = {2: high * wide == 2, 3: bishop, 4: rook, 5: rook | bishop, 6: beside}
    pawns = {1: (up == 1) & (wide == 1), -1: (up == -1) & (wide == 1)}
    return pawns | pieces | {-piece: table for piece, table in pieces.items()}


@cache
def _between() -> Squares:
    """The squares between two squares in a line, as a bit set."""
    import numpy as np

    up, right = _offsets()
    in_line = _reach()[5]
    table = np.zeros((64, 64), dtype=np.uint64)
    step, length = 8 * np.sign(up) + np.sign(right), np.maximum(abs(up), abs(right))
    for distance in range(1, 7):
        passed = np.where(in_line & (distance < length), np.arange(64)[:, None] + distance * step, -1)
        table |= np.where(passed >= 0, np.uint64(1) << passed.clip(0).astype(np.uint64), np.uint64(0))
    return table
