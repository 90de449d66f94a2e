"""What an agent prints is caught, because it would end up between the boards, or in the JSON of a command.

Several threads may think at the same time, as in the studio. So `sys.stdout` is replaced by a stream that looks which thread writes: the
text of a thread that is caught goes to its own buffer, all other text to where it would have gone.
"""

import io
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast


class _Split:
    """A stream in the place of `sys.stdout` while something is caught."""

    def __init__(self, usual: TextIO) -> None:
        self.usual = usual
        self.buffers: dict[int, io.StringIO] = {}

    def _stream(self) -> TextIO:
        return self.buffers.get(threading.get_ident(), self.usual)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream(), name)


_LOCK = threading.Lock()


@contextmanager
def caught() -> Iterator[io.StringIO]:
    """A buffer that gets what this thread prints."""
    buffer, thread = io.StringIO(), threading.get_ident()
    with _LOCK:
        split = usual if isinstance(usual := cast(Any, sys.stdout), _Split) else _Split(usual)
        sys.stdout = cast(TextIO, split)
        before = split.buffers.get(thread)
        split.buffers[thread] = buffer
    try:
        yield buffer
    finally:
        with _LOCK:
            if before is None:
                del split.buffers[thread]
            else:
                split.buffers[thread] = before
            if not split.buffers and cast(Any, sys.stdout) is split:
                sys.stdout = split.usual
