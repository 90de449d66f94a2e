"""Portraits as pictures: seats with their intervals, lengths and branching factors, one colour a game. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.errors import ZermeloError
from zermelo.files import check_place
from zermelo.game.display import COLOURS
from zermelo.portrait.portrait import Portrait
from zermelo.portrait.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".png", ".svg", ".pdf")
_Measure = Callable[[Summary], tuple[float | None, float | None, float | None]]
"""A value and its range."""


def check_plot(path: Path) -> None:
    """Raise an error, before the games, if the picture cannot be drawn."""
    if path.suffix.lower() not in SUFFIXES:
        raise ZermeloError(f"`{path}` cannot be written: its name must end in {', '.join(SUFFIXES)}")
    check_place(path)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ZermeloError("--plot needs matplotlib: install zermelo with its extra `plot`") from None


def draw(portraits: Sequence[Portrait], path: Path) -> None:
    """Write the picture: the share of the first seat, length, branching factor, and leads where they were measured."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 6.5), layout="constrained")
    seats, plies, branching, leads = figure.subplots(2, 2).flatten()
    names = list(dict.fromkeys(each.name for portrait in portraits for each in portrait.summaries))
    _seats(seats, portraits, names)
    _dots(
        plies, portraits, names, "plies, with the middle half", lambda each: (each.plies.mean, each.plies.lower, each.plies.upper)
    )
    _dots(branching, portraits, names, "branching factor", lambda each: (each.branching, None, None))
    _dots(
        leads,
        portraits,
        names,
        "lead changes in a game",
        lambda each: (None if each.drama is None else each.drama.changes, None, None),
    )
    handles, labels = plies.get_legend_handles_labels()
    if labels:
        figure.legend(handles, labels, loc="outside lower center", ncols=max(1, len(portraits)))
    figure.suptitle(" and ".join(portrait.game for portrait in portraits))
    try:
        figure.savefig(path)
    except OSError as error:
        raise ZermeloError(f"`{path}` cannot be written: {error.strerror}") from error


def _seats(axes: Axes, portraits: Sequence[Portrait], names: Sequence[str]) -> None:
    """The share of the points of each seat, with its interval, and a line where all seats are equal."""
    rows = [(portrait, each) for name in names for portrait in portraits for each in portrait.summaries if each.name == name]
    height = 0
    ticks: list[tuple[float, str]] = []
    for portrait, each in rows:
        for seat in each.seats:
            height -= 1
            colour = COLOURS[portraits.index(portrait) % len(COLOURS)]
            axes.plot([100 * seat.low, 100 * seat.high], [height, height], color=colour, linewidth=2)
            axes.plot([100 * seat.share], [height], "o", color=colour)
            title = f"{each.name}, {portrait.game}" if len(portraits) > 1 else each.name
            ticks.append((height, f"{title}: {seat.player}"))
        axes.axvline(100 / len(each.seats), color="#888888", linewidth=0.8)
    axes.set_yticks([at for at, _ in ticks], [label for _, label in ticks], fontsize=7)
    axes.set_xlabel("share of the points in %, with 95 % interval")
    axes.set_xlim(0, 100)


def _dots(axes: Axes, portraits: Sequence[Portrait], names: Sequence[str], label: str, measure: _Measure) -> None:
    """One dot for each way of playing and game, with a range where there is one."""
    for number, portrait in enumerate(portraits):
        colour, shift = COLOURS[number % len(COLOURS)], 0.18 * (number - (len(portraits) - 1) / 2)
        drawn = [(names.index(each.name) + shift, *measure(each)) for each in portrait.summaries]
        for place, value, low, high in drawn:
            if value is not None and low is not None and high is not None:
                axes.plot([place, place], [low, high], color=colour, linewidth=2)
        known = [(place, value) for place, value, _, _ in drawn if value is not None]
        axes.plot([place for place, _ in known], [value for _, value in known], "o", color=colour, label=portrait.game)
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.margins(y=0.1)
    axes.set_ylim(bottom=0)
    axes.set_ylabel(label)
