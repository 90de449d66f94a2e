"""EinStein würfelt nicht! (Ingo Althöfer, 2004): a die says which stone must move. The first player in the far corner wins.

       a  b  c  d  e
    5  .  . o3 o2 o1  5
    4  .  .  . o5 o4  4       x goes to e5, o to a1.
    3 x6  .  .  . o6  3
    2 x4 x5  .  .  .  2       There is always a legal move: only in the far corner a stone cannot move.
    1 x1 x2 x3  .  .  1
       a  b  c  d  e

    cells[5 * row + col]      0 free, 1 to 6 the stones of x, 7 to 12 those of o; places[stone - 1] is the stone's square, or -1
    move                      3 * (number - 1) + 0, 1 or 2: sideways, diagonally, ahead
    outcome                   1 to 6, the face of the die

By default both players have their stones as above, numbered along the rows from their own corner: `setup=123456`. Any other order of
the six numbers is possible; for o it is seen from the other side of the board. With `setup=random` chance puts a stone on each square of
a home, in that order. With `setup=free` the players do, first x, then o; a move is then the number of the stone.

The evaluation looks at each face of the die and at the stones that it lets a player move. How far is the nearest of them from the far
corner? One step is worth 1.05 points to the player whose turn comes next, two steps 0.30, three 0.12; to the other player 0.60, 0.17
and 0.09. Once the die is rolled, all six faces are what it shows. The difference d becomes a value between -1 and 1,
d / sqrt(4 + d * d). The points were fitted to the results of games between players that looked one move ahead.
"""

import math
import re
from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import CHANCE, ONGOING, Field, Game, State, display, i8

SIDE, SQUARES, STONES = 5, 25, 6
HOME = (0, 1, 2, 5, 6, 10)
"""The squares of x's home, along the rows from the corner. Those of o are the same from the other side."""
POINTS = ((0, 105, 30, 12, 0), (0, 60, 17, 9, 0))
"""Hundredths of points for a face of the die by distance, for the player whose turn comes next and for the other."""
WIN, CAPTURE, LOSS = 1000, 10, -5
_TOKEN = re.compile(r"\.|[xo][1-6]")
_LAST_LINE = re.compile(r"([xo]) (rolls|won|sets up|to move with an? ([1-6]))")
_PIPS = ("", "4", "26", "246", "0268", "02468", "023568")
"""The places of the pips on each face of the die, in a grid of nine."""


