"""Compiled rules on disk: one file for each build, named by what went into it.

A file begins with the checksum of the rest; if it does not match, the rules are compiled again and the file is replaced. A file is
written under another name and renamed when it is complete. Files that killed processes left half written are removed later.
"""

import hashlib
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

_ABANDONED = 3600.0
"""Writing a file takes milliseconds; one that is half written after so many seconds will never be complete."""


def folder() -> Path:
    """Where compiled rules are kept: $ZERMELO_CACHE, or `zermelo` in the user's cache folder."""
    return Path(os.environ.get("ZERMELO_CACHE") or user_cache_path("zermelo", appauthor=False)).expanduser()


def key(*parts: str) -> str:
    """The name of a build: a hash of everything that shapes it."""
    return _checksum("\0".join(parts))[:24]


def read(name: str) -> str | None:
    """The text that was written under a name; None if there is none, or if it is damaged."""
    try:
        checksum, _, text = (folder() / name).read_text().partition("\n")
    except (OSError, ValueError, RuntimeError):  # RuntimeError: there is no home folder
        return None
    return text if checksum == _checksum(text) else None


def write(name: str, text: str) -> None:
    """Keep a text under a name, if the folder can be written."""
    with suppress(OSError, RuntimeError):
        folder().mkdir(parents=True, exist_ok=True)
        half = folder() / f"{name}.{os.getpid()}.tmp"
        half.write_text(f"{_checksum(text)}\n{text}")
        half.replace(folder() / name)
        _remove_leftovers(name)


def _remove_leftovers(name: str) -> None:
    """Remove half-written files: those of this build, which is now complete, and those too old to be in progress.

    Another process may lose its half-written file of this build. It does not need that file: the build is complete.
    """
    for half in folder().glob("*.tmp"):
        if half.name.startswith(f"{name}.") or time.time() - half.stat().st_mtime > _ABANDONED:
            shutil.rmtree(half) if half.is_dir() else half.unlink()


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
