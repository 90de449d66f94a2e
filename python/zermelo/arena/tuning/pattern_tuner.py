"""The tuner of patterns: fits the tables of all stages, the last stage first, and lets the new weights play the old evaluation.

The values of the last stages are results, found by search to the end. Every earlier stage is fitted to searches that end, mostly, in
the stage after it, which is fitted already. In a game with one stage, `rounds` fits it again to searches with the weights of the round before.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from zermelo import files
from zermelo.arena.conditions import Conditions
from zermelo.arena.match import Match
from zermelo.arena.result import Record, Result
from zermelo.arena.tuning.pattern_data import (
    GameItem,
    LabelItem,
    PatternGame,
    PatternLabels,
    PatternPlay,
    read_labels,
    read_pattern_game,
    reader_of,
    states_of,
)
from zermelo.arena.tuning.pattern_fit import Numbers, PlaceFinder, fit_stage
from zermelo.arena.tuning.plan import TuningError, TuningPlan, searcher
from zermelo.arena.tuning.running import Playing, Standing, Where
from zermelo.arena.tuning.state import TuningState
from zermelo.arena.tuning.tuned_patterns import TunedPatterns
from zermelo.game import Game, State
from zermelo.game.evaluation import Evaluation, evaluation
from zermelo.game.pattern_file import LARGEST, PatternWeights, pack_weights
from zermelo.game.patterns import patterns_of

_MATCH = 7919
FULL_SCALE = 1024
"""The weights are in units of the greatest utility divided by this."""


class PatternTuner:
    """Fits the patterns of a game by a plan; everything is checked here, before the first game."""

    def __init__(self, game: Game, plan: TuningPlan, evaluate: Any = None) -> None:
        """`evaluate` is what the new weights play against, in place of the game's own evaluation."""
        found = patterns_of(game)
        if found is None:
            raise TuningError(f"{game} declares no patterns to fit; declare `patterns` and `pattern_cells`")
        if game.start().over:
            raise TuningError(f"{game} is over before it begins, so there is nothing to play")
        self.game, self.plan, self.patterns, self.reader = game, plan, found, reader_of(game)
        self.agent = searcher(game, plan.nodes, plan.tables)
        self.old = self.agent if evaluate is None else self.agent.changed(evaluate=evaluation(evaluate))
        low, high = game.rules.bounds
        self.unit = max(1, round(FULL_SCALE / max(high, -low)))
        self.errors: list[float] = []
        self.positions = 0

    @property
    def total(self) -> int:
        """How many items are played: games, and for every stage and round their positions."""
        return self.plan.played * (1 + self.patterns.stages * self.plan.rounds)

    def run(
        self,
        hear: Callable[[Standing], object] = lambda _: None,
        step: Callable[[Record], object] = lambda _: None,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        tell: Callable[[str], object] = lambda _: None,
        state: str | Path | None = None,
    ) -> TunedPatterns:
        """Fit, then play the match; the arguments are those of `Tuner.run`."""
        began, where = time.perf_counter(), Where(jobs, cluster, tell)
        with TuningState(state, self.about()) as kept:
            play = PatternPlay(self.game, self.plan)
            with Playing(play, read_pattern_game, kept, where, self.total, hear) as playing:
                games = playing.play("games", [GameItem(number) for number in range(self.plan.played)])
            weights = self._fitted(games, kept, where, hear)
        record = None if state is None else files.expanded(state).with_name(f"{Path(state).stem}-match.sqlite")
        result = self._match(weights, where, record, step)
        seconds = time.perf_counter() - began
        return TunedPatterns(str(self.game), weights, self.plan.played, self.positions, tuple(self.errors), result, seconds)

    def about(self) -> dict[str, Any]:
        """What the results belong to."""
        names = {table.name: [list(copy) for copy in table.copies] for table in self.patterns.tables}
        return {"game": str(self.game), "patterns": names, "plan": self.plan.to_json()}

    def _fitted(
        self, games: Sequence[PatternGame], kept: TuningState, where: Where, hear: Callable[[Standing], object]
    ) -> PatternWeights:
        """The weights of all stages."""
        finder, size, stages = PlaceFinder(self.patterns), self.patterns.size, self.patterns.stages
        by_stage = self._by_stage(games)
        numbers = np.zeros((stages, size))
        weights: PatternWeights | None = None
        done = self.plan.played
        for round_ in range(self.plan.rounds):
            self.errors = []
            for stage in reversed(range(stages)):
                work = PatternLabels(self.game, self.plan, weights)
                items = [LabelItem(number, tuple(s.pack() for s in found)) for number, found in by_stage[stage].items()]
                count = done
                told = lambda at, before=count: hear(Standing(before + at.done, self.total, at.loss))  # noqa: E731
                with Playing(work, read_labels, kept, where, self.total, told) as playing:
                    playing.loss = self.errors[-1] if self.errors else None
                    labels = playing.play(f"stage {stage + 1} of round {round_ + 1}", items)
                done += self.plan.played
                self._fit(numbers, stage, by_stage[stage], [label.values for label in labels], finder, first=round_ == 0)
                weights = self._packed(numbers, quickly=True)
        return self._packed(numbers)

    def _by_stage(self, games: Sequence[PatternGame]) -> list[dict[int, list[State]]]:
        """For each stage and game the positions; a position that occurs again is left out."""
        found: list[dict[int, list[State]]] = [{} for _ in range(self.patterns.stages)]
        seen: set[bytes] = set()
        for game in games:
            for state in states_of(self.game, game):
                if (record := state.pack()) not in seen:
                    seen.add(record)
                    found[self.reader.stage(state)].setdefault(game.number, []).append(state)
        self.positions = len(seen)
        return found

    def _fit(
        self,
        numbers: Numbers,
        stage: int,
        states: dict[int, list[State]],
        labels: list[list[float]],
        finder: PlaceFinder,
        first: bool,
    ) -> None:
        """Fit a stage, and begin the earlier ones with its weights."""
        flat = [value for values in labels for value in values]
        if not flat:
            return
        cells = np.array([self.reader.cells(state) for found in states.values() for state in found], np.uint8)
        later = numbers[stage + 1] / self.unit if stage + 1 < len(numbers) else np.zeros(numbers.shape[1])
        found = fit_stage(finder(cells), np.array(flat, float), later)
        self.errors.append(found.error)
        rounded = np.clip(np.round(found.weights * self.unit), -LARGEST, LARGEST)
        numbers[0 if first else stage : stage + 1] = rounded

    def _packed(self, numbers: Numbers, quickly: bool = False) -> PatternWeights:
        return pack_weights(self.game, [int(number) for number in numbers.ravel()], self.unit, "the new weights", quickly)

    def _match(self, weights: PatternWeights, where: Where, record: Path | None, step: Callable[[Record], object]) -> Result:
        """The new weights against the old evaluation."""
        plan = self.plan
        new = self.agent.changed(evaluate=Evaluation(called="'new.patterns'", patterns=weights))
        conditions = Conditions(plan.seed + _MATCH, plan.opening, plan.plies)
        match = Match(self.game, new, self.old, plan.match, conditions=conditions, sprt=plan.test)
        result = match.play(step, jobs=where.jobs, record=record, cluster=where.cluster, tell=where.tell)
        if result.stopped == "interrupt":
            raise KeyboardInterrupt
        return result
