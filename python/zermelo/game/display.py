"""How positions are shown to people: as text that can be read back, and as pictures.

A game with `board = (rows, columns)` gets both for free. The field `cells` is drawn as a grid, top row first. Every other field
follows on a line of its own, so that `read(show(s)) == s` holds for every state. A game without a board shows all its fields as
lines. Other numbers in `cells` than 0 and those of the players are drawn as letters, and a line such as `pieces A=3 B=4` says what
they stand for. Where a cell or the turn has no symbol, its number is written instead.

    x . o
    . x .
    . . o
    x to move

The other functions help games that draw their own boards: text with letters and numbers at the edges, and two SVG canvases,
`Picture` and `BoardPicture`. The colours are those of Okabe and Ito, which colour-blind people can tell apart. Every piece also
carries the symbol of its player.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from string import digits
from typing import TYPE_CHECKING

from zermelo.errors import PositionError
from zermelo.game.board import UNSEEN, read_board, signs_of, symbols
from zermelo.game.constants import HIDDEN
from zermelo.game.position import Position
from zermelo.game.record import Field, State

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#444444")
"""One colour for each player; they repeat from the ninth player on."""
INK, PAPER, SQUARES, BLOCK = "#222222", "#ffffff", ("#f3efe6", "#e4dccb"), "#5b5b5b"
_TO_MOVE, _PIECES = " to move", "pieces "

# Text for any game


def show(game: Game, s: State) -> str:
    lines = grid_lines(game, s)
    told = {"cells"} if lines else set()
    if lines and legend(game, s):
        lines.append(legend(game, s))
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
    """The inverse of `show`. Slashes may separate the rows. Fields that the text does not mention keep their start values."""
    s, fields, given = game.fresh(), game.layout.fields, set()
    rows: list[str] = []
    numbers = {UNSEEN: HIDDEN} if game.hides else {}
    numbers |= {sign: number for number, sign in enumerate(symbols(game))}
    for line in lines_of(text):
        name, colon, value = line.partition(":")
        name = name.strip()
        if colon and name in fields:
            setattr(s, name, _number_or_row(fields[name], name, value))
        elif line.endswith(_TO_MOVE) and line.removesuffix(_TO_MOVE) in game.players and _has_turn(game):
            name, s.turn = "turn", game.players.index(line.removesuffix(_TO_MOVE))
        elif game.board is not None and line.startswith(_PIECES) and "=" in line:
            numbers |= read_legend(game, line)
            continue
        elif game.board is not None and not colon:
            rows.append(line)
            continue
        else:
            raise unreadable(game, f"the line `{line}` does not belong to a position of {game}")
        if name in given:
            raise PositionError(f"`{name}` is given twice; remove one of the two lines")
        given.add(name)
    if not rows and not given:
        raise unreadable(game, f"an empty text is not a position of {game}")
    if game.board is not None and "cells" not in given:
        s.cells = [numbers[sign] for row in checked_rows(game, rows, *game.board, list(numbers)) for sign in row]
    elif rows:
        raise PositionError(f"the text has both `cells` and the row `{rows[0]}`; remove one of them")
    return s


def unreadable(game: Game, problem: str) -> PositionError:
    """The error for a text that cannot be read, with an example of one that can."""
    return PositionError(f"{problem}; a position looks like this:\n{game.show(game.fresh())}")


def grid_lines(game: Game, s: State) -> list[str]:
    """The rows of `cells`, top row first, as symbols with spaces between them; none without a grid, or a symbol for each cell."""
    signs = {} if game.board is None else signs_of(game, set(s.cells))
    if game.board is None or not signs:
        return []
    columns = game.board[1]
    return [" ".join(signs[cell] for cell in s.cells[at : at + columns]) for at in range(0, len(s.cells), columns)]


def legend(game: Game, s: State) -> str:
    """The line that says which letters of the grid stand for which numbers in `cells`; empty if there are no letters."""
    known = {*symbols(game), UNSEEN}
    letters = {number: sign for number, sign in signs_of(game, sorted(set(s.cells))).items() if sign not in known}
    return f"{_PIECES}{' '.join(f'{sign}={number}' for number, sign in letters.items())}" if letters else ""


def read_legend(game: Game, line: str) -> dict[str, int]:
    """The inverse of `legend`: the number of each letter."""
    found: dict[str, int] = {}
    for word in line.removeprefix(_PIECES).split():
        sign, _, number = word.partition("=")
        if not re.fullmatch(r"[A-Za-z]=-?\d{1,19}", word) or sign in found or sign in symbols(game):
            raise unreadable(game, f"`{word}` does not say which number a letter stands for, as in A=3")
        found[sign] = int(number)
    return found


def checked_rows(game: Game, lines: Sequence[str], rows: int, columns: int, signs: Sequence[str]) -> list[str]:
    """The rows of a board without spaces; raises PositionError if their size or a piece is wrong."""
    check_count(game, lines, rows)
    found = ["".join(line.split()) for line in lines]
    for line, row in zip(lines, found, strict=True):
        for character in row:
            if character not in signs:
                raise PositionError(f"`{character}` is not a piece of {game}; use {' '.join(signs)}")
        if len(row) != columns:
            raise PositionError(f"row `{line}` has {len(row)} squares instead of {columns}")
    return found


def check_count(game: Game, lines: Sequence[str], rows: int) -> None:
    if len(lines) != rows:
        raise PositionError(f"a board of {game} has {rows} rows, but the text has {len(lines)}")


def _has_turn(game: Game) -> bool:
    """Whether the field `turn` is the number of the player to move."""
    turn = game.layout.fields.get("turn")
    return turn is not None and turn.length is None and not game.defines("to_move")


def _speakable(game: Game, turn: int) -> bool:
    """Whether the turn can be written as the player's name and read back."""
    return 0 <= turn < len(game.players) and re.fullmatch(r"[^:/\s]+( [^:/\s]+)*", game.players[turn]) is not None


