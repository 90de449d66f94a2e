"""`zermelo solve` for games in which players do not see everything: iterations towards an equilibrium, with a bar, a table and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from zermelo.cli import paint
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.output import Answer, check_out, note
from zermelo.cli.progress import progress, status
from zermelo.engine.equilibrium import MOST_MEASURED, SAMPLE_MEMORY, Solver, Stage, check_known, is_measurable
from zermelo.engine.policy import Policy
from zermelo.errors import AgentError, PositionError, ZermeloError
from zermelo.game import Position
from zermelo.limit import memory_size
from zermelo.portrait.plot import check_plot
from zermelo.search.hidden.sampling import SAMPLINGS

ITERATIONS = 1000
_ROWS = 40
"""Information sets that are printed; a file has them all."""


@dataclass(frozen=True)
class Wanted:
    """What the options of the command say."""

    by: str
    iterations: int | None
    seconds: float | None
    memory: str | None
    size: int | None
    out: Path | None
    plot: Path | None
    backend: str | None
    json: bool

    @property
    def most(self) -> int | None:
        """The most iterations."""
        return self.iterations if self.iterations is not None or self.seconds is not None else ITERATIONS


def approach(here: Position, wanted: Wanted) -> Answer | int:
    """Iterate up to the limit, print what was found, and write the files."""
    _check(here, wanted)
    memory = SAMPLE_MEMORY if wanted.memory is None else memory_size(wanted.memory)
    with status(f"reading the tree of {here.game}"):
        solver = Solver(here, wanted.by, wanted.backend, memory=memory)
    if wanted.plot is not None and solver.tree is None:
        raise AgentError(
            f"--plot draws the exploitability, which is not known for {here.game}: it has more than {MOST_MEASURED:,} positions"
        )
    stages, code = _run(solver, wanted.most, wanted.seconds)
    if solver.full:
        note(f"stopped after {solver.iterations:,} iterations, because the information sets fill the memory; give more --memory")
    with status("writing the policy"):  # which may have a million information sets
        policy = None if wanted.json and wanted.out is None else solver.policy(stages[-1])
        if wanted.out is not None and policy is not None:
            policy.save(wanted.out)
    if wanted.plot is not None:
        _draw(stages, f"{here.game} by {wanted.by}", wanted.plot)
    if policy is None or wanted.json:
        return Answer(_told(solver, stages[-1], code), code)
    _print(here, solver, policy, stages[-1], wanted.out)
    return code


def _check(here: Position, wanted: Wanted) -> None:
    """Refuse, before anything takes time, what cannot be done."""
    if here.over:
        raise PositionError(f"the game is over ({here.result}): there is nothing to solve")
    check_known(here)
    if wanted.size is not None:
        raise AgentError("--size is for solution trees; a policy always has all information sets")
    if wanted.memory is not None and wanted.by not in SAMPLINGS:
        raise AgentError(
            f"--memory is for searches and for samples; {wanted.by} takes as much as the tree of the game needs, or use --by external"
        )
    if wanted.out is not None:
        check_out(wanted.out, (".json",))
    if wanted.plot is not None:
        check_plot(wanted.plot)
        if not is_measurable(here):
            raise AgentError(
                f"--plot draws the exploitability, which is defined for zero-sum games of two players; {here.game} is not one"
            )


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


def _told(solver: Solver, stage: Stage, code: int) -> dict[str, Any]:
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
        "stopped": "interrupt" if code == INTERRUPTED else "memory" if solver.full else None,
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

    points = [
        (stage.iterations, stage.exploitability) for stage in stages if stage.iterations > 0 and stage.exploitability is not None
    ]
    gains = [gain for _, gain in points]
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot([iterations for iterations, _ in points], gains, marker=".")
    scales = {"xscale": "log" if points else "linear", "yscale": "log" if max(gains, default=0) > 0 else "linear"}
    axes.set(**scales, xlabel="iterations", ylabel="exploitability", title=title)
    axes.grid(alpha=0.3, which="both")
    try:
        figure.savefig(path)
    except OSError as error:
        raise ZermeloError(f"`{path}` cannot be written: {error.strerror}") from error
