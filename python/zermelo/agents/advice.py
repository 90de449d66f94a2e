"""An agent that plays by advice: it asks its table for a plan, follows the plan, and asks again when the plan ends.

The plan is kept from move to move. If it contains the opponent's reply, the next move comes from the plan and the table is not
asked. If the plan has ended, or does not contain the reply, the table is asked again. `fresh` starts a new game without a plan.

If the table has no advice, another agent, `otherwise`, chooses the move: alpha-beta to a small depth by default. So the agent
never fails for lack of advice. The report's `backend` and `note` say who chose.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.advice import AdviceError, AdviceTable, Consultation, Expert, Explanation, ForcingTree, consult, find_table
from zermelo.agents.registry import AGENTS, agent
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import Agent, check_agent, check_unfinished, fresh
from zermelo.errors import AgentError
from zermelo.game import Game, Position
from zermelo.limit import Limit
from zermelo.report import Report

OTHERWISE = "alphabeta(depth=4)"
"""The agent that chooses if there is no advice, unless another one is given."""


@dataclass(frozen=True)
class AdviceReport(Report):
    """A report with the plan that its move comes from, and the reasons."""

    plan: ForcingTree | None = None
    """The plan; None if there was no advice."""
    consultation: Consultation | None = None
    """The last consultation of the table: for the position in which the plan began, or for this one if there is no plan."""
    note: str = ""
    """Where the move comes from, in one sentence."""

    @property
    def explanation(self) -> Explanation | None:
        return None if self.consultation is None else Explanation(self.consultation)

    def to_json(self) -> dict[str, Any]:
        told = None if self.plan is None else {name: getattr(self.plan, name) for name in ("table", "rule", "advice")}
        known = {name: value for name, value in super().to_json().items() if name not in ("plan", "consultation")}
        return {**known, "advice": told, "note": self.note}

    def _known(self) -> dict[str, str]:
        known = super()._known()
        if self.plan is not None:  # a plan has no value, and its note says where it comes from
            known = {name: told for name, told in known.items() if name != "value"} | {"agent": self.agent}
        return {"advice": self.note, **known}

    def __str__(self) -> str:
        return f"{super().__str__()} · {self.note}"


class AdviceAgent(UnsearchedAgent):
    """Plays by an advice table."""

    def __init__(self, table: AdviceTable, limit: Limit, otherwise: Agent, called: str) -> None:
        self.table, self.limit, self.otherwise, self.called = table, limit, otherwise, called
        self._expert: Expert | None = None
        self._plan: ForcingTree | None = None
        self._asked: Consultation | None = None

    def fresh(self, seed: int) -> "AdviceAgent":
        """The same agent for a new game, without a plan."""
        made = AdviceAgent(self.table, self.limit, fresh(self.otherwise, seed), self.called)
        made._expert = self._expert
        return made

    def check(self, position: Position) -> None:
        self.expert(position.game).check(position)
        check_agent(self.otherwise, position)

    def expert(self, game: Game) -> Expert:
        if self._expert is None or self._expert.game is not game:
            self._expert = Expert(self.table, game)
        return self._expert

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self} does not search, so it has no tree; see its plan with `zermelo advise`")
        check_unfinished(position)
        started = time.perf_counter()
        kept = None if self._plan is None else self._plan.at(position)
        if kept is not None:
            self._plan = kept
            yield self._planned(position, kept, 1, time.perf_counter() - started, "the plan goes on")
            return
        self._asked = consult(self.expert(position.game), position, self.limit)
        self._plan = self._asked.tree
        if self._plan is not None:
            yield self._planned(position, self._plan, self._asked.nodes, self._asked.seconds, "a new plan")
        else:
            yield from self._unadvised(position, self._asked)

    def __str__(self) -> str:
        return self.called

    def _planned(self, position: Position, plan: ForcingTree, nodes: int, seconds: float, how: str) -> AdviceReport:
        known = {
            "backend": f"advice ({plan.rule}: {plan.advice})",
            "depth": plan.root.height,
            "nodes": nodes,
            "seconds": seconds,
            "plan": plan,
            "consultation": self._asked,
            "note": f"{how}: table {plan.table}, rule {plan.rule}, advice {plan.advice}",
        }
        return AdviceReport(**self.report_fields(position, plan.line, **known))

    def _unadvised(self, position: Position, asked: Consultation) -> Iterator[Report]:
        """Without advice, `otherwise` chooses, and the report says so."""
        why = "no advice applies" if asked.stopped is None else f"no advice was found in time ({asked.stopped})"
        for report in self.otherwise.reports(position):
            told = {name: getattr(report, name) for name in Report.__dataclass_fields__}
            told |= {"agent": str(self), "backend": f"{report.backend} ({why})"}
            told |= {"nodes": report.nodes + asked.nodes, "seconds": report.seconds + asked.seconds}
            yield AdviceReport(**told, consultation=asked, note=f"{why}, so {self.otherwise} chose the move")


def advice(
    table: str | AdviceTable, otherwise: str | None = None, nodes: int | None = None, seconds: float | None = None
) -> AdviceAgent:
    """Plays by an advice table, given by name, such as tictactoe, or as a file, "my.advice".

    If the table has no advice, or finds none within `nodes` and `seconds`, the agent `otherwise` chooses: by default
    alphabeta(depth=4).

    >>> from zermelo import find
    >>> report = advice("tictactoe")(find("tictactoe").position("x x . / o o . / . . ."))
    >>> report.move, report.note
    ('c3', 'a new plan: table tictactoe, rule win, advice win')
    """
    if not isinstance(table, str | AdviceTable):
        raise AdviceError(f"{table!r} is not an advice table; give its name, or a file such as my.advice")
    if otherwise is not None and not isinstance(otherwise, str):
        raise AgentError(f"otherwise={otherwise!r} is not an agent; write it as text, such as {OTHERWISE!r}")
    found = find_table(table) if isinstance(table, str) else table
    given = {"otherwise": otherwise, "nodes": nodes, "seconds": seconds}
    more = [f"{name}={value!r}" for name, value in given.items() if value is not None]
    called = f"advice({', '.join([table if isinstance(table, str) else table.name, *more])})"
    return AdviceAgent(found, Limit(nodes=nodes, seconds=seconds), agent(otherwise or OTHERWISE), called)


AGENTS["advice"] = advice
