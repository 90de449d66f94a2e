"""Chess positions in FEN, one line for a whole position.

    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1

The fields are: the ranks from the eighth down, with digits for empty squares; who is to move; the castling rights; the en passant square,
which a pawn has just skipped; the plies since a capture or a pawn move; and the number of the move. The last two are optional, as in EPD.
Programs differ on when to write the en passant square. Here it is written only if a pawn can capture there, and read as none otherwise.
"""

import re
from collections.abc import Callable, Sequence

from zermelo.errors import PositionError
from zermelo.game import State

LETTERS = ".PNBRQK"
SQUARES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh")
PIECES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")
EXAMPLE = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
MOST_CLOCK, MOST_NUMBER = 100, 32767
_RIGHTS = "KQkq"
_ROOKS = {"K": 7, "Q": 0, "k": 63, "q": 56}
_KINGS = {"K": 4, "Q": 4, "k": 60, "q": 60}
_OFFICERS = {KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}


def sign(piece: int) -> str:
    """The letter of a piece: a capital for White, a small letter for Black, a dot for none."""
    return LETTERS[piece] if piece >= 0 else LETTERS[-piece].lower()


def rows(board: Sequence[int]) -> list[str]:
    """The ranks, the eighth first, with one letter for each square."""
    return ["".join(sign(piece) for piece in board[start : start + 8]) for start in range(56, -1, -8)]


def write(s: State, rights: str | None = None) -> str:
    """The state as one line; `rights` takes the place of the usual castling rights."""
    placement = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows(s.board))
    if rights is None:
        rights = "".join(right for bit, right in enumerate(_RIGHTS) if s.castling >> bit & 1) or "-"
    passant = "-" if s.passant < 0 else SQUARES[s.passant]
    return f"{placement} {'wb'[s.turn]} {rights} {passant} {s.clock} {s.number}"


def read(s: State, text: str, read_rights: Callable[[State, str], None] | None = None) -> None:
    """Write a FEN to a state; raises PositionError if it is wrong. Whether a king is in check is left to the rules.

    `read_rights` reads castling rights that are not the usual ones.
    """
    words = text.split()
    if len(words) not in (4, 6):
        raise PositionError(
            f"a FEN has 6 fields, or 4 without the counts, but `{text.strip()}` has {len(words)}; write it like {EXAMPLE}"
        )
    if words[1] not in ("w", "b"):
        raise PositionError(f"the second field must be the player to move, w or b, not `{words[1]}`")
    if words[3] not in ("-", *SQUARES):
        raise PositionError(f"`{words[3]}` is not an en passant square; write one such as e3, or - for none")
    s.board, s.turn = _board(words[0]), "wb".index(words[1])
    (read_rights or _read_rights)(s, words[2])
    s.passant = -1 if words[3] == "-" else SQUARES.index(words[3])
    s.clock, s.number = 0, 1
    if len(words) == 6:
        s.clock = _count(words[4], "plies since a capture or a pawn move", MOST_CLOCK)
        s.number = max(1, _count(words[5], "number of the move", MOST_NUMBER))
    _check_pieces(s.board)
    if read_rights is None:
        _check_rights(s)
    _check_passant(s)


def _board(text: str) -> list[int]:
    ranks = text.split("/")
    if len(ranks) != 8:
        raise PositionError(
            f"a board has 8 ranks, with slashes between them, but `{text}` has {len(ranks)}; write it like {EXAMPLE}"
        )
    board: list[int] = []
    for number, rank in zip(range(8, 0, -1), ranks, strict=True):
        squares: list[int] = []
        for letter in rank:
            if letter in "12345678":
                squares += [0] * int(letter)
            elif letter.upper() in LETTERS[1:]:
                squares.append(LETTERS.index(letter.upper()) * (1 if letter.isupper() else -1))
            else:
                raise PositionError(
                    f"`{letter}` is not a piece; write PNBRQK for White, pnbrqk for Black, digits for empty squares"
                )
        if len(squares) != 8:
            raise PositionError(f"rank {number}, `{rank}`, has {len(squares)} squares instead of 8")
        board[:0] = squares
    return board


def _read_rights(s: State, text: str) -> None:
    if text == "-":
        s.castling = 0
        return
    if set(text) - set(_RIGHTS) or len(set(text)) != len(text):
        raise PositionError(f"`{text}` is not a field of castling rights; write some of K Q k q, each once, or - for none")
    s.castling = sum(1 << _RIGHTS.index(right) for right in text)


def _count(text: str, what: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) > most:
        raise PositionError(f"`{text}` must be the {what}, a whole number from 0 to {most}")
    return int(text)


def _check_pieces(board: Sequence[int]) -> None:
    for colour, name in ((1, "White"), (-1, "Black")):
        counts = {piece: board.count(colour * piece) for piece in range(PAWN, KING + 1)}
        if counts[KING] != 1:
            raise PositionError(f"{name} has {counts[KING]} kings instead of one")
        for square in (*range(8), *range(56, 64)):
            if board[square] == colour * PAWN:
                raise PositionError(f"{name} has a pawn on {SQUARES[square]}, but a pawn cannot be on the first or last rank")
        promoted = sum(max(0, counts[piece] - most) for piece, most in _OFFICERS.items())
        if counts[PAWN] > 8:
            raise PositionError(f"{name} has {counts[PAWN]} pawns, but at most 8 are possible")
        if counts[PAWN] + promoted > 8:
            raise PositionError(
                f"{name} has {counts[PAWN]} pawns and, after promotions, {promoted} extra pieces; at most 8 together are possible"
            )
    white, black = board.index(KING), board.index(-KING)
    if max(abs(white % 8 - black % 8), abs(white // 8 - black // 8)) == 1:
        raise PositionError(f"the kings on {SQUARES[white]} and {SQUARES[black]} are next to each other, which is impossible")


def _check_rights(s: State) -> None:
    for bit, right in enumerate(_RIGHTS):
        colour, name = (1, "White") if right.isupper() else (-1, "Black")
        if s.castling >> bit & 1:
            for piece, square in ((KING, _KINGS[right]), (ROOK, _ROOKS[right])):
                if s.board[square] != colour * piece:
                    what = f"{name.lower()} {PIECES[piece]} on {SQUARES[square]}"
                    raise PositionError(f"`{right}` lets {name} castle, but there is no {what}; remove `{right}`")


def _check_passant(s: State) -> None:
    """A pawn of the opponent must stand right behind the square, and its two squares must be empty."""
    if s.passant < 0:
        return
    forward, rank, mover, other = (8, 5, "White", "Black") if s.turn == 0 else (-8, 2, "Black", "White")
    square = SQUARES[s.passant]
    if s.passant // 8 != rank:
        raise PositionError(f"the en passant square {square} is impossible: with {mover} to move it must be on rank {rank + 1}")
    pawn, source = s.passant - forward, s.passant + forward
    if s.board[pawn] != (-PAWN if s.turn == 0 else PAWN):
        raise PositionError(f"the en passant square {square} is impossible: {other} has no pawn on {SQUARES[pawn]}")
    if s.board[s.passant] or s.board[source]:
        taken = SQUARES[s.passant if s.board[s.passant] else source]
        raise PositionError(f"the en passant square {square} is impossible: {taken} is not empty")
