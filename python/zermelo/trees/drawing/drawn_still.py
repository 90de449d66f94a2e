"""A still as a figure: the tree with its board, as a picture of its own or as a page of slides with title and sentence."""

from __future__ import annotations

from zermelo.trees.drawing.figure import Command, Figure, Path, Text, line, rectangle
from zermelo.trees.drawing.pdf_fonts import text_width, wrapped
from zermelo.trees.drawing.still import LABEL, PRUNED, SMALL, UNSEEN, Still, StillNode

INK, SOFT, GREY, LINE, PAPER = "#1f2328", "#57606a", "#767676", "#d0d7de", "#ffffff"
BOLD, NOW = "#c75300", "#7c3aed"
"""The colours of the best line, and of the place where the search is."""
FILLS = {
    "max": "#d6e9f8", "min": "#f7efd0", "chance": "#dff0dc", "end": PAPER, "pruned": PAPER, "unseen": PAPER,
    "own0": "#cfe4f3", "own1": "#f9dcc8", "own2": "#c9ebe0", "own3": "#f3dfea", "own4": "#fbe6bf", "own5": "#d8edf9",
    "own6": "#faf6c4", "own7": "#dedede",
}  # fmt: skip
EDGES = {"ghost": (LINE, 1.3), "plain": (INK, 1.3), "crossed": (GREY, 1.3), "best": (BOLD, 4.0), "way": (NOW, 3.0)}
"""Colours and widths of edges, in the order in which they are drawn."""
MARGIN, BOARD = 20.0, 260.0
PAGE = (960.0, 540.0)
"""The size of a slide."""
_SENTENCE, _LEADING, _HEAD = 19.0, 25.0, 15.0


def draw_still(still: Still) -> Figure:
    """The tree, with the board to its right."""
    tree = draw_tree(still)
    figure = Figure(tree.width + 2 * MARGIN, tree.height + 2 * MARGIN, title=still.title, about=still.text)
    figure.add(tree, MARGIN, MARGIN)
    if still.board is not None:
        scale = min(BOARD / still.board.width, max(BOARD, tree.height) / still.board.height)
        figure.add(still.board, figure.width, MARGIN, scale)
        figure.width += still.board.width * scale + MARGIN
        figure.height = max(figure.height, still.board.height * scale + 2 * MARGIN)
    return figure


def slide(still: Still, steps: int) -> Figure:
    """A page: the title above, tree and board, and the sentence of the step below."""
    wide, high = PAGE
    page = Figure(wide, high, title=still.title, about=still.text)
    page.parts.append(Path(rectangle(0, 0, wide, high), PAPER))
    page.parts.append(Text(24, 32, still.title, _HEAD, "start", SOFT, bold=True))
    page.parts.append(Text(wide - 24, 32, f"step {still.number:,} of {steps:,}", _HEAD, "end", SOFT))
    lines = wrapped(still.text, _SENTENCE, wide - 72)
    size = _SENTENCE
    while len(lines) > 4:
        size *= 0.9
        lines = wrapped(still.text, size, wide - 72)
    first = high - 18 - (max(2, len(lines)) - 1) * _LEADING * size / _SENTENCE
    page.parts.append(Path(line((24, first - size), (24, high - 14)), None, NOW, 5))
    page.parts += [
        Text(38, first + row * _LEADING * size / _SENTENCE, content, size, "start") for row, content in enumerate(lines)
    ]
    top, bottom = 46.0, first - size - 14
    room = wide - 48
    if still.board is not None:
        parents = [node.parent for node in still.nodes.values()]
        share = 0.5 if len(set(parents)) == len(parents) else 0.28  # a line of nodes leaves more room than a tree
        scale = min(share * room / still.board.width, (bottom - top) / still.board.height)
        page.add(still.board, wide - 24 - still.board.width * scale, top + (bottom - top - still.board.height * scale) / 2, scale)
        room -= still.board.width * scale + 24
    tree = draw_tree(still)
    scale = min(room / tree.width, (bottom - top) / tree.height, 1.6)
    page.add(tree, 24 + (room - tree.width * scale) / 2, top + (bottom - top - tree.height * scale) / 2, scale)
    return page


def draw_tree(still: Still) -> Figure:
    """The tree alone, without a margin."""
    left, top, right, bottom = still.box
    figure = Figure(right - left, bottom - top)
    nodes = list(still.nodes.values())
    parts: list[Path | Text] = []
    for look in EDGES:
        parts += [part for node in nodes if node.parent >= 0 and node.edge_look == look for part in _edge(still, node)]
    current = still.nodes[still.current]
    parts.append(_moved(still.outline(current, 3.0), current, None, NOW, 9.0, 0.5))
    for node in nodes:
        parts += _node(still, node)
    figure.parts = [part.placed(1.0, -left, -top) for part in parts]
    return figure


def _edge(still: Still, node: StillNode) -> list[Path]:
    colour, usual = EDGES[node.edge_look]
    corners = [(still.nodes[index].x + x, still.nodes[index].y + y) for index, x, y in still.edge(node)]
    dash = (5.0, 4.0) if node.edge_look == "crossed" else ()
    made = [Path(line(*corners), None, colour, still.edge_width(node) or usual, dash)]
    if node.edge_look == "crossed":
        made.append(_moved(line(*still.cross(node)), node, None, INK, 2.2))
    return made


def _moved(
    commands: tuple[Command, ...], node: StillNode, fill: str | None, stroke: str, width: float, opacity: float = 1.0
) -> Path:
    """A path around the middle of a node."""
    return Path(commands, fill, stroke, width, (), opacity).placed(1.0, node.x, node.y)


def _node(still: Still, node: StillNode) -> list[Path | Text]:
    outline, fill = still.outline(node), FILLS[node.look]
    strong = node.best and node.status != UNSEEN
    stroke = LINE if node.look == "unseen" else GREY if node.look == "pruned" else BOLD if strong else INK
    shape = Path(outline, fill, stroke, 3.0 if strong else 1.3, (4.0, 3.0) if node.look == "pruned" else ())
    parts: list[Path | Text] = [shape.placed(1.0, node.x, node.y)]
    if node.proven:
        parts.append(_moved(still.outline(node, -4.0 if node.form == 0 else -2.5), node, None, stroke, 1.0))
    for middle, size, content in still.value_texts(node):
        parts.append(_text(node, 0.0, middle, content, size, bold=strong))
    for x, y, look, content in still.small_texts(node):
        if look == "note":
            parts.append(Text(node.x + x, node.y + y + 0.35 * SMALL, content, SMALL, "start", italic=True))
        else:
            parts.append(_text(node, x, y, content, SMALL, SOFT if look == "small" else INK, look == "sum"))
    faint = node.status in (UNSEEN, PRUNED)
    for x, y, content in still.move_texts(node):
        wide = text_width(content, LABEL, strong) + 4
        paper = rectangle(x - wide / 2, y - LABEL / 2 - 1, wide, LABEL + 2)
        parts.append(Path(paper, PAPER).placed(1.0, node.x, node.y))
        parts.append(_text(node, x, y, content, LABEL, GREY if faint else BOLD if strong else INK, strong and not faint))
    return parts


def _text(node: StillNode, x: float, y: float, content: str, size: float, colour: str = INK, bold: bool = False) -> Text:
    """A text whose middle line is at y."""
    return Text(node.x + x, node.y + y + 0.35 * size, content, size, "middle", colour, bold)
