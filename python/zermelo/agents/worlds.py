"""Agents for games that hide something, made of agents that see everything.

    pimc(agent)     asks the agent in several worlds that fit what the player has seen, and takes the move that is best in the mean
                    ("perfect information Monte Carlo", Ginsberg 2001)
    belief()        plays the move with the best evaluation on average, one ply ahead, in many such worlds
    cheat(agent)    lets the agent see everything: no opponent for people, but the measure of what there is to gain

`pimc` is strong where the hidden things come to light soon, as in card games with tricks. It never bluffs, and it believes that it will know later
what it does not know now ("strategy fusion"; Long, Sturtevant, Buro and Furtak 2010).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from zermelo.agents.pimc import SECONDS, WORLDS, PimcAgent, guess_fields, opened
from zermelo.agents.registry import AGENTS, agent as make_agent
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import ALGORITHMS, Agent, SearchAgent, check_turn, open_backend
from zermelo.engine.backends import diagnose
from zermelo.engine.hidden import belief as believed_worlds
from zermelo.engine.seen import SeenPosition
from zermelo.errors import AgentError
from zermelo.game import HIDING, Position, Random
from zermelo.limit import Limit
from zermelo.report import Line, Report
from zermelo.score import Score


@dataclass(frozen=True, repr=False)
class BeliefAgent(UnsearchedAgent):
    """Plays the move with the best evaluation on average in the worlds that it believes possible."""

    worlds: int
    seed: int
    called: str

    def check(self, position: Position) -> None:
        check_turn(position)
        if not position.game.defines("evaluate"):
            raise AgentError(f"{self.called} needs an evaluation, which {position.game} does not have; use ismcts")

    def fresh(self, seed: int) -> "BeliefAgent":
        return replace(self, seed=Random(self.seed ^ seed).bits() >> 2)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self.called} looks one ply ahead in many worlds, so it has no tree to show")
        self.check(position)
        began, seed = time.perf_counter(), Random(self.seed ^ position.information()).bits() >> 2
        worlds = believed_worlds(position, seed, most=self.worlds).worlds
        backend = open_backend(position.game, None, (*HIDING, "evaluate"))
        with diagnose(position.game):
            values = backend.core.expected_values(list(worlds), position.player)
        ranked = sorted(values, key=lambda each: -each[1])
        lines = tuple(Line(name := position.name(move), value, None, (name,), Score.guess(value)) for move, value in ranked)
        known = guess_fields(position, ranked[0][1], len(worlds) * len(values), began)
        yield Report(**self.report_fields(position, lines[0].line, **known, backend=backend.name, depth=1, lines=lines))

    def __str__(self) -> str:
        return self.called


@dataclass(frozen=True, repr=False)
class CheatAgent(UnsearchedAgent):
    """Sees everything, and says so."""

    agent: Agent
    called: str

    def check(self, position: Position) -> None:
        if isinstance(position, SeenPosition):
            raise AgentError(
                f"{self} would see what is hidden from the agent that asks it; let that agent play as cheat(...) instead"
            )
        inner = getattr(self.agent, "check", None)
        if inner is not None:
            inner(opened(position, position.state.pack()))

    def fresh(self, seed: int) -> "CheatAgent":
        inner = getattr(self.agent, "fresh", None)
        return self if inner is None else replace(self, agent=inner(seed))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        self.check(position)
        for report in self.agent.reports(opened(position, position.state.pack()), tree):
            yield replace(report, game=str(position.game), agent=self.called, why="it sees what is hidden from the other players")

    def __str__(self) -> str:
        return self.called


def _inner(agent: str | Agent, who: str) -> Agent:
    made = make_agent(agent)
    plays_hidden = isinstance(made, SearchAgent) and ALGORITHMS[made.algorithm].hidden
    if plays_hidden or isinstance(made, PimcAgent | CheatAgent | BeliefAgent):
        raise AgentError(
            f"{who} needs an agent that sees everything, such as alphabeta(depth=6) or uct(playouts=1000), not {made}"
        )
    return made


def _check_numbers(worlds: int, seed: int) -> None:
    if not isinstance(worlds, int) or isinstance(worlds, bool) or not 1 <= worlds <= 10_000:
        raise AgentError(f"worlds={worlds!r} must be a whole number from 1 to 10000")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise AgentError(f"seed={seed!r} must be a whole number")


def pimc(
    agent: str | Agent = "uct(playouts=200)", worlds: int = WORLDS, seed: int = 1, seconds: float | None = SECONDS
) -> PimcAgent:
    """Asks an agent in several worlds that fit what the player has seen, and takes the move that is best in the mean.

    If `seconds` are too few for all moves in all worlds, they are divided: questions are shorter, and the worst moves are dropped.
    """
    _check_numbers(worlds, seed)
    return PimcAgent(_inner(agent, "pimc"), worlds, seed, Limit(seconds=seconds))


def belief(worlds: int = 500, seed: int = 1) -> BeliefAgent:
    """Plays the move with the best evaluation on average, one ply ahead, in worlds that fit what the player has seen."""
    _check_numbers(worlds, seed)
    parts = ([f"worlds={worlds}"] if worlds != 500 else []) + ([f"seed={seed}"] if seed != 1 else [])
    return BeliefAgent(worlds, seed, f"belief({', '.join(parts)})")


def cheat(agent: str | Agent = "uct(playouts=1000)") -> CheatAgent:
    """Lets an agent see everything in a game that hides something: a measure of what there is to gain, not a fair opponent."""
    made = _inner(agent, "cheat")
    return CheatAgent(made, f"cheat({str(made)!r})")


AGENTS["pimc"] = pimc
AGENTS["belief"] = belief
AGENTS["cheat"] = cheat
