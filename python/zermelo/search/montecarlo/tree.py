"""The tree that Monte-Carlo search grows: positions, and the moves that lead on from them.

Statistics belong to moves: how often each was tried, and the sum of what that was worth to the player who made it. A position is
looked at as a whole when a move to it is tried for the second time; after the first try only the game's end was seen. Its moves are
tried once each before any is tried again, beginning anywhere, because the first ones must not always be the same.

The twin keeps all this in fixed memory and forgets what was visited least; they agree as long as it does not.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from zermelo.game.constants import CHANCE
from zermelo.game.random import Random, draw
from zermelo.game.record import State
from zermelo.game.rules import Rules

MAX_PATH = 4096
"""Where positions are shared, a line of moves may run in a circle; it is left here."""


class Edge:
    """A move, or an outcome of chance."""

    __slots__ = ("move", "node", "numbers", "proof", "total", "visits")

    def __init__(self, move: int) -> None:
        self.move = move
        self.visits = 0
        self.total = 0.0
        """Sum of rates for the player who moves; at chance, for the player who moved before."""
        self.node: Node | None = None
        self.proof: tuple[float, ...] | None = None
        """Everybody's utility with best play, once it is known."""
        self.numbers: dict[str, float] = {}
        """What techniques keep with the move."""

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
        """Tries of any of its moves."""

    def untried(self) -> Edge | None:
        """The move whose turn it is to be tried for the first time; `passes` counts the try under way."""
        turn = self.passes - 1
        return self.edges[(self.start + turn) % len(self.edges)] if turn < len(self.edges) else None


def grow(rules: Rules, s: State, random: Random) -> Node:
    """The node of an unfinished position."""
    player = rules.to_move(s)
    moves = [outcome for outcome, _ in rules.chances(s)] if player == CHANCE else rules.moves(s)
    return Node(player, moves, random.below(len(moves)))


CHANGED = -21
"""The twin's code for `chances` that do not depend on the state alone."""


def drawn(rules: Rules, s: State, node: Node, random: Random) -> Edge:
    """What chance brings."""
    outcome = draw(rules.chances(s), random)
    edge = next((edge for edge in node.edges if edge.move == outcome), None)
    if edge is None:
        raise rules.changed_chances(s, outcome)
    return edge


class Grown(NamedTuple):
    """A move of the tree, for people to look at."""

    parent: int
    """The place in the list of the move before; -1 at the root."""
    move: int
    visits: int
    total: float
    proof: Sequence[float] | None
    """What it is worth to everybody, where that is proven."""


def most_visited(root: Node, number: int) -> list[Grown]:
    """The most visited moves, each after the one that leads to it, most visited first."""
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
