"""Endless loops in rules are stopped: one watchdog thread watches every call of a rule.

A rule runs in the caller's thread. When it has not returned after `PATIENCE` seconds, the watchdog raises
`RuleTimeout` inside that thread, which ends any loop written in Python. On a machine that is busy or was stopped, a rule may be late without
having run. So a late rule is interrupted only once it is seen to use the processor, or after `STALLED` seconds.

A second watchdog (`within`) is for work that consists of many calls, as in the studio. A third one (`thinking`) is for agents of users.
"""

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import ParamSpec, TypeVar

PATIENCE = 2.0
"""Seconds that one call of one rule may take."""

STALLED = 10.0
"""Seconds more for a rule that is late but uses no time of the processor."""
_BUSY = 0.1
"""Seconds of the processor that show that a late rule runs."""
_TICK = 0.2
_AGAIN = 1.0
"""Seconds until a call that did not end is interrupted again: Python drops an exception that is raised inside a finalizer."""
_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


class RuleTimeout(BaseException):
    """Raised inside a rule that does not return; not an Exception, so that the rule cannot catch it."""


class AgentTimeout(BaseException):
    """Raised inside an agent that does not answer, or that is not wanted any more."""


@dataclass(eq=False, slots=True)
class _Call:
    """A call in progress."""

    frame: FrameType | None
    """None when it is over."""
    deadline: float
    late: Callable[[], object] | None
    """What to do besides, when it is late."""
    interrupted: bool = False
    late_since: float | None = None
    """When it was first found to be late, and the time of the processor that its thread had used by then."""
    used: float = 0.0

    def is_on(self, frame: FrameType | None) -> bool:
        """Whether the call is among those that led to a frame. Another exception may have ended it before it was taken off the list."""
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None

    def is_stalled(self, thread: int) -> bool:
        """Whether a call that is late has not had the processor since it was found to be late."""
        now, used = time.monotonic(), _processor_seconds(thread)
        if used is None:
            return False
        if self.late_since is None:
            self.late_since, self.used = now, used
            return True
        return used - self.used < _BUSY and now - self.late_since < STALLED


class _Watchdog:
    """The call in progress in each thread. Each thread sets and deletes its own entry; dict operations are atomic."""

    def __init__(self, error: type[BaseException] = RuleTimeout, spares_stalled: bool = False) -> None:
        self.error = error
        """What is raised inside a late call."""
        self.spares_stalled = spares_stalled
        """Whether a late call that does not run gets more time."""
        self.running: dict[int, _Call] = {}
        self.awake = False
        """Whether its thread runs; calls ask that often, so it must be cheap."""
        self.lock = threading.Lock()

    def wake(self) -> None:
        with self.lock:
            if not self.awake:
                threading.Thread(target=self._watch, name="zermelo-patience", daemon=True).start()
                self.awake = True

    def fall_asleep(self) -> None:
        """In a process that was forked no other thread lives on; the lock may have been held by one."""
        self.awake, self.lock = False, threading.Lock()

    def _watch(self) -> None:
        try:
            while True:
                time.sleep(_TICK)
                now = time.monotonic()
                for thread, call in list(self.running.items()):
                    if call.deadline < now:
                        self._interrupt(thread, call)
        finally:
            self.awake = False

    def _interrupt(self, thread: int, call: _Call) -> None:
        with self.lock:
            # Checked again under the lock, which `leave` also takes: a call that has ended is never interrupted.
            if self.running.get(thread) is not call:
                return
            if not call.is_on(sys._current_frames().get(thread)):
                del self.running[thread]
                return
            if self.spares_stalled and not call.interrupted and call.is_stalled(thread):
                return
            tell = None if call.interrupted else call.late
            call.interrupted, call.deadline = True, time.monotonic() + _AGAIN
            _raise_in(thread, self.error)
        if tell is not None:
            tell()

    def call(self, seconds: float, function: Callable[[], _Answer], late: Callable[[], object] | None = None) -> _Answer:
        thread = threading.get_ident()
        outer = self.running.get(thread)
        if outer is not None and outer.is_on(sys._getframe()):  # a call from within a call: the outer one is already watched
            return function()
        if not self.awake:
            self.wake()
        call = self.running[thread] = _Call(sys._getframe(), time.monotonic() + seconds, late)
        try:
            return function()
        finally:
            self.leave(thread, call)

    def hurry(self, thread: int) -> None:
        """Interrupt the call of a thread at the next tick, if there is one."""
        with self.lock:
            if thread in self.running and not self.running[thread].interrupted:
                self.running[thread].deadline = 0.0

    def leave(self, thread: int, call: _Call) -> None:
        with self.lock:
            call.frame = None  # the frame has the call among its variables
            if self.running.get(thread) is call:
                del self.running[thread]
        if call.interrupted:  # the exception will be raised soon: wait for it here, where it is expected
            for _ in range(1000):
                time.sleep(0)


_rules, _work, _agents = _Watchdog(spares_stalled=True), _Watchdog(), _Watchdog(AgentTimeout)
if hasattr(os, "register_at_fork"):
    for each in (_rules, _work, _agents):
        os.register_at_fork(after_in_child=each.fall_asleep)


def call(function: Callable[_Arguments, _Answer], *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Answer:
    """Call a rule under the watchdog; raises RuleTimeout when it takes too long."""
    return _rules.call(PATIENCE, lambda: function(*args, **kwargs))


def extend(seconds: float) -> None:
    """Give the rule that runs in this thread so many seconds from now: it waits for another program, which has a deadline of its own."""
    running = _rules.running.get(threading.get_ident())
    if running is not None and not running.interrupted:
        running.deadline = max(running.deadline, time.monotonic() + seconds)


def within(seconds: float, work: Callable[[], _Answer]) -> _Answer:
    """Do work that calls rules, each of which is watched as usual; raises RuleTimeout when all of it takes too long."""
    return _work.call(seconds, work)


def thinking(seconds: float, work: Callable[[], _Answer], late: Callable[[], object]) -> _Answer:
    """Let an agent of a user think; raises AgentTimeout when it takes too long. `late` is called then, from another thread."""
    return _agents.call(seconds, work, late)


def stop_thinking(thread: int) -> None:
    """Raise AgentTimeout in a thread in which an agent thinks."""
    _agents.hurry(thread)


def _processor_seconds(thread: int) -> float | None:
    """The time of the processor that a living thread has used; None where the system cannot say."""
    clock = getattr(time, "pthread_getcpuclockid", None)
    if clock is None:
        return None
    try:
        return time.clock_gettime(clock(thread))
    except OSError:
        return None


def _raise_in(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
