"""A picture of numbers with their intervals, one row for each. Needs matplotlib."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import ZermeloError
from zermelo.files import check_place

SUFFIXES = (".png", ".svg", ".pdf")


class Dot(NamedTuple):
    """A number with its interval, and another number (`mark`) to compare it with."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    mark: float | None = None


class Panel(NamedTuple):
    """Dots on one axis; a line is drawn at `zero`."""

    dots: Sequence[Dot]
    axis: str
    title: str = ""
    zero: float = 0.0
    mark_name: str = ""


def check_picture(path: Path, error: type[ZermeloError] = ZermeloError) -> None:
    """Raise an error, before long work, if a picture cannot be drawn into this file."""
    if path.suffix not in SUFFIXES:
        raise error(f"--plot writes {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} files, not `{path.name}`")
    check_place(path, error)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise error("--plot needs matplotlib: install zermelo with its extra `plot`") from None


def draw_panels(panels: Sequence[Panel], path: Path) -> None:
    """Write the picture, one panel below the other."""
    from matplotlib.figure import Figure

    heights = [0.34 * len(panel.dots) + 1.4 for panel in panels]
    figure = Figure(figsize=(8, sum(heights)), layout="constrained")
    for axes, panel in zip(figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0], panels, strict=True):
        _draw(axes, panel)
    figure.savefig(path)


def _draw(axes: Any, panel: Panel) -> None:
    first, places = len(panel.dots), range(len(panel.dots), 0, -1)
    axes.axvline(panel.zero, color="#888888", linewidth=0.8)
    for place, dot in zip(places, panel.dots, strict=True):
        if dot.low is not None and dot.high is not None:
            axes.plot([dot.low, dot.high], [place, place], color="#0072b2", linewidth=2)
        if dot.value is not None:
            axes.plot([dot.value], [place], "o", color="#0072b2", label="measured, 95 % interval" if place == first else None)
        if dot.mark is not None:
            axes.plot([dot.mark], [place], "x", color="#d55e00", label=panel.mark_name if place == first else None)
    axes.set_yticks(list(places), [dot.name for dot in panel.dots])
    axes.set_ylim(0.3, first + 0.7)
    axes.set_xlabel(panel.axis)
    axes.set_title(panel.title)
    axes.legend(loc="best", fontsize=8)
