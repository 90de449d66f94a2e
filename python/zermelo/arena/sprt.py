"""A test that stops as soon as it knows: the sequential probability ratio test of two Elo differences.

A match of fixed length is often too long or too short. Wald's test (1945) looks at the games after every pair and compares two
hypotheses: the first agent is `elo0` stronger, or it is `elo1` stronger. It stops when the logarithm of their likelihood ratio (LLR) leaves an
interval, which depends only on the errors one is ready to make:

    lower = log(beta / (1 - alpha)) - 1/4        upper = log((1 - beta) / alpha) + 1/4

Wald's own bounds are without the quarter. They are right if the distributions are known; ours are estimated from the games, and with Wald's bounds
simulated tests of 5 % were wrong in up to 6 % of all cases (`benches/ratings.py`).

An Elo difference fixes the expected score and nothing else; how often games are drawn is unknown. So each hypothesis takes the distribution of results
that explains the games best among all that have its expected score (the generalised SPRT of Li, Liu and Ying, 2014; for games
Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution", 2019). With n results, the share q_k of
results that are worth a_k, and an expected score s, that distribution is

    p_k = q_k / (1 + x (a_k - s))        where x solves        sum of q_k (a_k - s) / (1 + x (a_k - s)) = 0

and LLR = n sum of q_k log(p_k of elo1 / p_k of elo0).

The two games of a pair share an opening and are not independent. So the **pentanomial** model takes pairs as results, worth 0, 1/4, 1/2, 3/4 or 1; it
is right whatever the correlation, and usually stops sooner. The **trinomial** model takes single games, worth 0, 1/2 or 1, and is right only if
they are independent.

**Results that never came.** A count of 0 is replaced by 0.001. Otherwise a hypothesis would have no distribution where,
say, all games so far were won.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from zermelo.arena.ratings import score_of
from zermelo.errors import LimitError

MODELS = {"trinomial": 1, "pentanomial": 2}
"""How many games are one result."""
EMPTY = 1e-3
"""What a count of 0 is replaced by."""
MARGIN = 0.25
"""How far the bounds are beyond Wald's."""
_MOST_ELO = 2000.0


class SprtState(NamedTuple):
    """Where a test stands."""

    llr: float
    lower: float
    upper: float
    verdict: Literal["accepted", "rejected"] | None
    """ "accepted": elo1 is taken to be true; "rejected": elo0 is; None: play on."""


