"""How the scores of a search become values in reports and trees.

Each family of searches has its own scale: `RankedReading` reads the scores of alpha-beta and its relatives, `AverageReading`
those of searches with chance, `VectorReading` the tuples of max^n.
"""

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.game import Position
from zermelo.report import plain
from zermelo.search import Found, Options, Payoff, score
from zermelo.search.chance.expectation import undiscounted
from zermelo.search.montecarlo.options import MonteCarloOptions


class NodeValue(NamedTuple):
    """The value of a position, as reports and trees show it."""

    value: float | None
    plies: int | None = None
    """Plies to the end, if a win or loss is proven."""
    values: tuple[float, ...] | None = None


class RankedReading:
    """Scores in which every proven win ranks above every guess (`search/score`). Without a position, a win is worth 1."""

    def __init__(self, position: Position | None = None, options: Options | MonteCarloOptions | None = None) -> None:  # noqa: ARG002
        self.position = position
        rules = None if position is None else position.rules
        self.bound = 1.0 if rules is None else score.bound(rules)
        self.bounds = (-self.bound, self.bound) if rules is None or rules.players <= 2 else rules.bounds

    def worth(self, found: float, values: Sequence[float], ply: int) -> NodeValue:
        """The value of a score at a node `ply` plies after the root."""
        if values:
            return NodeValue(None, None, tuple(self.plainly(value) for value in values))
        value, end = score.split(found, self.bound)
        return NodeValue(plain(value)) if end is None else NodeValue(plain(self.bounds[value > 0]), end - ply)

    def plainly(self, found: float) -> float:
        """A number without its discount."""
        return plain(undiscounted(found, self.bound)) or 0

    def found(self, found: Found) -> NodeValue:
        """The value that a search found at the root."""
        if found.score is None:
            return NodeValue(None)
        worth = self.worth(found.score, (), 0)
        if found.values is not None:
            return worth._replace(values=tuple(self.worth(value, (), 0).value or 0 for value in found.values))
        assert self.position is not None
        if worth.value is None or not self.position.rules.two_sided:
            return worth
        us, players = self.position.player, self.position.rules.players
        return worth._replace(values=tuple(worth.value if player == us else -worth.value or 0 for player in range(players)))


class AverageReading(RankedReading):
    """Averages on the scale of utilities (`search/chance/expectation`)."""

    def worth(self, found: float, values: Sequence[float], ply: int) -> NodeValue:
        return super().worth(found, values, ply) if values else NodeValue(self.plainly(found))


class VectorReading(RankedReading):
    """Tuples, one number a player (`search/payoff`)."""

    def __init__(self, position: Position, options: Options) -> None:
        super().__init__(position, options)
        self.payoff = Payoff(position.rules)
        self.mixed = options.ties == "average"
        """Whether ties are averaged."""

    def plainly(self, found: float) -> float:
        return plain(self.payoff.mean(found)[0]) or 0

    def found(self, found: Found) -> NodeValue:
        """The value of the player to move, the plies to its win or loss, and the values of all players."""
        leaf = self.position
        assert leaf is not None
        if found.values is None:
            return super().found(found)
        us, leaf = leaf.player, leaf.play(*found.line)
        if self.mixed:
            pairs = [self.payoff.mean(value) for value in found.values]
        else:
            pairs = [self.payoff.plain(value, len(found.line) if leaf.over else None) for value in found.values]
        values = tuple(plain(value) or 0 for value, _ in pairs)
        return NodeValue(values[us], pairs[us][1], values)
