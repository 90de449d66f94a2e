"""The games of an experiment as work: for this process, for a pool of processes, or for a cluster (`zermelo.arena.work`)."""

from typing import Any

import zermelo.game.loading as loading
from zermelo.arena.experiments.experiment import Experiment, Row
from zermelo.arena.work import SILENT, Watcher

Task = tuple[Row, int]
"""A cell, and the number of a game in it."""
Played = tuple[Row, int, Row]
"""The same, with the numbers of the game."""


class Games:
    """Plays the games of an experiment."""

    def __init__(self, experiment: Experiment, seed: int) -> None:
        self.experiment, self.seed = experiment, seed

    def do(self, task: Task, watcher: Watcher = SILENT) -> Played:  # noqa: ARG002  (an experiment does not say who thinks)
        cell, number = task
        return cell, number, self.experiment.play(cell, number, self.experiment.random(self.seed, cell, number))

    def failed(self, task: Task, seat: int, why: str) -> None:  # noqa: ARG002
        """There is no result."""
        return

    def __str__(self) -> str:
        return f"a game of the experiment {self.experiment.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        """An experiment in a user's file is found there again."""
        kind = type(self.experiment)
        origin = loading.origin(kind)
        return _restored, (origin, None if origin is not None else kind, self.experiment.settings, self.seed)


def _restored(origin: tuple[str, str, str] | None, kind: Any, settings: dict[str, Any], seed: int) -> Games:
    """The inverse of `Games.__reduce__`."""
    made = kind if origin is None else loading.found(*origin)
    return Games(made(**settings), seed)
