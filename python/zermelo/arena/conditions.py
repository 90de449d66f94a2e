"""The conditions of a contest: how games begin, how long they last, and what the agents may use.

They hold for all games alike. Together with the games, the agents and the seed they decide every move, except where agents have time limits.
"""

from dataclasses import dataclass, replace
from typing import Any

from zermelo.agents.own import OwnAgent
from zermelo.engine.agent import Agent
from zermelo.errors import AgentError, LimitError
from zermelo.limit import Limit
from zermelo.play.clock import TimeControl

MOST_PLIES = 1000
"""A longer game counts as a draw."""
_MOVES = 25
"""An agent with a clock gets this part of its time for a move, and most of the increment."""
_OF_INCREMENT = 0.8
_NEVER_MORE = 0.5
"""The greatest part of the time left that one move gets."""


@dataclass(frozen=True)
class Conditions:
    """How the games of a contest are played."""

    seed: int = 1
    opening: int | None = None
    """Random plies at the start of each game; None for as many as fit the game (`openings.usual_plies`)."""
    plies: int = MOST_PLIES
    """The most plies of a game."""
    openings_file: str | None = None
    """A file with an opening on each line, in place of random plies."""
    book: str | None = None
    """An opening book from which the first plies are drawn, in place of random ones."""
    clock: TimeControl | None = None
    """The time of each player; without it each agent has its own limits only."""
    limits: tuple[tuple[str, float], ...] = ()
    """Limits for all agents: `seconds`, `nodes`, `playouts` or `depth` of a move."""
    tables: str | None = None
    """Tablebases by which games are adjudicated, by name or folder."""

    def __post_init__(self) -> None:
        for name, least in {"seed": None, "opening": 0, "plies": 1}.items():
            number = getattr(self, name)
            if name == "opening" and number is None:
                continue
            if not isinstance(number, int) or isinstance(number, bool):
                raise LimitError(f"{name}={number!r:.60} must be a whole number")
            if least is not None and number < least:
                raise LimitError(f"{name}={number} must be a number of plies of at least {least}")
        if self.opening is not None:
            self.check_opening(self.opening)
        if self.openings_file is not None and self.book is not None:
            raise LimitError("give openings by a file or by a book, not by both")
        Limit(**dict(self.limits))  # type: ignore[arg-type]  # refuses wrong numbers

    def check_opening(self, plies: int) -> None:
        """Refuse openings that are as long as a game may be."""
        if self.plies <= plies:
            raise LimitError(f"plies={self.plies} must be more than the {plies} plies of the opening")

    def to_json(self) -> dict[str, Any]:
        """What decides the games, as plain values."""
        clock = None if self.clock is None else str(self.clock)
        return {**vars(self), "limits": dict(self.limits), "clock": clock}

    def limited(self, agent: Agent) -> Agent:
        """An agent with the limits of the contest; refuses one that cannot keep them, unless it does not search at all."""
        if not self.limits:
            return agent
        takes = getattr(agent, "takes", None)
        if takes is None:
            return agent
        given = dict(self.limits)
        for name in given:
            if not takes(name):
                raise AgentError(f"{agent} takes no `{name}`, so it cannot play under equal {name}; choose another limit")
        others = {name: None for name in ("seconds", "nodes", "playouts", "depth") if name not in given and takes(name)}
        changed: Agent = agent.changed(**others, **given)  # type: ignore[attr-defined]
        return changed

    def timed(self, agent: Agent, player: int, left: list[float]) -> Agent:
        """The agent for its next move, with its share of the time on its clock."""
        if self.clock is None:
            return agent
        increment = self.clock.increment
        told = getattr(agent, "timed", None)
        if told is not None:
            answer: Agent = told(tuple(left), increment)
            return answer
        share = min(left[player] / _MOVES + _OF_INCREMENT * increment, _NEVER_MORE * left[player])
        if isinstance(agent, OwnAgent):
            return agent.within(share)
        if not callable(getattr(agent, "takes", None)) or not agent.takes("seconds"):  # type: ignore[attr-defined]
            return agent
        limit: Limit | None = getattr(agent, "limit", None)
        if limit is None:
            shorter: Agent = agent.changed(seconds=share)  # type: ignore[attr-defined]
            return shorter
        return replace(agent, limit=replace(limit, seconds=min(share, limit.seconds or share)))  # type: ignore[type-var]
