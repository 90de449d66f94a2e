"""A run: plays the games of an experiment that its file does not have yet, and summarises all.

Games are played in rounds, the first game of every cell, then the second, so that an interrupted run has results for all cells.
Every cell gets the same number of games or, with `within`, as many as make its interval narrow enough (see `precision`). The rows
depend on the games alone, so an interrupted and continued run gives the same table.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from zermelo.arena.experiments.experiment import Experiment, ExperimentError, Row, cell_key
from zermelo.arena.experiments.factors import differences
from zermelo.arena.experiments.precision import MOST, looks, reach
from zermelo.arena.experiments.store import Store
from zermelo.arena.experiments.table import html
from zermelo.arena.experiments.work import Games, Played, Task
from zermelo.arena.running import doer_for
from zermelo.arena.work import Doer
from zermelo.errors import nearest


@dataclass(frozen=True)
class Outcome:
    """The result of a run."""

    rows: tuple[Row, ...]
    """One for each cell with games: the cell, the number of its games, and their summary."""
    played: int
    known: int
    """Games that were in the file before."""
    total: int
    """Games of a whole run; an estimate if a run that plays until intervals are narrow was interrupted."""
    seconds: float
    stopped: str | None = None
    """ "interrupt" if it was interrupted."""
    differences: tuple[Row, ...] = ()
    """Differences between levels of a factor, for paired experiments with factors."""
    wide: int = 0
    """Cells that ended, after the greatest number of games, with an interval that is not narrow enough."""

    def _repr_html_(self) -> str:
        tables = [html(self.rows, f"{self.known + self.played} of {self.total} games")]
        tables += [html(self.differences, "differences between levels")] if self.differences else []
        return "".join(table._repr_html_() for table in tables)


@dataclass
class Progress:
    """How far each cell is."""

    found: dict[int, Row]
    """Its games by number."""
    expected: int
    """How many games it will have; an estimate until it has ended."""
    ended: bool = False
    played: int = 0
    """Games of this run."""
    seconds: float = 0.0
    """What they took."""

    @property
    def done(self) -> int:
        """Games that count; those of a cell are played in order, so only its last ones can be too many."""
        return min(len(self.found), self.expected)

    @property
    def missing(self) -> int:
        return self.expected - self.done


class Run:
    """One experiment with its cells; everything is checked before the first game.

    `grid` uses the experiment's grid of cells. `only` are words, such as a game: a cell must have them all. With `within`, a cell has
    at least `games` games, and more until its interval reaches at most this far to each side, or it has `at_most` games.
    """

    def __init__(
        self,
        experiment: Experiment,
        games: int | None = None,
        seed: int = 1,
        only: Sequence[str] = (),
        grid: bool = False,
        within: float | None = None,
        at_most: int | None = None,
    ) -> None:
        self.experiment, self.seed, self.within = experiment, seed, within
        self.games = experiment.games if games is None else games
        together = experiment.together
        if self.games < 1 or self.games % together:
            least = "1" if together == 1 else f"{together}, a multiple of {together}"
            raise ExperimentError(f"games={self.games} must be a whole number of at least {least}")
        self.looks = self._looks(within, at_most)
        self.cells = self._chosen(grid, only)
        for cell in self.cells:
            experiment.check(cell)
        self.progress = self._begin({})

    @property
    def total(self) -> int:
        """How many games there will be; an estimate while a run plays until intervals are narrow."""
        return sum(each.expected for each in self.progress.values())

    @property
    def seconds_left(self) -> float | None:
        """About how long the missing games will take, by the times of each cell's games in this run; None before the first."""
        played = sum(each.played for each in self.progress.values())
        if not played:
            return None
        usual = sum(each.seconds for each in self.progress.values()) / played
        return sum(each.missing * (each.seconds / each.played if each.played else usual) for each in self.progress.values())

    def play(
        self,
        path: Path,
        on_game: Callable[[Row, int], object] = lambda *_: None,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> Outcome:
        """Play the missing games into a file; `on_game` gets the cell and the number of games done, first with an empty cell.

        Ctrl-C ends it: games under way are lost, all others are kept. `jobs` worker processes play at once; None plays in this process.
        `cluster` is the address of a scheduler of Dask; `tell` is called with a few words when there is something to wait for.
        """
        started, stopped = time.perf_counter(), None
        with Store(path, self.experiment, self.seed) as store:
            self.progress = self._begin({cell_key(cell): store.results(cell) for cell in self.cells})
            try:
                with ExitStack() as stack:
                    work = Games(self.experiment, self.seed)
                    self._play(store, on_game, lambda: stack.enter_context(doer_for(work, self.total, jobs, cluster, tell)))
            except KeyboardInterrupt:
                stopped = "interrupt"
        return self._outcome(time.perf_counter() - started, stopped)

    def _play(self, store: Store, on_game: Callable[[Row, int], object], start: Callable[[], Doer[Task, Played]]) -> None:
        doer: Doer[Task, Played] | None = None
        for missing in filter(None, self._stages()):
            if doer is None:
                on_game({}, self._done)
                doer = start()
            began = time.perf_counter()
            with closing(doer.play(missing)) as games:
                for cell, number, result in games:
                    progress = self.progress[cell_key(cell)]
                    store.add(cell, number, result)
                    progress.found[number] = dict(result)
                    progress.played += 1
                    progress.seconds += time.perf_counter() - began
                    began = time.perf_counter()
                    on_game(cell, self._done)
        if doer is None:
            on_game({}, self._done)

    def _stages(self) -> Iterator[list[Task]]:
        """The games to play, in rounds: all that come before the next look at the intervals, which have been played when the next stage begins."""
        for first, last in pairwise((0, *self.looks)):
            going = [(cell, self.progress[cell_key(cell)]) for cell in self.cells]
            yield [
                (cell, number)
                for number in range(first, last)
                for cell, progress in going
                if not progress.ended and number not in progress.found
            ]
            for cell in self.cells:
                self._look(cell, last)

    def _look(self, cell: Row, number: int) -> None:
        """Decide whether a cell ends with so many games."""
        progress = self.progress[cell_key(cell)]
        if progress.ended:
            return
        if number == self.looks[-1]:
            progress.ended, progress.expected = True, number
            return
        assert self.within is not None
        wide = self._reach(self._row(cell, {game: progress.found[game] for game in range(number)})) / self.within
        progress.ended = wide <= 1
        needed = number * wide * wide
        progress.expected = (
            number if progress.ended else next((n for n in self.looks if n >= max(needed, number + 1)), self.looks[-1])
        )

    def _reach(self, row: Row) -> float:
        chart = self.experiment.chart_of(row)
        return math.inf if chart is None else reach(row, chart.value, chart.low, chart.high)

    @property
    def _done(self) -> int:
        return sum(each.done for each in self.progress.values())

    def _begin(self, found: dict[str, dict[int, Row]]) -> dict[str, Progress]:
        return {cell_key(cell): Progress(found.get(cell_key(cell), {}), self.games) for cell in self.cells}

    def _outcome(self, seconds: float, stopped: str | None) -> Outcome:
        games = [
            (cell, {number: progress.found[number] for number in sorted(progress.found) if number < progress.expected})
            for cell, progress in zip(self.cells, self.progress.values(), strict=True)
        ]
        games = [(cell, found) for cell, found in games if found]
        rows = tuple(self._row(cell, found) for cell, found in games)
        played = sum(each.played for each in self.progress.values())
        compared = self.experiment.paired and self.experiment.factors
        return Outcome(
            rows,
            played,
            sum(len(found) for _, found in games) - played,
            self.total,
            seconds,
            stopped,
            tuple(differences(self.experiment.factors, games, self.experiment.together)) if compared else (),
            0 if self.within is None or stopped else sum(self._reach(row) > self.within for row in rows),
        )

    def _row(self, cell: Row, results: dict[int, Row]) -> Row:
        return {**cell, "games": len(results), **self.experiment.summarise(cell, list(results.values()))}

    def _looks(self, within: float | None, at_most: int | None) -> tuple[int, ...]:
        if within is None:
            if at_most is not None:
                raise ExperimentError(
                    f"at_most={at_most} is for a run that goes on until intervals are narrow; give `within` too"
                )
            return (self.games,)
        if not (isinstance(within, int | float) and 0 < within < math.inf):
            raise ExperimentError(f"within={within!r} must be a number above 0")
        if not self.experiment.has_intervals:
            raise ExperimentError(
                f"the experiment {self.experiment.name} has no intervals: give its class a `chart` with low and high"
            )
        together = self.experiment.together
        most = MOST * self.games if at_most is None else at_most - at_most % together
        if most < self.games:
            raise ExperimentError(f"at_most={at_most} must be at least {self.games}, the games that each cell has in any case")
        return looks(self.games, most, together)

    def _chosen(self, grid: bool, only: Sequence[str]) -> list[Row]:
        cells = list(self.experiment.grid() if grid else self.experiment.cells())
        if not cells:
            raise ExperimentError(f"the experiment {self.experiment.name} has no {'grid' if grid else 'cells'}")
        known = dict.fromkeys(str(value) for cell in cells for value in cell.values() if isinstance(value, str))
        for word in only:
            if word not in known:
                raise ExperimentError(
                    f"the experiment {self.experiment.name} has no cells with the word `{word}`; the words are {', '.join(known)}."
                    f"{nearest(word, known)}"
                )
        chosen = [cell for cell in cells if all(word in cell.values() for word in only)]
        if not chosen:
            raise ExperimentError(f"the experiment {self.experiment.name} has no cell with all of {', '.join(only)}")
        return chosen
