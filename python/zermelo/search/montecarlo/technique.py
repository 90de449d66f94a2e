"""What a technique of Monte-Carlo search can do: the hooks that UCT and its random games call.

A technique is a file that declares its options in a class `Options`, derives from `Technique`, and has a function `start` that returns the technique if its
options switch it on, and a function `check` that refuses games it cannot work with. `options` lists it once. Each hook is called for every
technique that is on, in the order of that list.
"""

from __future__ import annotations

from collections.abc import Callable

from zermelo.game.random import Random
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.tree import Edge, Node

Played = list[tuple[int, int]]
"""Who made which move, in order; chance left out."""


class Technique:
    """A technique that does nothing; each hook may be overridden."""

    values_untried = False
    """Whether it values moves that were never tried. If no technique does, each move is tried once first."""
    chooses = False
    """Whether it chooses the moves of random games."""

    # On the way down

    def begin(self, path: list[Node]) -> None:
        """The moves of the last node of a path are about to be valued."""

    def value(self, edge: Edge, player: int, value: float | None) -> float | None:  # noqa: ARG002
        """Change the value of a move; None if nothing is known of it so far."""
        return value

    def expand(self, edge: Edge, rate: Callable[[], float]) -> None:
        """A move was made for the first time; `rate` evaluates the position after it for the player who made it."""

    def choose(self, player: int, moves: list[int], random: Random) -> int:  # noqa: ARG002
        """The move of a random game, if the technique chooses them."""
        return moves[random.below(len(moves))]

    # On the way back

    def back_up(self, path: list[tuple[Node, Edge]], later: Played, rates: Rates) -> None:
        """The random game that followed the path came to these rates; `later` are its moves."""

    def learn(self, moves: Played, rates: Rates) -> None:
        """These moves were made, first in the tree, then in the random game, which came to these rates."""
