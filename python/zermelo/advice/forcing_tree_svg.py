"""Draws a plan, with the shapes that all tree drawings share.

A triangle pointing up is our turn, with one move in bold. A triangle pointing down is their turn, with every reply that the
advice considers. A box is a reached goal, with the result if the game is over.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from zermelo.trees.drawing import words
from zermelo.trees.drawing.shapes import BOLD, BOX, FILLS, FONT, INK, LABEL, PAPER, SMALL, SOFT, on_paper, shape, text, text_width
from zermelo.trees.drawing.tidy import Place, tidy
from zermelo.trees.node import TreeNode

if TYPE_CHECKING:
    from zermelo.advice.forcing_tree import ForcingTree

_MARGIN, _SIDE, _TALL, _EDGE, _GAP = 28.0, 40.0, 33.0, 58.0, 14.0
_HEAD, _FOOT, _LINE = 70.0, 40.0, 22.0
_TITLE = 60
"""The most characters in a line of the title, because goals can be long."""


def to_svg(tree: ForcingTree) -> str:
    places = tidy(tree.node(), _extent, _TALL, _EDGE, 4.0)
    title = f"{tree.advice}: reach {tree.goal}"
    lines = wrap(words.short(title, 3 * _TITLE), _TITLE)
    head = _HEAD + (len(lines) - 1) * _LINE
    subtitle = f"table {tree.table}, rule {tree.rule} · {len(tree)} nodes"
    right = max(place.left + place.width for place in places)
    key, key_width = _key(tree)
    width = max(right, key_width, *(text_width(line, 17) for line in lines), text_width(subtitle, 13))
    height = head + max(place.y for place in places) + _TALL / 2 + _FOOT
    wide, tall = f"{width + 2 * _MARGIN:.0f}", f"{height + _MARGIN:.0f}"
    size = f'width="{wide}" height="{tall}" viewBox="0 0 {wide} {tall}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} font-family="{FONT}" fill="{INK}">',
            f"<title>{escape(words.clean(f'{title}, {subtitle}'))}</title>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *(text(_MARGIN, 24 + at * _LINE, line, 17, ' font-weight="bold"') for at, line in enumerate(lines)),
            text(_MARGIN, head - 24, words.short(subtitle), 13, f' fill="{SOFT}"'),
            f'<g transform="translate({_MARGIN + (width - right) / 2:.1f} {head + _TALL / 2:.1f})" text-anchor="middle">',
            *_layers(places),
            f'</g><g transform="translate({_MARGIN:g} {height:.1f})" fill="{SOFT}">{key}</g></svg>\n',
        ]
    )


def _extent(node: TreeNode, _depth: int) -> tuple[float, float]:
    widest = max(text_width(words.move(node), LABEL) * 1.4, _SIDE if node.children else _box(node))
    return (widest + _GAP) / 2, (widest + _GAP) / 2


def _box(node: TreeNode) -> float:
    return max(30.0, 12.0 + text_width(_reached(node), SMALL))


def _reached(node: TreeNode) -> str:
    return words.short(node.player, 30)


def _layers(places: list[Place]) -> list[str]:
    lines, labels = [], []
    for place in places[1:]:
        above = places[place.parent]
        top, ours = _TALL / 2 if place.node.children else BOX / 2, above.node.kind == "max"
        pen = f'stroke="{BOLD}" stroke-width="4"' if ours else f'stroke="{INK}" stroke-width="1.2"'
        lines.append(f'<path {pen} d="M{above.x:.1f} {above.y + _TALL / 2:.1f}L{place.x:.1f} {place.y - top:.1f}"/>')
        x = place.x + (above.x - place.x) * 12 / (place.y - top - above.y - _TALL / 2)
        bold = f' fill="{BOLD}" font-weight="bold"' if ours else ""
        labels.append(on_paper(x, place.y - top - 12, words.move(place.node), LABEL, bold))
    look = f'stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"'
    return ["<g>", *lines, "</g><g>", *labels, f"</g><g {look}>", *map(_node, places), "</g>"]


def _node(place: Place) -> str:
    node, about = place.node, f"{place.node.why}: {place.node.player}"
    if node.children:
        return shape(node, place.x, place.y, _SIDE, _TALL, words.clean(about))
    frame = f'x="{place.x - _box(node) / 2:.1f}" y="{place.y - BOX / 2:.1f}" width="{_box(node):.1f}" height="{BOX:.1f}"'
    box = f'<rect class="node goal" {frame} fill="{PAPER}"><title>{escape(words.clean(about))}</title></rect>'
    return box + text(place.x, place.y, _reached(node), SMALL, ' stroke="none"')


def _key(tree: ForcingTree) -> tuple[str, float]:
    """The legend that explains the shapes, and its width."""
    players = tree.position.game.players
    us, them = words.clean(tree.position.turn), words.clean(players[1 - tree.position.player])
    entries = [
        (f'<path d="M1 8L19 8L10 -8Z" fill="{FILLS["max"]}" stroke="{INK}"/>', f"our turn ({us}): one move"),
        (f'<path d="M1 -8L19 -8L10 8Z" fill="{FILLS["min"]}" stroke="{INK}"/>', f"their turn ({them}): every reply considered"),
        (f'<path d="M1 -7H19V7H1Z" fill="{PAPER}" stroke="{INK}"/>', "goal reached"),
    ]
    x, parts = 0.0, []
    for sign, meaning in entries:
        parts.append(f'<g transform="translate({x:.1f} 0)">{sign}{text(26, 0, meaning, 11)}</g>')
        x += 26 + text_width(meaning, 11) + 22
    return "".join(parts), x
