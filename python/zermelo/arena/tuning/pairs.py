"""Pairs of games between two sets of weights: one opening, sides swapped, equal nodes."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.arena.conditions import Conditions
from zermelo.arena.fixtures import Fixture
from zermelo.arena.referee import Contest, packed, stream
from zermelo.arena.tuning.plan import TuningPlan, weighed
from zermelo.arena.tuning.selfplay import opened
from zermelo.arena.work import SILENT, Watcher
from zermelo.engine.agent import SearchAgent
from zermelo.game import Game, Random
from zermelo.game.evaluation import Evaluation

_PAIRS = 2
"""Of the streams of random numbers."""


class PairItem(NamedTuple):
    """Two games that are to be played."""

    number: int
    first: tuple[float, ...]
    """The weights of the first side."""
    second: tuple[float, ...]


class PairResult(NamedTuple):
    """Two games that were played."""

    number: int
    points: float
    """Of the first side, from 0 to 2."""


def read_pair(number: int, data: list[Any]) -> PairResult:
    """A stored pair; ValueError if it is damaged."""
    stored, points = data
    if stored != number or points not in (0, 0.5, 1, 1.5, 2):
        raise ValueError("a pair has other points")
    return PairResult(number, float(points))


@dataclass(frozen=True)
class PairPlay:
    """Plays pairs; as work for any process (`zermelo.arena.work`)."""

    game: Game
    own: Evaluation
    agent: SearchAgent
    plan: TuningPlan

    def do(self, task: PairItem, watcher: Watcher = SILENT) -> PairResult:
        """Play one pair."""
        opening = packed(opened(self.game, self.plan.opening, Random(stream(self.plan.seed, _PAIRS, task.number))))
        agents = tuple(self.agent.changed(evaluate=weighed(self.own, each)) for each in (task.first, task.second))
        contest = Contest((self.game,), agents, Conditions(self.plan.seed, self.plan.opening, self.plan.plies))
        points = 0.0
        for half, seats in enumerate(((0, 1), (1, 0))):
            record = contest.do((Fixture(2 * task.number + half, 0, seats, task.number), opening), watcher)
            points += record.points[seats.index(0)]
        return PairResult(task.number, points)

    def failed(self, task: PairItem, seat: int, why: str) -> None:
        """A pair whose process died has no result."""
