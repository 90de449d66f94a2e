"""The forcing tree: a plan. One move wherever it is our turn, every allowed reply wherever it is theirs, a reached goal at every leaf.

Whoever has one need not think again until it ends, or until a reply comes that it did not reckon with. And must not: asking afresh
after every move can go round in circles, because the next answer may pursue another goal.

`str` is an outline, for terminals:

    ▲ x, to reach won
    └─ a3  ▼ o
       ├─ b2  ▲ x
       │  └─ c1  ■ x won
       └─ c1  ▲ x
          └─ b2  ■ x won

`to_json` is for programs and `to_svg` for people; `picture` draws it with the pieces of which all pictures of trees are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zermelo.advice.table import Facts
from zermelo.game.position import Position

_SIGNS = {"us": "▲", "them": "▼", "goal": "■"}


@dataclass(frozen=True)
class Branch:
    """A node of a plan, as bare as possible: trees are made by the thousand."""

    move: int | None
    """The move that leads here; None at the root."""
    ours: bool
    """Whether it is our turn."""
    children: tuple[Branch, ...] = ()
    """One where it is our turn, all allowed replies where it is theirs, none where the goal is reached."""

    def walk(self) -> Iterator[Branch]:
        """This node and everything below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def height(self) -> int:
        """Plies to the farthest leaf."""
        return max((1 + child.height for child in self.children), default=0)


@dataclass(frozen=True)
class ForcingTree:
    """A plan from a position on, and where it comes from."""

    position: Position
    root: Branch
    table: str
    rule: str
    advice: str
    goal: Facts
    """What holds at every leaf."""

    @property
    def move(self) -> int:
        """Our move, by number."""
        move = self.root.children[0].move
        assert move is not None
        return move

    @property
    def line(self) -> tuple[str, ...]:
        """Names of the moves that lead to the first leaf."""
        names: list[str] = []
        position, branch = self.position, self.root
        while branch.children:
            branch = branch.children[0]
            assert branch.move is not None
            names.append(position.name(branch.move))
            position = position.advance(branch.move)
        return tuple(names)

    def after(self, *moves: str | int) -> ForcingTree | None:
        """What is left of the plan after moves, by name or number; None where it ends, or has not reckoned with them."""
        position, branch = self.position, self.root
        for move in moves:
            number = position.parse(move) if isinstance(move, str) else move
            found = next((child for child in branch.children if child.move == number), None)
            if found is None:
                return None
            position, branch = position.advance(number), found
        return replace(self, position=position, root=branch) if branch.children else None

    def at(self, position: Position) -> ForcingTree | None:
        """What is left of the plan in a position that comes up at our turn: now, or when they have replied."""
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
        """Number of nodes."""
        return sum(1 for _ in self.root.walk())

    def rows(self) -> Iterator[tuple[int, str | None, str, str]]:
        """For every node its depth, the move that leads to it, "us", "them" or "goal", and what is to be said there."""
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
        from zermelo.advice.picture import to_svg

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
