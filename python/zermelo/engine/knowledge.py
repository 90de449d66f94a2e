"""Knowledge that search draws on without knowing where it comes from.

`alphabeta(tables="krk")` names endgame tables. What a name means, which files belong to which game and what is in them, is
for `zermelo.tablebases` to know, a layer above search; it announces itself here, and search asks for what was announced.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from zermelo import _core
from zermelo.game.protocol import Game
from zermelo.search.known import Verdict


class Knowledge(Protocol):
    """Tables of one game, ready to be asked."""

    @property
    def core(self) -> _core.Oracle:
        """The same for the twin."""

    def probe(self, record: bytes) -> Verdict | None:
        """What is known of a packed state, if anything is."""


_OPENERS: list[Callable[[Game, str], Knowledge]] = []


def announce(opener: Callable[[Game, str], Knowledge]) -> None:
    """From now on, this is how tables are opened: by game, and by name or folder."""
    _OPENERS[:] = [opener]


def open_tables(game: Game, where: str) -> Knowledge:
    """The tables of a game that a text names."""
    return _OPENERS[-1](game, where)
