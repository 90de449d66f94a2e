"""The board of Go: neighbours of points, their names, and the board as text and as a picture.

Points are numbered row by row from the lower left corner. Their names are a letter and the number of the row: A1 is point 0. The letter I
is left out, because it looks like J. One more point, with the number of a pass, surrounds the board and stands for missing neighbours,
so every point has four neighbours and four diagonal neighbours.
"""

import re
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from zermelo.errors import MoveError, PositionError
from zermelo.game import Game, display, turn_line

LETTERS = "ABCDEFGHJKLMNOPQRST"
PASS = "pass"
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_SIGNS = ".XO"
_MOVES, _SET_UP = "moves", ("set up black", "set up white")
_WIDTH = 72
_CELL, _EDGE, _STONE = 32, 44, 15.2
_LINE, _FAINT = "#3a2a14", "#5d4a2c"
_DEFINITIONS = (
    '<defs><linearGradient id="go-wood" x2="0.15" y2="1"><stop stop-color="#e8bf7c"/><stop offset="1" stop-color="#d9a85a"/>'
    '</linearGradient><radialGradient id="go-black" cx="0.36" cy="0.3" r="0.75"><stop stop-color="#6c6c6c"/>'
    '<stop offset="0.55" stop-color="#1d1d1d"/><stop offset="1" stop-color="#050505"/></radialGradient>'
    '<radialGradient id="go-white" cx="0.36" cy="0.3" r="0.8"><stop stop-color="#ffffff"/>'
    '<stop offset="0.65" stop-color="#f4f2ec"/><stop offset="1" stop-color="#c9c4b8"/></radialGradient></defs>'
)


class Record(NamedTuple):
    """The text of a position: the board, who is to move, the stones that were set up, and the moves since."""

    cells: list[int]
    turn: int
    origin: list[int]
    moves: list[int]


