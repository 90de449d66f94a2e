"""Charts of numbers: a table with bars on a logarithmic scale, and dots with intervals, as a picture or as rows that fit any width."""

from collections.abc import Sequence
from html import escape
from math import log10
from typing import NamedTuple

from zermelo.arena.dots import Dot
from zermelo.studio.measurements import Group
from zermelo.trees.drawing.shapes import text_width

BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#8f8f8f"
_ROW, _WIDTH, _TOP = 26.0, 760.0, 8.0
_BEFORE = 3
"""Cells of a row before its bar."""


def bar_table(head: Sequence[str], groups: Sequence[Group], pale: Sequence[str] = ()) -> str:
    """Rows in groups, with a bar for the number of nodes of each row on a logarithmic scale. The groups in `pale` have grey bars.

    >>> bar_table(("", "nodes"), [])
    ''
    """
    if not groups:
        return ""
    most = log10(max(10, *(row.nodes for group in groups for row in group.rows)))
    hidden = ' aria-hidden="true"'
    names = [f'<th scope="col">{escape(name)}</th>' for name in head]
    parts = [f"<thead><tr>{_with_bar(names, 'logarithmic scale', '')}</tr></thead>"]
    for group in groups:
        kind = ' class="pale"' if group.name in pale else ""
        about = f"<b>{escape(group.name)}</b> <span>{escape(group.about)}</span>"
        parts.append(
            f'<tbody{kind}><tr><th class="group" scope="rowgroup" colspan="{len(head) + 1}"><div>{about}</div></th></tr>'
        )
        for row in group.rows:
            cells = [f'<th scope="row">{escape(row.name)}</th>', *(f"<td>{escape(cell)}</td>" for cell in row.cells)]
            drawn = f'<i style="width:{100 * log10(max(1, row.nodes)) / most:.1f}%"></i>'
            parts.append(f"<tr>{_with_bar(cells, drawn, hidden)}</tr>")
        parts.append("</tbody>")
    return f'<table class="bar-table">{"".join(parts)}</table>'


def _with_bar(cells: Sequence[str], bar: str, more: str) -> str:
    """The cells of a row with the bar behind the first numbers, which a narrow screen shows as well."""
    return f'{"".join(cells[:_BEFORE])}<td class="length"{more}>{bar}</td>{"".join(cells[_BEFORE:])}'


def dots(title: str, rows: Sequence[Dot], zero: float, mark: str = "") -> str:
    """Numbers as dots, with their intervals as lines. `zero` is the value of no difference; `mark` is the meaning of the crosses."""
    known = [each for row in rows for each in (row.value, row.low, row.high, row.mark) if each is not None]
    if not known:
        return ""
    low, high = min(*known, zero), max(*known, zero)
    left, spread = 16 + max(text_width(row.name, 14) for row in rows), (high - low) or 1.0
    room = _WIDTH - left - 70

    def at(value: float) -> float:
        return left + 10 + room * (value - low) / spread

    bottom = _TOP + len(rows) * _ROW
    shapes = [
        f'<line x1="{at(zero):.1f}" x2="{at(zero):.1f}" y1="{_TOP:g}" y2="{bottom:g}" stroke="{GREY}" stroke-dasharray="3 3"/>'
    ]
    for number, row in enumerate(rows):
        y = _TOP + number * _ROW + _ROW / 2
        shapes.append(_text(left - 8, y + 5, row.name, "end"))
        if row.low is not None and row.high is not None:
            shapes.append(
                f'<line x1="{at(row.low):.1f}" x2="{at(row.high):.1f}" y1="{y:g}" y2="{y:g}" stroke="{BLUE}" stroke-width="3"/>'
            )
        if row.value is not None:
            shapes.append(f'<circle cx="{at(row.value):.1f}" cy="{y:g}" r="5" fill="{BLUE}"/>')
        if row.mark is not None:
            shapes.append(f'<path d="M{at(row.mark) - 4:.1f} {y - 4:g}l8 8m0 -8l-8 8" stroke="{ORANGE}" stroke-width="2.5"/>')
    shapes += [_text(at(low), bottom + 16, f"{low:g}", "start"), _text(at(high), bottom + 16, f"{high:.4g}", "end")]
    shapes.append(_text(at((low + high) / 2), bottom + 34, title + (f" (cross: {mark})" if mark else ""), "middle"))
    told = ", ".join(f"{row.name} {'not known' if row.value is None else f'{row.value:.3g}'}" for row in rows)
    return _picture(f"{title}: {told}", shapes, bottom + 44)


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="14" fill="currentColor">{escape(words)}</text>'


def _picture(label: str, shapes: Sequence[str], height: float) -> str:
    return (
        f'<svg class="bars" viewBox="0 0 {_WIDTH:g} {height:g}" role="img" aria-label="{escape(label)}">{"".join(shapes)}</svg>'
    )


class Interval(NamedTuple):
    """A number with its interval."""

    name: str
    value: float
    low: float
    high: float


def intervals(title: str, rows: Sequence[Interval]) -> str:
    """Numbers as dots with their intervals on a common scale; it fits any width. A line marks 0.

    >>> intervals("Elo", [])
    ''
    """
    if not rows:
        return ""
    low, high = min(0.0, *(row.low for row in rows)), max(0.0, *(row.high for row in rows))
    spread = (high - low) or 1.0

    def at(value: float) -> str:
        return f"{100 * (value - low) / spread:.2f}%"

    told = ", ".join(f"{row.name} {row.value:+.0f} ({row.low:+.0f} to {row.high:+.0f})" for row in rows)
    drawn = "".join(
        f'<div class="name">{escape(row.name)}</div><div class="track"><i class="zero" style="left:{at(0)}"></i>'
        f'<i class="span" style="left:{at(row.low)};width:{100 * (row.high - row.low) / spread:.2f}%"></i>'
        f'<i class="point" style="left:{at(row.value)}"></i></div>'
        for row in rows
    )
    scale = f'<div class="name"></div><div class="scale"><span>{low:+.0f}</span><span>{escape(title)}</span><span>{high:+.0f}</span></div>'
    return f'<div class="intervals" role="img" aria-label="{escape(f"{title}: {told}")}">{drawn}{scale}</div>'
