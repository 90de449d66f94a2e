"""`zermelo games`: lists the games."""

import inspect
from collections.abc import Iterator
from typing import Any

from rich.text import Text

from zermelo.cli.options import Json
from zermelo.cli.output import Answer
from zermelo.cli.paint import QUIET, entry, reply
from zermelo.game import Game
from zermelo.game.kind import kind
from zermelo.games import catalog


def games(*, json: Json = False) -> Answer | int:
    """List the games that come with Zermelo.

    The line under a game shows its parameters with their defaults.
    A game of your own is a Python file: `zermelo play my_game.py`.
    A game of OpenSpiel is named in brackets: `zermelo play "openspiel(hearts)"`.

        zermelo games
        zermelo games --json
    """
    rows = [_row(name, game) for name, game in catalog().items()]
    return reply(json, {"games": rows}, *_lines(rows))


def about(documented: object) -> str:
    """The first paragraph of a docstring, on one line."""
    return inspect.cleandoc(documented.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def _row(name: str, game: type[Game]) -> dict[str, Any]:
    given = inspect.signature(game).parameters.values()
    return {
        "name": name,
        "parameters": {each.name: None if each.default is each.empty else each.default for each in given},
        "players": list(game.players),
        "class": str(kind(game)),
        "about": about(game),
        "native": game.native is not None,
    }


def _lines(rows: list[dict[str, Any]]) -> Iterator[Text]:
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        yield entry(row["name"], width, f"{row['about']} ").append(f"({row['class']})", QUIET)
        if row["parameters"]:
            given = ", ".join(name if value is None else f"{name}={value!r}" for name, value in row["parameters"].items())
            yield Text(f"{'':<{width}}  {row['name']}({given})", style=QUIET)
    how = "Play one with `zermelo play tictactoe`; parameters go in brackets and quotes"
    yield Text(f'\n{how}: zermelo play "connect(rows=5, cols=5)"', style=QUIET)
    yield Text('Games of OpenSpiel are named like zermelo play "openspiel(hearts)"', style=QUIET)
