"""The tuner: tunes the weights of a game, and lets the new ones play the old ones."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from zermelo import files
from zermelo.arena.conditions import Conditions
from zermelo.arena.match import Match
from zermelo.arena.result import Record, Result
from zermelo.arena.tuning.pairs import PairPlay, read_pair
from zermelo.arena.tuning.plan import TuningError, TuningPlan, free_weights, rounded, searcher, tunable, weighed
from zermelo.arena.tuning.reader import FeatureReader
from zermelo.arena.tuning.running import Playing, Standing, Where
from zermelo.arena.tuning.selfplay import SelfPlay, read_game
from zermelo.arena.tuning.spsa import spsa, units_of
from zermelo.arena.tuning.state import TuningState
from zermelo.arena.tuning.td import td
from zermelo.arena.tuning.texel import texel
from zermelo.arena.tuning.tuned import Tuned
from zermelo.game import Game

_MATCH = 7919
"""Is added to the seed, so that the match has other openings than the games of the tuning."""


class Tuner:
    """Tunes the weights of a game's features by a plan; everything is checked here, before the first game."""

    def __init__(self, game: Game, plan: TuningPlan | None = None, evaluate: Any = None) -> None:
        """`evaluate` gives weights to start from, in place of the game's own."""
        self.plan = plan or TuningPlan()
        self.own = tunable(game, evaluate)
        self.game, self.old = game, tuple(self.own.numbers)
        self.free = free_weights(self.own, self.plan.freeze)
        if game.start().over:
            raise TuningError(f"{game} is over before it begins, so there is nothing to play")
        self.agent = searcher(game, self.plan.nodes, self.plan.tables)

    @property
    def total(self) -> int:
        """How many games the tuning plays before the match."""
        return self.plan.played * self.plan.rounds

    def run(
        self,
        hear: Callable[[Standing], object] = lambda _: None,
        step: Callable[[Record], object] = lambda _: None,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        tell: Callable[[str], object] = lambda _: None,
        state: str | Path | None = None,
    ) -> Tuned:
        """Tune, then play the match; `hear` is told of the games before it, `step` of its games.

        `jobs` is the number of worker processes; None plays in this process. `cluster` is the address of a scheduler of Dask. `state` is a file that keeps all results: the same tuning goes on from it.
        """
        began, where = time.perf_counter(), Where(jobs, cluster, tell)
        with TuningState(state, self.about()) as kept:
            weights, positions, loss = self._tuned(kept, where, hear)
        weights = tuple(rounded(new) if new != old else old for new, old in zip(weights, self.old, strict=True))
        result = None
        if weights != self.old:
            record = None if state is None else _beside(files.expanded(state))
            result = self._match(weights, where, record, step)
        named = [dict(zip((name for name, _ in self.own.weights or ()), each, strict=True)) for each in (self.old, weights)]
        seconds = time.perf_counter() - began
        return Tuned(str(self.game), self.plan.by, named[0], named[1], self.total, positions, loss, result, seconds)

    def about(self) -> dict[str, Any]:
        """What the results belong to."""
        return {"game": str(self.game), "weights": dict(self.own.weights or ()), "plan": self.plan.to_json()}

    def _tuned(
        self, kept: TuningState, where: Where, hear: Callable[[Standing], object]
    ) -> tuple[tuple[float, ...], int | None, tuple[float, float] | None]:
        """The new weights, the positions that were fitted, and the loss before and after."""
        plan, old, free = self.plan, self.old, self.free
        if plan.by == "spsa":
            pairs = PairPlay(self.game, self.own, self.agent, plan)
            with Playing(pairs, read_pair, kept, where, self.total // 2, hear) as playing_pairs:
                units = units_of(self.game, FeatureReader(self.game, self.own), old, plan.seed)
                return spsa(playing_pairs, plan, old, free, units), None, None
        work = SelfPlay(self.game, self.own, self.agent, plan, leaves=plan.by == "td")
        with Playing(work, partial(read_game, len(old)), kept, where, self.total, hear) as playing:
            found, positions = (td if plan.by == "td" else texel)(playing, plan, old, free)
        return found.weights, positions, (found.before, found.after)

    def _match(self, weights: tuple[float, ...], where: Where, record: Path | None, step: Callable[[Record], object]) -> Result:
        """The new weights against the old ones."""
        plan = self.plan
        first, second = (self.agent.changed(evaluate=weighed(self.own, each)) for each in (weights, self.old))
        conditions = Conditions(plan.seed + _MATCH, plan.opening, plan.plies)
        match = Match(self.game, first, second, plan.match, conditions=conditions, sprt=plan.test)
        result = match.play(step, jobs=where.jobs, record=record, cluster=where.cluster, tell=where.tell)
        if result.stopped == "interrupt":
            raise KeyboardInterrupt
        return result


def _beside(state: Path) -> Path:
    """Where the games of the match are kept."""
    return state.with_name(f"{state.stem}-match.sqlite")
