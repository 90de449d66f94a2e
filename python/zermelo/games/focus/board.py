"""The board of Focus as text and as a picture.

        . . . .            p b r b            . . . .        Left: two players, as published. Middle: four, 13 pieces
      b b r r b b        p b r g r b        b b r r g g      each, on all squares. A quarter turn changes every colour to
    . r r b b r r .    p b r g p g r b    . r r g g b b .    the next, so all players start alike, and neighbours differ.
    . b b r r b b .    b r g p b p g r    . g g b b r r .    Three players start like that without p or, with pieces=12,
    . r r b b r r .    p b r g r b p g    . b b r r g g .    as on the right. The numbers of pieces are published, with
    . b b r r b b .    g p b r b p g r    . r r g g b b .    both numbers for three players. The arrangements for three
      r r b b r r        g p b p g r        g g b b r r      and four are our choice.
        . . . .            g p g r            . . . .

A stack is written from the top down, so its first letter is the owner's. The lines below the board list the pieces off the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zermelo.errors import PositionError
from zermelo.game import State, display, grid, turn_line

if TYPE_CHECKING:
    from zermelo.games.focus.rules import Focus

COLOURS = ("blue", "red", "green", "pink")
PLACES = tuple((x, y) for y in range(8) for x in range(8) if min(x, 7 - x) + min(y, 7 - y) > 1)
"""The column and the row of each square."""
_LETTERS = "".join(name[0] for name in COLOURS)
_SUPPLY = re.compile(r"(?:reserve|captured by (\w+))\s*:(.*)")


def square(index: int) -> str:
    x, y = PLACES[index]
    return display.square(8 * y + x, 8)


def letters(stack: int) -> str:
    """A stack from the top down; a dot for an empty square."""
    found = ""
    while stack:
        found += _LETTERS[(stack & 7) - 1]
        stack >>= 3
    return found or grid.EMPTY


def show(game: Focus, s: State) -> str:
    words = dict(zip(PLACES, map(letters, s.stacks), strict=True))
    width = max(map(len, words.values()))
    rows = [" ".join(words.get((x, y), "").ljust(width) for x in range(8)) for y in range(7, -1, -1)]
    edge = " ".join(letter.ljust(width) for letter in display.letters(8)).rstrip()
    return "\n".join(
        [*display.framed(rows, edge, range(8, 0, -1)), *_supplies(game, s), turn_line.write_plies(game, s.turn, s.plies)]
    )


def _supplies(game: Focus, s: State) -> Iterator[str]:
    """A line for each reserve and each player's captures that are not empty."""
    rows = [("reserve", s.reserve)]
    rows += [(f"captured by {name}", s.captured[at * game.seats :][: game.seats]) for at, name in enumerate(game.players)]
    for what, counts in rows:
        if any(counts):
            told = [f"{name} {count}" for name, count in zip(game.players, counts, strict=True) if count]
            yield f"{what}: {', '.join(told)}"


def read(game: Focus, text: str) -> State:
    """A drawn board, a line for each supply that is not empty, and who is to move; fields that follow from these are not filled in."""
    s = game.fresh()
    lines, s.turn, s.plies = turn_line.split_plies(game, text, game.limit)
    for line in lines:
        if ":" in line:
            _read_supply(game, s, line)
    rows = display.read_rows([line for line in lines if ":" not in line], display.letters(8), range(8, 0, -1))
    display.check_count(game, rows, 8)
    s.stacks = [stack for y in range(8) for stack in _read_row(game, rows[7 - y], y)]
    return s


def _read_supply(game: Focus, s: State, line: str) -> None:
    told = _SUPPLY.fullmatch(line)
    for word in told[2].split(",") if told else [""]:
        found = re.fullmatch(r"\s*(\w+)\s+([0-9]{1,2})\s*", word)
        captor = told[1] if told else ""
        if found is None or found[1] not in game.players or captor not in (None, *game.players) or found[1] == captor:
            raise PositionError(f"`{line}` must be like `reserve: blue 2, red 1` or `captured by blue: red 3`")
        owner = game.players.index(found[1])
        if captor is None:
            s.reserve[owner] = int(found[2])
        else:
            s.captured[game.players.index(captor) * game.seats + owner] = int(found[2])


def _read_row(game: Focus, line: str, y: int) -> list[int]:
    """The stacks of a row."""
    words, signs = line.split(), _LETTERS[: game.seats]
    width = sum(place[1] == y for place in PLACES)
    if len(words) != width:
        raise PositionError(f"row {y + 1} has {width} squares, but `{line}` has {len(words)}")
    for word in words:
        if word != grid.EMPTY and not re.fullmatch(f"[{signs}]{{1,5}}", word):
            raise PositionError(
                f"`{word}` is not a stack of {game}; write 1 to 5 of {' '.join(signs)} from the top down, or a dot"
            )
    return [sum((signs.find(letter) + 1) * 8**depth for depth, letter in enumerate(word)) for word in words]


def svg(game: Focus, s: State) -> str:
    """The board from above, with its stacks seen from the side."""
    numbers = {8 * y + x: index for index, (x, y) in enumerate(PLACES)}
    words = "\n".join([*_supplies(game, s), display.caption(game, s)])
    picture = display.BoardPicture(game, words, 8, 8)
    for number, x, y in picture.squares(numbers):
        stack = letters(s.stacks[numbers[number]]).strip(grid.EMPTY)
        for level, letter in enumerate(reversed(stack)):
            owner, top = _LETTERS.index(letter), y + picture.size - 11 - 9 * level
            picture.rectangle(x + 5, top, picture.size - 10, 8, display.COLOURS[owner], rounded=3)
            ink = display.INK if owner == 3 else display.PAPER
            picture.text(x + picture.size / 2, top + 6.5, letter, size=9, ink=ink)
    return str(picture)
