"""Lanes: threads with a bounded queue. Quick work, brief searches and long searches have a lane each, so that short work does not wait for long work.

A lane has a fixed number of places. Who finds none waits, first come, first served; if too many wait already, or a place does not become free in
time, the answer is `BusyError`, and the client should come back later. So a burst of requests costs no more memory than the queue.

A place is given back when its thread has ended, not when its client has lost interest. A client that leaves while it waits leaves the queue; one that leaves
later has its job cancelled, which ends a search within milliseconds.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from zermelo.hosting.limits import Limits
from zermelo.hosting.workers import BusyError, run_watched
from zermelo.search.cancel import CancelScope

Answer = TypeVar("Answer")
_PATIENCE = 10.0
"""Seconds in the queue."""
_GRACE = 30.0
"""Seconds beyond the time limit of a search, for rules that are compiled first, or that are slow."""


class Job:
    """Work for one request, which can be cancelled from any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.scope = CancelScope()
        self._loop = loop
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def ended(self) -> bool:
        return self.scope.reason is not None

    def part(self) -> "Job":
        """A job for a part of the work, which ends for itself."""
        return Job(self._loop)

    def start_clock(self, seconds: float) -> None:
        """Cancel the work after so many seconds; called by its thread, the first time counts."""
        self._loop.call_soon_threadsafe(self._set_alarm, seconds)

    def end(self, reason: str = "stop") -> None:
        """Cancel the work; its thread returns at once what it has found so far."""
        if self._alarm is not None:
            self._alarm.cancel()
        self.scope.cancel(reason)

    def _set_alarm(self, seconds: float) -> None:
        if self._alarm is None and not self.ended:
            self._alarm = self._loop.call_later(seconds, self.scope.cancel, "seconds")


class Lane:
    """Threads for one kind of work."""

    def __init__(self, limits: Limits, places: int, name: str, patience: float = _PATIENCE) -> None:
        self.limits, self.patience = limits, patience
        self.waiting = 0
        """How many wait for a place."""
        self.jobs: set[Job] = set()
        """Those that have a place."""
        self._places = asyncio.Semaphore(places)
        self._threads = ThreadPoolExecutor(places, thread_name_prefix=f"zermelo-{name}")

    async def do(self, job: Job, work: Callable[[], Answer], seconds: float) -> Answer:
        """Do work in a thread, when there is a place, within so many seconds. Cancelling this cancels the job."""
        await self._enter()
        self.jobs.add(job)
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._run, job, work, seconds + _GRACE)
        future.add_done_callback(lambda _: self._leave(job))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            job.end()
            future.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody else asks for its error
            raise

    def close(self) -> None:
        """Cancel everything, when the server stops."""
        for job in list(self.jobs):
            job.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _enter(self) -> None:
        if self._places.locked() and self.waiting >= self.limits.waiting:
            raise BusyError(f"the {self.limits.server} is busy: {self.waiting} requests wait already; try again in a moment")
        self.waiting += 1
        try:
            async with asyncio.timeout(self.patience):
                await self._places.acquire()
        except TimeoutError:
            raise BusyError(
                f"the {self.limits.server} is busy: no search ended within {self.patience:g} s; try again in a moment"
            ) from None
        finally:
            self.waiting -= 1

    def _leave(self, job: Job) -> None:
        self.jobs.discard(job)
        job.end()
        self._places.release()

    def _run(self, job: Job, work: Callable[[], Answer], seconds: float) -> Answer:
        with job.scope:
            return run_watched(self.limits, work, seconds)
