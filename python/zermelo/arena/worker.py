"""A worker process of `pool`: does the items that it reads from its standard input, and writes a result for each.

Run as `python -m zermelo.arena.worker STATUS BYTES`: STATUS is the number of an open file that it shares with the pool, BYTES the memory that it may
have.
"""

import io
import mmap
import os
import pickle
import queue
import signal
import sys
import threading
import time
import warnings
from math import inf
from typing import Any

from zermelo.arena.pool import STATUS, read, write
from zermelo.arena.work import Watcher
from zermelo.engine.agent import Agent
from zermelo.errors import ZermeloError, ZermeloWarning


class Notes(Watcher):
    """Notes who is thinking in memory that the pool can read when this process has died."""

    def __init__(self, status: mmap.mmap) -> None:
        self.status, self.number = status, -1

    def begins(self, number: int) -> None:
        """An item is begun; -1 if there is none."""
        self.number = number
        self.status[: STATUS.size] = STATUS.pack(number, -1, inf)

    def thinks(self, seat: int, agent: Agent) -> None:
        """An agent of the user's own that ignores the end of its patience is ended with this process some time later."""
        patience = getattr(agent, "patience", None)
        until = time.monotonic() + 2 * patience + 1 if isinstance(patience, int | float) else inf
        self.status[: STATUS.size] = STATUS.pack(self.number, seat, until)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool decides when to end
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what agents print must not get among the records
    source: io.BufferedReader = sys.stdin.buffer  # type: ignore[assignment]
    _bound_memory(int(sys.argv[2]))
    notes = Notes(mmap.mmap(int(sys.argv[1]), STATUS.size))
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    try:
        work = pickle.loads(read(source))
    except BaseException as error:
        sys.exit(f"{error}")
    threading.Thread(target=_listen, args=(source, tasks), daemon=True).start()

    def show(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        write(out, ("warning", str(message), category if issubclass(category, ZermeloWarning) else ZermeloWarning))

    warnings.showwarning = show
    warnings.simplefilter("always")
    write(out, ("ready", None))
    while True:
        number, item = tasks.get()
        notes.begins(number)
        write(out, _answer(work, item, notes))
        notes.begins(-1)


def _answer(work: Any, item: Any, notes: Notes) -> tuple[Any, ...]:
    """The result of an item and the seconds it took, or the error that it ended with."""
    started = time.perf_counter()
    try:
        return "done", work.do(item, notes), time.perf_counter() - started
    except BaseException as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return "error", ZermeloError(f"{type(error).__name__}: {error}")
        return "error", error


def _listen(source: Any, tasks: "queue.SimpleQueue[Any]") -> None:
    """Read items; at the end of the input, or if the pool has died, end this process."""
    try:
        while True:
            tasks.put(read(source))
    except BaseException:
        os._exit(0)


def _bound_memory(room: int) -> None:
    """Let an agent that takes all memory get a MemoryError, instead of slowing down the whole machine."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (room if most < 0 else min(room, most), most))
    except (ImportError, ValueError, OSError):
        return


if __name__ == "__main__":
    main()
