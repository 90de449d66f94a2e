"""Implicit minimax backups: the tree's evaluations, backed up by minimax beside the means (Lanctot et al. 2014).

Every new position is evaluated once. What that says is backed up as in minimax, the best move counting, and mixed into the value by
which moves are chosen. Random games tell how positions turn out, evaluations see at once; together they are often better than either.
For one player, or two whose rates add up to one.
"""

from __future__ import annotations

from zermelo.search.montecarlo.tree import Edge, Node


def back_up(path: list[tuple[Node, Edge]]) -> None:
    """Bring the guesses along a path up to date, from its end to the root."""
    for (above, edge), (node, _) in zip(reversed(path[:-1]), reversed(path), strict=False):
        best = max(child.guess for child in node.edges if child.visits)
        edge.guess = best if node.player == above.player else 1 - best
