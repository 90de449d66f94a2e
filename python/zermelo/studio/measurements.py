"""Comparisons for the page Compare: the techniques of alpha-beta, and experiments. Both report row by row, and how far they are.

Rows of techniques come in groups, because they answer different questions: what a technique saves alone, and what each saves beyond those
before it.
"""

import ast
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import floor, log10
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.arena.ablation import Row, ablate, counted, rows
from zermelo.arena.dots import Dot
from zermelo.arena.experiments import EXPERIMENTS, Outcome, Run
from zermelo.arena.experiments.experiment import Experiment, Row as Cells
from zermelo.arena.experiments.plot import dots
from zermelo.engine import alphabeta, check_agent, fits, minimal, minimax, selective
from zermelo.errors import LimitError
from zermelo.game import Game, Position
from zermelo.hosting.limits import Limits
from zermelo.hosting.workers import Job
from zermelo.report import worth
from zermelo.search.options import ORDERINGS

MOST_DEPTH, MOST_POSITIONS, MOST_GAMES = 30, 100, 1000
Progress = Callable[[int, int, str], None]
"""Gets the number of steps that are done, the number of all steps, and what is being done."""
HEAD = ("", "nodes", "of alphabeta", "seconds", "branching", "value", "move", "worse moves")
MINIMAL = (
    "The row minimal counts the minimal tree of alpha-beta: the nodes that it visits if the first move is always the best one. "
    "To visit fewer, a search needs a transposition table, or has to skip moves."
)
_REFERENCES = (minimax.row.name, alphabeta.row.name, minimal.row.name)


class Technique(NamedTuple):
    """One row of the table of techniques."""

    name: str
    nodes: int
    cells: tuple[str, ...]
    """What stands under HEAD, after the name."""


class Group(NamedTuple):
    """Rows that are compared with each other."""

    name: str
    about: str
    rows: tuple[Technique, ...]


def measure(job: Job, start: Position, depth: int, positions: int, progress: Progress, found: Callable[[Row], None]) -> None:
    """Measure each technique of alpha-beta at a position; `found` gets each row, until the job is cancelled."""
    if not 1 <= depth <= MOST_DEPTH or not 1 <= positions <= MOST_POSITIONS:
        raise LimitError(f"give a depth from 1 to {MOST_DEPTH}, and from 1 to {MOST_POSITIONS} positions")
    check_agent(alphabeta(depth=depth), start)
    names = [name for name, agent in rows(start.game, depth) if fits(agent, start)]
    measured = 0

    def begin(name: str) -> None:
        progress(measured, measured + len(names) - names.index(name), f"measuring {name}")  # a row before may be left out

    for row in ablate(start.game, depth, start, positions, step=begin):
        if job.ended:  # the row is incomplete, so its numbers are useless
            return
        measured += 1
        found(row)
    progress(measured, measured, "done")


def grouped(game: Game, measured: Sequence[Row]) -> list[Group]:
    """The rows in groups, as techniques alone and as techniques one after another."""
    full = "quiescence" if game.defines("noisy") else "pvs"
    fork = " The rows forced and quiescence each add one to pvs." if game.defines("noisy") and game.defines("forced") else ""
    abouts = {
        "To compare with": MINIMAL,
        "Alone": "Plain alpha-beta and one technique at a time.",
        "Cumulative": f"One technique more each time. The first row has all four orderings.{fork}",
        "Alone, added to the full search": f"The row {full} is the full search. Each row here adds one technique to it.",
        "Set for play": "The row selective has all techniques for play that fit the game. Each other row leaves one of them out.",
    }
    least = next((row.nodes for row in measured if row.name == alphabeta.row.name), None)
    sorted_in: dict[str, list[Technique]] = {name: [] for name in abouts}
    for row in measured:
        share = "" if least is None else factor(row.nodes / max(1, least))
        rest = (f"{row.seconds:.2f}", f"{row.branching:.2f}", worth(row.value), row.move, counted(row))
        made = Technique(row.name, row.nodes, (f"{row.nodes:,}", share, *rest))
        sorted_in[_group(row.name)].append(made)
    return [Group(name, abouts[name], tuple(found)) for name, found in sorted_in.items() if found]


def _group(row: str) -> str:
    if row in _REFERENCES:
        return "To compare with"
    if row in ORDERINGS:
        return "Alone"
    if row.startswith("with "):
        return "Alone, added to the full search"
    return "Set for play" if row.startswith("without ") or row == selective.__name__ else "Cumulative"


def factor(value: float) -> str:
    """A factor with three digits.

    >>> factor(11.6646), factor(0.08243), factor(1), factor(1234.5), factor(0)
    ('×11.7', '×0.0824', '×1.00', '×1,234', '×0')
    """
    return f"×{value:,.{max(0, 2 - floor(log10(value)))}f}" if value > 0 else "×0"


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
        progress(done, total, " ".join(str(value) for value in cell.values()) or "starting")

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
