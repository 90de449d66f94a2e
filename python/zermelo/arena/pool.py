"""A pool of worker processes, which do the items of some work (`work`), such as the games of a contest.

Each worker is a Python of its own (`zermelo.arena.worker`) that gets items on its standard input and answers each with a result. A worker has
some items waiting, about a fifth of a second of work, so that it is never idle; every result comes back as soon as it is there.

*A worker that dies* takes at most the item it was doing with it. That item is done again from its beginning, with the same result. If it
kills a second worker, the agent that was thinking forfeits the game. Workers note who is thinking, and until when at the latest, in memory that they share
with this process: an agent of the user's own that does not answer, and cannot be interrupted, is killed with its worker and forfeits.

*This process dies*: the workers see the end of their input and end, too.
"""

import mmap
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from math import inf
from typing import IO, Any, Generic

from zermelo.arena.work import Item, Result, Work
from zermelo.engine.agent import Agent
from zermelo.errors import AgentWarning, LimitError, ZermeloError, ZermeloWarning

AHEAD = 0.2
"""Seconds of work that wait at each worker."""
MOST_AHEAD = 200
LEAST_ROOM = 4 << 30
ATTEMPTS = 2
"""How often an item is begun before it is given up, if each time its worker dies."""
STATUS = struct.Struct("<qqd")
"""What a worker notes: the number of the item, the seat that thinks, and when it must have answered."""
_LENGTH = struct.Struct("<q")
_CHECK = 0.5
"""Seconds between looks at workers that say nothing."""


class PoolError(ZermeloError):
    """Workers that cannot be started, or a contest that cannot be sent to them."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def jobs_for(agents: Iterable[Agent], wanted: int | None = None) -> int:
    """How many games are played at once: as many as there are cores for, by default. An agent with several threads needs as many cores."""
    threads = max((int(getattr(getattr(agent, "options", None), "threads", 1) or cores()) for agent in agents), default=1)
    if wanted is None:
        return max(1, cores() // threads)
    if not isinstance(wanted, int) or isinstance(wanted, bool) or not 1 <= wanted <= 1024:
        raise LimitError(f"jobs={wanted!r:.60} must be a whole number from 1 to 1024")
    return wanted


def room_for(jobs: int) -> int:
    """The bytes of memory that each of so many workers may have: its share of what the machine has, but enough to work."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return 1 << 62
    return max(LEAST_ROOM, int(0.8 * whole / jobs))


