"""Rounds that are put together node by node and step by step, for lessons on algorithms that are not searches of a tree.

builder = RoundBuilder(inner(None, "first"))
leaf = builder.add(0, end("pass"))
builder.step("look", leaf, "The game is over.", 1, *builder.settles(leaf, -1))
made = builder.round("iteration 1", "kuhn", "cfr", "first")
"""

from collections.abc import Sequence

from zermelo.report import plain
from zermelo.trees.drawing import words
from zermelo.trees.node import TreeNode
from zermelo.trees.player.recording import OwnPicture, Round
from zermelo.trees.player.step import BEST, DONE, PICTURE, STATUS, VALUE, Change, Step
from zermelo.trees.tree import Tree


class RoundBuilder:
    """A round that grows: nodes, steps and pictures."""

    def __init__(self, root: TreeNode) -> None:
        self.nodes, self.parents = [root], [-1]
        self.steps: list[Step] = []
        self.pictures: list[OwnPicture] = []
        self._known: dict[OwnPicture, int] = {}

    def add(self, parent: int, node: TreeNode) -> int:
        """A node below another; returns its index."""
        self.nodes[parent].children.append(node)
        self.nodes.append(node)
        self.parents.append(parent)
        return len(self.nodes) - 1

    def step(self, kind: str, node: int, text: str, count: int, *changes: Change) -> None:
        self.steps.append(Step(kind, node, text, count, changes))

    def shows(self, node: int, picture: OwnPicture) -> Change:
        """The change by which a node shows a picture; equal pictures are kept once."""
        index = self._known.setdefault(picture, len(self.pictures))
        if index == len(self.pictures):
            self.pictures.append(picture)
        return node, PICTURE, index

    def settles(self, node: int, value: float) -> list[Change]:
        """The changes by which a node is finished with a value; a later value takes its place."""
        self.nodes[node].value = plain(value)
        return [(node, STATUS, DONE), (node, VALUE, words.number(value))]

    def leads_to(self, node: int) -> list[Change]:
        """The changes that draw the way from the root to a node as the best line."""
        changes: list[Change] = []
        self.nodes[node].best = True
        while self.parents[node] >= 0:
            changes.append((self.parents[node], BEST, node))
            node = self.parents[node]
            self.nodes[node].best = True
        return changes

    def round(
        self, name: str, game: str, agent: str, player: str, legend: Sequence[tuple[str, str]] = (), total: int | None = None
    ) -> Round:
        tree = Tree(game, agent, player, self.nodes[0], len(self.nodes) if total is None else total, False)
        return Round(tree, self.nodes, self.parents, self.steps, name, pictures=self.pictures, legend=list(legend))


def inner(move: str | None, player: str, kind: str = "max", probability: float | None = None) -> TreeNode:
    """A node where a player, or chance, is to move."""
    return TreeNode(move, player, kind, None, None, None, None, "", probability=probability)


def end(move: str, probability: float | None = None) -> TreeNode:
    """A node where the game is over."""
    return TreeNode(move, "", "end", None, None, None, None, "end", probability=probability)
