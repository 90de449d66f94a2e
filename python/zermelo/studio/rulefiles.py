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
from zermelo.games import games_in, load
from zermelo.studio.limits import patiently


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="zermelo-studio-")


def keep_rules(name: str, text: str) -> dict[str, str]:
    """The games of a file of rules, once it is known that it can be run: how each is asked for, and what to call it."""
    stem = re.sub(r"\W+", "_", Path(name).stem).strip("_") or "rules"
    if not name.lower().endswith(".py"):
        raise GameError(f"`{name}` is no file of rules: their names end in .py")
    path = Path(_folder().name) / hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16] / f"{stem}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        games = patiently(lambda: games_in(load(path)), f"`{name}`")
    except GameError as error:
        raise GameError(str(error).replace(str(path), name)) from None
    if not games:
        raise GameError(f"{name} holds no game: it needs a class that derives from zermelo.Game")
    if len(games) == 1:
        return {str(path): f"{name} (yours)"}
    return {f"{path}:{game.__name__}": f"{game.__name__} of {name} (yours)" for game in games}


def drop_rules() -> None:
    """Give back the folder; for when the server stops."""
    if _folder.cache_info().currsize:
        _folder().cleanup()
        _folder.cache_clear()
