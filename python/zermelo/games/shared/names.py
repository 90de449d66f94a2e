"""The names of games as people write them. A class name cannot have a hyphen, an apostrophe or a digit in front, so some games need a row here."""

import re

from zermelo.game import Game

NAMES = {
    "connect": "Connect (any size)",
    "connect4": "Connect Four",
    "einstein": "EinStein würfelt nicht!",
    "grundy": "Grundy's game",
    "holdem": "Texas hold'em",
    "kuhn": "Kuhn poker",
    "leduc": "Leduc poker",
    "liarsdice": "Liar's dice",
    "phantomtictactoe": "Phantom tic-tac-toe",
    "tictactoe": "Tic-tac-toe",
    "tree": "Game tree",
    "twentyfortyeight": "2048",
}
"""Built-in games whose name is not their class name in words."""


def display_name(game: type[Game]) -> str:
    """The name of a game for people: its row in NAMES if it is built in, else its class name split into words.

    >>> import zermelo
    >>> [display_name(zermelo.catalog()[title]) for title in ("twentyfortyeight", "chinesecheckers", "chess960")]
    ['2048', 'Chinese Checkers', 'Chess960']
    >>> display_name(type("TwentyOne", (Game,), {}))
    'Twenty One'
    """
    title = game.title()
    if game.__module__.startswith("zermelo.games.") and title in NAMES:
        return NAMES[title]
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_+", " ", game.__name__).strip()
