"""The colours of players, in words and on boards.

A player who is named after a colour has that colour; the others take the next free one. Words use the sixteen colours of the terminal, so
they can be read on a dark and on a light background. Squares have backgrounds of their own from the 256 colours of terminals.

Colour is never the only difference: pieces keep their letters.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

QUIET = "dim"
_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Ink:
    """A player's colour: a style for words, and a colour for pieces on a board."""

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
    """The colours of a board: two kinds of squares, empty signs, blocked squares and marks."""

    squares: tuple[str, str]
    empty: str
    blocked: str
    last: str
    target: str
    picked: str
    cursor: str


SLATE = Paper(("#262626", "#3a3a3a"), "#767676", "#080808", "#5f005f", "#005f00", "#005f5f", "#0000af")
WOOD = Paper(("#af875f", "#875f00"), "#5f5f00", "#303030", "#878700", "#5f8700", "#008787", "#5f5faf")
"""For black and white players: both can be seen on it."""
BLUE = Paper(("#0000af", "#0000af"), "#5f87ff", "#080808", "#5f005f", "#005f5f", "#005f5f", "#005f00")
"""For games in which stones are dropped."""
TILES = ("#5f5f87", "#5f5faf", "#875f00", "#af5f00", "#af5f5f", "#af0000", "#878700", "#5f8700", "#008700", "#008787", "#005faf")
"""The backgrounds of the numbers 2, 4, 8 and so on."""


def tile(number: int) -> str:
    """The background of a number."""
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
    """The colours of the board of these players."""
    return WOOD if {"black", "white"} & set(players) else SLATE


def paint(text: str, players: Sequence[str]) -> Text:
    """Colour the players in a text: a name on its own, or a symbol among other symbols.

    A symbol counts only in a word without other letters or digits, so that the "o" in "x to move" stays plain.
    """
    styles = {name: ink.word for name, ink in inks(players).items()}
    painted = Text(text)
    for word in _WORD.finditer(text):
        if word[0] in styles:
            painted.stylize(styles[word[0]], *word.span())
        elif all(symbol in styles or not symbol.isalnum() for symbol in word[0]):
            for at, symbol in enumerate(word[0], word.start()):
                painted.stylize(styles.get(symbol, QUIET if symbol == "." else ""), at, at + 1)
    return painted
