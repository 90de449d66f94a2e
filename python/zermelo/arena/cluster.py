"""Does the items of some work (`work`) on a cluster of dask.distributed: many machines, one scheduler.

The work travels once to each worker, with the user's files (`shipping`). Items travel in batches, and a worker needs about a second for a
batch, so that the scheduler has little to do, and longer if there are many workers; the seconds that items took come back with their results. Every thread of every worker
has two batches, so that it is never idle. Towards the end batches become shorter, so that all workers finish together.

Workers may join and leave at any time. Dask gives the batches of a worker that is lost to others, with the same results. A batch that loses one
worker after another is split into its items, so that only a guilty item is given up. `remote` is what runs on the workers.
"""

import logging
import queue
import secrets
import socket
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import replace
from math import ceil
from pkgutil import resolve_name
from platform import python_version
from typing import Any, Generic

from zermelo.arena.pool import PoolError
from zermelo.arena.remote import Batch, check_versions, do_batch, forget, versions
from zermelo.arena.shipping import Lost, packed
from zermelo.arena.work import Item, Result, Work
from zermelo.errors import ZermeloError

BATCH = 1.0
"""Seconds of work in a batch."""
MOST_BATCHES = 50
"""Batches in a second, of all workers together: with more workers than that, batches are longer than a second."""
MOST_ITEMS = 2000
FLYING = 2
"""Batches for each thread of a worker: one that it does, and one that waits there."""
CONNECTING = 10.0
"""Seconds in which the scheduler must answer."""
WAITING = 30.0
"""Seconds in which the first worker must come."""
ABSENT = 600.0
"""Seconds in which a worker must come back if all are gone in the middle of the work."""
ATTEMPTS = 3
"""How often a batch is sent that fails for reasons of the worker, such as too little memory."""
_LOOK = 1.0
"""Seconds between looks at how many workers there are."""


class ClusterError(ZermeloError):
    """A cluster that cannot be reached, has no workers, or was lost."""


class _Batch(Generic[Item]):
    """Items that are sent together."""

    def __init__(self, items: list[Item], attempts: int = 0) -> None:
        self.items, self.attempts = items, attempts


