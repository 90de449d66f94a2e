"""Boards for terminals: the text of the game, with coloured squares and marks.

With colours a mark is a colour. Without colours it is a character beside or instead of the piece:

    (x)   the last move       [x]   the cursor       <x>  a square that was chosen
    +     an empty square that can be chosen          :x   an occupied square that can be chosen

A board without marks and colours is the plain text of the position, which `--position` and `read` understand.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from zermelo.cli.colours import BLUE, QUIET, inks, paint, paper, tile
from zermelo.game import Position
from zermelo.game.board import EMPTY, Board, Square, owners, touched

INDENT = 2
_DRAUGHTS = 16
"""Width of a row of eight squares; the text shows only the four dark ones."""
_FIGURES: dict[tuple[str, ...], dict[int, int]] = {
    men: str.maketrans("".join(men), figures) for men, figures in {("PNBRQK", "pnbrqk"): "♟♞♝♜♛♚" * 2, ("X", "O"): "●●"}.items()
}
"""Symbols of pieces, for boards whose colours show the player."""


@dataclass(frozen=True)
class Marks:
    """Squares that are marked, by name."""

    last: Collection[str] = ()
    targets: Collection[str] = ()
    picked: Collection[str] = ()
    cursor: str | None = None


def last_move(position: Position) -> tuple[str, ...]:
    """The squares of the move that led here."""
    if position.parent is None or position.move is None:
        return ()
    return touched(position.parent, position.move)


def show(position: Position, out: Console, marks: Marks | None = None) -> Text:
    """The board for this console, as the player to move sees it; on terminals the last move is marked unless other marks are given."""
    position = position.seen()
    board = position.board
    if not out.is_terminal:
        return Text(str(position))
    if board is None:
        return _without_squares(position)
    marks = Marks(last=last_move(position)) if marks is None else marks
    if out.color_system is not None and not out.no_color:
        painter = Painter(position, board, marks, figures=out.encoding.startswith("utf"))
        return Text("\n").join(Text(" " * INDENT).append_text(painter.line(number)) for number in range(len(board.lines)))
    return Text("\n".join(mark(board, marks)))


def width(position: Position) -> int:
    """Columns of the terminal that the board needs; text below it may be wrapped."""
    board = position.board
    lines = {square.line for square in board.squares.values()} if board else range(len(str(position).splitlines()))
    return INDENT + 1 + max(len(str(position).splitlines()[line]) for line in lines)


def mark(board: Board, marks: Marks) -> list[str]:
    """The lines of the board with characters as marks."""
    rows = [
        list(" " * INDENT + line.ljust(1 + max((each.end for each in board.squares.values()), default=0))) for line in board.lines
    ]
    for square in board.squares.values():
        content = board.content(square.name)
        at = INDENT + board.lines[square.line].index(content, square.start)
        after = at + len(content)
        row = rows[square.line]
        if square.name == marks.cursor or square.name in marks.picked:
            row[at - 1], row[after] = "[]" if square.name == marks.cursor else "<>"
        elif square.name in marks.targets and content == EMPTY:
            row[at] = "+"
        elif square.name in marks.targets:
            row[at - 1] = ":"
        elif square.name in marks.last and content != EMPTY:
            row[at - 1], row[after] = "()"
    return ["".join(row).rstrip() for row in rows]


def _without_squares(position: Position) -> Text:
    """The text of a board without squares: names and bars in the colours of their players."""
    text = paint(str(position), position.game.players)
    for player, ink in inks(position.game.players).items():
        for match in re.finditer(rf"(?m)^{re.escape(player)}\s.*?([#+]{{2,}})", text.plain):
            text.stylize(ink.word, *match.span(1))
    return text


def _is_edge(words: str) -> bool:
    """Whether a line only names columns, by letters or numbers."""
    return all(len(word) == 1 or word.isdigit() for word in words.split())


class Painter:
    """Colours one board."""

    def __init__(self, position: Position, board: Board, marks: Marks, figures: bool) -> None:
        self.players, self.board, self.marks = position.game.players, board, marks
        self.paper = BLUE if board.dropping else paper(self.players)
        self.inks, self.owners = inks(self.players), owners(position.game)
        self.figures = _FIGURES.get(position.game.piece_symbols, {}) if figures else {}
        self.rows = [square.line for square in board.squares.values()]

    def line(self, number: int) -> Text:
        """One line of the text: coloured squares; other text is dim, except who is to move."""
        words = self.board.lines[number]
        squares = [square for square in self.board.squares.values() if square.line == number]
        if not squares:
            return self._words(words, number)
        end = max(square.end for square in squares)
        line = Text(words[:end].ljust(end), QUIET)
        if squares[0].name.isdigit():  # draughts: the text lacks the light squares
            line.pad_right(_DRAUGHTS - end)
            end = _DRAUGHTS
            line.stylize(f"not dim on {self.paper.squares[0]}")
        for square in squares:
            self._square(line, square)
        if self.figures:
            line.plain = line.plain.translate(self.figures)
        return line.append(f" {words[end:]}" if words[end:].strip() else "", QUIET)

    def _words(self, words: str, number: int) -> Text:
        told = number > self.rows[-1] and any(player in words.split() for player in (*self.players, "chance"))
        return paint(words, self.players) if told and not _is_edge(words) else Text(words, QUIET)

    def _square(self, line: Text, square: Square) -> None:
        content = self.board.content(square.name)
        ground, ink = self._ground(square, content)
        line.stylize(f"not dim {ink} on {ground}", square.start, square.end)
        owner: str | None = None
        for at in range(square.start, square.end):
            sign = line.plain[at]
            owner = self.owners.get(sign, owner if sign.isdigit() else None)
            if owner is not None:
                line.stylize(f"bold {self.inks[owner].piece}", at, at + 1)

    def _ground(self, square: Square, content: str) -> tuple[str, str]:
        """The colour of a square, and of a sign on it that belongs to no player."""
        paper, marks = self.paper, self.marks
        ink = "bold #ffffff" if content.isdigit() else paper.empty
        if square.name == marks.cursor:
            return paper.cursor, "bold #ffffff"
        if square.name in marks.picked:
            return paper.picked, ink
        if square.name in marks.targets:
            return paper.target, ink
        if square.name in marks.last:
            return paper.last, ink
        if content == "#":
            return paper.blocked, paper.blocked
        return tile(int(content)) if content.isdecimal() else paper.squares[(square.row + square.column) % 2], ink
