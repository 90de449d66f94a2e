"""What Chess960 adds to chess: 960 start positions, and castling with rooks on any file.

The pieces behind the pawns are shuffled so that the bishops stand on squares of both colours and the king between the rooks. Scharnagl's number
names the arrangement, from 0 to 959; the usual one is 518.

After castling, king and rook stand where they do in chess. Because the king may stand next to its target, or on it, castling is written as
the king taking its own rook: e1h1. A FEN names the castling rooks by K, Q, k, q if they are the outermost ones on their side of
the king, and else by their file, as in HAha (X-FEN and Shredder-FEN; both are read).
"""

from collections.abc import Sequence

from zermelo.errors import PositionError
from zermelo.game import State
from zermelo.games.chess.fen import BISHOP, KING, KNIGHT, QUEEN, ROOK

ARRANGEMENTS = 960
_KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
_FILES = "abcdefgh"


def back_rank(number: int) -> tuple[int, ...]:
    """The pieces behind the pawns, from the a-file on.

    >>> from zermelo.games.chess.fen import LETTERS
    >>> "".join(LETTERS[piece] for piece in back_rank(518)), "".join(LETTERS[piece] for piece in back_rank(0))
    ('RNBQKBNR', 'BBQNNRKR')
    """
    rank = [0] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank[2 * light + 1] = rank[2 * dark] = BISHOP
    _put(rank, QUEEN, queen)
    first, second = _KNIGHTS[knights]
    _put(rank, KNIGHT, second)
    _put(rank, KNIGHT, first)
    for piece in (ROOK, KING, ROOK):
        _put(rank, piece, 0)
    return tuple(rank)


def _put(rank: list[int], piece: int, place: int) -> None:
    """Put a piece on one of the files that are still empty."""
    rank[[file for file in range(8) if not rank[file]][place]] = piece


def rook_files(rank: Sequence[int]) -> tuple[int, int]:
    """The files of the castling rooks of an arrangement: on the king's side and on the queen's."""
    first, second = (file for file in range(8) if rank[file] == ROOK)
    return second, first


def write_rights(s: State) -> str:
    """The castling rights of a FEN."""
    found = ""
    for index, letter in enumerate("KQkq"):
        if s.castling >> index & 1:
            outermost = _outermost(s.board, index)
            file = _FILES[s.rooks[index]]
            found += letter if s.rooks[index] == outermost else file.upper() if index < 2 else file
    return found or "-"


def read_rights(s: State, text: str) -> None:
    """Write the castling rights of a FEN to a state whose board is known; raises PositionError if they are wrong."""
    s.castling, s.rooks = 0, [-1] * 4
    for letter in "" if text == "-" else text:
        index, file = _rook(s.board, letter)
        if s.castling >> index & 1:
            raise PositionError(f"`{text}` names two rooks of one side to castle with; name one")
        s.castling |= 1 << index
        s.rooks[index] = file


def _rook(board: Sequence[int], letter: str) -> tuple[int, int]:
    """Which right a letter gives, by its place in KQkq, and the file of the rook."""
    if letter.upper() not in "KQABCDEFGH":
        raise PositionError(f"`{letter}` is not a castling right; write some of K Q k q, files such as HAha, or - for none")
    colour, name, base = (1, "White", 0) if letter.isupper() else (-1, "Black", 56)
    king = next((square for square in range(base, base + 8) if board[square] == colour * KING), None)
    file: int | None
    if letter.upper() in "KQ":
        index = "KQkq".index(letter)
        file = _outermost(board, index)
    else:
        file = _FILES.index(letter.lower())
        index = (0 if colour > 0 else 2) + (king is not None and base + file < king)
    if king is None or file is None or board[base + file] != colour * ROOK:
        raise PositionError(f"`{letter}` lets {name} castle, but king and rook are not on {name}'s first rank; remove `{letter}`")
    return index, file


def _outermost(board: Sequence[int], index: int) -> int | None:
    """The file of the outermost rook on one side of the king, for a right by its place in KQkq."""
    colour, base = (1, 0) if index < 2 else (-1, 56)
    rank = board[base : base + 8]
    if colour * KING not in rank:
        return None
    king = list(rank).index(colour * KING)
    files = range(7, king, -1) if index % 2 == 0 else range(king)
    return next((file for file in files if rank[file] == colour * ROOK), None)
