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
from typing import Any

from zermelo.agents.registry import AGENTS, agent as make_agent
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import Agent, check_turn, open_backend
from zermelo.engine.backends import diagnose
from zermelo.engine.hidden import belief as believed_worlds
from zermelo.errors import AgentError
from zermelo.game import CHANCE, HIDING, Position, Random
from zermelo.report import Line, Report
from zermelo.score import Score


def _opened(position: Position, state: bytes) -> Position:
    """A world as a position of the game with nothing hidden."""
    game = position.game.opened
    return Position(game, game.layout.unpack(state))


@dataclass(frozen=True, repr=False)
class PimcAgent(UnsearchedAgent):
    """Asks an agent that sees everything in several worlds."""

    agent: Agent
    worlds: int
    seed: int
    called: str

    def check(self, position: Position) -> None:
        check_turn(position)
        inner = getattr(self.agent, "check", None)
        if inner is not None:
            inner(Position(position.game.opened, position.state))

    def fresh(self, seed: int) -> "PimcAgent":
        inner = getattr(self.agent, "fresh", None)
        return replace(self, agent=self.agent if inner is None else inner(seed), seed=Random(self.seed ^ seed).bits() >> 2)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self.called} searches many worlds, so it has no single tree to show")
        self.check(position)
        began, random, player = time.perf_counter(), Random(self.seed ^ position.information()), position.player
        found = believed_worlds(position, random.bits() >> 2)
        totals, nodes = dict.fromkeys(position.choices, 0.0), 0
        for state in _drawn(found.worlds, self.worlds, random):
            world = _opened(position, state)
            for move in world.choices:
                value, looked = self._worth(world.advance(move), player, random)
                totals[move] += value
                nodes += looked
        best = max(totals, key=lambda move: totals[move])
        known = _worth(position, totals[best] / self.worlds, nodes, began)
        yield Report(**self.report_fields(position, (position.name(best),), **known))

    def _worth(self, after: Position, player: int, random: Random) -> tuple[float, int]:
        """What the position after a move is worth to a player, and the positions that were looked at."""
        while not after.over and after.player == CHANCE:
            after = after.roll(random)
        if after.values is not None:
            return after.values[player], 1
        report = self.agent(after)
        if report.values is not None:
            return report.values[player], report.nodes
        sides = after.game.teams or tuple(range(after.rules.players))
        if report.value is None or (sides[player] != sides[after.player] and len(set(sides)) > 2):
            raise AgentError(
                f"{self.agent} does not say what a position is worth to each player, which {self.called} needs; use uct"
            )
        return report.value if sides[player] == sides[after.player] else -report.value, report.nodes

    def __str__(self) -> str:
        return self.called


def _worth(position: Position, value: float, nodes: int, began: float) -> dict[str, Any]:
    """What a report says of a value, which is a guess."""
    told = {"value": value, "score": Score.guess(value), "nodes": nodes, "seconds": time.perf_counter() - began}
    if position.rules.two_sided:
        told["values"] = tuple(value if seat == position.player else -value for seat in range(position.rules.players))
    return told


def _drawn(worlds: tuple[tuple[bytes, float], ...], number: int, random: Random) -> Iterator[bytes]:
    """So many worlds, evenly spread over their weights."""
    step = sum(weight for _, weight in worlds) / number
    at, drawn = random.uniform() * step, 0
    for state, weight in worlds:
        while at < weight and drawn < number:
            yield state
            at += step
            drawn += 1
        at -= weight
    for _ in range(number - drawn):  # what rounding has left
        yield worlds[-1][0]


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
        known = _worth(position, ranked[0][1], len(worlds) * len(values), began)
        yield Report(**self.report_fields(position, lines[0].line, **known, backend=backend.name, depth=1, lines=lines))

    def __str__(self) -> str:
        return self.called


@dataclass(frozen=True, repr=False)
class CheatAgent(UnsearchedAgent):
    """Sees everything, and says so."""

    agent: Agent
    called: str

    def check(self, position: Position) -> None:
        inner = getattr(self.agent, "check", None)
        if inner is not None:
            inner(_opened(position, position.state.pack()))

    def fresh(self, seed: int) -> "CheatAgent":
        inner = getattr(self.agent, "fresh", None)
        return self if inner is None else replace(self, agent=inner(seed))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        for report in self.agent.reports(_opened(position, position.state.pack()), tree):
            yield replace(report, game=str(position.game), agent=self.called, why="it sees what is hidden from the other players")

    def __str__(self) -> str:
        return self.called


def _inner(agent: str | Agent, who: str) -> Agent:
    made = make_agent(agent)
    if isinstance(made, PimcAgent | CheatAgent):
        raise AgentError(
            f"{who} needs an agent that sees everything, such as alphabeta(depth=6) or uct(playouts=1000), not {made}"
        )
    return made


def _check_numbers(worlds: int, seed: int) -> None:
    if not isinstance(worlds, int) or isinstance(worlds, bool) or not 1 <= worlds <= 10_000:
        raise AgentError(f"worlds={worlds!r} must be a whole number from 1 to 10000")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise AgentError(f"seed={seed!r} must be a whole number")


def pimc(agent: str | Agent = "uct(playouts=200)", worlds: int = 20, seed: int = 1) -> PimcAgent:
    """Asks an agent in several worlds that fit what the player has seen, and takes the move that is best in the mean."""
    _check_numbers(worlds, seed)
    made = _inner(agent, "pimc")
    parts = [repr(str(made))] + ([f"worlds={worlds}"] if worlds != 20 else []) + ([f"seed={seed}"] if seed != 1 else [])
    return PimcAgent(made, worlds, seed, f"pimc({', '.join(parts)})")


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
