"""The paths of SVG as straight lines and curves: what the attribute `d` of an element `path` says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import acos, ceil, copysign, cos, hypot, pi, sin, sqrt, tan

from zermelo.trees.drawing.figure import Command

_TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
Point = tuple[float, float]


def read_path(d: str) -> tuple[Command, ...]:
    """The commands of a path, all absolute; raises ValueError if they make no sense.

    >>> read_path("M0 0h2v2z")
    (('M', (0.0, 0.0)), ('L', (2.0, 0.0)), ('L', (2.0, 2.0)), ('Z', ()))
    """
    made: list[Command] = []
    here = start = (0.0, 0.0)
    handle: Point | None = None  # the last handle of a curve, which S and T mirror
    for name, numbers in _commands(d):
        kind, handle, mirrored = name.upper(), None, handle
        origin = here if name.islower() else (0.0, 0.0)
        if kind == "Z":
            made.append(("Z", ()))
            here = start
            continue
        if kind == "A":
            end = origin[0] + numbers[5], origin[1] + numbers[6]
            made += [("C", curve) for curve in _arc(here, numbers, end)]
            here = end
            continue
        if kind in "HV":
            across = kind == "H"
            here = (origin[0] + numbers[0], here[1]) if across else (here[0], origin[1] + numbers[0])
            made.append(("L", here))
            continue
        points = [(origin[0] + numbers[at], origin[1] + numbers[at + 1]) for at in range(0, len(numbers), 2)]
        if kind in "ML":
            made.append((kind, points[0]))
            start = points[0] if kind == "M" else start
        else:
            if kind in "ST":
                mirror = here if mirrored is None else (2 * here[0] - mirrored[0], 2 * here[1] - mirrored[1])
                points.insert(0, mirror)
            handle = points[-2]
            made.append(("C", _cubic(here, points)))
        here = points[-1]
    return tuple(made)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; a command that is given once may have the numbers of several."""
    tokens = _TOKEN.findall(d)
    at, name = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            name, at = tokens[at], at + 1
        elif not name or name in "Zz":
            raise ValueError(f"a path cannot have {tokens[at]} here")
        number = _NUMBERS[name.upper()]
        numbers = [float(token) for token in tokens[at : at + number]]
        if len(numbers) < number:
            raise ValueError(f"the command {name} of a path needs {number} numbers")
        yield name, numbers
        at += number
        name = {"M": "L", "m": "l"}.get(name, name)


def _cubic(here: Point, points: list[Point]) -> tuple[float, ...]:
    """A curve with two handles; one with a single handle is the same as one with two at two thirds of the way to it."""
    if len(points) == 3:
        return tuple(number for point in points for number in point)
    (qx, qy), (x, y) = points
    first = here[0] + 2 / 3 * (qx - here[0]), here[1] + 2 / 3 * (qy - here[1])
    second = x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y)
    return (*first, *second, x, y)


def _arc(here: Point, numbers: list[float], end: Point) -> Iterator[tuple[float, ...]]:
    """An arc of an ellipse as curves of at most a quarter turn, by the rules of the appendix of SVG on arcs."""
    rx, ry, turn, large, sweep = abs(numbers[0]), abs(numbers[1]), numbers[2] * pi / 180, bool(numbers[3]), bool(numbers[4])
    if here == end:
        return
    if not rx or not ry:
        yield (*here, *end, *end)
        return
    c, s = cos(turn), sin(turn)
    dx, dy = (here[0] - end[0]) / 2, (here[1] - end[1]) / 2
    x, y = c * dx + s * dy, c * dy - s * dx
    grow = max(1.0, sqrt((x / rx) ** 2 + (y / ry) ** 2))  # radii that are too small for the distance
    rx, ry = rx * grow, ry * grow
    rest = max(0.0, (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2)
    factor = copysign(sqrt(rest / ((rx * y) ** 2 + (ry * x) ** 2)), 1 if large != sweep else -1)
    mx, my = factor * rx * y / ry, -factor * ry * x / rx
    first = _angle((x - mx) / rx, (y - my) / ry)
    whole = _angle((-x - mx) / rx, (-y - my) / ry) - first
    whole += 2 * pi if sweep and whole < 0 else -2 * pi if not sweep and whole > 0 else 0.0
    cx, cy = c * mx - s * my + (here[0] + end[0]) / 2, s * mx + c * my + (here[1] + end[1]) / 2

    def place(a: float, b: float) -> Point:
        return cx + c * rx * a - s * ry * b, cy + s * rx * a + c * ry * b

    pieces = max(1, ceil(abs(whole) / (pi / 2) - 1e-9))
    step = whole / pieces
    reach = 4 / 3 * tan(step / 4)
    for piece in range(pieces):
        a, b = first + piece * step, first + (piece + 1) * step
        near = place(cos(a) - reach * sin(a), sin(a) + reach * cos(a))
        far = place(cos(b) + reach * sin(b), sin(b) - reach * cos(b))
        yield (*near, *far, *(end if piece == pieces - 1 else place(cos(b), sin(b))))


def _angle(x: float, y: float) -> float:
    return copysign(acos(max(-1.0, min(1.0, x / hypot(x, y)))), y)
