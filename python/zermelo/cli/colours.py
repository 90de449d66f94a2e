"""Who has which colour: in words, and on boards.

A player who is called after a colour has it; the others take the next one that is free. Words are in the sixteen colours that
everybody's terminal has settled for itself, so that they can be read on dark paper and on white. Squares bring their own
paper, and with it finer colours, all among the 256 that terminals have; rich coarsens them where there are only sixteen.

Nothing is told by colour alone: pieces keep their letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Ink:
    """A player's colour: as a style for words, and as a colour on the paper of boards."""

    word: str
    piece: str


_NAMED = {
    "red": Ink("bold red", "#ff8787"),
    "yellow": Ink("bold yellow", "#ffd75f"),
    "sky": Ink("bold cyan", "#87ffff"),
    "green": Ink("bold green", "#87d787"),
    "pink": Ink("bold magenta", "#ff87ff"),
    "blue": Ink("bold blue", "#87afff"),
    "orange": Ink("bold bright_red", "#ffaf5f"),
    "white": Ink("bold", "#ffffff"),
    "black": Ink("bold", "#000000"),
}
_IN_TURN = ("red", "yellow", "sky", "green", "pink", "blue", "orange")


@dataclass(frozen=True)
class Paper:
    """What boards are made of: two kinds of squares, ink for what is empty, and squares that are marked."""

    squares: tuple[str, str]
    empty: str
    blocked: str
    last: str
    target: str
    picked: str
    cursor: str


SLATE = Paper(("#262626", "#3a3a3a"), "#767676", "#080808", "#5f005f", "#005f00", "#005f5f", "#0000af")
WOOD = Paper(("#af875f", "#875f00"), "#5f5f00", "#303030", "#878700", "#5f8700", "#008787", "#5f5faf")
"""For those who play black and white: both can be seen on it."""
BLUE = Paper(("#0000af", "#0000af"), "#5f87ff", "#080808", "#5f005f", "#005f5f", "#005f5f", "#005f00")
"""For boards into which stones are dropped."""
TILES = ("#5f5f87", "#5f5faf", "#875f00", "#af5f00", "#af5f5f", "#af0000", "#878700", "#5f8700", "#008700", "#008787", "#005faf")
"""The paper of numbers: of 2, 4, 8 and so on."""


def tile(number: int) -> str:
    """The paper of a number, which is darker or brighter the greater it is."""
    return TILES[min(max(number.bit_length() - 2, 0), len(TILES) - 1)]


def inks(players: Sequence[str]) -> dict[str, Ink]:
    """Each player's colour.

    >>> [ink.word for ink in inks(("x", "red", "o")).values()]
    ['bold yellow', 'bold red', 'bold cyan']
    """
    free = [name for name in _IN_TURN if name not in players]
    unnamed = [player for player in players if player not in _NAMED]
    chosen = {player: (free or _IN_TURN)[at % len(free or _IN_TURN)] for at, player in enumerate(unnamed)}
    return {player: _NAMED[chosen.get(player, player)] for player in players}


def paper(players: Sequence[str]) -> Paper:
    """What the board of these players is made of."""
    return WOOD if {"black", "white"} & set(players) else SLATE
