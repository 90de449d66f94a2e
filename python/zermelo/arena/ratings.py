"""Ratings: how strong each entrant of a tournament is, how sure that is, and who is stronger than whom.

**Elo.** An entrant that is d Elo stronger than another is expected to score 1 / (1 + 10^(-d / 400)) against it. Ratings are the
strengths that make the games most likely (`zermelo.arena.plackett_luce` has the model, and the prior that keeps them finite), as 400 log10 of
the strength. Only differences mean something, so their mean is 0, or that of an anchor.

**Intervals** are at 95 %. They come from a Bayesian bootstrap (Rubin, "The Bayesian bootstrap", 1981): ratings are computed again many times,
each time with random weights for the groups of games, drawn from the exponential distribution. Games of one group belong together, such as the two games
of a pair, which are not independent of each other. So groups are weighted, not games. An ordinary bootstrap, which draws
groups with replacement, is nearly the same, but loses games that connect entrants.

A bootstrap alone is too sure of itself in two ways. Both are mended:

- *An entrant that won everything* wins everything in each resample. So the weight of the prior is random as well: its half win and
  half loss are drawn from the gamma distribution with mean 1/2. With two entrants and without draws the bootstrap then is Jeffreys' interval for a
  proportion (Brown, Cai and DasGupta, "Interval estimation for a binomial proportion", 2001).
- *Few groups* have resamples that are too much alike. So the distance of each end from the rating is multiplied by
  t / 1.96 * sqrt((n + 1) / n), where n is the number of groups with the entrant and t is Student's for n degrees of freedom. For 5 groups
  that is 1.44, for 100 it is 1.02.

`benches/ratings.py` simulates tournaments and counts how often the interval contains the true rating.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from zermelo.arena.plackett_luce import PRIOR, Likelihood, Numbers, Played, checked
from zermelo.errors import LimitError

__all__ = ["MeanScore", "Played", "Rating", "elo_of", "mean_difference", "mean_scores", "rate", "score_of", "superiority"]

_ELO = 400 / math.log(10)
"""One unit of the logarithm of a strength, in Elo."""
_NORMAL = 1.959964
"""The normal distribution's quantile for 95 %."""
_LEAST = 1e-3
"""The least weight of the prior in a resample."""


class Rating(NamedTuple):
    """The rating of one entrant."""

    elo: float
    low: float
    """The 95 % interval of `elo`."""
    high: float
    games: int
    """Games with other entrants."""
    points: float
    """A game's points are the share of the other entrants' seats that the entrant beat, ties counting half: with two players 1, 1/2 or
    0. If it has several seats, their mean counts."""
    score: float
    """Points for each game; 0.5 without games."""


class MeanScore(NamedTuple):
    """A mean with its 95 % interval, which is None for fewer than two groups of games."""

    mean: float
    low: float | None
    high: float | None
    games: int


