"""The texts of pictures of trees, the same for all kinds of pictures.

A proven value counts its plies from the node that shows it: `win in 3`, or `+1 in 3` in little space. The edges of a
window, and a value that is compared with one, count from the root instead and say `by ply 5`, because an edge comes from
another part of the tree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from zermelo.report import plain
from zermelo.score import counted
from zermelo.trees.node import CUT_NAMES, TreeNode

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree

MINUS, INFINITY = "−", "∞"
SMALLEST = 1e-300
MARKS = {"max": "MAX", "min": "MIN", "own": "", "chance": "chance", "end": "", "pruned": ""}
ENDS = {
    "end": "game over",
    "depth limit": "depth limit",
    "table": "already known",
    "repeated": "repeated: a draw",
    "soonest": "no sooner win",
    "early cutoff": "beta reached without a move",
    "probe": "probed",
    "proven": "proven",
    "stopped": "not finished",
    "pruned": "pruned",
}
PRUNINGS = {
    "immediate": ("immediate pruning", "no greater value exists"),
    "shallow": ("shallow pruning", "the player before has better elsewhere"),
    "given up": ("given up", "one of the two players before has better elsewhere"),
}


def clean(text: str) -> str:
    r"""Text without characters that would break a line or an XML file.

    >>> clean("e4\n\x00!")
    'e4��!'
    """
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def short(text: str, length: int = 90) -> str:
    """Text, cut off at a length.

    >>> short("tree([[3, 12, 8], [2, 4, 6]])", 12)
    'tree([[3, 1…'
    """
    text = clean(text)
    return text if len(text) <= length else text[: length - 1] + "…"


def number(value: float, sign: bool = False) -> str:
    """A value as in textbooks.

    >>> number(3.0), number(-2.5), number(1 / 3), number(1, sign=True), number(-0.0), number(1e-7), number(5e-324)
    ('3', '−2.5', '0.333', '+1', '0', '1e−07', '0')
    """
    value = 0.0 if abs(value) < SMALLEST else value  # the other edge of an empty window at 0
    whole = plain(value)
    text = f"{whole:+}" if isinstance(whole, int) else f"{value:+.3f}".rstrip("0").rstrip(".")
    if value and text in ("+0", "-0"):
        text = f"{value:+.1g}"
    if text[1:] == "0" or (not sign and text[0] == "+"):
        text = text[1:]
    return text.replace("-", MINUS)


def value(node: TreeNode) -> str:
    """A node's value in words: `3`, `win in 5`, `loss`; `?` if the search was stopped, empty for a pruned node."""
    if node.value is None:
        return "" if node.kind == "pruned" else "?"
    if node.values is not None:
        return " ".join(value_lines(node))
    if node.plies is None:
        return number(node.value)
    outcome = "win" if node.value > 0 else "loss"
    return f"{outcome} in {node.plies}" if node.plies else outcome


def value_lines(node: TreeNode) -> tuple[str, ...]:
    """A node's value for little space: `3`, or `+1` above `in 5`, or `(2, −1, −1)`, the values of all players."""
    if node.value is None or (node.plies is None and node.values is None):
        return (value(node),)
    worth = number(node.value, sign=True) if node.values is None else value_tuple(node.values)
    return (worth, f"in {node.plies}") if node.plies else (worth,)


def value_tuple(values: tuple[float, ...]) -> str:
    """The values of all players.

    >>> value_tuple((2, -1, -0.5))
    '(2, −1, −0.5)'
    """
    return f"({', '.join(map(number, values))})"


def has_windows(tree: Tree) -> bool:
    """Whether any window is not open: in plain minimax and in solution trees all are."""
    return any(node.alpha is not None or node.beta is not None for node in tree.walk())


def window(node: TreeNode) -> str:
    """The window on entry, such as `[3, +∞]`; empty for finished games and pruned nodes."""
    if node.kind in ("end", "pruned"):
        return ""
    alpha = MINUS + INFINITY if node.alpha is None else edge(node.alpha, node.alpha_ply)
    beta = "+" + INFINITY if node.beta is None else edge(node.beta, node.beta_ply)
    return f"[{alpha}, {beta}]"


