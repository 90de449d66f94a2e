"""One position of a tree, with its value, its window and why the search left it. Nothing here recurses: trees may be deep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import copysign
from types import NoneType
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.report import plain
from zermelo.search import score

CUT_NAMES = ("beta cutoff", "alpha cutoff")
_FACTS = [
    "move",
    "player",
    "kind",
    "value",
    "plies",
    "alpha",
    "beta",
    "alpha_ply",
    "beta_ply",
    "probability",
    "visits",
    "why",
    "best",
]
"""The fields of a node in JSON, in their order."""


@dataclass
class TreeNode:
    move: str | None
    """The move that leads here; None at the root."""
    player: str
    """The player to move; empty if the game is over or the node was pruned."""
    kind: str
    """"max", "min", "own" (max^n), "chance", "end" (game over), or "pruned" (never searched)."""
    value: float | None
    """Its value; after a cutoff only a bound. None for pruned and unfinished nodes."""
    plies: int | None
    """Plies from here to the end when a win or loss is proven."""
    alpha: float | None
    beta: float | None
    """The window on entry; None for an open side."""
    why: str
    """"" (every move searched), "end", "depth limit", "beta cutoff", "alpha cutoff", "pruned", "table", "soonest", "repeated", "early cutoff", "stopped";
    in max^n "immediate", "shallow", "given up"; with chance "probe"; in Monte-Carlo search "proven"."""
    best: bool = False
    """Whether it lies on the principal variation."""
    alpha_ply: int | None = None
    beta_ply: int | None = None
    """If an edge of the window is a proven win or loss: its ply, counted from the root."""
    probability: float | None = None
    """The probability of this outcome of chance; None after a player's move."""
    values: tuple[float, ...] | None = None
    """The values of all players, if the search computes them."""
    visits: int | None = None
    children: list[TreeNode] = field(default_factory=list, repr=False)

    def walk(self) -> Iterator[TreeNode]:
        """This node and everything below it, parents first."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def placed(self) -> Iterator[tuple[TreeNode, int, int]]:
        """The same, each with its depth and with the index of its parent in this order; -1 for the first."""
        stack, index = [(self, 0, -1)], 0
        while stack:
            node, depth, parent = stack.pop()
            yield node, depth, parent
            stack.extend((child, depth + 1, index) for child in reversed(node.children))
            index += 1

    def facts(self) -> dict[str, Any]:
        """The node's own fields as plain values, without its children."""
        facts = {name: getattr(self, name) for name in _FACTS}
        facts |= {name: plain(facts[name]) for name in ("value", "alpha", "beta")}
        return facts if self.values is None else {**facts, "values": [plain(value) for value in self.values]}

    def to_json(self) -> dict[str, Any]:
        """The node and everything below it as nested dicts."""
        made: dict[str, Any] = {}
        waiting = [(self, made)]
        while waiting:
            node, data = waiting.pop()
            data.update(node.facts(), children=[{} for _ in node.children])
            waiting.extend(zip(node.children, data["children"], strict=True))
        return made

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TreeNode:
        """The inverse of `to_json`."""
        holder: list[TreeNode] = []
        waiting: list[tuple[object, list[TreeNode]]] = [(data, holder)]
        while waiting:
            entry, siblings = waiting.pop()
            facts = checked(entry, _NODE_TYPES, "a node")
            entries = facts.pop("children")
            node = cls(**facts, values=_read_values(entry))
            siblings.append(node)
            waiting.extend((below, node.children) for below in reversed(entries))
        return holder[0]


def mark_best(root: TreeNode) -> None:
    """Mark the principal variation: follow the first child that bears out its parent's value, down to a leaf or to a chance node.

    A root that was left unfinished has no value; there the best finished child stands for it, as in the report.
    """
    root.best = True
    node: TreeNode | None = root
    if root.value is None:
        node = max((child for child in root.children if child.value is not None), key=score_of, default=None)
    while node is not None:
        node.best = True
        if node.kind == "chance":
            break
        wanted = score_of(node)
        node = next((child for child in node.children if child.value is not None and score_of(child, 1) == wanted), None)


def score_of(node: TreeNode, plies: int = 0) -> float:
    """A node's value as a score on search's number line, counted from a place so many plies above the node."""
    assert node.value is not None
    return node.value if node.plies is None else copysign(score.WIN - node.plies - plies, node.value)


def _read_values(entry: object) -> tuple[float, ...] | None:
    values = entry.get("values") if isinstance(entry, Mapping) else None
    if values is not None and not (isinstance(values, list) and all(isinstance(value, int | float) for value in values)):
        raise ZermeloError(f"the field `values` of a node cannot be {values!r:.60}; give what `to_json` made")
    return None if values is None else tuple(values)


_NODE_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("player", "kind", "why"), (str,)),
    **dict.fromkeys(("value", "alpha", "beta", "probability"), (int, float, NoneType)),
    **dict.fromkeys(("plies", "alpha_ply", "beta_ply", "visits"), (int, NoneType)),
    "move": (str, NoneType),
    "best": (bool,),
    "children": (list,),
}


def checked(data: object, types: dict[str, tuple[type, ...]], what: str) -> dict[str, Any]:
    """The fields named in `types`; raises ZermeloError for the first that is missing or wrong."""
    if not isinstance(data, Mapping):
        raise ZermeloError(f"{what} is read from a dict such as `to_json` makes, not from {data!r:.60}")
    for name, kinds in types.items():
        if name not in data:
            raise ZermeloError(f"{what} needs the field `{name}`; give what `to_json` made")
        if not isinstance(data[name], kinds):
            raise ZermeloError(f"the field `{name}` of {what} cannot be {data[name]!r:.60}; give what `to_json` made")
    return {name: data[name] for name in types}
