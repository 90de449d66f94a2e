"""Advice for searches: the moves that a table would consider, in its order.

A search may try these moves first, or try nothing else. A move counts if some plan begins with it. So this question takes longer
than `consult`, which stops at the first plan.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.advice.expert import Expert, Situation
from zermelo.advice.inference import plans
from zermelo.advice.table import FIRST, AdviceTable
from zermelo.game import Position
from zermelo.limit import Limit
from zermelo.search.control import Control, Stop, Stopped


def advised_moves(
    position: Position, table: str | AdviceTable | Expert, limit: Limit | None = None, every: bool = True
) -> list[int]:
    """The moves, by number, that begin a plan. The move that the table would play comes first. Empty if there is no plan.

    The list has the moves of all advice of the rule that applies, in the order of the advice; with the strategy `fall_through`,
    those of later rules that apply follow. With `every=False` it has only the moves of the first advice that works, to restrict a
    search to them. If the limit is reached, the list ends early.

    >>> from zermelo import find
    >>> position = find("tictactoe").position("x . . / . o . / . . x")
    >>> [position.name(move) for move in advised_moves(position, "tictactoe", every=False)]
    ['b1', 'a2', 'c2', 'b3']
    """
    expert = table if isinstance(table, Expert) else Expert.find(table, position.game)
    expert.check(position)
    moves: dict[int, None] = {}
    try:
        for found in _advised(expert, expert.situation(position), Control(limit or Limit(), Stop())):
            moves.update(dict.fromkeys(found))
            if moves and not every:
                break
    except Stopped:
        pass
    return list(moves)


def _advised(expert: Expert, root: Situation, control: Control) -> Iterator[list[int]]:
    """The moves of each piece of advice, in the order of the rules that apply."""
    for rule in expert.table.rules:
        if not expert.holds(rule.condition, root):
            continue
        if rule.table is not None:
            yield from _advised(expert.others[rule.table], root, control)
        for name in rule.advice:
            yield [plan.children[0].move for plan in plans(expert, expert.table.piece(name), root, control)]  # type: ignore[misc]
        if expert.table.strategy == FIRST:
            return
