"""Othello: lay a disc so that the opponent's discs lie in a straight run between it and another of yours, and turn them.

          a  b  c  d  e  f  g  h
      1   0  1  2  3  4  5  6  7      x is Black and begins. A move is the number of a square;
      2   8  9 10 11 12 13 14 15      64 is to pass, which is legal only where no other move is
      3  16 17 18 19 20 21 22 23      and the opponent has one. When neither can move, the game
      4  24 25 26  o  x 29 30 31      is over, and most discs win.
      5  32 33 34  x  o 37 38 39
      6  40 41 42 43 44 45 46 47      Boards of size 6 and 4 are the middle of this one, so that
      7  48 49 50 51 52 53 54 55      squares keep their numbers; a1 of the smallest is 18.
      8  56 57 58 59 60 61 62 63

The discs of a player are a whole number of 64 bits, one for each square. To shift it by 1, 8, 7 or 9 bits is to move every
disc by one square along its row, column or diagonal, so that all moves of a position are found at once. The bit of h8 is the
sign: boards with that disc are negative, in Python as in compiled rules. Python's numbers never run out of bits, but both
agree: what is shifted is cut down to squares inside the edges, and one more step from there does not leave the board.

The evaluation is what each player has of four things, mine minus yours: moves, corners, other squares at the edges, and,
counted against, squares next to a corner that is still free. Discs as such count nothing, for most of them will be turned
again. The weights were settled by matches against neighbouring ones. Taking a corner upsets them most, so that is noisy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import display
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i64
from zermelo.games.shared.runs import Runs, board, count

PASS = 64
MOBILITY, CORNER, EDGE, RISK = 6, 30, 3, 16
OPENING = 20
"""Up to this number of discs, mirror images share a key. Later they hardly ever meet, and folding them takes time."""
DIAGONAL = ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
HALF_TURN = (
    (1, 0x5555555555555555),
    (2, 0x3333333333333333),
    (4, 0x0F0F0F0F0F0F0F0F),
    (8, 0x00FF00FF00FF00FF),
    (16, 0x0000FFFF0000FFFF),
    (32, 0x00000000FFFFFFFF),
)
"""Ways to lay the board onto itself, as steps in which every square of a mask changes places with the one some bits up."""
_SYMBOLS = ".xo"


class Othello(Runs, Game):
    """Turn the discs between two of yours; most discs win."""

    players = ("x", "o")
    colours = ("#111111", "#fafafa")
    max_moves = 64

    def __init__(self, size: int = 8) -> None:
        if size not in (4, 6, 8) or not isinstance(size, int):
            raise GameError(f"othello takes size as 4, 6 or 8, not {size!r}")
        self.size = size
        self.ranks = tuple(range(4 - size // 2, 4 + size // 2))
        self.bits = (*(board([square]) for square in range(64)), 0)
        self.directions = _directions(self.ranks)
        self.corners, self.edges = _rim(self.ranks)

    def state(self) -> Mapping[str, Field]:
        return dict(discs=i64([board([28, 35]), board([27, 36])]), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        targets = self.targets(s.discs[s.turn], s.discs[1 - s.turn])
        for square in range(64):
            if targets >> square & 1:
                yield square
        if targets == 0:  # then the opponent has a move, or the game would be over
            yield PASS

    def play(self, s: State, move: int) -> None:
        mine, yours = s.discs[s.turn], s.discs[1 - s.turn]
        turned = self.turned(mine, yours, move)
        s.discs[s.turn] = mine | turned | self.bits[move]
        s.discs[1 - s.turn] = yours & ~turned
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        x, o = s.discs[0], s.discs[1]
        if self.targets(x, o) != 0 or self.targets(o, x) != 0:
            return ONGOING
        lead = count(x) - count(o)
        return DRAW if lead == 0 else 0 if lead > 0 else 1

    def evaluate(self, s: State, player: int) -> float:
        mine, yours = s.discs[player], s.discs[1 - player]
        return self.worth(mine, yours) - self.worth(yours, mine)

    def worth(self, mine: int, yours: int) -> int:
        """What one player has to show for itself."""
        value = MOBILITY * count(self.targets(mine, yours)) + EDGE * count(mine & self.edges)
        for corner, nearby in self.corners:
            if mine & corner != 0:
                value += CORNER
            elif yours & corner == 0:
                value -= RISK * count(mine & nearby)
        return value

    def noisy(self, s: State, move: int) -> bool:
        return any(self.bits[move] == corner for corner, _ in self.corners)

    def order(self, s: State, move: int) -> float:
        """Corners first, squares next to a free corner last; otherwise what leaves the opponent the fewest moves."""
        mine, yours = s.discs[s.turn], s.discs[1 - s.turn]
        disc = self.bits[move]
        turned = self.turned(mine, yours, move)
        value = -count(self.targets(yours & ~turned, mine | turned | disc))
        for corner, nearby in self.corners:
            if disc == corner:
                value += 100
            elif disc & nearby != 0 and (mine | yours) & corner == 0:
                value -= 100
        return value

    def key(self, s: State) -> int:
        """A hash, since two boards have 128 bits; in the opening the least of those of the four images that the start equals."""
        x, o = s.discs[0], s.discs[1]
        code = hashed(x, o)
        if count(x | o) <= OPENING:
            code = min(code, hashed(image(x, DIAGONAL), image(o, DIAGONAL)))
            x, o = image(x, HALF_TURN), image(o, HALF_TURN)
            code = min(code, hashed(x, o), hashed(image(x, DIAGONAL), image(o, DIAGONAL)))
        return code ^ int(s.turn)

    def show(self, s: State) -> str:
        letters = "  " + " ".join(display.letters(self.size))
        rows = [f"{number} {' '.join(row)} {number}" for number, row in enumerate(self._rows(s), 1)]
        return "\n".join([letters, *rows, letters, f"{self.players[s.turn]} to move"])

    def read(self, text: str) -> State:
        """A drawn board and whose turn it is, or a line of OBF: squares in reading order, player to move, anything after `;`."""
        rows, turn = self._split(text.lower().replace("-", "."))
        signs = "".join(display.checked_rows(self, rows, self.size, self.size, _SYMBOLS))
        if turn not in self.players:
            raise PositionError("the board does not tell whose turn it is; add a line `x to move` or `o to move`")
        s = self.fresh()
        middle = s.discs[0] | s.discs[1]
        s.turn = self.players.index(turn)
        s.discs = [board(square for square, sign in zip(self._squares(), signs, strict=True) if sign == x) for x in self.players]
        if (s.discs[0] | s.discs[1]) & middle != middle:
            raise PositionError("the four squares in the middle bear discs from the start on, but here one of them is free")
        return s

    def name(self, s: State, move: int) -> str:
        return "pass" if move == PASS else display.square(self._squares().index(move), self.size)

    def svg(self, s: State) -> str:
        size, edge = 48, 28
        words = display.caption(self, s)
        side = self.size * size + 2 * edge
        picture = display.Picture(side, side + 24, f"{self}: {words}")
        picture.rectangle(edge - 1, edge - 1, side - 2 * edge + 2, side - 2 * edge + 2, "#12402a")
        for row, signs in enumerate(self._rows(s)):
            for col, sign in enumerate(signs):
                x, y = edge + col * size, edge + row * size
                picture.rectangle(x + 1, y + 1, size - 2, size - 2, "#2e8b57")
                if sign != ".":
                    picture.disc(x + size / 2, y + size / 2, size * 0.4, self.colours[sign == "o"], sign)
                picture.spot(display.square(row * self.size + col, self.size), x, y, size, size)
            picture.text(edge / 2, edge + (row + 0.6) * size, str(row + 1), size=14)
            picture.text(edge + (row + 0.5) * size, edge - 10, display.letters(self.size)[row], size=14)
        picture.text(side / 2, side + 10, f"{words}, {count(s.discs[0])} : {count(s.discs[1])}")
        return str(picture)

    def _squares(self) -> list[int]:
        """Numbers of the squares in reading order."""
        return [8 * row + col for row in self.ranks for col in self.ranks]

    def _rows(self, s: State) -> list[str]:
        """The board, top row first."""
        signs = "".join(_SYMBOLS[(s.discs[0] >> square & 1) + 2 * (s.discs[1] >> square & 1)] for square in self._squares())
        return [signs[start : start + self.size] for start in range(0, len(signs), self.size)]

    def _split(self, text: str) -> tuple[list[str], str]:
        """The rows of a board, without letters and numbers at its edges, and who is to move."""
        line = re.fullmatch(r"([.xo]+)\s+([xo])\s*(;.*)?", text.strip(), re.DOTALL)
        if line is not None:
            if len(line[1]) != self.size**2:
                raise PositionError(f"a board of {self} has {self.size**2} squares, but the text has {len(line[1])}")
            return re.findall("." * self.size, line[1]), line[2]
        rows: list[str] = []
        turn = ""
        for row in filter(None, map(str.strip, text.replace("/", "\n").splitlines())):
            if row.endswith(" to move") and not turn:
                turn = row.removesuffix(" to move")
            elif "".join(row.split()) != display.letters(self.size):
                rows.append(_unnumbered(row, str(len(rows) + 1)))
        return rows, turn


def image(discs: int, swaps: tuple[tuple[int, int], ...]) -> int:
    """The board mirrored or turned; `~mask` cuts nothing off, but lets a compiled shift reach the bit of the sign."""
    for step, mask in swaps:
        moved = (discs ^ (discs >> step)) & mask
        discs ^= moved ^ ((moved << step) & ~mask)
    return discs


def hashed(x: int, o: int) -> int:
    """A number of 63 bits for two boards; the products fit, for compiled numbers must not overflow."""
    code, low = 0, 0xFFFFFFFF
    for half in (x & low, x >> 32 & low, o & low, o >> 32 & low, 0):
        code = ((code ^ half) & low) * 0x5F356495 ^ (code >> 32) * 0x9E3779B1
    return code


def _directions(ranks: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """For each direction the bits to shift by, and the squares whose neighbours on either side are on the board."""
    across = board(8 * row + col for row in ranks for col in ranks[1:-1])
    along = board(8 * row + col for row in ranks[1:-1] for col in ranks)
    return (1, across), (8, along), (7, across & along), (9, across & along)


def _rim(ranks: tuple[int, ...]) -> tuple[tuple[tuple[int, int], ...], int]:
    """The corners, each with the three squares next to it, and the squares at the edges between corners."""
    first, last = ranks[0], ranks[-1]
    corners = []
    for row, down in ((first, 8), (last, -8)):
        for col, right in ((first, 1), (last, -1)):
            corner = 8 * row + col
            corners.append((board([corner]), board([corner + down, corner + right, corner + down + right])))
    ends = (first, last)
    return tuple(corners), board(8 * row + col for row in ranks for col in ranks if (row in ends) != (col in ends))


def _unnumbered(row: str, number: str) -> str:
    """A row without its number, which may stand at both ends."""
    match = re.fullmatch(r"(\d*)\s*(.*?)\s*(\d*)", row)
    assert match is not None
    if match[1] not in ("", number) or match[3] not in ("", number):
        raise PositionError(f"row `{row}` should bear the number {number}: row 1 is on top")
    return match[2]
