"""A heat map of a sea: how likely a ship lies on each cell, with what shots have shown.

Each cell has its number in percent, and its colour is the darker, the larger the number is; so the map can be read without colours,
too. The scale stands beside it. Cells that were shot at have signs instead: o for a miss, x for a hit, a letter for a ship that is sunk.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.game import display
from zermelo.trees.player.recording import OwnPicture

CELL, EDGE, SCALE = 46, 26, 92
"""The sizes of a cell, of the rim with its letters and numbers, and of the room for the scale."""
CLASSES = (
    (0.0, "#ffffff", "0 %"),
    (0.10, "#e3eef9", "under 10 %"),
    (0.20, "#c1d9ee", "under 20 %"),
    (0.30, "#93c0df", "under 30 %"),
    (0.50, "#5b9dc9", "under 50 %"),
    (0.75, "#2d74ad", "under 75 %"),
    (1.0, "#0f4c84", "under 100 %"),
    (2.0, "#082a52", "100 %"),
)
"""Colours with the values below which they are used, but for 0, and their names in the scale; each is darker than the one before."""
DARK = 0.50
"""From here on numbers are white."""
MISSED, INK, LIGHT, NEXT = "#e9e5dc", "#1f2328", "#ffffff", "#c75300"


@dataclass(frozen=True)
class Sea:
    """What is known of a sea: signs of cells that were shot at, empty elsewhere, and probabilities. Cells are counted from a1."""

    rows: int
    cols: int
    signs: Sequence[str]
    chances: Sequence[float]

    def at(self, row: int, col: int) -> int:
        return row * self.cols + col

    def square(self, cell: int) -> str:
        return display.square(cell, self.cols)


def heat_map(sea: Sea, words: str, aim: int | None = None) -> OwnPicture:
    """The picture with a line of words below it; `aim` is the cell of the next shot."""
    wide, high = sea.cols * CELL, sea.rows * CELL
    picture = display.Picture(EDGE + wide + SCALE + 30, high + 2 * EDGE + 22, words)
    for col, letter in enumerate(display.letters(sea.cols)):
        picture.text(EDGE + (col + 0.5) * CELL, EDGE + high + 16, letter, size=13)
    for row in range(sea.rows):
        y = EDGE + (sea.rows - 1 - row) * CELL
        picture.text(EDGE / 2, y + CELL * 0.6, str(row + 1), size=13)
        for col in range(sea.cols):
            _cell(picture, EDGE + col * CELL, y, sea, sea.at(row, col))
    if aim is not None:
        x, y = EDGE + aim % sea.cols * CELL, EDGE + (sea.rows - 1 - aim // sea.cols) * CELL
        corners = [(x + 2, y + 2), (x + CELL - 2, y + 2), (x + CELL - 2, y + CELL - 2), (x + 2, y + CELL - 2)]
        picture.polygon(corners, "none", f'stroke="{NEXT}" stroke-width="4"')
    _scale(picture, EDGE + wide + 14, high)
    picture.text(picture.width / 2, picture.height - 10, words, size=14)
    return OwnPicture(str(picture), _text(sea, aim))


def _cell(picture: display.Picture, x: float, y: float, sea: Sea, cell: int) -> None:
    sign, chance = sea.signs[cell], sea.chances[cell]
    picture.rectangle(x, y, CELL, CELL, "#9aa4ae")
    fill = MISSED if sign == "o" else colour(chance)
    picture.rectangle(x + 1, y + 1, CELL - 2, CELL - 2, fill)
    ink = LIGHT if round(chance, 2) >= DARK else INK
    picture.text(x + CELL / 2, y + CELL * (0.66 if sign else 0.61), sign or percent(chance), size=22 if sign else 14, ink=ink)


def _scale(picture: display.Picture, x: float, high: float) -> None:
    picture.text(x, EDGE - 8, "a ship is here", size=11, anchor="start")
    step = high / len(CLASSES)
    for number, (_, fill, name) in enumerate(reversed(CLASSES)):
        y = EDGE + number * step
        picture.rectangle(x, y, 20, step - 1, "#9aa4ae")
        picture.rectangle(x + 1, y + 1, 18, step - 3, fill)
        picture.text(x + 25, y + step / 2 + 4, name, size=11, anchor="start")


def colour(chance: float) -> str:
    """The colour of a probability, rounded as it is written.

    >>> colour(0) == CLASSES[0][1], colour(0.1) == CLASSES[2][1], colour(1) == CLASSES[-1][1]
    (True, True, True)
    """
    if chance == 0:
        return CLASSES[0][1]
    rounded = chance if chance == 1 else min(max(round(chance, 2), 0.01), 0.99)
    return next(fill for limit, fill, _ in CLASSES[1:] if rounded < limit)


def percent(chance: float) -> str:
    """A probability in a cell, in percent; not 0 unless it is impossible, not 100 unless it is certain.

    >>> percent(0), percent(0.001), percent(0.256), percent(0.999), percent(1)
    ('0', '<1', '26', '>99', '100')
    """
    if 0 < chance < 0.005:
        return "<1"
    return ">99" if 0.995 <= chance < 1 else f"{100 * chance:.0f}"


def _text(sea: Sea, aim: int | None) -> str:
    """The same for terminals; the next shot is in brackets."""
    lines = []
    for row in reversed(range(sea.rows)):
        cells = []
        for col in range(sea.cols):
            cell = sea.at(row, col)
            told = sea.signs[cell] or percent(sea.chances[cell])
            cells.append(f"[{told}]".rjust(5) if cell == aim else f"{told} ".rjust(5))
        lines.append(f"{row + 1:2} {''.join(cells)}")
    lines.append("   " + "".join(f"{letter} ".rjust(5) for letter in display.letters(sea.cols)))
    return "\n".join(line.rstrip() for line in lines)
