"""The names of chess moves in standard algebraic notation, such as Nbd2, exd6, O-O-O, e8=Q+, Qh5#.

A name is the letter of the piece, none for a pawn, and the target square, with x before it for captures. If another piece of the same kind
could also move there, the file, the rank or both of the source square are added. A pawn that captures always has its file. `read` accepts
more or less than that, if only one legal move fits, and squares only, e2e4 or e7e8q, as chess programs write them.
"""

import re
from collections.abc import Sequence

from zermelo.errors import MoveError
from zermelo.games.chess.fen import KING, LETTERS, PAWN, SQUARES

_SQUARES_ONLY = re.compile(r"([a-h][1-8])-?([a-h][1-8])=?([qrbnQRBN])?")
_MOVE = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[-:x]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?")
_CASTLING = {"O-O": 6, "O-O-O": 2}
"""The target file of the king."""


def squares(move: int) -> tuple[int, int, int]:
    """The source, the target, and the kind of piece that a pawn becomes, or 0."""
    return move >> 9, move >> 3 & 63, move & 7


def uci(move: int) -> str:
    """The squares of a move, as UCI writes them.

    >>> uci((12 * 64 + 28) * 8), uci((52 * 64 + 60) * 8 + 5)
    ('e2e4', 'e7e8q')
    """
    source, target, promotion = squares(move)
    return SQUARES[source] + SQUARES[target] + (LETTERS[promotion].lower() if promotion else "")


def is_castling(board: Sequence[int], move: int) -> bool:
    """Whether a move castles: the king goes two squares or, in Chess960, takes its own rook."""
    source, target, _ = squares(move)
    if abs(board[source]) != KING:
        return False
    return abs(source - target) == 2 or (board[target] != 0 and (board[target] > 0) == (board[source] > 0))


def is_capture(board: Sequence[int], move: int) -> bool:
    """Whether a move captures, also en passant: a pawn that changes its file always does."""
    source, target, _ = squares(move)
    if is_castling(board, move):
        return False
    return board[target] != 0 or (abs(board[source]) == PAWN and (source - target) % 8 != 0)


def write(board: Sequence[int], move: int, moves: Sequence[int]) -> str:
    """The name of a legal move, without the sign for check."""
    source, target, promotion = squares(move)
    piece = abs(board[source])
    if is_castling(board, move):
        return "O-O" if target > source else "O-O-O"
    takes = "x" if is_capture(board, move) else ""
    if piece == PAWN:
        became = f"={LETTERS[promotion]}" if promotion else ""
        return (SQUARES[source][0] if takes else "") + takes + SQUARES[target] + became
    others = [squares(other)[0] for other in moves if other != move and squares(other)[1] == target]
    rivals = [other for other in others if board[other] == board[source]]
    return LETTERS[piece] + _origin(source, rivals) + takes + SQUARES[target]


def _origin(source: int, rivals: Sequence[int]) -> str:
    """The part of the source square that tells a piece from its rivals: nothing, its file, else its rank, else both."""
    if not rivals:
        return ""
    if all(rival % 8 != source % 8 for rival in rivals):
        return SQUARES[source][0]
    if all(rival // 8 != source // 8 for rival in rivals):
        return SQUARES[source][1]
    return SQUARES[source]


def read(board: Sequence[int], text: str, moves: Sequence[int]) -> int:
    found = fitting(board, text, moves)
    if len(found) > 1:
        names = " or ".join(write(board, move, moves) for move in found)
        raise MoveError(f"`{text}` may mean {names}; write one of these")
    if not found:
        raise MoveError(f"`{text}` is not the name of a legal move here")
    return found[0]


def fitting(board: Sequence[int], text: str, moves: Sequence[int]) -> list[int]:
    """All moves that a text may mean; several if it does not say enough."""
    return _named(board, text.strip().rstrip("+#!?").removesuffix("e.p.").rstrip("+#!?"), moves)


def _named(board: Sequence[int], text: str, moves: Sequence[int]) -> list[int]:
    castling = text.upper().replace("0", "O")
    if castling in _CASTLING:
        return [move for move in moves if write(board, move, moves) == castling]
    plain = _SQUARES_ONLY.fullmatch(text)
    if plain is not None:
        wanted = plain[1] + plain[2] + (plain[3] or "").lower()
        return [move for move in moves if uci(move) == wanted]
    match = _MOVE.fullmatch(text)
    if match is None:
        return []
    goal, takes = SQUARES.index(match[4]), "x" in text or ":" in text
    return [move for move in moves if move >> 3 & 63 == goal and _fits(board, move, match, takes)]


def _fits(board: Sequence[int], move: int, match: re.Match[str], takes: bool) -> bool:
    """Whether a move to the right square fits a text. A pawn that captures needs its file."""
    source, _, promotion = squares(move)
    kind, file, rank, _, became = match.groups(default="")
    piece = abs(board[source])
    capture = is_capture(board, move)
    return (
        LETTERS[piece] == (kind or LETTERS[PAWN])
        and SQUARES[source].startswith(file)
        and SQUARES[source].endswith(rank)
        and LETTERS[promotion].strip(".") == became.upper()
        and not (takes and not capture)
        and not (piece == PAWN and capture and not file)
        and not is_castling(board, move)
    )
