"""Lines from the standard input and lines to the standard output, as all protocols need them.

Input is read by `os.read`, not by Python's own file object: a thread that waits there holds no lock, so the process can end at any moment. Bytes that
are not UTF-8 are replaced, and no line is longer than `MOST_LINE`; the rest of a longer one is dropped. Output is flushed after each line. If
nobody reads it any more, nothing happens: then the input ends as well, and with it the engine.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TextIO

MOST_LINE = 1 << 20
"""The longest line that is read."""
_CHUNK = 1 << 16
Write = Callable[[str], None]


def standard_lines() -> Iterator[str]:
    """The lines of the standard input, until it ends."""
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # there is none, or a test has replaced it
        return iter(sys.stdin or ())
    return _lines(descriptor)


def _lines(descriptor: int) -> Iterator[str]:
    begun = b""
    while chunk := os.read(descriptor, _CHUNK):
        *whole, begun = (begun + chunk).split(b"\n")
        for line in whole:
            yield _text(line)
        begun = begun[:MOST_LINE]
    if begun:
        yield _text(begun)


def _text(line: bytes) -> str:
    return line[:MOST_LINE].decode(errors="replace")


def writer(out: TextIO) -> Write:
    """A function that writes one line at a time, from any thread."""
    lock = threading.Lock()

    def write(line: str) -> None:
        with lock, suppress(BrokenPipeError):
            out.write(f"{line}\n")
            out.flush()

    return write
