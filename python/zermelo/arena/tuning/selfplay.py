"""Self-play: one search plays both sides of a game, and the features of its positions are noted.

Each game begins with random plies. A position is a **sample** if it is quiet: the move that was found is not noisy, so the evaluation need not
foresee a capture. The game ends as soon as a search proves its result: what follows would teach nothing about evaluations.

The rows of a sample are its features for player 0, and the negative of its features for player 1. Multiplied by the weights, both say how
good the position is for player 0. They are equal if what is good for one is always bad for the other.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.arena.openings import at_random
from zermelo.arena.referee import stream
from zermelo.arena.tuning.plan import TuningPlan, weighed
from zermelo.arena.tuning.reader import FeatureReader
from zermelo.arena.work import SILENT, Watcher
from zermelo.engine.agent import SearchAgent, fresh, legal_move, think
from zermelo.game import CHANCE, Game, Position, Random, draw
from zermelo.game.evaluation import Evaluation
from zermelo.report import Report

_GAMES = 1
"""Of the streams of random numbers; `pairs` has its own."""


class SelfPlayItem(NamedTuple):
    """A game that is to be played."""

    number: int
    weights: tuple[float, ...]


class SelfPlayGame(NamedTuple):
    """A game that was played."""

    number: int
    result: float
    """Of player 0: 1, 1/2 or 0."""
    samples: list[list[float]]
    """Two rows of features for each quiet position."""
    leaves: list[list[float] | float]
    """For each search, the features at the end of its line, as a row; or the result of player 0, if it is proven."""


@dataclass(frozen=True)
class SelfPlay:
    """Plays games; as work for any process (`zermelo.arena.work`)."""

    game: Game
    own: Evaluation
    agent: SearchAgent
    plan: TuningPlan
    leaves: bool = False
    """Whether leaves are noted, which only TD-leaf needs."""

    @cached_property
    def reader(self) -> FeatureReader:
        return FeatureReader(self.game, self.own)

    def __reduce__(self) -> tuple[Any, ...]:
        return SelfPlay, (self.game, self.own, self.agent, self.plan, self.leaves)

    def do(self, task: SelfPlayItem, watcher: Watcher = SILENT) -> SelfPlayGame:  # noqa: ARG002
        """Play one game."""
        random = Random(stream(self.plan.seed, _GAMES, task.number))
        agent = fresh(self.agent.changed(evaluate=weighed(self.own, task.weights)), task.number)
        position = opened(self.game, self.plan.opening, random)
        samples: list[list[float]] = []
        leaves: list[list[float] | float] = []
        result, ply = None, len(position.line()) - 1
        while result is None and not position.over and ply < self.plan.plies:
            ply += 1
            if position.player == CHANCE:
                position = position.advance(draw(position.rules.chances(position.state), random))
                continue
            report = think(agent, position)
            move = legal_move(agent, position, report)
            result = proven(position, report)
            if result is None and not self.noisy(position, move):
                samples += self.rows(position)
            if self.leaves:
                leaves.append(self.leaf(position, report))
            position = position.advance(move)
        return SelfPlayGame(task.number, final(position) if result is None else result, samples, leaves)

    def failed(self, task: SelfPlayItem, seat: int, why: str) -> None:
        """A game whose process died has no result."""

    def noisy(self, position: Position, move: int) -> bool:
        return self.game.defines("noisy") and position.rules.noisy(position.state, move)

    def rows(self, position: Position) -> list[list[float]]:
        """Both rows of a position."""
        state = position.state
        return [self.reader(state, 0), [-value for value in self.reader(state, 1)]]

    def leaf(self, position: Position, report: Report) -> list[float] | float:
        """The row of the position where the line of a search ends, seen by the player who searched."""
        known = proven(position, report)
        if known is not None:
            return known
        player, end = position.player, position
        for name in report.line:
            after = end.play(name)
            if after.over:
                break
            end = after
        row = self.reader(end.state, player)
        return row if player == 0 else [-value for value in row]


def read_game(features: int, number: int, data: list[Any]) -> SelfPlayGame:
    """A stored game; ValueError or TypeError if it is damaged."""
    stored, result, samples, leaves = data
    rows = [*samples, *(leaf for leaf in leaves if not isinstance(leaf, float))]
    if stored != number or result not in (0, 0.5, 1) or any(len(row) != features for row in rows):
        raise ValueError("a game has other features")
    if not all(isinstance(value, float) for row in rows for value in row):
        raise TypeError("a feature is not a number")
    return SelfPlayGame(number, float(result), samples, leaves)


def opened(game: Game, most: int, random: Random) -> Position:
    """An unfinished position after random plies: from half of `most` on, unless the game is shorter."""
    position = game.start()
    for _ in range(most - random.below(most // 2 + 1)):
        after = at_random(position, random)
        if after.over:
            break
        position = after
    return position


def proven(position: Position, report: Report) -> float | None:
    """The result of player 0 that a search has proven; None if it has not."""
    if report.score is None or not report.score.is_proven:
        return None
    value = report.score.value
    share = 0.5 if value == 0 else float(value > 0)
    return share if position.player == 0 else 1 - share


def final(position: Position) -> float:
    """The result of player 0; an unfinished game is a draw."""
    if position.values is None:
        return 0.5
    first, second = position.values
    return 0.5 if first == second else float(first > second)
