"""The errors of Zermelo. Every message is one sentence: what is wrong, where, and what to do."""

import difflib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = [
    "AgentError",
    "AgentWarning",
    "CompileError",
    "CompileWarning",
    "GameError",
    "GpuError",
    "LimitError",
    "MoveError",
    "PositionError",
    "Resigned",
    "RuleError",
]
__all__ += ["TableError", "TablebaseError", "ZermeloError", "ZermeloWarning"]


class ZermeloError(Exception):
    """Base of every error that Zermelo raises on purpose."""


class GameError(ZermeloError):
    """An unknown game, a wrong parameter, a file without a game, or a class that is not a game."""


class PositionError(ZermeloError):
    """A text that is not a position of the game, or a position in which the question makes no sense."""


class MoveError(ZermeloError):
    """A move that cannot be read or is not legal here."""


class AgentError(ZermeloError):
    """An unknown agent, a wrong option, or a game that the agent cannot play."""


class Resigned(AgentError):
    """An agent that is an outside program gave up the game: it has lost."""


class LimitError(ZermeloError):
    """A limit that is negative, zero, too large or not a number."""


class Place(NamedTuple):
    """A line of a file of rules.

    >>> print(Place("my_game.py", 17, "return s.turn"))
    my_game.py, line 17: `return s.turn`
    """

    file: str
    line: int
    code: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}" + (f": `{self.code}`" if self.code else "")


class RuleError(ZermeloError):
    """A rule of a game broke its contract: it raised, did not end, or returned something impossible.

    `rule` is the method's name; `state` is the packed state it was called with (None at the start); `place` is the line of the rules
    that raised or was interrupted (None if the rule returned).
    """

    def __init__(self, message: str, rule: str = "", state: bytes | None = None, place: Place | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.state = state
        self.place = place


class CompileError(ZermeloError):
    """Rules that cannot be compiled: which rule, which line, why. The interpreted backend can still run them."""

    def __init__(
        self, rule: str, where: str, why: str, others: tuple[tuple[str, str, str, str], ...] = (), marked: str = ""
    ) -> None:
        super().__init__(rule, where, why, others, marked)
        self.rule, self.where, self.why = rule, where, why
        self.others = others
        """Further reasons: rule, place, why, and the line with a mark."""
        self.marked = marked
        """The line, and below it a mark under what cannot be compiled."""

    @staticmethod
    def of_reasons(reasons: Sequence[tuple[str, str, str, str]]) -> "CompileError":
        """One error for all reasons why some rules cannot be compiled."""
        (rule, where, why, marked), *others = reasons
        return CompileError(rule, where, why, tuple(others), marked)

    def again(self) -> "CompileError":
        """The same error, to be raised once more."""
        return CompileError(*self.args)

    def __str__(self) -> str:
        more = f" (and {len(self.others)} more; `zermelo check --compile` shows all)" if self.others else ""
        return f"rule `{self.rule}` cannot be compiled ({self.where}): {self.why}{more}"


class GpuError(ZermeloError):
    """There is no GPU, or it cannot do what is asked."""


class TablebaseError(ZermeloError):
    """A tablebase that is missing, damaged or cannot be built, or a position that is not in it."""


TableError = TablebaseError
"""The old name of TablebaseError."""


class ZermeloWarning(UserWarning):
    """Base of every warning of Zermelo: something is not as it should be, and the work goes on."""


class CompileWarning(ZermeloWarning):
    """Rules could not be compiled, so they are interpreted: the same answers, but slower."""


class TablebaseWarning(ZermeloWarning):
    """A tablebase that nobody asked for cannot be opened; the search goes on without it."""


class AgentWarning(ZermeloWarning):
    """An agent of a user's own does something that it should not, such as printing; the game goes on."""


def nearest(word: object, known: Iterable[str]) -> str:
    """A hint for a mistyped word, ready to append to a message.

    >>> nearest("conect", ["connect", "nim"])
    ' Did you mean `connect`?'
    >>> nearest("zzz", ["connect", "nim"])
    ''
    """
    close = difflib.get_close_matches(str(word).lower(), list(known), n=1, cutoff=0.5)
    return f" Did you mean `{close[0]}`?" if close else ""
