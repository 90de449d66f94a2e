"""Logistic regression of results on features: how well an evaluation predicts who wins, and the weights that predict best.

With the row f of a position and the result r of its game (1, 1/2 or 0 for player 0),

    p = 1 / (1 + exp(-K w.f))        loss = mean of -(r log p + (1 - r) log(1 - p))

K says how much an evaluation of 1 changes the odds. It is found first, with the old weights; the weights then stay on their old scale. The weights
minimise

    loss + pull / 2 * sum of (K s_i (w_i - old_i))²

where s_i is the spread of feature i: a feature that is rarely seen keeps its weight, because few games say anything about it. The pull towards the old
weights is weakened step by step, and the weights that predict the held-out games best are taken: with few games they stay near the old ones. The idea of fitting
an evaluation to the results of games is Buro's ("From simple features to sophisticated evaluation functions", 1999) and, as used
here, that of the chess program Texel (Österlund, 2014).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

Row = np.ndarray[Any, Any]
PULLS = (10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001)
"""How strongly weights are drawn to the old ones, in one fit after another."""
PATIENCE = 3
"""Fits without a better held-out loss, after which no weaker pull is tried."""
FLATTEST, STEEPEST = 0.5, 100.0
"""K is looked for where the usual evaluation is worth so many units of log-odds. Old weights that predict nothing would have a K of 0, and new weights
no scale."""


class Samples(NamedTuple):
    """Rows of features, each with the result of its game."""

    rows: Row
    results: Row

    @property
    def spread(self) -> Row:
        """The root mean square of each feature; 1 for one that is always 0."""
        found = np.sqrt(np.mean(self.rows**2, axis=0))
        return np.where(found > 0, found, 1.0)


@dataclass(frozen=True)
class Fit:
    """Weights that were fitted."""

    weights: tuple[float, ...]
    scale: float
    """K."""
    before: float
    """The loss of the old weights on the held-out games."""
    after: float
    """The loss of the new ones."""


def loss(values: Row, results: Row) -> float:
    """The mean cross-entropy of sigmoid(values) against results.

    >>> round(loss(np.zeros(4), np.array([0, 0.5, 1, 1])), 4)
    0.6931
    """
    return float(np.mean(np.logaddexp(0, values) - results * values))


def fit_scale(values: Row, results: Row) -> float:
    """The K that makes sigmoid(K values) predict the results best."""
    from scipy.optimize import minimize_scalar

    spread = float(np.sqrt(np.mean(values**2)))
    if spread == 0:
        return 1.0
    found = minimize_scalar(
        lambda steps: loss(np.exp(steps) / spread * values, results),
        bounds=(np.log(FLATTEST), np.log(STEEPEST)),
        method="bounded",
    )
    return float(np.exp(found.x) / spread)


def fit(folds: Sequence[Samples], old: tuple[float, ...], free: list[bool], limit_change: float | None = None) -> Fit:
    """The weights that predict results best.

    Each fold is held out once, while the others are fitted; so the losses are those of games that the weights have not seen. The pull
    that predicts them best is then used to fit all games. If no pull predicts them better than the old weights do, these are kept.
    """
    start = np.array(old)
    whole = _joined(folds)
    unit = fit_scale(whole.rows @ start, whole.results) * whole.spread
    scale = float(unit[0] / whole.spread[0])
    bounds = _bounds(start, unit, free, limit_change)
    parts = [_Part(_joined([*folds[:place], *folds[place + 1 :]]), each, start, scale) for place, each in enumerate(folds)]
    before = best = _mean([part.held_out_loss(np.zeros(len(old))) for part in parts], folds)
    chosen, waited = None, 0
    for pull in PULLS:
        after = _mean([part.held_out_loss(part.minimum(pull, bounds)) for part in parts], folds)
        if after < best:
            best, chosen, waited = after, pull, 0
        elif (waited := waited + 1) >= PATIENCE:
            break
    if chosen is None:
        return Fit(old, scale, before, before)
    step = _Part(whole, whole, start, scale).minimum(chosen, bounds)
    return Fit(tuple(float(each) for each in start + step / unit), scale, before, best)


class _Part:
    """The games of a fit, and those that are held out. Steps are measured in the spread of each feature in all games."""

    def __init__(self, training: Samples, held_out: Samples, start: Row, scale: float) -> None:
        self.training, self.held_out, self.scale = training, held_out, scale
        self.spread = _joined([training, held_out]).spread
        self.rows = training.rows / self.spread
        self.base = scale * training.rows @ start
        self.base_held_out = scale * held_out.rows @ start
        self.last = np.zeros(len(start))

    def held_out_loss(self, step: Row) -> float:
        return loss(self.base_held_out + self.held_out.rows @ (step / self.spread), self.held_out.results)

    def minimum(self, pull: float, bounds: list[tuple[float | None, float | None]]) -> Row:
        """The best step; the search begins where the last one ended."""
        from scipy.optimize import minimize

        self.last = minimize(self._cost, self.last, args=(pull,), jac=True, method="L-BFGS-B", bounds=bounds).x
        return self.last

    def _cost(self, step: Row, pull: float) -> tuple[float, Row]:
        values, results = self.base + self.rows @ step, self.training.results
        wrong = 0.5 * (1 + np.tanh(values / 2)) - results
        return loss(values, results) + pull / 2 * float(step @ step), self.rows.T @ wrong / len(wrong) + pull * step


def _joined(parts: Sequence[Samples]) -> Samples:
    return Samples(np.concatenate([each.rows for each in parts]), np.concatenate([each.results for each in parts]))


def _mean(losses: Sequence[float], folds: Sequence[Samples]) -> float:
    """The mean loss of all samples."""
    return float(np.average(losses, weights=[len(each.results) for each in folds]))


def _bounds(start: Row, unit: Row, free: list[bool], limit_change: float | None) -> list[tuple[float | None, float | None]]:
    """How far each weight may go, in the steps of the fit."""
    found: list[tuple[float | None, float | None]] = []
    for weight, each, may in zip(start, unit, free, strict=True):
        most = abs(float(weight)) * (limit_change or 0) * float(each)
        found.append((0.0, 0.0) if not may else (None, None) if not most else (-most, most))
    return found
