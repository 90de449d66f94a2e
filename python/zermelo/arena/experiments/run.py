"""A run: plays the games of an experiment that are not in its file yet, and sums up what there is.

Games are played in rounds, the first game of every cell, then the second, so that a run which is stopped early has something of
everything. The rows depend on the games alone: a run in one go and one that was interrupted ten times come to the same table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zermelo.arena.experiments.experiment import Experiment, ExperimentError, Row, cell_key
from zermelo.arena.experiments.store import Store
from zermelo.arena.experiments.table import columns, shown
from zermelo.errors import nearest
from zermelo.html import HtmlTable


@dataclass(frozen=True)
class Outcome:
    """What a run has come to."""

    rows: tuple[Row, ...]
    """One for each cell that has games: the cell, the number of its games, and what they come to."""
    played: int
    """Games of this run."""
    known: int
    """Games that were in the file before."""
    total: int
    seconds: float
    stopped: str | None = None
    """ "interrupt" when it was ended before all games were played."""

    def _repr_html_(self) -> str:
        names = tuple(columns(self.rows))
        rows = tuple(tuple(shown(row.get(name)) for name in names) for row in self.rows)
        games = f"{self.known + self.played} of {self.total} games"
        return HtmlTable(names, rows, games)._repr_html_()


class Run:
    """One experiment with its cells chosen, ready to be played; everything is checked before anything is.

    `grid` takes the experiment's many cells instead of its few. `only` are words, such as a game: a cell must have them all.
    """

    def __init__(
        self, experiment: Experiment, games: int | None = None, seed: int = 1, only: Sequence[str] = (), grid: bool = False
    ) -> None:
        self.experiment, self.seed = experiment, seed
        self.games = experiment.games if games is None else games
        together = experiment.together
        if self.games < 1 or self.games % together:
            most = "1" if together == 1 else f"{together}, a multiple of {together}, for these games belong together"
            raise ExperimentError(f"{self.games} games do not make an experiment: give a whole number from {most}")
        self.cells = self._chosen(grid, only)
        for cell in self.cells:
            experiment.check(cell)

    @property
    def total(self) -> int:
        return self.games * len(self.cells)

    def play(self, path: Path, hear: Callable[[Row, int], object] = lambda *_: None) -> Outcome:
        """Play what is missing, into a file; `hear` is told the cell and the number of games done after each, and at first no cell.

        Ctrl-C ends it: the game under way is lost, all others are kept and counted.
        """
        started, stopped, played = time.perf_counter(), None, 0
        with Store(path, self.experiment, self.seed) as store:
            found = {cell_key(cell): self._within(store.results(cell)) for cell in self.cells}
            known = sum(map(len, found.values()))
            hear({}, known)
            try:
                for cell, number in self._missing(found):
                    lots = self.experiment.random(self.seed, cell, number)
                    result = self.experiment.play(cell, number, lots)
                    store.add(cell, number, result)
                    found[cell_key(cell)][number] = dict(result)
                    played += 1
                    hear(cell, known + played)
            except KeyboardInterrupt:
                stopped = "interrupt"
        rows = tuple(map(partial(self._row, found), (cell for cell in self.cells if found[cell_key(cell)])))
        return Outcome(rows, played, known, self.total, time.perf_counter() - started, stopped)

    def _within(self, results: dict[int, Row]) -> dict[int, Row]:
        """A file may have more games than are asked for; the table is to be the same as without them."""
        return {number: result for number, result in results.items() if number < self.games}

    def _missing(self, found: dict[str, dict[int, Row]]) -> list[tuple[Row, int]]:
        pairs = ((cell, number) for number in range(self.games) for cell in self.cells)
        return [(cell, number) for cell, number in pairs if number not in found[cell_key(cell)]]

    def _row(self, found: dict[str, dict[int, Row]], cell: Row) -> Row:
        results = found[cell_key(cell)]
        games = [results[number] for number in sorted(results)]
        return {**cell, "games": len(games), **self.experiment.summarise(cell, games)}

    def _chosen(self, grid: bool, only: Sequence[str]) -> list[Row]:
        cells = list(self.experiment.grid() if grid else self.experiment.cells())
        if not cells:
            raise ExperimentError(f"the experiment {self.experiment.name} has no {'grid' if grid else 'cells'}")
        known = dict.fromkeys(str(value) for cell in cells for value in cell.values() if isinstance(value, str))
        for word in only:
            if word not in known:
                raise ExperimentError(
                    f"the experiment {self.experiment.name} has nothing called `{word}`; there are {', '.join(known)}."
                    f"{nearest(word, known)}"
                )
        chosen = [cell for cell in cells if all(word in cell.values() for word in only)]
        if not chosen:
            raise ExperimentError(f"the experiment {self.experiment.name} has no cell with all of {', '.join(only)}")
        return chosen
