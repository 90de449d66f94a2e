"""Rows as a picture: one dot for each cell, with its interval, and a mark to compare with. Needs matplotlib.

Below are the differences between the levels of a factor, if the experiment is paired.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.arena.experiments.experiment import Chart, Experiment, ExperimentError, Row, Value
from zermelo.arena.experiments.table import shown
from zermelo.errors import ZermeloError

SUFFIXES = (".png", ".svg", ".pdf")


class Dot(NamedTuple):
    """A number with its interval, and another number (`mark`) to compare it with."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    mark: float | None = None


def dots(chart: Chart, rows: Sequence[Row], names: Iterable[str], cells: Sequence[Row]) -> list[Dot]:
    """The rows as dots. `names` are those of a cell; a label has the ones that differ between `cells`, or all if none does."""
    names = list(names)
    varied = [name for name in names if len({str(cell.get(name)) for cell in cells}) > 1] or names
    shown = (chart.value, chart.low, chart.high, chart.mark or "")
    return [
        Dot(", ".join(label(name, row.get(name)) for name in varied), *(number(row.get(name)) for name in shown)) for row in rows
    ]


def differing(chart: Chart, rows: Sequence[Row]) -> list[Dot]:
    """The differences of the number that the chart shows."""
    return [
        Dot(f"{row['factor']}: {shown(row['from'])} to {shown(row['to'])}", row["difference"], row["low"], row["high"])
        for row in rows
        if row["measured"] == chart.value
    ]


def check_plot(experiment: Experiment, path: Path) -> None:
    """Raise an error, before the run, if the picture cannot be drawn."""
    if path.suffix not in SUFFIXES:
        raise ExperimentError(f"--plot writes {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} files, not `{path.name}`")
    if not experiment.has_intervals:
        raise ExperimentError(f"the experiment {experiment.name} has no chart: give its class a `chart`")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ZermeloError("--plot needs matplotlib: install zermelo with its extra `plot`") from None


def draw(experiment: Experiment, cells: Sequence[Row], rows: Sequence[Row], path: Path, differences: Sequence[Row] = ()) -> None:
    """Write the picture; rows are labelled by what varies between `cells`."""
    from matplotlib.figure import Figure

    chart = experiment.chart_of(rows[0])
    if chart is None:
        raise ExperimentError(f"the experiment {experiment.name} measures no number that could be plotted")
    drawn, compared = dots(chart, rows, cells[0], cells), differing(chart, differences)
    heights = [0.34 * len(each) + 1.4 for each in (drawn, compared) if each]
    figure = Figure(figsize=(8, sum(heights)), layout="constrained")
    panels = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
    _panel(panels[0], chart, drawn)
    panels[0].set_title(experiment.name)
    if compared:
        _panel(panels[1], Chart(chart.value, chart.low, chart.high, f"{chart.axis}, difference"), compared)
    figure.savefig(path)


def _panel(axes: Any, chart: Chart, drawn: Sequence[Dot]) -> None:
    places = range(len(drawn), 0, -1)
    axes.axvline(chart.zero, color="#888888", linewidth=0.8)
    for place, dot in zip(places, drawn, strict=True):
        if dot.low is not None and dot.high is not None:
            axes.plot([dot.low, dot.high], [place, place], color="#0072b2", linewidth=2)
        if dot.value is not None:
            axes.plot(
                [dot.value], [place], "o", color="#0072b2", label="measured, 95 % interval" if place == len(drawn) else None
            )
        if dot.mark is not None:
            axes.plot([dot.mark], [place], "x", color="#d55e00", label=chart.mark_name if place == len(drawn) else None)
    axes.set_yticks(list(places), [dot.name for dot in drawn])
    axes.set_ylim(0.3, len(drawn) + 0.7)
    axes.set_xlabel(chart.axis)
    axes.legend(loc="best", fontsize=8)


def label(name: str, value: Value) -> str:
    """A label: text alone, a number with its name.

    >>> label("game", "virus"), label("players", 4)
    ('virus', 'players 4')
    """
    return value if isinstance(value, str) else f"{name} {shown(value)}"


def number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
