"""Openings: a few random plies, so that agents which always answer the same do not play the same game again and again.

They are drawn by random walks, the same for the same seed, and are all different as long as the game has enough of them.
When walks keep leading to openings that are known already, few are left; the positions are then listed, not guessed at.
"""

from __future__ import annotations

from itertools import islice

from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.random import Random, draw

_STALLED = 200
"""So many random walks in a row without a new opening, and it is time to list them."""
_FEW = 10_000
"""Moves that can be tried out in a moment, one ply of them."""


def openings(start: Position, number: int, plies: int, random: Random) -> list[Position]:
    """So many different unfinished positions, each after random plies; all there are where the game has fewer.

    Where nothing is left to play after these plies, they are as many as the game allows.
    """
    found: dict[Position, None] = {}
    longest = misses = 0
    while len(found) < number and misses < _STALLED:
        walked, position = _walk(start, plies, random)
        longest = max(longest, walked)
        misses = 0 if walked == plies and position not in found else misses + 1
        if walked == plies:
            found.setdefault(position)
    if not found:
        return openings(start, number, longest, random)
    if len(found) < number:
        found |= _unfinished(start, plies)
    return list(islice(found, number))


def _walk(start: Position, plies: int, random: Random) -> tuple[int, Position]:
    """Plies of a random walk that stops before the game is over, and where it leads."""
    position = start
    for walked in range(plies):
        if position.player == CHANCE:
            move = draw(position.rules.chances(position.state), random)
        else:
            move = position.choices[random.below(len(position.choices))]
        after = position.advance(move)
        if after.over:
            return walked, position
        position = after
    return plies, position


def _unfinished(start: Position, plies: int) -> dict[Position, None]:
    """All unfinished positions after so many plies; none where they are too many to list."""
    level: dict[Position, None] = {start: None}
    for _ in range(plies):
        children = (position.advance(move) for position in level for move in position.choices)
        level = {position: None for position in islice(children, _FEW) if not position.over}
        if next(children, None) is not None:
            return {}
    return level
