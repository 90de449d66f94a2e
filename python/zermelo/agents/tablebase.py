"""An agent that plays from tablebases: the fastest win, otherwise a draw, otherwise the slowest loss."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.agents.registry import AGENTS, AnyAgent, agent
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine.agent import Agent, check_agent, fresh
from zermelo.engine.search import score_of
from zermelo.errors import AgentError, PositionError, TablebaseError
from zermelo.game import Position
from zermelo.report import Report, plain
from zermelo.search import Verdict, score
from zermelo.tablebases.file_names import ALL, checked
from zermelo.tablebases.open import open_tablebase
from zermelo.tablebases.tablebase import Tablebase, TablebaseMove

_LINE = 256
"""The most moves of a line to show."""


@dataclass(frozen=True)
class TablebaseAgent(UnsearchedAgent):
    """Plays from tablebases. `otherwise` plays positions that they do not hold."""

    tables: str = ALL
    otherwise: Agent | None = None

    def check(self, position: Position) -> None:
        """Raise an error if there is no tablebase of the game, or if `otherwise` cannot play it."""
        if self.otherwise is not None:
            check_agent(self.otherwise, position)
        else:
            open_tablebase(position.game, self.tables)

    def fresh(self, seed: int) -> "TablebaseAgent":
        return TablebaseAgent(self.tables, None if self.otherwise is None else fresh(self.otherwise, seed))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if position.over:
            raise PositionError(f"the game is over ({position.result}), so there is no move to look up")
        if tree:
            raise AgentError(f"{self} does not search, so it has no tree; choose an agent that searches")
        try:
            yield self._report(position, open_tablebase(position.game, self.tables))
        except TablebaseError:
            if self.otherwise is None:
                raise
            yield from self.otherwise.reports(position)

    def __str__(self) -> str:
        tables = "" if self.tables == ALL else f"tables={self.tables!r}"
        otherwise = "" if self.otherwise is None else f"otherwise={str(self.otherwise)!r}"
        return f"tablebase({', '.join(part for part in (tables, otherwise) if part)})"

    def _report(self, position: Position, tables: Tablebase) -> Report:
        started = time.perf_counter()
        best = tables.best(position)
        verdict = best.verdict or Verdict(0, 0)
        value = plain(verdict.outcome * score.bound(position.rules))
        seats = range(position.rules.players)
        known = {
            "backend": "tablebase",
            "value": value,
            "values": None if value is None else tuple(value if seat == position.player else -value or 0 for seat in seats),
            "nodes": 1 + len(position.choices),
            "plies": verdict.plies if verdict.outcome else None,
            "exact": True,
            "score": score_of(position, value, verdict.plies if verdict.outcome else None, exact=True),
        }
        moves = line(tables, position, best)
        return Report(**self.report_fields(position, moves, **known, seconds=time.perf_counter() - started))


def line(tables: Tablebase, position: Position, best: TablebaseMove) -> tuple[str, ...]:
    """Best play to the end if it is a win or loss; in a draw no end can be forced, so only the first move."""
    names = [best.name]
    position = position.advance(best.move)
    while best.verdict is not None and best.verdict.outcome and not position.over and len(names) < _LINE:
        best = tables.best(position)
        names.append(best.name)
        position = position.advance(best.move)
    return tuple(names)


def tablebase(tables: str = ALL, otherwise: AnyAgent | None = None) -> TablebaseAgent:
    """Perfect play from tablebases, which `zermelo tablebase build` builds: all of the game, one by name, or those in a folder.

    `otherwise="strong(seconds=1)"` plays positions that are in no tablebase; without it, they are an error.
    """
    return TablebaseAgent(checked(tables), None if otherwise is None else agent(otherwise))


table = tablebase
"""The old name of `tablebase`."""
AGENTS["tablebase"] = tablebase
