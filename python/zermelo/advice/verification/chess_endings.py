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
_STEPS = {
    "N": ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
    "B": ((1, 1), (1, -1), (-1, 1), (-1, -1)),
    "R": ((0, 1), (0, -1), (1, 0), (-1, 0)),
    "K": ((1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0)),
}
"""(ranks up, files right). A queen has the steps of a king, repeated."""


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
    """Which boards are legal positions."""
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


@cache
def _reach() -> dict[int, Squares]:
    """For each piece: whether it attacks a square from another, on an empty board."""
    import numpy as np

    tables: dict[int, Squares] = {}
    for piece in (*range(-6, 0), *range(1, 7)):
        table = np.zeros((64, 64), dtype=bool)
        for start in range(64):
            for target in _attacked(piece, start):
                table[start, target] = True
        tables[piece] = table
    return tables


def _attacked(piece: int, start: int) -> list[int]:
    letter = MEN[abs(piece) - 1]
    if letter == "P":
        up = 1 if piece > 0 else -1
        steps: tuple[tuple[int, int], ...] = ((up, 1), (up, -1))
        far = 1
    else:
        steps, far = _STEPS["K" if letter == "Q" else letter], 7 if letter in "BRQ" else 1
    reached = [(start // 8 + up * length, start % 8 + right * length) for up, right in steps for length in range(1, far + 1)]
    return [8 * rank + file for rank, file in reached if 0 <= rank < 8 and 0 <= file < 8]


@cache
def _between() -> Squares:
    """The squares between two squares in a line, as a bit set."""
    import numpy as np

    table = np.zeros((64, 64), dtype=np.uint64)
    for start in range(64):
        for up, right in _STEPS["K"]:
            passed = 0
            rank, file = start // 8 + up, start % 8 + right
            while 0 <= rank < 8 and 0 <= file < 8:
                table[start, 8 * rank + file] = passed
                passed |= 1 << (8 * rank + file)
                rank, file = rank + up, file + right
    return table