class Cluster(Generic[Item, Result]):
    """Workers of dask.distributed that do the items of some work; `with` ends it.

    `tell` is called with a few words if there is something to wait for.
    """

    def __init__(self, work: Work[Item, Result], address: str, tell: Callable[[str], object] = lambda _: None) -> None:
        self.work, self.address, self._tell = work, address, tell
        self._parcel = replace(packed(work), owner=secrets.token_hex(8))
        self._client = connected(address)
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._flying: dict[Any, _Batch[Item]] = {}
        self._seconds: float | None = None
        self._threads, self._looked = 0, 0.0
        self._told: set[str] = set()
        try:
            self._wait_for_workers()
            self._check_versions()
            self._sent = self._client.submit(_itself, self._parcel, key=f"zermelo-work-{self._parcel.key}")
        except BaseException:
            self.close()
            raise

    # The cluster

    def _wait_for_workers(self) -> None:
        until = time.monotonic() + WAITING
        while not self._look():
            self._tell("waiting for workers")
            if time.monotonic() > until:
                raise ClusterError(
                    f"the cluster at {self.address} has no workers; start some with `dask worker {self.address} --nthreads 1`"
                )
            time.sleep(0.2)

    def _look(self) -> int:
        """How many threads the workers have in all."""
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, TimeoutError, ValueError) as error:
            raise self._lost() from error
        self._looked = time.monotonic()
        return self._threads

    def _check_versions(self) -> None:
        """Refuse a scheduler or a worker with another Zermelo or Python, or without a Zermelo; the functions asked for are Python's own."""
        asked = ((resolve_name, "zermelo:__version__"), (python_version,))
        found, pythons = (
            {f"worker {key}": value for key, value in self._client.run(*each, on_error="return").items()} for each in asked
        )
        try:
            for answers, each in zip((found, pythons), asked, strict=True):
                answers[f"scheduler {self.address}"] = self._client.run_on_scheduler(*each)
        except ImportError as error:
            found[f"scheduler {self.address}"] = error
        for who, version in found.items():
            if isinstance(version, ImportError | AttributeError):
                raise ClusterError(f"the {who} has no Zermelo; install zermelo {versions()[0]} there")
            python = pythons.get(who)
            if isinstance(version, str) and isinstance(python, str):  # others are not there any more
                check_versions(versions(), (version, ".".join(python.split(".")[:2])), who)

    def _lost(self) -> ClusterError:
        return ClusterError(
            f"the connection to the scheduler at {self.address} was lost; games that are in a file of records are safe, "
            "and the same command continues with the others"
        )

    # The work

    def play(self, tasks: Iterable[Item]) -> Generator[Result]:
        """Do items; results come in the order in which they are finished."""
        waiting, again = deque(tasks), deque[_Batch[Item]]()
        absent: float | None = None
        try:
            while waiting or again or self._flying:
                self._send(waiting, again)
                try:
                    futures = self._heard()
                except queue.Empty:
                    absent = self._absent_since(absent)
                    continue
                absent = None
                for future, batch in self._answers(futures):
                    if isinstance(batch, Batch):
                        yield from self._taken(future, batch)
                    else:
                        yield from self._failed(future, batch, again)
        finally:
            self._cancel()

    def _send(self, waiting: deque[Item], again: deque[_Batch[Item]]) -> None:
        """Send batches, until every thread of every worker has enough."""
        if time.monotonic() > self._looked + _LOOK:
            self._look()
        while (waiting or again) and len(self._flying) < FLYING * max(1, self._threads):
            batch = again.popleft() if again else _Batch([waiting.popleft() for _ in range(self._size(len(waiting)))])
            future = self._client.submit(do_batch, self._sent, versions(), batch.items, pure=False)
            self._flying[future] = batch
            future.add_done_callback(self._finished.put)

    def _size(self, left: int) -> int:
        """How many items the next batch has."""
        return 1 if self._seconds is None else batch_size(self._seconds, max(1, self._threads), left)

    def _heard(self) -> list[Any]:
        """All batches that are done, as soon as there is one."""
        futures = [self._finished.get(timeout=_LOOK)]
        with suppress(queue.Empty):
            while True:
                futures.append(self._finished.get_nowait())
        return [future for future in futures if future in self._flying]

    def _absent_since(self, before: float | None) -> float | None:
        """Since when there has been no worker; too long is an error."""
        if self._look():
            return None
        self._tell("waiting for workers")
        if before is not None and time.monotonic() > before + ABSENT:
            raise ClusterError(f"all workers of the cluster at {self.address} are gone; start some, and the same command again")
        return before or time.monotonic()

    def _answers(self, futures: list[Any]) -> Generator[tuple[Any, Any]]:
        """Each future with its results, or with its error; all results are fetched together."""
        whole = [future for future in futures if future.status == "finished"]
        try:
            found = dict(zip(whole, self._client.gather(whole), strict=True))
        except Exception:  # a worker was lost that had results; now one by one
            found = {}
        for future in futures:
            try:
                yield future, found[future] if future in found else future.result()
            except Exception as error:
                yield future, error

    def _taken(self, future: Any, done: Batch) -> Generator[Result]:
        """The results of a batch."""
        batch = self._flying.pop(future)
        each = done.seconds / len(batch.items)
        self._seconds = each if self._seconds is None else self._seconds + (each - self._seconds) / 4
        for told in done.warnings:
            if str(told) not in self._told:
                self._told.add(str(told))
                warnings.warn(told, stacklevel=3)
        for result in done.results:
            yield self._given_up(result.task, result.seat, result.why) if isinstance(result, Lost) else result

    def _failed(self, future: Any, error: Exception, again: deque[_Batch[Item]]) -> Generator[Result]:
        """Send a batch again that could not be done, in parts if it has lost its workers; or give it up."""
        from distributed import KilledWorker

        batch = self._flying.pop(future)
        if isinstance(error, KilledWorker):
            if len(batch.items) > 1:
                again.extend(_Batch([item]) for item in batch.items)
            elif batch.attempts + 1 < ATTEMPTS:
                again.append(_Batch(batch.items, batch.attempts + 1))
            else:
                yield self._given_up(batch.items[0], -1, "lost one worker of the cluster after another")
        elif future.cancelled():
            raise self._lost() from error
        elif isinstance(error, PoolError | OSError) and batch.attempts + 1 < ATTEMPTS:
            again.append(_Batch(batch.items, batch.attempts + 1))
        else:
            raise error

    def _given_up(self, item: Item, seat: int, why: str) -> Result:
        result = self.work.failed(item, seat, why)
        if result is None:
            raise ClusterError(f"a game {why}; do the workers have enough memory?")
        return result

    # The end

    def _cancel(self) -> None:
        """Take back all batches that are not done."""
        if self._flying:
            with suppress(Exception):
                self._client.cancel(list(self._flying), force=True)
            self._forget()
            self._flying.clear()

    def _forget(self) -> None:
        """Let all workers end the processes that did this work."""
        if self._seconds is not None or self._flying:
            with suppress(Exception):
                self._client.run(forget, self._parcel.key, on_error="ignore")

    def close(self) -> None:
        self._forget()
        with suppress(Exception):
            self._client.close(timeout=2)

    def __enter__(self) -> "Cluster[Item, Result]":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def batch_size(seconds: float, threads: int, left: int) -> int:
    """How many of the items that are left go into a batch, if each takes so many seconds and the workers have so many threads.

    >>> batch_size(0.01, 2, 10_000), batch_size(0.01, 2, 100), batch_size(0.01, 200, 10**6), batch_size(60, 200, 10**6)
    (100, 25, 400, 1)
    """
    long = max(BATCH, threads / MOST_BATCHES)
    return max(1, min(ceil(left / (FLYING * threads)), MOST_ITEMS, round(long / max(seconds, 1e-9))))


def _itself(value: Any) -> Any:
    return value


def connected(address: str) -> Any:
    """A client of the scheduler at an address such as tcp://192.168.1.5:8786."""
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise ClusterError("a cluster needs dask.distributed; install it with `pip install zermelo[cluster]`") from None
    for name in ("distributed.client", "distributed.core", "distributed.comm"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # errors are told by exceptions
    host, port = _place(address)
    try:
        # Asked first, because a client that failed to connect may block later ones.
        socket.create_connection((host, port), timeout=CONNECTING).close()
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GB"})  # files may be larger than usual
        return Client(address, timeout=CONNECTING, set_as_default=False)  # type: ignore[no-untyped-call]
    except OSError as error:
        raise ClusterError(
            f"there is no scheduler of Dask at {address}; start one with `dask scheduler`, which prints its address"
        ) from error


def _place(address: str) -> tuple[str, int]:
    """The host and the port of an address.

    >>> _place("tcp://192.168.1.5:8786"), _place("name:8786")
    (('192.168.1.5', 8786), ('name', 8786))
    """
    scheme, separator, rest = address.strip().rpartition("://")
    host, _, port = rest.rpartition(":")
    if (
        not host
        or not port.isascii()
        or not port.isdecimal()
        or int(port) > 65535
        or scheme not in (("tcp", "tls") if separator else ("",))
    ):
        raise ClusterError(f"`{address}` is not the address of a scheduler, such as tcp://192.168.1.5:8786")
    return host.strip("[]"), int(port)
