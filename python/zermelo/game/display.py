"""Faces that games get for free: a text board that can be read back, and a picture of it.

With `board = (rows, columns)` the field `cells` is drawn as a grid, top row first; every other field follows on a line
of its own, so that nothing is lost. Without it, all fields are lines. Whatever a state holds, `read(show(s)) == s`: where
cells or the turn have no symbol, their numbers are written instead.

    x . o
    . x .
    . . o
    x to move

The rest are helpers for games that draw themselves: boards with letters and numbers at their edges, and `Picture`,
a small SVG canvas. Colours are Okabe and Ito's, chosen to be told apart by the colour-blind too, and every
piece bears its player's symbol besides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import zermelo.game.grid as grid
from zermelo.errors import PositionError
from zermelo.game.board import read_board
from zermelo.game.position import Position
from zermelo.game.record import Field, State

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#444444")
"""One for each player; from the ninth on they repeat."""
INK, PAPER, SQUARES, BLOCK = "#222222", "#ffffff", ("#f3efe6", "#e4dccb"), "#5b5b5b"
_TO_MOVE = " to move"

# Text for any game


def show(game: Game, s: State) -> str:
    lines = grid_lines(game, s) if grid.drawable(game, s) else []
    told = {"cells"} if lines else set()
    turn = []
    if _has_turn(game) and _speakable(game, s.turn):
        told.add("turn")
        turn.append(game.players[s.turn] + _TO_MOVE)
    for name, field in game.layout.fields.items():
        if name not in told:
            value = getattr(s, name)
            lines.append(f"{name}: {value if field.length is None else ' '.join(map(str, value))}")
    return "\n".join(lines + turn)


def read(game: Game, text: str) -> State:
    """The inverse of `show`. Rows may be separated by slashes; fields that are not mentioned keep their start values."""
    s, fields, given = game.fresh(), game.layout.fields, set()
    rows: list[str] = []
    for line in _lines(text):
        name, colon, value = line.partition(":")
        name = name.strip()
        if colon and name in fields:
            setattr(s, name, _number_or_row(fields[name], name, value))
        elif line.endswith(_TO_MOVE) and line.removesuffix(_TO_MOVE) in game.players and _has_turn(game):
            name, s.turn = "turn", game.players.index(line.removesuffix(_TO_MOVE))
        elif grid.has_grid(game) and not colon:
            rows.append(line)
            continue
        else:
            raise PositionError(f"`{line}` is no line of a position of {game}; one looks like this:\n{show(game, game.fresh())}")
        if name in given:
            raise PositionError(f"`{name}` is given twice; leave one of the lines out")
        given.add(name)
    if not rows and not given:
        raise PositionError(f"an empty text is no position of {game}; one looks like this:\n{show(game, game.fresh())}")
    if grid.has_grid(game) and "cells" not in given:
        s.cells = grid_cells(game, rows)
    elif rows:
        raise PositionError(f"`{rows[0]}` comes on top of `cells`, which are given already; leave one of them out")
    return s


def grid_lines(game: Game, s: State) -> list[str]:
    """The rows of `cells`, top first, as symbols with spaces between."""
    rows, columns = grid.size(game)
    signs = grid.symbols(game)
    return [" ".join(signs[cell] for cell in s.cells[row * columns : (row + 1) * columns]) for row in range(rows)]


def grid_cells(game: Game, lines: list[str]) -> list[int]:
    """The inverse of `grid_lines`; spaces may be left out."""
    rows, columns = grid.size(game)
    signs = grid.symbols(game)
    return [signs.index(sign) for row in checked_rows(game, lines, rows, columns, signs) for sign in row]


def checked_rows(game: Game, lines: Sequence[str], rows: int, columns: int, signs: Sequence[str]) -> list[str]:
    """The rows of a board without spaces, or what is wrong with them."""
    if len(lines) != rows:
        raise PositionError(f"a board of {game} has {rows} rows, but the text has {len(lines)}")
    found = ["".join(line.split()) for line in lines]
    for line, row in zip(lines, found, strict=True):
        for character in row:
            if character not in signs:
                raise PositionError(f"`{character}` is no piece of {game}: use {' '.join(signs)}")
        if len(row) != columns:
            raise PositionError(f"row `{line}` has {len(row)} squares, but a board of {game} is {columns} wide")
    return found


def _has_turn(game: Game) -> bool:
    """Whether the field `turn` is the number of the player to move."""
    turn = game.layout.fields.get("turn")
    return turn is not None and turn.length is None and not game.defines("to_move")


def _speakable(game: Game, turn: int) -> bool:
    """Whether a turn can be written with its player's name and be read again."""
    return 0 <= turn < len(game.players) and re.fullmatch(r"[^:/\s]+( [^:/\s]+)*", game.players[turn]) is not None


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.replace("/", "\n").splitlines() if line.strip()]