def elo_of(score: float) -> float:
    """The Elo difference at which a score is expected.

    >>> round(elo_of(0.6), 1), elo_of(0.5), elo_of(1)
    (70.4, 0.0, inf)
    """
    if not 0 <= score <= 1:
        raise LimitError(f"score={score} must be from 0 to 1")
    return math.copysign(math.inf, score - 0.5) if score in (0, 1) else 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The expected score of an Elo difference.

    >>> round(score_of(70.4), 3), score_of(0)
    (0.6, 0.5)
    """
    return 0.5 * (1 + math.tanh(elo / _ELO / 2))


def rate(games: Sequence[Played], entrants: int, resamples: int = 1000, seed: int = 1, anchor: int | None = None) -> list[Rating]:
    """The rating of every entrant, from 0 to `entrants` - 1; see the top of this file.

    The mean of the ratings is 0; if there is an anchor, its rating is 0, and intervals are those of the differences from it. The order of the games
    does not matter. The same seed gives the same intervals.

    >>> played = [Played((0, 1), (1, 0), 0), Played((1, 0), (0, 1), 0), Played((0, 1), (0.5, 0.5), 1), Played((1, 0), (1, 0), 1)]
    >>> first, second = rate(played, entrants=2)
    >>> round(first.elo), round(second.elo), first.points, first.score
    (47, -47, 2.5, 0.625)

    Raises:
        LimitError: A number is out of range, or a game does not make sense.

    """
    if anchor is not None and not 0 <= anchor < entrants:
        raise LimitError(f"anchor={anchor} must be the number of an entrant, from 0 to {entrants - 1}")
    found = _checked(games, entrants, resamples)
    elo, drawn = _resampled(found, entrants, resamples, seed)
    elo, drawn = _placed(elo[None], anchor)[0], _placed(drawn, anchor)
    reach = _stretch(_groups(found, entrants))
    low, high = elo + reach * (np.quantile(drawn, (0.025, 0.975), axis=0) - elo)
    rows = zip(elo, np.minimum(low, elo), np.maximum(high, elo), _points(found, entrants), strict=True)
    return [
        Rating(float(each), float(least), float(most), number, points, points / number if number else 0.5)
        for each, least, most, (number, points) in rows
    ]


def superiority(games: Sequence[Played], entrants: int, resamples: int = 1000, seed: int = 1) -> list[list[float]]:
    """[i][j]: how likely entrant i is stronger than entrant j (LOS); [i][i] is 0.5.

    The share of the resamples of `rate` in which i is rated higher, where differences are stretched as its intervals are, by the smaller
    number of groups of the two. It is never nearer to 0 or 1 than resamples can tell.

    >>> rows = superiority([Played((0, 1), (1, 0), group) for group in range(8)], entrants=2)
    >>> rows[0][1] > 0.98, round(rows[0][1] + rows[1][0], 9)
    (True, 1.0)
    """
    found = _checked(games, entrants, resamples)
    elo, drawn = _resampled(found, entrants, resamples, seed)
    groups = _groups(found, entrants)
    reach = _stretch(np.minimum(groups[:, None], groups[None]))
    table = np.full((entrants, entrants), 0.5)
    for first in range(entrants):
        middle = elo[first] - elo
        apart = middle + reach[first] * (drawn[:, [first]] - drawn - middle)
        above = (apart > 0).sum(axis=0) + (apart == 0).sum(axis=0) / 2
        table[first] = (above + 0.5) / (resamples + 1)
    return [[float(each) for each in row] for row in table]


def _checked(games: Sequence[Played], entrants: int, resamples: int) -> list[Played]:
    """The games, if all numbers make sense."""
    for name, number in {"entrants": entrants, "resamples": resamples}.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise LimitError(f"{name}={number!r:.60} must be a whole number of at least 1")
    return checked(games, entrants)


def _resampled(games: Sequence[Played], entrants: int, resamples: int, seed: int) -> tuple[Numbers, Numbers]:
    """The ratings, and those of each resample, in Elo above the virtual opponent."""
    likelihood = Likelihood.of(games, entrants)
    random = np.random.default_rng(seed)
    weights = random.gamma(likelihood.counts, size=(resamples, len(likelihood.counts)))
    prior = np.repeat(np.maximum(random.gamma(PRIOR, size=(resamples, 1)), _LEAST), entrants, axis=1)
    even = np.full((1, entrants), PRIOR)
    elo = likelihood.strongest(likelihood.counts[None], even, even)[0] * _ELO
    return elo, likelihood.strongest(weights, prior, prior) * _ELO


def _placed(elo: Numbers, anchor: int | None) -> Numbers:
    """Ratings, row by row, with a mean of 0 or with the anchor at 0."""
    placed: Numbers = elo - (elo.mean(axis=1) if anchor is None else elo[:, anchor])[:, None]
    return placed


def _groups(games: Sequence[Played], entrants: int) -> Numbers:
    """How many groups have games of each entrant with others."""
    pairs = {(who, game.group) for game in games if len(set(game.entrants)) > 1 for who in game.entrants}
    return np.bincount([who for who, _ in pairs] or [0], minlength=entrants).astype(float) * bool(pairs)


def _stretch(groups: Numbers) -> Numbers:
    """By how much the distance of an end of an interval from the rating is multiplied; see the top of this file."""
    from scipy.special import stdtrit

    number = np.maximum(groups, 1)
    factor: Numbers = stdtrit(number, 0.975) / _NORMAL * np.sqrt((number + 1) / number)
    return factor


def _points(games: Sequence[Played], entrants: int) -> list[tuple[int, float]]:
    """Of each entrant: its games with others, and its points; `Rating` says what they are."""
    numbers, points = [0] * entrants, [0.0] * entrants
    for game in games:
        for who in set(game.entrants):
            mine = [got for each, got in zip(game.entrants, game.values, strict=True) if each == who]
            others = [got for each, got in zip(game.entrants, game.values, strict=True) if each != who]
            if others:
                beaten = sum((got > other) + (got == other) / 2 for got in mine for other in others)
                numbers[who] += 1
                points[who] += beaten / len(mine) / len(others)
    return list(zip(numbers, points, strict=True))


# Games for one


def mean_scores(games: Sequence[Played], entrants: int) -> list[MeanScore]:
    """The mean value of every entrant, for games where values themselves count, such as those for one player.

    The interval is Student's over groups: games of one entrant in the same group are one observation, their mean. An entrant without games
    has a mean of nan.

    >>> alone = [Played((0,), (value,), group) for group, value in enumerate((10, 12, 17))]
    >>> print("{:.0f} from {:.3f} to {:.3f}, {} games".format(*mean_scores(alone, entrants=1)[0]))
    13 from 4.043 to 21.957, 3 games
    """
    by_group = _by_group(checked(games, entrants))
    return [_mean([values for group in by_group.values() if (values := group.get(who))]) for who in range(entrants)]


def mean_difference(games: Sequence[Played], first: int, second: int) -> MeanScore:
    """How much more the first entrant gets than the second in the groups that both played; `games` counts those groups.

    Paired differences have a narrower interval than two means, because both had the same luck.

    >>> alone = [Played((who,), (10 * group + who,), group) for group in range(5) for who in (0, 1)]
    >>> mean_difference(alone, 1, 0)
    MeanScore(mean=1.0, low=1.0, high=1.0, games=5)
    """
    groups = list(_by_group(checked(games, 1 + max(first, second, *_all(games)))).values())
    both = [(group[first], group[second]) for group in groups if first in group and second in group]
    return _mean([[math.fsum(mine) / len(mine) - math.fsum(other) / len(other)] for mine, other in both])


def _all(games: Sequence[Played]) -> set[int]:
    return {who for game in games for who in game.entrants}


def _by_group(games: Sequence[Played]) -> dict[int, dict[int, list[float]]]:
    """Group by group, the values of each entrant."""
    found: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for who, got in zip(game.entrants, game.values, strict=True):
            found[game.group][who].append(got)
    return found


def _mean(groups: Sequence[Sequence[float]]) -> MeanScore:
    """The mean of all values, with Student's interval over groups."""
    from zermelo.arena.experiments.interval import student

    number = sum(len(values) for values in groups)
    if not groups:
        return MeanScore(math.nan, None, None, 0)
    means = [math.fsum(values) / len(values) for values in groups]
    mean = math.fsum(means) / len(means)
    if len(means) < 2:
        return MeanScore(mean, None, None, number)
    squares = math.fsum((each - mean) ** 2 for each in means)
    reach = student(len(means) - 1) * math.sqrt(squares / (len(means) - 1) / len(means))
    return MeanScore(mean, mean - reach, mean + reach, number)
