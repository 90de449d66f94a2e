"""Implicit minimax backups: evaluations in the tree, backed up by minimax beside the means (Lanctot et al. 2014).

Every new position is evaluated once. Evaluations are backed up as in minimax and mixed into the value by which moves are
selected. Means need many playouts, evaluations need none; together they are often better than either alone. For one
player, or two whose rates add up to one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.errors import AgentError
from zermelo.game import Game
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.technique import Played, Technique
from zermelo.search.montecarlo.tree import Edge, Node
from zermelo.search.parameter import number

GUESS = "implicit guess"


@dataclass(frozen=True)
class Options:
    implicit: float = number(0, "Weight of the minimax value of evaluations in the tree (implicit minimax backups).", most=1)


def start(options: Any) -> Technique | None:
    return Implicit(options.implicit) if options.implicit else None


def check(options: Any, game: Game, who: str) -> None:
    if options.implicit and not game.defines("evaluate"):
        raise AgentError(f"{who}: implicit needs a method `evaluate`; {game} has none")
    if options.implicit and (not game.rules.two_sided or game.defines("chances")):
        raise AgentError(f"{who}: implicit needs a two-player zero-sum game without chance; {game} is not")


class Implicit(Technique):
    """Evaluations backed up by minimax."""

    def __init__(self, weight: float) -> None:
        self.weight = weight

    def value(self, edge: Edge, player: int, value: float | None) -> float | None:  # noqa: ARG002
        return None if value is None else (1 - self.weight) * value + self.weight * edge.numbers.get(GUESS, 0.0)

    def expand(self, edge: Edge, rate: Callable[[], float]) -> None:
        edge.numbers[GUESS] = rate()

    def back_up(self, path: list[tuple[Node, Edge]], later: Played, rates: Rates) -> None:  # noqa: ARG002
        """Back up the evaluations along a path, from its end to the root."""
        for (above, edge), (node, _) in zip(reversed(path[:-1]), reversed(path), strict=False):
            best = max(child.numbers.get(GUESS, 0.0) for child in node.edges if child.visits)
            edge.numbers[GUESS] = best if node.player == above.player else 1 - best
