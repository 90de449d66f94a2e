"""Star1, Star2 and Star2.5: pruning at chance nodes (Ballard 1983; Hauk, Buro and Schaeffer 2004).

Alpha-beta needs no more than "at least" and "at most", and an average can be held between these, too, as soon as values have bounds.
Say that outcome i comes with probability p_i, and that its value lies between l_i and h_i: at first between the least and the most that
the game allows. Then the average lies between the sums

    least = p_1 l_1 + ... + p_n l_n    and    most = p_1 h_1 + ... + p_n h_n

and the node is left as soon as most <= alpha (it is not better for MAX than something else) or least >= beta (MIN will not let it
happen). Every outcome that is searched makes its l_i and h_i one, and the sums move towards each other.

**Star1.** An outcome gets a window of its own: what would be too little, or too much, for the whole. Outcome i is too little if its
value is at most a, too much if it is at least b, where

    a = (alpha - sum of p_j h_j over all others) / p_i        b = (beta - sum of p_j l_j over all others) / p_i

If it falls outside, its bound alone is enough to leave the chance node; if it falls inside, it is exact.

**Star2.** Before any outcome is searched, each is probed: of the player's moves there, only the most promising is searched. With MIN
to move it shows that the outcome is worth no more than this, so h_i falls; with MAX to move l_i rises. That takes a fraction of the
nodes and is often enough. If not, the bounds make the windows of the search that follows narrower. Ballard's Star2 is for regular
trees, where the same player moves after every outcome; bounds that are kept for each outcome do without that. What is
no player's turn is not probed, nor is what could not be cut off by it: without an alpha that can be met there is nothing to probe MIN's
moves for, without such a beta nothing to probe MAX's for.

**Star2.5.** Probes several moves of each outcome, here `PROBES` of them, one outcome after the other. A bad first guess does less
harm, a good one costs more. (Ballard has another order, too: one move of every outcome, then a second of every outcome.)

*To the last bit.* Plain expectiminimax adds up p_i v_i in the order of the outcomes, and rounds. Rounding never turns an order around:
if every l_i is at most v_i, then the sum of the p_i l_i, added up in the same order and rounded in the same places, is at most the
sum of the p_i v_i. So `least` and `most` are computed in this way, from scratch, and are bounds on what plain expectiminimax finds, not
only on what it would find with perfect numbers. The edges a and b are moved outwards until they keep their promise in these sums. That is
why pruning changes neither value nor move.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from zermelo.game import CHANCE
from zermelo.record import State
from zermelo.search import trace
from zermelo.search.payoff import within
from zermelo.search.table import EXACT, LOWER, UPPER

if TYPE_CHECKING:
    from zermelo.search.expectiminimax import Expectiminimax

PROBES = {"star2": 1, "star2.5": 3}
"""Moves of each outcome that are searched in advance."""
GRAIN = 2.0**-52


class Outcomes:
    """What is known about the outcomes of one chance node: a lower and an upper bound on the value of each."""

    def __init__(self, chances: list[tuple[int, float]], floor: float, ceiling: float) -> None:
        self.chances, self.floor, self.ceiling = chances, floor, ceiling
        self.low, self.high = [floor] * len(chances), [ceiling] * len(chances)

    def total(self, values: list[float]) -> float:
        """The average, as plain expectiminimax computes it."""
        total = 0.0
        for (_, probability), value in zip(self.chances, values, strict=True):
            total += probability * value
        return within(total, self.floor, self.ceiling)

    def window(self, index: int, alpha: float, beta: float) -> tuple[float, float]:
        """The window of an outcome: outside it, the outcome alone settles the node."""
        below = -inf if alpha < self.floor else self.edge(index, self.high, alpha, -1)
        above = inf if beta > self.ceiling else self.edge(index, self.low, beta, 1)
        return below, above

    def edge(self, index: int, bounds: list[float], target: float, sign: int) -> float:
        """What an outcome must be worth for the average to reach a target, downwards or upwards, with all others at their bounds."""
        probability = self.chances[index][1]
        rest = 0.0
        for other, (_, weight) in enumerate(self.chances):
            if other != index:
                rest += weight * bounds[other]
        edge, step = (target - rest) / probability, (self.ceiling - self.floor) * GRAIN / probability
        trial = bounds.copy()
        while True:
            trial[index] = edge
            if sign * self.total(trial) >= sign * target:
                return edge
            edge += sign * step  # rounded the wrong way
            step *= 2

    def narrow(self, index: int, low: float, high: float) -> None:
        """An outcome is known to lie between two values."""
        self.low[index], self.high[index] = max(self.low[index], low), min(self.high[index], high)

    def settled(self, alpha: float, beta: float) -> float | None:
        """A bound on the average that is outside the window, if there is one."""
        most = self.total(self.high)
        if most <= alpha:
            return most
        least = self.total(self.low)
        return least if least >= beta else None


def starred(
    search: Expectiminimax, s: State, depth: int, ply: int, alpha: float, beta: float
) -> tuple[float, int, tuple[int, ...], int]:
    """The average over what chance may bring, by the promise of `Expectiminimax.search`; no move, no line, and why it was left."""
    chances = search.rules.chances(s)
    outcomes = Outcomes(chances, *search.worth.reach(ply))
    for phase in (probed, searched) if search.probes else (searched,):
        for index, (outcome, _) in enumerate(chances):
            if outcomes.low[index] == outcomes.high[index]:
                continue  # a probe has settled it
            child = search.rules.play(s, outcome)
            below, above = outcomes.window(index, alpha, beta)
            outcomes.narrow(index, *phase(search, child, outcome, depth, ply + 1, below, above, outcomes))
            value = outcomes.settled(alpha, beta)
            if value is not None:
                rest = [other for other, _ in chances[index + 1 :]]
                search.prune(rest)
                return value, -1, (), trace.CUT if phase is probed or rest else trace.OPEN
    return outcomes.total(outcomes.low), -1, (), trace.OPEN


def searched(
    search: Expectiminimax, s: State, outcome: int, depth: int, ply: int, below: float, above: float, outcomes: Outcomes
) -> tuple[float, float]:
    """Bounds on the value of an outcome from a search; one value where it is inside the window."""
    value, _ = search.search(s, outcome, depth, ply, below, above, False)
    return bounds(value, below, above, outcomes)


def bounds(value: float, below: float, above: float, outcomes: Outcomes) -> tuple[float, float]:
    if value <= below:
        return outcomes.floor, value
    return value, outcomes.ceiling if value >= above else value


def probed(
    search: Expectiminimax, s: State, outcome: int, depth: int, ply: int, below: float, above: float, outcomes: Outcomes
) -> tuple[float, float]:
    """Bounds on the value of an outcome from its most promising moves, if they could settle the chance node."""
    player = search.rules.to_move(s)
    ours = player == search.max
    nothing = outcomes.floor, outcomes.ceiling
    if player == CHANCE or (above == inf if ours else below == -inf):
        return nothing
    below, above = (-inf, above) if ours else (below, inf)
    search.control.enter(ply)
    if search.trace:
        search.trace.enter(outcome, player, below, above)
    utilities = search.rules.utilities(s)
    if utilities is not None:
        value, _ = search.leave(search.worth.ended(utilities[search.max], ply), (), trace.END)
        return value, value
    entry = search.probe(s, player, ply)
    if entry is not None and entry.answers(depth, exact=True):
        search.control.horizon |= not entry.final
        search.leave(entry.score, (), trace.TABLE)
        return (
            outcomes.floor if entry.bound == UPPER else entry.score,
            outcomes.ceiling if entry.bound == LOWER else entry.score,
        )
    horizon_elsewhere, search.control.horizon = search.control.horizon, False
    found = search.choose(s, player, depth, ply, below, above, False, entry, search.probes)
    one_sided = (found.value, outcomes.ceiling) if ours else (outcomes.floor, found.value)
    low, high = bounds(found.value, below, above, outcomes) if found.whole else one_sided
    search.remember(s, player, depth, ply, found, EXACT if low == high else UPPER if high == found.value else LOWER)
    search.control.horizon |= horizon_elsewhere
    search.leave(found.value, (), trace.PROBE)
    return low, high
