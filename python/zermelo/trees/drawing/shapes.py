"""The parts of a picture of a tree: colours, texts, and one shape for each kind of node.

Widths of texts are estimated generously, because the reader's fonts are unknown.
"""

from functools import lru_cache
from html import escape

import zermelo.trees.drawing.words as words
from zermelo.trees.node import TreeNode

INK, SOFT, GREY, PAPER = "#1F2328", "#57606A", "#8A8A8A", "#FFFFFF"
BOLD = "#D55E00"
"""The colour of the principal variation."""
BLUE, SAND, GREEN = "#D6E9F8", "#F7EFD0", "#DFF0DC"
FILLS = {"max": BLUE, "min": SAND, "own": BLUE, "chance": GREEN}
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
VALUE, LABEL, SMALL = 14.0, 12.0, 10.0
"""Font sizes: in nodes, on edges, for windows and reasons."""
BOX = 24.0
_NARROW, _WIDE = frozenset("iljtf.,:;'|[]()!1 "), frozenset("mwMWQ@%≥≤−+∞")


@lru_cache(maxsize=4096)
def text_width(content: str, size: float) -> float:
    """The approximate width of a text, from narrow, common and wide letters."""
    return size * sum(0.4 if letter in _NARROW else 0.95 if letter in _WIDE else 0.64 for letter in content)


def text(x: float, y: float, content: str, size: float, more: str = "") -> str:
    """A text whose middle line is at y."""
    return f'<text x="{x:.1f}" y="{y + 0.35 * size:.1f}" font-size="{size:.3g}"{more}>{escape(content)}</text>'


def on_paper(x: float, y: float, content: str, size: float, more: str = "") -> str:
    """A text on a white background, so that no line runs through it."""
    width, height = text_width(content, size) + 4, size + 3
    paper = f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{PAPER}"/>'
    return paper + text(x, y, content, size, more)


def box_width(node: TreeNode) -> float:
    return max(30.0, 12.0 + max(text_width(line, VALUE) for line in words.value_lines(node)))


def shape(node: TreeNode, x: float, y: float, side: float, tall: float, title: str) -> str:
    """The outline of a node: triangles, hexagons or circles for those with children, boxes for leaves."""
    pen = f' stroke="{BOLD}" stroke-width="3"' if node.best else ""
    about = f"<title>{escape(title)}</title>" if title else ""
    if node.children and node.kind == "chance":
        where = f'cx="{x:.1f}" cy="{y:.1f}" rx="{_round(node, side, tall) / 2:.1f}" ry="{tall / 2:.1f}"'
        return f'<ellipse class="node chance" {where} fill="{GREEN}"{pen}>{about}</ellipse>'
    if node.children:
        corners = " ".join(f"{corner[0]:.1f},{corner[1]:.1f}" for corner in _corners(node, x, y, side, tall))
        return f'<polygon class="node {node.kind}" points="{corners}" fill="{FILLS[node.kind]}"{pen}>{about}</polygon>'
    height = leaf_height(node)
    width = height if node.kind == "pruned" else box_width(node)
    look = f' fill="{PAPER}"'
    if node.kind == "pruned":
        look += f' stroke="{GREY}" stroke-dasharray="4 3"'
    elif node.kind != "end":  # evaluated, not finished: rounded, in its player's colour
        look = f' fill="{FILLS[node.kind]}" rx="9"'
    frame = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="node {node.kind}" {frame}{look}{pen}>{about}</rect>'


def _corners(node: TreeNode, x: float, y: float, side: float, tall: float) -> list[tuple[float, float]]:
    """A triangle that points up for MAX and down for MIN; a flat hexagon for max^n, with room for a tuple."""
    left, right, top, bottom = x - side / 2, x + side / 2, y - tall / 2, y + tall / 2
    if node.kind == "own":
        slant = tall / 4
        above = [(left + slant, top), (right - slant, top)]
        return [(left, y), *above, (right, y), *((corner, bottom) for corner, _ in reversed(above))]
    base, tip = (bottom, top) if node.kind == "max" else (top, bottom)
    return [(left, base), (right, base), (x, tip)]


def _round(node: TreeNode, side: float, tall: float) -> float:
    """The width of a chance node: a circle, unless it holds a tuple."""
    return tall if node.values is None else side


def leaf_height(node: TreeNode) -> float:
    """Height of a leaf's box; two lines for a proven value of an unfinished game."""
    if node.kind == "pruned":
        return 18.0
    return BOX + 12.0 * (len(words.value_lines(node)) - 1)


def value_texts(node: TreeNode, x: float, y: float, side: float, tall: float) -> str:
    """The value inside a node, in a font small enough to fit."""
    lines = words.value_lines(node)
    if not lines[0]:
        return ""
    if node.children and node.kind == "own":
        middle, room = y, side - tall / 2
    elif node.children and node.kind == "chance":
        middle, room = y, 0.84 * _round(node, side, tall)
    elif node.children:
        middle = y + tall * (0.17 if node.kind == "max" else -0.2)
        room = side * (0.62 if len(lines) == 1 else 0.5)
    else:
        middle, room = y, box_width(node) - 6
    more = ' font-weight="bold"' if node.best else ""
    size = min(VALUE, VALUE * room / max(1.0, text_width(lines[0], VALUE)))
    if len(lines) == 1:
        return text(x, middle, lines[0], size, more)
    small = min(0.68 * VALUE, 0.68 * VALUE * room / text_width(lines[1], 0.68 * VALUE))
    return text(x, middle - 5, lines[0], size, more) + text(x, middle + 7, lines[1], small, more)
