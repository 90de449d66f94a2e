"""Keys as they are pressed, without waiting for the end of a line.

Terminals send arrows and the like as an escape character and a few more; here they have names. A bare Escape is told from the
beginning of such a sequence by silence: what belongs to a sequence comes at once. Where there is no terminal that can do
this, as on Windows or through a pipe, `can_listen` says so and people type names.
"""

from __future__ import annotations

import codecs
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
ENTER, ESCAPE, BACKSPACE, TAB, END_OF_INPUT, CLEAR, NOTHING = "enter", "escape", "backspace", "tab", "end", "clear", ""
ARROWS = {UP: (-1, 0), DOWN: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}
"""How far down and right each arrow goes."""
_PLAIN = {
    "\r": ENTER,
    "\n": ENTER,
    "\x7f": BACKSPACE,
    "\b": BACKSPACE,
    "\t": TAB,
    "\x04": END_OF_INPUT,
    "\x15": CLEAR,
    "\x1b": ESCAPE,
}
_FINAL = {"A": UP, "B": DOWN, "C": RIGHT, "D": LEFT}
_SILENCE = 0.05
"""Seconds after which an escape character is the key Escape."""


def can_listen(out: Console) -> bool:
    """Whether keys can be heard and a screen be drawn again and again."""
    if sys.stdin is None or not sys.stdin.isatty() or not out.is_terminal or out.is_dumb_terminal:
        return False
    try:
        import termios  # noqa: F401  # not on every system
    except ImportError:
        return False
    return True


class Keyboard:
    """Where keys come from: a file descriptor of a terminal that hands over every character at once."""

    def __init__(self, source: int) -> None:
        self.source = source
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def press(self, seconds: float | None = None) -> str:
        """The next key: its name, or the character; NOTHING if none comes in so many seconds."""
        character = self._character(seconds)
        if character != "\x1b":
            return _PLAIN.get(character, character if character.isprintable() else NOTHING)
        following = self._character(_SILENCE)
        if following not in ("[", "O"):
            return ESCAPE
        while following := self._character(_SILENCE):
            if following.isalpha() or following == "~":
                return _FINAL.get(following, NOTHING)
        return NOTHING

    def _character(self, seconds: float | None) -> str:
        """One character; nothing where none comes in time."""
        while select.select([self.source], [], [], seconds)[0]:
            byte = os.read(self.source, 1)
            if not byte:
                return "\x04"
            if character := self.decoder.decode(byte):
                return character
        return ""


@contextmanager
def listening() -> Iterator[Keyboard]:
    """A keyboard; the terminal is as it was afterwards, whatever happens."""
    import termios
    import tty

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source, termios.TCSADRAIN)
        yield Keyboard(source)
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