class Board:
    """A board of `size` by `size` points."""

    def __init__(self, size: int) -> None:
        self.size, self.points = size, size * size
        self.near = self._around(STRAIGHT)
        self.diagonal = self._around(DIAGONAL)

    def _around(self, ways: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        """For each point in turn the four points in these directions."""
        rows = range(self.size)
        return tuple(self._point(row + up, column + right) for row in rows for column in rows for up, right in ways)

    def _point(self, row: int, column: int) -> int:
        return row * self.size + column if 0 <= row < self.size and 0 <= column < self.size else self.points

    def at_edge(self, point: int) -> bool:
        return self.points in self.near[4 * point : 4 * point + 4]

    def name(self, point: int) -> str:
        return PASS if point == self.points else f"{LETTERS[point % self.size]}{point // self.size + 1}"

    def point(self, name: str) -> int:
        """The inverse of `name`; capitals do not matter."""
        match = re.fullmatch("([A-HJ-T])([1-9][0-9]?)", name.upper())
        point = self._point(int(match[2]) - 1, LETTERS.index(match[1])) if match else self.points
        if point == self.points and name.lower() != PASS:
            corner = self.name(self.points - 1)
            raise MoveError(f"there is no point `{name}` on this board; points go from A1, lower left, to {corner}, upper right")
        return point

    def show(self, cells: Sequence[int], origin: Sequence[int], moves: Sequence[int], turn: str) -> str:
        """The board with X for black and O for white and who is to move; between them moves and the stones before them, if any."""
        rows = [" ".join(row) for row in display.cell_rows(cells[: self.points], self.size, _SIGNS)]
        lines = display.framed(rows, " ".join(LETTERS[: self.size]), range(self.size, 0, -1))
        if moves:
            for colour, what in enumerate(_SET_UP, 1):
                lines += self._list(what, [point for point, stone in enumerate(origin) if stone == colour])
            lines += self._list(_MOVES, moves)
        return "\n".join([*lines, turn])

    def _list(self, what: str, points: Sequence[int]) -> list[str]:
        """The names of points, on as many lines as necessary."""
        return [f"{what}: {line}" for line in textwrap.wrap(" ".join(map(self.name, points)), _WIDTH)]

    def read(self, game: Game, text: str) -> Record:
        """The inverse of `show`. Letters and numbers at the edges are optional."""
        lists: dict[str, list[int]] = {what: [] for what in (*_SET_UP, _MOVES)}
        lines, turn = turn_line.split_turn(game, text)
        rows = []
        for line in lines:
            what, colon, words = (part.strip() for part in line.partition(":"))
            if colon and what in lists:
                lists[what] += map(self.point, words.split())
            elif colon:
                raise PositionError(f"`{line}` must begin with {', '.join(_SET_UP)} or {_MOVES}, or have no colon")
            else:
                rows.append(line)
        edge = LETTERS[: self.size].lower()
        cells = display.read_cells(game, "\n".join(rows), self.size, self.size, _SIGNS.lower(), edge)
        origin = self._stones(lists) if any(lists.values()) else cells
        return Record(cells, turn_line.required(game, turn), origin, lists[_MOVES])

    def _stones(self, lists: dict[str, list[int]]) -> list[int]:
        """The cells with the stones that were set up."""
        cells = [0] * self.points
        for colour, what in enumerate(_SET_UP, 1):
            for point in lists[what]:
                if point == self.points or cells[point]:
                    raise PositionError(f"`{what}` has {self.name(point)}; set up only one stone on a point")
                cells[point] = colour
        return cells

    def svg(self, title: str, words: str, cells: Sequence[int], last: int) -> str:
        """A wooden board; the last stone has a ring."""
        side = (self.size - 1) * _CELL + 2 * _EDGE
        width = max(side, 16 + 10 * len(words))
        picture = display.Picture(width, side + 30, title)
        picture.shapes.append(f'{_DEFINITIONS}<g transform="translate({(width - side) / 2:g} 0)">')
        picture.rectangle(4, 4, side - 8, side - 8, "url(#go-wood)", rounded=6)
        self._draw_lines(picture, side)
        for point in range(self.points):
            if cells[point]:
                self._draw_stone(picture, point, cells[point], point == last)
            x, y = self._place(point)
            picture.spot(self.name(point).lower(), x - _CELL / 2, y - _CELL / 2, _CELL, _CELL)
        picture.shapes.append("</g>")
        picture.text(width / 2, side + 16, words)
        return str(picture)

    def _draw_lines(self, picture: display.Picture, side: float) -> None:
        first, end = _EDGE, side - _EDGE
        for number in range(self.size):
            at = first + number * _CELL
            path = f"M{first} {at}H{end}M{at} {first}V{end}"
            broad = 1.8 if number in (0, self.size - 1) else 1
            picture.shapes.append(f'<path d="{path}" stroke="{_LINE}" stroke-width="{broad:g}" stroke-linecap="square"/>')
            picture.text(_EDGE * 0.36, end - number * _CELL + 4.5, str(number + 1), size=13, ink=_FAINT)
            picture.text(at, side - _EDGE * 0.24, LETTERS[number], size=13, ink=_FAINT)
        for point in self.stars():
            x, y = self._place(point)
            picture.shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="3.2" fill="{_LINE}"/>')

    def _draw_stone(self, picture: display.Picture, point: int, colour: int, last: bool) -> None:
        x, y = self._place(point)
        fill, ring = (("go-black", "#f0f0f0"), ("go-white", "#222222"))[colour - 1]
        picture.shapes.append(f'<circle cx="{x + 1:g}" cy="{y + 1.6:g}" r="{_STONE:g}" fill="#000000" fill-opacity="0.28"/>')
        picture.shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{_STONE:g}" fill="url(#{fill})"/>')
        if last:
            picture.shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="none" stroke="{ring}" stroke-width="1.8"/>')

    def _place(self, point: int) -> tuple[float, float]:
        return _EDGE + point % self.size * _CELL, _EDGE + (self.size - 1 - point // self.size) * _CELL

    def stars(self) -> list[int]:
        """The star points, which are marked with dots."""
        line = 3 if self.size >= 12 else 2
        middle = [self.size // 2] if self.size % 2 else []
        corners = [line, self.size - 1 - line] if self.size >= 7 else []
        lines = corners + middle if self.size >= 15 else corners
        return sorted({self._point(row, column) for row in lines for column in lines} | {self._point(row, row) for row in middle})
