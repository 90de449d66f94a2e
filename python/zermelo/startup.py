"""Ctrl-C while the command `zermelo` starts or ends: one line and exit code 130, from the first import on.

Python shows a traceback when Ctrl-C comes during an import, before any `try` of ours. So the package imports this module first.
It does nothing in programs that import Zermelo as a library.
"""

import os
import signal
import sys
import threading
from types import FrameType


def leave_on_interrupt() -> None:
    """From now on Ctrl-C ends the process at once; for moments in which there is nothing to finish."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def raise_on_interrupt() -> None:
    """From now on Ctrl-C is an exception again, so that a search can print what it has found."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(_: int, __: FrameType | None) -> None:
    os.write(2, b"zermelo: interrupted\n")
    os._exit(130)


def _is_command() -> bool:
    """Whether this process is the command: the script `zermelo`, or `python -m zermelo`."""
    if sys.argv[:1] == ["-m"]:
        return "zermelo" in [after for before, after in zip(sys.orig_argv, sys.orig_argv[1:], strict=False) if before == "-m"]
    return os.path.basename(sys.argv[0] if sys.argv else "") in ("zermelo", "zermelo.exe")


if _is_command():
    leave_on_interrupt()
