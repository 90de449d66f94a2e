"""Rules that visitors bring along, where the owner allows it: kept in a folder of this server until it stops.

A file is named by what is in it, so that the same rules are the same file, and a page that is loaded again finds its game.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from functools import cache
from pathlib import Path

from zermelo.errors import GameError
from zermelo.games import find
from zermelo.studio.limits import patiently


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="zermelo-studio-")


def keep_rules(name: str, text: str) -> str:
    """The path of a file of rules, once it is known that it can be run."""
    stem = re.sub(r"\W+", "_", Path(name).stem).strip("_") or "rules"
    if not name.lower().endswith(".py"):
        raise GameError(f"`{name}` is no file of rules: their names end in .py")
    path = Path(_folder().name) / hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16] / f"{stem}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        patiently(lambda: find(str(path)), f"`{name}`")
    except GameError as error:
        what, several, them = str(error).partition("; choose one: ")
        told = what.replace(str(path), name)
        raise GameError(f"{told} ({them.replace(f'{path}:', '')}); leave one in the file" if several else told) from None
    return str(path)


def drop_rules() -> None:
    """Give back the folder; for when the server stops."""
    if _folder.cache_info().currsize:
        _folder().cleanup()
        _folder.cache_clear()
