"""The tree that a search went through, as an object: every node with its value, its window and why it was left.

Values and windows are those of MAX, the player to move at the root. The bold path, `best`, is the principal variation:
at every node the first child that bears out its parent's value, which is how every search here breaks ties. A node's
`plies` count from the node itself; the plies of a window's edges count from the root, because an edge was earned
elsewhere in the tree, often nearer to the root than the node that is measured against it.

`str(tree)` is an outline; `to_json`, `to_dot` and `to_svg` are for other programs and for people, and `save` writes any
of them to a file. Games may last thousands of plies, so nothing here recurses into the tree.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import copysign, isfinite, isnan
from types import NoneType
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game import CHANCE
from zermelo.limit import MAX_PLY
from zermelo.position import Position
from zermelo.recursion import deep
from zermelo.report import plain
from zermelo.search import score, trace
from zermelo.search.expectation import unfaded
from zermelo.search.trace import Visit
from zermelo.search.view import Scene

CUT_NAMES = ("beta cutoff", "alpha cutoff")
_CUTS = (trace.CUT, trace.SOONEST, trace.GIVEN_UP)
"""After these, a node has children that are only listed."""


@dataclass
class TreeNode:
    """One position of the tree."""

    move: str | None
    """The move that leads here; None at the root."""
    player: str
    """Who is to move here; empty where nobody is or where nobody looked."""
    kind: str
    """"max", "min", "own" (everybody for themselves), "chance", "end" (game over), or "pruned" (never looked at)."""
    value: float | None
    """What the search made of it; with a cutoff it is only a bound. None for pruned nodes and unfinished ones."""
    plies: int | None
    """Plies from here to the end when a win or loss is proven."""
    alpha: float | None
    beta: float | None
    """The window on entry; None where it was open on that side."""
    why: str
    """"" (every move searched), "end", "depth limit", "beta cutoff", "alpha cutoff", "pruned", "table", "soonest", "pass", "stopped";
    in max^n "immediate", "shallow", "given up"; where chance has a say "probe"; in Monte-Carlo search "proven"."""
    best: bool = False
    """Whether it lies on the principal variation."""
    alpha_ply: int | None = None
    beta_ply: int | None = None
    """Where an edge of the window is a proven win or loss: the ply, counted from the root, at which it is reached."""
    probability: float | None = None
    """How likely chance is to lead here; None where a player does."""
    values: tuple[float, ...] | None = None
    """What the search made of it for every player, where it knows."""
    visits: int | None = None
    """How often Monte-Carlo search came here."""
    children: list[TreeNode] = field(default_factory=list, repr=False)

    def walk(self) -> Iterator[TreeNode]:
        """This node and everything below it, parents first."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def facts(self) -> dict[str, Any]:
        """The node's own fields as plain values, without its children."""
        return {
            "move": self.move,
            "player": self.player,
            "kind": self.kind,
            "value": plain(self.value),
            "plies": self.plies,
            "alpha": plain(self.alpha),
            "beta": plain(self.beta),
            "alpha_ply": self.alpha_ply,
            "beta_ply": self.beta_ply,
            "probability": self.probability,
            "visits": self.visits,
            "why": self.why,
            "best": self.best,
        } | ({} if self.values is None else {"values": [plain(value) for value in self.values]})

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
            facts = _checked(entry, _NODE_TYPES, "a node")
            entries = facts.pop("children")
            node = cls(**facts, values=_read_values(entry))
            siblings.append(node)
            waiting.extend((below, node.children) for below in reversed(entries))
        return holder[0]


