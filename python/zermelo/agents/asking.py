"""Asks code of users for an answer: within a time, without its output, and so that it can be stopped.

An agent that a user has written runs in the caller's thread. It may loop for ever, print, start searches of its own, or be not wanted any more.

* The watchdog (`zermelo.game.watchdog`) ends it when its time is up.
* Its searches join a cancel scope of its own, which is a member of the caller's: they end when the time is up, and when the caller cancels.
* A search catches Ctrl-C and answers with the best that it has; the code that asked may not notice. So Ctrl-C is raised again afterwards.
"""

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from zermelo.agents.printed import caught
from zermelo.game.child_process import Late as Late
from zermelo.game.watchdog import AgentTimeout, stop_thinking, thinking
from zermelo.search.cancel import CancelScope, current

Answer = TypeVar("Answer")


class Cancelled(Exception):
    """The answer is not wanted any more."""


class _Thinker:
    """The thread that thinks, as a member of a cancel scope."""

    def __init__(self) -> None:
        self.thread = threading.get_ident()

    def now(self, _: str) -> None:
        stop_thinking(self.thread)


def ask(seconds: float, function: Callable[[], Answer]) -> tuple[Answer, str]:
    """The answer of a function, and what it printed; raises Late or Cancelled, or what the function raises."""
    scope, outer, thinker = CancelScope(), current(), _Thinker()
    if outer is not None and outer.reason is not None:
        raise Cancelled

    def think() -> Answer:
        scope.add(thinker)  # not before the watchdog watches, which could not stop it otherwise
        if outer is not None:
            outer.add(scope)
        return function()

    try:
        with scope, caught() as printed:
            answer = thinking(seconds, think, partial(scope.cancel, "seconds"))
    except AgentTimeout:
        raise (Late if outer is None or outer.reason is None else Cancelled) from None
    if scope.interrupted:
        raise KeyboardInterrupt
    return answer, printed.getvalue()
