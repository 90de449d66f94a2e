"""Heaps of counters, shared by Nim and Grundy's game: their sizes as parameters, as text and as a picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from zermelo.errors import GameError, PositionError
from zermelo.game import display
from zermelo.game.protocol import Game
from zermelo.game.record import State


def counts(game: str, name: str, value: Sequence[int] | int, most: int) -> tuple[int, ...]:
    """Heap sizes given as a number or a list, checked."""
    sizes = (value,) if isinstance(value, int) else tuple(value) if isinstance(value, list | tuple) else ()
    if not sizes or not all(isinstance(size, int) and not isinstance(size, bool) and size >= 1 for size in sizes):
        raise GameError(f"{game} takes {name} as whole numbers of at least 1, such as {game}([3,4,5]), not {value!r}")
    if sum(sizes) > most:
        raise GameError(f"{game} with {sum(sizes)} in all is too large; at most {most} are allowed")
    return sizes


def read_counts(game: Game, text: str, word: str) -> tuple[list[int], int]:
    """Sizes and turn from lines such as `heaps 3 4 5` and `x to move`; the word may be left out, and so may x's turn."""
    numbers: list[int] | None = None
    turn: int | None = None
    for line in [line.strip() for line in text.replace("/", "\n").splitlines() if line.strip()]:
        name = line.removesuffix(" to move")
        sizes = re.fullmatch(rf"(?:{word})?[\s:]*([\d\s,]+|none)", line)
        if name != line and name in game.players and turn is None:
            turn = game.players.index(name)
        elif sizes and numbers is None:
            numbers = [] if sizes[1] == "none" else [int(size) for size in sizes[1].replace(",", " ").split()]
        else:
            raise PositionError(f"`{line}` is no line of a position of {game}; one looks like this:\n{game.show(game.fresh())}")
    if numbers is None:
        raise PositionError(
            f"the text says nothing about the {word}; a position of {game} looks like this:\n{game.show(game.fresh())}"
        )
    return numbers, turn or 0


def heaps_svg(game: Game, s: State, sizes: Sequence[int], square: Callable[[int, int], str]) -> str:
    """A row of discs for each heap, `square` says by which names; the text when that would be too large."""
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
