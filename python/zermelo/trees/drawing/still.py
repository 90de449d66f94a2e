"""A still: the tree of a recorded search at one step, with its board and its sentence, ready to be drawn.

Shapes, places and texts are those that the player shows. `drawn_still` makes a figure of it, for SVG and PDF; `tikz` writes it for LaTeX.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.trees.drawing.figure import Command, Figure, ellipse, polygon, rectangle

INNER, END, JUDGED, CROSSED = range(4)
"""Forms: the shape of its kind, a box, a rounded box, a small dashed box."""
UNSEEN, OPEN, DONE, CUT, PRUNED = range(5)
BEND = 42.0
WIDEST = 9.0
"""The width that edges have at most beyond the usual one, by their visits."""
VALUE, LABEL, SMALL = 14.0, 12.0, 11.0
"""Font sizes: in nodes, on edges, for windows and reasons."""


@dataclass
class StillNode:
    index: int
    parent: int
    kind: str
    """"max", "min", "chance", "end", "pruned", or "own0" to "own7" for a player of max^n."""
    form: int
    status: int
    x: float
    y: float
    left: float
    right: float
    """The room that it has on both sides, with its texts."""
    wide: float
    tall: float
    move: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    window: str = ""
    note: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    visits: int = 0
    best: bool = False
    """Whether it lies on the best line so far."""
    on_way: bool = False
    """Whether it lies between the root and the current node."""

    @property
    def look(self) -> str:
        """How it is filled and outlined."""
        if self.status == UNSEEN:
            return "unseen"
        return "pruned" if self.form == CROSSED else "end" if self.form == END else self.kind

    @property
    def edge_look(self) -> str:
        known = "best" if self.best else "way" if self.on_way else "plain"
        return {UNSEEN: "ghost", PRUNED: "crossed"}.get(self.status, known)

    @property
    def proven(self) -> bool:
        """Proven nodes have a double outline instead of a note."""
        return self.note == ("proven",)


@dataclass
class Still:
    nodes: dict[int, StillNode]
    """The nodes that are drawn, by their indexes; parents come before their children."""
    side: float
    """The width of a node with children."""
    tall: float
    foot: float
    """How far below the middle of a node its edges begin, if something is written under it."""
    windows: bool
    """Whether there is something under every node with children."""
    bent: bool
    own: bool
    """Whether nodes have room for tuples."""
    current: int
    """The node where the search is."""
    title: str
    text: str
    number: int
    board: Figure | None = None
    box: tuple[float, float, float, float] = field(default=(0.0, 0.0, 0.0, 0.0))
    """Left, top, right and bottom of the tree, the same at all steps of a round unless the tree grows."""

    # Shapes

    def foot_of(self, node: StillNode) -> float:
        return self.foot if self.windows or node.terms else self.tall / 2

    def outline(self, node: StillNode, grow: float = 0.0) -> tuple[Command, ...]:
        """The outline of a node around its own middle, enlarged by `grow` on all sides."""
        tall, wide = node.tall / 2 + grow, node.wide / 2 + grow
        if node.form != INNER:
            return rectangle(-wide, -tall, 2 * wide, 2 * tall, 9.0 if node.form == JUDGED else 0.0)
        if node.kind == "max":
            return polygon([(-wide, tall), (wide, tall), (0.0, -tall)])
        if node.kind == "min":
            return polygon([(-wide, -tall), (wide, -tall), (0.0, tall)])
        if node.kind == "chance":
            return ellipse(0.0, 0.0, wide if self.own else tall, tall)
        slant = tall / 2
        above = [(-wide + slant, -tall), (wide - slant, -tall)]
        return polygon([(-wide, 0.0), *above, (wide, 0.0), (wide - slant, tall), (-wide + slant, tall)])

    def edge(self, node: StillNode) -> list[tuple[int, float, float]]:
        """The corners of the edge to a node, each as a node and a way from its middle; a long line goes on in another column."""
        up, top = self.nodes[node.parent], -node.tall / 2
        first, last = (up.index, 0.0, self.foot_of(up)), (node.index, 0.0, top)
        if node.y <= up.y:
            turn = [(up.index, 0.0, first[2] + 14), (up.index, node.x - node.left - up.x, first[2] + 14)]
            return [first, *turn, (node.index, -node.left, top - 34), (node.index, 0.0, top - 34), last]
        return [first, (node.index, 0.0, top - BEND), last] if self.bent else [first, last]

    def edge_width(self, node: StillNode) -> float:
        """The width of an edge by its visits, on one scale for the whole tree; 0 for a usual edge."""
        whole = self.nodes[0].visits
        return 1.3 + WIDEST * node.visits / whole if whole and node.visits else 0.0

    def cross(self, node: StillNode) -> tuple[tuple[float, float], tuple[float, float]]:
        """The short stroke across the edge to a pruned node, from the middle of that node."""
        up, top = self.nodes[node.parent], -node.tall / 2
        if self.bent:
            return (-6.0, top - 8), (6.0, top - 8)
        x0, y0 = up.x - node.x, up.y + self.foot_of(up) - node.y
        length = max(1e-9, (x0 * x0 + (top - y0) ** 2) ** 0.5)
        a, b = 8 * (top - y0) / length, 8 * x0 / length
        x, y = x0 - 0.42 * x0, y0 + 0.42 * (top - y0)
        return (x - a, y - b), (x + a, y + b)

    # Texts: each with its place from the middle of the node, its size and its look

    def value_texts(self, node: StillNode) -> Iterator[tuple[float, float, str]]:
        """Middle, size and content of the lines in a node."""
        middle, room, inner = 0.0, node.wide - 6, node.form == INNER
        if inner and node.kind in ("max", "min"):
            middle = self.tall * (0.17 if node.kind == "max" else -0.2)
            room = self.side * (0.62 if len(node.value) == 1 else 0.5)
        elif inner:
            room = 0.84 * self.tall if node.kind == "chance" and not self.own else self.side - self.tall / 2

        def fitting(content: str, size: float) -> float:
            return min(size, room / max(1.0, 0.62 * len(content)))

        if len(node.value) == 1:
            yield middle, fitting(node.value[0], VALUE), node.value[0]
        elif node.value:
            yield middle - 5, fitting(node.value[0], VALUE), node.value[0]
            yield middle + 7, fitting(node.value[1], 9.5), node.value[1]

    def small_texts(self, node: StillNode) -> Iterator[tuple[float, float, str, str]]:
        """Place, look ("small", "note", "terms" or "sum") and content of the texts below and beside a node."""
        foot = node.tall / 2
        for row, content in enumerate(node.terms):
            yield 0.0, foot + 10 + 11 * row, "sum" if content.startswith("=") else "terms", content
        if node.proven:
            return
        if node.form != INNER:
            yield from ((0.0, foot + 9, "small", content) for content in node.note[:1])
            return
        if node.window:
            yield 0.0, foot + 12, "small", node.window
        beside = node.wide * (0.34 if node.kind == "min" else 0.5) + 4
        yield from ((beside, 1.0 + 13 * row, "note", content) for row, content in enumerate(node.note))

    def move_texts(self, node: StillNode) -> Iterator[tuple[float, float, str]]:
        """The lines of the label of the edge to a node, with their places from the middle of the node."""
        if node.parent < 0:
            return
        up, top = self.nodes[node.parent], -node.tall / 2
        x = 0.0 if self.bent or node.y <= up.y else (up.x - node.x) * 20 / (node.y + top - up.y - self.foot_of(up))
        middle = top - (0.56 * BEND if self.bent else 20) - 6.5 * (len(node.move) - 1)
        yield from ((x, middle + 13 * row, content) for row, content in enumerate(node.move))
