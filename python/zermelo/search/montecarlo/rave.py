"""RAVE: what a move is worth now is guessed from games in which it was played later (Gelly and Silver 2007).

Where the order of moves matters little, as in Hex and Go, "all moves as first" statistics fill up many times faster than the real
ones. The two are mixed, the guess counting as much as b = sqrt(K / (3 n + K)) after n visits: all at first, half when n is K.
*GRAVE* (Cazenave 2015) goes on to use an ancestor's guesses while a position has too few of its own: here those of the nearest
one with enough visits and the same player to move, for the moves that the two have in common.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.tree import Edge, Node

Played = list[tuple[int, int]]
"""Who made which move, in order; chance left out."""


def weight(visits: int, equivalence: float) -> float:
    """How much the guess counts."""
    return sqrt(equivalence / (3 * visits + equivalence))


def reference(path: list[Node], least: int) -> Node:
    """The node whose guesses count for the last one of a path."""
    node = path[-1]
    for ancestor in reversed(path):
        if ancestor.player == node.player and ancestor.passes > least:
            return ancestor
    return node


def guesses(edges: list[Edge], source: Node) -> Iterable[tuple[Edge, Edge | None]]:
    """Each move with the one of the same name at the node whose guesses count."""
    others = {edge.move: edge for edge in source.edges}
    for edge in edges:
        yield edge, others.get(edge.move)


def learn(path: list[tuple[Node, Edge]], later: Played, rates: Rates) -> None:
    """Credit every move of every node of the path that its player made there or later."""
    played = set(later)
    for node, chosen in reversed(path):
        if node.player < 0:
            continue
        played.add((node.player, chosen.move))
        for edge in node.edges:
            if (node.player, edge.move) in played:
                edge.amaf_visits += 1
                edge.amaf_total += rates[node.player]
