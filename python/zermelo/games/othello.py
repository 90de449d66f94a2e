"""Othello: put a disc so that discs of the opponent lie in a straight line between it and another of yours; they become yours.

          a  b  c  d  e  f  g  h
      1   0  1  2  3  4  5  6  7      x is Black and begins. A move is the number of a square. Move 64 is
      2   8  9 10 11 12 13 14 15      a pass, legal only if the player has no other move and the opponent
      3  16 17 18 19 20 21 22 23      has one.
      4  24 25 26  o  x 29 30 31
      5  32 33 34  x  o 37 38 39
      6  40 41 42 43 44 45 46 47      Boards of size 6 and 4 are the middle of this one, and squares keep
      7  48 49 50 51 52 53 54 55      their numbers: a1 of the smallest board is 18.
      8  56 57 58 59 60 61 62 63

With `discs=True` a game is worth the difference of discs, and the winner gets the free squares, too, as in tournaments. The bounds are wider
than that, so that every result is points: searches find its exact score, and do not look for the soonest of many ways to win all discs.

The discs of a player are a bitboard of 64 bits. Shifting it by 1, 8, 7 or 9 bits moves every disc by one square along its row, column or
diagonal, so all moves of a position are found at once. Shifted boards are masked to squares inside the edges.

The evaluation compares features of both players:

    mobility       moves: whoever runs out of good ones must give away a corner
    edges          squares at the edges between the corners
    corners        corners, whose discs are never turned
    risk           squares next to a free corner, from which the opponent may take it
    diagonals      those of them that touch the corner diagonally, which are the worst
    frontier       discs with a free square beside them on a line that goes on behind them: they give the opponent moves
    parity         1 for the player who will make the last move if nobody passes, -1 for the other
    late_mobility  moves once more, times the share of the board that is full: they count most when few are left

The number of discs does not count, because most discs are turned again. Moves into a corner change the evaluation most, so they are noisy.

Moves are ordered for solving: first those that leave the opponent few replies ("fastest first"), now and later, and no corner. Near the end
squares in a quarter of the board with an odd number of free squares come first, because there one makes the last move. With hardly any squares
left, counting replies costs more than it saves.
"""

import re
from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import DRAW, ONGOING, Field, Game, State, display, i8, turn_line, u64
from zermelo.games.shared import parameters
from zermelo.games.shared.bitboard import FULL, Lines, Runs, axes, board, count, lines, lowest

PASS = 64
OPENING = 20
"""Up to this number of discs mirror images share a key. Later they hardly ever meet, and computing them takes time."""
LATE, LAST = 20, 5
"""With at most so many free squares, parity counts in the order of moves; with at most so many, nothing else does but corners."""
DIAGONAL = ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
HALF_TURN = (
    (1, 0x5555555555555555),
    (2, 0x3333333333333333),
    (4, 0x0F0F0F0F0F0F0F0F),
    (8, 0x00FF00FF00FF00FF),
    (16, 0x0000FFFF0000FFFF),
    (32, 0x00000000FFFFFFFF),
)
"""Symmetries of the board, as steps: in each, every square of the mask is exchanged with the one so many bits higher."""
BAND = 4
"""Discs of one stage of the patterns."""
PATTERNS = {
    "edge": (*range(8), 9, 14),
    "corner": (0, 1, 2, 8, 9, 10, 16, 17, 18),
    "block": (*range(5), *range(8, 13)),
    "row_2": tuple(range(8, 16)),
    "row_3": tuple(range(16, 24)),
    "row_4": tuple(range(24, 32)),
    **{f"diagonal_{length}": tuple(range(8 - length, 8 * length, 9)) for length in range(8, 3, -1)},
    "tempo": (),
}
"""Squares that are evaluated together, on a board of size 8: an edge with the two squares inside it, the corners, and lines. The last is the same in
every position: what it is worth to be the one to move."""
_SYMBOLS = ".xo"


