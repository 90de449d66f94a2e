"""A table as a picture, for the side of a recording: columns of short texts, one row marked."""

from collections.abc import Sequence
from html import escape

from zermelo.trees.player.recording import OwnPicture

SIZE, ROW = 12, 19
LETTER = 7.3
"""The width of a letter in a font of fixed width."""
INK, SOFT, MARK, LINE, PAPER = "#1f2328", "#57606a", "#e6dcfb", "#d0d7de", "#ffffff"


def table_picture(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], marked: int = -1, foot: Sequence[str] = ()
) -> OwnPicture:
    """The first column is left-aligned, the others right-aligned; a row with one text is a heading. The marked row has a sign, too."""
    full = [row for row in rows if len(row) > 1]
    widths = [max(len(row[column]) for row in [head, *full]) for column in range(len(head))]
    rights, at = [], 16.0
    for width in widths:
        at += width * LETTER
        rights.append(at)
        at += 14
    width = round(max(at, 16 + LETTER * max(map(len, (title, *foot)))))
    height = (len(rows) + 2 + len(foot)) * ROW + 8
    parts = [
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<g font-family="monospace" font-size="{SIZE}" fill="{INK}">',
    ]
    parts.append(_line(8, ROW - 5, title, 'font-weight="bold"'))
    parts += _row(head, rights, 2 * ROW - 5, f'fill="{SOFT}"')
    parts.append(f'<path d="M4 {2 * ROW}H{width - 4}" stroke="{LINE}"/>')
    for number, row in enumerate(rows):
        y = (number + 3) * ROW - 5
        if number == marked:
            parts.append(f'<rect x="2" y="{y - ROW + 6}" width="{width - 4}" height="{ROW}" rx="3" fill="{MARK}"/>')
            parts.append(_line(4, y, "▸", ""))
        parts += [_line(8, y, row[0], f'fill="{SOFT}"')] if len(row) == 1 else _row(row, rights, y, "")
    for number, line in enumerate(foot):
        parts.append(_line(8, (len(rows) + 3 + number) * ROW, line, f'fill="{SOFT}"'))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</g></svg>'
    return OwnPicture(svg, _text(title, head, rows, widths, marked, foot))


def _row(row: Sequence[str], rights: Sequence[float], y: int, style: str) -> list[str]:
    first = _line(16, y, row[0], style)
    return [first, *(_line(round(x), y, text, f'text-anchor="end" {style}') for text, x in zip(row[1:], rights[1:], strict=True))]


def _line(x: int, y: int, text: str, style: str) -> str:
    return f'<text x="{x}" y="{y}"{f" {style}" if style.strip() else ""}>{escape(text, quote=False)}</text>'


def _text(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int], marked: int, foot: Sequence[str]
) -> str:
    lines = [title]
    for number, row in enumerate([head, *rows], -1):
        cells = [f"{row[0]:{widths[0]}}", *(f"{text:>{width}}" for text, width in zip(row[1:], widths[1:], strict=len(row) > 1))]
        lines.append(("> " if number == marked and marked >= 0 else "  ") + "  ".join(cells).rstrip())
    return "\n".join([*lines, *foot])
