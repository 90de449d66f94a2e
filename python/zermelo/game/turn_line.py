"""The last line of a drawn board: who is to move and, in games that could go on for ever, a count of plies.

The count is the number of plies since something irreversible happened, as in `black to move, 12 quiet plies`, or the number of all
plies, as in `blue to move after 8 plies`. Slashes may separate the lines of a text.
"""

import re

from zermelo.errors import PositionError
from zermelo.game.display import lines_of
from zermelo.game.protocol import Game

_QUIET = re.compile(r"(.+) to move(?:, ([0-9]{1,4}) quiet (?:ply|plies))?")
_PLIES = re.compile(r"(.+) to move(?: after ([0-9]{1,5}) (?:ply|plies))?")


def write(game: Game, turn: int, quiet: int = 0) -> str:
    return f"{game.players[turn]} to move" + (f", {_count(quiet, 'quiet ')}" if quiet else "")


def write_plies(game: Game, turn: int, plies: int) -> str:
    return f"{game.players[turn]} to move" + (f" after {_count(plies)}" if plies else "")


def _count(number: int, kind: str = "") -> str:
    return f"{number} {kind}{'ply' if number == 1 else 'plies'}"


def split(game: Game, text: str, limit: int) -> tuple[list[str], int, int]:
    """The other lines of a text, who is to move, and the count of quiet plies; the first player and 0 by default."""
    lines, turn, quiet = _split(game, text, _QUIET)
    if quiet > limit:
        raise PositionError(f"{quiet} quiet plies are impossible: {game} is drawn after {limit}")
    return lines, turn or 0, quiet


def split_turn(game: Game, text: str) -> tuple[list[str], int | None]:
    """The other lines of a text, in small letters, and who is to move; None if the text does not say."""
    return _split(game, text.lower(), _QUIET)[:2]


def split_plies(game: Game, text: str, limit: int) -> tuple[list[str], int, int]:
    """The other lines of a text, in small letters, who is to move, and the count of plies."""
    lines, turn, plies = _split(game, text.lower(), _PLIES)
    if plies > limit:
        raise PositionError(f"{plies} plies are impossible: {game} is drawn after {limit}")
    return lines, required(game, turn), plies


def required(game: Game, turn: int | None) -> int:
    """The turn; raises PositionError if the text does not say who is to move."""
    if turn is None:
        raise PositionError(f"the text does not say who is to move; add a line such as `{write(game, 0)}`")
    return turn


def _split(game: Game, text: str, pattern: re.Pattern[str]) -> tuple[list[str], int | None, int]:
    lines: list[str] = []
    turn, count = None, 0
    for line in lines_of(text):
        match = pattern.fullmatch(line)
        if match is None:
            lines.append(line)
            continue
        if turn is not None:
            raise PositionError(f"`{line}` is the second line that says who is to move; remove one of the two")
        if match[1] not in game.players:
            raise PositionError(f"`{match[1]}` is not a player of {game}; the players are {', '.join(game.players)}")
        turn, count = game.players.index(match[1]), int(match[2] or 0)
    return lines, turn, count
