"""The tokenizer: a text as words, numbers and signs, each with its place, and the methods with which a parser steps through them.

A comment goes from a hash to the end of the line. Words may contain hyphens, because names of tables do. Signs that the language
does not use are tokens too, so that the parser can report them where they occur.
"""

import re
from dataclasses import dataclass
from typing import NoReturn

from zermelo.advice.errors import AdviceError, SourcePlace
from zermelo.advice.knowledge import RESERVED

NAME = re.compile(r"[^\W\d][\w-]*")
_TOKEN = re.compile(rf"(?P<word>{NAME.pattern})|(?P<number>\d+)|(?P<sign><=|>=|==|!=|[<>=])|(?P<mark>[:,()])|(?P<other>\S)")


@dataclass(frozen=True)
class Token:
    """A word, number or sign with its place. The last token of a text is empty."""

    kind: str
    """"word", "number", "sign", "mark", "other", or "end"."""
    text: str
    place: SourcePlace


def bare(line: str) -> str:
    """A line without its comment."""
    return line.partition("#")[0]


class Tokens:
    """The tokens of a text, and the index of the next one."""

    def __init__(self, text: str, file: str) -> None:
        self.lines = text.splitlines() or [""]
        self.file = file
        self.restart(0)

    def restart(self, first: int) -> None:
        """Start again at this line."""
        self.at = 0
        self.tokens = [
            Token(match.lastgroup or "", match[0], self.place(number, match.start()))
            for number, line in enumerate(self.lines[first:], first)
            for match in _TOKEN.finditer(bare(line))
        ]
        last = max((number for number, line in enumerate(self.lines) if bare(line).strip()), default=0)
        self.tokens.append(Token("end", "", self.place(last, len(bare(self.lines[last]).rstrip()))))

    def place(self, line: int, column: int) -> SourcePlace:
        """The place for a line and column that count from 0."""
        return SourcePlace(self.file, line + 1, column + 1, self.lines[line])

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def comes(self, *texts: str) -> bool:
        return self.here.text in texts

    def take(self) -> Token:
        """Return the next token and step past it."""
        token = self.here
        self.at += token.kind != "end"
        return token

    def skip(self, text: str) -> bool:
        """Step past this token if it is next; return whether it was."""
        found = self.comes(text)
        self.at += found
        return found

    def expect(self, text: str, why: str) -> Token:
        """Return this token and step past it; an error if another one is next."""
        if not self.comes(text):
            self.fail(f"expected `{text}` {why}, {self.found}")
        return self.take()

    def name(self, what: str) -> Token:
        """Return a name and step past it; an error if something else is next, or a word of the language."""
        if self.here.kind != "word":
            self.fail(f"expected {what}, {self.found}")
        if self.here.text in RESERVED:
            self.fail(f"expected {what}, but `{self.here.text}` is a word of the language")
        return self.take()

    @property
    def found(self) -> str:
        """What is there instead, for error messages."""
        return "but the text ends" if self.here.kind == "end" else f"not `{self.here.text}`"

    def fail(self, message: str, place: SourcePlace | None = None) -> NoReturn:
        raise AdviceError(message, place or self.here.place)
