"""The tree that a search entered: every node with its value, its window and why the search left it.

Values and windows are those of MAX, the player to move at the root. The nodes marked `best` are the principal variation:
at every node the first child that confirms its parent's value, which is how every search here breaks ties. A node's
`plies` count from the node itself. The plies of a window's edges count from the root, because an edge comes from another
part of the tree.

`str(tree)` is an outline; `to_json`, `to_dot` and `to_svg` are for other programs and for people, and `save` writes any
of them to a file. Games may last thousands of plies, so nothing here recurses into the tree.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite, isnan
from pathlib import Path
from typing import Any

from zermelo.errors import ZermeloError, nearest
from zermelo.files import write_whole
from zermelo.game import CHANCE, Position
from zermelo.limit import MAX_PLY
from zermelo.report import plain
from zermelo.search import Visit, deep, score, trace
from zermelo.search.chance.expectation import undiscounted
from zermelo.search.multiplayer.view import Scene
from zermelo.trees.drawing import to_dot, to_svg, to_text
from zermelo.trees.node import CUT_NAMES, TreeNode, checked, mark_best
from zermelo.trees.player.recording import replay

_CUTS = (trace.CUT, trace.SOONEST, trace.GIVEN_UP)
"""After these, a node has children that were not searched."""


@dataclass
class Tree:
    """A searched tree."""

    game: str
    agent: str
    max: str
    """The player whose values are shown."""
    root: TreeNode
    total: int
    """Nodes that the search entered; the tree may hold fewer."""
    truncated: bool

    @classmethod
    def from_visits(
        cls, position: Position | Scene, agent: str, visits: list[Visit], total: int, bound: float, chance: bool = False
    ) -> "Tree":
        """The tree of a trace, with names of moves. Scores become value and distance; with `chance`, undiscounted values."""
        nodes: list[TreeNode] = []
        plies: list[int] = []
        positions: dict[int, Position | Scene] = {}  # only of nodes with children
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

    def __reduce__(self) -> tuple[Any, ...]:
        return Tree.loads, (self.dumps(),)  # a deep tree is not a deep pickle

    def walk(self) -> Iterator[TreeNode]:
        return self.root.walk()

    def to_json(self) -> dict[str, Any]:
        return {**self._facts(), "root": self.root.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Tree":
        """The inverse of `to_json`; raises ZermeloError if the data are not a tree."""
        facts = checked(data, _TREE_TYPES, "a tree")
        return cls(**{**facts, "root": TreeNode.from_json(facts["root"])})

    def dumps(self) -> str:
        """The tree as JSON text; json.dumps itself fails on deep trees."""
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
    def loads(cls, text: str) -> "Tree":
        """The inverse of `dumps`; raises ZermeloError if the text is not a tree."""
        try:
            with deep(_NESTED):
                data = json.loads(text, parse_int=_whole)
        except RecursionError:
            raise ZermeloError("the text is not a tree: it is nested too deeply") from None
        except ValueError as error:
            raise ZermeloError(f"the text is not a tree, or it is damaged: {error}") from None
        return cls.from_json(data)

    def rescale(self, low: float, high: float) -> None:
        """Set the values of wins and losses, for games that are not zero-sum."""

        def rescaled(number: float | None, ply: int | None) -> float | None:
            return number if number is None or ply is None else plain(high if number > 0 else low)

        for node in self.walk():
            node.value = rescaled(node.value, node.plies)
            node.alpha, node.beta = rescaled(node.alpha, node.alpha_ply), rescaled(node.beta, node.beta_ply)

    def to_dot(self) -> str:
        """The tree in Graphviz's language."""
        return to_dot(self)

    def to_svg(self) -> str:
        """The tree as a picture."""
        return to_svg(self)

    def to_html(self) -> str:
        """A self-contained page that plays the search step by step."""
        return replay(self).to_html()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tree to a file: .json, .dot, .svg, .html or .txt. The file is written completely or not at all."""
        target = Path(path)
        suffix = target.suffix.lower()
        writers = {".json": self.dumps, ".dot": self.to_dot, ".svg": self.to_svg, ".html": self.to_html, ".txt": self.__str__}
        if suffix not in writers:
            hint = nearest(suffix, writers)
            raise ZermeloError(f"a tree cannot be saved as `{target.name}`: end the name in one of {', '.join(writers)}.{hint}")
        write_whole(target, writers[suffix]().rstrip("\n") + "\n")

    def _facts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("game", "agent", "max", "total", "truncated")}

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
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
        trace.EARLY: "early cutoff",
        trace.GIVEN_UP: "given up",
        trace.PROBE: "probe",
        trace.REPEATED: "repeated",
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


def _seen(number: float | None, bound: float) -> float | None:
    return None if number is None else plain(undiscounted(number, bound))


_NESTED = 4 * MAX_PLY + 1000
"""The recursion limit for reading the deepest tree, which has two brackets a ply."""


def _whole(digits: str) -> int:
    if len(digits) > 18:
        raise ValueError(f"{digits:.20}... is too large a number for a tree")
    return int(digits)


_TREE_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("game", "agent", "max"), (str,)),
    "total": (int,),
    "truncated": (bool,),
    "root": (dict,),
}
