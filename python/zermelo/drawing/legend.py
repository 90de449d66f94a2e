"""The key to a picture of a tree: one sign for everything that occurs in it, and nothing else."""

from __future__ import annotations

from zermelo.drawing import words
from zermelo.drawing.shapes import BLUE, BOLD, GREEN, GREY, INK, PAPER, SAND, SMALL, SOFT, text, text_width
from zermelo.tree import Tree

ROW = 24.0
_SIGN, _BETWEEN, _SIZE = 26.0, 22.0, 11.0


def legend(tree: Tree, windows: bool, width: float) -> tuple[str, float]:
    """The key, laid out in rows no wider than asked, and its height."""
    x, y, parts = 0.0, ROW / 2, []
    for sign, meaning in _entries(tree, windows):
        room = _SIGN + text_width(meaning, _SIZE)
        if x > 0 and x + room > width:
            x, y = 0.0, y + ROW
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{sign}{text(_SIGN, 0, meaning, _SIZE)}</g>')
        x += room + _BETWEEN
    return f'<g stroke-linejoin="round" fill="{SOFT}">{"".join(parts)}</g>', y + ROW / 2


def _entries(tree: Tree, windows: bool) -> list[tuple[str, str]]:
    inner: dict[str, str] = {}
    leaves: set[str] = set()
    proven = edges = best = probed = False
    for node in tree.walk():
        if node.children:
            inner.setdefault(node.kind, words.side(node))
        else:
            leaves.add(node.why)
        proven = proven or node.plies is not None
        probed = probed or node.why == "probe"
        edges = edges or node.alpha_ply is not None or node.beta_ply is not None
        best = best or (node.best and node.move is not None)
    entries: list[tuple[str, str]] = []
    if "max" in inner:
        entries.append((_sign("M1 8L19 8L10 -8Z", BLUE), f"{inner['max']} takes the greatest value"))
    if "min" in inner:
        entries.append((_sign("M1 -8L19 -8L10 8Z", SAND), f"{inner['min']} takes the least"))
    if "chance" in inner:
        entries.append((_round(), "chance: the average, weighted by probability"))
    if "own" in inner:
        entries.append((_sign("M0 0L4 -8H16L20 0L16 8H4Z", BLUE), "whoever moves takes the greatest value of their own"))
    if best:
        entries.append((f'<path d="M0 0H20" stroke="{BOLD}" stroke-width="4" stroke-linecap="round"/>', "principal variation"))
    if "end" in leaves:
        entries.append((_sign("M1 -7H19V7H1Z", PAPER), "game over"))
    if "depth limit" in leaves:
        entries.append((_rounded(), "depth limit: judged by the evaluation"))
    if "pruned" in leaves:
        dashes = f'stroke="{GREY}" stroke-dasharray="4 3"'
        cross = f'<path d="M0 0H20" fill="none" {dashes}/><path d="M10 -7V7" stroke="{INK}" stroke-width="2"/>'
        entries.append((cross, "pruned: never looked at"))
    if probed:
        entries.append((_sign("M3 -9H17L10 1ZM10 1V9", PAPER), "probed: one promising move, for a bound"))
    if windows:
        entries.append((text(0, 0, "[ , ]", SMALL), "window [alpha, beta] on entry"))
    if proven:
        entries.append((text(0, 0, "in 3", SMALL), "win or loss 3 plies after this node"))
    if edges:
        entries.append((text(-4, 0, "ply 3", SMALL), "3 plies after the root"))
    return entries


def _sign(path: str, fill: str) -> str:
    return f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'


def _round() -> str:
    return f'<circle cx="10" cy="0" r="9" fill="{GREEN}" stroke="{INK}" stroke-width="1.2"/>'


def _rounded() -> str:
    return f'<rect x="1" y="-7" width="18" height="14" rx="6" fill="{BLUE}" stroke="{INK}" stroke-width="1.2"/>'
