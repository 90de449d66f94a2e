"""Known positions: a position in a tablebase need not be searched.

A tablebase says whether the player to move wins, draws or loses, and in how many plies (Thompson 1986; Schaeffer's checkers
program Chinook searched until it reached its tablebases). For a search such a position is an exact leaf, with a score as in
`score`. Every node but the root, which needs a move, is looked up. This happens before the depth is checked, so a position at
the depth limit gets its exact value and not an evaluation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from zermelo.game import State
from zermelo.limit import MAX_PLY
from zermelo.search.score import WIN

if TYPE_CHECKING:
    from zermelo.search.control import Control


class Verdict(NamedTuple):
    """The exact value of a position for the player to move."""

    outcome: int
    """1, 0 or -1: a win, a draw or a loss."""
    plies: int
    """Plies to the end with best play; 0 for a draw."""


class KnownPositions(Protocol):
    """Positions whose exact value is known, such as a tablebase."""

    def probe(self, record: bytes) -> Verdict | None:
        """The verdict for a packed state; None if it is unknown."""


def known(control: Control, s: State, ply: int) -> float | None:
    """The score of a position `ply` plies after the root, for the player to move; None if it is unknown."""
    if control.tables is None:
        return None
    verdict = control.tables.probe(s.pack())
    if verdict is None or verdict.plies >= MAX_PLY:
        return None
    return verdict.outcome * (WIN - ply - verdict.plies) if verdict.outcome else 0.0
