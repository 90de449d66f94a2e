"""Compiled rules on disk: one folder a game, named by what went into it, used whole or not at all.

A folder holds the lowered module, Numba's files beside it, and a manifest with the checksum of each. It is built under
another name and renamed when complete, so a killed process or a full disk leaves nothing that could be mistaken for
it; a folder that does not match its manifest is thrown away and built again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from pathlib import Path

_MANIFEST = "manifest.json"
_MODULE = "rules.py"


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


def key(text: str, *versions: str) -> str:
    """The name of a build: a hash of everything that shapes it."""
    return hashlib.sha256("\0".join((text, *versions)).encode()).hexdigest()[:24]


def ready(place: Path) -> Path | None:
    """The module of a complete and undamaged build; a damaged one is removed."""
    try:
        manifest = json.loads((place / _MANIFEST).read_text())
        if manifest == _checksums(place):
            return place / _MODULE
    except FileNotFoundError:
        if not place.exists():
            return None
    except (OSError, ValueError):
        pass
    discard(place)
    return None


def begin(place: Path, text: str) -> Path:
    """A private folder with the lowered module in it, to be compiled there."""
    building = place.with_name(f"{place.name}.{os.getpid()}.tmp")
    discard(building)
    building.mkdir(parents=True)
    module = building / _MODULE
    module.write_text(text)
    return module


def finish(module: Path, place: Path) -> None:
    """Put a compiled build in its place. If someone else was first, theirs is as good."""
    building = module.parent
    (building / _MANIFEST).write_text(json.dumps(_checksums(building)))
    try:
        building.rename(place)
    except OSError:
        discard(building)


def discard(place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)


def _checksums(place: Path) -> dict[str, str]:
    files = sorted(path for path in place.rglob("*") if path.is_file() and path.name != _MANIFEST and path.suffix != ".pyc")
    return {str(path.relative_to(place)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