def lines_of(text: str) -> list[str]:
    """The lines of a text that are not empty, without spaces at the ends. Slashes also separate lines."""
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


# Text for boards whose squares have names, with a1 at the bottom left


def square(index: int, columns: int) -> str:
    """The name of a square; index 0 is a1.

    >>> square(0, 5), square(7, 5)
    ('a1', 'c2')
    """
    return f"{letters(columns)[index % columns]}{index // columns + 1}"


def letters(columns: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[:columns]


def lettered(rows: Sequence[str]) -> str:
    """A board, top row first, with letters and numbers at its edges. Row 1 is at the bottom."""
    return "\n".join(framed([" ".join(row) for row in rows], " ".join(letters(len(rows[0]))), range(len(rows), 0, -1)))


def framed(rows: Sequence[str], edge: str, ranks: Sequence[int]) -> list[str]:
    """The lines of a board: `edge` above and below the rows, and the number of each row at both ends."""
    width = len(str(len(rows)))
    edge = " " * (width + 1) + edge
    return [edge, *(f"{rank:{width}} {row} {rank}" for rank, row in zip(ranks, rows, strict=True)), edge]


def cell_rows(cells: Sequence[int], columns: int, signs: str) -> list[str]:
    """The rows of a board, top row first. The first cell is at the bottom left."""
    text = "".join(signs[cell] for cell in cells)
    return [text[start : start + columns] for start in range(len(text) - columns, -1, -columns)]


def read_cells(game: Game, text: str, rows: int, columns: int, signs: str, edge: str = "") -> list[int]:
    """The inverse of `cell_rows`. Lines equal to `edge`, by default the letters, and the numbers of rows are optional."""
    found = read_rows(lines_of(text.lower()), edge or letters(columns), range(rows, 0, -1))
    return [signs.index(sign) for row in reversed(checked_rows(game, found, rows, columns, signs)) for sign in row]


def read_rows(lines: Sequence[str], edge: str, ranks: Sequence[int]) -> list[str]:
    """The rows of a board, top row first, without lines equal to `edge` and without the numbers of the rows."""
    rows = [line for line in lines if "".join(line.split()) != edge]
    return [unnumbered(row, rank) for row, rank in zip(rows, ranks, strict=False)] + rows[len(ranks) :]


def unnumbered(row: str, number: int) -> str:
    """A row without its number, which may stand at either end."""
    rest = row.lstrip(digits)
    inner = rest.rstrip(digits)
    if not {row.removesuffix(rest), rest.removeprefix(inner)} <= {"", str(number)}:
        raise PositionError(f"row `{row}` must have the number {number}, or no number")
    return inner.strip()


def turn_of(game: Game, cells: Sequence[int], first: int = 0) -> int:
    """Whose turn it is if two players take turns to put one stone each; `first` is the player who begins."""
    own, others = cells.count(1 + first), cells.count(2 - first)
    if own - others not in (0, 1):
        x, o = game.players[first], game.players[1 - first]
        raise PositionError(
            f"{own} {x} and {others} {o} are impossible: {x} begins, so there is one {x} more than {o}, or as many"
        )
    return first if own == others else 1 - first


# Pictures


class Picture:
    """A small SVG canvas. Shapes are drawn in the order in which they are added."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.shapes: list[str] = []
        self.rectangle(0, 0, width, height, PAPER)

    def rectangle(self, x: float, y: float, width: float, height: float, fill: str, rounded: float = 0) -> None:
        self.shapes.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rounded:g}" fill="{fill}"/>')

    def disc(self, x: float, y: float, radius: float, fill: str, label: str = "") -> None:
        self.shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}" stroke-opacity="0.4"/>')
        if label:
            self.text(x, y + radius * 0.33, label, size=radius, ink=_ink_on(fill))

    def polygon(self, points: Iterable[tuple[float, float]], fill: str, style: str = "") -> None:
        corners = " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
        self.shapes.append(f'<polygon points="{corners}" fill="{fill}" {style}/>')

    def text(self, x: float, y: float, words: str, size: float = 16, ink: str = INK, anchor: str = "middle") -> None:
        """Words on the base line `y`, in a font of fixed width, so that columns stay aligned."""
        style = f'font-family="monospace" font-size="{size:g}" fill="{ink}" text-anchor="{anchor}" xml:space="preserve"'
        self.shapes.append(f'<text x="{x:g}" y="{y:g}" {style}>{_xml(words)}</text>')

    def spot(self, square: str, x: float, y: float, width: float, height: float) -> None:
        """An invisible mark where people can click on a square; it has the name that `zermelo.game.board` and `squares_of` use."""
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self.shapes.append(f'<rect data-square="{escape(square)}" {place} fill="none"/>')

    def __str__(self) -> str:
        size = f'width="{self.width:g}" height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        return "\n".join([head, f"<title>{_xml(self.title)}</title>", *self.shapes, "</svg>"])


class BoardPicture(Picture):
    """A chequered board with the names of rows and columns at its edges and words below it."""

    size, edge = 48, 28

    def __init__(
        self,
        game: Game,
        words: str,
        rows: int,
        columns: int,
        fills: Sequence[str] = SQUARES,
        *,
        named: bool = True,
        labels: Sequence[str] = "",
        down: bool = False,
        aside: int = 0,
    ) -> None:
        """`named` says whether squares have names, `down` whether row 1 is on top; `labels` stand below the columns, by default
        letters; `aside` is room at the right of the board.
        """
        lines = words.splitlines()
        self.rows, self.columns, self.fills, self.named, self.down = rows, columns, fills, named, down
        width, height = columns * self.size + 2 * self.edge, rows * self.size + 2 * self.edge
        longest = max(map(len, lines))
        super().__init__(max(width + aside, 16 + 10 * longest), height + 4 + 20 * len(lines), f"{game}: {lines[-1]}")
        for row in range(rows if named else 0):
            self.text(self.edge / 2, self.edge + (row + 0.6) * self.size, str(self._rank(row) + 1), size=14)
        for column, label in enumerate(labels or letters(columns) * named):
            self.text(self.edge + (column + 0.5) * self.size, self.edge - 10 if down else height - 10, label, size=14)
        for number, line in enumerate(lines):
            self.text(self.width / 2, height + 10 + 20 * number, line)

    def squares(self, drawn: Collection[int] | None = None) -> Iterator[tuple[int, float, float]]:
        """The number of each square that exists, counted from row 1, and its upper left corner; the caller draws what stands there."""
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = self.edge + column * self.size, self.edge + row * self.size
                index = self._rank(row) * self.columns + column
                if drawn is None or index in drawn:
                    self.rectangle(x, y, self.size, self.size, self.fills[(row + column) % 2])
                    yield index, x, y
                    name = square(index, self.columns) if self.named else f"{row + 1},{column + 1}"
                    self.spot(name, x, y, self.size, self.size)

    def _rank(self, row: int) -> int:
        """The number of a row, counted from 0, by its place from the top."""
        return row if self.down or not self.named else self.rows - 1 - row


def svg(game: Game, s: State) -> str:
    """A picture of any state: the grid if there is one, else the text."""
    if game.board is None or not grid_lines(game, s):
        return text_svg(game, s)
    return board_svg(game, s, s.cells, game.board[1], signs_of(game, set(s.cells)), named=False)


def text_svg(game: Game, s: State) -> str:
    """A picture of the text of a state."""
    words = caption(game, s)
    lines = game.show(s).expandtabs().splitlines()
    if not words.endswith(_TO_MOVE):  # the game is over, but its text still has a line about the turn
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


def board_svg(
    game: Game, s: State, cells: Sequence[int], columns: int, signs: str | Mapping[int, str], named: bool = True
) -> str:
    """A board from its cells: 0 for empty, 1 + player for a piece.

    Other numbers are blocked squares if `signs` is a text, and pieces without an owner if it has a sign for each number.
    """
    picture = BoardPicture(game, caption(game, s), len(cells) // columns, columns, named=named)
    for index, x, y in picture.squares():
        cell, size = cells[index], picture.size
        owned = 0 < cell <= len(game.players)
        if cell > len(game.players) and isinstance(signs, str):
            picture.rectangle(x, y, size, size, BLOCK)
        elif cell != 0:
            fill = game.colours[(cell - 1) % len(game.colours)] if owned else BLOCK
            picture.disc(x + size / 2, y + size / 2, size * 0.36, fill, signs[cell])
    return str(picture)


def caption(game: Game, s: State) -> str:
    """Who is to move, or how the game ended."""
    return Position(game, s).result


def _ink_on(fill: str) -> str:
    """Dark letters for a light fill, light letters for a dark fill."""
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.3 * red + 0.6 * green + 0.1 * blue > 140 else PAPER


def _xml(words: str) -> str:
    """Text that is safe inside XML: markup is escaped, and characters that XML forbids are replaced."""
    return escape(re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", words))
