"""The worker pool: searches and other work for visitors run here, in threads, and can always be cancelled.

All pages share one event loop, so work that takes longer than a moment must not run there. A page gives its work to the pool and
waits for the answer without blocking. Searches take turns, first come, first served; a visitor has at most one for each purpose. There are four
groups of threads, so that short work does not wait for long work:

    small       small tasks, such as drawing a board
    brief       searches that end within a moment: weak levels, quick evaluations
    searchers   all other searches, which may use their whole time
    long        comparisons, which take minutes

Every error in a thread becomes an exception that a page can show. That includes `sys.exit()` in the rules of a visitor's file.

A job ends when it has its answer, when its time is up, when its visitor cancels it, or when the visitor leaves. Its searches are
cancelled then (`zermelo.search.cancel`): they end within milliseconds, with the best that they have found.
No work opens a file that a visitor names, unless the owner allows files (`Limits.file_guard`).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from zermelo.engine.agent import Agent
from zermelo.errors import ZermeloError
from zermelo.game import Position
from zermelo.game.watchdog import RuleTimeout, within
from zermelo.hosting.limits import Limits, is_brief
from zermelo.report import Report
from zermelo.search.cancel import CancelScope

Answer = TypeVar("Answer")
_SMALL = 4
_MOMENT = 1.0
"""A search that takes more seconds is not brief."""
_QUICK, _GRACE = 10.0, 30.0
"""Seconds for small tasks, and for searches beyond their time limit: rules in a file may loop and ignore cancellation."""


class BusyError(ZermeloError):
    """The server has too much work."""


class WorkError(ZermeloError):
    """Work ended without a result."""


class Job:
    """Work that can be cancelled."""

    def __init__(self) -> None:
        self.scope = CancelScope()
        self.begun = False
        """Whether it has a thread. Until then, it waits for one."""
        self.alarm: asyncio.TimerHandle | None = None

    @property
    def ended(self) -> bool:
        return self.scope.reason is not None

    def end(self, reason: str = "stop") -> None:
        """Cancel the work; it returns at once what it has found so far."""
        self.scope.cancel(reason)


class Workers:
    """The threads of one server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._searchers = ThreadPoolExecutor(limits.searches, thread_name_prefix="zermelo-search")
        self._brief = ThreadPoolExecutor(limits.searches, thread_name_prefix="zermelo-brief")
        self._small = ThreadPoolExecutor(_SMALL, thread_name_prefix="zermelo-small")
        self._long = ThreadPoolExecutor(1, thread_name_prefix="zermelo-long")
        self._jobs: set[Job] = set()

    @property
    def jobs(self) -> int:
        """How many jobs run or wait."""
        return len(self._jobs)

    async def quick(self, work: Callable[[], Answer]) -> Answer:
        """Do a small task at once."""
        return await asyncio.get_running_loop().run_in_executor(self._small, self._run, work, _QUICK)

    async def do(
        self, job: Job, work: Callable[[], Answer], seconds: float | None = None, long: bool = False, brief: bool = False
    ) -> Answer:
        """Do work that takes longer: it waits for a free thread, and is cancelled when its time is up.

        `long` work takes minutes, `brief` work a moment. Each kind has its own threads.
        """
        if len(self._jobs) >= self.limits.searches + self.limits.waiting:
            raise BusyError(f"the {self.limits.server} is busy; try again in a moment")
        loop, most = asyncio.get_running_loop(), self.limits.seconds if seconds is None else seconds

        def begin() -> Answer:
            job.begun = True
            loop.call_soon_threadsafe(self._set_alarm, job, most)
            with job.scope:
                return self._run(work, most + _GRACE)

        self._jobs.add(job)
        future = loop.run_in_executor(self._long if long else self._brief if brief else self._searchers, begin)
        try:
            return await future
        except asyncio.CancelledError:
            job.end()
            raise
        finally:
            self._jobs.discard(job)
            if job.alarm is not None:
                job.alarm.cancel()

    async def search(
        self,
        job: Job,
        agent: Agent,
        position: Position,
        hear: Callable[[Report], object] | None = None,
        seconds: float | None = None,
    ) -> Report | None:
        """The last report of an agent; None if it was cancelled before the first. `hear` gets every report, in the event loop."""
        loop = asyncio.get_running_loop()

        def work() -> Report | None:
            last = None
            for report in () if job.ended else agent.reports(position):
                last = report
                if hear is not None:
                    loop.call_soon_threadsafe(hear, report)
                if job.ended:
                    break
            return last

        return await self.do(job, work, seconds, brief=is_brief(agent) or (seconds is not None and seconds <= _MOMENT))

    def close(self) -> None:
        """Cancel everything, when the server stops."""
        for job in list(self._jobs):
            job.end()
        for threads in (self._small, self._brief, self._searchers, self._long):
            threads.shutdown(wait=False, cancel_futures=True)

    def _run(self, work: Callable[[], Answer], seconds: float) -> Answer:
        return run_watched(self.limits, work, seconds)

    def _set_alarm(self, job: Job, seconds: float) -> None:
        if job in self._jobs:
            job.alarm = asyncio.get_running_loop().call_later(seconds, job.end, "seconds")


def run_watched(limits: Limits, work: Callable[[], Answer], seconds: float) -> Answer:
    """Do work in this thread within a time limit, with files off unless the owner allows them.

    What would end the thread or the server becomes a `WorkError`.
    """
    try:
        with limits.file_guard():
            return within(seconds, work)
    except (MemoryError, RecursionError):
        raise WorkError("this needs too much memory or too deep a recursion; try a smaller game or a smaller depth") from None
    except RuleTimeout:
        raise WorkError(f"no answer within {seconds:g} s; check the rules of the game for an endless loop") from None
    except Exception:
        raise
    except BaseException as error:
        raise WorkError(f"the rules of the game raised {type(error).__name__}; rules must not end the program") from None
