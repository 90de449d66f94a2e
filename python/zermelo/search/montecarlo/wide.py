"""Leaves of a batch that are opened at once: their moves count as tried, random games begin with each of them, and the walk counts as often.

So one walk does the work of many, which matters where walks cannot keep up with the games, as on a GPU.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from zermelo.game import CHANCE, State
from zermelo.search.montecarlo.solver import prove

if TYPE_CHECKING:
    from zermelo.search.montecarlo.scale import Rates
    from zermelo.search.montecarlo.tree import Edge
    from zermelo.search.montecarlo.uct import UCT


class Opened(NamedTuple):
    """The moves of a leaf whose games begin with each of them."""

    player: int
    moves: list[Edge]
    """Those whose games are to be played; the others end the game."""
    ends: list[Rates]
    """What the others came to."""

    @property
    def weight(self) -> int:
        """How many playouts it counts as."""
        return len(self.moves) + len(self.ends)


class Begun(NamedTuple):
    """What becomes of a leaf that is opened."""

    starts: list[State]
    """Where its games begin."""
    opened: Opened | None
    """None if it stays one leaf."""
    rates: Rates | None
    """None if games are to be played."""


def open_leaf(search: UCT, s: State, edge: Edge) -> Begun:
    """Try all moves of a leaf. Chance is not tried: games begin before it."""
    rules = search.rules
    edge.node = node = search.expand(s, search.rollout.moves)
    if node.player == CHANCE:
        return Begun([s], None, None)
    starts, opened = list[State](), Opened(node.player, [], [])
    node.passes = len(node.edges)
    for move in node.edges:
        move.visits, after = 1, rules.play(s, move.move)
        utilities = rules.utilities(after)
        if utilities is None:
            opened.moves.append(move)
            starts.append(after)
        else:
            move.proof, rates = utilities, search.scale.rates(utilities)
            move.total = rates[node.player]
            opened.ends.append(rates)
    edge.proof = prove(rules, s, node) if search.options.solver and opened.ends else None
    if edge.proof is not None:
        return Begun([], None, search.scale.rates(edge.proof))
    if starts:
        return Begun(starts, opened, None)
    # All moves end the game, which proves nothing; without the solver they may be played again.
    return Begun([], None, tuple(sum(rates) / opened.weight for rates in zip(*opened.ends, strict=True)))