def _number_or_row(field: Field, name: str, text: str) -> int | list[int]:
    try:
        numbers = [int(word) for word in text.split()]
    except ValueError:
        raise PositionError(f"`{name}:{text}` must list whole numbers") from None
    if len(numbers) != (field.length or 1):
        raise PositionError(f"`{name}` takes {field.length or 1} numbers, but the text has {len(numbers)}")
    if not all(field.low <= number <= field.high for number in numbers):
        raise PositionError(f"`{name}` takes numbers from {field.low} to {field.high}")
    return numbers[0] if field.length is None else numbers


# Text for boards whose squares have names, a1 at the bottom left


def square(index: int, columns: int) -> str:
    """The name of a square; index 0 is a1.

    >>> square(0, 5), square(7, 5)
    ('a1', 'c2')
    """
    return f"{letters(columns)[index % columns]}{index // columns + 1}"


def letters(columns: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[:columns]


def lettered(rows: Sequence[str]) -> str:
    """A board, top row first, with letters and numbers at its edges."""
    width = len(str(len(rows)))
    edge = " " * (width + 1) + " ".join(letters(len(rows[0])))
    ranks = range(len(rows), 0, -1)
    return "\n".join([edge, *(f"{rank:{width}} {' '.join(row)} {rank}" for rank, row in zip(ranks, rows, strict=True)), edge])


def cell_rows(cells: Sequence[int], columns: int, signs: str) -> list[str]:
    """The rows of a board, top first, from cells whose first is at the bottom left."""
    text = "".join(signs[cell] for cell in cells)
    return [text[start : start + columns] for start in range(len(text) - columns, -1, -columns)]


def read_cells(game: Game, text: str, rows: int, columns: int, signs: str, edge: str) -> list[int]:
    """The inverse of `cell_rows`; lines that repeat `edge` and the numbers of rows may be there or not."""
    lines = [line for line in _lines(text.lower()) if "".join(line.split()) != edge]
    for index, line in enumerate(lines):
        rank = str(rows - index)
        match = re.fullmatch(r"(\d*)\s*(.*?)\s*(\d*)", line)
        assert match is not None
        if match[1] not in ("", rank) or match[3] not in ("", rank):
            raise PositionError(f"row `{line}` should bear the number {rank}: row {rows} is on top, row 1 at the bottom")
        lines[index] = match[2]
    return [signs.index(sign) for row in reversed(checked_rows(game, lines, rows, columns, signs)) for sign in row]


def turn_of(game: Game, cells: Sequence[int]) -> int:
    """Whose turn it is when two players put one stone each by turns, the first player first."""
    first, second = cells.count(1), cells.count(2)
    if first - second not in (0, 1):
        x, o = game.players
        raise PositionError(f"{first} {x} and {second} {o} cannot be: {x} begins, so there are as many {x} as {o} or one more")
    return first - second


# Pictures


class Picture:
    """A small SVG canvas. Shapes are drawn in the order in which they are added; text may hold any characters."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.shapes: list[str] = []
        self.rectangle(0, 0, width, height, PAPER)

    def rectangle(self, x: float, y: float, width: float, height: float, fill: str, rounded: float = 0) -> None:
        self.shapes.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rounded:g}" fill="{fill}"/>')

    def disc(self, x: float, y: float, radius: float, fill: str, label: str = "") -> None:
        """A disc, with a label in its middle."""
        self.shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}" stroke-opacity="0.4"/>')
        if label:
            self.text(x, y + radius * 0.33, label, size=radius, ink=_ink_on(fill))

    def text(self, x: float, y: float, words: str, size: float = 16, ink: str = INK, anchor: str = "middle") -> None:
        """Words on the base line `y`, in letters of equal width so that columns stay columns."""
        style = f'font-family="monospace" font-size="{size:g}" fill="{ink}" text-anchor="{anchor}" xml:space="preserve"'
        self.shapes.append(f'<text x="{x:g}" y="{y:g}" {style}>{_xml(words)}</text>')

    def spot(self, square: str, x: float, y: float, width: float, height: float) -> None:
        """Where a square of the board is. Nothing is to be seen of it, but a page on which people point at squares can find it.

        The name is the one that `zermelo.game.board` and the game's `squares_of` know the square by.
        """
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self.shapes.append(f'<rect data-square="{escape(square)}" {place} fill="none"/>')

    def __str__(self) -> str:
        size = f'width="{self.width:g}" height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        return "\n".join([head, f"<title>{_xml(self.title)}</title>", *self.shapes, "</svg>"])


def svg(game: Game, s: State) -> str:
    """A picture of any state: the grid where there is one, else the text."""
    if not grid.drawable(game, s):
        return text_svg(game, s)
    rows, columns = grid.size(game)
    signs = "".join(grid.symbol(game, cell) for cell in s.cells)
    return board_svg(game, s, [signs[row * columns : (row + 1) * columns] for row in range(rows)], grid.symbols(game))


def text_svg(game: Game, s: State) -> str:
    """The text of a state as a picture."""
    words = caption(game, s)
    lines = game.show(s).expandtabs().splitlines()
    if not words.endswith(_TO_MOVE):  # the game is over, although its text still says whose turn it would be
        lines = [line for line in lines if not line.endswith(_TO_MOVE)]
    lines += [] if words in lines else ["", words]
    picture = Picture(32 + 9.7 * max(map(len, lines)), 32 + 20 * len(lines), f"{game}: {words}")
    board = read_board(game, "\n".join(lines))
    places = [(11 + 9.65 * each.start, 17 + 20 * each.line, each) for each in board.squares.values()] if board else []
    for x, y, square in places:
        picture.rectangle(x, y, 9.65 * (square.end - square.start), 20, SQUARES[(square.row + square.column) % 2])
    for number, line in enumerate(lines):
        picture.text(16, 32 + 20 * number, line, anchor="start")
    for x, y, square in places:
        picture.spot(square.name, x, y, 9.65 * (square.end - square.start), 20)
    return str(picture)


def board_svg(game: Game, s: State, rows: Sequence[str], signs: str, named: bool = False) -> str:
    """A chequered board, top row first. `signs` are the empty square, each player's piece and, if any, blocked squares."""
    size, edge = 48, 28
    words = caption(game, s)
    width, height = max(len(rows[0]) * size + 2 * edge, 16 + 10 * len(words)), len(rows) * size + 2 * edge
    picture = Picture(width, height + 24, f"{game}: {words}")
    for index, row in enumerate(rows):
        for column, sign in enumerate(row):
            x, y, kind = edge + column * size, edge + index * size, signs.index(sign)
            blocked = kind > len(game.players)
            picture.rectangle(x, y, size, size, BLOCK if blocked else SQUARES[(index + column) % 2])
            if kind > 0 and not blocked:
                picture.disc(x + size / 2, y + size / 2, size * 0.36, game.colours[(kind - 1) % len(game.colours)], sign)
            rank = len(rows) - index
            picture.spot(f"{letters(26)[column]}{rank}" if named else f"{index + 1},{column + 1}", x, y, size, size)
        if named:
            picture.text(edge / 2, edge + (index + 0.6) * size, str(len(rows) - index), size=14)
    for column, letter in enumerate(letters(len(rows[0])) if named else ""):
        picture.text(edge + (column + 0.5) * size, height - 10, letter, size=14)
    picture.text(width / 2, height + 10, words)
    return str(picture)


def caption(game: Game, s: State) -> str:
    """Who is to move, or how the game ended."""
    return Position(game, s).result


def _ink_on(fill: str) -> str:
    """Dark letters on light colours, light ones on dark."""
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.3 * red + 0.6 * green + 0.1 * blue > 140 else PAPER


def _xml(words: str) -> str:
    """Text that is safe inside XML: markup escaped, characters that XML forbids replaced."""
    return escape(re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", words))
