"""The agent that plays random legal moves."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.errors import AgentError, PositionError
from zermelo.game import Position, Random
from zermelo.report import Report


class RandomAgent:
    """Plays a random legal move, chosen uniformly; the same seed gives the same moves."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self} does not search, so it has no tree to show")
        if position.over:
            raise PositionError(f"the game is over ({position.result}): there is no move to make")
        choices = position.choices
        move = position.name(choices[self.random.below(len(choices))])
        yield Report(
            game=str(position.game),
            agent=str(self),
            backend="python",
            player=position.turn,
            move=move,
            value=None,
            values=None,
            line=(move,),
            depth=0,
            nodes=1,
            seconds=0.0,
        )

    def __call__(self, position: Position) -> Report:
        return next(self.reports(position))

    def __str__(self) -> str:
        return f"random(seed={self.seed})"


def random(seed: int = 1) -> RandomAgent:
    """Plays random legal moves."""
    if not isinstance(seed, int):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return RandomAgent(seed)