@dataclass
class Tree:
    """A searched tree."""

    game: str
    agent: str
    max: str
    """Name of the player whose view values are."""
    root: TreeNode
    total: int
    """Nodes that the search entered; the tree may hold fewer."""
    truncated: bool

    @classmethod
    def from_visits(
        cls, position: Position | Scene, agent: str, visits: list[Visit], total: int, bound: float, chance: bool = False
    ) -> Tree:
        """The tree of a trace, with moves named, and scores split into value and distance, or as they are where chance has a say."""
        nodes: list[TreeNode] = []
        plies: list[int] = []
        positions: dict[int, Position | Scene] = {}  # of nodes with children only: leaves are never played out
        odds: dict[int, dict[int, float]] = {}
        for visit in visits:
            parent, name, ply = visit.parent, None, 0
            if parent >= 0:
                if parent not in positions:
                    before = visits[parent].parent
                    positions[parent] = position if before < 0 else positions[before].advance(visits[parent].move)
                name, ply = positions[parent].name(visit.move), plies[parent] + 1
            node = _node(visit, name, position, bound, ply)
            if parent >= 0:
                nodes[parent].children.append(node)
                if nodes[parent].kind == "chance":
                    here = positions[parent]
                    node.probability = odds.setdefault(parent, dict(here.rules.chances(here.state)))[visit.move]
            nodes.append(node)
            plies.append(ply)
        short = sum(visit.why != trace.PRUNED for visit in visits) < total or any(
            visits[index].why in _CUTS and len({child.move for child in nodes[index].children}) < len(here.choices)
            for index, here in positions.items()
        )
        root = nodes[0] if nodes else TreeNode(None, position.turn, "max", None, None, None, None, "stopped")
        mark_best(root)
        for node in root.walk() if chance else ():
            node.value, node.alpha, node.beta = (_seen(number, bound) for number in (node.value, node.alpha, node.beta))
        return cls(str(position.game), agent, position.turn, root, total, short)

    def walk(self) -> Iterator[TreeNode]:
        return self.root.walk()

    def to_json(self) -> dict[str, Any]:
        return {**self._facts(), "root": self.root.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tree:
        """The inverse of `to_json`; says what is missing where the data are no tree."""
        facts = _checked(data, _TREE_TYPES, "a tree")
        return cls(**{**facts, "root": TreeNode.from_json(facts["root"])})

    def dumps(self) -> str:
        """The tree as JSON text; json.dumps itself gives up on deep trees."""
        parts = [json.dumps(self._facts())[:-1], ', "root": ']
        stack: list[TreeNode | str] = [self.root, "}"]
        stack.reverse()
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            parts.append(json.dumps(item.facts())[:-1] + ', "children": [')
            stack.append("]}")
            for index, child in enumerate(reversed(item.children)):
                stack.extend((", ", child) if index else (child,))
        return "".join(parts)

    @classmethod
    def loads(cls, text: str) -> Tree:
        """The inverse of `dumps`; says what is wrong with a text that is no tree."""
        try:
            with deep(_NESTED):
                data = json.loads(text, parse_int=_whole)
        except RecursionError:
            raise ZermeloError("the text is no tree: it is nested deeper than any game is long") from None
        except ValueError as error:
            raise ZermeloError(f"the text is no tree, or a damaged one: {error}") from None
        return cls.from_json(data)

    def rescale(self, low: float, high: float) -> None:
        """Say what wins and losses are worth where the others together do not lose what one wins."""
        for node in self.walk():
            if node.value is not None and node.plies is not None:
                node.value = plain(high if node.value > 0 else low)
            if node.alpha is not None and node.alpha_ply is not None:
                node.alpha = plain(high if node.alpha > 0 else low)
            if node.beta is not None and node.beta_ply is not None:
                node.beta = plain(high if node.beta > 0 else low)

    def to_dot(self) -> str:
        """The tree in Graphviz's language."""
        from zermelo.drawing import to_dot

        return to_dot(self)

    def to_svg(self) -> str:
        """The tree as a picture."""
        from zermelo.drawing import to_svg

        return to_svg(self)

    def to_html(self) -> str:
        """A page that plays the search through the tree, step by step; it needs nothing else."""
        from zermelo.steps import replay

        return replay(self).to_html()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tree to a file: .json, .dot, .svg, .html or .txt; the file is there whole or not at all."""
        from zermelo.drawing import save

        save(self, path)

    def _facts(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "agent": self.agent,
            "max": self.max,
            "total": self.total,
            "truncated": self.truncated,
        }

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        from zermelo.drawing import to_text

        return to_text(self)


def _node(visit: Visit, move: str | None, position: Position | Scene, bound: float, ply: int) -> TreeNode:
    if visit.why == trace.PRUNED:
        return TreeNode(move, "", "pruned", None, None, None, None, "pruned")
    ours, chance = visit.player == position.player, visit.player == CHANCE
    names = position.sides if isinstance(position, Scene) else position.game.players
    value, plies = (None, None) if isnan(visit.value) else score.split(visit.value, bound)
    over = visit.why == trace.END
    why = {
        trace.OPEN: "",
        trace.END: "end",
        trace.HORIZON: "depth limit",
        trace.CUT: CUT_NAMES[0 if (visit.value >= visit.beta if chance else ours) else 1],
        trace.TABLE: "table",
        trace.SOONEST: "soonest",
        trace.PASS: "pass",
        trace.GIVEN_UP: "given up",
        trace.PROBE: "probe",
    }[visit.why]
    alpha, alpha_ply = _edge(visit.alpha, bound)
    beta, beta_ply = _edge(visit.beta, bound)
    return TreeNode(
        move=move,
        player="" if over else "chance" if chance else names[visit.player],
        kind="end" if over else "chance" if chance else "max" if ours else "min",
        value=plain(value),
        plies=None if plies is None else plies - ply,
        alpha=alpha,
        beta=beta,
        why=why if value is not None else "stopped",
        alpha_ply=alpha_ply,
        beta_ply=beta_ply,
    )


def _edge(edge: float, bound: float) -> tuple[float | None, int | None]:
    value, ply = score.split(edge, bound) if isfinite(edge) else (None, None)
    return plain(value), ply


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


def _seen(number: float | None, bound: float) -> float | None:
    return None if number is None else plain(unfaded(number, bound))


def score_of(node: TreeNode, plies: int = 0) -> float:
    """A node's value as a score on search's number line, counted from a place so many plies above the node."""
    assert node.value is not None
    return node.value if node.plies is None else copysign(score.WIN - node.plies - plies, node.value)


def _read_values(entry: object) -> tuple[float, ...] | None:
    values = entry.get("values") if isinstance(entry, Mapping) else None
    if values is not None and not (isinstance(values, list) and all(isinstance(value, int | float) for value in values)):
        raise ZermeloError(f"the field `values` of a node cannot be {values!r:.60}; give what `to_json` made")
    return None if values is None else tuple(values)


_NESTED = 4 * MAX_PLY + 1000
"""Python's recursion limit must let the deepest tree be read, which has two brackets a ply."""


def _whole(digits: str) -> int:
    if len(digits) > 18:
        raise ValueError(f"{digits:.20}... is no number that a tree could hold")
    return int(digits)


_NODE_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("player", "kind", "why"), (str,)),
    **dict.fromkeys(("value", "alpha", "beta", "probability"), (int, float, NoneType)),
    **dict.fromkeys(("plies", "alpha_ply", "beta_ply", "visits"), (int, NoneType)),
    "move": (str, NoneType),
    "best": (bool,),
    "children": (list,),
}
_TREE_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("game", "agent", "max"), (str,)),
    "total": (int,),
    "truncated": (bool,),
    "root": (dict,),
}


def _checked(data: object, types: dict[str, tuple[type, ...]], what: str) -> dict[str, Any]:
    """The fields asked for, or a sentence about the first that is missing or wrong."""
    if not isinstance(data, Mapping):
        raise ZermeloError(f"{what} is read from a dict such as `to_json` makes, not from {data!r:.60}")
    for name, kinds in types.items():
        if name not in data:
            raise ZermeloError(f"{what} needs the field `{name}`; give what `to_json` made")
        if not isinstance(data[name], kinds):
            raise ZermeloError(f"the field `{name}` of {what} cannot be {data[name]!r:.60}; give what `to_json` made")
    return {name: data[name] for name in types}
