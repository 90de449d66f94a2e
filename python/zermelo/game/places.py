"""Lines of the files that users write: which code is theirs, and where it was when something happened."""

import linecache
import os
import traceback
from pathlib import Path
from types import CodeType

from zermelo.errors import Place

_PACKAGE = Path(__file__).parents[1]
_OWN, _GAMES = f"{_PACKAGE}{os.sep}", f"{_PACKAGE / 'games'}{os.sep}"
_OTHERS = (_OWN, f"{Path(os.__file__).parent}{os.sep}", "<frozen ", "<string>")
"""`<string>` is what Python makes for a data class."""


def is_users(filename: str) -> bool:
    """Whether a file holds rules, and is neither a part of this library nor of Python; the rules of built-in games count as rules."""
    others = filename.startswith(_OTHERS) or "site-packages" in filename
    return not others or filename.startswith(_GAMES)


def place(filename: str, line: int) -> Place:
    """A line of a file."""
    linecache.checkcache(filename)  # it may have been edited
    return Place(Path(filename).name, line, linecache.getline(filename, line).strip())


def start_of(code: CodeType) -> Place:
    """The line at which a function begins."""
    return place(code.co_filename, code.co_firstlineno)


def place_of(error: BaseException) -> Place | None:
    """The innermost line of a user's file through which an error came; None if there is none."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if is_users(frame.filename)]
    return place(frames[-1].filename, frames[-1].lineno or 0) if frames else None
