"""Rows as tables: for the terminal, as Markdown, HTML and CSV. Columns are the names in the rows, in their order."""

import csv
import io
from collections.abc import Sequence

from zermelo.arena.experiments.experiment import Row, Value
from zermelo.html import HtmlTable


def text(rows: Sequence[Row]) -> str:
    """The table for a terminal.

    >>> print(text([{"game": "virus", "games": 50, "cut": 10.25, "low": None}, {"game": "focus", "games": 1234}]))
    game   games   cut  low
    virus     50  10.2    -
    focus  1,234     -    -
    """
    names = columns(rows)
    body = [[shown(row.get(name)) for name in names] for row in rows]
    widths = [max(map(len, column)) for column in zip(names, *body, strict=True)]
    words = [{type(row[name]) for row in rows if row.get(name) is not None} == {str} for name in names]
    lines = []
    for cells in [names, *body]:
        padded = (
            f"{cell:<{width}}" if word else f"{cell:>{width}}" for cell, width, word in zip(cells, widths, words, strict=True)
        )
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)


def markdown(rows: Sequence[Row]) -> str:
    """The table for a document.

    >>> print(markdown([{"game": "virus", "cut": 10.25}]), end="")
    | game | cut |
    |---|---|
    | virus | 10.2 |
    """
    names = columns(rows)
    lines = [names, ["---"] * len(names), *([shown(row.get(name)).replace("|", "\\|") for name in names] for row in rows)]
    return "".join(f"|{'|'.join(line)}|\n" if line[0] == "---" else f"| {' | '.join(line)} |\n" for line in lines)


def html(rows: Sequence[Row], caption: str = "") -> HtmlTable:
    """The table for notebooks and pages."""
    names = columns(rows)
    return HtmlTable(tuple(names), tuple(tuple(shown(row.get(name)) for name in names) for row in rows), caption)


def comma_separated(rows: Sequence[Row]) -> str:
    """The table for programs; numbers are not rounded, unknown ones are empty.

    >>> print(comma_separated([{"game": "virus", "cut": 10.25, "low": None}]), end="")
    game,cut,low
    virus,10.25,
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, columns(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def columns(rows: Sequence[Row]) -> list[str]:
    """All names, in the order of their first use."""
    return list(dict.fromkeys(name for row in rows for name in row))


def shown(value: Value) -> str:
    """A value for people; numbers below 1 have three digits.

    >>> shown(1234.56), shown(0.01234), shown(0.0), shown(None)
    ('1,234.6', '0.0123', '0', '-')
    """
    if value is None:
        return "-"
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.1f}" if abs(value) >= 1 else f"{value:.3g}"
