"""Rows as a picture: one dot for each cell, with its interval, and a mark to compare with. Needs matplotlib.

Below are the differences between the levels of a factor, if the experiment is paired.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from zermelo.arena.dots import Dot, Panel, check_picture, draw_panels
from zermelo.arena.experiments.experiment import Chart, Experiment, ExperimentError, Row, Value
from zermelo.arena.experiments.table import shown


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
    if not experiment.has_intervals:
        raise ExperimentError(f"the experiment {experiment.name} has no chart: give its class a `chart`")
    check_picture(path, ExperimentError)


def draw(experiment: Experiment, cells: Sequence[Row], rows: Sequence[Row], path: Path, differences: Sequence[Row] = ()) -> None:
    """Write the picture; rows are labelled by what varies between `cells`."""
    chart = experiment.chart_of(rows[0])
    if chart is None:
        raise ExperimentError(f"the experiment {experiment.name} measures no number that could be plotted")
    drawn, compared = dots(chart, rows, cells[0], cells), differing(chart, differences)
    panels = [Panel(drawn, chart.axis, experiment.name, chart.zero, chart.mark_name)]
    draw_panels(panels + ([Panel(compared, f"{chart.axis}, difference")] if compared else []), path)


def label(name: str, value: Value) -> str:
    """A label: text alone, a number with its name.

    >>> label("game", "virus"), label("players", 4)
    ('virus', 'players 4')
    """
    return value if isinstance(value, str) else f"{name} {shown(value)}"


def number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
