"""A tree in Graphviz's language: `dot -Tpdf tree.dot` makes a picture of it.

MAX is a triangle that points up, MIN one that points down, a player of max^n a hexagon, chance a circle, a finished game a box,
the depth limit a rounded box. Pruned nodes are dashed and grey; the principal variation is bold. Small print under a move gives
the window on entry and why the node was left. It is on the edge, because Graphviz keeps room for labels there.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import zermelo.trees.drawing.words as words
from zermelo.trees.drawing.shapes import BOLD, FILLS, GREY, INK
from zermelo.trees.node import TreeNode

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree

_SHAPES = {"max": "triangle", "min": "invtriangle", "own": "hexagon", "chance": "circle"}


def to_dot(tree: Tree) -> str:
    windows = words.has_windows(tree)
    caption = f"{words.short(tree.game)}\n{words.summary(tree)}"
    lines = [
        "digraph tree {",
        f"  graph [label={_quote(caption)}, labelloc=t, ordering=out, nodesep=0.2, fontname=Helvetica];",
        f'  node [fontname=Helvetica, fontsize=12, color="{INK}", style=filled, fillcolor=white];',
        f'  edge [fontname=Helvetica, fontsize=11, color="{INK}", arrowhead=none];',
    ]
    for name, (node, depth, parent) in enumerate(tree.root.placed()):
        lines.append(f"  n{name} [{_node(node)}];")
        if parent >= 0:
            lines.append(f"  n{parent} -> n{name} [{_edge(node, depth, windows)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _node(node: TreeNode) -> str:
    attributes = [f"label={_quote(chr(10).join(words.value_lines(node)))}"]
    if node.kind == "pruned":
        attributes += ["shape=box", 'style="dashed,filled"', f'color="{GREY}"', "width=0.3", "height=0.25"]
    elif node.kind == "end":
        attributes += ["shape=box", "width=0.4", "height=0.3"]
    elif not node.children:
        attributes += ["shape=box", 'style="rounded,filled"', f'fillcolor="{FILLS[node.kind]}"', "width=0.4", "height=0.3"]
    else:
        shape = f"shape={_SHAPES[node.kind]}"
        attributes += [shape, f'fillcolor="{FILLS[node.kind]}"', "margin=0", "width=0.8", "height=0.6"]
    if node.best:
        attributes += [f'color="{BOLD}"', "penwidth=2.5"]
    return ", ".join(attributes)


def _edge(node: TreeNode, depth: int, windows: bool) -> str:
    texts = [words.window(node) if windows and node.children else "", *(words.cut(node, depth) or ())]
    if node.why in ("table", "soonest", "repeated", "stopped", "probe"):
        texts.append(words.note(node, depth))
    small = "".join(f'<br/><font point-size="8">&#160;{escape(text)}&#160;</font>' for text in texts if text)
    attributes = [f"label=<&#160;{escape(words.move(node))}&#160;{small}>"]
    if node.kind == "pruned":
        attributes += ["style=dashed", f'color="{GREY}"', f'fontcolor="{GREY}"']
    elif node.best:
        attributes += [f'color="{BOLD}"', "penwidth=3"]
    return ", ".join(attributes)


def _quote(text: str) -> str:
    """A quoted string; line breaks are kept."""
    lines = (words.clean(line).replace("\\", "\\\\").replace('"', '\\"') for line in text.split("\n"))
    return '"' + "\\n".join(lines) + '"'