def write(stream: IO[bytes], message: object) -> None:
    """Send a message through a pipe."""
    data = pickle.dumps(message, protocol=5)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read(stream: IO[bytes]) -> Any:
    """The next message of a pipe; EOFError at its end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    data = stream.read(_LENGTH.unpack(head)[0])
    return pickle.loads(data)


def pickled(work: object) -> bytes:
    """Some work, ready for another process; an error if something in it exists only in this one."""
    try:
        data = pickle.dumps(work, protocol=5)
    except Exception as error:
        raise PoolError(
            f"agents or games cannot be sent to other processes ({error}); put your own into a file, or leave out jobs and cluster"
        ) from error
    if b"__main__" in data:
        raise PoolError(
            "agents and games that are defined in this script or notebook cannot be sent to other processes; put them into a file, "
            "or leave out jobs and cluster"
        )
    return data


class _Worker:
    """One worker process, the items that it has, and what it noted."""

    def __init__(self, room: int, work: bytes, heard: "queue.SimpleQueue[tuple[_Worker, Any]]") -> None:
        self.items: deque[tuple[int, Any]] = deque()
        self.heard, self.ready, self.killed = heard, False, ""
        self._file = tempfile.TemporaryFile(prefix="zermelo-worker-")  # noqa: SIM115  (`close` closes it)
        self._file.write(STATUS.pack(-1, -1, inf))
        self._file.flush()
        self._status = mmap.mmap(self._file.fileno(), STATUS.size)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-m", "zermelo.arena.worker", str(self._file.fileno()), str(room)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            pass_fds=[self._file.fileno()],
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self.send(work)
        threading.Thread(target=self._listen, daemon=True).start()

    def send(self, message: object) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # it has died, which `_listen` notices as well
            write(self.process.stdin, message)

    def give(self, item: tuple[int, Any]) -> None:
        self.items.append(item)
        self.send(item)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self.heard.put((self, read(self.process.stdout)))
        except Exception:
            self.process.wait()
            self.heard.put((self, None))

    def status(self) -> tuple[int, int, float]:
        """The item that is being done, the seat that thinks, and until when it may."""
        number, seat, until = STATUS.unpack(self._status[: STATUS.size])
        return number, seat, until

    def complaint(self) -> str:
        """The last line that it wrote to its standard error."""
        self._errors.seek(0)
        lines = self._errors.read()[-4000:].decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def kill(self, why: str = "") -> None:
        self.killed = self.killed or why
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (OSError, AttributeError):
            self.process.kill()

    def close(self) -> None:
        self.kill()
        self.process.wait()
        for each in (self.process.stdin, self.process.stdout, self._status, self._file, self._errors):
            if each is not None:
                with suppress(OSError, ValueError, BufferError):
                    each.close()


class Pool(Generic[Item, Result]):
    """Processes that do the items of some work; `with` ends them."""

    def __init__(
        self,
        work: Work[Item, Result],
        jobs: int,
        room: int | None = None,
        warn: Callable[[Warning], object] = lambda told: warnings.warn(told, stacklevel=2),
    ) -> None:
        """`room` is the memory of each worker in bytes, by default its share of this machine; `warn` gets each warning of the workers once."""
        self.work, self._data, self._warn = work, pickled(work), warn
        self._heard: queue.SimpleQueue[tuple[_Worker, Any]] = queue.SimpleQueue()
        self._attempts: dict[int, int] = {}
        self._mean, self._room = AHEAD, room_for(jobs) if room is None else room
        self.spent = 0.0
        """Seconds that all items took that are done."""
        self._told: set[str] = set()
        self._workers: list[_Worker] = []
        try:
            for _ in range(jobs):
                self._workers.append(self._start())
        except OSError as error:
            self.close()
            raise PoolError(f"worker processes cannot be started: {error}; use fewer with --jobs") from error

    def _start(self) -> _Worker:
        return _Worker(self._room, self._data, self._heard)

    def play(self, tasks: Iterable[Item]) -> Generator[Result]:
        """Do items; results come in the order in which they are finished."""
        waiting, source = deque[tuple[int, Item]](), enumerate(tasks)
        done = False
        while True:
            if not self._workers:
                raise PoolError("the pool of workers was closed")
            while not done or waiting:
                worker = min(self._workers, key=lambda each: len(each.items))
                if len(worker.items) >= max(2, min(MOST_AHEAD, int(AHEAD / self._mean))):
                    break
                item = waiting.popleft() if waiting else next(source, None)
                if item is None:
                    done = True
                    break
                worker.give(item)
            if done and not waiting and not any(worker.items for worker in self._workers):
                return
            try:
                worker, message = self._heard.get(timeout=_CHECK)
            except queue.Empty:
                self._check_deadlines()
                continue
            if message is None:
                result = self._died(worker, waiting)
                if result is not None:
                    yield result
            elif message[0] == "done":
                _, result, took = message
                worker.items.popleft()
                self._mean += (took - self._mean) / 20
                self.spent += took
                yield result
            else:
                self._hear(worker, *message)

    def _hear(self, worker: _Worker, kind: str, told: Any, category: type[Warning] = ZermeloWarning) -> None:
        """A worker is ready, has a warning, or an error that ends everything."""
        if kind == "ready":
            worker.ready = True
        elif kind == "error":
            raise told
        elif (told := str(told)) and (about := told.partition("`")[0] if category is AgentWarning else told) not in self._told:
            self._told.add(about)  # each worker notices for itself what an agent prints
            self._warn(category(told))

    def _check_deadlines(self) -> None:
        for worker in self._workers:
            _, _, until = worker.status()
            if worker.items and time.monotonic() > until:
                worker.kill("did not answer in time and was ended with its process")

    def _died(self, worker: _Worker, waiting: "deque[tuple[int, Item]]") -> Result | None:
        """Replace a worker that died; a result if its item is given up."""
        if worker not in self._workers:
            return None
        number, seat, _ = worker.status()
        code, complaint = worker.process.returncode, worker.complaint()
        if not worker.ready:
            self.close()
            raise PoolError(f"a worker process could not begin: {complaint or f'it ended with code {code}'}")
        self._workers[self._workers.index(worker)] = self._start()
        items = list(worker.items)
        worker.close()
        result = None
        if items and items[0][0] == number:
            self._attempts[number] = self._attempts.get(number, 0) + 1
            if worker.killed or self._attempts[number] >= ATTEMPTS:
                _, item = items.pop(0)
                how = f"by signal {-code}" if code < 0 else f"with code {code}"
                why = worker.killed or f"ended its process {how}, {ATTEMPTS} times{f' ({complaint})' if complaint else ''}"
                result = self.work.failed(item, seat, why)
                if result is None:
                    raise PoolError(f"{self.work} {why}; is there enough memory?")
        waiting.extendleft(reversed(items))
        return result

    def close(self) -> None:
        """End all workers; another thread that plays gets a PoolError."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.close()

    def __enter__(self) -> "Pool[Item, Result]":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
