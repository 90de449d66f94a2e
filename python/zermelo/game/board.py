"""Where the squares are on a board that is text, and which of them a move touches.

A game draws itself as text, and its squares are read from that text. Three ways to draw a board are understood:

      a b c             letters above, numbers beside;       . . x .         nothing at the edges, or the numbers
    2 . x . 2           rows may be shifted, corners         o . x .         of the columns below
    1 o . . 1           be missing, squares be wide          1 2 3 4

      b   b   b   b     1-4      the numbers of the first and the last square beside each row
    b   b   b   b       5-8

Any other text has no squares: its moves have names only.

The squares that a move touches come from the game's `squares_of` if it has one, as in chess; from the name of the move, as in b2 or 22x15;
or, if squares have no names, from what changes on the board when the move is played. So every game that can be drawn gets a cursor,
clicks and a mark on the last move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from zermelo.game.constants import HIDDEN

if TYPE_CHECKING:
    from zermelo.game.position import Position
    from zermelo.game.protocol import Game

EMPTY, UNSEEN = ".", "?"
_NUMERALS = "123456789abcdefghijklmnopqrstuvwxyz"
_TOKEN = re.compile(r"\S+")
_RANK = re.compile(r"\s*(\d+)\s")
"""The number at the left of a row."""
_SPAN = re.compile(r"(.*?)\s+(\d+)-(\d+)\s*")
Leg = tuple[str, ...]
"""Squares in the order in which a player points at them: one to place a stone, two to move a piece, more to jump on."""
_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "abcdefghjklmnopqrstuvwxyz")
"""Go has no column I."""


class Square(NamedTuple):
    """A square and the characters of the text that are its own."""

    name: str
    line: int
    start: int
    end: int
    row: int
    column: int


class Token(NamedTuple):
    """A word of a line, and its columns."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Board:
    """A board as text, with its squares by name in reading order."""

    lines: tuple[str, ...]
    squares: dict[str, Square]
    named: bool = True
    """Whether the text names its squares; otherwise a name is the row and the column, counted from the top left."""
    dropping: bool = False
    """Whether columns have names instead of squares: any square of a column stands for the column."""

    def content(self, name: str) -> str:
        square = self.squares[name]
        return self.lines[square.line][square.start : square.end].strip()

    def step(self, name: str, down: int, right: int) -> str:
        """The square next to one, in the same row or in the nearest row above or below; the same one at the edge."""
        here = self.squares[name]
        if right:
            row = [square.name for square in self.squares.values() if square.line == here.line]
            return row[min(max(row.index(name) + right, 0), len(row) - 1)]
        others = [square for square in self.squares.values() if (square.line - here.line) * down > 0]
        if not others:
            return name
        return min(others, key=lambda square: (abs(square.line - here.line), abs(square.start - here.start), square.start)).name

    @cached_property
    def middle(self) -> str:
        """The square in the middle of the board, or near it."""
        lines = [square.line for square in self.squares.values()]
        starts = [square.start for square in self.squares.values()]
        down, right = (min(lines) + max(lines)) / 2, (min(starts) + max(starts)) / 2
        return min(self.squares.values(), key=lambda each: abs(each.line - down) * 2 + abs(each.start - right)).name

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = sorted(self.squares, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names)))

    def named_in(self, text: str) -> tuple[str, ...]:
        """The squares in the name of a move, in order."""
        return tuple(self._pattern.findall(text.lower()))


def read_board(game: Game, text: str) -> Board | None:
    """The board that a text of a game shows; None if it has no squares.

    >>> from zermelo import TicTacToe
    >>> board = TicTacToe().start().play("b2").board
    >>> board.content("b2"), board.squares["b2"][1:4], board.step("b2", down=1, right=0)
    ('x', (2, 4, 6), 'b1')
    """
    lines = tuple(text.splitlines())
    squares = list(_lettered(lines)) or list(_numbered(lines))
    if squares:
        named = {square.name: square for square in squares}
        return Board(lines, named) if len(named) == len(squares) else None
    squares, dropping = _unnamed(game, lines)
    return Board(lines, {square.name: square for square in squares}, False, dropping) if squares else None


def touched(position: Position, move: int) -> Leg:
    """The squares of the text board that a legal move touches, in order; none if the move has several parts, or no squares.

    >>> from zermelo import find
    >>> position = find("connect4").start()
    >>> touched(position, position.parse("4"))
    ('6,4',)
    """
    board, legs = position.board, position.legs(move)
    return legs[0] if board is not None and len(legs) == 1 and all(name in board.squares for name in legs[0]) else ()


def legs_of(position: Position, move: int) -> tuple[Leg, ...]:
    """The squares of a move, part by part: `Position.legs` keeps them."""
    told = position.game.squares_of(position.state, move)
    if told:
        return tuple(tuple(part) for empty, part in groupby(told, key=lambda name: not name) if not empty)
    board = position.board
    if board is None:
        return ()
    named = board.named_in(position.name(move))
    leg = named if named or board.named else _changed(board, position.advance(move).board)
    return (leg,) if leg else ()


def _changed(before: Board, after: Board | None) -> tuple[str, ...]:
    """The square that was filled, after the one that was left, if any; none if more has changed."""
    if after is None or after.squares.keys() != before.squares.keys():
        return ()
    changed = [name for name in before.squares if before.content(name) != after.content(name)]
    left = [name for name in changed if after.content(name) == EMPTY]
    filled = [name for name in changed if name not in left]
    if len(filled) > 1:
        filled = [name for name in filled if before.content(name) == EMPTY]
    return (*left, *filled) if len(filled) == 1 and len(left) <= 1 else ()


# Three ways to draw a board


