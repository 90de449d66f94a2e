"""`zermelo solve` for games in which players do not see everything: iterations towards an equilibrium, with a bar, a table and a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from zermelo.cli import paint
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.output import Answer, note
from zermelo.cli.progress import progress, status
from zermelo.engine.equilibrium import Solver, Stage
from zermelo.engine.policy import Policy
from zermelo.errors import ZermeloError
from zermelo.game import Position

ITERATIONS = 1000
_ROWS = 40
"""Information sets that are printed; a file has them all."""


def approach(
    here: Position,
    by: str,
    iterations: int | None,
    seconds: float | None,
    out: Path | None,
    plot: Path | None,
    backend: str | None,
    json: bool,
) -> Answer | int:
    """Iterate up to the limit, print what was found, and write the files."""
    most = iterations if iterations is not None or seconds is not None else ITERATIONS
    with status(f"reading the tree of {here.game}"):
        solver = Solver(here, by, backend)
    stages, code = _run(solver, most, seconds)
    policy = solver.policy()
    if out is not None:
        policy.save(out)
    if plot is not None:
        _draw(stages, f"{here.game} by {by}", plot)
    if json:
        return Answer(_told(solver, stages[-1]), code)
    _print(here, solver, policy, stages[-1], out)
    return code


def _run(solver: Solver, iterations: int | None, seconds: float | None) -> tuple[list[Stage], int]:
    """All stages; Ctrl-C ends the run, and what has been found so far counts."""
    stages: list[Stage] = []
    with progress(f"solving {solver.position.game}", iterations) as step:
        try:
            for stage in solver.stages(iterations, seconds):
                stages.append(stage)
                gain = "" if stage.exploitability is None else f" · exploitability {stage.exploitability:.6f}"
                step(f"{stage.iterations:,} iterations{gain}", done=stage.iterations)
        except KeyboardInterrupt:
            return [*stages, solver.stage()], INTERRUPTED
    return stages, 0


def _told(solver: Solver, stage: Stage) -> dict[str, Any]:
    decisions, chances, terminals = (None, None, None) if solver.tree is None else solver.tree.nodes
    return {
        "game": str(solver.position.game),
        "by": solver.by,
        "value": None if stage.values is None else stage.values[0],
        "values": None if stage.values is None else list(stage.values),
        "exploitability": stage.exploitability,
        "iterations": stage.iterations,
        "information_sets": solver.information_sets,
        "decisions": decisions,
        "chances": chances,
        "terminals": terminals,
        "seconds": stage.seconds,
    }


def _print(here: Position, solver: Solver, policy: Policy, stage: Stage, out: Path | None) -> None:
    console, size = paint.console(), f"{solver.information_sets:,} information sets"
    if stage.values is not None and solver.tree is not None:
        each = ", ".join(f"{value:+.6f} to {name}" for name, value in zip(here.game.players, stage.values, strict=True))
        gain = (
            "" if stage.exploitability is None else f" A perfect opponent gains {stage.exploitability:.6f} against this policy."
        )
        console.print(Text(f"With this policy it is worth {each}.{gain}", style="bold"))
        decisions, chances, terminals = solver.tree.nodes
        size = f"{decisions:,} decisions, {chances:,} chance nodes, {terminals:,} ends, {size}"
    console.print(Text(f"{solver.by}, {stage.iterations:,} iterations in {stage.seconds:.1f} s; {size}."))
    table = Table(box=None, pad_edge=False)
    for title in ("player", "sees", "plays"):
        table.add_column(title)
    for index, (player, seen, chances_of) in enumerate(policy.lines()):
        if index == _ROWS:
            break
        shares = "  ".join(f"{name} {share:6.1%}" for name, share in chances_of.items())
        table.add_row(player, Text(" / ".join(line.strip() for line in seen.splitlines() if line.strip())), Text(shares))
    console.print(table)
    if len(policy.rows) > _ROWS and out is None:
        note(f"{len(policy.rows) - _ROWS:,} more information sets; --out policy.json writes them all")


def _draw(stages: list[Stage], title: str, path: Path) -> None:
    from matplotlib.figure import Figure

    points = [(stage.iterations, stage.exploitability) for stage in stages if stage.exploitability is not None]
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot([iterations for iterations, _ in points], [gain for _, gain in points], marker=".")
    axes.set(xscale="log", yscale="log", xlabel="iterations", ylabel="exploitability", title=title)
    axes.grid(alpha=0.3, which="both")
    try:
        figure.savefig(path)
    except OSError as error:
        raise ZermeloError(f"`{path}` cannot be written: {error.strerror}") from error
