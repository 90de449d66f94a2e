"""A still for LaTeX, as a TikZ picture that people can change.

Every node of the tree has a name, `n0` for the root, and everything that belongs to it is placed from there: who changes the coordinate of a node
moves its shape, its texts and its edges. Colours and line widths are styles at the top. A document needs the package tikz and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.trees.drawing.drawn_still import BOARD, BOLD, EDGES, FILLS, GREY, LINE, NOW, SOFT
from zermelo.trees.drawing.figure import Command, Figure, Path, Text
from zermelo.trees.drawing.still import PRUNED, UNSEEN, Still, StillNode

UNIT = 0.65
"""Points of the paper for one of the picture: the texts then have the sizes that LaTeX has names for."""
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$", '"': "''",
    "−": "$-$", "∞": r"$\infty$", "≤": r"$\leq$", "≥": r"$\geq$", "≠": r"$\neq$", "≈": r"$\approx$", "×": r"$\times$", "·": r"$\cdot$",
    "√": r"$\surd$", "α": r"$\alpha$", "β": r"$\beta$", "γ": r"$\gamma$", "δ": r"$\delta$", "→": r"$\rightarrow$", "…": r"\ldots{}",
    "▸": r"$\triangleright$", "◇": r"$\diamond$", "★": r"$\star$", "♠": r"$\spadesuit$", "♥": r"$\heartsuit$", "♦": r"$\diamondsuit$",
    "♣": r"$\clubsuit$",
}  # fmt: skip
_SIZES = ((12.0, r"\small"), (10.0, r"\footnotesize"), (8.0, r"\scriptsize"), (0.0, r"\tiny"))
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def to_tikz(still: Still) -> str:
    """The picture, with the sentence of the step as a comment above it."""
    about = (
        f"% {_comment(still.title)}, step {still.number}\n% {_comment(still.text)}\n% The preamble needs \\usepackage{{tikz}}.\n"
    )
    opening = f"\\begin{{tikzpicture}}[x={UNIT}pt, y=-{UNIT}pt, line join=round, line cap=round,\n"
    lines = [f"  {style}," for style in _styles(still)]
    lines[-1] = lines[-1].rstrip(",") + "]"
    nodes = list(still.nodes.values())
    lines += [f"  \\coordinate (n{node.index}) at ({_number(node.x)},{_number(node.y)});" for node in nodes]
    for look in EDGES:
        lines += [text for node in nodes if node.parent >= 0 and node.edge_look == look for text in _edge(still, node)]
    current = still.nodes[still.current]
    lines.append(f"  \\draw[halo] {_outline(still.outline(current, 3.0), current)};")
    for node in nodes:
        lines += _node(still, node)
    if still.board is not None:
        lines += _board(still, still.board)
    return about + opening + "\n".join([*lines, "\\end{tikzpicture}\n"])


def escape(text: str) -> str:
    r"""A text for LaTeX.

    >>> escape("a_1 ≥ −2 & 50 %")
    'a\\_1 $\\geq$ $-$2 \\& 50 \\%'
    """
    return "".join(_SPECIAL.get(letter, letter) for letter in text)


def _comment(text: str) -> str:
    return " ".join(text.split())


def _styles(still: Still) -> Iterator[str]:
    """Styles for what occurs in the picture."""
    nodes = list(still.nodes.values())
    for look in dict.fromkeys(node.look for node in nodes):
        pen = {"unseen": f", draw={_colour(LINE)}", "pruned": f", draw={_colour(GREY)}, dashed"}.get(look, "")
        yield f"{look}/.style={{fill={_colour(FILLS[look])}{pen}}}"
    for look, (colour, width) in EDGES.items():
        if any(node.edge_look == look for node in nodes if node.parent >= 0):
            dash = ", dashed" if look == "crossed" else ""
            yield f"{look} edge/.style={{draw={_colour(colour)}, line width={_number(width * UNIT)}pt{dash}}}"
    yield f"best node/.style={{draw={_colour(BOLD)}, line width={_number(3 * UNIT)}pt}}"
    yield f"halo/.style={{draw={_colour(NOW)}, line width={_number(9 * UNIT)}pt, opacity=0.5}}"
    yield "value/.style={inner sep=0pt, font=\\sffamily\\small}"
    yield "move/.style={inner sep=1.5pt, fill=white, font=\\sffamily\\footnotesize}"
    yield f"small/.style={{inner sep=0pt, font=\\sffamily\\scriptsize, text={_colour(SOFT)}}}"
    yield "note/.style={inner sep=0pt, anchor=west, font=\\sffamily\\scriptsize\\itshape}"


def _edge(still: Still, node: StillNode) -> Iterator[str]:
    corners = " -- ".join(_from(index, x, y) for index, x, y in still.edge(node))
    width = still.edge_width(node)
    wide = f", line width={_number(width * UNIT)}pt" if width else ""
    yield f"  \\draw[{node.edge_look} edge{wide}] {corners};"
    if node.edge_look == "crossed":
        (x, y), (x1, y1) = still.cross(node)
        yield f"  \\draw[line width={_number(2.2 * UNIT)}pt] {_from(node.index, x, y)} -- {_from(node.index, x1, y1)};"


def _node(still: Still, node: StillNode) -> Iterator[str]:
    strong = node.best and node.status != UNSEEN
    style = f"{node.look}, best node" if strong else node.look
    yield f"  \\draw[{style}] {_outline(still.outline(node), node)};"
    bold = r", font=\sffamily\bfseries" if strong else ""
    if node.proven:
        yield f"  \\draw {_outline(still.outline(node, -4.0 if node.form == 0 else -2.5), node)};"
    for middle, size, content in still.value_texts(node):
        named = next(name for least, name in _SIZES if size >= least)
        font = f"{bold}{named}" if bold else f", font=\\sffamily{named}" if size < 12 else ""
        yield f"  \\node[value{font}] at {_from(node.index, 0.0, middle)} {{{escape(content)}}};"
    for x, y, look, content in still.small_texts(node):
        known = {"terms": "small, text=black", "sum": r"small, text=black, font=\sffamily\bfseries\scriptsize"}.get(look, look)
        yield f"  \\node[{known}] at {_from(node.index, x, y)} {{{escape(content)}}};"
    faint = node.status in (UNSEEN, PRUNED)
    for x, y, content in still.move_texts(node):
        colour = f", text={_colour(GREY)}" if faint else f", text={_colour(BOLD)}{bold}\\footnotesize" if strong else ""
        yield f"  \\node[move{colour}] at {_from(node.index, x, y)} {{{escape(content)}}};"


def _outline(commands: tuple[Command, ...], node: StillNode) -> str:
    """The outline of a node, from the node's own coordinate."""
    return _path(commands, lambda x, y: _from(node.index, x, y))


