"""What a search did in a tree: values, windows and cutoffs by the tree's own node numbers, and the sentences of its steps.

The search is the specification, recorded by `zermelo.animation`. Nothing is computed a second time here.
"""

from math import inf

from zermelo.agents.registry import agent
from zermelo.animation import record
from zermelo.games.tree import TreeGame
from zermelo.trees.node import TreeNode

REACTIONS = ("better", "keep", "again", "average", "cut", "leave")
"""The steps that tell what follows at a node when one of its branches is finished."""


class Solution:
    """The search of an agent in a tree."""

    def __init__(self, game: TreeGame, text: str) -> None:
        self.game, self.agent = game, text
        (self._round,) = record(game.start(), agent(text), len(game.parent)).rounds
        self._places = {int(state.node): place for place, state in enumerate(self._round.states) if state is not None}

    @property
    def entered(self) -> list[int]:
        """The nodes that the search entered, in this order."""
        return list(self._places)

    def node(self, node: int) -> TreeNode:
        """What the search found at a node that it entered."""
        return self._round.nodes[self._places[node]]

    def value(self, node: int) -> float:
        """The value of a node for the player at the root."""
        found = self.node(node).value
        assert found is not None
        return found

    def window(self, node: int) -> tuple[float, float]:
        """Alpha and beta when the search entered a node."""
        found = self.node(node)
        return -inf if found.alpha is None else found.alpha, inf if found.beta is None else found.beta

    @property
    def move(self) -> int:
        """The branch that the search chose at the root."""
        return next(child for child in self.game.children(0) if child in self._places and self.node(child).best)

    @property
    def unsearched(self) -> frozenset[int]:
        """The leaves that the search never entered."""
        return frozenset(node for node, count in enumerate(self.game.count) if not count and node not in self._places)

    @property
    def cut(self) -> list[int]:
        """The branches that were cut off, without what lies below them."""
        parent = self.game.parent
        return [node for node in range(1, len(parent)) if node not in self._places and parent[node] in self._places]

    def reasons(self, node: int) -> list[str]:
        """What the search did at a node: each branch that it tried, and what followed."""
        place, told, tried = self._places[node], [], ""
        for step in self._round.steps:
            if step.kind == "enter" and self._round.parents[step.node] == place:
                tried = step.text
            elif step.node == place and step.kind in REACTIONS:
                told.append(f"{tried} {step.text}".strip())
                tried = ""
        return told

    def arrival(self, node: int) -> list[str]:
        """How the search came to a node, with the window that it had there."""
        place = self._places[node]
        return [step.text for step in self._round.steps if step.kind == "enter" and step.node == place]

    def cutoffs(self) -> list[str]:
        """Why branches were cut off, each with the place."""
        places = {place: node for node, place in self._places.items()}
        return [
            f"At {' '.join(map(str, self.game.path(places[step.node])))}: {step.text}"
            for step in self._round.steps
            if step.kind == "cut"
        ]
