"""The base class of techniques: the hooks that UCT and its random games call.

A technique is a file with a class `Options` that declares its options, a class that derives from `Technique`, a function `start`
that returns the technique if its options switch it on, and a function `check` that refuses unsuitable games. `options` lists it
once. Each hook is called for every active technique, in the order of that list.
"""

from collections.abc import Callable

from zermelo.game import Random
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.tree import Edge, Node

Played = list[tuple[int, int]]
"""Players and their moves, in order, without chance."""


class Technique:
    """A technique that does nothing; each hook may be overridden."""

    values_untried = False
    """Whether it values untried moves. If no technique does, each move is tried once first."""
    chooses = False
    """Whether it chooses the moves of random games."""
    learns_by = ""
    """What users call it, if it learns from the moves of each random game."""

    def begin(self, path: list[Node]) -> None:
        """Called before the moves of the last node of a path are valued."""

    def value(self, edge: Edge, player: int, value: float | None) -> float | None:  # noqa: ARG002
        """Change the value of a move; None if it has none yet."""
        return value

    def expand(self, edge: Edge, rate: Callable[[], float]) -> None:
        """Called when a move is first made; `rate` evaluates the position after it for the player who made it."""

    def choose(self, player: int, moves: list[int], random: Random) -> int:  # noqa: ARG002
        """The move of a random game, if the technique chooses them."""
        return moves[random.below(len(moves))]

    def back_up(self, path: list[tuple[Node, Edge]], later: Played, rates: Rates) -> None:
        """Called after the random game that followed the path, with its moves `later` and its rates."""

    def learn(self, moves: Played, rates: Rates) -> None:
        """Called with all moves, those in the tree and those in the random game, and its rates."""
