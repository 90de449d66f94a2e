"""Heaps of counters, for Nim and Grundy's game: their sizes as parameters, as text and as a picture."""

import re
from collections.abc import Callable, Sequence

from zermelo.errors import GameError
from zermelo.game import Game, State, display, turn_line


def counts(game: str, name: str, value: Sequence[int] | int, most: int) -> tuple[int, ...]:
    """Heap sizes, given as a number or a list; raises GameError if they are wrong."""
    sizes = (value,) if isinstance(value, int) else tuple(value) if isinstance(value, list | tuple) else ()
    if not sizes or not all(isinstance(size, int) and not isinstance(size, bool) and size >= 1 for size in sizes):
        raise GameError(f"{game} takes {name} as whole numbers of at least 1, such as {game}([3,4,5]), not {value!r}")
    if sum(sizes) > most:
        raise GameError(f"{game} with {sum(sizes)} counters is too large; the heaps may have {most} together")
    return sizes


def read_counts(game: Game, text: str, word: str) -> tuple[list[int], int]:
    """Sizes and turn from lines such as `heaps 3 4 5` and `x to move`. The word is optional, and so is the turn of x."""
    lines, turn = turn_line.split_turn(game, text)
    if not lines:
        raise display.unreadable(game, f"the text has no line about the {word}")
    sizes = [re.fullmatch(rf"(?:{word})?[\s:]*([\d,][\d\s,]*|none)", line) for line in lines]
    if sizes[0] is None or len(lines) > 1:
        wrong = lines[1] if sizes[0] else lines[0]
        raise display.unreadable(game, f"the line `{wrong}` does not belong to a position of {game}")
    return [int(size) for size in re.findall(r"\d+", sizes[0][1])], turn or 0


def heaps_svg(game: Game, s: State, sizes: Sequence[int], square: Callable[[int, int], str]) -> str:
    """A row of discs for each heap; the text if there are too many. `square` gives the name of a disc by heap and number."""
    if not sizes or max(sizes) > 30 or len(sizes) > 20:
        return display.text_svg(game, s)
    step = 26
    picture = display.Picture(max(240, 60 + step * max(sizes)), step * len(sizes) + 60, f"{game}: {display.caption(game, s)}")
    for row, size in enumerate(sizes):
        picture.text(28, 30 + step * row, str(size), anchor="end")
        for disc in range(size):
            x, y = 48 + step * disc, 25 + step * row
            picture.disc(x, y, 10, display.COLOURS[4])
            picture.spot(square(row, disc), x - step / 2, y - step / 2, step, step)
    picture.text(16, step * len(sizes) + 44, display.caption(game, s), anchor="start")
    return str(picture)
