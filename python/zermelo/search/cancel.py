"""A leash: whoever has work done in one thread can end it from another, whatever searches that work may begin.

    leash = Leash()

    with leash:                     in the thread that works: every search begun here is on the leash,
        agent(position)             also those that an agent begins by itself

    leash.pull()                    from any other thread: the search under way ends with its best report so far,
                                    and so, at once, does every search that is begun on the leash thereafter

A search knows how to stop; but who asks an agent for a move does not see the searches behind it, of which there may be many, one or
none. Programs that answer many people at once need to end what nobody waits for any more.
"""

from __future__ import annotations

import threading
import weakref
from contextvars import ContextVar, Token
from typing import Protocol, Self


class Stoppable(Protocol):
    """Something that ends when it is told to."""

    def now(self, reason: str) -> None: ...


class Leash:
    """Everything that was begun under it ends when it is pulled."""

    def __init__(self) -> None:
        self.reason: str | None = None
        """Why it was pulled; None as long as it was not."""
        self._held: weakref.WeakSet[Stoppable] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._token: Token[Leash | None] | None = None

    def pull(self, reason: str = "stop") -> None:
        """End what is under way, and whatever would begin later; may be called from any thread, and more than once."""
        with self._lock:
            self.reason = self.reason or reason
            held = list(self._held)
        for each in held:
            each.now(self.reason)

    def hold(self, what: Stoppable) -> None:
        with self._lock:
            self._held.add(what)
        if self.reason is not None:
            what.now(self.reason)

    def __enter__(self) -> Self:
        self._token = _CURRENT.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._token is not None
        _CURRENT.reset(self._token)


_CURRENT: ContextVar[Leash | None] = ContextVar("leash", default=None)


def attach(what: Stoppable) -> None:
    """Put something on the leash of whoever begins it; nothing happens where there is none."""
    leash = _CURRENT.get()
    if leash is not None:
        leash.hold(what)
