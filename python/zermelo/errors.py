"""What can go wrong, as types. Every message is one sentence that says what was wrong and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ZermeloError(Exception):
    """Base of every error that Zermelo raises on purpose."""


class GameError(ZermeloError):
    """No such game, a parameter it does not take, a file without a game, or a class that is not one."""


class PositionError(ZermeloError):
    """A text that is no position of the game, or a position in which the question makes no sense."""


class MoveError(ZermeloError):
    """A move that cannot be read or is not legal here."""


class AgentError(ZermeloError):
    """No such agent, an option it does not take, or a game it cannot play."""


class LimitError(ZermeloError):
    """A limit that is not a limit: negative, zero, unreadable."""


class RuleError(ZermeloError):
    """A rule of a game broke its contract: it raised, looped, or answered something impossible.

    `rule` is the method's name; `state` is the packed state it was asked about (None at the start).
    """

    def __init__(self, message: str, rule: str = "", state: bytes | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.state = state


class CompileError(ZermeloError):
    """Rules that cannot be compiled: which rule, which line, why. The interpreted backend still plays them."""

    def __init__(self, rule: str, where: str, why: str) -> None:
        super().__init__(f"rule `{rule}` cannot be compiled ({where}): {why}")
        self.rule, self.where, self.why = rule, where, why


class TablebaseError(ZermeloError):
    """An endgame table that is missing, damaged or cannot be built, or a position that it does not hold."""


TableError = TablebaseError
"""The old name of TablebaseError."""


class CompileWarning(UserWarning):
    """Rules could not be compiled, so they are interpreted: same answers, slower."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word, ready to append to a message.

    >>> nearest("conect", ["connect", "nim"])
    ' Did you mean `connect`?'
    >>> nearest("zzz", ["connect", "nim"])
    ''
    """
    close = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f" Did you mean `{close[0]}`?" if close else ""
