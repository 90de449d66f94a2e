"""A forcing tree is a plan: one move at each of our turns, every allowed reply at each of theirs, a reached goal at every leaf.

A player with a plan follows it until it ends, or until they play a reply that it does not contain. Asking the table again after
every move would be wrong: the next answer may pursue another goal, so the game could go round in circles.

`str` gives an outline for terminals:

    ▲ x, to reach won
    └─ a3  ▼ o
       ├─ b2  ▲ x
       │  └─ c1  ■ x won
       └─ c1  ▲ x
          └─ b2  ■ x won

`to_json` gives nested dicts for programs, and `to_svg` draws a picture (`forcing_tree_svg.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zermelo.advice.table import Facts
from zermelo.game import Position
from zermelo.trees.node import TreeNode

_SIGNS = {"us": "▲", "them": "▼", "goal": "■"}
_KINDS = {"us": "max", "them": "min", "goal": "end"}


@dataclass(frozen=True)
class Branch:
    """A node of a plan. It is kept small, because plans are made by the thousand."""

    move: int | None
    """The move that leads here; None at the root."""
    ours: bool
    """Whether it is our turn."""
    children: "tuple[Branch, ...]" = ()
    """One child if it is our turn, one for each allowed reply if it is theirs, none if the goal is reached."""

    @property
    def size(self) -> int:
        return 1 + sum(child.size for child in self.children)

    @property
    def height(self) -> int:
        """Plies to the deepest leaf."""
        return max((1 + child.height for child in self.children), default=0)


@dataclass(frozen=True)
class ForcingTree:
    """A plan for a position, and the table, rule and advice that it comes from."""

    position: Position
    root: Branch
    table: str
    rule: str
    advice: str
    goal: Facts
    """The goal that holds at every leaf."""

    @property
    def move(self) -> int:
        """Our first move, by number."""
        move = self.root.children[0].move
        assert move is not None
        return move

    @property
    def line(self) -> tuple[str, ...]:
        """The names of the moves that lead to the first leaf."""
        names: list[str] = []
        position, branch = self.position, self.root
        while branch.children:
            branch = branch.children[0]
            assert branch.move is not None
            names.append(position.name(branch.move))
            position = position.advance(branch.move)
        return tuple(names)

    def after(self, *moves: str | int) -> "ForcingTree | None":
        """The rest of the plan after some moves, by name or number; None if it ends there or does not contain them."""
        position, branch = self.position, self.root
        for move in moves:
            number = position.parse(move) if isinstance(move, str) else move
            found = next((child for child in branch.children if child.move == number), None)
            if found is None:
                return None
            position, branch = position.advance(number), found
        return replace(self, position=position, root=branch) if branch.children else None

    def at(self, position: Position) -> "ForcingTree | None":
        """The rest of the plan in this position, at our turn now or after their reply; None if the plan does not contain it."""
        wanted = position.state
        turns = [(self.position, self.root)]
        while turns:
            here, branch = turns.pop()
            if branch.ours and branch.children and here.state == wanted:
                return replace(self, position=position, root=branch)
            if here is self.position or not branch.ours:
                turns += [(here.advance(child.move), child) for child in branch.children if child.move is not None]
        return None

    def __len__(self) -> int:
        return self.root.size

    def node(self) -> TreeNode:
        """The plan as nodes for drawings: `player` is the player to move or the result, and `why` is "us", "them" or "goal"."""
        return _node(self.root, self.position, None)

    def to_json(self) -> dict[str, Any]:
        about = {"table": self.table, "rule": self.rule, "advice": self.advice, "goal": str(self.goal)}
        return {**about, "root": _data(self.node())}

    def to_svg(self) -> str:
        from zermelo.advice.forcing_tree_svg import to_svg

        return to_svg(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        root = self.node()
        return "\n".join([f"{_told(root)}, to reach {self.goal}", *_outline(root, "")])


def _node(branch: Branch, position: Position, move: str | None) -> TreeNode:
    why = "goal" if not branch.children else "us" if branch.ours else "them"
    said = position.turn if branch.children else position.result if position.over else "reached"
    made = TreeNode(move, said, _KINDS[why], None, None, None, None, why)
    for child in branch.children:
        assert child.move is not None
        made.children.append(_node(child, position.advance(child.move), position.name(child.move)))
    return made


def _data(node: TreeNode) -> dict[str, Any]:
    said = {"player" if node.children else "reached": node.player}
    return {"move": node.move, "kind": node.why, **said, "children": [_data(child) for child in node.children]}


def _outline(node: TreeNode, bars: str) -> Iterator[str]:
    """A line for each node below this one."""
    for child in node.children:
        is_last = child is node.children[-1]
        yield f"{bars}{'└─ ' if is_last else '├─ '}{child.move}  {_told(child)}"
        yield from _outline(child, bars + ("   " if is_last else "│  "))


def _told(node: TreeNode) -> str:
    return f"{_SIGNS[node.why]} {node.player}"
