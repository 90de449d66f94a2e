"""The six-pointed star of Chinese Checkers: its holes, their neighbours, distances, and how the star is drawn.

A hole has a column and a row, and a name made of both: g5 is in column g and row 5. Row 1 is at the bottom. Neighbouring rows are
shifted by half a hole, so only every second column of a row has a hole. A step sideways goes two columns along; every other step goes
one row and one column.

The arms are numbered clockwise from the bottom: 0 bottom, 1 lower left, 2 upper left, 3 top, 4 upper right, 5 lower right. The arm
opposite has a number three greater. Each hole has a height in the direction of each arm: 0 is level with the middle of the star, an arm
begins above `size`, and its tip is at twice that. Heights in opposite directions are opposite numbers. The heights in every second
direction add up to zero, as do the three coordinates of any hexagonal grid.
"""

import re
from collections.abc import Sequence
from math import sqrt

from zermelo.errors import MoveError
from zermelo.game import Game, display

WAYS = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
"""The six directions, as steps in columns and rows."""
ARMS = 6
FINE = 16
"""Distances are counted in parts of a step, so that holes with an equal number of steps can differ by less than a step."""
_WOOD, _HOLE, _RIM, _FAINT = "#f1e7d0", "#fffdf8", "#b9a888", "#777777"
_COLUMN, _EDGE, _PIECE, _MARGIN = 17.0, 60.0, 13.5, 0.75
_ROW = _COLUMN * sqrt(3)
"""Sizes in a picture in pixels; the margin around the holes is counted in rows."""


class Star:
    """A star with arms of `size` rows. Holes are numbered row by row from the tip at the bottom, left to right."""

    def __init__(self, size: int) -> None:
        self.size, self.columns, self.rows = size, 6 * size + 1, 4 * size + 1
        everywhere = ((column, row) for row in range(self.rows) for column in range(self.columns))
        self.places = tuple(place for place in everywhere if self._inside(*place))
        self.numbers = {place: hole for hole, place in enumerate(self.places)}
        self.heights = tuple(self._heights(*place) for place in self.places)
        self.arms = tuple(tuple(hole for hole, height in enumerate(self.heights) if height[arm] > size) for arm in range(ARMS))

    def ahead(self, steps: int) -> tuple[tuple[int, ...], ...]:
        """For each hole and direction the hole so many steps ahead, or the last hole before the edge."""
        return tuple(tuple(self._walk(hole, way, steps) for way in range(ARMS)) for hole in range(len(self.places)))

    def distances(self, arm: int) -> tuple[int, ...]:
        """The distance of each hole from the tip of an arm, in parts of a step."""
        return tuple(self._distance(hole, arm) for hole in range(len(self.places)))

    def _distance(self, hole: int, arm: int) -> int:
        """The number of steps first. With equal steps, holes at the middle line are nearer; inside the arm, holes at its edges are.

        So pieces gather in front of the middle and then move aside for the next piece. No piece has to move away from the goal before
        the arm is full.
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
        """The star consists of two large triangles. Each contains every second arm."""
        on_grid = (column - 3 * self.size + row - 2 * self.size) % 2 == 0
        height = self._heights(column, row)
        return on_grid and min(max(height[0::2]), max(height[1::2])) <= self.size

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
        lines = [[" "] * self.columns for _ in range(self.rows)]
        for (column, row), sign in zip(self.places, signs, strict=True):
            lines[row][column] = sign
        rows = ["".join(line) for line in reversed(lines)]
        return "\n".join(display.framed(rows, display.letters(self.columns), range(self.rows, 0, -1)))

    def read(self, game: Game, lines: Sequence[str], signs: str) -> str:
        """The inverse of `show`: the signs in the order of the holes. Letters, numbers and spaces are optional."""
        rows = display.read_rows(lines, display.letters(self.columns), range(self.rows, 0, -1))
        display.check_count(game, rows, self.rows)
        found = ""
        for number, row in enumerate(reversed(rows)):
            wanted = sum(place[1] == number for place in self.places)
            found += display.checked_rows(game, [row], 1, wanted, signs)[0]
        return found

    def svg(self, title: str, words: str, cells: Sequence[int], signs: str, homes: Sequence[int]) -> str:
        """The star with its pieces. Arms have the colour of the player who starts there, their holes that of the player who goes there."""
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
        """The two corners of the inner hexagon at the foot of an arm."""
        left, right = arm - 2, (arm + 2) % ARMS
        return [hole for hole, up in enumerate(self.heights) if up[arm] == self.size and 0 in (up[left], up[right])]

    def _polygon(self, picture: display.Picture, corners: Sequence[int], fill: str, opacity: float = 1) -> None:
        """A filled polygon, a little larger than its corners, so that the holes at its edge lie inside."""
        points = (self._at(*self.places[hole], 1 + _MARGIN / self.size) for hole in corners)
        picture.polygon(points, fill, f'fill-opacity="{opacity:g}"')

    def _at(self, column: int, row: int, scale: float = 1) -> tuple[float, float]:
        """Where a place is in the picture, on a star enlarged by `scale`."""
        middle_x, middle_y = 3 * self.size * _COLUMN + _EDGE, 2 * self.size * _ROW + _EDGE
        return middle_x + scale * (column - 3 * self.size) * _COLUMN, middle_y - scale * (row - 2 * self.size) * _ROW
