"""Files with rules and agents that visitors open, if the owner allows it. They are kept in a temporary folder until the server stops.

A file is stored under the hash of its content: the same rules are stored once, and a page that is reloaded finds its game.
"""

import hashlib
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from zermelo.agents.from_file import agents_in
from zermelo.errors import GameError
from zermelo.games import games_in, load
from zermelo.hosting.limits import make_within_limits


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="zermelo-studio-")


class Kept(NamedTuple):
    """What a visitor's file has: the text that opens each game or agent, and its label."""

    games: dict[str, str]
    agents: dict[str, str]


def keep_file(name: str, text: str) -> Kept:
    """Store a file with rules or agents and load it."""
    stem = re.sub(r"\W+", "_", Path(name).stem).strip("_") or "rules"
    if not name.lower().endswith(".py"):
        raise GameError(f"`{name}` is not a Python file; the name must end in .py")
    path = Path(_folder().name) / hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16] / f"{stem}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        module = make_within_limits(lambda: load(path), f"`{name}`")
    except GameError as error:
        raise GameError(str(error).replace(str(path), name)) from None
    games, agents = [game.__name__ for game in games_in(module)], list(agents_in(module))
    if not games and not agents:
        raise GameError(
            f"{name} has no game and no agent: write a class that derives from zermelo.Game, or a function of a position"
        )
    several = {f"{path}:{each}": f"{each} of {name} (yours)" for each in games}
    return Kept(
        {str(path): f"{name} (yours)"} if len(games) == 1 else several,
        {f"{path}:{each}": f"{each} of {name} (yours)" for each in agents},
    )


def drop_rules() -> None:
    """Delete the folder, when the server stops."""
    if _folder.cache_info().currsize:
        _folder().cleanup()
        _folder.cache_clear()
