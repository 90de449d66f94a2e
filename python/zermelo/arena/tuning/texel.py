"""Texel's method: play games, fit the weights to their results, and again with the new weights, as often as there are rounds.

A fifth of the games is held out: it takes no part in the fit, and says how well the weights predict games that they have not seen; each fifth in
turn. Positions of one game share their result, so whole games are held out, not single positions.
"""

from collections.abc import Sequence

import numpy as np

from zermelo.arena.tuning.logistic import Fit, Samples, fit
from zermelo.arena.tuning.plan import TuningError, TuningPlan
from zermelo.arena.tuning.running import Playing
from zermelo.arena.tuning.selfplay import SelfPlayGame, SelfPlayItem

FOLDS = 5
"""Parts of the games, each of which is held out once."""


def texel(
    playing: Playing[SelfPlayItem, SelfPlayGame], plan: TuningPlan, old: tuple[float, ...], free: list[bool]
) -> tuple[Fit, int]:
    """The fitted weights, and the number of positions."""
    games: list[SelfPlayGame] = []
    found = Fit(old, 1.0, 0.0, 0.0)
    for round_ in range(plan.rounds):
        first = round_ * plan.played
        items = [SelfPlayItem(number, found.weights) for number in range(first, first + plan.played)]
        games += playing.play(f"games of round {round_ + 1}", items)
        found = fit(split(games), old, free, plan.limit_change)
        playing.loss = found.after
    return found, sum(len(game.samples) for game in games) // 2


def split(games: Sequence[SelfPlayGame]) -> list[Samples]:
    """The samples in parts; all samples of a game are in the same part."""
    parts = []
    for fold in range(FOLDS):
        chosen = [game for game in games if game.number % FOLDS == fold and game.samples]
        if not chosen:
            raise TuningError(
                f"{len(games)} games gave too few quiet positions that are not decided; play more games, or give searches fewer nodes"
            )
        rows = np.array([row for game in chosen for row in game.samples], dtype=float)
        parts.append(Samples(rows, np.repeat([game.result for game in chosen], [len(game.samples) for game in chosen])))
    return parts
