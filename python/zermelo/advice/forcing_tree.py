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

`to_json` is for programs, and `to_svg` draws a picture (`forcing_tree_svg.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zermelo.advice.table import Facts
from zermelo.game import Position

_SIGNS = {"us": "▲", "them": "▼", "goal": "■"}


@dataclass(frozen=True)
class Branch:
    """A node of a plan. It is kept small, because plans are made by the thousand."""

    move: int | None
    """The move that leads here; None at the root."""
    ours: bool
    """Whether it is our turn."""
    children: tuple[Branch, ...] = ()
    """One child if it is our turn, one for each allowed reply if it is theirs, none if the goal is reached."""

    def walk(self) -> Iterator[Branch]:
        """This node and all nodes below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

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

    def after(self, *moves: str | int) -> ForcingTree | None:
        """The rest of the plan after some moves, by name or number; None if it ends there or does not contain them."""
        position, branch = self.position, self.root
        for move in moves:
            number = position.parse(move) if isinstance(move, str) else move
            found = next((child for child in branch.children if child.move == number), None)
            if found is None:
                return None
            position, branch = position.advance(number), found
        return replace(self, position=position, root=branch) if branch.children else None

    def at(self, position: Position) -> ForcingTree | None:
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
        """The number of nodes."""
        return sum(1 for _ in self.root.walk())

    def rows(self) -> Iterator[tuple[int, str | None, str, str]]:
        """For each node: its depth, the move that leads to it, "us", "them" or "goal", and the player to move or the result."""
        stack: list[tuple[int, Position, str | None, Branch]] = [(0, self.position, None, self.root)]
        while stack:
            depth, position, name, branch = stack.pop()
            if not branch.children:
                yield depth, name, "goal", position.result if position.over else "reached"
                continue
            yield depth, name, "us" if branch.ours else "them", position.turn
            for child in reversed(branch.children):
                assert child.move is not None
                stack.append((depth + 1, position.advance(child.move), position.name(child.move), child))

    def to_json(self) -> dict[str, Any]:
        """The plan as nested dicts."""
        nodes: list[dict[str, Any]] = []
        for depth, move, kind, words in self.rows():
            told = {"player": words} if kind != "goal" else {"reached": words}
            node: dict[str, Any] = {"move": move, "kind": kind, **told, "children": []}
            del nodes[depth:]
            if nodes:
                nodes[-1]["children"].append(node)
            nodes.append(node)
        about = {"table": self.table, "rule": self.rule, "advice": self.advice, "goal": str(self.goal)}
        return {**about, "root": nodes[0]}

    def to_svg(self) -> str:
        """The plan as a picture."""
        from zermelo.advice.forcing_tree_svg import to_svg

        return to_svg(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        rows = list(self.rows())
        lines: list[str] = []
        more = [False] * (1 + max(row[0] for row in rows))  # whether a sibling follows, by depth
        for depth, move, kind, words in reversed(rows):
            bars = "".join("│  " if more[level] else "   " for level in range(1, depth))
            branch = ("├─ " if more[depth] else "└─ ") if depth else ""
            goal = "" if depth else f", to reach {self.goal}"
            lines.append(f"{bars}{branch}{f'{move}  ' if move else ''}{_SIGNS[kind]} {words}{goal}")
            more[depth] = True
            more[depth + 1 :] = [False] * len(more[depth + 1 :])
        return "\n".join(reversed(lines))
