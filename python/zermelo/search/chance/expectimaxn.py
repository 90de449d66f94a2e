"""Expectiminimax for many players: max^n with chance nodes. Each player maximises its own value; chance averages.

A position is worth a tuple, one number a player (`maxn`); a chance node is worth the average of its outcomes' tuples, player by
player. It is also the search for two players whose interests are not opposed. Of equally good moves the first is taken. Depth,
plies and lines are those of `expectiminimax`; nothing is pruned.
"""

from math import inf

from zermelo.game import CHANCE, Rules, State
from zermelo.search import Control, Options, Trace, trace
from zermelo.search.chance.expectation import Expectations
from zermelo.search.multiplayer.maxn import NO_CLAIM, Claim, MaxN, Result


class ExpectimaxN(MaxN):
    """Max^n without pruning, on the scale of utilities; no value is final before the end of the game."""

    def __init__(self, rules: Rules, control: Control, options: Options, trace: Trace | None = None) -> None:
        super().__init__(rules, control, options, trace)
        self.payoff, self.decisive = Expectations(rules), False

    def search(
        self, s: State, move: int, depth: int, ply: int, parent: Claim, grandparent: Claim, last: bool, follow: bool
    ) -> Result:
        """The values of `s`, and the line behind them, searched `depth` moves deep; chance averages, player by player."""
        if self.rules.to_move(s) != CHANCE or depth == 0 or self.rules.utilities(s) is not None:
            return super().search(s, move, depth, ply, parent, grandparent, last, follow)
        self.control.enter(ply)
        self.trace.enter(move, CHANCE, -inf, inf)
        totals = [0.0] * self.rules.players
        for outcome, probability in self.rules.chances(s):
            after = self.rules.play(s, outcome)
            values = self.search(after, outcome, depth, ply + 1, NO_CLAIM, NO_CLAIM, False, False).values
            totals = [total + probability * value for total, value in zip(totals, values, strict=True)]
        return self.leave(Result(tuple(totals), ()), trace.OPEN)
