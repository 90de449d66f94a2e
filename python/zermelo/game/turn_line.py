"""The last line of a drawn board: whose turn it is and, in games that would else go on for ever, for how long they have gone on:
for how long nothing has happened, as in `black to move, 12 quiet plies`, or altogether, as in `blue to move after 8 plies`.

Lines of a text may be separated by slashes.
"""

from __future__ import annotations

import re

from zermelo.errors import PositionError
from zermelo.game.protocol import Game

_QUIET = re.compile(r"(.+) to move(?:, ([0-9]{1,4}) quiet (?:ply|plies))?")
_PLIES = re.compile(r"(.+) to move(?: after ([0-9]{1,5}) (?:ply|plies))?")


def write(game: Game, turn: int, quiet: int = 0) -> str:
    count = f", {quiet} quiet {'ply' if quiet == 1 else 'plies'}" if quiet else ""
    return f"{game.players[turn]} to move{count}"


def write_plies(game: Game, turn: int, plies: int) -> str:
    count = f" after {plies} {'ply' if plies == 1 else 'plies'}" if plies else ""
    return f"{game.players[turn]} to move{count}"


def split(game: Game, text: str) -> tuple[list[str], int, int]:
    """The other lines of a text, whose turn it is, and the count of quiet plies; the first player's and 0 where it does not say."""
    lines, turn, quiet = _split(game, text, _QUIET)
    return lines, turn or 0, quiet


def split_turn(game: Game, text: str) -> tuple[str, int | None]:
    """The rest of a text, in small letters, and whose turn it is; None where the text does not say."""
    lines, turn, _ = _split(game, text.lower(), _QUIET)
    return "\n".join(lines), turn


def split_plies(game: Game, text: str, limit: int) -> tuple[list[str], int, int]:
    """The other lines of a text, in small letters, whose turn it is, and the count of plies, which must not be beyond the limit."""
    lines, turn, plies = _split(game, text.lower(), _PLIES)
    if turn is None:
        example = write_plies(game, 0, 8)
        raise PositionError(f"one line must say who is to move and after how many plies: {example}")
    if plies > limit:
        raise PositionError(f"{plies} plies cannot be: {game} is drawn after {limit}")
    return lines, turn, plies


def check(game: Game, quiet: int, limit: int) -> None:
    """Say so when a game would have ended before so many quiet plies."""
    if quiet > limit:
        raise PositionError(f"{quiet} quiet plies cannot be: {game} is drawn after {limit}")


def _split(game: Game, text: str, pattern: re.Pattern[str]) -> tuple[list[str], int | None, int]:
    lines: list[str] = []
    turn, count = None, 0
    for line in filter(None, map(str.strip, text.replace("/", "\n").splitlines())):
        match = pattern.fullmatch(line)
        if match is None:
            lines.append(line)
            continue
        if turn is not None:
            raise PositionError(f"`{line}` comes on top of another line that says who is to move; leave one of them out")
        if match[1] not in game.players:
            raise PositionError(f"`{match[1]}` is no player of {game}: it is {' or '.join(game.players)} to move")
        turn, count = game.players.index(match[1]), int(match[2] or 0)
    return lines, turn, count
