"""Star1, Star2 and Star2.5: pruning at chance nodes (Ballard 1983; Hauk, Buro and Schaeffer 2004).

If values are bounded, so is an average. Let outcome i have probability p_i and a value between l_i and h_i, at first the
lowest and highest value that the game allows. Then the average lies between the sums

    least = p_1 l_1 + ... + p_n l_n    and    most = p_1 h_1 + ... + p_n h_n

and the node is left as soon as most <= alpha (MAX has better elsewhere) or least >= beta (MIN has better elsewhere). Outcomes are
processed in the order of p_i (h_i - l_i), the largest first, because these move the sums most.

**Star1.** An outcome gets a window (a, b) of its own. Outside it, the outcome's bound alone settles the chance node:

    a = (alpha - sum of p_j h_j over all others) / p_i        b = (beta - sum of p_j l_j over all others) / p_i

**Star2.** Before any outcome is searched, each is probed: only its most promising move is searched. With MIN to move this gives
an upper bound, so h_i falls; with MAX to move l_i rises. If that does not settle the node, the windows of the search that follows
are narrower. With bounds for each outcome, the same player need not move after every outcome, as in Ballard's regular trees.
Outcomes after which chance moves again are not probed, nor outcomes whose probe could settle nothing: MIN's moves without an
alpha that can be met, MAX's without such a beta. So in one-player games Star2 is Star1.

**Star2.5.** Probes `PROBES` moves of each outcome: the best move of every outcome, then the second best of every outcome, and so
on (the cyclic order), so that a bad first guess costs less.

*To the last bit.* Plain expectiminimax adds up p_i v_i in the order of the outcomes, and rounds. Rounding keeps order: if every
l_i is at most v_i, then the sum of the p_i l_i, added in the same order and rounded in the same places, is at most the sum of the
p_i v_i. So `least` and `most` are computed in this way, from scratch, and the edges a and b are moved outwards until they keep
their promise in these sums. That is why pruning changes neither value nor move.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from zermelo.game import CHANCE, State
from zermelo.search import EXACT, LOWER, UPPER, Entry, trace
from zermelo.search.chance.expectation import within

if TYPE_CHECKING:
    from zermelo.search.chance.expectiminimax import Expectiminimax

PROBES = {"star2": 1, "star2.5": 2}
"""Moves of each outcome that are searched in advance."""
GRAIN = 2.0**-52


class Outcomes:
    """The outcomes of one chance node, with a lower and an upper bound on the value of each."""

    def __init__(self, search: Expectiminimax, s: State, depth: int, ply: int, alpha: float, beta: float) -> None:
        self.search, self.s, self.depth, self.ply = search, s, depth, ply
        self.alpha, self.beta = alpha, beta
        self.chances = search.rules.chances(s)
        self.floor, self.ceiling = search.worth.reach(ply)
        self.low, self.high = [self.floor] * len(self.chances), [self.ceiling] * len(self.chances)

    def value(self) -> tuple[float, int]:
        """The average, by the promise of `Expectiminimax.search`, and why the node was left."""
        for turn in range(self.search.probes + 1):
            probing, order = turn < self.search.probes, self.by_weight()
            for done, index in enumerate(order, 1):
                if self.low[index] == self.high[index]:
                    continue  # exact after a probe
                low, high = self.probed(index, turn) if probing else self.searched(index)
                self.low[index], self.high[index] = max(self.low[index], low), min(self.high[index], high)
                bound = self.settled()
                if bound is not None:
                    self.search.trace.skip([self.chances[other][0] for other in order[done:]])
                    return bound, trace.CUT if probing or done < len(order) else trace.OPEN
        return self.total(self.low), trace.OPEN

    def by_weight(self) -> list[int]:
        """The outcomes, first those that can move the sums most."""
        spans = [probability * (self.high[index] - self.low[index]) for index, (_, probability) in enumerate(self.chances)]
        return sorted(range(len(spans)), key=lambda index: -spans[index])

    def searched(self, index: int) -> tuple[float, float]:
        """Bounds on the value of an outcome from a search; equal if the value is inside its window."""
        outcome = self.chances[index][0]
        below, above = self.window(index)
        value, _ = self.search.search(
            self.search.rules.play(self.s, outcome), outcome, self.depth, self.ply + 1, below, above, False
        )
        return self.bounds(value, below, above)

    def probed(self, index: int, turn: int) -> tuple[float, float]:
        """Bounds on the value of an outcome from its move of rank `turn`, if that could settle the node."""
        search, outcome = self.search, self.chances[index][0]
        s = search.rules.play(self.s, outcome)
        below, above = self.window(index)
        player = search.rules.to_move(s)
        ours = player == search.max
        if player == CHANCE or (above == inf if ours else below == -inf):
            return self.floor, self.ceiling
        below, above = (self.low[index], above) if ours else (below, self.high[index])
        search.control.enter(self.ply + 1)
        search.trace.enter(outcome, player, below, above)
        entry = search.probe(s, player, self.ply + 1)
        known = self.known(s, index, below, above, entry)
        return self.tried(s, player, index, turn, below, above, entry) if known is None else known

    def known(self, s: State, index: int, below: float, above: float, entry: Entry | None) -> tuple[float, float] | None:
        """Bounds on the value of an outcome without a search, if they are better than the old ones."""
        search, ply = self.search, self.ply + 1
        utilities = search.rules.utilities(s)
        if utilities is not None:
            value, _ = search.leave(search.worth.ended(utilities[search.max], ply), (), trace.END)
            return value, value
        floor, ceiling = search.worth.reach(ply)
        if below >= ceiling or above <= floor:
            value, _ = search.leave(ceiling if below >= ceiling else floor, (), trace.SOONEST)
            return self.bounds(value, below, above)
        if entry is None or not entry.answers(self.depth, exact=True):
            return None
        low = self.floor if entry.bound == UPPER else entry.score
        high = self.ceiling if entry.bound == LOWER else entry.score
        if not self.tells(index, low, high):
            return None
        search.control.horizon |= not entry.final
        search.leave(entry.score, (), trace.TABLE)
        return low, high

    def tried(
        self, s: State, player: int, index: int, turn: int, below: float, above: float, entry: Entry | None
    ) -> tuple[float, float]:
        """Bounds on the value of an outcome from a search of one move."""
        search, ply = self.search, self.ply + 1
        horizon_elsewhere, search.control.horizon = search.control.horizon, False
        found = search.choose(s, player, self.depth, ply, below, above, False, entry, slice(turn, turn + 1))
        if found.whole:
            low, high = self.bounds(found.value, below, above)
        else:
            low, high = (found.value, self.ceiling) if player == search.max else (self.floor, found.value)
        if self.tells(index, low, high):
            bound = EXACT if low == high else UPPER if high == found.value else LOWER
            search.remember(s, player, self.depth, ply, found, bound)
        search.control.horizon |= horizon_elsewhere
        search.leave(within(found.value, self.floor, self.ceiling), (), trace.PROBE)  # there may be no move of that rank
        return low, high

    def tells(self, index: int, low: float, high: float) -> bool:
        """Whether bounds are better than the old ones."""
        return low > self.low[index] or high < self.high[index]

    def window(self, index: int) -> tuple[float, float]:
        """The window of an outcome: outside it, the outcome alone settles the node."""
        below = -inf if self.alpha < self.floor else self.edge(index, self.high, self.alpha, -1)
        above = inf if self.beta > self.ceiling else self.edge(index, self.low, self.beta, 1)
        return below, above

    def edge(self, index: int, bounds: list[float], target: float, sign: int) -> float:
        """The value of an outcome at which the average, with all others at their bounds, reaches a target, downwards or upwards."""
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
            edge += sign * step  # rounding went the wrong way
            step *= 2

    def bounds(self, value: float, below: float, above: float) -> tuple[float, float]:
        """Bounds from a value that was searched with a window."""
        if value <= below:
            return self.floor, value
        return value, self.ceiling if value >= above else value

    def total(self, values: list[float]) -> float:
        """The average, as plain expectiminimax computes it."""
        total = 0.0
        for (_, probability), value in zip(self.chances, values, strict=True):
            total += probability * value
        return within(total, self.floor, self.ceiling)

    def settled(self) -> float | None:
        """A bound that puts the average outside the window, if there is one."""
        least, most = self.total(self.low), self.total(self.high)
        self.search.trace.weigh(least, most)
        if most <= self.alpha:
            return most
        return least if least >= self.beta else None
