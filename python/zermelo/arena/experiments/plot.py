"""Rows as a picture: one dot a cell with its interval, and a mark to compare with. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zermelo.arena.experiments.experiment import Experiment, ExperimentError, Row, Value
from zermelo.arena.experiments.table import shown
from zermelo.errors import ZermeloError

SUFFIXES = (".png", ".svg", ".pdf")


def check_plot(experiment: Experiment, path: Path) -> None:
    """Raise an error, before the run, if the picture cannot be drawn."""
    if path.suffix not in SUFFIXES:
        raise ExperimentError(f"--plot writes {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} files, not `{path.name}`")
    if experiment.chart is None:
        raise ExperimentError(f"the experiment {experiment.name} has no chart: give its class a `chart`")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ZermeloError("--plot needs matplotlib: install zermelo with its extra `plot`") from None


def draw(experiment: Experiment, cells: Sequence[Row], rows: Sequence[Row], path: Path) -> None:
    """Write the picture; rows are labelled by what varies between `cells`."""
    from matplotlib.figure import Figure

    chart = experiment.chart
    assert chart is not None
    varied = [name for name in cells[0] if len({str(cell.get(name)) for cell in cells}) > 1] or list(cells[0])
    figure = Figure(figsize=(8, 0.34 * len(rows) + 1.4), layout="constrained")
    axes = figure.subplots()
    places = range(len(rows), 0, -1)
    axes.axvline(chart.zero, color="#888888", linewidth=0.8)
    for place, row in zip(places, rows, strict=True):
        low, high, value = (number(row.get(name)) for name in (chart.low, chart.high, chart.value))
        if low is not None and high is not None:
            axes.plot([low, high], [place, place], color="#0072b2", linewidth=2)
        if value is not None:
            axes.plot([value], [place], "o", color="#0072b2", label="measured, 95 % interval" if place == len(rows) else None)
        mark = number(row.get(chart.mark)) if chart.mark else None
        if mark is not None:
            axes.plot([mark], [place], "x", color="#d55e00", label=chart.mark_name if place == len(rows) else None)
    axes.set_yticks(list(places), [", ".join(label(name, row.get(name)) for name in varied) for row in rows])
    axes.set_ylim(0.3, len(rows) + 0.7)
    axes.set_xlabel(chart.axis)
    axes.set_title(experiment.name)
    axes.legend(loc="best", fontsize=8)
    figure.savefig(path)


def label(name: str, value: Value) -> str:
    """A label: text alone, a number with its name.

    >>> label("game", "virus"), label("players", 4)
    ('virus', 'players 4')
    """
    return value if isinstance(value, str) else f"{name} {shown(value)}"


def number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
