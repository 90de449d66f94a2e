"""TD-leaf: the value of each search is moved towards that of the next one, and the last towards the result.

A search finds a line of best play; its value is the evaluation of the position at the end, the leaf. Let J_t = 1 / (1 + exp(-K w.f_t)) be the probability that
player 0 wins, with the features f_t of the leaf of search t, and J_N the result of the game. The differences d_t = J_(t+1) - J_t would be 0 if
evaluations were right. After a few games the weights become

    w + rate * sum over t of (gradient of J_t) * sum over j >= t of lambda^(j - t) d_j

(Baxter, Tridgell and Weaver, "KnightCap: a chess program that learns by combining TD(lambda) with game-tree search", 1998). The steps are measured in the
spread of each feature, so that the rate means the same for all, and they become smaller with the games.
"""

from typing import Any

import numpy as np

from zermelo.arena.tuning.logistic import Fit, fit_scale, loss
from zermelo.arena.tuning.plan import TuningError, TuningPlan, limited
from zermelo.arena.tuning.running import Playing
from zermelo.arena.tuning.selfplay import SelfPlayGame, SelfPlayItem

Row = np.ndarray[Any, Any]
BATCH = 10
"""Games that are played with the same weights; the number of workers does not change the result."""
LAMBDA = 0.7
RATE = 2.0
"""Of the first step; the last one has a tenth."""
CALIBRATION = 4
"""Batches at the beginning whose games give K."""


def td(
    playing: Playing[SelfPlayItem, SelfPlayGame], plan: TuningPlan, old: tuple[float, ...], free: list[bool]
) -> tuple[Fit, None]:
    """The weights after all games. The losses are those of the first and the last third of the games, each before it was learnt from."""
    weights, scale, spread = np.array(old), 0.0, np.ones(len(old))
    first: list[SelfPlayGame] = []
    losses: list[float] = []
    batches = [range(start, min(start + BATCH, plan.played)) for start in range(0, plan.played, BATCH)]
    for number, batch in enumerate(batches):
        items = [SelfPlayItem(each, tuple(weights.tolist())) for each in batch]
        games = playing.play("games", items)
        if number < CALIBRATION:
            first += games
            rows = np.array([leaf for game in first for leaf in game.leaves if not isinstance(leaf, float)])
            if not len(rows):
                continue
            results = [game.result for game in first for leaf in game.leaves if not isinstance(leaf, float)]
            scale = fit_scale(rows @ np.array(old), np.array(results))
            spread = np.sqrt(np.mean(rows**2, axis=0))
            spread[spread == 0] = 1.0
        losses += [_loss(game, scale * weights) for game in games]
        rate = RATE * (1 - 0.9 * number / len(batches))
        step = np.mean([gradient(game, scale * weights, spread) for game in games], axis=0)
        moved = weights + np.where(free, rate * step / (scale * spread), 0.0)
        weights = np.array(limited(moved.tolist(), old, plan.limit_change))
        third = max(1, len(losses) // 3)
        playing.loss = float(np.mean(losses[-third:]))
    if not losses:
        raise TuningError(f"all searches of {plan.played} games proved the result; give them fewer nodes")
    third = max(1, len(losses) // 3)
    return Fit(tuple(weights.tolist()), scale, float(np.mean(losses[:third])), float(np.mean(losses[-third:]))), None


def gradient(game: SelfPlayGame, weights: Row, spread: Row) -> Row:
    """The step of one game, in units of the spread of each feature; `weights` are multiplied by K."""
    values = [leaf if isinstance(leaf, float) else _sigmoid(np.dot(weights, leaf)) for leaf in game.leaves]
    later, step = 0.0, np.zeros(len(weights))
    following = [*values[1:], game.result]
    for value, after, leaf in reversed(list(zip(values, following, game.leaves, strict=True))):
        later = after - value + LAMBDA * later
        if not isinstance(leaf, float):
            step += value * (1 - value) * later * np.array(leaf) / spread
    return step / max(1, len(values))


def _loss(game: SelfPlayGame, weights: Row) -> float:
    """How well the leaves of a game predict its result."""
    rows = [leaf for leaf in game.leaves if not isinstance(leaf, float)]
    return loss(np.array(rows) @ weights, np.full(len(rows), game.result)) if rows else float(np.log(2))


def _sigmoid(value: float) -> float:
    return float(0.5 * (1 + np.tanh(value / 2)))
