"""Reads commands in a thread of its own, so that a search can be ended from outside.

A search is interrupted by the line `# interrupt`, a comment for programs that do not know it (GoGui). When the input ends, whoever drove the engine is
probably gone, so it ends soon, too. But a script may end as well: it is answered in full if it ends with `quit`, or if the input is a file.
"""

import queue
import stat
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from os import fstat

from zermelo.protocols.gtp.messages import read

_INTERRUPT = "# interrupt"
_MOST_WAITING = 100_000
"""Lines that are read before they are answered."""


class Inbox:
    """The lines that are still to be answered, in order."""

    def __init__(self, source: Iterable[str], interrupt: Callable[[], None], hurry: Callable[[], None]) -> None:
        self._source, self._interrupt, self._hurry = source, interrupt, hurry
        self._waiting: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._thread = threading.Thread(target=self._read, name="zermelo-gtp", daemon=True)

    def __iter__(self) -> Iterator[str]:
        self._thread.start()
        while (line := self._waiting.get()) is not None:
            yield line

    def _read(self) -> None:
        ended = False
        for line in self._source:
            if line.strip().lower() == _INTERRUPT:
                self._interrupt()
                continue
            self._waiting.put(line)
            command = read(line)
            if command is not None and command.name == "quit":
                ended = True
                break
        if not ended and not _is_file():
            self._hurry()
        self._waiting.put(None)


def _is_file() -> bool:
    """Whether the standard input is a file, which ends although its author waits for all answers."""
    with suppress(AttributeError, OSError, ValueError):
        return stat.S_ISREG(fstat(sys.stdin.fileno()).st_mode)
    return False
