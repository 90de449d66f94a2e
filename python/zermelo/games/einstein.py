"""EinStein würfelt nicht! (Ingo Althöfer, 2004): a die says which stone must move; first into the far corner wins.

       a  b  c  d  e
    5  .  . o3 o2 o1  5       x is at home at the bottom left and heads for e5; o comes from the top right and heads for a1.
    4  .  .  . o5 o4  4       The player on turn throws the die and moves the stone with its number one square: right, up or
    3 x6  .  .  . o6  3       up right for x; left, down or down left for o. If that stone is gone, it is the next lower or the
    2 x4 x5  .  .  .  2       next higher one that is still there, as the player likes. Whatever stands on the target square is
    1 x1 x2 x3  .  .  1       taken, one's own stones too. A stone in the far corner wins, and so does taking the last stone of
       a  b  c  d  e          the opponent. There always is a move: only in the far corner has a stone nowhere to go.

    cells[5 * row + col]      0 free, 1 to 6 the stones of x, 7 to 12 those of o; places[stone - 1] is where it stands, or -1
    move                      3 * (number - 1) + 0, 1 or 2: sideways, diagonally, ahead
    outcome                   1 to 6, what the die shows

Players arrange their own stones. Here both have them as above, numbered along the rows from their own corner: `setup=123456`.
Any other order of the six numbers will do, for o as seen from the other side of the board. With `setup=random` chance puts a
stone on each square of a home, in that order; with `setup=free` the players do, first x, then o, and a move is the number of
the stone.

The evaluation looks at each face of the die: how far from the far corner is the nearest of the stones that it would let a
player move? One step away, that is worth 1.05 points to the player whose turn comes next, two steps 0.30, three 0.12; to the
other player 0.60, 0.17 and 0.09. Once the die has fallen, all six faces show what it shows. The difference d becomes a value
between -1 and 1, d / sqrt(4 + d * d). The points were fitted to who won games of players that looked one move ahead with such
points.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import display
from zermelo.game.constants import CHANCE, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8

SIDE, SQUARES, STONES = 5, 25, 6
HOME = (0, 1, 2, 5, 6, 10)
"""The squares of x's home, along the rows from the corner; o's are the same from the other side."""
POINTS = ((0, 105, 30, 12, 0), (0, 60, 17, 9, 0))
"""In hundredths: what a face of the die is worth by distance, to the player whose turn comes next and to the other."""
WIN, CAPTURE, LOSS = 1000, 10, -5
_TOKEN = re.compile(r"\.|[xo][1-6]")
_LAST_LINE = re.compile(r"([xo]) (rolls|won|sets up|to move with an? ([1-6]))")
_PIPS = ("", "4", "26", "246", "0268", "02468", "023568")
"""Where a face of the die has its pips, on a grid of nine."""


class Einstein(Game):
    """A die says which stone must move; first into the far corner wins."""

    players = ("x", "o")
    max_moves = 6
    bounded_evaluation = True

    def __init__(self, setup: str | int = "123456") -> None:
        self.setup = str(setup)
        if self.setup not in ("random", "free") and sorted(self.setup) != sorted("123456"):
            raise GameError(
                f"einstein takes setup as random, free, or the numbers 1 to 6 in some order, such as 614253, not {setup!r}"
            )
        self.drawn = self.setup == "random"
        self.targets = tuple(tuple(_targets(square, step) for square in range(SQUARES)) for step in (1, -1))
        ahead = tuple(SIDE - 1 - min(divmod(square, SIDE)) for square in range(SQUARES))
        self.distance = (ahead, ahead[::-1])
        self.home = (HOME, tuple(SQUARES - 1 - square for square in HOME))

    def state(self) -> Mapping[str, Field]:
        cells, places, placed = [0] * SQUARES, [-1] * (2 * STONES), 0
        if self.setup.isdecimal():
            placed = 2 * STONES
            for player, home in enumerate(self.home):
                for square, number in zip(home, map(int, self.setup), strict=True):
                    cells[square], places[STONES * player + number - 1] = STONES * player + number, square
        stones = [placed // 2] * 2
        return dict(cells=i8(cells), places=i8(places), stones=i8(stones), placed=i8(placed), die=i8, result=i8(ONGOING), turn=i8)

    def to_move(self, s: State) -> int:
        if s.placed < 2 * STONES:
            return CHANCE if self.drawn else int(s.turn)
        return CHANCE if s.die == 0 else int(s.turn)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        if s.placed < 2 * STONES:
            for number in range(1, STONES + 1):
                if s.places[STONES * s.turn + number - 1] < 0:
                    yield number, 1 / (STONES - s.stones[s.turn])
        else:
            for face in range(1, 7):
                yield face, 1 / 6

    def moves(self, s: State) -> Iterator[int]:
        if s.placed < 2 * STONES:
            for number in range(1, STONES + 1):
                if s.places[STONES * s.turn + number - 1] < 0:
                    yield number
        else:
            lower, higher = self.movable(s, s.turn, s.die)
            if lower >= 0:
                for way in range(3):
                    if self.targets[s.turn][s.places[STONES * s.turn + lower]][way] >= 0:
                        yield 3 * lower + way
            if STONES > higher > lower:
                for way in range(3):
                    if self.targets[s.turn][s.places[STONES * s.turn + higher]][way] >= 0:
                        yield 3 * higher + way

    def movable(self, s: State, player: int, die: int) -> tuple[int, int]:
        """The stones that a face of the die lets a player move, from 0; -1 and 6 stand for none, and both may be the same."""
        first = STONES * player
        lower = higher = die - 1
        while lower >= 0 and s.places[first + lower] < 0:
            lower -= 1
        while higher < STONES and s.places[first + higher] < 0:
            higher += 1
        return lower, higher

    def play(self, s: State, choice: int) -> None:
        if s.placed < 2 * STONES:
            self.put(s, choice)
        elif s.die == 0:
            s.die = choice
        else:
            stone = STONES * s.turn + choice // 3
            source = s.places[stone]
            target = self.targets[s.turn][source][choice % 3]
            taken = s.cells[target]
            if taken != 0:
                s.places[taken - 1] = -1
                s.stones[(taken - 1) // STONES] -= 1
            s.cells[source] = 0
            s.cells[target] = 1 + stone
            s.places[stone] = target
            if self.distance[s.turn][target] == 0 or s.stones[1 - s.turn] == 0:
                s.result = s.turn
            s.die = 0
            s.turn = 1 - s.turn

    def put(self, s: State, number: int) -> None:
        """The next square of a home gets its stone; when both are full, x begins."""
        square = self.home[s.turn][s.stones[s.turn]]
        s.cells[square] = STONES * s.turn + number
        s.places[STONES * s.turn + number - 1] = square
        s.stones[s.turn] += 1
        s.placed += 1
        s.turn = 1 if STONES <= s.placed < 2 * STONES else 0

    def winner(self, s: State) -> int:
        return int(s.result)

    # Taste

    def evaluate(self, s: State, player: int) -> float:
        if s.placed < 2 * STONES:
            return 0.0
        gap = (self.points(s, player) - self.points(s, 1 - player)) / 100
        return gap / math.sqrt(4 + gap * gap)

    def points(self, s: State, player: int) -> int:
        """What the six faces of the die are worth to a player, by how near they bring a stone to the far corner."""
        total = 0
        for face in range(1, 7):
            die = s.die if s.die > 0 and player == s.turn else face
            lower, higher = self.movable(s, player, die)
            nearest = SIDE - 1
            if lower >= 0:
                nearest = self.distance[player][s.places[STONES * player + lower]]
            if higher < STONES:
                nearest = min(nearest, self.distance[player][s.places[STONES * player + higher]])
            total += POINTS[0 if player == s.turn else 1][nearest]
        return total

    def order(self, s: State, move: int) -> float:
        """Into the corner, then captures, each with the foremost stones first; taking one's own stones last."""
        if s.placed < 2 * STONES:
            return 0
        target = self.targets[s.turn][s.places[STONES * s.turn + move // 3]][move % 3]
        taken = s.cells[target]
        if self.distance[s.turn][target] == 0:
            return WIN
        if taken == 0:
            return -int(self.distance[s.turn][target])
        return (LOSS if (taken - 1) // STONES == s.turn else CAPTURE) - int(self.distance[s.turn][target])

    def noisy(self, s: State, move: int) -> bool:
        """Captures of the opponent's stones, and moves into the corner."""
        return s.placed == 2 * STONES and self.order(s, move) >= CAPTURE - SIDE

    # Faces

    def show(self, s: State) -> str:
        edge = " " + "".join(f"{letter:>3}" for letter in display.letters(SIDE))
        rows = [
            f"{row + 1}{''.join(f'{_sign(cell):>3}' for cell in s.cells[SIDE * row : SIDE * row + SIDE])}  {row + 1}"
            for row in range(SIDE - 1, -1, -1)
        ]
        return "\n".join([edge, *rows, edge, self._words(s)])

    def read(self, text: str) -> State:
        lines = [line.strip() for line in text.lower().replace("/", "\n").splitlines()]
        lines = [line for line in lines if line and "".join(line.split()) != display.letters(SIDE)]
        last = _LAST_LINE.fullmatch(lines[-1]) if lines else None
        if last is None:
            raise PositionError(
                "the last line must say whose turn it is: `x rolls`, `x to move with a 4`, `x won` or `x sets up`"
            )
        s = self.fresh()
        s.cells = self._read_board(lines[:-1])
        s.places = [s.cells.index(stone) if stone in s.cells else -1 for stone in range(1, 2 * STONES + 1)]
        s.stones = [sum(place >= 0 for place in s.places[first : first + STONES]) for first in (0, STONES)]
        s.turn, s.die = self.players.index(last[1]), int(last[3] or 0)
        if last[2] == "sets up":
            self._check_homes(s)
        else:
            s.placed = 2 * STONES
            self._settle(s, last[2])
        return s

    def name(self, s: State, move: int) -> str:
        if s.placed < 2 * STONES or s.die == 0:
            return str(move)
        source = s.places[STONES * s.turn + move // 3]
        return display.square(source, SIDE) + display.square(self.targets[s.turn][source][move % 3], SIDE)

    def parse(self, s: State, text: str) -> int:
        """Such as b2c3; captures may be written b2xc3."""
        return super().parse(s, text.lower().replace("x", ""))

    def svg(self, s: State) -> str:
        size, edge, words = 48, 28, self._words(s)
        picture = display.Picture(SIDE * size + 2 * edge + 56, SIDE * size + 2 * edge + 24, f"{self}: {words}")
        for square, cell in enumerate(s.cells):
            row, col = divmod(square, SIDE)
            x, y = edge + col * size, edge + (SIDE - 1 - row) * size
            picture.rectangle(x, y, size, size, display.SQUARES[(row + col) % 2])
            if cell:
                fill = display.COLOURS[(cell - 1) // STONES]
                picture.rectangle(x + 6, y + 6, size - 12, size - 12, fill, rounded=6)
                picture.text(x + size / 2, y + size * 0.66, _sign(cell), size=20, ink=display.PAPER)
            picture.spot(display.square(square, SIDE), x, y, size, size)
        for at, letter in enumerate(display.letters(SIDE)):
            picture.text(edge / 2, edge + (SIDE - at - 0.4) * size, str(at + 1), size=14)
            picture.text(edge + (at + 0.5) * size, SIDE * size + 2 * edge - 10, letter, size=14)
        if s.die:
            left, top = edge + SIDE * size + 16, edge + (SIDE * size - size) / 2
            picture.rectangle(left, top, size, size, display.COLOURS[s.turn], rounded=8)
            for pip in map(int, _PIPS[s.die]):
                picture.disc(left + size * (0.25 + pip % 3 / 4), top + size * (0.25 + pip // 3 / 4), 4, display.PAPER)
        picture.text(picture.width / 2, picture.height - 14, words)
        return str(picture)

    def _words(self, s: State) -> str:
        if s.result != ONGOING:
            return f"{self.players[s.result]} won"
        what = "sets up" if s.placed < 2 * STONES else "rolls" if s.die == 0 else f"to move with a {s.die}"
        return f"{self.players[s.turn]} {what}"

    def _read_board(self, lines: list[str]) -> list[int]:
        """The cells of a drawn board, top row first, with or without letters and numbers at its edges."""
        if len(lines) != SIDE:
            raise PositionError(f"a board of {self} has {SIDE} rows, but the text has {len(lines)}")
        cells: list[int] = []
        for line in reversed(lines):
            row = re.sub(r"^[1-5]\s+|\s+[1-5]$", "", line)
            signs = _TOKEN.findall(row)
            if len(signs) != SIDE or "".join(signs) != "".join(row.split()):
                raise PositionError(f"row `{line}` should hold {SIDE} squares: . if free, else a stone such as x3 or o1")
            cells += [0 if sign == "." else STONES * self.players.index(sign[0]) + int(sign[1]) for sign in signs]
        for stone in range(1, 2 * STONES + 1):
            if cells.count(stone) > 1:
                raise PositionError(f"{_sign(stone)} stands on {cells.count(stone)} squares, but there is one of each stone")
        return cells

    def _check_homes(self, s: State) -> None:
        """Stones are put on the squares of a home one after the other, those of x first."""
        s.placed = sum(s.stones)
        filled = [square for home, stones in zip(self.home, s.stones, strict=True) for square in home[:stones]]
        if self.setup.isdecimal() or s.placed == 2 * STONES or s.turn != (s.stones[0] == STONES):
            raise PositionError(f"{self.players[s.turn]} does not set up stones here; the last line must say something else")
        if any((s.cells[square] != 0) != (square in filled) for square in range(SQUARES)) or (
            s.stones[1] and s.stones[0] < STONES
        ):
            raise PositionError("stones are set up along the rows from the corner, those of x first: a1 b1 c1 a2 b2 a3")

    def _settle(self, s: State, what: str) -> None:
        """Find out who has won, or say why it cannot be."""
        arrived = [s.cells[SQUARES - 1] in range(1, STONES + 1), s.cells[0] > STONES]
        won = [player for player in (0, 1) if arrived[player] or s.stones[1 - player] == 0]
        if len(won) > 1:
            raise PositionError("both players would have won, but the game ends with the first who does")
        if won and (what != "won" or s.turn != won[0]):
            raise PositionError(f"{self.players[won[0]]} has won, so the last line must be `{self.players[won[0]]} won`")
        if what == "won":
            if not won:
                raise PositionError(
                    f"{self.players[s.turn]} has not won: that takes a stone in the far corner, or all of the opponent's"
                )
            s.result, s.turn = s.turn, 1 - s.turn


def _targets(square: int, step: int) -> tuple[int, ...]:
    """Where a stone may go: sideways, diagonally, ahead; -1 where that is off the board."""
    row, col = divmod(square, SIDE)
    places = ((row, col + step), (row + step, col + step), (row + step, col))
    return tuple(SIDE * y + x if 0 <= y < SIDE and 0 <= x < SIDE else -1 for y, x in places)


def _sign(cell: int) -> str:
    return "." if cell == 0 else f"{'xo'[(cell - 1) // STONES]}{(cell - 1) % STONES + 1}"
