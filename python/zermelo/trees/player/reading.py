"""Reading scores: what the numbers that a search works with stand for, as trees and reports have it.

Most results are in the tree already, in plain words. Only those whose nodes are not kept, and the bounds of an average that is
still open, come as the search's own numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.game.position import Position
from zermelo.report import plain
from zermelo.search import score
from zermelo.search.chance.expectation import unfaded
from zermelo.search.payoff import Payoff


class Worth(NamedTuple):
    """What a position is worth, seen from a certain ply."""

    value: float | None
    plies: int | None = None
    """To the end, where a win or a loss is proven."""
    values: tuple[float, ...] | None = None


class Reading:
    """Turns scores of one search into what they stand for."""

    def __init__(self, position: Position | None = None, algorithm: str = "") -> None:
        rules = None if position is None else position.rules
        self.bound = 1.0 if rules is None else score.bound(rules)
        self.bounds = (-self.bound, self.bound) if rules is None or rules.players <= 2 else rules.bounds
        self.averages = algorithm == "expectiminimax"
        self.payoff = Payoff(rules) if rules is not None and algorithm == "maxn" else None

    def worth(self, found: float, values: Sequence[float], ply: int) -> Worth:
        """What a score stands for at a node so many plies after the root."""
        if values:
            everybody = tuple(self.plainly(value) for value in values)
            return Worth(None, None, everybody)
        if self.averages:
            return Worth(self.plainly(found))
        value, end = score.split(found, self.bound)
        if end is None:
            return Worth(plain(value))
        return Worth(plain(self.bounds[value > 0]), end - ply)

    def plainly(self, found: float) -> float:
        """A number without what it lost on its way."""
        value = self.payoff.mean(found)[0] if self.payoff is not None else unfaded(found, self.bound)
        return plain(value) or 0
