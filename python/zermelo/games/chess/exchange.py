"""Static exchange evaluation: what a move gains or loses by the captures that follow on its square.

After the move, both sides capture on the square in turn, each time with their least valuable piece, and stop when that is better for them. Pieces behind those that
have captured join in. Pins are ignored, and pawns do not promote. The king captures only what nobody defends.
"""

from collections.abc import Sequence

from zermelo.games.chess.evaluation import VALUE
from zermelo.games.chess.features import BESIDE, RAYS

_KING = 6


def exchange(board: Sequence[int], move: int, victim: int) -> int:
    """What a move gains, in pawns; `victim` is the kind of piece that it captures, 0 for none."""
    source, target, promotion = move >> 9, move >> 3 & 63, move & 7
    piece = board[source]
    if abs(piece) == _KING and victim == 0:
        return 0  # it is legal, so nothing attacks the square; or it is castling
    cells = list(board)
    if victim == 1 and cells[target] == 0:
        cells[source - source % 8 + target % 8] = 0  # en passant
    cells[source] = 0
    side = 1 if piece > 0 else -1
    standing = promotion or abs(piece)
    gains = [VALUE[victim] + (VALUE[promotion] - 1 if promotion else 0)]
    while True:
        side = -side
        attacker = _least_attacker(cells, target, side)
        if attacker < 0:
            break
        taker = abs(cells[attacker])
        cells[attacker] = 0
        if taker == _KING and _least_attacker(cells, target, -side) >= 0:
            break
        gains.append(VALUE[standing] - gains[-1])
        standing = taker
    while len(gains) > 1:
        last = gains.pop()
        gains[-1] = -max(-gains[-1], last)
    return gains[0]


def _least_attacker(cells: Sequence[int], target: int, side: int) -> int:
    """The square of the least valuable piece of a side that attacks the target, the lowest of equals; -1 if there is none."""
    found: list[tuple[int, int]] = []
    behind = target // 8 - side
    if 0 <= behind < 8:
        files = (file for file in (target % 8 - 1, target % 8 + 1) if 0 <= file < 8)
        found += [(1, 8 * behind + file) for file in files if cells[8 * behind + file] == side]
    for kind in (2, 3, 4, 5):
        for ray in RAYS[kind][target]:
            for square in ray:
                if cells[square] == kind * side:
                    found.append((kind, square))
                if cells[square] != 0:
                    break
    found += [(_KING, square) for square in BESIDE[target] if cells[square] == _KING * side]
    return min(found)[1] if found else -1
