"""The random games of Monte-Carlo search: played to the end, to the cutoff, where they are evaluated, or to the cap.

If the game defines `forced`, they win where one move wins, and do not lose by a move that loses at once. Random games without it
miss both, and then say little about positions in which threats decide.
"""

from zermelo.game import CHANCE, Random, Rules, State, draw
from zermelo.search.control import Control
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.playout import random_move
from zermelo.search.montecarlo.scale import Rates, Scale
from zermelo.search.montecarlo.technique import Played


class Rollout:
    """Plays random games and records their moves."""

    def __init__(self, rules: Rules, control: Control, options: MonteCarloOptions, random: Random) -> None:
        self.rules, self.control, self.options, self.random = rules, control, options, random
        self.scale = Scale(rules)
        self.techniques = options.start()
        self.forced = options.forced and rules.two_sided and rules.game.defines("forced")
        """Whether only the moves that the game's `forced` keeps are made. With more players a loss at once is not the same for all."""
        self.policy = next((technique for technique in self.techniques if technique.chooses), None)
        self.played: Played = []
        self.capped = 0
        """Games that were given up."""

    def play(self, s: State) -> Rates:
        """The rates of one random game from here, one for each player."""
        for plies in range(self.options.cap + 1):
            utilities = self.rules.utilities(s)
            if utilities is not None:
                return self.scale.rates(utilities)
            if self.options.cutoff and plies == self.options.cutoff:
                return self.scale.guess(s)
            if plies < self.options.cap:
                s = self.step(s)
                self.control.enter(0)
        self.capped += 1
        return self.scale.even()

    def learn(self, before: Played, rates: Rates) -> None:
        """Let the techniques learn from the moves before the random game and in it."""
        for technique in self.techniques:
            technique.learn([*before, *self.played], rates)

    def step(self, s: State) -> State:
        player = self.rules.to_move(s)
        if player == CHANCE:
            return self.rules.play(s, draw(self.rules.chances(s), self.random))
        if self.policy is not None:
            move = self.policy.choose(player, self.moves(s), self.random)
        elif self.forced and not self.rules.game.defines("playout"):
            moves = self.rules.forced(s)
            move = moves[self.random.below(len(moves))]
        else:
            move = random_move(self.rules, s, self.random)
        self.played.append((player, move))
        return self.rules.play(s, move)

    def moves(self, s: State) -> list[int]:
        """The moves of the tree and of random games: those that are forced, or all."""
        return self.rules.forced(s) if self.forced else self.rules.moves(s)
