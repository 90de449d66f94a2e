"""A game as a row of a list: its name, what it is about, its players and parameters, as plain values."""

import inspect
from typing import Any

from zermelo.game.kind import kind
from zermelo.game.protocol import Game


def row(name: str, game: type[Game]) -> dict[str, Any]:
    """What lists of games tell about a class of games."""
    given = inspect.signature(game).parameters.values()
    return {
        "name": name,
        "parameters": {each.name: None if each.default is each.empty else each.default for each in given},
        "players": list(game.players),
        "class": str(kind(game)),
        "about": about(game),
        "native": game.native is not None,
    }


def about(documented: object) -> str:
    """The first paragraph of a docstring, on one line."""
    return inspect.cleandoc(documented.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
