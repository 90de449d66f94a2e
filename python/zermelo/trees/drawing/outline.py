"""A tree as an outline, one node a line, for terminals.

    ▲ MAX  3  [−∞, +∞]  ★
    ├─ 1  ▼ MIN  3  [−∞, +∞]  ★
    │  ├─ 1  ■ 3  game over  ★

The star marks the principal variation. Below a certain depth the bars on the left are counted instead of drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import zermelo.trees.drawing.words as words
from zermelo.trees.node import TreeNode

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree

DEEPEST = 40
"""The most levels of bars that are drawn."""
_STEP = 3
_SYMBOLS = {"max": "▲", "min": "▼", "own": "◆", "chance": "○", "end": "■", "pruned": "✂"}
STAR = "★"


def to_text(tree: Tree) -> str:
    windows = words.has_windows(tree)
    lines = [f"{words.short(tree.game)} · {words.summary(tree)}"]
    stack: list[tuple[TreeNode, int, str, str]] = [(tree.root, 0, "", "")]
    while stack:
        node, depth, bars, branch = stack.pop()
        lines.append(_margin(bars) + branch + _line(node, depth, windows))
        if not node.children:
            continue
        below = bars + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
        last = len(node.children) - 1
        stack.extend((node.children[index], depth + 1, below, "└─ " if index == last else "├─ ") for index in range(last, -1, -1))
    return "\n".join(lines)


def _line(node: TreeNode, depth: int, windows: bool) -> str:
    parts = [
        words.move(node),
        " ".join(part for part in (_SYMBOLS[node.kind], words.side(node), words.value(node)) if part),
        words.window(node) if windows else "",
        words.note(node, depth),
        STAR if node.best else "",
    ]
    return "  ".join(part for part in parts if part)


def _margin(bars: str) -> str:
    hidden = len(bars) // _STEP - DEEPEST
    return bars if hidden <= 0 else f"… {hidden} levels … " + bars[hidden * _STEP :]