def cut(node: TreeNode, depth: int) -> tuple[str, str] | None:
    """Why a node was cut off, and the comparison behind it: `beta cutoff`, `14 ≥ 5`; None without a cutoff.

    `depth` is how far the node lies below the root.
    """
    if node.why in PRUNINGS:
        return PRUNINGS[node.why]
    if node.why not in CUT_NAMES or node.value is None:
        return None
    beta = node.why == CUT_NAMES[0]
    limit, ply = (node.beta, node.beta_ply) if beta else (node.alpha, node.alpha_ply)
    sign = "≥" if beta else "≤"
    return node.why, compared(node.value, None if node.plies is None else node.plies + depth, sign, limit, ply)


def compared(value: float, value_ply: int | None, sign: str, limit: float | None, limit_ply: int | None) -> str:
    """The comparison of a value with the edge of a window. Compared with a guess, wins and losses are named.

    >>> compared(14, None, "≥", 5, None), compared(-1, 4, "≤", -1, 4)
    ('14 ≥ 5', '−1 by ply 4 ≤ −1 by ply 4')
    >>> compared(-1, 2, "≤", -2.5, None), compared(3, None, "≥", -1, 4)
    ('loss by ply 2 ≤ −2.5', '3 ≥ loss by ply 4')
    """
    if limit is None:
        return f"{edge(value, value_ply)} {sign} ?"
    written = edge if (value_ply is None) == (limit_ply is None) else _outcome
    return f"{written(value, value_ply)} {sign} {written(limit, limit_ply)}"


def _outcome(worth: float, ply: int | None) -> str:
    return number(worth) if ply is None else f"{'win' if worth > 0 else 'loss'} by ply {ply}"


def note(node: TreeNode, depth: int) -> str:
    """Why a node was left; empty if every move was searched."""
    reason = cut(node, depth)
    return ": ".join(reason) if reason else ENDS.get(node.why, node.why)


def aside(node: TreeNode, depth: int) -> tuple[str, ...]:
    """The lines of text beside a node that has children but was left early."""
    reason = cut(node, depth)
    if reason is not None:
        return f"{reason[0]}:", reason[1]
    return (ENDS["probe"],) if node.why == "probe" and node.children else ()


def move(node: TreeNode) -> str:
    """The move or outcome that leads to a node, with its probability and visits; empty at the root."""
    name = short(node.move or "", 30)
    if node.probability is not None:
        name = f"{name} ({odds(node.probability)})"
    return name if node.visits is None or node.move is None else f"{name} ×{node.visits:,}"


def odds(probability: float) -> str:
    """A probability as a simple fraction, if possible.

    >>> odds(1 / 6), odds(2 / 36), odds(0.1234567), odds(1.0)
    ('1/6', '1/18', '0.123', '1')
    """
    simple = Fraction(probability).limit_denominator(100)
    return str(simple) if abs(simple - probability) < 1e-9 else number(probability)


def side(node: TreeNode) -> str:
    """The player to move at a node: `MAX (x)`, or `MAX` if that is the player's name."""
    mark = MARKS[node.kind]
    if not mark or node.player in ("", mark):
        return mark or clean(node.player)
    return f"{mark} ({clean(node.player)})"


def summary(tree: Tree) -> str:
    """The agent, its nodes and its result; the caption of every picture."""
    held = sum(node.kind != "pruned" for node in tree.walk())
    parts = [short(tree.agent), f"{counted(tree.total, 'node')} entered"]
    root, player = tree.root, clean(tree.max)
    if root.value is not None and root.plies is not None:
        parts.append(f"{player} {'wins' if root.value > 0 else 'loses'} in {root.plies}")
    elif root.values is not None:
        parts.append(f"values {value_tuple(root.values)}")
    else:
        parts.append("not finished" if root.value is None else f"value {number(root.value)} for {player}")
    if tree.truncated:
        parts.append(f"the first {held:,} nodes are shown" if held < tree.total else "cut short")
    return " · ".join(parts)


def edge(worth: float, ply: int | None) -> str:
    """The edge of a window; a win or loss has its ply, counted from the root.

    >>> edge(3, None), edge(1, 5)
    ('3', '+1 by ply 5')
    """
    return number(worth) if ply is None else f"{number(worth, sign=True)} by ply {ply}"
