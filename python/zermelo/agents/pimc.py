"""Perfect information Monte Carlo (Ginsberg 2001): asks an agent that sees everything in several worlds that fit what the player has seen.

In each world every move is played, and the agent is asked what the position after it is worth. The move that is best in the mean is taken.

*Limits.* Moves times worlds can be a hundred thousand questions, so there is a limit on the time, 10 seconds unless users say otherwise. While the
worlds so far were fast enough for all of them, all moves are asked about, and nothing depends on the clock. From the first world on that takes too long:

* the time is divided among the worlds that are left, and in each of them among the moves; that is what the agent gets for a question, if it takes a
  limit on seconds;
* the moves are put in order by how they look one ply ahead, by `evaluate`, or at random if the game has none; those for which no time is left in the
  first such world are dropped;
* after each world the worst moves are dropped, so that two are left in the last ("sequential halving", Karnin, Koren and Somekh 2013, in smaller steps).

Compiling the rules, which happens once, does not count.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import SPECIFICATION, Agent, SearchAgent, check_turn, open_backend
from zermelo.engine.backends import diagnose
from zermelo.engine.hidden import belief as believed_worlds, drawn
from zermelo.errors import AgentError, nearest
from zermelo.game import CHANCE, HIDING, Position, Random
from zermelo.limit import Limit
from zermelo.report import Report
from zermelo.score import Score
from zermelo.search.cancel import CancelScope, current, note_interrupt

WORLDS, SECONDS = 20, 10.0
"""The worlds of an answer, and its seconds, if users do not say otherwise."""
_LEAST = 0.01
"""Seconds of the shortest question: searches stop so near to their deadline."""
_RESERVE = 0.02
"""The part of the time that is kept for the last search to end."""
_FIRST = 0.25
"""The part of the time for the first world in which the time is divided, which sorts out most moves."""
_PATIENT = 2.0
"""A world may take so many times its share before it counts as too long: machines are not always equally fast."""
_LOOKS, _LOOKING, _MANY = 4, (*HIDING, "evaluate"), 32
"""Worlds in which all moves are looked at one ply ahead, to put them in order; the rules for that; and so many moves usually need it."""


@dataclass(frozen=True, repr=False)
class PimcAgent(UnsearchedAgent):
    """Asks an agent that sees everything in several worlds; see the top of this file."""

    agent: Agent
    worlds: int
    seed: int
    limit: Limit = Limit(seconds=SECONDS)  # noqa: RUF009  (frozen)

    def check(self, position: Position) -> None:
        check_turn(position)
        inner = getattr(self.agent, "check", None)
        if inner is not None:
            inner(Position(position.game.opened, position.state))

    def fresh(self, seed: int) -> PimcAgent:
        inner = getattr(self.agent, "fresh", None)
        return replace(self, agent=self.agent if inner is None else inner(seed), seed=Random(self.seed ^ seed).bits() >> 2)

    def takes(self, parameter: str) -> bool:
        """Whether users may give it this limit."""
        return parameter == "seconds"

    def changed(self, **parameters: Any) -> PimcAgent:
        """The same agent with another limit on seconds, or asking an agent with another backend."""
        for name in parameters:
            if name not in ("seconds", "backend"):
                raise AgentError(f"{self} takes no `{name}`; it takes seconds.{nearest(name, ('seconds',))}")
        agent, inner = self.agent, getattr(self.agent, "changed", None)
        if "backend" in parameters and inner is not None and _takes(agent, "backend"):
            agent = inner(backend=parameters["backend"])
        return replace(self, agent=agent, limit=Limit(seconds=parameters.get("seconds", self.limit.seconds)))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self} searches many worlds, so it has no single tree to show")
        self.check(position)
        _compile(self.agent, position)
        asking = _Asking(self, position)
        with _until(self.limit.seconds) as scope:
            asking.ask(scope)
        if scope.interrupted:
            note_interrupt()
        best, mean = asking.best()
        stopped = "interrupt" if scope.interrupted else scope.reason or ("seconds" if asking.is_short else None)
        known = guess_fields(position, mean, asking.nodes, asking.began)
        yield Report(**self.report_fields(position, (position.name(best),), **known, stopped=stopped, why=asking.why()))

    def __str__(self) -> str:
        parts = [repr(str(self.agent))] + ([f"worlds={self.worlds}"] if self.worlds != WORLDS else [])
        parts += [f"seed={self.seed}"] if self.seed != 1 else []
        parts += [f"seconds={self.limit.seconds}"] if self.limit.seconds != SECONDS else []
        return f"pimc({', '.join(parts)})"


@dataclass
class _Asking:
    """One answer, as it is found."""

    agent: PimcAgent
    position: Position
    began: float = field(default_factory=time.perf_counter)
    totals: dict[int, float] = field(default_factory=dict)
    """For each move that is still in question, in order, the sum of what it is worth in the worlds so far."""
    done: int = 0
    """Worlds in which all moves in question were asked about."""
    part: dict[int, float] = field(default_factory=dict)
    """What moves are worth in a world in which the time was up before all were asked about."""
    nodes: int = 0
    asked: int = 0
    """How many moves were asked about."""
    slow: float = 0.0
    """Seconds in worlds in which all moves were asked about."""
    is_short: bool = False
    """Whether there was too little time to ask about everything."""

    def ask(self, scope: CancelScope) -> None:
        """Ask about all worlds, or until the scope is cancelled."""
        random = Random(self.agent.seed ^ self.position.information())
        believed = believed_worlds(self.position, random.bits() >> 2)
        states = list(drawn(believed.worlds, self.agent.worlds, random))
        self.totals = dict.fromkeys(self.position.choices, 0.0)
        for at, state in enumerate(states):
            world, chance = opened(self.position, state), random.bits()
            if not self.is_short:
                self._whole(world, chance, scope, len(states) - at)
                if scope.reason is not None or scope.interrupted:
                    return
                if self.is_short and self.done == 0:
                    self._sort(states)
            if self.done > at:
                continue
            share = self._left() * (_FIRST if self.done == 0 else 1 / (len(states) - at))
            self._world(world, chance, share)
            if scope.reason is not None or scope.interrupted:
                return
            self._drop(len(states) - at - 1)

    def _left(self) -> float:
        """The seconds that are left."""
        most = self.agent.limit.seconds
        return math.inf if most is None else max(_LEAST, (1 - _RESERVE) * most - (time.perf_counter() - self.began))

    def _whole(self, world: Position, chance: int, scope: CancelScope, worlds: int) -> None:
        """Ask about all moves in one world, the first of so many, and look whether there is the time for that in each of them."""
        left, began = self._left(), time.perf_counter()
        with _until(None if left == math.inf else _PATIENT * left / worlds) as part:
            is_whole = self._world(world, chance, None)
        scope.interrupted = scope.interrupted or part.interrupted
        self.slow += time.perf_counter() - began
        self.is_short = not is_whole or (worlds - 1) * self.slow / (self.done or 1) > self._left()

    def _world(self, world: Position, chance: int, share: float | None) -> bool:
        """Ask about the moves in one world: about all, or about as many as possible in so many seconds. Whether it was not cancelled."""
        scope, ends, found = current(), math.inf if share is None else time.perf_counter() + share, dict[int, float]()
        for number, move in enumerate(self.totals):
            left = ends - time.perf_counter()
            if found and left < _LEAST / 2:
                break
            each = None if share is None else max(_LEAST, left / (len(self.totals) - number))
            worth = self._worth(world.advance(move), self.position.player, Random(chance), each)
            if scope is not None and (scope.reason is not None or scope.interrupted):
                self.part = found or self.part
                return False
            if worth is not None:
                found[move] = worth
        if found:
            self.asked = max(self.asked, len(found))
            self.totals = {move: self.totals[move] + worth for move, worth in found.items()}
            self.done += 1
        return True

    def _worth(self, after: Position, player: int, random: Random, seconds: float | None) -> float | None:
        """What the position after a move is worth to a player; None if the agent had no time to find out."""
        while not after.over and after.player == CHANCE:
            after = after.roll(random)
        if after.values is not None:
            self.nodes += 1
            return after.values[player]
        report = _shortened(self.agent.agent, seconds)(after)
        self.nodes += report.nodes
        if report.values is not None:
            return report.values[player]
        if report.value is None and report.stopped is not None:
            return None
        sides = after.game.teams or tuple(range(after.rules.players))
        if report.value is None or (sides[player] != sides[after.player] and len(set(sides)) > 2):
            raise AgentError(
                f"{self.agent.agent} does not say what a position is worth to each player, which {self.agent} needs; use uct"
            )
        return report.value if sides[player] == sides[after.player] else -report.value

    def _sort(self, states: list[bytes]) -> None:
        """Put the moves in order, the best one ply ahead first; at random if nothing tells that fast."""
        game, player, random = self.position.game, self.position.player, Random(self.agent.seed)
        looks = {move: (0.0, random.bits()) for move in self.totals}
        if game.defines("evaluate"):
            backend = open_backend(game, None, _LOOKING)
            if backend.name != "interpreted":
                with diagnose(game):
                    values = backend.core.expected_values([(state, 1.0) for state in states[:_LOOKS]], player)
                looks = {move: (-value, looks[move][1]) for move, value in values}
        self.totals = dict.fromkeys(sorted(looks, key=lambda move: looks[move]), 0.0)

    def _drop(self, left: int) -> None:
        """Drop the worst moves, so that two are left for the last of the worlds that are left."""
        ranked = sorted(self.totals, key=lambda move: -self.totals[move])
        number = math.ceil(len(ranked) * (2 / len(ranked)) ** (1 / left)) if left else len(ranked)
        self.totals = {move: self.totals[move] for move in ranked[: max(2, number)]}

    def best(self) -> tuple[int, float | None]:
        """The best move, and what it is worth on average, as far as that is known."""
        if self.done:
            best = max(self.totals, key=lambda move: self.totals[move])
            return best, self.totals[best] / self.done
        if self.part:
            best = max(self.part, key=lambda move: self.part[move])
            return best, self.part[best]
        return next(iter(self.totals)), None

    def why(self) -> str | None:
        """What there was no time for."""
        if not self.is_short:
            return None
        most, asked = len(self.position.choices), max(self.asked, len(self.part))
        told = f"there was time for {asked} of {most} moves and {self.done} of {self.agent.worlds} worlds"
        return f"{told}, and fewer moves in later worlds; give it more seconds"


def _compile(agent: Agent, position: Position) -> None:
    """Compile what a search will call in the worlds of a position, and what puts moves in order if there are many."""
    open_backend(position.game, None, HIDING)
    if position.game.defines("evaluate") and len(position.choices) > _MANY:
        open_backend(position.game, None, _LOOKING)
    if isinstance(agent, SearchAgent):
        world = Position(position.game.opened, position.state)
        if agent.backend != SPECIFICATION:
            open_backend(world.game, agent.backend, agent.search(world).heuristics())


def _shortened(agent: Agent, seconds: float | None) -> Agent:
    """The agent with at most so many seconds, if it takes them."""
    if seconds is None or not _takes(agent, "seconds"):
        return agent
    limit: Limit = getattr(agent, "limit", None) or Limit()
    made: Agent = agent.changed(seconds=min(seconds, limit.seconds or seconds))  # type: ignore[attr-defined]
    return made


def _takes(agent: Agent, parameter: str) -> bool:
    takes = getattr(agent, "takes", None)
    return takes is not None and bool(takes(parameter))


@contextmanager
def _until(seconds: float | None) -> Iterator[CancelScope]:
    """A scope that is cancelled after so many seconds, and when the scope around it is."""
    scope, outer = CancelScope(), current()
    if outer is not None:
        outer.add(scope)
    timer = None if seconds is None else threading.Timer(seconds, scope.cancel, ("seconds",))
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        with scope:
            yield scope
    finally:
        if timer is not None:
            timer.cancel()


def opened(position: Position, state: bytes) -> Position:
    """A world as a position of the game with nothing hidden."""
    game = position.game.opened
    return Position(game, game.layout.unpack(state))


def guess_fields(position: Position, value: float | None, nodes: int, began: float) -> dict[str, Any]:
    """What a report says of a value, which is a guess."""
    told: dict[str, Any] = {"value": value, "nodes": nodes, "seconds": time.perf_counter() - began}
    if value is None:
        return told
    told["score"] = Score.guess(value)
    if position.rules.two_sided:
        told["values"] = tuple(value if seat == position.player else -value for seat in range(position.rules.players))
    return told
