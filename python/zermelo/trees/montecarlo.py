"""The tree of a Monte-Carlo search: its most visited moves, with visits and mean values. The most visited move comes first.

In one-player games and two-player zero-sum games, values are those of the player to move at the root. In other games a position
has the mean value of the player who moved there; the search keeps no others.
"""

from collections.abc import Sequence

from zermelo.game import CHANCE, Position
from zermelo.report import Report, plain
from zermelo.search.montecarlo.tree import Grown
from zermelo.trees.node import TreeNode
from zermelo.trees.tree import Tree


def grown_tree(position: Position, report: Report, moves: Sequence[Grown]) -> Tree:
    """The tree of these moves; parents come before their children."""
    root = node_of(position, position, None)
    root.visits, root.why = report.playouts, "proven" if report.exact else ""
    nodes, places, views = [root], [position], [position.player]
    for each in moves:
        at = each.parent + 1
        here, parent = places[at], nodes[at]
        view = views[at] if here.player == CHANCE else here.player
        after = here.advance(each.move)
        node = node_of(after, position, here.name(each.move))
        node.visits = each.visits
        node.value = value_of(position, each, view)
        node.why = "end" if after.over else "proven" if each.proof is not None else ""
        if here.player == CHANCE:
            node.probability = dict(here.rules.chances(here.state))[each.move]
        parent.children.append(node)
        nodes.append(node)
        places.append(after)
        views.append(view)
    mark_line(root, report)
    return Tree(str(position.game), report.agent, position.turn, root, report.nodes, len(nodes) < report.nodes)


def node_of(position: Position, root: Position, move: str | None) -> TreeNode:
    """A position as a node, without results of the search."""
    kind = "end" if position.over else "chance" if position.player == CHANCE else "" if root.rules.two_sided else "own"
    kind = kind or ("max" if position.player == root.player else "min")
    return TreeNode(move, "" if position.over else position.turn, kind, None, None, None, None, "")


def value_of(root: Position, move: Grown, view: int) -> float | None:
    """The mean value of a move: for the player at the root, or for the player who made it."""
    opposed = root.rules.two_sided
    if move.proof is not None:
        return plain(move.proof[root.player if opposed else view])
    low, high = root.rules.bounds
    rate = move.total / move.visits
    return plain(low + (1 - rate if opposed and view != root.player else rate) * (high - low))


def mark_line(node: TreeNode, report: Report) -> None:
    """Give the root the value of the report, and mark the principal variation."""
    node.value, node.best = report.value, True
    for name in report.line:
        below = next((child for child in node.children if child.move == name), None)
        if below is None:
            return
        below.best, node = True, below
