"""The referee: plays one game of a contest and writes its record.

Everything random in a game follows from the seed, the opening and the seat, and never from who plays: swapping the agents swaps wins and losses.
Each agent begins every game afresh (`zermelo.engine.agent.fresh`), so nothing that it keeps goes from one game to the next.

An agent that raises an error, plays an illegal move, does not answer or runs out of memory forfeits the game, with the reason in the record; the
others win. An agent whose clock is empty loses on time. Rules that fail are not the fault of an agent: they end the contest with an error.
"""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zermelo.agents.random import RandomAgent
from zermelo.agents.registry import AnyAgent, agent as make_agent
from zermelo.arena.conditions import Conditions
from zermelo.arena.fixtures import Fixture
from zermelo.arena.records import GameRecord
from zermelo.arena.work import SILENT, Watcher
from zermelo.engine.agent import Agent, check_agent, fresh as renewed, legal_move, think as ask
from zermelo.engine.tablebases_and_books import TablebaseReader, open_tablebase
from zermelo.errors import AgentError, PositionError, Resigned
from zermelo.game import CHANCE, Game, Position, Random, draw
from zermelo.outcome import Outcome
from zermelo.report import Report

Opening = tuple[bytes, tuple[int, ...]]
"""The packed first state of an opening, and its moves."""


Task = tuple[Fixture, Opening]
"""A game that is to be played."""


@dataclass(frozen=True)
class Contest:
    """Games, agents and conditions: all that is needed to play a fixture, in this process or in another."""

    games: tuple[Game, ...]
    agents: tuple[Agent, ...]
    conditions: Conditions

    def check(self) -> None:
        """Refuse, before anything begins, an agent that cannot play one of the games."""
        for game in self.games:
            start = game.start()
            if start.over:
                raise PositionError(f"{game} is over before it begins ({start.result}), so there is no opening to play from")
            for agent in self.agents:
                check_agent(agent, start)

    def __reduce__(self) -> tuple[Any, ...]:
        return Contest, (self.games, self.agents, self.conditions)

    @cached_property
    def tables(self) -> list[TablebaseReader | None]:
        where = self.conditions.tables
        return [None if where is None else open_tablebase(game, where) for game in self.games]

    def do(self, task: Task, watcher: Watcher = SILENT) -> GameRecord:
        """Play one game."""
        return _Play(self, *task, watcher).record()

    def failed(self, task: Task, seat: int, why: str) -> GameRecord | None:
        """The record of a game that an agent forfeited without a move, because its process died; None if no agent was thinking."""
        if seat < 0:
            return None
        play = _Play(self, *task, SILENT)
        play.forfeit(seat, f"{self.agents[task[0].seats[seat]]} {why}")
        return play.written()


