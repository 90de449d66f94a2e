"""Random games as Monte-Carlo search plays them: to the end, to a cut-off where the evaluation stands in, or to the cap."""

from __future__ import annotations

from zermelo.game.constants import CHANCE
from zermelo.game.random import Random, draw
from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.search.control import Control
from zermelo.search.montecarlo.move_averages import Habits
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.playout import random_move
from zermelo.search.montecarlo.rave import Played
from zermelo.search.montecarlo.scale import Rates, Scale


class Rollout:
    """Plays random games by one policy, and remembers who played what."""

    def __init__(self, rules: Rules, control: Control, sampling: MonteCarloOptions, random: Random) -> None:
        self.rules, self.control, self.sampling, self.random = rules, control, sampling, random
        self.scale = Scale(rules)
        self.habits = Habits()
        self.played: Played = []
        self.capped = 0
        """Games that were given up."""

    def play(self, s: State) -> Rates:
        """What one random game from here was worth to everybody."""
        for plies in range(self.sampling.cap + 1):
            utilities = self.rules.utilities(s)
            if utilities is not None:
                return self.scale.rates(utilities)
            if self.sampling.cutoff and plies == self.sampling.cutoff:
                return self.scale.guess(s)
            if plies < self.sampling.cap:
                s = self.step(s)
                self.control.enter(0)
        self.capped += 1
        return self.scale.even()

    def learn(self, rates: Rates) -> None:
        """Form habits by what the last game came to."""
        for player, move in self.played:
            self.habits.learn(player, move, rates[player])

    def step(self, s: State) -> State:
        """The next position."""
        player = self.rules.to_move(s)
        if player == CHANCE:
            return self.rules.play(s, draw(self.rules.chances(s), self.random))
        if self.sampling.policy == "mast":
            move = self.habits.choose(player, self.rules.moves(s), self.random)
        else:
            move = random_move(self.rules, s, self.random)
        self.played.append((player, move))
        return self.rules.play(s, move)
