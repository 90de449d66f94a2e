"""Errors in advice tables, with file, line, and a caret under the word that is wrong.

The message is one sentence, like every error of Zermelo. The line and the caret are in `snippet`, and in a note of the exception,
so that tracebacks show them. The command line prints them above the sentence.
"""

from dataclasses import dataclass

from zermelo.errors import ZermeloError


@dataclass(frozen=True)
class SourcePlace:
    """A place in the text of a table. Lines and columns count from 1."""

    file: str
    line: int
    column: int
    text: str
    """The whole line."""

    @property
    def snippet(self) -> str:
        """The line, with a caret under the column.

        >>> print(SourcePlace("krk.advice", 3, 10, "rule edge if true").snippet)
          3 | rule edge if true
            |          ^
        """
        margin = f"{self.line:>3} | "
        indent = "".join("\t" if letter == "\t" else " " for letter in self.text[: self.column - 1])
        return f"{margin}{self.text}\n{' ' * (len(margin) - 2)}| {indent}^"

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


class AdviceError(ZermeloError):
    """An unknown table, a table that cannot be read or does not fit its knowledge, or an invalid knowledge class."""

    def __init__(self, message: str, place: SourcePlace | None = None) -> None:
        super().__init__(message if place is None else f"{place}: {message}")
        self.message, self.place = message, place
        if place is not None:
            self.add_note(place.snippet)

    @property
    def snippet(self) -> str:
        """The line with a caret; empty if the place is not known."""
        return "" if self.place is None else self.place.snippet
