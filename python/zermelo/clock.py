"""The last line of a drawn board: whose turn it is and, in games that would else go on for ever, for how long nothing has
happened, as in `black to move, 12 quiet plies`.
"""

from __future__ import annotations

import re

from zermelo.errors import PositionError
from zermelo.game import Game

_LINE = re.compile(r"(.+) to move(?:, ([0-9]{1,4}) quiet (?:ply|plies))?")


def write(game: Game, turn: int, quiet: int) -> str:
    count = f", {quiet} quiet {'ply' if quiet == 1 else 'plies'}" if quiet else ""
    return f"{game.players[turn]} to move{count}"


def split(game: Game, text: str) -> tuple[list[str], int, int]:
    """The other lines of a text, whose turn it is, and the count; the first player's and 0 where the text does not say.

    Lines may be separated by slashes.
    """
    lines, turn, quiet, seen = [], 0, 0, False
    for line in filter(None, map(str.strip, text.replace("/", "\n").splitlines())):
        match = _LINE.fullmatch(line)
        if match is None:
            lines.append(line)
            continue
        if seen:
            raise PositionError(f"`{line}` comes on top of another line that says who is to move; leave one of them out")
        if match[1] not in game.players:
            raise PositionError(f"`{match[1]}` is no player of {game}: it is {' or '.join(game.players)} to move")
        turn, quiet, seen = game.players.index(match[1]), int(match[2] or 0), True
    return lines, turn, quiet


def check(game: Game, quiet: int, limit: int) -> None:
    """Say so when a game would have ended before so many quiet plies."""
    if quiet > limit:
        raise PositionError(f"{quiet} quiet plies cannot be: {game} is drawn after {limit}")