def _lettered(lines: Sequence[str]) -> Iterator[Square]:
    """Squares of a board with letters above and numbers beside."""
    head = next((number for number, line in enumerate(lines) if _letters(line)), None)
    if head is None:
        return
    offsets = [at for at, character in enumerate(lines[head]) if not character.isspace()]
    pitch = max(2, offsets[1] - offsets[0])
    rows = [(number, match[1]) for number, line in enumerate(lines) if number > head and (match := _RANK.match(line))]
    found = [(number, rank, _columns(_row(lines[number], rank), offsets)) for number, rank in rows]
    early = any(token.start < offsets[at] < token.end for _, _, columns in found for at, token in columns)
    for row, (number, rank, columns) in enumerate(found):
        skewed = any(not token.start <= offsets[at] < token.end for at, token in columns)  # not below the letters
        for at, token in columns:
            start = token.start if skewed else offsets[at] - (pitch - 2 if early else 0)
            yield Square(f"{_letters(lines[head])[at]}{rank}", number, start, max(start + pitch, token.end), row, at)


def _letters(line: str) -> str:
    """The letters of a line that names columns."""
    letters = "".join(line.split()).lower()
    return letters if len(letters) > 1 and any(alphabet.startswith(letters) for alphabet in _ALPHABETS) else ""


def _row(line: str, rank: str) -> list[Token]:
    """The words of a row, without the numbers at its edges."""
    tokens = _tokens(line)[1:]
    return tokens[:-1] if tokens and tokens[-1].text == rank else tokens


def _columns(tokens: list[Token], offsets: list[int]) -> list[tuple[int, Token]]:
    """The column of each word: by counting if the row is complete, else by the letter above it."""
    if len(tokens) == len(offsets):
        return list(enumerate(tokens))
    return [(at, token) for at, offset in enumerate(offsets) for token in tokens if token.start <= offset < token.end]


def _numbered(lines: Sequence[str]) -> Iterator[Square]:
    """Squares of a board whose rows bear the numbers of their first and last square."""
    for number, line in enumerate(lines):
        match = _SPAN.fullmatch(line)
        tokens = _tokens(match[1]) if match else []
        if match is None or len(tokens) != int(match[3]) - int(match[2]) + 1:
            continue
        for at, token in enumerate(tokens):
            yield Square(str(int(match[2]) + at), number, token.start, token.start + 2, number, at)


def _unnamed(game: Game, lines: Sequence[str]) -> tuple[list[Square], bool]:
    """Squares of a plain grid at the top of a text, and whether numbers of columns are below it."""
    rows: list[list[Token]] = []
    dropping = False
    for line in lines:
        tokens = _tokens(line)
        if rows and [token.text for token in tokens] == [str(at + 1) for at in range(len(rows[0]))] and game.board is None:
            dropping = True
            break
        if len(tokens) < 2 or any(len(token.text) > 1 for token in tokens) or (rows and len(tokens) != len(rows[0])):
            break
        rows.append(tokens)
    if len(rows) < 2:
        return [], False
    pitch = rows[0][1].start - rows[0][0].start
    squares = [
        Square(f"{row + 1},{at + 1}", row, token.end + 1 - pitch, token.end + 1, row, at)
        for row, tokens in enumerate(rows)
        for at, token in enumerate(tokens)
    ]
    return squares, dropping


def _tokens(line: str) -> list[Token]:
    return [Token(match[0], *match.span()) for match in _TOKEN.finditer(line)]


def symbols(game: Game) -> str:
    """One character for an empty cell and one for each player: the player's name if it is one character, else a numeral."""
    pairs = zip(game.players, _NUMERALS, strict=False)
    signs = "".join(name if re.fullmatch(r"[^\s./:]", name) else numeral for name, numeral in pairs)
    return EMPTY + (signs if len(set(signs)) == len(signs) else _NUMERALS[: len(signs)])


def signs_of(game: Game, numbers: Iterable[int]) -> dict[int, str]:
    """The character for each number in `cells`: the symbols of empty cells and players, and letters for other pieces.

    Numbers beyond the players get capital letters, negative numbers small ones; letters that players use are left out. What a player does not
    see is a question mark. Empty if there are not enough letters.

    >>> from zermelo import Game
    >>> signs_of(Game(), (0, 1, 2, 3, 4, -1))
    {0: '.', 1: 'x', 2: 'o', 3: 'A', 4: 'B', -1: 'a'}
    """
    signs = symbols(game)
    letters = [letter for letter in ascii_uppercase if letter.lower() not in signs.lower()]
    found: dict[int, str] = {}
    for number in numbers:
        at = -number - 1 if number < 0 else number - len(signs)
        if number == HIDDEN and game.hides and UNSEEN not in signs:
            found[number] = UNSEEN
            continue
        if at >= len(letters):
            return {}
        found[number] = letters[at].lower() if number < 0 else letters[at] if at >= 0 else signs[number]
    return found


def owners(game: Game) -> dict[str, str]:
    """Which player a character on the board belongs to.

    >>> from zermelo import find
    >>> owners(find("checkers"))
    {'b': 'black', 'B': 'black', 'w': 'white', 'W': 'white'}
    """
    pieces = game.piece_symbols or getattr(game, "men", ())
    if pieces:
        return {sign: player for player, signs in zip(game.players, pieces, strict=False) for sign in signs}
    initials = [player[:1].lower() for player in game.players]
    if all(len(player) == 1 for player in game.players) or len(set(initials)) < len(initials):
        return dict(zip(symbols(game)[1:], game.players, strict=True))
    return {sign: player for sign, player in zip(initials, game.players, strict=True) for sign in (sign, sign.upper())}
