"""The legend of a picture: one sign for everything that occurs in it, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import zermelo.trees.drawing.words as words
from zermelo.trees.drawing.shapes import BLUE, BOLD, GREEN, GREY, INK, PAPER, SAND, SMALL, SOFT, text, text_width

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree

ROW = 24.0
_SIGN, _BETWEEN, _SIZE = 26.0, 22.0, 11.0


def legend(tree: Tree, windows: bool, width: float) -> tuple[str, float]:
    """The legend in rows no wider than `width`, and its height."""
    x, y, parts, signs = 0.0, ROW / 2, [], _signs()
    for code, meaning in entries(tree, windows):
        room = _SIGN + text_width(meaning, _SIZE)
        if x > 0 and x + room > width:
            x, y = 0.0, y + ROW
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{signs[code]}{text(_SIGN, 0, meaning, _SIZE)}</g>')
        x += room + _BETWEEN
    return f'<g stroke-linejoin="round" fill="{SOFT}">{"".join(parts)}</g>', y + ROW / 2


def entries(tree: Tree, windows: bool) -> list[tuple[str, str]]:
    """The signs that occur in a tree, and their meanings."""
    nodes = list(tree.walk())
    inner = {node.kind: words.side(node) for node in reversed(nodes) if node.children}
    leaves = {node.why for node in nodes if not node.children}
    known = [
        ("max" in inner, "max", f"{inner.get('max')} takes the greatest value"),
        ("min" in inner, "min", f"{inner.get('min')} takes the least"),
        ("chance" in inner, "chance", "chance: the average, weighted by probability"),
        ("own" in inner, "own", "each player takes its own greatest value"),
        (any(node.best and node.move is not None for node in nodes), "best", "principal variation"),
        ("end" in leaves, "end", "game over"),
        ("depth limit" in leaves, "depth limit", "depth limit: evaluated"),
        ("pruned" in leaves, "pruned", "pruned: never searched"),
        (any(node.why == "probe" for node in nodes), "probe", "probed: one move searched, for a bound"),
        (windows, "window", "window [alpha, beta] on entry"),
        (any(node.plies is not None for node in nodes), "plies", "win or loss 3 plies after this node"),
        (any(node.alpha_ply is not None or node.beta_ply is not None for node in nodes), "ply", "3 plies after the root"),
    ]
    return [(code, meaning) for occurs, code, meaning in known if occurs]


def _signs() -> dict[str, str]:
    dashes, pen = f'stroke="{GREY}" stroke-dasharray="4 3"', f'stroke="{INK}" stroke-width="1.2"'

    def sign(path: str, fill: str) -> str:
        return f'<path d="{path}" fill="{fill}" {pen}/>'

    return {
        "max": sign("M1 8L19 8L10 -8Z", BLUE),
        "min": sign("M1 -8L19 -8L10 8Z", SAND),
        "chance": f'<circle cx="10" cy="0" r="9" fill="{GREEN}" {pen}/>',
        "own": sign("M0 0L4 -8H16L20 0L16 8H4Z", BLUE),
        "best": f'<path d="M0 0H20" stroke="{BOLD}" stroke-width="4" stroke-linecap="round"/>',
        "end": sign("M1 -7H19V7H1Z", PAPER),
        "depth limit": f'<rect x="1" y="-7" width="18" height="14" rx="6" fill="{BLUE}" {pen}/>',
        "pruned": f'<path d="M0 0H20" fill="none" {dashes}/><path d="M10 -7V7" stroke="{INK}" stroke-width="2"/>',
        "probe": sign("M3 -9H17L10 1ZM10 1V9", PAPER),
        "window": text(0, 0, "[ , ]", SMALL),
        "plies": text(0, 0, "in 3", SMALL),
        "ply": text(-4, 0, "ply 3", SMALL),
    }
