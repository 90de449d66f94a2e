"""Cancelling work from another thread, with every search that the work starts.

    scope = CancelScope()

    with scope:                     in the thread that works: every search started here joins the scope,
        agent(position)             including those that an agent starts by itself

    scope.cancel()                  from any other thread: the current search ends with its best report so far,
                                    and so does every search that joins the scope later

Code that asks an agent for a move does not see the agent's searches: there may be none, one or many. The scope reaches them all.
A search that Ctrl-C ends tells its scope, so that whoever asked for it can end too.
"""

import threading
import weakref
from contextvars import ContextVar, Token
from typing import Protocol, Self


class Stoppable(Protocol):
    """Something that can be stopped."""

    def now(self, reason: str) -> None: ...


class CancelScope:
    """Cancelling it stops everything that was started within it."""

    def __init__(self) -> None:
        self.reason: str | None = None
        """Why it was cancelled; None if it was not."""
        self.interrupted = False
        """Whether Ctrl-C has ended one of its searches."""
        self._members: weakref.WeakSet[Stoppable] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._token: Token[CancelScope | None] | None = None

    def cancel(self, reason: str = "stop") -> None:
        """Stop all current and later members. Any thread may call this, more than once."""
        with self._lock:
            self.reason = self.reason or reason
            members = list(self._members)
        for each in members:
            each.now(self.reason)

    now = cancel
    """So that a scope may itself be a member of a scope."""

    def add(self, member: Stoppable) -> None:
        with self._lock:
            self._members.add(member)
        if self.reason is not None:
            member.now(self.reason)

    def __enter__(self) -> Self:
        self._token = _CURRENT.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._token is not None
        _CURRENT.reset(self._token)


_CURRENT: ContextVar[CancelScope | None] = ContextVar("cancel_scope", default=None)


def current() -> CancelScope | None:
    """The scope of the current thread."""
    return _CURRENT.get()


def note_interrupt() -> None:
    """Ctrl-C has ended a search of the current thread."""
    scope = _CURRENT.get()
    if scope is not None:
        scope.interrupted = True


def join(member: Stoppable) -> None:
    """Add a member to the scope of the current thread, if there is one."""
    scope = _CURRENT.get()
    if scope is not None:
        scope.add(member)
