"""Files that users name: read through one function, written whole or not at all.

Every file whose name a user typed (rules, trees, books, advice, saved games, solutions, settings) is read here.
So every such file is a regular file of a bounded size: a device, a pipe or a folder is refused before any of it is read.

A program that serves strangers forbids such files with `files_off`. A filter on texts would miss some names: `tree("x.json")`,
`strong(book="x")`, an agent within an agent. This check cannot be bypassed. `programs_off` forbids only files of Python: a saved game may name
an opening book, but nothing in it is ever run.
"""

import os
import secrets
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from zermelo.errors import ZermeloError

MOST_BYTES = 256 << 20
"""The largest file that is read: larger ones would fill the memory."""
_CHUNK = 1 << 20
_off: ContextVar[str | None] = ContextVar("zermelo_files_off", default=None)
_copies: list[tuple[str, str, dict[str, str]]] = []
"""In a worker of a cluster: the home and the working folder of the process that sent the work, and the copies of its files."""
_programs_off: ContextVar[str | None] = ContextVar("zermelo_programs_off", default=None)


class FilesOffError(ZermeloError):
    """A file was named where files are not allowed."""


@contextmanager
def files_off(why: str) -> Iterator[None]:
    """Refuse all files that users name, in this thread or task, with the sentence `why`."""
    before = _off.set(why)
    try:
        yield
    finally:
        _off.reset(before)


@contextmanager
def programs_off(why: str) -> Iterator[None]:
    """Refuse files that would be run, in this thread or task, with the sentence `why`."""
    before = _programs_off.set(why)
    try:
        yield
    finally:
        _programs_off.reset(before)


def allowed() -> bool:
    """Whether files may be opened here."""
    return _off.get() is None


def check_allowed(programs: bool = False) -> None:
    """Raise an error where files are not allowed, or files that are `programs`. Call this before a file name is used in any way."""
    why = _off.get() or (_programs_off.get() if programs else None)
    if why is not None:
        raise FilesOffError(why)


def read_bytes(path: str | os.PathLike[str], error: type[ZermeloError] = ZermeloError, most: int = MOST_BYTES) -> bytes:
    """The contents of a regular file of at most `most` bytes; anything else is an `error`, in one sentence."""
    check_allowed()
    try:
        place = expanded(path)
        _check_regular(os.stat(place), most)  # before opening: that alone may block, or act on a device
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        with open(os.open(place, flags), "rb") as file:
            _check_regular(os.fstat(file.fileno()), most)
            data = bytearray()
            while len(data) <= most and (chunk := file.read(_CHUNK)):
                data += chunk
    except (OSError, ValueError) as problem:
        raise error(f"`{os.fspath(path)}` cannot be read: {reason(problem)}") from None
    if len(data) > most:  # it has grown, or belongs to a file system that does not know sizes
        raise error(f"`{os.fspath(path)}` cannot be read: {_too_large(most)}")
    return bytes(data)


def read_text(path: str | os.PathLike[str], error: type[ZermeloError] = ZermeloError, most: int = MOST_BYTES) -> str:
    """The same for a text file in UTF-8; a byte order mark is left out."""
    try:
        return read_bytes(path, error, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise error(f"`{os.fspath(path)}` cannot be read: it is not a text file in UTF-8") from None


def read_old_text(path: str | os.PathLike[str], error: type[ZermeloError] = ZermeloError, most: int = MOST_BYTES) -> str:
    """The same for a text file in UTF-8 or, if that fails, in Latin-1, as old programs write them."""
    try:
        return decoded(read_bytes(path, error, most))
    except ValueError as problem:
        raise error(f"`{os.fspath(path)}` cannot be read: {problem}") from None


def decoded(data: bytes) -> str:
    """A text in UTF-8 or, if that fails, in Latin-1. A stray zero byte counts as a space; many mean that it is no text.

    >>> decoded("Hübner".encode()) == decoded("Hübner".encode("latin-1")) == "Hübner"
    True
    """
    if data.count(b"\0") > len(data) / 10:
        raise ValueError("it is not a text file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\0", " ")


def version_of(path: str | os.PathLike[str]) -> tuple[int, int, int] | None:
    """What changes when a file is written again: its time, size and number; None if there is no such file."""
    check_allowed()
    try:
        found = os.stat(expanded(path))
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def expanded(path: str | os.PathLike[str]) -> Path:
    """The path with `~` replaced by the home folder, where there is one; the copy of a file that came from another machine."""
    if _copies:
        home, folder, copies = _copies[0]
        given = os.fspath(path)
        there = os.path.join(home, given[2:]) if given.startswith("~/") else os.path.join(folder, given)
        copy = copies.get(os.path.normpath(there))
        if copy is not None:
            return Path(copy)
    with suppress(RuntimeError):
        return Path(path).expanduser()
    return Path(path)


def use_copies(home: str, folder: str, copies: Mapping[str, str]) -> None:
    """Read copies of files and folders that this process knows by their names on another machine.

    `home` and `folder` are the home and working folders there; `copies` maps whole names there to names here.
    """
    _copies[:] = [(home, folder, dict(copies))]


def original(path: Path) -> str:
    """The whole name of a file on the machine that it came from; its own if it is no copy."""
    here = str(path.resolve())
    for _, _, copies in _copies:
        return next((there for there, copy in copies.items() if copy == here), here)
    return here


def write_whole(target: str | os.PathLike[str], data: str | bytes, error: type[ZermeloError] = ZermeloError) -> None:
    """Write a file completely or not at all.

    The data goes to a temporary file, which replaces an old file once every byte is on the disk.
    """
    try:
        place = Path(os.path.realpath(target))  # a link stays a link
        if place.exists():
            _check_regular(os.stat(place), sys.maxsize)  # the new file would replace a device for all programs
        draft = place.with_name(f".{secrets.token_hex(8)}.tmp")
        try:
            with draft.open("xb") as file:
                file.write(data.encode() if isinstance(data, str) else data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, place)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError) as problem:
        raise error(f"`{target}` cannot be written: {reason(problem)}; no file was changed") from problem


def check_place(target: str | os.PathLike[str], error: type[ZermeloError] = ZermeloError) -> None:
    """Refuse a file that could not be written later, so that no long work is lost for a mistyped name."""
    try:
        place = Path(target)
        if place.exists():
            _check_regular(os.stat(place), sys.maxsize)
        elif not place.parent.is_dir():
            raise ValueError(f"there is no folder `{place.parent}`; create it first")
        if not os.access(place if place.exists() else place.parent, os.W_OK):
            raise ValueError("permission denied; choose another place")
    except (OSError, ValueError) as problem:
        raise error(f"`{target}` cannot be written: {reason(problem)}") from problem


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written, as the end of a sentence."""
    told = getattr(error, "strerror", None) or str(error)
    return told[:1].lower() + told[1:]


def _check_regular(found: os.stat_result, most: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise ValueError("it is a folder; give the name of a file")
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("it is a device or a pipe; give a regular file")
    if found.st_size > most:
        raise ValueError(_too_large(most))


def _too_large(most: int) -> str:
    return f"it is larger than {most >> 20} MB, the most that is read" if most >> 20 else f"it is larger than {most} bytes"
