"""Isolation: walk on a board that crumbles. The square a piece leaves is blocked for good; whoever cannot move loses.

    5  20 21 22 23 24      x starts on the middle of the bottom edge, o on the middle of the top edge (start="edge"),
    4  15 16 17 18 19      or in opposite corners (start="corners"), or each first puts its piece on any free square
    3  10 11 12 13 14      (start="free").
    2   5  6  7  8  9
    1   0  1  2  3  4
        a  b  c  d  e

Pieces move like a chess queen, king or knight and never onto or, but for the knight, over a blocked or occupied square.
A move is the number of its target square. The evaluation is the number of my moves minus the number of yours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError, nearest
from zermelo.game import display
from zermelo.game.constants import ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8

MAX_SIDE = 10
BLOCKED = 3
_SYMBOLS = ".xo#"
_STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_PIECES = {"queen": _STEPS, "king": _STEPS, "knight": _JUMPS}
_STARTS = ("edge", "corners", "free")


class Isolation(Game):
    """The square you leave is blocked for good; whoever cannot move loses."""

    players = ("x", "o")

    def __init__(self, rows: int = 5, cols: int = 5, moves: str = "queen", start: str = "edge") -> None:
        _check(rows, cols, moves, start)
        self.rows, self.cols = rows, cols
        self.squares = rows * cols
        self.max_moves = self.squares
        self.slides = moves == "queen"
        self.steps = _STEPS
        self.targets = _targets(rows, cols, _PIECES[moves])
        self.places = _places(rows, cols, start)

    def state(self) -> Mapping[str, Field]:
        cells = [0] * self.squares
        for player, place in enumerate(self.places):
            if place >= 0:
                cells[place] = 1 + player
        return dict(cells=i8(cells), place=i8(self.places), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        place = s.place[s.turn]
        if place < 0:
            for square in range(self.squares):
                if s.cells[square] == 0:
                    yield square
        elif not self.slides:
            for square in self.targets[place]:
                if s.cells[square] == 0:
                    yield square
        else:
            # A queen's targets in ascending order: rows below from the bottom up, the own row, rows above.
            south_west = self.reach(s, place, -1, -1)
            south = self.reach(s, place, -1, 0)
            south_east = self.reach(s, place, -1, 1)
            for distance in range(max(south_west, south, south_east), 0, -1):
                square = place - distance * self.cols
                if distance <= south_west:
                    yield square - distance
                if distance <= south:
                    yield square
                if distance <= south_east:
                    yield square + distance
            for distance in range(self.reach(s, place, 0, -1), 0, -1):
                yield place - distance
            for distance in range(1, self.reach(s, place, 0, 1) + 1):
                yield place + distance
            north_west = self.reach(s, place, 1, -1)
            north = self.reach(s, place, 1, 0)
            north_east = self.reach(s, place, 1, 1)
            for distance in range(1, max(north_west, north, north_east) + 1):
                square = place + distance * self.cols
                if distance <= north_west:
                    yield square - distance
                if distance <= north:
                    yield square
                if distance <= north_east:
                    yield square + distance

    def reach(self, s: State, place: int, up: int, right: int) -> int:
        """How many free squares lie ahead in one direction."""
        row = place // self.cols + up
        col = place % self.cols + right
        length = 0
        while 0 <= row < self.rows and 0 <= col < self.cols and s.cells[row * self.cols + col] == 0:
            length += 1
            row += up
            col += right
        return length

    def play(self, s: State, move: int) -> None:
        place = s.place[s.turn]
        if place >= 0:
            s.cells[place] = BLOCKED
        s.cells[move] = 1 + s.turn
        s.place[s.turn] = move
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        place = s.place[s.turn]
        if place < 0:
            return ONGOING
        for square in self.targets[place]:
            if s.cells[square] == 0:
                return ONGOING
        return 1 - int(s.turn)

    def evaluate(self, s: State, player: int) -> float:
        return self.mobility(s, player) - self.mobility(s, 1 - player)

    def mobility(self, s: State, player: int) -> int:
        """How many moves a player has."""
        place = s.place[player]
        count = 0
        if place < 0:
            for square in range(self.squares):
                if s.cells[square] == 0:
                    count += 1
        elif self.slides:
            for up, right in self.steps:
                count += self.reach(s, place, up, right)
        else:
            for square in self.targets[place]:
                if s.cells[square] == 0:
                    count += 1
        return count

    def show(self, s: State) -> str:
        return display.lettered(display.cell_rows(s.cells, self.cols, _SYMBOLS))

    def read(self, text: str) -> State:
        s = self.fresh()
        s.cells = display.read_cells(self, text, self.rows, self.cols, _SYMBOLS, display.letters(self.cols))
        self._settle(s)
        return s

    def name(self, s: State, move: int) -> str:
        return display.square(move, self.cols)

    def svg(self, s: State) -> str:
        return display.board_svg(self, s, display.cell_rows(s.cells, self.cols, _SYMBOLS), _SYMBOLS, named=True)

    def _settle(self, s: State) -> None:
        """Find the pieces and whose turn it is: every move blocks a square, except those that put a piece on the board."""
        free = self.places[0] < 0
        blocked = s.cells.count(BLOCKED)
        for player, name in enumerate(self.players):
            found = s.cells.count(1 + player)
            if found > 1 or (found == 0 and not free):
                raise PositionError(f"there must be one piece {name} on the board, but there are {found}")
            s.place[player] = s.cells.index(1 + player) if found else -1
        placed = sum(place >= 0 for place in s.place)
        if free and placed < 2 and (blocked or s.place[1] >= 0):
            raise PositionError("x and then o put their pieces on the board before any square is blocked")
        s.turn = (blocked + placed * free) % 2
        for player, place in enumerate(self.places):
            if not free and s.cells[place] != (BLOCKED if blocked > player else 1 + player):
                where = f"{self.players[player]} starts on {display.square(place, self.cols)}"
                raise PositionError(
                    f"{where}, so with {blocked} moves made it should be {'blocked' if blocked > player else 'there'}"
                )


def _check(rows: int, cols: int, moves: str, start: str) -> None:
    for name, number in (("rows", rows), ("cols", cols)):
        if not isinstance(number, int) or isinstance(number, bool) or not 2 <= number <= MAX_SIDE:
            raise GameError(f"isolation takes {name} as a whole number from 2 to {MAX_SIDE}, not {number!r}")
    for name, word, known in (("moves", moves, tuple(_PIECES)), ("start", start, _STARTS)):
        if word not in known:
            raise GameError(
                f"isolation takes {name} as {', '.join(known[:-1])} or {known[-1]}, not {word!r}.{nearest(str(word), known)}"
            )


def _targets(rows: int, cols: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """For each square, the squares one step or jump away, ascending."""
    return tuple(
        tuple((row + up) * cols + col + right for up, right in steps if 0 <= row + up < rows and 0 <= col + right < cols)
        for row in range(rows)
        for col in range(cols)
    )


def _places(rows: int, cols: int, start: str) -> tuple[int, int]:
    """Where the pieces of x and o begin; -1 for not yet on the board."""
    if start == "free":
        return -1, -1
    if start == "corners":
        return 0, rows * cols - 1
    return cols // 2, (rows - 1) * cols + (cols - 1) // 2
