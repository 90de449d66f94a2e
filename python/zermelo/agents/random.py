"""The agent that plays random legal moves."""

from collections.abc import Iterator

from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.errors import AgentError, PositionError
from zermelo.game import Position, Random
from zermelo.report import Report


class RandomAgent(UnsearchedAgent):
    """Plays a random legal move, chosen uniformly; the same seed gives the same moves."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self} does not search, so it has no tree to show")
        if position.over:
            raise PositionError(f"the game is over ({position.result}): there is no move to make")
        move = position.choices[self.random.below(len(position.choices))]
        yield Report(**self.report_fields(position, (position.name(move),)))

    def __str__(self) -> str:
        return f"random(seed={self.seed})"


def random(seed: int = 1) -> RandomAgent:
    """Plays random legal moves."""
    if not isinstance(seed, int):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return RandomAgent(seed)
