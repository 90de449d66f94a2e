"""A program as a child process: lines to it and lines from it, each within a deadline.

*It never blocks.* Pipes are read and written only when they are ready (`poll`). Every wait has a deadline, and looks a
few times in a second whether the answer is still wanted. Lines have a greatest length, and what the program writes to stderr is read, but only its end is kept.

*It always ends.* The program is the leader of a process group of its own, so that everything that it has started ends with it, and so that Ctrl-C
reaches only us. The group is killed by `end`, when the object is no longer used, and when Python exits. If Python itself is killed, nothing of
that happens; then the guard does it, a shell that waits for its input to end. Linux could kill a child together with its parent, but it
means the thread that made the child, and a game may outlive that.
"""

import os
import select
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from zermelo.errors import ZermeloError
from zermelo.files import check_allowed

MOST_LINE = 1 << 20
"""The longest line that a program may write, in bytes."""
_CHUNK = 1 << 16
_LAST_WORDS = 4096
"""Bytes of stderr that are kept."""
_MOST_TOLD = 200
_SLICE = 0.05
"""Seconds between two looks whether the answer is still wanted."""
_GRACE, _EXIT = 1.0, 3.0
"""Seconds in which a program may end by itself: when it is closed, and after it has closed its output."""
_GUARD = 'read -r line || kill -s KILL -- "-$1"'


class Late(Exception):
    """There was no answer in time."""


class Broken(Exception):
    """The program failed. The text continues a sentence that begins with its name."""


class ChildProcess:
    """A running program. Another process that is a copy of this one (by `fork`) does not own it and leaves it alone."""

    error: type[ZermeloError] = ZermeloError
    """What is raised when the program cannot be started."""

    def __init__(self, words: Sequence[str], file: str, folder: str | None = None) -> None:
        """Start the program in `file`, in a folder, with the other words as its arguments; errors call it by the first word."""
        check_allowed(programs=True)
        try:
            pipe, whole = subprocess.PIPE, [file, *words[1:]]
            self.child = subprocess.Popen(
                whole, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, cwd=folder
            )
        except OSError as problem:
            why = (problem.strerror or str(problem)).lower()
            hint = "; a script begins with a line such as #!/bin/sh" if "exec format" in why else ""
            raise self.error(f"`{words[0]}` cannot be started: {why}{hint}") from None
        self.end = weakref.finalize(self, _end, self.child, _guard(self.child.pid), os.getpid())
        """Kills the program and all that it has started; the second time it does nothing."""
        self._in, self._out, self._errors = (
            _unblocked(each) for each in (self.child.stdin, self.child.stdout, self.child.stderr)
        )
        self._lines: deque[bytes] = deque()
        self._begun = b""
        """The part of a line that was read so far."""
        self._unsent = b""
        self._last_words = b""
        self._closed = False
        """Whether the program has closed its output."""
        self._poll = select.poll()
        for descriptor in (self._out, self._errors):
            self._poll.register(descriptor, select.POLLIN)

    @property
    def is_ours(self) -> bool:
        """Whether it runs for this process of ours."""
        return self.end.alive and self.end.peek()[2][2] == os.getpid()  # type: ignore[index]  # it is alive

    def tell(self, *lines: str) -> None:
        """Send lines. What does not fit into the pipe is sent while the answer is awaited."""
        if not self._unsent:
            self._poll.register(self._in, select.POLLOUT)
        self._unsent += "".join(f"{line}\n" for line in lines).encode()
        self._write()

    def check_wanted(self) -> None:
        """Raise an error if the answer is not wanted any more; called a few times in a second while it is awaited."""

    def line(self, deadline: float, cancels: bool = True) -> bytes:
        """The next line that it writes, without its end. Raises Late, Broken, and what `check_wanted` raises if `cancels`."""
        while True:
            if time.monotonic() > deadline:
                raise Late
            if self._lines:
                return self._lines.popleft().removesuffix(b"\r")
            if self._closed:
                raise Broken(self._epitaph())
            if cancels:
                self.check_wanted()
            self._exchange(min(_SLICE, deadline - time.monotonic()))

    def close(self, *farewell: str) -> None:
        """Let it end by itself, for a moment; then end it."""
        if not self.is_ours:
            return
        with suppress(Broken, Late, OSError):
            self.tell(*farewell)
            self._close_input()
            ends = time.monotonic() + _GRACE
            while not self._closed:
                self._lines.clear()
                self._exchange(min(_SLICE, ends - time.monotonic()))
                if time.monotonic() > ends:
                    raise Late
        self.end()

    # Pipes

    def _exchange(self, seconds: float) -> None:
        """Read and write what is possible, within so many seconds."""
        for descriptor, _ in self._poll.poll(max(0, round(1000 * seconds))):
            if descriptor == self._in:
                self._write()
            elif descriptor == self._out:
                self._read()
            else:
                self._hear()

    def _write(self) -> None:
        try:
            sent = os.write(self._in, self._unsent[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:  # it reads no more; why, its output tells
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]
        if not self._unsent:
            self._poll.unregister(self._in)

    def _read(self) -> None:
        chunk = _chunk(self._out)
        if chunk == b"":
            self._closed = True
            self._poll.unregister(self._out)
        elif chunk is not None:
            *whole, self._begun = (self._begun + chunk).split(b"\n")
            self._lines += whole
            if len(self._begun) > MOST_LINE:
                raise Broken(f"wrote more than {MOST_LINE >> 20} MB without the end of a line")

    def _hear(self) -> None:
        chunk = _chunk(self._errors)
        if chunk == b"":
            self._poll.unregister(self._errors)
        elif chunk is not None:
            self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]

    def _close_input(self) -> None:
        if self._unsent:
            self._unsent = b""
            self._poll.unregister(self._in)
        if self.child.stdin is not None:
            self.child.stdin.close()

    def _epitaph(self) -> str:
        """Why nothing more can be read."""
        try:
            code = self.child.wait(_EXIT)
        except subprocess.TimeoutExpired:
            return "closed its output"
        with suppress(OSError):
            while chunk := _chunk(self._errors):
                self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]
        how = f"ended with exit code {code}" if code >= 0 else f"was ended by {_signal_name(-code)}"
        words = [line.strip() for line in self._last_words.decode(errors="replace").splitlines() if line.strip()]
        return how + (f" (`{words[-1][:_MOST_TOLD]}`)" if words else "")


def _unblocked(stream: IO[bytes] | None) -> int:
    assert stream is not None
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()


def _chunk(descriptor: int) -> bytes | None:
    """What can be read; None if that is nothing now, and b"" if the other end is closed."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _guard(group: int) -> subprocess.Popen[bytes] | None:
    """A process that kills a group when its input ends without a line, because we have been killed; None if there is no shell."""
    words = ["/bin/sh", "-c", _GUARD, "guard", str(group)]
    nothing = subprocess.DEVNULL
    with suppress(OSError):
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing, bufsize=0, start_new_session=True, cwd="/"
        )
    return None


def _end(child: subprocess.Popen[bytes], guard: subprocess.Popen[bytes] | None, owner: int) -> None:
    """Kill a program with its group, and dismiss its guard."""
    if os.getpid() != owner:
        return
    with suppress(OSError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream is not None:
            stream.close()
    if guard is not None and guard.stdin is not None:
        with suppress(OSError):
            guard.stdin.write(b"\n")
        guard.stdin.close()
        guard.wait()
