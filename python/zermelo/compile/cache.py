"""Compiled rules on disk: one file for each build, named by what went into it.

A file begins with the checksum of what follows. A file that does not match its checksum, because it was damaged or because
the process that wrote it was killed, is never loaded: the rules are compiled again and the file is replaced.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path


def folder() -> Path:
    """Where compiled rules are kept: $ZERMELO_CACHE, or `zermelo` in the user's cache folder."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "zermelo" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "zermelo"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zermelo"


def key(*parts: str) -> str:
    """The name of a build: a hash of everything that shapes it."""
    return _checksum("\0".join(parts))[:24]


def read(name: str) -> str | None:
    """The text that was written under a name; None where there is none or it is damaged."""
    try:
        checksum, _, text = (folder() / name).read_text().partition("\n")
    except (OSError, ValueError, RuntimeError):  # RuntimeError: there is no home folder
        return None
    return text if checksum == _checksum(text) else None


def write(name: str, text: str) -> None:
    """Keep a text under a name. Where nothing can be written, nothing is kept."""
    with suppress(OSError, RuntimeError):
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / name).write_text(f"{_checksum(text)}\n{text}")


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
