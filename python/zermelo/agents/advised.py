"""Advice for a search: alpha-beta that looks first, or only, at the moves a table thinks of.

A table knows what is worth trying, a search knows whether it works. In front of the others, advised moves make for early cutoffs and
change nothing else. Alone, those of the first advice that works let the search look deeper, at the price of what the table does not think
of. Then a value is that of the best advised move, and the report calls it exact only where it is a proven win.

Where the table thinks of no move, the search is as it always is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.advice.catalog import find
from zermelo.advice.expert import Expert
from zermelo.advice.guidance import advised_moves
from zermelo.advice.table import Table
from zermelo.agents.registry import AGENTS
from zermelo.agents.registry import agent as make_agent
from zermelo.engine.agent import SearchAgent
from zermelo.errors import AgentError
from zermelo.game.position import Position
from zermelo.limit import Limit
from zermelo.report import Report

NODES = 100_000
"""Positions that the table may look at before the search begins."""


@dataclass(frozen=True)
class AdvisedAgent:
    """A search that listens to a table."""

    table: Table
    searcher: SearchAgent
    only: bool
    called: str

    def check(self, position: Position) -> None:
        """Refuse, with the reason, a position or game that it cannot play."""
        Expert.find(self.table, position.game).check(position)
        self.searcher.search(position, among=position.choices)

    def fresh(self, seed: int) -> AdvisedAgent:
        """The same agent at the beginning of a game."""
        return AdvisedAgent(self.table, self.searcher.fresh(seed), self.only, self.called)

    def among(self, position: Position) -> tuple[int, ...]:
        """The moves that the search looks at, in its order."""
        expert = Expert.find(self.table, position.game)
        moves = advised_moves(position, expert, Limit(nodes=NODES), every=not self.only)
        rest = () if self.only and moves else position.choices
        return (*moves, *(move for move in rest if move not in moves))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        return iter(self.searcher.search(position, tree, self.among(position)))

    def __call__(self, position: Position, tree: int = 0) -> Report:
        *_, last = self.reports(position, tree)
        return last

    def __str__(self) -> str:
        return self.called

    def __repr__(self) -> str:
        return f"<agent {self}>"


def advised(table: str | Table, agent: str = "strong(depth=6)", only: bool = False) -> AdvisedAgent:
    """A search that looks first at the moves a table of advice thinks of; with `only=True`, at nothing else.

    >>> from zermelo import find
    >>> position = find("tictactoe").position("x . . / . o . / . . x")
    >>> advised("tictactoe", "alphabeta()", only=True)(position).move
    'b1'
    """
    searcher = make_agent(agent) if isinstance(agent, str) else agent
    if not isinstance(searcher, SearchAgent):
        raise AgentError(f"agent={agent!r} does not search: advise alphabeta or strong, such as agent='alphabeta(depth=6)'")
    if not isinstance(table, str | Table):
        raise AgentError(f"table={table!r} is not an advice table: give its name, or a file such as my.advice")
    found = find(table) if isinstance(table, str) else table
    name = table if isinstance(table, str) else table.name
    return AdvisedAgent(found, searcher, bool(only), f"advised({name}, {agent!r}{', only=True' if only else ''})")


AGENTS["advised"] = advised
