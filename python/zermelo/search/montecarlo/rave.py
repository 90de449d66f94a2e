"""RAVE: estimates what a move is worth now from games in which it was played later (Gelly and Silver 2007).

If the order of moves matters little, as in Hex and Go, these "all moves as first" statistics grow many times faster than the real
ones. The two are mixed: after n visits RAVE has the weight b = sqrt(K / (3 n + K)), which is 1 at first and 1/2 when n is K.
*GRAVE* (Cazenave 2015) uses the statistics of an ancestor while a position has too few of its own: here those of the nearest
one with enough visits and the same player to move, for the moves that both have in common.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any

from zermelo.errors import AgentError
from zermelo.game import Game
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.technique import Played, Technique
from zermelo.search.montecarlo.tree import Edge, Node
from zermelo.search.parameter import number, whole

VISITS, TOTAL = "rave visits", "rave total"
"""Kept for each move: games in which it was played here or later, and the sum of their rates."""


@dataclass(frozen=True)
class Options:
    rave: float = number(0, "RAVE: visits after which its statistics count as much as the real ones; 0 for off.")
    grave: int = whole(0, "With rave: positions with fewer visits use the statistics of an ancestor (GRAVE).")


def start(options: Any) -> Technique | None:
    return Rave(options.rave, options.grave) if options.rave else None


def check(options: Any, game: Game, who: str) -> None:  # noqa: ARG001
    if options.grave and not options.rave:
        raise AgentError(f"{who}: grave={options.grave} only works together with rave; add rave, such as rave=1000")


def weight(visits: int, equivalence: float) -> float:
    return sqrt(equivalence / (3 * visits + equivalence))


def reference(path: list[Node], least: int) -> Node:
    """The node whose statistics are used for the last node of a path."""
    node = path[-1]
    for ancestor in reversed(path):
        if ancestor.player == node.player and ancestor.passes > least:
            return ancestor
    return node


class Rave(Technique):
    """RAVE statistics of a position or of an ancestor."""

    values_untried = True
    learns_by = "rave"

    def __init__(self, equivalence: float, least: int) -> None:
        self.equivalence, self.least = equivalence, least
        self.source: dict[int, Edge] = {}
        """The moves whose statistics are used at the current node, by number."""

    def begin(self, path: list[Node]) -> None:
        self.source = {edge.move: edge for edge in reference(path, self.least).edges}

    def value(self, edge: Edge, player: int, value: float | None) -> float | None:  # noqa: ARG002
        other = self.source.get(edge.move)
        if other is None or VISITS not in other.numbers:
            return value
        share = weight(edge.visits, self.equivalence)
        return (1 - share) * (value or 0.0) + share * (other.numbers[TOTAL] / other.numbers[VISITS])

    def back_up(self, path: list[tuple[Node, Edge]], later: Played, rates: Rates) -> None:
        """At every node of the path, credit each move that its player made there or later."""
        played = set(later)
        for node, chosen in reversed(path):
            if node.player < 0:
                continue
            played.add((node.player, chosen.move))
            for edge in node.edges:
                if (node.player, edge.move) in played:
                    edge.numbers[VISITS] = edge.numbers.get(VISITS, 0) + 1
                    edge.numbers[TOTAL] = edge.numbers.get(TOTAL, 0.0) + rates[node.player]
