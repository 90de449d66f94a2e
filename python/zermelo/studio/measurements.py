"""Comparisons for the page Compare: the techniques of alpha-beta, and experiments. Both report row by row."""

import ast
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.arena.ablation import Row, ablate, rows
from zermelo.arena.dots import Dot
from zermelo.arena.experiments import EXPERIMENTS, Outcome, Run
from zermelo.arena.experiments.experiment import Experiment, Row as Cells
from zermelo.arena.experiments.plot import dots
from zermelo.engine import alphabeta, check_agent
from zermelo.errors import LimitError
from zermelo.game import Position
from zermelo.hosting.limits import Limits
from zermelo.hosting.workers import Job

MOST_DEPTH, MOST_POSITIONS, MOST_GAMES = 30, 100, 1000
Progress = Callable[[float, str], None]


def measure(job: Job, start: Position, depth: int, positions: int, progress: Progress, found: Callable[[Row], None]) -> None:
    """Measure each technique of alpha-beta at a position; `found` gets each row, until the job is cancelled."""
    if not 1 <= depth <= MOST_DEPTH or not 1 <= positions <= MOST_POSITIONS:
        raise LimitError(f"give a depth from 1 to {MOST_DEPTH}, and from 1 to {MOST_POSITIONS} positions")
    check_agent(alphabeta(depth=depth), start)
    names = [name for name, _ in rows(start.game, depth)]

    def begin(name: str) -> None:
        progress(names.index(name) / len(names), f"measuring {name}")

    for row in ablate(start.game, depth, start, positions, step=begin):
        if job.ended:  # the row is incomplete, so its numbers are useless
            return
        found(row)
    progress(1.0, "done")


def experiment(name: str, settings: Mapping[str, str], limits: Limits) -> Experiment:
    """An experiment with settings as the visitor typed them; empty ones keep their defaults. An agent must keep within the limits."""
    kind = EXPERIMENTS[name]
    typed = {key: text.strip() for key, text in settings.items()}
    if typed.get("agent"):
        limits.checked_agent(typed["agent"])
    return kind(**{key: _literal(text) for key, text in typed.items() if text not in ("", str(kind.defaults[key]))})


def run(
    job: Job, chosen: Experiment, games: int, only: Sequence[str], progress: Progress, found: Callable[[Outcome], None]
) -> None:
    """Run an experiment in rounds; `found` gets the table after each round."""
    together = chosen.together
    if not together <= games <= MOST_GAMES:
        raise LimitError(f"give from {together} to {MOST_GAMES} games for each row")
    total = Run(chosen, games, only=only).total

    def hear(cell: Cells, done: int) -> None:
        if job.ended:
            raise KeyboardInterrupt  # ends a run; finished games are kept
        progress(done / total, " ".join(str(value) for value in cell.values()) or "starting")

    with suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="zermelo-studio-") as folder:
        for so_far in [*range(together, games, together), games]:
            outcome = Run(chosen, so_far, only=only).play(Path(folder) / "results.sqlite", hear)
            if outcome.rows:
                found(outcome)
            if outcome.stopped or job.ended:
                return


def drawn(chosen: Experiment, outcome: Outcome) -> list[Dot]:
    """The rows of an experiment as dots; none if the experiment has no chart."""
    chart = chosen.chart_of(outcome.rows[0]) if outcome.rows else None
    return [] if chart is None else dots(chart, outcome.rows, next(iter(chosen.cells())), outcome.rows)


def words(chosen: Experiment) -> list[str]:
    """The words that select rows of an experiment, such as the name of a game."""
    return list(dict.fromkeys(str(value) for cell in chosen.cells() for value in cell.values() if isinstance(value, str)))


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text
