"""The six-pointed star of Chinese Checkers: its holes, which of them are neighbours, how far it is, and how it is drawn.

A hole has a column and a row, and a name made of both: g5 is in column g and row 5, the bottom row is row 1. Rows are set
half a hole apart, so only every other column of a row has a hole in it: a step sideways goes two columns along, any
other step one row and one column.

The arms have numbers, clockwise from the one at the bottom: 0 bottom, 1 lower left, 2 upper left, 3 top, 4 upper right,
5 lower right; the arm opposite is three further on. In the direction of each arm a hole has a height: 0 is level with the
middle of the star, an arm begins above `size`, and its tip is at twice that. Heights in opposite directions are opposite
numbers, and those in every other direction add up to zero, as do the three coordinates of any hexagonal grid.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt

from zermelo.errors import MoveError, PositionError
from zermelo.game import display
from zermelo.game.protocol import Game

WAYS = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
"""The six directions: columns and rows to go."""
ARMS = 6
FINE = 16
"""Parts of a step in which distances are counted, so that holes as many steps away can be told apart by less than a step."""
_WOOD, _HOLE, _RIM, _FAINT = "#f1e7d0", "#fffdf8", "#b9a888", "#777777"
_COLUMN, _EDGE, _PIECE, _MARGIN = 17.0, 60.0, 13.5, 0.75
_ROW = _COLUMN * sqrt(3)
"""In a picture: widths in pixels, and the margin around the holes in rows."""


class Star:
    """A star whose arms are `size` rows long. Holes are numbered row by row from the tip at the bottom, left to right."""

    def __init__(self, size: int) -> None:
        self.size, self.columns, self.rows = size, 6 * size + 1, 4 * size + 1
        everywhere = ((column, row) for row in range(self.rows) for column in range(self.columns))
        self.places = tuple(place for place in everywhere if self._inside(*place))
        self.numbers = {place: hole for hole, place in enumerate(self.places)}
        self.heights = tuple(self._heights(*place) for place in self.places)
        self.arms = tuple(tuple(hole for hole, height in enumerate(self.heights) if height[arm] > size) for arm in range(ARMS))

    def ahead(self, steps: int) -> tuple[tuple[int, ...], ...]:
        """For each hole and way the hole so many steps ahead; at the edge the last one on that way, perhaps the hole itself."""
        return tuple(tuple(self._walk(hole, way, steps) for way in range(ARMS)) for hole in range(len(self.places)))

    def distances(self, arm: int) -> tuple[int, ...]:
        """How far each hole is from the tip of an arm, in fine parts of a step."""
        return tuple(self._distance(hole, arm) for hole in range(len(self.places)))

    def _distance(self, hole: int, arm: int) -> int:
        """Steps first. Of holes as many steps away, those at the middle line are nearer; within the arm, those at its edges.

        So pieces gather in front of the middle, those that come in there go aside for the next, and no one of them ever
        has to lose ground before the arm is full.
        """
        height, left, right = self.heights[hole][arm], self.heights[hole][arm - 2], self.heights[hole][(arm + 2) % ARMS]
        steps = max(2 * self.size - height, left + self.size, right + self.size)
        aside = abs(left - right)
        return FINE * steps + (-aside if height > self.size else aside)

    def _walk(self, hole: int, way: int, steps: int) -> int:
        column, row = self.places[hole]
        for _ in range(steps):
            column, row = column + WAYS[way][0], row + WAYS[way][1]
            hole = self.numbers.get((column, row), hole)
        return hole

    def _heights(self, column: int, row: int) -> tuple[int, ...]:
        """Heights in the direction of each arm."""
        along, up = column - 3 * self.size, row - 2 * self.size
        left, right = (along + up) // -2, (along - up) // 2
        return -up, left, -right, up, -left, right

    def _inside(self, column: int, row: int) -> bool:
        """The star is made of two large triangles, each of which leaves out every other arm."""
        on_grid = (column - 3 * self.size + row - 2 * self.size) % 2 == 0
        height = self._heights(column, row)
        return on_grid and min(max(height[0::2]), max(height[1::2])) <= self.size

    # Text

    def name(self, hole: int) -> str:
        column, row = self.places[hole]
        return f"{display.letters(self.columns)[column]}{row + 1}"

    def hole(self, name: str) -> int:
        """The inverse of `name`."""
        match = re.fullmatch("([a-z])([0-9]{1,2})", name)
        place = (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else (-1, -1)
        if place not in self.numbers:
            raise MoveError(f"there is no hole `{name}` on this board; the one at the bottom is {self.name(0)}")
        return self.numbers[place]

    def show(self, signs: Sequence[str]) -> str:
        """A sign in each hole, top row first, with letters and numbers at the edges."""
        edge = "   " + display.letters(self.columns)
        lines = [[" "] * self.columns for _ in range(self.rows)]
        for (column, row), sign in zip(self.places, signs, strict=True):
            lines[row][column] = sign
        numbered = [f"{row:2} {''.join(line)} {row}" for row, line in enumerate(lines, 1)]
        return "\n".join([edge, *reversed(numbered), edge])

    def read(self, game: Game, lines: Sequence[str], signs: str) -> str:
        """The inverse of `show`: the signs in the order of the holes. Letters, numbers and spaces may be left out."""
        rows = [line for line in lines if "".join(line.split()) != display.letters(self.columns)]
        if len(rows) != self.rows:
            raise PositionError(f"a board of {game} has {self.rows} rows, but the text has {len(rows)}")
        found = ""
        for number, line in zip(range(self.rows, 0, -1), rows, strict=True):
            match = re.fullmatch(r"(\d*)\s*(.*?)\s*(\d*)", line)
            assert match is not None
            if not {match[1], match[3]} <= {"", str(number)}:
                raise PositionError(f"row `{line}` should bear the number {number}: row {self.rows} is on top")
            found = self._read_row(game, number, match[2], signs) + found
        return found

    def _read_row(self, game: Game, number: int, line: str, signs: str) -> str:
        row = "".join(line.split())
        for sign in row:
            if sign not in signs:
                raise PositionError(f"`{sign}` is no piece of {game}: use {' '.join(signs)}")
        wanted = sum(place[1] == number - 1 for place in self.places)
        if len(row) != wanted:
            raise PositionError(f"row {number} has {wanted} hole{'s' * (wanted > 1)}, but `{line}` has {len(row)}")
        return row

    # Pictures

    def svg(self, title: str, words: str, cells: Sequence[int], signs: str, homes: Sequence[int]) -> str:
        """The star with its pieces. Arms bear the colour of who starts there, their holes that of who wants to get there."""
        width, height = (self.columns - 1) * _COLUMN + 2 * _EDGE, (self.rows - 1) * _ROW + 2 * _EDGE
        picture = display.Picture(width, height + 30, title)
        tips = [next(hole for hole in self.arms[arm] if self.heights[hole][arm] == 2 * self.size) for arm in range(ARMS)]
        self._polygon(picture, tips[0::2], _WOOD)
        self._polygon(picture, tips[1::2], _WOOD)
        rims = dict.fromkeys(range(len(cells)), _RIM)
        for player, arm in enumerate(homes):
            self._polygon(picture, [tips[arm], *self._base(arm)], display.COLOURS[player], 0.35)
            rims |= dict.fromkeys(self.arms[(arm + 3) % ARMS], display.COLOURS[player])
        for hole, cell in enumerate(cells):
            x, y = self._at(*self.places[hole])
            if cell:
                picture.disc(x, y, _PIECE, display.COLOURS[cell - 1], signs[cell])
            else:
                picture.shapes.append(
                    f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="{_HOLE}" stroke="{rims[hole]}" stroke-width="2"/>'
                )
            picture.spot(self.name(hole), x - _COLUMN, y - _ROW / 2, 2 * _COLUMN, _ROW)
        for row in range(self.rows):
            for x in (14.0, width - 14):
                picture.text(x, self._at(0, row)[1] + 4, str(row + 1), size=11, ink=_FAINT)
        for column, letter in enumerate(display.letters(self.columns)):
            picture.text(self._at(column, 0)[0], height - 2, letter, size=11, ink=_FAINT)
        picture.text(width / 2, height + 20, words)
        return str(picture)

    def _base(self, arm: int) -> list[int]:
        """The two corners of the inner hexagon between which an arm stands."""
        left, right = arm - 2, (arm + 2) % ARMS
        return [hole for hole, up in enumerate(self.heights) if up[arm] == self.size and 0 in (up[left], up[right])]

    def _polygon(self, picture: display.Picture, corners: Sequence[int], fill: str, opacity: float = 1) -> None:
        """Filled, and somewhat larger than its corners say, so that the holes at the edge lie within."""
        points = (self._at(*self.places[hole], 1 + _MARGIN / self.size) for hole in corners)
        path = " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
        picture.shapes.append(f'<polygon points="{path}" fill="{fill}" fill-opacity="{opacity:g}"/>')

    def _at(self, column: int, row: int, scale: float = 1) -> tuple[float, float]:
        """Where a place is in the picture, or where it would be if the star were larger."""
        middle_x, middle_y = 3 * self.size * _COLUMN + _EDGE, 2 * self.size * _ROW + _EDGE
        return middle_x + scale * (column - 3 * self.size) * _COLUMN, middle_y - scale * (row - 2 * self.size) * _ROW
