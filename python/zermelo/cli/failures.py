"""Errors: one sentence on stderr and an exit code."""

import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path

from cyclopts import CycloptsError

from zermelo.cli.output import harmless, one_line
from zermelo.cli.usage import sentence as usage
from zermelo.errors import ZermeloError

BAD_INPUT = 2
OWN_FAULT = 70
INTERRUPTED = 130


def tell(error: BaseException, debug: bool) -> int:
    """Print the sentence of an error and return the exit code; with `debug` the traceback comes first."""
    if isinstance(error, SystemExit) and _place_in_game(error) is None:
        return _exit_code(error)
    code, sentence = explain(error)
    if debug:
        print(harmless("".join(traceback.format_exception(error))), end="", file=sys.stderr)
    print(f"zermelo: {one_line(sentence)}", file=sys.stderr)
    return code


def explain(error: BaseException) -> tuple[int, str]:
    """Exit code and sentence for an error."""
    if isinstance(error, ZermeloError):
        return BAD_INPUT, str(error)
    if isinstance(error, CycloptsError):
        return BAD_INPUT, usage(error)
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, "interrupted"
    place = _place_in_game(error)
    kind = type(error).__name__ + (f": {error}" if str(error) else "")
    if place is not None:
        return BAD_INPUT, f"the game's own code failed in {place} with {kind}"
    if isinstance(error, MemoryError):
        return BAD_INPUT, "there is not enough memory; search less deep or give a smaller --memory"
    if isinstance(error, OSError):
        what = f"`{error.filename}`" if error.filename else "the output"
        return BAD_INPUT, f"{what} cannot be read or written: {(error.strerror or str(error)).lower()}"
    return OWN_FAULT, f"this is a bug in Zermelo ({kind}); run it again with --debug to see where, and please report it"


def broken_pipe() -> int:
    """End quietly when the reader of a pipe has gone, as in `zermelo games | head -1`."""
    with suppress(OSError, ValueError, AttributeError):
        # The interpreter flushes stdout when it exits; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _place_in_game(error: BaseException) -> str | None:
    """Where in a user's file of rules the error happened; None if it was not there."""
    places = [
        f"`{frame.f_code.co_name}`, {Path(frame.f_code.co_filename).name} line {line}"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__", "")).startswith("zermelo_file_")
    ]
    return places[-1] if places else None


def _exit_code(error: SystemExit) -> int:
    return error.code if isinstance(error.code, int) else 0 if error.code is None else 1
