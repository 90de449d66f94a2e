"""Counterfactual regret minimisation: each information set learns by itself, and the average approaches an equilibrium.

In each iteration every player in turn looks back: how much more would a move have been worth than what was played, weighted by how likely the
others and chance lead there? That is its regret. Moves are then played in proportion to their positive regrets (Zinkevich, Johanson, Bowling and
Piccione 2007). With two players and zero sum, the average of all strategies approaches an equilibrium.

Variants:
    cfr     as above
    cfr+    negative regrets are forgotten at once, and later strategies count more in the average (Tammelin 2014)
    dcfr    old regrets and old strategies fade (Brown and Sandholm 2019, with alpha 1.5, beta 0, gamma 2)
"""

from __future__ import annotations

import math

from zermelo.search.hidden.best_response import reaches, weigh
from zermelo.search.hidden.sequence_form import SequenceForm

VARIANTS = ("cfr", "cfr+", "dcfr")


class RegretMinimiser:
    """One run: regrets, the strategy of this iteration, and the sum of all strategies, each by sequence."""

    def __init__(self, form: SequenceForm, variant: str) -> None:
        self.form, self.variant = form, variant
        self.iterations = 0
        self.regret = [0.0] * form.size
        self.total = [0.0] * form.size
        self.strategy = [0.0] * form.size
        for here in form.sets:
            for sequence in here.sequences:
                self.strategy[sequence] = 1 / len(here.moves)
        self.reach = reaches(form, self.strategy)

    def iterate(self) -> None:
        self.iterations += 1
        for player in range(self.form.players):
            self.update(player)

    def update(self, player: int) -> None:
        """One player looks back and changes the own strategy."""
        form, weight = self.form, float(self.iterations) if self.variant == "cfr+" else 1.0
        value = [0.0] * form.size
        weigh(form, self.reach, player, value)

        # 1. Regrets, from the last sets to the first.
        for here in reversed(form.sets):
            if here.player != player:
                continue
            worth = 0.0
            for sequence in here.sequences:
                worth += self.strategy[sequence] * value[sequence]
            value[here.parent] += worth
            for sequence in here.sequences:
                self.regret[sequence] = self.regret[sequence] - worth + value[sequence]
                self.total[sequence] += weight * self.reach[sequence]
        self.fade(player)

        # 2. The new strategy, from the first sets to the last.
        for here in form.sets:
            if here.player != player:
                continue
            positive = 0.0
            for sequence in here.sequences:
                positive += max(self.regret[sequence], 0.0)
            scale = 1 / positive if positive > 0 else math.inf
            for sequence in here.sequences:
                self.strategy[sequence] = max(self.regret[sequence], 0.0) * scale if scale < math.inf else 1 / len(here.moves)
                self.reach[sequence] = self.reach[here.parent] * self.strategy[sequence]

    def fade(self, player: int) -> None:
        """What the variants forget after each iteration."""
        if self.variant == "cfr":
            return
        power = self.iterations * math.sqrt(self.iterations)  # alpha = 1.5
        kept = power / (power + 1)
        share = self.iterations / (self.iterations + 1)
        faded = share * share  # gamma = 2
        for here in self.form.sets_of(player):
            for sequence in here.sequences:
                if self.variant == "cfr+":
                    self.regret[sequence] = max(self.regret[sequence], 0.0)
                else:
                    self.regret[sequence] *= kept if self.regret[sequence] > 0 else 0.5  # beta = 0
                    self.total[sequence] *= faded

    def average(self) -> list[float]:
        """The average strategy, which is the answer: a probability for each sequence; even where a player never came."""
        policy = [1.0] * self.form.size
        for here in self.form.sets:
            whole = 0.0
            for sequence in here.sequences:
                whole += self.total[sequence]
            for sequence in here.sequences:
                policy[sequence] = self.total[sequence] / whole if whole > 0 else 1 / len(here.moves)
        return policy
