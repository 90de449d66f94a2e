"""The result of UCT: the move to play, what each move is worth, and the principal variation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.game import CHANCE
from zermelo.search.control import Found, Trial
from zermelo.search.montecarlo.tree import Edge, Node

if TYPE_CHECKING:
    from zermelo.search.montecarlo.uct import UCT


def conclude(search: UCT) -> Found:
    """The chosen move, with statistics of every move."""
    edge, player = final(search, search.root), search.root.player
    trials = tuple(
        Trial(each.move, each.visits, worth(search, each), None if each.proof is None else each.proof[player])
        for each in search.root.edges
    )
    score, values = worth(search, edge), edge.proof
    if values is None and score is not None and edge.move in search.totals and not search.rules.two_sided:
        *sums, number = search.totals[edge.move]
        means = [search.scale.utility(total / number) for total in sums]
        values = tuple(score if seat == player else mean for seat, mean in enumerate(means))
    return Found(edge.move, score, () if score is None else line(search, edge), values=values, trials=trials)


def worth(search: UCT, edge: Edge) -> float | None:
    """What a move at the root is worth to the player to move."""
    if edge.proof is not None:
        return edge.proof[search.root.player]
    return search.scale.utility(edge.mean) if edge.visits else None


def final(search: UCT, node: Node) -> Edge:
    """The move to play: the most visited or the best, but never one that is proven worse than another."""
    proven = [edge for edge in node.edges if search.options.solver and edge.proof is not None]
    most = max((rate(search, node, edge) for edge in proven), default=0.0)
    chosen = [edge for edge in node.edges if edge not in proven and (most <= 0 or rate(search, node, edge) > most)]
    if most > 0 or not chosen:
        chosen += [edge for edge in proven if rate(search, node, edge) == most]
    return max(chosen, key=lambda edge: merit(search, node, edge))


def rate(search: UCT, node: Node, edge: Edge) -> float:
    """What a move is worth to the player to move: its proven value, or its mean."""
    if edge.proof is not None and search.options.solver:
        return search.scale.rates(edge.proof)[node.player]
    return edge.mean if edge.visits else -1.0


def merit(search: UCT, node: Node, edge: Edge) -> tuple[float, float]:
    """The sort key of the final choice."""
    value = rate(search, node, edge)
    return (edge.visits, value) if search.options.final == "visits" else (value, edge.visits)


def line(search: UCT, edge: Edge) -> tuple[int, ...]:
    """The moves that would be played, up to the first chance node or repeated position."""
    moves, seen, node = [edge.move], {id(search.root)}, edge.node
    while node is not None and node.player != CHANCE and node.passes and id(node) not in seen:
        seen.add(id(node))
        edge = final(search, node)
        moves.append(edge.move)
        node = edge.node
    return tuple(moves)