class _Play:
    """A game being played by agents."""

    def __init__(self, contest: Contest, fixture: Fixture, opening: Opening, watcher: Watcher) -> None:
        self.contest, self.fixture, self.watcher = contest, fixture, watcher
        self.game = contest.games[fixture.game]
        seats = len(fixture.seats)
        self.position = self.opened = reopened(self.game, opening)
        self.names: list[str] = []
        self.scores: list[float | None] = []
        self.times: list[float] = []
        self.nodes, self.seconds, self.turns = [0] * seats, [0.0] * seats, [0] * seats
        self.outcome: Outcome | None = None
        self.note = ""
        clock = contest.conditions.clock
        self.left = [] if clock is None else [clock.seconds] * seats

    def record(self) -> GameRecord:
        conditions, fixture = self.contest.conditions, self.fixture
        streams = [stream(conditions.seed, fixture.opening, seat) for seat in range(len(fixture.seats) + 1)]
        chance = Random(streams.pop())
        agents = [fresh(self.contest.agents[entrant], seed) for entrant, seed in zip(fixture.seats, streams, strict=True)]
        try:
            if self.left:
                self.prepare(agents)
            before = len(self.opened.line()) - 1
            while self.outcome is None:
                self.outcome = self.position.outcome or self.repeated() or self.adjudicated()
                if self.outcome is None and before + len(self.names) >= conditions.plies:
                    self.outcome = Outcome(None, "length")
                elif self.outcome is None:
                    self.ply(agents, chance)
        finally:
            for agent in agents:
                close = getattr(agent, "close", None)
                if close is not None:
                    close()
        return self.written()

    def prepare(self, agents: list[Agent]) -> None:
        """Let agents that are programs start before their clocks do."""
        if self.position.over or self.position.player == CHANCE:
            return
        for seat, agent in enumerate(agents):
            prepare = getattr(agent, "prepare", None)
            if prepare is not None and self.outcome is None:
                self.watcher.thinks(seat, agent)
                try:
                    prepare(self.position)
                except AgentError as error:
                    self.forfeit(seat, str(error))

    def ply(self, agents: list[Agent], chance: Random) -> None:
        """Make one move."""
        position, player = self.position, self.position.player
        if player == CHANCE:
            self.advance(draw(position.rules.chances(position.state), chance), None, 0.0)
            return
        agent = self.contest.conditions.timed(agents[player], player, self.left)
        self.watcher.thinks(player, agent)
        started = time.perf_counter()
        try:
            report = ask(agent, position)
            move = legal_move(self.contest.agents[self.fixture.seats[player]], position, report)
        except Resigned:
            self.outcome = self.lost(player, "resignation")
            return
        except (AgentError, MemoryError) as error:
            told = str(error) if isinstance(error, AgentError) else f"{agent} ran out of memory"
            self.forfeit(player, told)
            return
        took = time.perf_counter() - started
        self.nodes[player] += report.nodes
        self.seconds[player] += took
        self.turns[player] += 1
        if self.left:
            self.left[player] -= took
            if self.left[player] < 0:
                self.outcome = self.lost(player, "time")
                return
            self.left[player] += self.contest.conditions.clock.increment  # type: ignore[union-attr]
        self.advance(move, report.value, took)

    def advance(self, move: int, value: float | None, took: float) -> None:
        self.names.append(self.position.name(move))
        self.scores.append(value)
        self.times.append(took)
        self.position = self.position.advance(move)

    def forfeit(self, seat: int, why: str) -> None:
        self.outcome, self.note = self.lost(seat, "forfeit"), why

    def lost(self, seat: int, reason: str) -> Outcome:
        """The loss of one seat; in a one-player game, the worst value that there is."""
        seats = len(self.fixture.seats)
        return Outcome.lost(seat, seats, reason) if seats > 1 else Outcome(None, reason, (), (self.game.rules.bounds[0],))

    def repeated(self) -> Outcome | None:
        return Outcome(None, "repetition") if self.position.is_repeated else None

    def adjudicated(self) -> Outcome | None:
        """The result that a tablebase knows for the position."""
        tables = self.contest.tables[self.fixture.game] if self.contest.conditions.tables is not None else None
        if tables is None or self.position.player == CHANCE:
            return None
        verdict = tables.probe(self.position.state.pack())
        if verdict is None:
            return None
        player = self.position.player
        winner = None if verdict.outcome == 0 else player if verdict.outcome > 0 else 1 - player
        self.note = f"by the tablebase {self.contest.conditions.tables}"
        return Outcome(winner, "adjudication")

    def written(self) -> GameRecord:
        assert self.outcome is not None
        first = self.opened.line()[0]
        return GameRecord(
            number=self.fixture.number,
            game=self.fixture.game,
            seats=self.fixture.seats,
            opening=self.fixture.opening,
            round=self.fixture.round,
            start=None if first == self.game.start() else str(first),
            before=self.opened.history,
            moves=tuple(self.names),
            scores=tuple(self.scores),
            times=tuple(self.times),
            nodes=tuple(self.nodes),
            seconds=tuple(self.seconds),
            turns=tuple(self.turns),
            outcome=self.outcome,
            note=self.note,
        )


def packed(position: Position) -> Opening:
    """An opening, ready to be sent to another process."""
    line = position.line()
    return line[0].state.pack(), tuple(after.move for after in line[1:] if after.move is not None)


def reopened(game: Game, opening: Opening) -> Position:
    """The inverse of `packed`."""
    first, moves = opening
    return Position(game, game.layout.unpack(first)).play(*moves)


def stream(*numbers: int) -> int:
    """A seed of its own for each combination of numbers."""
    seed = 0
    for number in numbers:
        seed = Random(seed ^ number).bits()
    return seed


def fresh(agent: Agent, seed: int) -> Agent:
    """The agent at the start of a game; a random agent gets its own stream of random numbers, independent of earlier games."""
    return RandomAgent(stream(agent.seed, seed)) if isinstance(agent, RandomAgent) else renewed(agent, seed)


def think(agent: AnyAgent, position: Position) -> Report:
    """The report of an agent: of a text, an agent, or a function from a position to a move. Ctrl-C is raised again."""
    return ask(make_agent(agent), position)
