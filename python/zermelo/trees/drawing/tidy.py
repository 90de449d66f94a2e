"""Where the nodes of a tree go: leaves side by side, parents centred over their children, without overlap.

Every subtree gets its own strip of the page, as wide as its children's strips together, or wider if the texts of its root need
it. Strips are measured from the leaves up and placed from the root down, one pass each, so the time is proportional to the nodes
(the simplest case of the tidy drawings of Wetherell and Shannon 1979). Rows are further apart where edges would otherwise be
nearly flat.
"""

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.trees.node import TreeNode

TALLEST = 900.0
"""The greatest height of an edge."""

Extent = Callable[[TreeNode, int], tuple[float, float]]
"""Room that a node at some depth needs to the left and to the right of its middle."""


@dataclass(slots=True)
class Place:
    """A node with its place on the page; `parent` is an index into the list of places, -1 at the root."""

    node: TreeNode
    parent: int
    depth: int
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    """The width of the subtree's strip."""
    middle: float = 0.0
    """The centre of the node, from the left end of its strip."""
    left: float = 0.0
    """The left end of the strip, from that of the parent's strip."""


def tidy(root: TreeNode, extent: Extent, row: float, edge: float, flattest: float) -> list[Place]:
    """Places for all nodes, parents first, from x = 0 and y = 0 at the top left.

    `row` is the height of a row with the texts that belong to it, `edge` the least height of the edges between two rows;
    they get higher where an edge would be more than `flattest` times wider than high.
    """
    places = [Place(node, parent, depth) for node, depth, parent in root.placed()]
    children: list[list[Place]] = [[] for _ in places]
    for place in places[1:]:
        children[place.parent].append(place)
    for place, below in zip(reversed(places), reversed(children), strict=True):
        _measure(place, below, extent(place.node, place.depth))
    for place in places:
        if place.parent >= 0:
            place.left += places[place.parent].left  # now from the page's edge: parents come first
        place.x = place.left + place.middle
    for place, y in zip(places, _heights(places, row, edge, flattest), strict=True):
        place.y = y
    return places


def _measure(place: Place, children: list[Place], extent: tuple[float, float]) -> None:
    """Put the children's strips side by side and the node over their middle; widen the strip for the node's own texts."""
    left, right = extent
    if not children:
        place.width, place.middle = left + right, left
        return
    end = 0.0
    for child in children:
        child.left = end
        end += child.width
    first, last = children[0], children[-1]
    middle = (first.left + first.middle + last.left + last.middle) / 2
    shift = max(0.0, left - middle)
    for child in children:
        child.left += shift
    place.middle = middle + shift
    place.width = max(end + shift, place.middle + right)


def _heights(places: list[Place], row: float, edge: float, flattest: float) -> list[float]:
    """The y of every place: one for each depth, further apart below nodes whose children spread widely."""
    widest = [0.0] * (max(place.depth for place in places) + 1)
    for place in places:
        if place.parent >= 0:
            widest[place.depth] = max(widest[place.depth], abs(place.x - places[place.parent].x))
    levels, y = [0.0], 0.0
    for spread in widest[1:]:
        y += row + max(edge, min(spread / flattest, TALLEST))
        levels.append(y)
    return [levels[place.depth] for place in places]
