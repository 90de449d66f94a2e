"""The default agent: in every position the agent that fits, chosen by `choice`.

    auto(seconds=1)     what plays and advises if nobody names an agent

Its reports say which agent it was, and why: `report.agent` and `report.why`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.agents.choice import Chosen, choose
from zermelo.agents.registry import AGENTS
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import SearchAgent
from zermelo.engine.memory import Memory
from zermelo.engine.tablebases_and_books import BUILT, NONE, named_tables
from zermelo.errors import AgentError, nearest
from zermelo.game import Position
from zermelo.game.evaluation import AnyEvaluation, Evaluation, evaluation
from zermelo.limit import Limit, memory_size
from zermelo.report import Report
from zermelo.search.parameter import written

_LIMITS = ("depth", "nodes", "playouts", "seconds", "memory")
_TAKES = (*_LIMITS, "lines", "tables", "evaluate", "backend")


@dataclass(frozen=True, repr=False)
class AutoAgent(UnsearchedAgent):
    """Asks the agent that fits the game."""

    limit: Limit = Limit(seconds=1.0)  # noqa: RUF009  (frozen)
    lines: int = 1
    backend: str | None = None
    evaluation: Evaluation | None = None
    """In place of the game's own evaluation."""
    tables: str | None = BUILT
    """The name or folder of tablebases, or "built"."""
    seed: int | None = None
    """Makes the random games of one game different from those of the next."""
    memories: dict[str, Memory] | None = field(default=None, compare=False)
    """What each algorithm keeps from one search to the next; None to keep nothing."""

    def chosen(self, position: Position) -> Chosen:
        """The agent for a position."""
        found = choose(self._seen(position), self.limit, self.backend, self.lines, tables=self.tables)
        look = None if found.look is None else self._kept(found.look, "look ")
        return replace(found, agent=self._kept(found.agent), look=look)

    def _kept(self, agent: SearchAgent, role: str = "") -> SearchAgent:
        """An agent with the memory and the seed of this game."""
        if self.seed is not None:
            agent = replace(agent.fresh(self.seed), memory=None)
        memory = None if self.memories is None else self.memories.setdefault(role + agent.algorithm, Memory())
        return replace(agent, memory=memory)

    def check(self, position: Position) -> None:
        choose(self._seen(position), self.limit, self.backend, self.lines, tables=self.tables)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        return self.chosen(position).reports(self._seen(position), tree)

    def _seen(self, position: Position) -> Position:
        return position if self.evaluation is None else position.evaluated_by(self.evaluation)

    def remembering(self) -> "AutoAgent":
        return replace(self, memories={})

    def fresh(self, seed: int) -> "AutoAgent":
        return replace(self, memories={}, seed=seed)

    def takes(self, parameter: str) -> bool:
        return parameter in _TAKES

    def changed(self, **parameters: Any) -> "AutoAgent":
        """The same agent with other parameters, by name."""
        for name in parameters:
            if name not in _TAKES:
                raise AgentError(f"auto takes no parameter `{name}`; it takes {', '.join(_TAKES)}.{nearest(name, _TAKES)}")
        limits = {name: parameters[name] for name in _LIMITS if name in parameters}
        if limits.get("memory") is not None:
            limits["memory"] = memory_size(limits["memory"])
        lines = parameters.get("lines", self.lines)
        if not isinstance(lines, int) or isinstance(lines, bool) or lines < 1:
            raise AgentError(f"lines={lines!r} must be a whole number of at least 1")
        own = parameters.get("evaluate", self.evaluation)
        return replace(
            self,
            limit=replace(self.limit, **limits),
            lines=lines,
            backend=parameters.get("backend", self.backend),
            tables=named_tables(parameters.get("tables", self.tables)),
            evaluation=None if own is None else evaluation(own),
        )

    def __str__(self) -> str:
        lines = [f"lines={self.lines}"] if self.lines > 1 else []
        lines += [] if self.tables == BUILT else [f"tables={self.tables or NONE!r}"]
        lines += [] if self.evaluation is None else [f"evaluate={self.evaluation}"]
        return f"auto({', '.join([*written(self.limit, _LIMITS), *lines])})"


def auto(
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    playouts: int | None = None,
    memory: str | int | None = None,
    lines: int = 1,
    tables: str | None = BUILT,
    evaluate: AnyEvaluation | None = None,
    backend: str | None = None,
) -> AutoAgent:
    """The agent that fits the game, for a second a move without a limit: what plays and advises if no agent is named.

    With an `evaluate` that tells moves apart in a short trial it looks ahead: `strong` for one or two players, `bestreply` for more,
    `expectiminimax` with chance. Otherwise it first looks for a proof, a search of 100,000 nodes (10,000 if rules are interpreted); if
    that does not reach the end of the game, `uct` judges the moves by random games. If something is hidden it is `ismcts`, with `cutoff=1`
    where `evaluate` tells moves apart and only few random games fit into the limit. The trial and the look count positions, not seconds,
    so the choice is the same every time. Positions are looked up in the tablebases of the game that are built, unless `tables` names others or
    "none". `report.agent` and `report.why` say which agent it was, and why. `evaluate` takes the place of the
    game's own evaluation.

    >>> from zermelo import find
    >>> report = auto()(find("nim([3,4,5])").start())
    >>> print(report.score, "|", report.why)
    win in 11 plies | nim([3, 4, 5]) has no `evaluate`, but the game can be searched to its end from here
    """
    if (seconds, depth, nodes, playouts) == (None, None, None, None):
        seconds = 1
    return AutoAgent().changed(
        seconds=seconds,
        depth=depth,
        nodes=nodes,
        playouts=playouts,
        memory=memory,
        lines=lines,
        tables=tables,
        evaluate=evaluate,
        backend=backend,
    )


DEFAULT = auto()
AGENTS["auto"] = auto
