"""Guidance for searches: which moves a table would think of, in its order.

A search that knows nothing of advice may look at these moves first, or at nothing else. A move counts if there is a plan that begins
with it, so the question costs more than `consult`, which is content with the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.advice.expert import Expert, Scene
from zermelo.advice.inference import plans
from zermelo.advice.table import FIRST, Table
from zermelo.game.position import Position
from zermelo.limit import Limit
from zermelo.search.control import Control, Stop, Stopped


def advised_moves(position: Position, table: str | Table | Expert, limit: Limit | None = None, every: bool = True) -> list[int]:
    """The moves, by number, with which a plan begins, the one that the table would play in front; empty where it has none.

    They are those of all advice of the rule that applies, best advice first, and of the next rules that apply where the strategy is
    `fall_through`. With `every=False` they are those of the first advice that works, which is what a search may be restricted to.
    A limit that is reached ends the list early.

    >>> from zermelo import find
    >>> position = find("tictactoe").position("x . . / . o . / . . x")
    >>> [position.name(move) for move in advised_moves(position, "tictactoe", every=False)]
    ['b1', 'a2', 'c2', 'b3']
    """
    expert = table if isinstance(table, Expert) else Expert.find(table, position.game)
    expert.check(position)
    moves: dict[int, None] = {}
    try:
        for found in _advised(expert, expert.scene(position), Control(limit or Limit(), Stop())):
            moves.update(dict.fromkeys(found))
            if moves and not every:
                break
    except Stopped:
        pass
    return list(moves)


def _advised(expert: Expert, root: Scene, control: Control) -> Iterator[list[int]]:
    """The moves of each piece of advice in turn, as far as rules go."""
    for rule in expert.table.rules:
        if not expert.holds(rule.condition, root):
            continue
        if rule.table is not None:
            yield from _advised(expert.others[rule.table], root, control)
        for name in rule.advice:
            yield [plan.children[0].move for plan in plans(expert, expert.table.piece(name), root, control)]  # type: ignore[misc]
        if expert.table.strategy == FIRST:
            return
