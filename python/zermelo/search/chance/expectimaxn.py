"""Expectiminimax for many players: max^n with chance nodes. Each player maximises its own value; chance averages.

A position is worth a tuple, one number a player (`maxn`); a chance node is worth the average of its outcomes' tuples, player by
player. It is also the search for two players whose interests are not opposed. Of equally good moves the first is taken. Depth,
plies and lines are those of `expectiminimax`; nothing is pruned.
"""

from __future__ import annotations

from math import inf

from zermelo.game import CHANCE, Rules, State
from zermelo.search import trace
from zermelo.search.chance.expectation import Expectations
from zermelo.search.control import Control, Found
from zermelo.search.options import Options
from zermelo.search.ordering import Ordering
from zermelo.search.payoff import Values
from zermelo.search.score import shallower
from zermelo.search.trace import Trace

Line = tuple[int, ...]


class ExpectimaxN:
    """Searches from one root, one depth after another."""

    def __init__(self, rules: Rules, control: Control, options: Options, trace: Trace | None = None) -> None:
        self.rules, self.control, self.trace = rules, control, trace
        self.worth = Expectations(rules)
        self.ordering = Ordering(rules, options.ordering, options.ads)
        self.root = 0
        self.last_line: Line = ()

    def decide(self, root: State, depth: int) -> Found:
        """The best move with the values of all players."""
        self.root = self.rules.to_move(root)
        self.control.best, self.control.tried = None, []
        values, self.last_line = self.search(root, -1, depth, 0, True)
        return self.found(values, self.last_line)

    def found(self, values: Values, line: Line) -> Found:
        return Found(line[0], values[self.root], line, values=values)

    def search(self, s: State, move: int, depth: int, ply: int, follow: bool) -> tuple[Values, Line]:
        """The values of `s`, and the line behind them, searched `depth` moves deep."""
        self.control.enter(ply)
        player = self.rules.to_move(s)
        if self.trace:
            self.trace.enter(move, player, -inf, inf)
        utilities = self.rules.utilities(s)
        why = trace.OPEN
        line: Line = ()
        if utilities is not None:
            values, why = self.worth.ended(utilities, ply), trace.END
        elif depth == 0:
            self.control.horizon = True
            values, why = self.worth.guessed(s), trace.HORIZON
        elif player == CHANCE:
            values = self.average(s, depth, ply)
        else:
            values, line = self.best(s, player, depth, ply, follow)
        if self.trace:
            self.trace.leave(values[self.root], why, values)
        return values, line

    def best(self, s: State, player: int, depth: int, ply: int, follow: bool) -> tuple[Values, Line]:
        """The values after the move that is best for the player to move."""
        first = self.last_line[ply] if follow and ply < len(self.last_line) else -1
        best: Values = ()
        best_line: Line = ()
        for move in self.ordering.sort(s, self.rules.moves(s), player, ply, first):
            on_line = follow and self.last_line[ply : ply + 1] == (move,)
            values, line = self.search(self.rules.play(s, move), move, shallower(depth), ply + 1, on_line)
            if not best or values[player] > best[player]:
                best, best_line = values, (move, *line)
            if ply == 0:
                self.control.tried.append(move)
                self.control.best = self.found(best, best_line)
        return best, best_line

    def average(self, s: State, depth: int, ply: int) -> Values:
        """The average of the outcomes' values, player by player."""
        totals = [0.0] * self.rules.players
        for outcome, probability in self.rules.chances(s):
            values, _ = self.search(self.rules.play(s, outcome), outcome, depth, ply + 1, False)
            totals = [total + probability * value for total, value in zip(totals, values, strict=True)]
        return tuple(totals)
