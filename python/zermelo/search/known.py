"""Known positions: what an endgame table knows need not be searched.

A table says of a position whether the player to move wins, draws or loses, and in how many plies (Thompson 1986; in checkers
Schaeffer's Chinook: search until the tables take over). To a search that is as good as the end of the game itself: an exact
leaf, on the one number line of `score`. It is asked at every node but the root, where a move has to be found, before the depth
counts; so a position at the depth limit is known rather than guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from zermelo.game.record import State
from zermelo.limit import MAX_PLY
from zermelo.search.score import WIN

if TYPE_CHECKING:
    from zermelo.search.control import Control


class Verdict(NamedTuple):
    """What is known of a position."""

    outcome: int
    """1, 0 or -1: a win, a draw or a loss for the player to move."""
    plies: int
    """Plies to the end with best play; 0 for a draw."""


class KnownPositions(Protocol):
    """Something that knows positions."""

    def probe(self, record: bytes) -> Verdict | None:
        """What is known of a packed state, if anything is."""


def known(control: Control, s: State, ply: int) -> float | None:
    """The score of a position `ply` moves after the root, from the view of the player to move; None where no table knows it."""
    if control.tables is None:
        return None
    verdict = control.tables.probe(s.pack())
    if verdict is None or verdict.plies >= MAX_PLY:
        return None
    return verdict.outcome * (WIN - ply - verdict.plies) if verdict.outcome else 0.0
