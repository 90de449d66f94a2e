"""A text as tokens: words, numbers and signs, each with its place, and a finger that moves along them.

From a hash to the end of its line is a remark. Words may have hyphens, because names of tables do. Signs that the language does not
know are tokens too: what is wrong with them is told where they turn up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from zermelo.advice.errors import AdviceError, Place
from zermelo.advice.knowledge import RESERVED

NAME = re.compile(r"[^\W\d][\w-]*")
_TOKEN = re.compile(rf"(?P<word>{NAME.pattern})|(?P<number>\d+)|(?P<sign><=|>=|==|!=|[<>=])|(?P<mark>[:,()])|(?P<other>\S)")
_Part = TypeVar("_Part")


@dataclass(frozen=True)
class Token:
    """A word, number or sign, and where it stands; the last one is empty."""

    kind: str
    """"word", "number", "sign", "mark", "other", or "end"."""
    text: str
    place: Place


def bare(line: str) -> str:
    """A line without its remark."""
    return line.partition("#")[0]


class Tokens:
    """The tokens of a text, and the one that is to be looked at next."""

    def __init__(self, text: str, file: str) -> None:
        self.lines = text.splitlines() or [""]
        self.file = file
        self.restart(0)

    def restart(self, first: int) -> None:
        """Begin at a line."""
        self.at = 0
        self.tokens = [
            Token(match.lastgroup or "", match[0], self.place(number, match.start()))
            for number, line in enumerate(self.lines[first:], first)
            for match in _TOKEN.finditer(bare(line))
        ]
        last = max((number for number, line in enumerate(self.lines) if bare(line).strip()), default=0)
        self.tokens.append(Token("end", "", self.place(last, len(bare(self.lines[last]).rstrip()))))

    def place(self, line: int, column: int) -> Place:
        """A place, from numbers that count from 0."""
        return Place(self.file, line + 1, column + 1, self.lines[line])

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def comes(self, *texts: str) -> bool:
        """Whether one of these comes next."""
        return self.here.text in texts

    def take(self) -> Token:
        """The next token, which is done with then."""
        token = self.here
        self.at += token.kind != "end"
        return token

    def skip(self, text: str) -> bool:
        """Whether this comes next, in which case it is done with."""
        found = self.comes(text)
        self.at += found
        return found

    def expect(self, text: str, why: str) -> Token:
        """This token, or an error."""
        if not self.comes(text):
            self.fail(f"`{text}` should come here, {why}, {self.but}")
        return self.take()

    def name(self, what: str) -> Token:
        """A name that is free to be chosen, or an error."""
        if self.here.kind != "word":
            self.fail(f"{what} should come here, {self.but}")
        if self.here.text in RESERVED:
            self.fail(f"{what} should come here, but `{self.here.text}` is a word of the language")
        return self.take()

    def whole(self, part: Callable[[], _Part]) -> _Part:
        """A part of the grammar that is all there is."""
        made = part()
        if self.here.kind != "end":
            self.fail(f"`{self.here.text}` has no business here: the expression was complete")
        return made

    @property
    def but(self) -> str:
        """What there is instead."""
        return "but the text ends" if self.here.kind == "end" else f"not `{self.here.text}`"

    def fail(self, message: str, place: Place | None = None) -> NoReturn:
        raise AdviceError(message, place or self.here.place)
