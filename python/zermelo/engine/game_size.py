"""How many positions the tree of a game has, counted up to a limit, without keeping them.

A tree that is too large should be refused before memory and time are spent on it. Perft counts the positions at one depth several times as fast as
the tree is built. It is asked below each of some hundred positions, so that no single question takes long, and counting can be cancelled.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo import _core
from zermelo.engine.backends import Backend, diagnose
from zermelo.game import CHANCE, Game
from zermelo.limit import MAX_PLY
from zermelo.search import Stop, Stopped

_SPREAD = 500
"""Positions below which is counted."""
_PATIENCE = 4
"""Counting at one depth visits all depths above again. In a game that is long and narrow that is no faster than building the tree; then counting
is given up when it has visited so many times the positions that it has found."""


def is_larger(game: Game, backend: Backend, root: bytes, most: int, stop: Stop | None = None) -> bool | None:
    """Whether a game has more positions than `most`, each counted once for each way to it; None if counting would take too long.

    Raises `Stopped` when it is cancelled.
    """
    with diagnose(game):
        return _is_larger(backend.core, root, most, stop or Stop())


def _is_larger(core: _core.Backend, root: bytes, most: int, stop: Stop) -> bool | None:
    found, level = 1, [root]
    for _ in range(MAX_PLY):  # the tree of a longer game is refused while it is built
        if not level or len(level) >= _SPREAD or found > most:
            break
        _check(stop)
        level = [child for state in level for child in _children(core, state)]
        found += len(level)
    visited, depth = found, 0
    while level and found <= most:
        depth, below = depth + 1, []
        for state in level:
            _check(stop)
            number = core.perft(state, depth)
            found += number
            if number:
                below.append(state)
            if found > most:
                return True
        level, visited = below, visited + found
        if level and visited > _PATIENCE * found:
            return None
    return found > most


def _children(core: _core.Backend, state: bytes) -> Iterator[bytes]:
    if core.utilities(state) is not None:
        return
    choices = core.moves(state) if core.to_move(state) != CHANCE else [outcome for outcome, _ in core.chances(state)]
    for choice in choices:
        yield core.play(state, choice)


def _check(stop: Stop) -> None:
    if stop.reason is not None:
        raise Stopped
