"""A record of the nodes that a search entered, up to a limit. With iterative deepening it is the tree of the last finished depth.

Values and windows (alpha, beta) are those of MAX, the player to move at the root. `zermelo.trees` makes pictures of it.
"""

from collections.abc import Sequence
from math import nan
from typing import NamedTuple

OPEN, END, HORIZON, CUT, PRUNED, TABLE, SOONEST, EARLY, GIVEN_UP, PROBE, REPEATED = range(11)
"""Why the search left a node: all moves searched, game over, depth limit, cutoff after a move, never entered, table, no sooner
win possible, beta reached before any move is tried, given up by speculative pruning, only the most promising moves searched so far,
a repeated position."""


class Visit(NamedTuple):
    """One node; `parent` is an index into the list of visits, -1 at the root."""

    parent: int
    move: int
    player: int
    alpha: float
    beta: float
    value: float
    why: int
    values: Sequence[float] = ()
    """The value for each player, if the search computes it."""


class Trace:
    """Collects visits in the order in which they are entered; without a limit it only follows the search."""

    def __init__(self, limit: int = 0) -> None:
        self.limit = limit
        self.visits: list[Visit] = []
        self.total = 0
        self.path: list[int] = []
        self.finished: tuple[list[Visit], int] | None = None

    def enter(self, move: int, player: int, alpha: float, beta: float) -> None:
        if not self.path:  # a root: a new tree begins
            self.finished = (self.visits, self.total) if self.visits else None
            self.visits, self.total = [], 0
        self.total += 1
        kept = len(self.visits) < self.limit
        if kept:
            self._add(move, player, alpha, beta, OPEN)
        self.path.append(len(self.visits) - 1 if kept else -1)

    def leave(self, value: float, why: int, values: Sequence[float] = ()) -> None:
        index = self.path.pop()
        if index >= 0:
            self.visits[index] = self.visits[index]._replace(value=value, why=why, values=values)

    def prune(self, move: int) -> None:
        """A child of the current node that the search never enters."""
        if len(self.visits) < self.limit and self.path[-1] >= 0:
            self._add(move, -1, nan, nan, PRUNED)

    def skip(self, moves: Sequence[int]) -> None:
        """Children of the current node that the search never enters."""
        for move in moves:
            self.prune(move)

    def weigh(self, low: float, high: float) -> None:
        """The average at the current chance node lies between these bounds; recorders override this."""

    def last(self) -> tuple[list[Visit], int]:
        """The last finished tree, or else the current one, and the number of its nodes."""
        return self.finished if self.path and self.finished else (self.visits, self.total)

    def _add(self, move: int, player: int, alpha: float, beta: float, why: int) -> None:
        parent = self.path[-1] if self.path else -1
        self.visits.append(Visit(parent, move, player, alpha, beta, nan, why))
