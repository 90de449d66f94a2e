"""The tree of Monte-Carlo search: positions (nodes) and their moves (edges).

Statistics belong to moves: the number of visits, and the sum of rates for the player who made the move. A position gets a node
when the move to it is visited for the second time. Its moves are tried once each before any is tried again, starting at a random
one, so that the first moves are not always the same.

The twin has fixed memory and discards the least visited nodes; both agree until it does.
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from zermelo.game import CHANCE, Random, Rules, State, draw

MAX_PATH = 4096
"""The longest path: with shared positions a line may contain a cycle."""


@dataclass(slots=True, eq=False, repr=False)
class Edge:
    """A move, or an outcome of chance."""

    move: int
    visits: int = 0
    total: float = 0.0
    """Sum of rates for the player who moves; at chance, for the last player who moved."""
    node: "Node | None" = None
    proof: tuple[float, ...] | None = None
    """The utility of each player with best play, once it is proven."""
    numbers: dict[str, float] = field(default_factory=dict)
    """Statistics that techniques keep for the move."""

    @property
    def mean(self) -> float:
        return self.total / self.visits


class Node:
    """A position whose moves have been listed."""

    __slots__ = ("edges", "passes", "player", "start")

    def __init__(self, player: int, moves: list[int], start: int) -> None:
        self.player = player
        self.edges = [Edge(move) for move in moves]
        self.start = start
        self.passes = 0
        """Visits to all its moves together."""

    def untried(self) -> Edge | None:
        """The next untried move; `passes` includes the current visit."""
        turn = self.passes - 1
        return self.edges[(self.start + turn) % len(self.edges)] if turn < len(self.edges) else None


def grow(rules: Rules, s: State, list_moves: Callable[[State], list[int]], random: Random) -> Node:
    """The node of an unfinished position, with the moves of a list or the outcomes of chance."""
    player = rules.to_move(s)
    moves = [outcome for outcome, _ in rules.chances(s)] if player == CHANCE else list_moves(s)
    return Node(player, moves, random.below(len(moves)))


def complete(node: Node, moves: list[int]) -> Node:
    """A node with all these moves; those that the given one has keep their statistics."""
    if len(node.edges) == len(moves):
        return node
    known = {edge.move: edge for edge in node.edges}
    whole = Node(node.player, moves, 0)
    whole.edges = [known.get(move, edge) for move, edge in zip(moves, whole.edges, strict=True)]
    whole.passes = max(node.passes, len(moves))  # so that untried moves are told by their visits
    return whole


CHANGED = -21
"""The twin's error code for `chances` that differ between calls with the same state."""


def drawn(rules: Rules, s: State, node: Node, random: Random) -> Edge:
    """An outcome of chance, drawn by its probability."""
    outcome = draw(rules.chances(s), random)
    edge = next((edge for edge in node.edges if edge.move == outcome), None)
    if edge is None:
        raise rules.changed_chances(s, outcome)
    return edge


class Grown(NamedTuple):
    """A move of the tree, for display."""

    parent: int
    """The index of the move before; -1 at the root."""
    move: int
    visits: int
    total: float
    proof: Sequence[float] | None
    """The utility of each player, if it is proven."""


def most_visited(root: Node, number: int) -> list[Grown]:
    """The most visited moves, in that order; parents come before their children."""
    found: list[Grown] = []
    waiting: list[tuple[int, int, int, Edge]] = []

    def offer(node: Node, parent: int) -> None:
        for edge in node.edges:
            if edge.visits:
                heapq.heappush(waiting, (-edge.visits, next(order), parent, edge))

    order = count()
    offer(root, -1)
    while waiting and len(found) < number:
        *_, parent, edge = heapq.heappop(waiting)
        found.append(Grown(parent, edge.move, edge.visits, edge.total, edge.proof))
        if edge.node is not None:
            offer(edge.node, len(found) - 1)
    return found
