"""A short trial of a game, for the choice of an agent: does `evaluate` tell moves apart, does `order` rank them, do random games differ, and how much work are they?

Alpha-beta with an evaluation that says nothing plays its first move again and again; random games that all end alike teach UCT nothing. A
class cannot say so about itself, so a few positions of random games are tried. The trial counts positions, not seconds, and its random
numbers are always the same: so a game has the same traits on every machine and on every backend. Random games follow the game's `playout`
if it has one, as those of UCT do.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from zermelo.engine.random_games import Counted, cpu_games, policy_of
from zermelo.errors import ZermeloError
from zermelo.game import CHANCE, Game, Random, State, draw
from zermelo.search.montecarlo.playout import random_move
from zermelo.search.montecarlo.random_games import Plan

_POSITIONS, _APART = 12, 2
"""Positions to try, and how many of them must have moves that `evaluate` tells apart."""
_LINES, _DEPTH = 8, 4
"""Lines of a position to try, and their plies."""
_STEPS = 3
"""Random plies from one tried position to the next."""
_GAMES, _PLIES = 32, 4000
"""Random games until two differ: at most so many, and plies of all together."""
_PLAYED = 8
"""Random games whose moves are counted."""


class Traits:
    """What a trial finds out about a game."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules

    @cached_property
    def evaluates(self) -> bool:
        """Whether the game has an `evaluate` that tells moves apart; if it raises an error, that is left to the search."""
        if not self.game.defines("evaluate"):
            return False
        try:
            apart, random = 0, Random(2)
            for s in self._sample():
                apart += self._tells_apart(s, random)
                if apart == _APART:
                    return True
        except ZermeloError:
            return True
        return False

    @cached_property
    def orders(self) -> bool:
        """Whether the game has an `order` that ranks the moves."""
        if not self.game.defines("order"):
            return False
        try:
            ranked = 0
            for s in self._sample():
                ranked += len({self.rules.order(s, move) for move in self.rules.moves(s)}) > 1
                if ranked == _APART:
                    return True
        except ZermeloError:
            return True
        return False

    @cached_property
    def differs(self) -> bool:
        """Whether random games end differently; False if they do not end."""
        results, random, left = set[tuple[float, ...]](), Random(1), _PLIES
        try:
            for _ in range(_GAMES):
                s = self.game.fresh()
                while (utilities := self.rules.utilities(s)) is None and left:
                    s, left = self._step(s, random), left - 1
                if utilities is not None:
                    results.add(utilities)
                if len(results) > 1 or not left:
                    break
        except ZermeloError:
            return True
        return len(results) > 1

    @cached_property
    def work(self) -> float:
        """The legal moves of all positions of a random game together, in the mean: how much work such a game is, on any machine."""
        policy = policy_of(self.game)
        plan = Plan(self.game.fresh().pack(), _PLAYED, (), 0, _PLAYED, seed=1, cap=_PLIES, bins=0, policy=policy, details=False)
        try:
            table, _ = cpu_games(self.game, policy, threads=1)[1](plan)
        except ZermeloError:
            return 1.0
        return max(Counted.of(table, plan, self.rules.players).choices, 1) / _PLAYED

    def _sample(self) -> Iterator[State]:
        """Unfinished positions with a choice, from random games; chance does not count, but must not go on for ever."""
        random, s, found = Random(1), self.game.fresh(), 0
        for _ in range(_PLIES):
            if found == _STEPS * _POSITIONS:
                return
            if self.rules.utilities(s) is not None:
                s = self.game.fresh()
                if self.rules.utilities(s) is not None:
                    return
            if found % _STEPS == 0 and self.rules.to_move(s) != CHANCE:
                yield s
            found += self.rules.to_move(s) != CHANCE
            s = self._step(s, random)

    def _tells_apart(self, s: State, random: Random) -> bool:
        """Whether lines of equal length from a position lead to different evaluations for its player: single moves, or a few plies.

        Material shows after an exchange, not after the forced capture that begins it.
        """
        player, moves = self.rules.to_move(s), self.rules.moves(s)
        some = moves[:: max(1, len(moves) // _LINES)][:_LINES]
        return self._differ((self.rules.play(s, move) for move in some), player) or self._differ(
            (self._walk(s, random) for _ in range(_LINES)), player
        )

    def _differ(self, states: Iterable[State], player: int) -> bool:
        """Whether unfinished states have different evaluations."""
        values = set[float]()
        for s in states:
            if self.rules.utilities(s) is None:
                values.add(self.rules.evaluate(s, player))
            if len(values) > 1:
                return True
        return False

    def _walk(self, s: State, random: Random) -> State:
        """The state after a few random plies, or at the end of the game."""
        for _ in range(_DEPTH):
            if self.rules.utilities(s) is not None:
                break
            s = self._step(s, random)
        return s

    def _step(self, s: State, random: Random) -> State:
        if self.rules.to_move(s) == CHANCE:
            return self.rules.play(s, draw(self.rules.chances(s), random))
        return self.rules.play(s, random_move(self.rules, s, random))


def traits(game: Game) -> Traits:
    """The traits of a game; the trial is made once for each game."""
    found: Traits | None = game.__dict__.get("_traits")
    if found is None:
        found = game.__dict__["_traits"] = Traits(game)
    return found