class Einstein(Game):
    """A die says which stone must move; the first player in the far corner wins.

    Goal: Bring one of your stones to the far corner of the board, or capture all stones of your opponent.

    Setup: On a board of five rows and five columns each player has six stones, numbered 1 to 6: x at the bottom left, o at
    the top right. x begins.

    Moves: You roll a die and must move the stone with that number by one square: x moves right, up or diagonally up to the
    right, o moves left, down or diagonally down to the left. If that stone is gone, you move your stone with the next lower
    or the next higher number that is left, as you like. A stone on the target square is captured, also if it is your own.

    End: The first player with a stone in the far corner wins. So does a player who captures the last stone of the opponent.

    Draws: There are no draws.

    Variants: The stones may stand in another order, in a random order, or in an order that each player chooses, first x, then
    o.
    """

    max_moves = 6
    move_numbers = 18
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
            for stone in (lower, higher if higher > lower else STONES):
                if 0 <= stone < STONES:
                    for way in range(3):
                        if self.targets[s.turn][s.places[STONES * s.turn + stone]][way] >= 0:
                            yield 3 * stone + way

    def movable(self, s: State, player: int, die: int) -> tuple[int, int]:
        """The lower and the higher stone that a face of the die lets a player move, from 0. They may be equal; -1 and 6 mean none."""
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
        """Put a stone on the next square of a home. When both homes are full, x begins."""
        square = self.home[s.turn][s.stones[s.turn]]
        s.cells[square] = STONES * s.turn + number
        s.places[STONES * s.turn + number - 1] = square
        s.stones[s.turn] += 1
        s.placed += 1
        s.turn = 1 if STONES <= s.placed < 2 * STONES else 0

    def winner(self, s: State) -> int:
        return int(s.result)

    def evaluate(self, s: State, player: int) -> float:
        if s.placed < 2 * STONES:
            return 0.0
        gap = (self.points(s, player) - self.points(s, 1 - player)) / 100
        return gap / math.sqrt(4 + gap * gap)

    def points(self, s: State, player: int) -> int:
        """The points of a player: the sum over the six faces of the die."""
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
        """Moves into the corner first, then captures; captures of own stones last. The foremost stones go first."""
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

    def show(self, s: State) -> str:
        signs = [f"{_sign(cell):>2}" for cell in s.cells]
        rows = [" ".join(signs[row : row + SIDE]) + " " for row in range(SQUARES - SIDE, -1, -SIDE)]
        edge = " ".join(f"{letter:>2}" for letter in display.letters(SIDE))
        return "\n".join([*display.framed(rows, edge, range(SIDE, 0, -1)), self._words(s)])

    def read(self, text: str) -> State:
        lines = display.lines_of(text.lower())
        last = _LAST_LINE.fullmatch(lines.pop()) if lines else None
        if last is None:
            raise PositionError("the last line must say who is to move: `x rolls`, `x to move with a 4`, `x won` or `x sets up`")
        s = self.fresh()
        s.cells = self._read_board([line for line in lines if "".join(line.split()) != display.letters(SIDE)])
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
        """A move such as b2c3. Captures may be written b2xc3."""
        return super().parse(s, text.lower().replace("x", ""))

    def svg(self, s: State) -> str:
        picture = display.BoardPicture(self, self._words(s), SIDE, SIDE, aside=56)
        size = picture.size
        for square, x, y in picture.squares():
            cell = s.cells[square]
            if cell:
                fill = display.COLOURS[(cell - 1) // STONES]
                picture.rectangle(x + 6, y + 6, size - 12, size - 12, fill, rounded=6)
                picture.text(x + size / 2, y + size * 0.66, _sign(cell), size=20, ink=display.PAPER)
        if s.die:
            left, top = picture.edge + SIDE * size + 16, picture.edge + (SIDE * size - size) / 2
            picture.rectangle(left, top, size, size, display.COLOURS[s.turn], rounded=8)
            for pip in map(int, _PIPS[s.die]):
                picture.disc(left + size * (0.25 + pip % 3 / 4), top + size * (0.25 + pip // 3 / 4), 4, display.PAPER)
        return str(picture)

    def _words(self, s: State) -> str:
        if s.result != ONGOING:
            return f"{self.players[s.result]} won"
        what = "sets up" if s.placed < 2 * STONES else "rolls" if s.die == 0 else f"to move with a {s.die}"
        return f"{self.players[s.turn]} {what}"

    def _read_board(self, lines: list[str]) -> list[int]:
        """The cells of a board from its rows, top row first, with or without their numbers."""
        display.check_count(self, lines, SIDE)
        cells: list[int] = []
        for line in reversed(lines):
            row = re.sub(r"^[1-5]\s+|(?<!\s)\s+[1-5]$", "", line)
            signs = _TOKEN.findall(row)
            if len(signs) != SIDE or "".join(signs) != "".join(row.split()):
                raise PositionError(f"row `{line}` must have {SIDE} squares: . for a free one, or a stone such as x3 or o1")
            cells += [0 if sign == "." else STONES * self.players.index(sign[0]) + int(sign[1]) for sign in signs]
        for stone in range(1, 2 * STONES + 1):
            if cells.count(stone) > 1:
                raise PositionError(f"{_sign(stone)} stands on {cells.count(stone)} squares, but each stone exists once")
        return cells

    def _check_homes(self, s: State) -> None:
        """Check a position of the setup: stones are put on the squares of a home in order, those of x first."""
        s.placed = sum(s.stones)
        filled = [square for home, stones in zip(self.home, s.stones, strict=True) for square in home[:stones]]
        if self.setup.isdecimal() or s.placed == 2 * STONES or s.turn != (s.stones[0] == STONES):
            raise PositionError(f"{self.players[s.turn]} does not set up stones in this position; change the last line")
        out_of_order = any((s.cells[square] != 0) != (square in filled) for square in range(SQUARES))
        if out_of_order or (s.stones[1] and s.stones[0] < STONES):
            raise PositionError("stones are set up along the rows from the corner, first those of x: a1 b1 c1 a2 b2 a3")

    def _settle(self, s: State, what: str) -> None:
        """Find the winner; raises PositionError if the last line contradicts the board."""
        arrived = [s.cells[SQUARES - 1] in range(1, STONES + 1), s.cells[0] > STONES]
        won = [player for player in (0, 1) if arrived[player] or s.stones[1 - player] == 0]
        if len(won) > 1:
            raise PositionError("both players have won, but the game ends with the first win")
        if won and (what != "won" or s.turn != won[0]):
            raise PositionError(f"{self.players[won[0]]} has won, so the last line must be `{self.players[won[0]]} won`")
        if what == "won":
            if not won:
                name = self.players[s.turn]
                raise PositionError(
                    f"{name} has not won: {name} has no stone in the far corner, and the opponent has stones left"
                )
            s.result, s.turn = s.turn, 1 - s.turn


def _targets(square: int, step: int) -> tuple[int, ...]:
    """The targets of a stone: sideways, diagonally, ahead; -1 if off the board."""
    row, col = divmod(square, SIDE)
    places = ((row, col + step), (row + step, col + step), (row + step, col))
    return tuple(SIDE * y + x if 0 <= y < SIDE and 0 <= x < SIDE else -1 for y, x in places)


def _sign(cell: int) -> str:
    return "." if cell == 0 else f"{'xo'[(cell - 1) // STONES]}{(cell - 1) % STONES + 1}"
