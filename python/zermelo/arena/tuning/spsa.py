"""SPSA: simultaneous perturbation stochastic approximation. Two sets of weights a random step apart play each other; the winner shows the way.

In step k each weight is moved up or down at random, all at once, by c_k units; the opposite moves give the second set. If the first set has s points of
a pair of games, the slope of the score along the step is about s - 1, and the weights move by a_k (s - 1) / c_k along it. With

    a_k = a / (A + k + 1)^0.602        c_k = c / (k + 1)^0.101

this climbs to a local maximum of the strength itself, whatever the number of weights (Spall, "Implementation of the simultaneous perturbation algorithm for
stochastic optimization", 1998). The unit of a weight is what changes the evaluation as much as all weights do in the mean, so that no feature counts more because its
numbers are small.
"""

from functools import partial
from typing import Any

import numpy as np

from zermelo.arena.openings import at_random
from zermelo.arena.referee import stream
from zermelo.arena.tuning.pairs import PairItem, PairResult
from zermelo.arena.tuning.plan import TuningPlan, limited
from zermelo.arena.tuning.reader import FeatureReader
from zermelo.arena.tuning.running import Playing
from zermelo.game import CHANCE, Game, Random

Row = np.ndarray[Any, Any]
BATCH = 8
"""Pairs that are played around the same weights, each with its own step; the number of workers does not change the result."""
FIRST_CHANGE = 0.3
"""c: the size of the first steps, in units."""
FIRST_STEP = 0.15
"""How far a pair that is won by 2 to 0 moves the weights at the beginning, in units."""
_GAMES = 40
"""Random games that give the units."""
_STEPS = 3
"""Of the streams of random numbers."""


def spsa(
    playing: Playing[PairItem, PairResult],
    plan: TuningPlan,
    old: tuple[float, ...],
    free: list[bool],
    units: Row,
) -> tuple[float, ...]:
    """The weights after all pairs."""
    weights, pairs = np.array(old), plan.played // 2
    keep = partial(limited, old=old, limit_change=plan.limit_change)
    settle = 0.1 * pairs / BATCH
    for number, start in enumerate(range(0, pairs, BATCH)):
        change = FIRST_CHANGE / (number + 1) ** 0.101
        gain = FIRST_STEP * FIRST_CHANGE * ((settle + 1) / (settle + number + 1)) ** 0.602
        steps = [
            np.where(free, signs(plan.seed, each, len(old)) * units, 0.0) for each in range(start, min(start + BATCH, pairs))
        ]
        items = [
            PairItem(
                start + place, tuple(keep((weights + change * step).tolist())), tuple(keep((weights - change * step).tolist()))
            )
            for place, step in enumerate(steps)
        ]
        results = playing.play("pairs", items)
        moved = np.mean([(each.points - 1) * step for each, step in zip(results, steps, strict=True)], axis=0)
        weights = np.array(keep((weights + gain / change * moved * len(steps) ** 0.5).tolist()))
    return tuple(weights.tolist())


def signs(seed: int, number: int, size: int) -> Row:
    """+1 or -1 for each weight, at random."""
    random = Random(stream(seed, _STEPS, number))
    return np.array([1.0 if random.below(2) else -1.0 for _ in range(size)])


def units_of(game: Game, reader: FeatureReader, old: tuple[float, ...], seed: int) -> Row:
    """For each weight what changes evaluations as much as the mean weight does, measured in random games."""
    random, rows = Random(stream(seed, _STEPS)), []
    for _ in range(_GAMES):
        position = game.start()
        for _ in range(200):
            position = at_random(position, random)
            if position.over:
                break
            if position.player != CHANCE:
                rows.append(reader(position.state, 0))
    spread = np.sqrt(np.mean(np.array(rows or [[1.0] * len(old)]) ** 2, axis=0))
    spread[spread == 0] = 1.0
    share = float(np.mean(np.abs(old) * spread)) or 1.0
    return np.asarray(share / spread)
