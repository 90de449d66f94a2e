"""Files with rules that visitors open, if the owner allows it. They are kept in a temporary folder until the server stops.

A file is stored under the hash of its content: the same rules are stored once, and a page that is reloaded finds its game.
"""

import hashlib
import re
import tempfile
from functools import cache
from pathlib import Path

from zermelo.errors import GameError
from zermelo.games import games_in, load
from zermelo.studio.limits import make_within_limits


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="zermelo-studio-")


def keep_rules(name: str, text: str) -> dict[str, str]:
    """Store a file with rules and load it: the games in it, as the text that opens each one and its label."""
    stem = re.sub(r"\W+", "_", Path(name).stem).strip("_") or "rules"
    if not name.lower().endswith(".py"):
        raise GameError(f"`{name}` is not a Python file; the name must end in .py")
    path = Path(_folder().name) / hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16] / f"{stem}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        games = make_within_limits(lambda: games_in(load(path)), f"`{name}`")
    except GameError as error:
        raise GameError(str(error).replace(str(path), name)) from None
    if not games:
        raise GameError(f"{name} has no game: it needs a class that derives from zermelo.Game")
    if len(games) == 1:
        return {str(path): f"{name} (yours)"}
    return {f"{path}:{game.__name__}": f"{game.__name__} of {name} (yours)" for game in games}


def drop_rules() -> None:
    """Delete the folder, when the server stops."""
    if _folder.cache_info().currsize:
        _folder().cleanup()
        _folder.cache_clear()
