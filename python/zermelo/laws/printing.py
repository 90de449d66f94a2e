"""What rules print: kept away from the answer, and told once.

A `print` that was left in a rule would fill the screen, because rules are asked thousands of times, and would spoil the output for
programs. Only texts are kept away that users' code writes when this library calls it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

from zermelo.errors import Place
from zermelo.game import Game
from zermelo.game.places import is_users, place

_LIBRARY = __name__.partition(".")[0]


class Printed:
    """What was printed: the first line of it, the rule and the line of code that printed it, and how many lines in all."""

    def __init__(self) -> None:
        self.text, self.rule, self.lines = "", "", 0
        self.place: Place | None = None

    def note(self, text: str, rule: str, where: Place) -> None:
        if self.place is None:
            self.rule, self.place = rule, where
        if self.lines == 0:
            self.text += text.partition("\n")[0]
        self.lines += text.count("\n")


class _Filter:
    """A stream that notes what users' code writes and passes everything else on."""

    def __init__(self, stream: TextIO, printed: Printed) -> None:
        self.stream, self.printed = stream, printed

    def write(self, text: str) -> int:
        rule, where = _source(sys._getframe(1))
        if where is None:
            return self.stream.write(text)
        self.printed.note(text, rule, where)
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


@contextmanager
def swallowed(earlier: Printed | None = None) -> Iterator[Printed]:
    """Keep away what users' code prints to stdout and stderr; it is added to what was printed earlier."""
    printed, before = earlier or Printed(), (sys.stdout, sys.stderr)
    sys.stdout, sys.stderr = (stream and _Filter(stream, printed) for stream in before)
    try:
        yield printed
    finally:
        sys.stdout, sys.stderr = before


def _source(frame: FrameType | None) -> tuple[str, Place | None]:
    """The rule that led to a text being written, and the innermost line of the user's file; no line if the library did not call it."""
    rule, where = "", None
    while frame is not None:
        code = frame.f_code
        if is_users(code.co_filename):
            where = where or place(code.co_filename, frame.f_lineno)
            rule = code.co_name if code.co_name in Game.reserved else rule
        elif str(frame.f_globals.get("__name__", "")).partition(".")[0] == _LIBRARY:
            return rule, where
        frame = frame.f_back
    return "", None
