"""Flat Monte-Carlo in batches: random games go to the moves that look best, many at a time (UCB1, Auer, Cesa-Bianchi and Fischer 2002).

Each batch has some slots, and each slot some games. A slot goes to the move with the greatest mean + C * sqrt(ln(all games) / its games), in which the
games of slots that are not played yet count without a result: the bound sinks, so that a batch is spread over several moves. There are as many
games in all as flat Monte-Carlo plays, `games` for each move.

Choosing slots takes next to no time, so this search has no twin: the games of a batch are played by Rust, or on a GPU.
"""

from __future__ import annotations

from dataclasses import replace
from math import log, sqrt

from zermelo.game import Rules, State
from zermelo.search.control import Control, Found, Stopped, Trial
from zermelo.search.montecarlo.batches import LeafPlayer, is_forced, leaf_plan, played
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.random_games import means
from zermelo.search.montecarlo.scale import Scale


class Entry:
    """A move at the root, the position after it, and what its games came to."""

    def __init__(self, move: int, state: bytes, players: int) -> None:
        self.move, self.state = move, state
        self.games = self.waiting = 0
        self.totals = [0.0] * players
        """Sums of rates."""

    def bound(self, player: int, log_games: float, exploration: float) -> float:
        if not self.games:
            return float("inf") if not self.waiting else -self.waiting
        return self.totals[player] / self.games + exploration * sqrt(log_games / (self.games + self.waiting))


class BatchedMonteCarlo:
    def __init__(self, rules: Rules, control: Control, options: MonteCarloOptions, player: LeafPlayer | None) -> None:
        self.rules, self.control, self.options, self.play = rules, control, options, player
        self.plan = leaf_plan(rules.game, options, is_forced(rules.game, options))
        self.scale = Scale(rules)
        self.entries: list[Entry] = []
        self.playouts = self.capped = 0

    def run(self, root: State) -> Found:
        """Play batches until all games are played or the search has to end."""
        self.player = self.rules.to_move(root)
        self.entries = [Entry(move, self.rules.play(root, move).pack(), self.rules.players) for move in self.rules.moves(root)]
        left = self.options.games * len(self.entries)
        try:
            while left > 0:
                self.control.look_up()
                left -= self.batch(left)
        except Stopped:
            pass
        return self.found()

    def batch(self, left: int) -> int:
        """One batch; the number of its games."""
        per = min(self.options.leaf_games, left)
        slots = [self.choose() for _ in range(max(1, min(self.options.batch, left // per)))]
        plan = replace(self.plan, states=b"".join(entry.state for entry in slots), per=per, count=per * len(slots))
        try:
            table = played(self.rules, plan, self.control, self.play)
        finally:
            for entry in self.entries:
                entry.waiting = 0
        self.plan = replace(self.plan, begin=plan.begin + plan.count)
        for entry, mean in zip(slots, means(table, plan, self.rules), strict=True):
            entry.games += per
            for seat, rate in enumerate(self.scale.rates(mean.utilities)):
                entry.totals[seat] += rate * per
            self.control.nodes += mean.plies
            self.capped += mean.given_up
        self.playouts += plan.count
        return plan.count

    def choose(self) -> Entry:
        """The move of the next slot; the first of the best."""
        logarithm = log(max(1, sum(entry.games + entry.waiting for entry in self.entries)))
        best = max(self.entries, key=lambda entry: entry.bound(self.player, logarithm, self.options.exploration))
        best.waiting += self.options.leaf_games
        return best

    def found(self) -> Found:
        """The move with the best win rate, of those that have games."""
        best = max(self.entries, key=lambda entry: entry.totals[self.player] / entry.games if entry.games else -1.0)
        trials = tuple(Trial(each.move, each.games, self._worth(each, self.player), None) for each in self.entries)
        if not best.games:
            return Found(best.move, None, (), trials=trials)
        values = tuple(self.scale.utility(total / best.games) for total in best.totals)
        return Found(best.move, values[self.player], (best.move,), values=values, trials=trials)

    def _worth(self, entry: Entry, player: int) -> float | None:
        return self.scale.utility(entry.totals[player] / entry.games) if entry.games else None