@dataclass(frozen=True)
class Sprt:
    """A sequential test of `elo0` against `elo1` for the first agent.

    If the true difference is at most `elo0`, it is accepted with a probability of about `alpha`; if it is at least `elo1`, it is rejected with
    a probability of about `beta`. The errors hold for a test that ends with its first verdict.

    >>> Sprt(elo0=0, elo1=20).state([(1, 0.5)] * 60 + [(1, 0)] * 40 + [(0, 0.5)] * 30).verdict
    'accepted'
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "pentanomial"

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
                raise LimitError(f"{name}={number!r:.60} must be a number")
        if not -_MOST_ELO <= self.elo0 < self.elo1 <= _MOST_ELO:
            raise LimitError(f"elo0={self.elo0} must be less than elo1={self.elo1}, both from -2000 to 2000")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise LimitError(f"{name}={getattr(self, name)} must be a probability between 0 and 0.5")
        if self.model not in MODELS:
            raise LimitError(f"unknown model {self.model!r:.60}; expected {' or '.join(MODELS)}")

    @property
    def lower(self) -> float:
        """The LLR at which `elo0` is taken to be true."""
        return math.log(self.beta / (1 - self.alpha)) - MARGIN

    @property
    def upper(self) -> float:
        """The LLR at which `elo1` is taken to be true."""
        return math.log((1 - self.beta) / self.alpha) + MARGIN

    def state(self, pairs: Sequence[Sequence[float]]) -> SprtState:
        """Where the test stands after these pairs of games, given as the points of the first agent: 1, 1/2 or 0.

        The pentanomial model leaves out pairs with one game.
        """
        return self.state_of(self.counts(pairs))

    def counts(self, pairs: Sequence[Sequence[float]]) -> list[int]:
        """How often each result of the model came, the worst first.

        >>> Sprt().counts([(1, 1), (0, 1), (0.5, 0.5), (0, 0.5), (1,)])
        [0, 1, 2, 0, 1]
        >>> Sprt(model="trinomial").counts([(1, 1), (0, 1), (0.5, 0.5), (0, 0.5), (1,)])
        [2, 3, 4]
        """
        size = MODELS[self.model]
        found = [0] * (2 * size + 1)
        for pair in pairs:
            if not 1 <= len(pair) <= 2 or any(points not in (0, 0.5, 1) for points in pair):
                raise LimitError(f"{tuple(pair)!r:.60} must be the points of one or two games, each 0, 0.5 or 1")
            for first in range(0, len(pair) - size + 1, size):
                found[round(2 * math.fsum(pair[first : first + size]))] += 1
        return found

    def state_of(self, counts: Sequence[float]) -> SprtState:
        """Where the test stands, from how often each result came (`counts`).

        >>> state = Sprt(elo0=0.5, elo1=2.5).state_of([223, 9863, 21279, 10037, 246])
        >>> f"{state.llr:.2f}", state.verdict
        ('-3.07', None)
        """
        if len(counts) != 2 * MODELS[self.model] + 1 or any(count < 0 for count in counts):
            raise LimitError(
                f"{self.model} needs {2 * MODELS[self.model] + 1} counts of at least 0, but there are {tuple(counts)!r:.60}"
            )
        llr = _llr(counts, score_of(self.elo0), score_of(self.elo1)) if any(counts) else 0.0
        verdict: Literal["accepted", "rejected"] | None = None
        if llr >= self.upper:
            verdict = "accepted"
        elif llr <= self.lower:
            verdict = "rejected"
        return SprtState(llr, self.lower, self.upper, verdict)

    def expected_pairs(self, elo: float, draws: float = 0.3, correlation: float = 0.0) -> float:
        """About how many pairs the test takes if the true difference is `elo` and so many games are drawn.

        The correlation is that of the points of the two games of a pair; it is below 0 if openings favour one side.

        The LLR is taken for a Brownian motion (Wald's approximation). Real tests take a little longer, because the LLR jumps over its
        bounds. At `elo0` and `elo1` a test is short, halfway between them it is longest.
        """
        score, worst, best = score_of(elo), score_of(self.elo0), score_of(self.elo1)
        one = score * (1 - score) - draws / 4
        if not 0 <= draws <= 1 or not -1 < correlation <= 1 or one <= 0:
            raise LimitError(f"draws={draws} and correlation={correlation} are impossible with elo={elo}")
        spread = (best - worst) ** 2 / (one * (1 + correlation) / 2)
        drift = spread * (score - (worst + best) / 2) / (best - worst)
        if abs(drift) < 1e-9 * spread:
            return -self.lower * self.upper / spread
        tilt = 2 * drift / spread
        accepted = math.expm1(-tilt * self.lower) / (math.exp(-tilt * self.lower) - math.exp(-tilt * self.upper))
        return (accepted * self.upper + (1 - accepted) * self.lower) / drift


def _llr(counts: Sequence[float], worst: float, best: float) -> float:
    """The logarithm of the likelihood ratio of two expected scores; see the top of this file."""
    filled = [count or EMPTY for count in counts]
    total = math.fsum(filled)
    shares = [(place / (len(filled) - 1), count / total) for place, count in enumerate(filled)]
    low, high = _tilt(shares, worst), _tilt(shares, best)
    return total * math.fsum(
        share * math.log((1 + low * (value - worst)) / (1 + high * (value - best))) for value, share in shares
    )


def _tilt(shares: Sequence[tuple[float, float]], score: float) -> float:
    """The x of the most likely distribution with an expected score."""
    from scipy.optimize import brentq

    def excess(x: float) -> float:
        return sum(share * (value - score) / (1 + x * (value - score)) for value, share in shares)

    # Between the poles, where the worst or the best result would have no probability left, the excess falls from +inf to -inf.
    least, most = -1 / (1 - score), 1 / score
    margin = 1e-12 * (most - least)
    return float(brentq(excess, least + margin, most - margin, xtol=1e-12))