def _path(commands: tuple[Command, ...], place: Callable[[float, float], str]) -> str:
    parts = []
    for name, numbers in commands:
        points = [place(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if name == "C":
            parts.append(f".. controls {points[0]} and {points[1]} .. {points[2]}")
        else:
            parts.append({"M": "", "L": "-- ", "Z": "-- cycle"}[name] + "".join(points))
    return " ".join(parts)


# The board


def _board(still: Still, board: Figure) -> Iterator[str]:
    """The board to the right of the tree."""
    _, top, right, bottom = still.box
    scale = min(BOARD / board.width, max(BOARD, bottom - top) / board.height)
    yield f"  \\begin{{scope}}[shift={{({_number(right + 20)},{_number(top)})}}]"
    for part in board.parts:
        placed = part.placed(scale, 0.0, 0.0)
        yield f"    {_board_text(placed) if isinstance(placed, Text) else _board_path(placed)}"
    yield "  \\end{scope}"


def _board_path(path: Path) -> str:
    look = [f"fill={_colour(path.fill)}"] if path.fill else []
    if path.stroke:
        look += [f"draw={_colour(path.stroke)}", f"line width={_number(path.width * UNIT)}pt"]
    look += ["dashed"] if path.dash else []
    look += [f"opacity={path.opacity:.2g}"] if path.opacity < 1 else []
    return f"\\path[{', '.join(look)}] {_path(path.commands, lambda x, y: f'({_number(x)},{_number(y)})')};"


def _board_text(text: Text) -> str:
    font = f"\\fontsize{{{_number(text.size * UNIT)}}}{{{_number(text.size * UNIT)}}}\\selectfont"
    font = ("\\ttfamily" if text.mono else "\\sffamily") + ("\\bfseries" if text.bold else "") + font
    look = f"anchor={_ANCHORS[text.anchor]}, inner sep=0pt, text={_colour(text.colour)}, font={font}"
    return f"\\node[{look}] at ({_number(text.x)},{_number(text.y)}) {{{escape(text.content)}}};"


# Numbers and colours


def _from(index: int, x: float, y: float) -> str:
    """A place, from the coordinate of a node."""
    place = f"({_number(x)},{_number(y)})"
    return f"(n{index})" if place == "(0,0)" else f"([shift={{{place}}}]n{index})"


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _colour(colour: str) -> str:
    """A colour as TikZ reads it without a definition.

    >>> _colour("#ff8000")
    '{rgb,255:red,255;green,128;blue,0}'
    """
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
