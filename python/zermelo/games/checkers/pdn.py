"""The notation of draughts on 32 squares (PDN): positions, moves, and the board as text and as a picture.

    B:W21,22,K31:B1-12,18     a position: black to move, white men on 21 and 22, a white king on 31, black men on 1 to 12 and 18
    11-15                     a move
    22x15                     a capture, by its first and last square
    22x15x8                   the same by all its squares, if first and last square could mean two captures

Squares are numbered in reading order. A diagram lists their contents in that order: `.` for empty, `b` and `w` for men, `B` and `W` for
kings. PDN has no field for the plies since the last capture or move of a man. Some programs, and we, write `:H12` at the end for twelve.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.errors import MoveError, PositionError
from zermelo.game import Game, display, turn_line

SIGNS = ".bBwW"
EXAMPLE = "B:W21,22,K31:B1,2"
FILLS = {"black": "#2b2b2b", "white": "#f7f3e8", "red": "#c8322b"}


@dataclass(frozen=True)
class Diagram:
    """A position: the 32 squares, who is to move, and the number of quiet plies."""

    cells: str
    turn: int = 0
    quiet: int = 0


def is_fen(text: str) -> bool:
    """Whether a text is a position in PDN and not a drawn board."""
    return ":" in text


def read_fen(text: str) -> Diagram:
    """The diagram of a position in PDN.

    >>> read_fen("W:WK1:B30-32")
    Diagram(cells='W............................bbb', turn=1, quiet=0)
    """
    turn, *groups = "".join(text.split()).upper().rstrip(".").split(":")
    if turn not in ("B", "W"):
        raise PositionError(f"a position in PDN begins with the player to move, B or W, as in {EXAMPLE}, not `{turn}`")
    cells, quiet, seen = ["."] * 32, 0, set()
    for group in groups:
        letter, rest = group[:1], group[1:]
        if letter in seen or letter not in ("B", "W", "H", "F"):
            reason = "is the second of its kind" if letter in seen else "must begin with W or B, followed by squares"
            raise PositionError(f"`{group}` {reason}; a position in PDN looks like {EXAMPLE}")
        seen.add(letter)
        if letter in ("B", "W"):
            for number, sign in _pieces(letter, rest):
                if cells[number - 1] != ".":
                    raise PositionError(f"square {number} has two pieces; remove one of them")
                cells[number - 1] = sign
        elif not re.fullmatch("[0-9]{1,4}", rest):
            raise PositionError(f"`{group}` must be a number of plies, such as {letter}12")
        elif letter == "H":
            quiet = int(rest)
    if not {"B", "W"} <= seen:
        raise PositionError(f"a position in PDN lists the pieces of both players, as in {EXAMPLE}")
    return Diagram("".join(cells), "BW".index(turn), quiet)


def write_fen(diagram: Diagram) -> str:
    groups = []
    for letter in "WB":
        numbers = [
            f"{'K' if sign == letter else ''}{number}"
            for number, sign in enumerate(diagram.cells, 1)
            if sign in (letter, letter.lower())
        ]
        groups.append(letter + ",".join(numbers))
    return ":".join(["BW"[diagram.turn], *groups, *([f"H{diagram.quiet}"] if diagram.quiet else [])])


def _pieces(letter: str, text: str) -> Iterator[tuple[int, str]]:
    """The pieces of one player: squares, or ranges of squares, with K for kings."""
    for word in text.split(",") if text else ():
        match = re.fullmatch("(K?)([0-9]{1,3})(?:-([0-9]{1,3}))?", word)
        if match is None:
            raise PositionError(f"`{word}` is not a piece; write its square, such as 21, with K before it for a king")
        first, last = int(match[2]), int(match[3] or match[2])
        if not 1 <= first <= last <= 32:
            raise PositionError(f"`{word}` is not on the board; squares are numbered from 1 to 32")
        yield from ((number, letter if match[1] else letter.lower()) for number in range(first, last + 1))


def read_move(text: str) -> tuple[int, ...]:
    """The squares in the name of a move.

    >>> read_move("11-15"), read_move("22x15x8"), read_move("09-13")
    ((11, 15), (22, 15, 8), (9, 13))
    """
    if not re.fullmatch("[0-9]{1,2}([-xX][0-9]{1,2})+", text.strip()):
        raise MoveError(f"`{text}` is not a move; write squares, as in 11-15, or 22x15 for a capture")
    return tuple(int(number) for number in re.split("[-xX]", text.strip()))


def show(game: Game, diagram: Diagram) -> str:
    """The board, each row with the numbers of its squares, and who is to move."""
    cells = diagram.cells.translate(str.maketrans(SIGNS, signs(game)))
    lines = []
    for row in range(8):
        left, right = ("", "  ") if row % 2 else ("  ", "")
        numbers = f"{4 * row + 1}-{4 * row + 4}"
        lines.append(f"{left}{'   '.join(cells[4 * row : 4 * row + 4])}{right}   {numbers:>5}")
    return "\n".join([*lines, turn_line.write(game, diagram.turn, diagram.quiet)])


def read(game: Game, text: str, limit: int) -> Diagram:
    """The inverse of `show`. The numbers of squares are optional."""
    lines, turn, quiet = turn_line.split(game, text, limit)
    rows = [_without_numbers(line, row) for row, line in enumerate(lines)]
    cells = "".join(display.checked_rows(game, rows, 8, 4, signs(game)))
    return Diagram(cells.translate(str.maketrans(signs(game), SIGNS)), turn, quiet)


def _without_numbers(line: str, row: int) -> str:
    """A row of the board without the numbers of its squares at the end."""
    match = re.fullmatch(r"([^0-9]*)([0-9]+)\s*-\s*([0-9]+)", line)
    if match is None:
        return line
    if (int(match[2]), int(match[3])) != (4 * row + 1, 4 * row + 4):
        raise PositionError(f"row `{line}` must have the numbers {4 * row + 1}-{4 * row + 4}, or no numbers")
    return match[1].rstrip()


def signs(game: Game) -> str:
    """The characters for an empty square and for the man and the king of each player, by the player's first letter."""
    first, second = (name[0] for name in game.players)
    return "." + first.lower() + first.upper() + second.lower() + second.upper()


def svg(game: Game, diagram: Diagram, words: str) -> str:
    """The board with the numbers of its squares; kings have a K."""
    size, edge = 48, 12
    width = 8 * size + 2 * edge
    picture = display.Picture(width, width + 28, f"{game}: {words}")
    for index in range(64):
        row, column = divmod(index, 8)
        x, y = edge + column * size, edge + row * size
        if (row + column) % 2 == 0:
            picture.rectangle(x, y, size, size, display.SQUARES[0])
            continue
        picture.rectangle(x, y, size, size, "#a98f6b")
        picture.text(x + 3, y + 11, str(index // 2 + 1), size=10, anchor="start")
        sign = diagram.cells[index // 2]
        picture.spot(str(index // 2 + 1), x, y, size, size)
        if sign != ".":
            fill = game.colours["bw".index(sign.lower())]
            picture.disc(x + size / 2 + 2, y + size / 2 + 3, size * 0.34, fill, "K" if sign.isupper() else "")
    picture.text(width / 2, width + 16, words)
    return str(picture)
