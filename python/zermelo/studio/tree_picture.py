"""A tree as a picture that can be clicked: the places, shapes and texts of its nodes, as plain values for the browser.

Places are those of `trees.drawing`. Shapes are the same as in other pictures of trees: MAX points up, MIN points down, chance is round, a
player among several is a hexagon in the player's colour, a leaf is a box.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zermelo.game import CHANCE
from zermelo.games.tree import TreeGame
from zermelo.trees.drawing import words
from zermelo.trees.drawing.shapes import text_width
from zermelo.trees.drawing.tidy import Place, tidy
from zermelo.trees.node import TreeNode

SIDE, TALL, BOX = 58.0, 48.0, 28.0
GAP, EDGE, FLATTEST = 14.0, 46.0, 4.0
FONT, SMALL = 14.0, 12.0
LINE = 18.0
"""The height of a small text below a node."""
MARGIN = 26.0


class Labels(NamedTuple):
    """Texts that are not part of the tree itself."""

    texts: Mapping[int, str] = {}
    """What inner nodes show, such as their values."""
    below: Mapping[int, str] = {}
    """Small texts below nodes, such as windows."""
    marks: Mapping[int, str] = {}
    """The kind of mark at a node, a class of the style sheet: `asked`, `chosen`, `found`, `missed`, `wrong`."""
    names: Mapping[int, str] = {}
    """What to add to the names of nodes for screen readers."""


NO_LABELS = Labels()


def picture(game: TreeGame, labels: Labels = NO_LABELS, clickable: Sequence[int] = (), room: float = 0.0) -> dict[str, Any]:
    """The picture of a tree; `clickable` nodes are buttons. `room` is added below each row."""
    drawing = _Drawing(game, labels, room)
    return {
        "width": round(drawing.width),
        "height": round(drawing.height),
        "rows": drawing.row_names(),
        "nodes": [drawing.node(number, place, number in set(clickable)) for number, place in drawing.placed()],
    }


def choosers(game: TreeGame) -> list[int]:
    """For each node the player whose turn it is: who chooses there, or would choose if it were a choice."""
    players = [0] * len(game.parent)
    for node in range(1, len(players)):  # parents have smaller numbers
        above = game.parent[node]
        players[node] = players[above] if game.chance[above] else (players[above] + 1) % game.seats
    return players


class _Drawing:
    def __init__(self, game: TreeGame, labels: Labels, room: float) -> None:
        self.game, self.labels = game, labels
        self.several = game.players != TreeGame.players
        self.turns = [CHANCE if chance else player for chance, player in zip(game.chance, choosers(game), strict=True)]
        self.side = SIDE
        if self.several:  # room for tuples
            shown = [text for node, text in labels.texts.items() if game.count[node]]
            self.side = max(64.0, *(text_width(text, FONT) + TALL / 2 + 10 for text in shown), 0.0)
        self.numbers: list[int] = []
        root = self._tree()
        row = TALL + (LINE if labels.below else 0.0) + room
        self.places: list[Place] = tidy(root, self._extent, row, EDGE, FLATTEST)
        self.left = max((text_width(name, SMALL) + 12 for _, name in self._rows()), default=0.0) + 6
        self.width = self.left + max(place.left + place.width for place in self.places) + 6
        self.height = max(place.y for place in self.places) + TALL / 2 + 2 * MARGIN + (LINE if labels.below else 0.0) + room

    def _tree(self) -> TreeNode:
        """The tree as nodes to be placed; `numbers` are theirs in the same order, parents first."""
        game = self.game
        nodes = [TreeNode("", "", "end", None, None, None, None, "") for _ in game.parent]
        for number in range(len(nodes)):
            nodes[number].children = [nodes[child] for child in game.children(number)]
        numbers = {id(node): number for number, node in enumerate(nodes)}
        self.numbers = [numbers[id(node)] for node in nodes[0].walk()]
        self._number_of = numbers
        self._nodes = nodes  # keeps the objects, and so their ids, alive
        return nodes[0]

    def _extent(self, node: TreeNode, _depth: int) -> tuple[float, float]:
        number = self._number_of[id(node)]
        wide = max(self._wide(number), text_width(self.labels.below.get(number, ""), SMALL), text_width(self.move(number), SMALL))
        half = (wide + GAP) / 2
        return half, half

    def _wide(self, number: int) -> float:
        if self.game.count[number]:
            return TALL if self.game.chance[number] and not self.several else self.side
        return max(BOX + 4, text_width(self.text(number), FONT) + 14)

    def placed(self) -> list[tuple[int, Place]]:
        return list(zip(self.numbers, self.places, strict=True))

    def text(self, number: int) -> str:
        """What a node shows."""
        if not self.game.count[number]:
            return self.game.leaf_text(number).replace("-", words.MINUS)
        if number in self.labels.texts:
            return self.labels.texts[number]
        return self.game.players[self.turns[number]] if self.several and self.turns[number] != CHANCE else ""

    def move(self, number: int) -> str:
        """What stands at the branch that leads to a node."""
        if number == 0:
            return ""
        if self.game.chance[self.game.parent[number]]:
            return words.odds(self.game.odds[number])
        return str(self.game.path(number)[-1])

    def kind(self, number: int) -> str:
        if not self.game.count[number]:
            return "end"
        player = self.turns[number]
        if player == CHANCE:
            return "chance"
        return f"own{player}" if self.several else ("max", "min")[player]

    def node(self, number: int, place: Place, clickable: bool) -> dict[str, Any]:
        x, y = place.x + self.left, place.y + TALL / 2 + MARGIN
        kind, inner = self.kind(number), bool(self.game.count[number])
        wide, tall = self._wide(number), TALL if inner else BOX
        text = self.text(number)
        size = min(FONT, FONT * 0.62 * wide / max(1.0, text_width(text, FONT))) if kind in ("max", "min", "chance") else FONT
        return {
            "number": number,
            "parent": self.game.parent[number] if number else -1,
            "x": round(x, 1),
            "y": round(y, 1),
            "wide": round(wide, 1),
            "tall": tall,
            "kind": kind,
            "outline": outline(kind, x, y, wide, tall),
            "text": text,
            "size": round(size, 1),
            "middle": round(y + {"max": 0.17, "min": -0.2}.get(kind, 0.0) * tall, 1),
            "edge": self._edge(place, x, y - tall / 2),
            "move": self.move(number),
            "below": self.labels.below.get(number, ""),
            "mark": self.labels.marks.get(number, ""),
            "name": self.name(number),
            "clickable": clickable,
        }

    def _edge(self, place: Place, x: float, top: float) -> list[float]:
        """The line from the parent to a node; empty for the root."""
        if place.parent < 0:
            return []
        above, number = self.places[place.parent], self.numbers[place.parent]
        foot = above.y + TALL + MARGIN + (LINE if self.labels.below.get(number) else 0.0)
        return [round(each, 1) for each in (above.x + self.left, foot, x, top)]

    def name(self, number: int) -> str:
        """The name of a node for screen readers."""
        path = " ".join(map(str, self.game.path(number)))
        where = f"branch {path}" if path else "root"
        if self.game.count[number]:
            player = self.turns[number]
            what = "chance" if player == CHANCE else f"{self.game.players[player]} to move"
            shown = self.labels.texts.get(number, "")
            what += f", {shown}" if shown else ""
        else:
            what = f"leaf {self.game.leaf_text(number)}"
        more = self.labels.names.get(number, "")
        return ", ".join(filter(None, (where, what, more)))

    def row_names(self) -> list[dict[str, Any]]:
        return [{"y": round(y + TALL / 2 + MARGIN, 1), "name": name} for y, name in self._rows()]

    def _rows(self) -> list[tuple[float, str]]:
        """MAX, MIN, chance or a player's name at the left of rows with only one of them."""
        rows: dict[float, set[str]] = {}
        for number, place in self.placed():
            if self.game.count[number]:
                player = self.turns[number]
                rows.setdefault(place.y, set()).add("chance" if player == CHANCE else self.game.players[player])
        return [(y, next(iter(names))) for y, names in rows.items() if len(names) == 1]


def outline(kind: str, x: float, y: float, wide: float, tall: float) -> str:
    """The shape of a node as the path of an SVG."""
    left, right, top, bottom = (round(each, 1) for each in (x - wide / 2, x + wide / 2, y - tall / 2, y + tall / 2))
    if kind == "max":
        return f"M{left} {bottom}H{right}L{x:.1f} {top}Z"
    if kind == "min":
        return f"M{left} {top}H{right}L{x:.1f} {bottom}Z"
    if kind == "chance":
        half, high = round(wide / 2, 1), round(tall / 2, 1)
        return f"M{left} {y:.1f}a{half} {high} 0 1 0 {2 * half} 0a{half} {high} 0 1 0 {-2 * half} 0Z"
    if kind == "end":
        return f"M{left} {top}H{right}V{bottom}H{left}Z"
    slant = round(tall / 4, 1)
    there = f"L{left + slant:.1f} {top}H{right - slant:.1f}L{right} {y:.1f}"
    return f"M{left} {y:.1f}{there}L{right - slant:.1f} {bottom}H{left + slant:.1f}Z"
