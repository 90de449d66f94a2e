"""A picture of numbers with their intervals, one row for each. Needs matplotlib."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

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


def check_picture(path: Path, error: type[ZermeloError] = ZermeloError) -> None:
    """Raise an error, before long work, if a picture cannot be drawn into this file."""
    if path.suffix not in SUFFIXES:
        raise error(f"--plot writes {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} files, not `{path.name}`")
    check_place(path, error)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise error("--plot needs matplotlib: install zermelo with its extra `plot`") from None


def draw_dots(dots: Sequence[Dot], path: Path, *, title: str, axis: str, zero: float = 0.0, mark_name: str = "") -> None:
    """Write the picture; a line is drawn at `zero`."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 0.34 * len(dots) + 1.4), layout="constrained")
    axes = figure.subplots()
    places = range(len(dots), 0, -1)
    axes.axvline(zero, color="#888888", linewidth=0.8)
    for place, dot in zip(places, dots, strict=True):
        if dot.low is not None and dot.high is not None:
            axes.plot([dot.low, dot.high], [place, place], color="#0072b2", linewidth=2)
        if dot.value is not None:
            axes.plot([dot.value], [place], "o", color="#0072b2", label="measured, 95 % interval" if place == len(dots) else None)
        if dot.mark is not None:
            axes.plot([dot.mark], [place], "x", color="#d55e00", label=mark_name if place == len(dots) else None)
    axes.set_yticks(list(places), [dot.name for dot in dots])
    axes.set_ylim(0.3, len(dots) + 0.7)
    axes.set_xlabel(axis)
    axes.set_title(title)
    axes.legend(loc="best", fontsize=8)
    figure.savefig(path)