class Othello(Runs, Lines, Game):
    """Turn the discs between two of yours; the player with more discs wins.

    Goal: Have more discs on the board than your opponent at the end.

    Setup: The board has eight rows and eight columns. Four discs lie in the middle, two of each player, each pair on a
    diagonal. x, who has the black discs, begins.

    Moves: The players take turns. You put a new disc on a free square so that at least one disc of the opponent lies in a
    straight or diagonal line, without a gap, between the new disc and another of yours. All discs that are enclosed like
    this, in every direction, are turned and become yours. A player who has no such move passes; otherwise passing is not
    allowed.

    End: The game is over when neither player can move. The player with more discs wins.

    Draws: Equal numbers of discs are a draw.

    Variants: The board may have six or four rows. The result may be the difference of discs, as in tournaments; the winner
    then also gets the free squares.
    """

    native = "othello"
    colours = ("#111111", "#fafafa")
    weights = {
        "mobility": 2.45,
        "edges": 3.351,
        "corners": 40.4,
        "risk": -12.67,
        "diagonals": -11.99,
        "frontier": -3.892,
        "parity": 6.854,
        "late_mobility": 1.806,
    }
    # zermelo tune othello --evaluate old.toml --games 700 --rounds 2 --nodes 300 --match 400
    # from the weights 6, 3, 30 and -16 of the first four, and 0 for the others; docs/background/tuning.md has the match.
    pattern_stages = 60 // BAND
    pattern_weights = "othello.patterns"
    pattern_symmetries = (
        tuple(8 * (square % 8) + square // 8 for square in range(64)),
        tuple(square ^ 7 for square in range(64)),
    )
    max_moves = 64
    move_numbers = PASS + 1

    def __init__(self, size: int = 8, discs: bool = False) -> None:
        parameters.choice("othello", "size", size, (4, 6, 8))
        parameters.flag("othello", "discs", discs)
        self.size, self.by_discs, self.area = size, discs, size * size
        self.patterns = PATTERNS if size == 8 else {}
        if discs:
            self.bounds = (-self.area - 1, self.area + 1)
        self.ranks = tuple(range(4 - size // 2, 4 + size // 2))
        self.bits = (*(board([square]) for square in range(64)), 0)
        self.directions = axes(self.ranks, self.ranks, 8)
        self.corners, self.edges = _rim(self.ranks)
        self.diagonals = _diagonals(self.ranks)
        self.lines = lines(self.ranks, self.ranks, 8)
        self.whole = board(self._squares())
        self.quarters = (*(self.whole & _quarter(square) for square in range(64)), 0)
        self.every_corner = sum(corner for corner, _ in self.corners)

    def native_parameters(self) -> dict[str, int]:
        return dict(size=self.size, discs=self.by_discs)

    def defines(self, rule: str) -> bool:
        """With `discs=True` results are points, and there is no rule `winner`."""
        return not (rule == "winner" and self.by_discs) and super().defines(rule)

    def state(self) -> Mapping[str, Field]:
        return dict(discs=u64([board([28, 35]), board([27, 36])]), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        targets = self.targets(s.discs[s.turn], s.discs[1 - s.turn])
        if targets == 0:  # the opponent has a move, otherwise the game would be over
            yield PASS
        while targets != 0:
            yield lowest(targets)
            targets &= targets - 1

    def play(self, s: State, move: int) -> None:
        mine, yours = s.discs[s.turn], s.discs[1 - s.turn]
        turned = self.turned(mine, yours, move)
        s.discs[s.turn] = mine | turned | self.bits[move]
        s.discs[1 - s.turn] = yours & ~turned
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        if not self.over(s):
            return ONGOING
        lead = count(s.discs[0]) - count(s.discs[1])
        return DRAW if lead == 0 else 0 if lead > 0 else 1

    def over(self, s: State) -> bool:
        x, o = s.discs[0], s.discs[1]
        return self.targets(x, o) == 0 and self.targets(o, x) == 0

    def utility(self, s: State, player: int) -> float:
        return self.result(count(s.discs[player]), count(s.discs[1 - player]))

    def result(self, mine: int, yours: int) -> int:
        """What a number of discs for each player is worth to the first of them; free squares go to the winner."""
        lead = 0 if mine == yours else self.area - 2 * yours if mine > yours else 2 * mine - self.area
        return lead if self.by_discs else (lead > 0) - (lead < 0)

    def features(self, s: State, player: int) -> Iterator[float]:
        """What the player has more of than the opponent; see above."""
        mine, yours = s.discs[player], s.discs[1 - player]
        discs = mine | yours
        lead = count(self.targets(mine, yours)) - count(self.targets(yours, mine))
        filled = count(discs)
        yield lead
        yield count(mine & self.edges) - count(yours & self.edges)
        corners = 0
        around = 0
        for corner, nearby in self.corners:
            if mine & corner != 0:
                corners += 1
            elif yours & corner != 0:
                corners -= 1
            else:
                around |= nearby
        yield corners
        yield count(mine & around) - count(yours & around)
        around &= self.diagonals
        yield count(mine & around) - count(yours & around)
        free, border = FULL & ~discs, 0
        for step, inside in self.directions:
            border |= inside & ((free << step) | (free >> step))
        yield count(mine & border) - count(yours & border)
        yield 1 if ((self.size**2 - filled) % 2 == 1) == (s.turn == player) else -1
        yield lead * filled / self.size**2

    def pattern_cells(self, s: State, player: int) -> Iterator[int]:
        """0 for a free square, 1 for a disc of the player, 2 for one of the opponent."""
        mine, yours = s.discs[player], s.discs[1 - player]
        for square in range(64):
            yield (mine >> square & 1) + 2 * (yours >> square & 1)

    def pattern_stage(self, s: State) -> int:
        """The number of discs, in bands."""
        return min(max(0, count(s.discs[0] | s.discs[1]) - 4) // BAND, self.pattern_stages - 1)

    def noisy(self, s: State, move: int) -> bool:
        return any(self.bits[move] == corner for corner, _ in self.corners)

    def order(self, s: State, move: int) -> float:
        """Few replies and free squares around my discs first, odd quarters before even ones, corners, squares next to a free corner last."""
        mine, yours = s.discs[s.turn], s.discs[1 - s.turn]
        disc, free = self.bits[move], self.whole & ~(mine | yours)
        left = count(free)
        value = 4 if left <= LATE and count(free & self.quarters[move]) % 2 == 1 else 0
        if left > LAST and move != PASS:
            turned = self.turned(mine, yours, move)
            mine |= turned | disc
            replies = self.targets(yours & ~turned, mine)
            value -= 8 * count(replies) + 16 * count(replies & self.every_corner)
            around = self.beside(mine, 0) | self.beside(mine, 1) | self.beside(mine, 2) | self.beside(mine, 3)
            value -= 3 * count(around & free & ~disc)
        for corner, nearby in self.corners:
            if disc == corner:
                value += 20
            elif disc & nearby != 0 and free & corner != 0:
                value -= 10
        return value

    def at_most(self, s: State, player: int) -> float:
        """What a player gets who turns everything but the opponent's stable discs."""
        kept = count(self.stable(s.discs[1 - player], s.discs[player]))
        return self.result(self.area - kept, kept)

    def plies_left(self, s: State) -> int:
        """The number of free squares."""
        return count(self.whole & ~(s.discs[0] | s.discs[1]))

    def key(self, s: State) -> int:
        """A hash of both bitboards. In the opening it is the least one of the four symmetric boards."""
        x, o = s.discs[0], s.discs[1]
        code = hashed(x, o)
        if count(x | o) <= OPENING:
            code = min(code, hashed(image(x, DIAGONAL), image(o, DIAGONAL)))
            x, o = image(x, HALF_TURN), image(o, HALF_TURN)
            code = min(code, hashed(x, o), hashed(image(x, DIAGONAL), image(o, DIAGONAL)))
        return code ^ int(s.turn)

    def show(self, s: State) -> str:
        rows = [" ".join(row) for row in self._rows(s)]
        board = display.framed(rows, " ".join(display.letters(self.size)), range(1, self.size + 1))
        return "\n".join([*board, turn_line.write(self, s.turn)])

    def read(self, text: str) -> State:
        """A drawn board and who is to move, or a line of OBF: squares in reading order, player to move, anything after `;`."""
        rows, turn = self._split(text.lower().replace("-", "."))
        signs = "".join(display.checked_rows(self, rows, self.size, self.size, _SYMBOLS))
        s = self.fresh()
        middle = s.discs[0] | s.discs[1]
        s.turn = turn
        s.discs = [board(square for square, sign in zip(self._squares(), signs, strict=True) if sign == x) for x in self.players]
        if (s.discs[0] | s.discs[1]) & middle != middle:
            raise PositionError("a square in the middle is free, but these four squares have discs from the start")
        return s

    def name(self, s: State, move: int) -> str:
        return "pass" if move == PASS else display.square(self._squares().index(move), self.size)

    def svg(self, s: State) -> str:
        words = f"{display.caption(self, s)}, {count(s.discs[0])} : {count(s.discs[1])}"
        picture = display.BoardPicture(self, words, self.size, self.size, ("#12402a", "#12402a"), down=True)
        signs, size = "".join(self._rows(s)), picture.size
        for square, x, y in picture.squares():
            picture.rectangle(x + 1, y + 1, size - 2, size - 2, "#2e8b57")
            if signs[square] != ".":
                picture.disc(x + size / 2, y + size / 2, size * 0.4, self.colours[signs[square] == "o"], signs[square])
        return str(picture)

    def _squares(self) -> list[int]:
        """The numbers of the squares in reading order."""
        return [8 * row + col for row in self.ranks for col in self.ranks]

    def _rows(self, s: State) -> list[str]:
        """The rows of the board, top row first."""
        signs = "".join(_SYMBOLS[(s.discs[0] >> square & 1) + 2 * (s.discs[1] >> square & 1)] for square in self._squares())
        return [signs[start : start + self.size] for start in range(0, len(signs), self.size)]

    def _split(self, text: str) -> tuple[list[str], int]:
        """The rows of a board, without letters and numbers at its edges, and who is to move."""
        line = re.fullmatch(r"([.xo]+)\s+([xo])\s*(;.*)?", text.strip(), re.DOTALL)
        if line is not None:
            if len(line[1]) != self.size**2:
                raise PositionError(f"a board of {self} has {self.size**2} squares, but the text has {len(line[1])}")
            return re.findall("." * self.size, line[1]), self.players.index(line[2])
        lines, turn = turn_line.split_turn(self, text)
        return display.read_rows(lines, display.letters(self.size), range(1, self.size + 1)), turn_line.required(self, turn)


def image(discs: int, swaps: tuple[tuple[int, int], ...]) -> int:
    """The board mirrored or turned."""
    for step, mask in swaps:
        moved = (discs ^ (discs >> step)) & mask
        discs ^= moved ^ ((moved << step) & FULL)
    return discs


def hashed(x: int, o: int) -> int:
    """A number of 63 bits for two bitboards. The products are small enough not to overflow in compiled code."""
    code, low = 0, 0xFFFFFFFF
    for half in (x & low, x >> 32 & low, o & low, o >> 32 & low, 0):
        code = ((code ^ half) & low) * 0x5F356495 ^ (code >> 32) * 0x9E3779B1
    return code


def _rim(ranks: tuple[int, ...]) -> tuple[tuple[tuple[int, int], ...], int]:
    """The corners, each with the three squares next to it, and the edge squares between the corners."""
    first, last = ranks[0], ranks[-1]
    corners = []
    for row, down in ((first, 8), (last, -8)):
        for col, right in ((first, 1), (last, -1)):
            corner = 8 * row + col
            corners.append((board([corner]), board([corner + down, corner + right, corner + down + right])))
    ends = (first, last)
    return tuple(corners), board(8 * row + col for row in ranks for col in ranks if (row in ends) != (col in ends))


def _quarter(square: int) -> int:
    """The squares of the board of 64 that are in the same quarter as a square."""
    top, left = square // 32 * 4, square % 8 // 4 * 4
    return board(8 * row + col for row in range(top, top + 4) for col in range(left, left + 4))


def _diagonals(ranks: tuple[int, ...]) -> int:
    """The squares that touch a corner diagonally."""
    inner = (ranks[1], ranks[-2])
    return board(8 * row + col for row in inner for col in inner)
