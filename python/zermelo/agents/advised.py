"""A search with advice: alpha-beta that tries the moves of an advice table first, or tries nothing else.

A table knows which moves are worth trying, and a search finds out whether they work. If advised moves come first, they cause
earlier cutoffs and change nothing else. If the search is restricted to the moves of the first advice that works, it can search
deeper, but misses what the table does not consider. Then its value is that of the best advised move, and the report calls it
exact only if it is a proven win.

If the table has no advice, the search is an ordinary one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.advice import AdviceTable, Expert, advised_moves, find_table
from zermelo.agents.registry import AGENTS, agent as make_agent
from zermelo.engine.agent import SearchAgent
from zermelo.errors import AgentError
from zermelo.game import Position
from zermelo.limit import Limit
from zermelo.report import Report

NODES = 100_000
"""The most positions that the table may enter before the search begins."""


@dataclass(frozen=True)
class AdvisedAgent:
    """A search that uses an advice table."""

    table: AdviceTable
    searcher: SearchAgent
    only: bool
    called: str

    def check(self, position: Position) -> None:
        Expert.find(self.table, position.game).check(position)
        self.searcher.search(position, among=position.choices)

    def fresh(self, seed: int) -> "AdvisedAgent":
        return AdvisedAgent(self.table, self.searcher.fresh(seed), self.only, self.called)

    def among(self, position: Position) -> tuple[int, ...]:
        """The moves to search, in order."""
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


def advised(table: str | AdviceTable, agent: str = "strong(depth=6)", only: bool = False) -> AdvisedAgent:
    """A search that tries the moves of an advice table first; with `only=True`, it tries nothing else.

    >>> from zermelo import find
    >>> position = find("tictactoe").position("x . . / . o . / . . x")
    >>> advised("tictactoe", "alphabeta()", only=True)(position).move
    'b1'
    """
    searcher = make_agent(agent) if isinstance(agent, str) else agent
    if not isinstance(searcher, SearchAgent):
        raise AgentError(f"agent={agent!r} does not search; give alphabeta or strong, such as agent='alphabeta(depth=6)'")
    if not isinstance(table, str | AdviceTable):
        raise AgentError(f"table={table!r} is not an advice table: give its name, or a file such as my.advice")
    found = find_table(table) if isinstance(table, str) else table
    name = table if isinstance(table, str) else table.name
    return AdvisedAgent(found, searcher, bool(only), f"advised({name}, {agent!r}{', only=True' if only else ''})")


AGENTS["advised"] = advised
