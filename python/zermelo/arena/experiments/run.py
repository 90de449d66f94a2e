"""A run: plays the games of an experiment that its file does not have yet, and summarises all.

Games are played in rounds, the first game of every cell, then the second, so that an interrupted run has results for all cells.
The rows depend on the games alone, so an interrupted and continued run gives the same table.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from zermelo.arena.experiments.experiment import Experiment, ExperimentError, Row, cell_key
from zermelo.arena.experiments.store import Store
from zermelo.arena.experiments.table import html
from zermelo.arena.experiments.work import Games
from zermelo.arena.running import doer_for
from zermelo.arena.work import Inline
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
    seconds: float
    stopped: str | None = None
    """ "interrupt" if it was interrupted."""

    def _repr_html_(self) -> str:
        return html(self.rows, f"{self.known + self.played} of {self.total} games")._repr_html_()


class Run:
    """One experiment with its cells; everything is checked before the first game.

    `grid` uses the experiment's grid of cells. `only` are words, such as a game: a cell must have them all.
    """

    def __init__(
        self, experiment: Experiment, games: int | None = None, seed: int = 1, only: Sequence[str] = (), grid: bool = False
    ) -> None:
        self.experiment, self.seed = experiment, seed
        self.games = experiment.games if games is None else games
        together = experiment.together
        if self.games < 1 or self.games % together:
            most = "1" if together == 1 else f"{together}, a multiple of {together}"
            raise ExperimentError(f"games={self.games} must be a whole number of at least {most}")
        self.cells = self._chosen(grid, only)
        for cell in self.cells:
            experiment.check(cell)

    @property
    def total(self) -> int:
        return self.games * len(self.cells)

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
        started, stopped, played = time.perf_counter(), None, 0
        with Store(path, self.experiment, self.seed) as store, ExitStack() as stack:
            found = {cell_key(cell): self._within(store.results(cell)) for cell in self.cells}
            known = sum(map(len, found.values()))
            on_game({}, known)
            try:
                missing = self._missing(found)
                work = Games(self.experiment, self.seed)
                doer = stack.enter_context(doer_for(work, len(missing), jobs, cluster, tell) if missing else Inline(work))
                for cell, number, result in stack.enter_context(closing(doer.play(missing))):
                    store.add(cell, number, result)
                    found[cell_key(cell)][number] = dict(result)
                    played += 1
                    on_game(cell, known + played)
            except KeyboardInterrupt:
                stopped = "interrupt"
        rows = tuple(self._row(cell, found[cell_key(cell)]) for cell in self.cells if found[cell_key(cell)])
        return Outcome(rows, played, known, self.total, time.perf_counter() - started, stopped)

    def _within(self, results: dict[int, Row]) -> dict[int, Row]:
        """Only the games of this run; a file may have more."""
        return {number: result for number, result in results.items() if number < self.games}

    def _missing(self, found: dict[str, dict[int, Row]]) -> list[tuple[Row, int]]:
        pairs = ((cell, number) for number in range(self.games) for cell in self.cells)
        return [(cell, number) for cell, number in pairs if number not in found[cell_key(cell)]]

    def _row(self, cell: Row, results: dict[int, Row]) -> Row:
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
                    f"the experiment {self.experiment.name} has no cells with the word `{word}`; the words are {', '.join(known)}."
                    f"{nearest(word, known)}"
                )
        chosen = [cell for cell in cells if all(word in cell.values() for word in only)]
        if not chosen:
            raise ExperimentError(f"the experiment {self.experiment.name} has no cell with all of {', '.join(only)}")
        return chosen
