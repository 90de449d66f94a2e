"""`zermelo games`: lists the games."""

from __future__ import annotations

import inspect
from typing import Any

from zermelo.cli.options import Json, command
from zermelo.cli.output import Answer
from zermelo.game import Game
from zermelo.game.kind import kind


def games(*, json: Json = False) -> Answer | int:
    """List the games that come with Zermelo.

    The line under a game shows its parameters with their defaults.
    A game of your own is a Python file: `zermelo play my_game.py`.
    """
    from zermelo.games import catalog

    rows = [_row(name, game) for name, game in catalog().items()]
    if json:
        return Answer({"games": rows})
    _print(rows)
    return 0


def about(game: type[Game]) -> str:
    """The first paragraph of the game's docstring, on one line."""
    return inspect.cleandoc(game.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def _row(name: str, game: type[Game]) -> dict[str, Any]:
    parameters = inspect.signature(game).parameters.values()
    return {
        "name": name,
        "parameters": {
            parameter.name: None if parameter.default is parameter.empty else parameter.default for parameter in parameters
        },
        "players": list(game.players),
        "class": str(kind(game)),
        "about": about(game),
        "native": game.native is not None,
    }


def _print(rows: list[dict[str, Any]]) -> None:
    from rich.text import Text

    from zermelo.cli.paint import QUIET, console

    out = console()
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        out.print(Text.assemble((f"{row['name']:<{width}}", "bold cyan"), f"  {row['about']} ", (f"({row['class']})", QUIET)))
        if row["parameters"]:
            given = ", ".join(name if value is None else f"{name}={value!r}" for name, value in row["parameters"].items())
            out.print(Text(f"{'':<{width}}  {row['name']}({given})", style=QUIET))
    out.print(
        Text(
            "\nPlay one with `zermelo play tictactoe`; parameters go in brackets and quotes: "
            'zermelo play "connect(rows=5, cols=5)"',
            style=QUIET,
        )
    )


app = command(
    games,
    """
    zermelo games
    zermelo games --json
    """,
)
