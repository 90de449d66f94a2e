"""The grid that a game declares with `board = (rows, columns)`: its size, and one character for each cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zermelo.game.record import State

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

EMPTY = "."
_NUMERALS = "123456789abcdefghijklmnopqrstuvwxyz"


def symbols(game: Game) -> str:
    """One character for an empty cell and one for each player: the player's name if it is one character, else a numeral."""
    pairs = zip(game.players, _NUMERALS, strict=False)
    signs = "".join(name if re.fullmatch(r"[^\s./:]", name) else numeral for name, numeral in pairs)
    return EMPTY + (signs if len(set(signs)) == len(signs) else _NUMERALS[: len(signs)])


def has_grid(game: Game) -> bool:
    if game.board is None:
        return False
    rows, columns = game.board
    cells = game.layout.fields.get("cells")
    return cells is not None and cells.length == rows * columns


def drawable(game: Game, s: State) -> bool:
    return has_grid(game) and min(s.cells) >= 0 and max(s.cells) < len(symbols(game))


def size(game: Game) -> tuple[int, int]:
    assert game.board is not None
    return game.board
