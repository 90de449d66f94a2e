"""`zermelo games`: lists the games."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from zermelo.cli.options import Json
from zermelo.cli.output import Answer
from zermelo.cli.paint import QUIET, entry, reply
from zermelo.game.listing import row
from zermelo.games import catalog


def games(*, json: Json = False) -> Answer | int:
    """List the games that come with Zermelo.

    The line under a game shows its parameters with their defaults.
    A game of your own is a Python file: `zermelo play my_game.py`.
    A game of OpenSpiel is named in brackets: `zermelo play "openspiel(hearts)"`.

        zermelo games
        zermelo games --json
    """
    rows = [row(name, game) for name, game in catalog().items()]
    return reply(json, {"games": rows}, *_lines(rows))


def _lines(rows: list[dict[str, Any]]) -> Iterator[Text]:
    width = max(len(each["name"]) for each in rows)
    for each in rows:
        yield entry(each["name"], width, f"{each['about']} ").append(f"({each['class']})", QUIET)
        if each["parameters"]:
            given = ", ".join(name if value is None else f"{name}={value!r}" for name, value in each["parameters"].items())
            yield Text(f"{'':<{width}}  {each['name']}({given})", style=QUIET)
    how = "Play one with `zermelo play tictactoe`; parameters go in brackets and quotes"
    yield Text(f'\n{how}: zermelo play "connect(rows=5, cols=5)"', style=QUIET)
    yield Text('Games of OpenSpiel are named like zermelo play "openspiel(hearts)"', style=QUIET)
