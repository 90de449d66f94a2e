"""A game's picture, as a page wants it: without what the page says itself, and turned round for those who sit on the other side.

Pictures bring their own last line, who is to move or how the game ended, for a picture may stand anywhere. A page has a line of its own
for that, so the picture's is cut off and handed over: some games say more there, such as how many discs everybody has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

_LAST = re.compile(
    r'<text x="[-\d.]+" y="([\d.]+)" [^>]*?font-size="([\d.]+)"[^>]*>([^<]*)</text>((?:\s*<rect data-square=[^>]*/>)*)\s*</svg>\s*$'
)
_TITLE = re.compile(r"<title>([^<]*)</title>")
_HEAD = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)" viewBox="0 0 [\d.]+ [\d.]+"')
_PLACE = re.compile(r'x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"')


def bare(svg: str) -> tuple[str, str]:
    """A picture without its last line, and that line; the picture as it is where that line is not what its title says.

    >>> from zermelo import find
    >>> game = find("othello")
    >>> bare(game.svg(game.fresh()))[1]
    'x to move, 2 : 2'
    """
    last, title, head = _LAST.search(svg), _TITLE.search(svg), _HEAD.search(svg)
    if last is None or title is None or head is None or not _same(title[1], last[3]):
        return svg, ""
    height = float(last[1]) - float(last[2])
    size = f'width="{head[1]}" height="{height:g}" viewBox="0 0 {head[1]} {height:g}"'
    start = head[0][: head[0].index("width=")]
    return start + size + svg[head.end() : last.start()] + last[4] + "</svg>", unescape(last[3])


def _same(title: str, line: str) -> bool:
    """Whether a title, the game and its state in words, says what a line says."""
    words = title.partition(": ")[2]
    return bool(words and line) and (line.startswith(words) or words.endswith(line))


def depth(place: str) -> float:
    """How far down a square is."""
    match = _PLACE.search(place)
    return float(match[2]) if match else 0.0


def turnable(places: Iterable[str]) -> bool:
    """Whether squares make a board that looks the same from the other side: equal ones in rows and columns, most of them there.

    >>> turnable(['x="0" y="0" width="8" height="8"', 'x="8" y="8" width="8" height="8"'])
    True
    >>> turnable(['x="0" y="0" width="8" height="8"', 'x="8" y="8" width="8" height="8"', 'x="8" y="0" width="8" height="8"'])
    False
    """
    found = [tuple(map(float, match.groups())) for place in places if (match := _PLACE.search(place))]
    corners = {(x, y) for x, y, _, _ in found}
    columns, rows = {x for x, _ in corners}, {y for _, y in corners}
    if not found or len({each[2:] for each in found}) > 1 or 2 * len(corners) < len(columns) * len(rows):
        return False
    right, low = min(columns) + max(columns), min(rows) + max(rows)
    return all((right - x, low - y) in corners for x, y in corners)
