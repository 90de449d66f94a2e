"""A tree as a picture, in the style of textbooks on artificial intelligence.

MAX points up, MIN points down, players of max^n are hexagons, chance is round, finished games are boxes. The move is on the edge,
the value in the node, the window [alpha, beta] under it. A branch that was cut off is dashed and crossed out, with the comparison
that cut it beside the node. The principal variation is bold. The tooltip of a node has all its data.

Shape and line style carry the meaning; colour only repeats it, and the colours suit colour-blind readers.
Attributes on groups are used instead of a style sheet, so that a picture inside a page does not change the page's style.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import hypot
from typing import TYPE_CHECKING

import zermelo.trees.drawing.shapes as shapes
import zermelo.trees.drawing.words as words
from zermelo.trees.drawing.legend import legend
from zermelo.trees.drawing.tidy import Place, tidy
from zermelo.trees.node import TreeNode

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree

MARGIN = 28.0
ROOMY, CLOSE, MANY = 26.0, 8.0, 60
"""The gap between leaves, the gap in trees with many leaves, and how many are many."""
LARGEST, SMALLEST = 12_000.0, 0.4
"""Wider pictures are scaled down, at most to this scale."""
EDGE = 66.0
"""The least height of edges between two rows."""
TALL = 44.0
BEND = 42.0
"""The length of the straight part of a bent edge, which has the label."""


def to_svg(tree: Tree) -> str:
    return Picture(tree).document()


class Picture:
    """One picture: sizes, places, then layers."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.windows = words.has_windows(tree)
        leaves = sum(not node.children for node in tree.walk())
        self.bent = leaves > MANY  # with close leaves, labels stay right above their nodes
        self.gap = CLOSE if self.bent else ROOMY
        longest = max((words.value_lines(node)[0] for node in tree.walk() if node.children), key=len, default="")
        self.side = min(56.0 + 6.0 * max(0, len(longest) - 4), 92.0)
        self.tall = 0.82 * self.side
        if tree.root.kind == "own":  # room for tuples
            self.side, self.tall = max(92.0, shapes.text_width(longest, shapes.VALUE) + TALL / 2 + 8), TALL
        self.foot = self.tall / 2 + (18.0 if self.windows else 0.0)
        self.places = tidy(tree.root, self._extent, self.foot + self.tall / 2, EDGE, 6.0 if self.bent else 3.0)

    def document(self) -> str:
        """The whole document: caption, names of rows, tree, legend."""
        title, subtitle, names = words.short(self.tree.game), words.summary(self.tree), self._row_names()
        indent = max((shapes.text_width(name, shapes.LABEL) + 18 for _, name in names), default=0.0)
        right = max(place.left + place.width for place in self.places)
        content = max(indent + right, 620.0, shapes.text_width(title, 18), shapes.text_width(subtitle, 13))
        scale = min(max(1.0, (content / 1400) ** 0.5), 4.0)  # of caption and legend: larger in larger pictures
        x, y = MARGIN + (content + indent - right) / 2, MARGIN + 58 * scale + self.tall / 2
        bottom = y + max(place.y for place in self.places) + self.tall / 2 + 30
        key, key_height = legend(self.tree, self.windows, content / scale)
        return "\n".join(
            [
                _opening(content + 2 * MARGIN, bottom + key_height * scale + MARGIN, f"{title}: {subtitle}"),
                f'<g transform="translate({MARGIN:g} {MARGIN:g}) scale({scale:.3g})">',
                shapes.text(0, 10, title, 17, ' font-weight="bold"')
                + shapes.text(0, 34, subtitle, 13, f' fill="{shapes.SOFT}"')
                + "</g>",
                f'<g transform="translate({MARGIN:g} {y:.1f})" font-weight="bold" fill="{shapes.SOFT}">',
                *(shapes.text(0, row, name, shapes.LABEL) for row, name in names),
                f'</g><g transform="translate({x:.1f} {y:.1f})" text-anchor="middle">',
                *self._layers(),
                f'</g><g transform="translate({MARGIN:g} {bottom:.1f}) scale({scale:.3g})">{key}</g></svg>\n',
            ]
        )

    # Room

    def _extent(self, node: TreeNode, depth: int) -> tuple[float, float]:
        label = shapes.text_width(words.move(node), shapes.LABEL) * (1.0 if self.bent else 1.4) + 6
        half = max(label, self.side if node.children else shapes.box_width(node)) / 2
        if node.children and self.windows:
            half = max(half, shapes.text_width(words.window(node), shapes.SMALL) / 2)
        small = _beneath(node, depth)
        half = max(half, shapes.text_width(small, shapes.SMALL) / 2) + self.gap / 2
        reason = words.aside(node, depth)
        if not reason:
            return half, half
        beside = self._beside(node) + max(shapes.text_width(line, shapes.SMALL) for line in reason)
        return half, max(half, beside + self.gap / 2)

    def _beside(self, node: TreeNode) -> float:
        """Where the text beside a node starts; a triangle that points down leaves more room."""
        return self.side * (0.34 if node.kind == "min" else 0.5) + 4

    # Layers, from the bottom up

    def _layers(self) -> Iterator[str]:
        edges = list(self._edges())
        plain = [edge for edge in edges if not edge[0].node.best and edge[0].node.kind != "pruned"]
        pruned = [edge for edge in edges if edge[0].node.kind == "pruned"]
        bold = [edge for edge in edges if edge[0].node.best]
        yield f'<g fill="none" stroke="{shapes.INK}" stroke-width="1.2">'
        yield from (self._line(*edge) for edge in plain)
        yield f'</g><g fill="none" stroke="{shapes.GREY}" stroke-width="1.2">'
        yield from (self._line(*edge, ' stroke-dasharray="5 4"') + self._stroke(*edge) for edge in pruned)
        yield f'</g><g fill="none" stroke="{shapes.BOLD}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">'
        yield from (self._line(*edge) for edge in bold)
        yield "</g><g>"
        yield from (self._move(*edge) for edge in edges)
        yield f'</g><g stroke="{shapes.INK}" stroke-width="1.3" stroke-linejoin="round">'
        for place in self.places:
            yield shapes.shape(place.node, place.x, place.y, self.side, self.tall, _about(place))
        yield "</g><g>"
        yield from (shapes.value_texts(place.node, place.x, place.y, self.side, self.tall) for place in self.places)
        yield f'</g><g fill="{shapes.SOFT}">'
        yield from (self._small(place) for place in self.places)
        yield "</g>"

    def _edges(self) -> Iterator[tuple[Place, float, float, float, float]]:
        """Every node but the root, with the ends of the edge that leads to it."""
        for place in self.places[1:]:
            parent = self.places[place.parent]
            top = self.tall / 2 if place.node.children else shapes.leaf_height(place.node) / 2
            yield place, parent.x, parent.y + self.foot, place.x, place.y - top

    def _line(self, _place: Place, x0: float, y0: float, x1: float, y1: float, more: str = "") -> str:
        bend = f"L{x1:.1f} {y1 - BEND:.1f}" if self.bent else ""
        return f'<path d="M{x0:.1f} {y0:.1f}{bend}L{x1:.1f} {y1:.1f}"{more}/>'

    def _stroke(self, _place: Place, x0: float, y0: float, x1: float, y1: float) -> str:
        """The short stroke across a pruned edge."""
        if self.bent:
            x, y, a, b = x1, y1 - 8, 6.0, 0.0
        else:
            x, y, length = x0 + 0.42 * (x1 - x0), y0 + 0.42 * (y1 - y0), hypot(x1 - x0, y1 - y0)
            a, b = 8 * (y1 - y0) / length, 8 * (x0 - x1) / length
        return f'<path stroke="{shapes.INK}" stroke-width="2.2" d="M{x - a:.1f} {y - b:.1f}L{x + a:.1f} {y + b:.1f}"/>'

    def _move(self, place: Place, x0: float, y0: float, x1: float, y1: float) -> str:
        y = y1 - (0.56 * BEND if self.bent else 20)
        x = x1 if self.bent else x1 + (x0 - x1) * 20 / (y1 - y0)
        node = place.node
        more = (
            f' fill="{shapes.GREY}"'
            if node.kind == "pruned"
            else f' fill="{shapes.BOLD}" font-weight="bold"'
            if node.best
            else ""
        )
        return shapes.on_paper(x, y, words.move(node), shapes.LABEL, more)

    def _small(self, place: Place) -> str:
        """The window under a node, the reason for a cutoff beside it, and other reasons below it."""
        node, parts = place.node, []
        if node.children and self.windows:
            parts.append(shapes.text(place.x, place.y + self.tall / 2 + 9, words.window(node), shapes.SMALL))
        x, more = place.x + self._beside(node), f' text-anchor="start" fill="{shapes.INK}" font-style="italic"'
        parts += [
            shapes.text(x, place.y + 1 + 13 * row, line, shapes.SMALL, more)
            for row, line in enumerate(words.aside(node, place.depth))
        ]
        small = _beneath(node, place.depth)
        if small:
            parts.append(shapes.text(place.x, place.y + shapes.leaf_height(node) / 2 + 9, small, shapes.SMALL))
        return "".join(parts)

    def _row_names(self) -> list[tuple[float, str]]:
        """`MAX`, `MIN`, `chance` or a player's name at the left of rows with only one of them."""
        rows: dict[float, set[str]] = {}
        for place in self.places:
            if place.node.children:
                rows.setdefault(place.y, set()).add(words.side(place.node))
        return [(y, next(iter(names))) for y, names in rows.items() if len(names) == 1]


def _opening(width: float, height: float, title: str) -> str:
    """The start of the document: size, title, and a white background for dark pages."""
    zoom = min(1.0, max(SMALLEST, LARGEST / width))
    size = f'width="{width * zoom:.0f}" height="{height * zoom:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    look = f'font-family="{shapes.FONT}" fill="{shapes.INK}"'
    paper = f'<rect width="100%" height="100%" fill="{shapes.PAPER}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {look}>\n<title>{escape(title)}</title>\n{paper}'


def _beneath(node: TreeNode, depth: int) -> str:
    """What a leaf's shape does not show; three dots if its children were searched but not kept."""
    if node.children or node.kind in ("end", "pruned") or node.why == "depth limit":
        return ""
    return words.note(node, depth) if node.why in ("table", "soonest", "repeated", "stopped", "probe") else "…"


def _about(place: Place) -> str:
    """The tooltip of a node."""
    node = place.node
    parts = [f"after {words.move(node)}" if node.move is not None else "root", words.side(node)]
    parts += [f"value {words.value(node)}" if node.value is not None else "", words.window(node), words.note(node, place.depth)]
    return ", ".join(part for part in parts if part)
