"""Where the nodes of a tree go: leaves side by side, parents centred over their children, without overlap.

Every subtree gets its own strip of the page, as wide as its children's strips together, or wider if the texts of its root need
it. Strips are measured from the leaves up and placed from the root down, one pass each, so the time is proportional to the nodes
(the simplest case of the tidy drawings of Wetherell and Shannon 1979). Rows are further apart where edges would otherwise be
nearly flat.

A `compact` tree has no strips: subtrees move together until they touch in some row (Reingold and Tilford 1981).
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
    """The left end of the strip, from that of the parent's strip; in a compact tree the middle, from the parent's middle."""
    index: int = 0


def tidy(root: TreeNode, extent: Extent, row: float, edge: float, flattest: float, compact: bool = False) -> list[Place]:
    """Places for all nodes, parents first, from x = 0 and y = 0 at the top left.

    `row` is the height of a row with the texts that belong to it, `edge` the least height of the edges between two rows;
    they get higher where an edge would be more than `flattest` times wider than high.
    """
    places = [Place(node, parent, depth, index=index) for index, (node, depth, parent) in enumerate(root.placed())]
    children: list[list[Place]] = [[] for _ in places]
    for place in places[1:]:
        children[place.parent].append(place)
    if compact:
        _pack(places, children, [extent(place.node, place.depth) for place in places])
    else:
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


class _Contour:
    """The left and right ends of a subtree in each of its rows, the lowest row first, from a point that may move."""

    def __init__(self, extent: tuple[float, float]) -> None:
        self.lefts, self.rights = [-extent[0]], [extent[1]]
        self.left_shift = self.right_shift = 0.0

    def move(self, by: float) -> None:
        self.left_shift += by
        self.right_shift += by

    def join(self, other: "_Contour") -> float:
        """Put another subtree to the right of this one, as near as the rows allow; returns how far it was moved."""
        common = min(len(self.lefts), len(other.lefts))
        shift = max(self.rights[-row] + self.right_shift - other.lefts[-row] - other.left_shift for row in range(1, common + 1))
        other.move(shift)
        if len(other.lefts) > len(self.lefts):  # the longer list is kept and the shorter one written into it
            other.lefts[-common:] = [each + self.left_shift - other.left_shift for each in self.lefts]
            self.lefts, self.left_shift = other.lefts, other.left_shift
            self.rights, self.right_shift = other.rights, other.right_shift
        else:
            self.rights[-common:] = [each + other.right_shift - self.right_shift for each in other.rights]
        return shift

    def crown(self, middle: float, extent: tuple[float, float]) -> None:
        """Add the row of the parent, from whose middle everything is counted from now on."""
        self.move(-middle)
        self.lefts.append(-extent[0] - self.left_shift)
        self.rights.append(extent[1] - self.right_shift)


def _pack(places: list[Place], children: list[list[Place]], extents: list[tuple[float, float]]) -> None:
    """The x of every place: subtrees touch, and parents are over the middle of their children."""
    contours: dict[int, _Contour] = {}
    for index in range(len(places) - 1, -1, -1):
        below = children[index]
        if not below:
            contours[index] = _Contour(extents[index])
            continue
        numbers = [each.index for each in below]
        contour = contours.pop(numbers[0])
        below[0].left = 0.0
        for place, number in zip(below[1:], numbers[1:], strict=True):
            place.left = contour.join(contours.pop(number))
        middle = below[-1].left / 2
        for place in below:
            place.left -= middle  # from the middle of the parent
        contour.crown(middle, extents[index])
        contours[index] = contour
    for place in places:
        place.x = 0.0 if place.parent < 0 else places[place.parent].x + place.left
    low = min(place.x - extent[0] for place, extent in zip(places, extents, strict=True))
    for place in places:
        place.x -= low
