"""The errors of Zermelo. Every message is one sentence: what is wrong, where, and what to do."""

import difflib
from collections.abc import Iterable

__all__ = ["AgentError", "CompileError", "CompileWarning", "GameError", "LimitError", "MoveError", "PositionError", "RuleError"]
__all__ += ["TableError", "TablebaseError", "ZermeloError"]


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


class LimitError(ZermeloError):
    """A limit that is negative, zero, too large or not a number."""


class RuleError(ZermeloError):
    """A rule of a game broke its contract: it raised, did not end, or returned something impossible.

    `rule` is the method's name; `state` is the packed state it was called with (None at the start).
    """

    def __init__(self, message: str, rule: str = "", state: bytes | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.state = state


class CompileError(ZermeloError):
    """Rules that cannot be compiled: which rule, which line, why. The interpreted backend can still run them."""

    def __init__(self, rule: str, where: str, why: str) -> None:
        super().__init__(rule, where, why)
        self.rule, self.where, self.why = rule, where, why

    def __str__(self) -> str:
        return f"rule `{self.rule}` cannot be compiled ({self.where}): {self.why}"


class TablebaseError(ZermeloError):
    """A tablebase that is missing, damaged or cannot be built, or a position that is not in it."""


TableError = TablebaseError
"""The old name of TablebaseError."""


class CompileWarning(UserWarning):
    """Rules could not be compiled, so they are interpreted: the same answers, but slower."""


def nearest(word: object, known: Iterable[str]) -> str:
    """A hint for a mistyped word, ready to append to a message.

    >>> nearest("conect", ["connect", "nim"])
    ' Did you mean `connect`?'
    >>> nearest("zzz", ["connect", "nim"])
    ''
    """
    close = difflib.get_close_matches(str(word).lower(), list(known), n=1, cutoff=0.5)
    return f" Did you mean `{close[0]}`?" if close else ""
