"""A tree that is edited by clicking: what each click changes. Its text is that of the game `tree`, so it can always be searched.

The players move in turn, so it follows from the level of a node who chooses there; a click decides whether a node is a choice, chance or a
leaf. Nodes have the numbers that the game gives them. They change with every edit, so a place is kept as the path from the root.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import GameError
from zermelo.games.tree import SEATS, Dice, TreeGame
from zermelo.studio.recordings import FIRST_TREE, read_tree
from zermelo.studio.tree_picture import choosers

MOST_NODES = 200
"""Larger trees are hard to see, and are edited as text."""
MOST_STEPS = 100
"""Edits that can be undone."""
CHOICE, CHANCE_NODE, LEAF = "choice", "chance", "leaf"
Path = tuple[int, ...]


@dataclass
class Part:
    """A node while the tree is changed: a leaf has numbers, chance has probabilities."""

    children: list["Part"] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    numbers: tuple[float, ...] = ()

    def become(self, other: "Part") -> None:
        self.children, self.odds, self.numbers = other.children, other.odds, other.numbers


class TreeDraft:
    def __init__(self, text: str = FIRST_TREE) -> None:
        self.game = typed_tree(text)
        self._before: list[TreeGame] = []

    @property
    def text(self) -> str:
        return self.game.text()

    @property
    def several(self) -> bool:
        """Whether a leaf has a number for each player."""
        return self.game.players != TreeGame.players

    def take(self, game: TreeGame) -> None:
        """Take the tree that was typed."""
        self._keep(game)

    def undo(self) -> None:
        if self._before:
            self.game = self._before.pop()

    # Places

    def node(self, path: Path) -> int:
        """The node at a place; the nearest one above if the place is gone."""
        node = 0
        for move in path:
            if not 1 <= move <= self.game.count[node]:
                break
            node = self.game.first[node] + move - 1
        return node

    def kind(self, node: int) -> str:
        return CHANCE_NODE if self.game.chance[node] else CHOICE if self.game.count[node] else LEAF

    def kinds(self, node: int) -> dict[str, str]:
        """What a node can be, with names for people."""
        player = self.game.players[choosers(self.game)[node]]
        names = {CHOICE: f"{player} chooses", CHANCE_NODE: "chance", LEAF: "leaf"}
        return names if node else {CHOICE: names[CHOICE]}

    # Edits

    def set_numbers(self, node: int, text: str) -> None:
        """Change the number of a leaf, or its numbers."""
        wanted = self.game.seats if self.several else 1
        words = text.strip().strip("()").replace("−", "-").replace(",", " ").split()
        example = ", ".join(["6", "3", "0", "1", "4", "2", "5", "7"][:wanted])
        try:
            numbers = tuple(_number(word) for word in words)
        except ValueError:
            numbers = ()
        if len(numbers) != wanted or self.game.count[node]:
            what = "a number" if wanted == 1 else f"{wanted} numbers, one for each player"
            raise GameError(f"`{text.strip()[:40]}` cannot stand at a leaf; write {what}, such as {example}")
        self._edit(node, lambda part: part.become(Part(numbers=numbers)))

    def add(self, node: int) -> None:
        """Add a branch. A leaf becomes a choice between itself and the new branch."""

        def change(part: Part) -> None:
            leaf = Part(numbers=(0,) * self._width)
            if not part.children:
                part.become(Part([Part(numbers=part.numbers), leaf]))
                return
            part.children.append(leaf)
            part.odds = [1 / len(part.children)] * len(part.children) if part.odds else []

        self._edit(node, change)

    def remove(self, node: int) -> None:
        """Remove a branch with all below it. A node that loses its last branch becomes a leaf."""
        if not node:
            raise GameError("the root cannot be removed; remove its branches, or type another tree")
        place = node - self.game.first[self.game.parent[node]]

        def change(part: Part) -> None:
            del part.children[place]
            if part.odds:
                del part.odds[place]
                part.odds = [share / sum(part.odds) for share in part.odds]
            if not part.children:
                part.become(Part(numbers=(0,) * self._width))

        parent = self.game.parent[node]
        if not parent and self.game.count[0] == 1:
            raise GameError("the root needs at least one branch; add another one before you remove this one")
        self._edit(parent, change)

    def set_kind(self, node: int, kind: str) -> None:
        """Make a node a choice, chance or a leaf."""
        if kind not in self.kinds(node):
            raise GameError("a node is a choice, chance or a leaf, and the root is always a choice")
        empty = [Part(numbers=(0,) * self._width) for _ in range(2)]

        def change(part: Part) -> None:
            if kind == LEAF:
                part.become(Part(numbers=part.numbers or (0,) * self._width))
                return
            if not part.children:
                part.children = [Part(numbers=part.numbers), empty[1]]
            part.odds = [1 / len(part.children)] * len(part.children) if kind == CHANCE_NODE else []
            part.numbers = ()

        if kind != self.kind(node):
            self._edit(node, change)

    def set_odds(self, node: int, text: str) -> None:
        """Change the probabilities of a chance node, such as `1/2, 1/4, 1/4`."""
        words = text.replace(";", ",").split(",")
        if not self.game.chance[node] or len(words) != self.game.count[node]:
            raise GameError(
                f"`{text.strip()[:40]}` cannot be used; write {self.game.count[node]} probabilities with commas between them"
            )
        shares = ", ".join(f"{word.strip()}: {number}" for number, word in enumerate(words))
        checked = read_tree(f"{{{shares}}}")  # says what is wrong with them
        odds = list(checked.odds[1:])
        self._edit(node, lambda part: setattr(part, "odds", odds))

    def set_players(self, number: int) -> None:
        """Give each leaf a number for each of so many players; 0 for MAX and MIN."""
        if number and not 2 <= number <= len(SEATS):
            raise GameError(f"a tree is for MAX and MIN, or for 2 to {len(SEATS)} players")

        def change(part: Part) -> None:
            for each in part.children:
                change(each)
            if part.numbers:
                row = part.numbers + (0,) * len(SEATS)
                second = -row[0] if not self.several and number == 2 else row[1]
                part.numbers = (row[0], second, *row[2:])[: number or 1]

        if number != (self.game.seats if self.several else 0):
            root = self._part(0)
            change(root)
            self._keep(_checked(TreeGame(_nested(root, bool(number)))))

    # How a tree is changed

    @property
    def _width(self) -> int:
        return self.game.seats if self.several else 1

    def _edit(self, node: int, change: Callable[[Part], object]) -> None:
        root = self._part(0)
        part = root
        for move in self.game.path(node):
            part = part.children[move - 1]
        change(part)
        self._keep(_checked(TreeGame(_nested(root, self.several))))

    def _keep(self, game: TreeGame) -> None:
        if game.text() != self.text:
            self._before = [*self._before, self.game][-MOST_STEPS:]
            self.game = game

    def _part(self, node: int) -> Part:
        game = self.game
        if not game.count[node]:
            start = node * game.seats
            return Part(numbers=game.worth[start : start + self._width])
        children = game.children(node)
        odds = [game.odds[child] for child in children] if game.chance[node] else []
        return Part([self._part(child) for child in children], odds)


def typed_tree(text: str) -> TreeGame:
    """A tree that a visitor has typed, if it can be edited."""
    return _checked(read_tree(text.strip()))


def _nested(part: Part, several: bool) -> Any:
    """A tree as the game takes it."""
    if not part.children:
        return part.numbers if several else part.numbers[0]
    children = [_nested(each, several) for each in part.children]
    return Dice(tuple(children), tuple(part.odds)) if part.odds else children


def _number(word: str) -> float:
    return int(word) if word.lstrip("+-").isdecimal() and len(word) < 20 else float(word)


def _checked(game: TreeGame) -> TreeGame:
    if len(game.parent) > MOST_NODES:
        raise GameError(
            f"the tree has {len(game.parent)} nodes; at most {MOST_NODES} can be edited by clicking, so edit its text"
        )
    if game.chance[0]:
        raise GameError("chance is at the root; searches begin where a player chooses, so put a list around the tree")
    return game
