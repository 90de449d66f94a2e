"""Books on disk: a file is read completely or refused, and written completely or not at all.

    zermelo book 1
    {"game": "connect4", "made": ["search, 4 plies deep, by strong(depth=8)"]}
    {"key": "5f0c...", "after": "4 4", "moves": [{"to": "91ab...", "weight": 100, "value": 2}]}
    sha256 6d0e...

The first line has the format and its version. Each line after the second is a position. The last line is the checksum of all
bytes before it, so a damaged book is never used in part. A book is first written to a temporary file, which replaces the old one
when every byte is on the disk. If the program is killed or the disk is full, the old book is still there.

Books that come with Zermelo lie in `library` and are named without an ending: `book="chess"`.
"""

import hashlib
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from zermelo import files
from zermelo.errors import ZermeloError

VERSION = 1
LIBRARY = Path(__file__).parent / "library"
"""The books that come with Zermelo."""
_MAGIC = b"zermelo book "
_CHECKSUM = len("sha256 \n") + hashlib.sha256().digest_size * 2


class BookError(ZermeloError):
    """A book that is damaged, missing, for another game or other rules, or that cannot be written."""


def read(path: str | os.PathLike[str]) -> list[str]:
    """The lines of a book between the first and the last; a BookError if anything is wrong with the file."""
    data = _bytes(path)
    if not data.startswith(_MAGIC):
        raise BookError(f"`{path}` is not a book of Zermelo, because it does not begin with `{_MAGIC.decode().strip()}`")
    first = re.match(rb"zermelo book ([1-9][0-9]{0,8})\n", data)
    if first is not None and int(first[1]) != VERSION:
        raise BookError(
            f"`{path}` is a book of version {int(first[1])}, but this Zermelo reads version {VERSION}; "
            "use the Zermelo that wrote it, or build it again"
        )
    body, last = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if first is None or last != _checksum(body):
        raise damaged(path, "its checksum does not match its contents")
    try:
        return body[first.end() :].decode("utf-8").split("\n")[:-1]
    except UnicodeDecodeError:
        raise damaged(path, "it is not text in UTF-8") from None


def damaged(path: str | os.PathLike[str], why: str) -> BookError:
    return BookError(f"`{path}` is damaged ({why}); build it again, or use a copy of it")


def write(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Write a book completely, or keep what was there before."""
    check_place(path)
    body = _MAGIC + f"{VERSION}\n".encode() + "".join(f"{line}\n" for line in lines).encode()
    files.write_whole(path, body + _checksum(body), BookError)


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse a file that could not be written later, or that is something else than a book."""
    files.check_place(path, BookError)
    if os.path.exists(path) and _bytes(path)[: len(_MAGIC)] not in (_MAGIC, b""):
        raise BookError(f"`{path}` cannot be written: the file is not a book and would be lost; choose another name")


def shipped() -> dict[str, Path]:
    """The books that come with Zermelo, by name."""
    return {found.stem: found for found in sorted(LIBRARY.glob("*.book"))}


def _bytes(path: str | os.PathLike[str]) -> bytes:
    if isinstance(path, str) and path in shipped():
        return shipped()[path].read_bytes()
    files.check_allowed()
    with suppress(OSError, ValueError):
        if not files.expanded(path).exists():
            ready = " or ".join(f'book="{name}"' for name in shipped())
            raise BookError(
                f"there is no book `{path}`; build one with `zermelo book build`, or use one that comes with Zermelo: {ready}"
            )
    return files.read_bytes(path, BookError)


def _checksum(body: bytes) -> bytes:
    return f"sha256 {hashlib.sha256(body).hexdigest()}\n".encode()
