"""Positions for a fit of patterns, and what they are worth.

Games supply the positions. They begin with random plies, and later every eighth move is random, too, because a search evaluates many positions that
good players avoid. The other moves are found by a shallow search with the evaluation that the game has without patterns.

What a position is worth to the player to move is found by search: to the end of the game where it is near (`solve` plies), as the game's `plies_left`
says; otherwise to a small depth, with the weights that are already fitted to later stages.
"""

from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.arena.openings import at_random
from zermelo.arena.referee import stream
from zermelo.arena.tuning.plan import TuningPlan
from zermelo.arena.tuning.selfplay import opened
from zermelo.arena.work import SILENT, Watcher
from zermelo.engine.agent import SearchAgent, legal_move, think
from zermelo.engine.algorithms import alphabeta, expectiminimax
from zermelo.game import CHANCE, Game, Position, Random, State, draw
from zermelo.game.evaluation import Evaluation, features_of
from zermelo.game.pattern_file import PatternWeights
from zermelo.game.pattern_reader import PatternReader

_GAMES = 3
"""Of the streams of random numbers."""
RANDOM_MOVE = 8
"""One move of so many is random."""
GAME_DEPTH = 2


class GameItem(NamedTuple):
    """A game that is to be played."""

    number: int


class PatternGame(NamedTuple):
    """A game that was played."""

    number: int
    records: str
    """Its positions, packed one after another, in base 64."""


class LabelItem(NamedTuple):
    """Positions of one game and one stage, whose values are wanted."""

    number: int
    records: tuple[bytes, ...]


class Labels(NamedTuple):
    """What these positions are worth to the player to move, in points of utility."""

    number: int
    values: list[float]


@dataclass(frozen=True)
class PatternPlay:
    """Plays games; as work for any process (`zermelo.arena.work`)."""

    game: Game
    plan: TuningPlan

    @cached_property
    def agent(self) -> SearchAgent:
        own = features_of(self.game)
        found = search_to(self.game, GAME_DEPTH)
        return found if own is None else found.changed(evaluate="features" if own.weights else None)

    def __reduce__(self) -> tuple[Any, ...]:
        return PatternPlay, (self.game, self.plan)

    def do(self, task: GameItem, watcher: Watcher = SILENT) -> PatternGame:  # noqa: ARG002
        """Play one game."""
        random, records = Random(stream(self.plan.seed, _GAMES, task.number)), []
        position = opened(self.game, self.plan.opening, random)
        for _ in range(self.plan.plies):
            if position.over:
                break
            if position.player == CHANCE:
                position = position.advance(draw(position.rules.chances(position.state), random))
                continue
            records.append(position.state.pack())
            if random.below(RANDOM_MOVE) == 0:
                position = at_random(position, random)
            else:
                position = position.advance(legal_move(self.agent, position, think(self.agent, position)))
        return PatternGame(task.number, b64encode(b"".join(records)).decode())

    def failed(self, task: GameItem, seat: int, why: str) -> None:
        """A game whose process died has no positions."""


@dataclass(frozen=True)
class PatternLabels:
    """Finds what positions are worth; as work for any process."""

    game: Game
    plan: TuningPlan
    weights: PatternWeights | None
    """Those of later stages; None where no stage is fitted."""

    @cached_property
    def agents(self) -> tuple[SearchAgent, SearchAgent]:
        """Finds guesses, and finds results."""
        guess = search_to(self.game, self.plan.depth)
        if self.weights is not None:
            guess = guess.changed(evaluate=Evaluation(called="patterns", patterns=self.weights))
        return guess, solver_of(self.game)

    def __reduce__(self) -> tuple[Any, ...]:
        return PatternLabels, (self.game, self.plan, self.weights)

    def do(self, task: LabelItem, watcher: Watcher = SILENT) -> Labels:  # noqa: ARG002
        """The values of some positions."""
        states = [self.game.layout.unpack(record) for record in task.records]
        return Labels(task.number, [self.value(Position(self.game, state)) for state in states])

    def value(self, position: Position) -> float:
        """What a position is worth to the player to move."""
        guess, solver = self.agents
        report = think(solver if is_near(self.plan, position) else guess, position)
        low, high = position.rules.bounds
        if report.score is None:
            return 0.0
        return min(max(report.score.value, low), high)

    def failed(self, task: LabelItem, seat: int, why: str) -> None:
        """Positions whose process died have no values."""


def search_to(game: Game, depth: int) -> SearchAgent:
    """A search to a fixed depth; it is begun so often that nothing is prepared for it."""
    ordering = "order" if game.defines("order") else "none"
    plain = alphabeta(depth=depth, ordering=ordering, tables="none")
    return expectiminimax(depth=depth, ordering=ordering) if game.defines("chances") else plain


def solver_of(game: Game) -> SearchAgent:
    """A search to the end of the game."""
    if game.defines("chances"):
        return expectiminimax(ordering="order" if game.defines("order") else "none")
    points = not game.rules.has_winner
    ordering = "pv,order" if game.defines("order") else "pv"
    return alphabeta(ordering=ordering, table=True, memory="1MB", pvs=points, at_most=game.defines("at_most"), tables="none")


def is_near(plan: TuningPlan, position: Position) -> bool:
    """Whether the end of the game is near enough to be searched."""
    left = position.rules.plies_left(position.state)
    return left is not None and left <= plan.solve


def states_of(game: Game, found: PatternGame) -> list[State]:
    """The positions of a game; ValueError if its data is damaged."""
    data, size = b64decode(found.records, validate=True), game.layout.size
    if len(data) % size:
        raise ValueError("a game has other positions")
    return [game.layout.unpack(data[at : at + size]) for at in range(0, len(data), size)]


def read_pattern_game(number: int, data: list[Any]) -> PatternGame:
    """A stored game; ValueError if it is damaged."""
    stored, records = data
    if stored != number or not isinstance(records, str):
        raise ValueError("a game has no positions")
    b64decode(records, validate=True)
    return PatternGame(number, records)


def read_labels(number: int, data: list[Any]) -> Labels:
    """Stored values; ValueError if they are damaged."""
    stored, values = data
    if stored != number or not all(isinstance(value, int | float) for value in values):
        raise ValueError("a value is not a number")
    return Labels(number, [float(value) for value in values])


def reader_of(game: Game) -> PatternReader:
    """Reads the patterns of a game, whatever it is evaluated by."""
    return PatternReader(game.rules)
