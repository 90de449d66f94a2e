"""Keys as they are pressed, without waiting for the end of a line.

A terminal sends an arrow key as an escape character and a few more; this module gives it a name. The Escape key is an escape character with nothing right
behind it. Without a suitable terminal, as on Windows or with a pipe, `can_listen` is false and people type names.
"""

import codecs
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console

UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
ENTER, ESCAPE, BACKSPACE, TAB, END_OF_INPUT, CLEAR, NOTHING = "enter", "escape", "backspace", "tab", "end", "clear", ""
ARROWS = {UP: (-1, 0), DOWN: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}
"""Steps down and right of each arrow."""
_PLAIN = {
    "\r": ENTER,
    "\n": ENTER,
    "\x7f": BACKSPACE,
    "\b": BACKSPACE,
    "\t": TAB,
    "\x04": END_OF_INPUT,
    "\x15": CLEAR,
    "\x1b": ESCAPE,
}
_FINAL = {"A": UP, "B": DOWN, "C": RIGHT, "D": LEFT}
_SILENCE = 0.05
"""Seconds without another character after which an escape character is the Escape key."""


def can_listen(out: Console) -> bool:
    """Whether keys can be read one by one and the screen can be redrawn."""
    if sys.stdin is None or not sys.stdin.isatty() or not out.is_terminal or out.is_dumb_terminal:
        return False
    try:
        import termios  # noqa: F401  # not on every system
    except ImportError:
        return False
    return True


class Keyboard:
    """Reads keys from the file descriptor of a terminal in cbreak mode."""

    def __init__(self, source: int) -> None:
        self.source = source
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.alarms: list[int] = []
        """What else ends a wait: the end of a pipe that gets a byte with every signal."""
        self.interrupted = False

    @contextmanager
    def holding_interrupts(self) -> Iterator[None]:
        """Inside, Ctrl-C is raised only where a key is waited for.

        An exception in the middle of drawing would leave the screen's buffers half written; and one signal in many comes just before
        the wait for a key begins, which would then not end.
        """
        if (
            threading.current_thread() is not threading.main_thread()
            or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        ):
            yield
            return
        alarm, ring = os.pipe()
        os.set_blocking(alarm, False)
        os.set_blocking(ring, False)
        self.alarms = [alarm]
        before = signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self._hold)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.set_wakeup_fd(before)
            self.alarms = []
            os.close(alarm)
            os.close(ring)
        self._raise_held()

    def _hold(self, _: int, __: FrameType | None) -> None:
        self.interrupted = True

    def _raise_held(self) -> None:
        if self.interrupted:
            self.interrupted = False
            raise KeyboardInterrupt

    def press(self, seconds: float | None = None) -> str:
        """The next key: its name or character; NOTHING if none comes within the given seconds."""
        character = self._character(seconds)
        if character != "\x1b":
            return _PLAIN.get(character, character if character.isprintable() else NOTHING)
        following = self._character(_SILENCE)
        if following not in ("[", "O"):
            return ESCAPE
        while following := self._character(_SILENCE):
            if following.isalpha() or following == "~":
                return _FINAL.get(following, NOTHING)
        return NOTHING

    def _character(self, seconds: float | None) -> str:
        """One character; empty if none comes in time."""
        while ready := select.select([self.source, *self.alarms], [], [], seconds)[0]:
            for alarm in ready:
                if alarm != self.source:
                    os.read(alarm, 64)
            self._raise_held()
            if self.source not in ready:
                continue
            byte = os.read(self.source, 1)
            if not byte:
                return "\x04"
            if character := self.decoder.decode(byte):
                return character
        return ""


@contextmanager
def listening() -> Iterator[Keyboard]:
    """A keyboard; restores the terminal in the end."""
    import termios
    import tty

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source, termios.TCSADRAIN)
        yield Keyboard(source)
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
