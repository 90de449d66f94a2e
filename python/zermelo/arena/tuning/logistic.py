"""Logistic regression of results on features: how well an evaluation predicts who wins, and the weights that predict best.

With the row f of a position and the result r of its game (1, 1/2 or 0 for player 0),

    p = 1 / (1 + exp(-K w.f))        loss = mean of -(r log p + (1 - r) log(1 - p))

K says how much an evaluation of 1 changes the odds. It is found first, with the old weights; the weights then stay on their old scale. The weights
minimise

    loss + PULL / 2 * sum of (K s_i (w_i - old_i))²

where s_i is the spread of feature i: a feature that is rarely seen keeps its weight, because few games say anything about it. The idea of fitting
an evaluation to the results of games is Buro's ("From simple features to sophisticated evaluation functions", 1999) and, as used
here, that of the chess program Texel (Österlund, 2014).
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

PULL = 1e-3
"""How strongly weights are drawn to the old ones."""
PATIENCE = 10
"""Steps without a better held-out loss, after which a fit ends."""
FLATTEST, STEEPEST = 0.5, 100.0
"""K is looked for where the usual evaluation is worth so many units of log-odds. Old weights that predict nothing would have a K of 0, and new weights
no scale."""


class Samples(NamedTuple):
    """Rows of features, each with the result of its game."""

    rows: "np.ndarray[Any, Any]"
    results: "np.ndarray[Any, Any]"

    @property
    def spread(self) -> "np.ndarray[Any, Any]":
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


def loss(values: "np.ndarray[Any, Any]", results: "np.ndarray[Any, Any]") -> float:
    """The mean cross-entropy of sigmoid(values) against results.

    >>> round(loss(np.zeros(4), np.array([0, 0.5, 1, 1])), 4)
    0.6931
    """
    return float(np.mean(np.logaddexp(0, values) - results * values))


def fit_scale(values: "np.ndarray[Any, Any]", results: "np.ndarray[Any, Any]") -> float:
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


def fit(
    training: Samples,
    held_out: Samples,
    old: tuple[float, ...],
    free: list[bool],
    limit_change: float | None = None,
) -> Fit:
    """The weights that predict the results of the training games best, stopped where the held-out games are predicted best."""
    from scipy.optimize import minimize

    start, spread = np.array(old), training.spread
    scale = fit_scale(training.rows @ start, training.results)
    rows, others = training.rows / spread, held_out.rows / spread  # a step of 1 then changes the odds about e-fold
    base, base_others = scale * training.rows @ start, scale * held_out.rows @ start
    before = loss(base_others, held_out.results)
    best, best_loss, waited = np.zeros(len(old)), before, 0

    def cost(step: "np.ndarray[Any, Any]") -> "tuple[float, np.ndarray[Any, Any]]":
        values = base + rows @ step
        wrong = 0.5 * (1 + np.tanh(values / 2)) - training.results
        slope = rows.T @ wrong / len(wrong) + PULL * step
        return loss(values, training.results) + PULL / 2 * float(step @ step), slope

    def look(step: "np.ndarray[Any, Any]") -> None:
        nonlocal best, best_loss, waited
        found = loss(base_others + others @ step, held_out.results)
        if found < best_loss:
            best, best_loss, waited = step.copy(), found, 0
            return
        waited += 1
        if waited >= PATIENCE:
            raise StopIteration

    minimize(cost, best, jac=True, method="L-BFGS-B", bounds=_bounds(start, scale * spread, free, limit_change), callback=look)
    return Fit(tuple(float(each) for each in start + best / (scale * spread)), scale, before, best_loss)


def _bounds(
    start: "np.ndarray[Any, Any]", unit: "np.ndarray[Any, Any]", free: list[bool], limit_change: float | None
) -> list[tuple[float | None, float | None]]:
    """How far each weight may go, in the steps of the fit."""
    found: list[tuple[float | None, float | None]] = []
    for weight, each, may in zip(start, unit, free, strict=True):
        most = abs(float(weight)) * (limit_change or 0) * float(each)
        found.append((0.0, 0.0) if not may else (None, None) if not most else (-most, most))
    return found
