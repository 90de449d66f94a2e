"""An agent that plays by tables: a win in the fewest plies, a draw kept, a loss put off as long as possible."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.agents.registry import AGENTS, agent
from zermelo.engine.agent import Agent, check_agent
from zermelo.errors import AgentError, PositionError, TableError
from zermelo.game.position import Position
from zermelo.report import Report, plain
from zermelo.search import score
from zermelo.search.known import Verdict
from zermelo.tablebases.place import ALL, checked
from zermelo.tablebases.store import TableMove, Tables, open_tables

_LINE = 256
"""Lines are shown so many moves far."""


@dataclass(frozen=True)
class TableAgent:
    """Plays what tables say; somebody else plays where they end."""

    tables: str = ALL
    otherwise: Agent | None = None

    def check(self, position: Position) -> None:
        """Refuse games without tables, and without somebody who plays instead."""
        if self.otherwise is not None:
            check_agent(self.otherwise, position)
        else:
            open_tables(position.game, self.tables)

    def fresh(self, seed: int) -> TableAgent:
        """The same agent at the beginning of a game."""
        begin = getattr(self.otherwise, "fresh", None)
        return self if begin is None else TableAgent(self.tables, begin(seed))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if position.over:
            raise PositionError(f"the game is over ({position.result}): there is no move to look for")
        if tree:
            raise AgentError(f"{self} does not search, so it has no tree to show")
        try:
            yield self._report(position, open_tables(position.game, self.tables))
        except TableError:
            if self.otherwise is None:
                raise
            yield from self.otherwise.reports(position)

    def __call__(self, position: Position) -> Report:
        *_, last = self.reports(position)
        return last

    def __str__(self) -> str:
        tables = "" if self.tables == ALL else f"tables={self.tables!r}"
        otherwise = "" if self.otherwise is None else f"otherwise={str(self.otherwise)!r}"
        return f"table({', '.join(part for part in (tables, otherwise) if part)})"

    def _report(self, position: Position, tables: Tables) -> Report:
        started = time.perf_counter()
        best = tables.best(position)
        verdict = best.verdict or Verdict(0, 0)
        value = plain(verdict.outcome * score.bound(position.rules))
        seats = range(position.rules.players)
        return Report(
            game=str(position.game),
            agent=str(self),
            backend="table",
            player=position.turn,
            move=best.name,
            value=value,
            values=None if value is None else tuple(value if seat == position.player else -value or 0 for seat in seats),
            line=line(tables, position, best),
            depth=0,
            nodes=1 + len(position.choices),
            seconds=time.perf_counter() - started,
            plies=verdict.plies if verdict.outcome else None,
            exact=True,
        )


def line(tables: Tables, position: Position, best: TableMove) -> tuple[str, ...]:
    """Best play to the end where somebody wins; a draw has no end that anybody can force, so its first move only."""
    names = [best.name]
    position = position.advance(best.move)
    while best.verdict is not None and best.verdict.outcome and not position.over and len(names) < _LINE:
        best = tables.best(position)
        names.append(best.name)
        position = position.advance(best.move)
    return tuple(names)


def table(tables: str = ALL, otherwise: str | Agent | None = None) -> TableAgent:
    """Perfect play from endgame tables, built with `zermelo table build`: all of a game's, one by name, or those of a folder.

    `otherwise="strong(seconds=1)"` plays where no table knows the position; without it that is an error.
    """
    other = agent(otherwise) if isinstance(otherwise, str) else otherwise
    if other is not None and not hasattr(other, "reports"):
        raise AgentError(f"otherwise={other!r} is not an agent: write it like a call, such as 'strong(seconds=1)'")
    return TableAgent(checked(tables), other)


AGENTS["table"] = table
