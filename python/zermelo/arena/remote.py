"""What runs inside a worker of Dask: batches of items, each batch by a process of its own.

A worker of Dask does not run agents itself. Every thread of it has a pool of one process (`pool`), which is kept from batch to batch. So an agent that
crashes, hangs or takes all memory ends that process only and forfeits its game, as it does without a cluster; and an agent written in Python has
a whole core for each thread of the worker. A worker of Dask that is killed takes its processes with it.
"""

import platform
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arena.pool import Pool, cores, room_for
from zermelo.arena.shipping import Parcel, unpacked, workplace
from zermelo.errors import ZermeloError

IDLE = 60.0
"""Seconds after which a process without work is ended, in case that nobody says that the work is done."""


@dataclass(frozen=True)
class Batch:
    """The results of a batch, in any order."""

    results: tuple[Any, ...]
    seconds: float
    """What all items took together, without the time that the process needed to start."""
    warnings: tuple[Warning, ...] = ()


class Bench:
    """The processes of this worker for one parcel, and its files; those that have nothing to do wait for the next batch."""

    def __init__(self, parcel: Parcel) -> None:
        self._folder = workplace()
        self.work = unpacked(parcel, self._folder.name)
        self._free: list[_Workplace] = []
        self._all: list[_Workplace] = []
        self._lock, self.used, self._closed = threading.Lock(), time.monotonic(), False

    def do(self, items: Sequence[Any]) -> Batch:
        """Do items in a process that is free, or in a new one."""
        place = self._taken()
        try:
            batch = place.do(items)
        except BaseException:
            with self._lock:
                self._all = [each for each in self._all if each is not place]
            place.pool.close()
            raise
        with self._lock:
            self.used = time.monotonic()
            if not self._closed:
                self._free.append(place)
                return batch
        place.pool.close()
        return batch

    def _taken(self) -> "_Workplace":
        with self._lock:
            if self._free:
                return self._free.pop()
            place = _Workplace(self.work)
            self._all.append(place)
            return place

    def idle(self) -> bool:
        with self._lock:
            return len(self._free) == len(self._all) and time.monotonic() > self.used + IDLE

    def close(self) -> None:
        with self._lock:
            self._closed, places, self._all, self._free = True, list(self._all), [], []
        for place in places:
            place.pool.close()
        self._folder.cleanup()


class _Workplace:
    """A pool of one process."""

    def __init__(self, work: Any) -> None:
        self.told: list[Warning] = []
        self.pool: Pool[Any, Any] = Pool(work, 1, room_for(cores()), self.told.append)

    def do(self, items: Sequence[Any]) -> Batch:
        self.told.clear()
        before = self.pool.spent
        results = tuple(self.pool.play(items))
        return Batch(results, self.pool.spent - before, tuple(self.told))


_benches: dict[str, Bench] = {}
_tidying: list[threading.Thread] = []
_lock = threading.Lock()


class VersionError(ZermeloError):
    """A worker with another Zermelo or Python, whose games could be others."""


def versions() -> tuple[str, str]:
    """What must be the same on all machines."""
    from zermelo import __version__

    return __version__, ".".join(platform.python_version_tuple()[:2])


def check_versions(there: tuple[str, str], here: tuple[str, str], who: str) -> None:
    """Refuse a worker or scheduler (`here`) whose versions differ from those of the process that sends the work (`there`)."""
    for what, one, other in zip(("Zermelo", "Python"), there, here, strict=True):
        if one != other:
            raise VersionError(
                f"the {who} has {what} {other}, but you have {what} {one}; install the same version on all machines"
            )


def do_batch(parcel: Parcel, sender: tuple[str, str], items: Sequence[Any]) -> Batch:
    """Do some items of the work in a parcel. This is the task that Dask runs."""
    check_versions(sender, versions(), f"worker {platform.node()}")
    with _lock:
        bench = _benches.get(parcel.key)
        if bench is None:
            bench = _benches[parcel.key] = Bench(parcel)
            if not _tidying:
                _tidying.append(threading.Thread(target=_tidy, daemon=True))
                _tidying[0].start()
        bench.used = time.monotonic()
    return bench.do(items)


def forget(key: str) -> None:
    """The work of this key is done, or not wanted any more: end its processes."""
    with _lock:
        bench = _benches.pop(key, None)
    if bench is not None:
        bench.close()


def _tidy() -> None:
    """End processes that have had nothing to do for long; their client may have died."""
    while True:
        time.sleep(IDLE / 4)
        with _lock:
            unused = [key for key, bench in _benches.items() if bench.idle()]
            closing = [_benches.pop(key) for key in unused]
        for bench in closing:
            bench.close()
