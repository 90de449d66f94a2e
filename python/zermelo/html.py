"""HTML for notebooks: what Jupyter shows of reports, matches and experiments.

All texts are escaped here, because names of players, moves and agents may contain any characters.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

_NUMBER = "text-align:right"
_WORD = "text-align:left"
_FIGURE = re.compile(r"([+-]?[\d.,]+ ?[kMG%]?( \(.*\))?|[-?])?")


@dataclass(frozen=True)
class HtmlTable:
    """A table with a head, rows and an optional caption.

    >>> HtmlTable(("move", "value"), (("<4>", "+1"),), caption="best & only")._repr_html_()
    '<table><caption style="text-align:left;white-space:nowrap">best &amp; only</caption><thead><tr><th style="text-align:left">move</th><th ...
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""

    def _repr_html_(self) -> str:
        caption = f'<caption style="{_WORD};white-space:nowrap">{escape(self.caption)}</caption>' if self.caption else ""
        styles = [_NUMBER if at and self._is_number(at) else _WORD for at in range(len(self.head))]
        head = "".join(_cells("th", self.head, styles))
        body = "".join(f"<tr>{''.join(_cells('td', row, styles))}</tr>" for row in self.rows)
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _is_number(self, at: int) -> bool:
        """Whether a column has only numbers, which are aligned to the right."""
        return all(_FIGURE.fullmatch(row[at]) for row in self.rows)

    def __str__(self) -> str:
        lines = [self.head, *self.rows]
        widths = [max(len(line[at]) for line in lines) for at in range(len(self.head))]
        drawn = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
        return "\n".join([*([self.caption] if self.caption else []), *drawn])


def paragraphs(*texts: str) -> str:
    return "".join(f"<p>{escape(each)}</p>" for each in texts)


def written(text: str) -> str:
    """A text with line breaks, such as a program; long lines are wrapped."""
    return f'<pre style="font-family:monospace;white-space:pre-wrap;word-break:normal">{escape(text)}</pre>'


def facts(title: str, known: dict[str, str]) -> str:
    """A title, and a table with one fact in each row."""
    rows = "".join(
        f'<tr><th style="{_WORD}">{escape(name)}</th><td style="{_WORD}">{escape(value)}</td></tr>'
        for name, value in known.items()
    )
    return f"<p><b>{escape(title)}</b></p><table><tbody>{rows}</tbody></table>"


def _cells(tag: str, cells: Sequence[str], styles: Sequence[str]) -> Iterator[str]:
    for cell, style in zip(cells, styles, strict=True):
        yield f'<{tag} style="{style}">{escape(cell)}</{tag}>'
