"""Lines of GTP: commands that are read, and answers that are written.

A command is an optional number, a word and arguments. Control characters are removed, tabs are spaces, and `#` begins a comment. An answer repeats the number
after `=` or `?`, and an empty line ends it; so no answer may contain one.

>>> read("12 play black D4  # the first move")
Command(number='12', name='play', arguments=('black', 'D4'))
>>> print(answer("12", "D4"), end="")
=12 D4
"""

import re
from dataclasses import dataclass

from zermelo.errors import ZermeloError

COLOURS = ("black", "white")
_MOST_DIGITS = 18


class GtpError(ZermeloError):
    """A command that cannot be carried out; the text is the answer after the question mark."""


@dataclass(frozen=True)
class Command:
    """One command."""

    number: str
    """As it was written; empty if there is none."""
    name: str
    arguments: tuple[str, ...] = ()


def read(line: str) -> Command | None:
    """The command of a line; None if the line is empty or only a comment."""
    text = "".join(letter for letter in line.replace("\t", " ") if ord(letter) >= 32 and ord(letter) != 127)
    words = text.partition("#")[0].split()
    if not words:
        return None
    number = words.pop(0) if re.fullmatch("[0-9]+", words[0], re.ASCII) else ""
    name, *arguments = words or [""]
    return Command(number[:_MOST_DIGITS], name, tuple(arguments))


def answer(number: str, text: str, good: bool = True) -> str:
    """The answer to a command, with the line end after it; writing it as one line adds the empty line. A drawing begins with a line end of its own."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    gap = "\n" if text.startswith("\n") else " "
    return f"{'=' if good else '?'}{number}" + (gap + "\n".join(lines) if lines else "") + "\n"


# Arguments


def argument(command: Command, at: int, what: str) -> str:
    """An argument that must be there."""
    if at >= len(command.arguments):
        raise GtpError(f"syntax error: {command.name} needs {what}")
    return command.arguments[at]


def colour(text: str) -> int:
    """Black is the first player, 0.

    >>> colour("B"), colour("white")
    (0, 1)
    """
    found = {"b": 0, "black": 0, "w": 1, "white": 1}.get(text.lower())
    if found is None:
        raise GtpError(f"syntax error: `{text[:20]}` is not a colour; write black or white")
    return found


def whole(text: str, what: str) -> int:
    """A whole number that is not negative."""
    if not re.fullmatch(r"\+?[0-9]+", text, re.ASCII) or len(text) > _MOST_DIGITS:
        raise GtpError(f"syntax error: {what} must be a whole number, not `{text[:20]}`")
    return int(text)


def seconds(text: str, what: str) -> float:
    """A time. The protocol has whole seconds; some programs send fractions, and a negative number when the time has run out."""
    if not re.fullmatch(r"[-+]?[0-9]*\.?[0-9]+|[-+]?[0-9]+\.", text, re.ASCII) or len(text) > _MOST_DIGITS:
        raise GtpError(f"syntax error: {what} must be a number of seconds, not `{text[:20]}`")
    return max(0.0, float(text))
