"""A figure: a picture as a list of paths and texts, which can be written as SVG (`to_svg` here), as PDF (`pdf`) or as TikZ (`tikz`).

Paths consist of straight lines and Bézier curves, so that every format can draw them. Lengths are points, with y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from html import escape

INK, PAPER = "#1f2328", "#ffffff"
_ARC = 0.5522847498
"""Where the handles of a curve lie that is nearly a quarter of a circle."""
SANS = "Helvetica, Arial, sans-serif"
MONO = "DejaVu Sans Mono, Courier, monospace"

Command = tuple[str, tuple[float, ...]]
"""M and L with a point, C with three points, Z without: move, line, curve, close."""


@dataclass(frozen=True, slots=True)
class Path:
    commands: tuple[Command, ...]
    fill: str | None = None
    """A colour such as #1f2328; None for no area."""
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0

    def placed(self, scale: float, x: float, y: float) -> Path:
        """The same path, scaled and then moved."""
        commands = tuple(
            (name, tuple(number * scale + (y if at % 2 else x) for at, number in enumerate(numbers)))
            for name, numbers in self.commands
        )
        return replace(self, commands=commands, width=self.width * scale, dash=tuple(length * scale for length in self.dash))


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; y is its base line."""

    x: float
    y: float
    content: str
    size: float
    anchor: str = "middle"
    """"start", "middle" or "end": the part of the text at x."""
    colour: str = INK
    bold: bool = False
    italic: bool = False
    mono: bool = False

    def placed(self, scale: float, x: float, y: float) -> Text:
        return replace(self, x=self.x * scale + x, y=self.y * scale + y, size=self.size * scale)


@dataclass
class Figure:
    width: float
    height: float
    parts: list[Path | Text] = field(default_factory=list)
    title: str = ""
    about: str = ""

    def add(self, other: Figure, x: float, y: float, scale: float = 1.0) -> None:
        """Put another figure into this one."""
        self.parts += [part.placed(scale, x, y) for part in other.parts]

    def texts(self) -> Iterator[Text]:
        return (part for part in self.parts if isinstance(part, Text))


# Shapes


def polygon(points: Iterable[tuple[float, float]]) -> tuple[Command, ...]:
    """A closed line through these points."""
    (first, *rest) = points
    return ("M", first), *(("L", point) for point in rest), ("Z", ())


def line(*points: tuple[float, float]) -> tuple[Command, ...]:
    (first, *rest) = points
    return ("M", first), *(("L", point) for point in rest)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> tuple[Command, ...]:
    """A box from its upper left corner."""
    r = min(radius, width / 2, height / 2)
    right, bottom, k = x + width, y + height, r * (1 - _ARC)
    if r <= 0:
        return polygon([(x, y), (right, y), (right, bottom), (x, bottom)])
    return (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def ellipse(x: float, y: float, wide: float, tall: float) -> tuple[Command, ...]:
    """An ellipse around a point, with half its width and half its height."""
    a, b = wide * _ARC, tall * _ARC
    return (
        ("M", (x - wide, y)),
        ("C", (x - wide, y - b, x - a, y - tall, x, y - tall)),
        ("C", (x + a, y - tall, x + wide, y - b, x + wide, y)),
        ("C", (x + wide, y + b, x + a, y + tall, x, y + tall)),
        ("C", (x - a, y + tall, x - wide, y + b, x - wide, y)),
        ("Z", ()),
    )


# SVG


def to_svg(figure: Figure) -> str:
    size = f'width="{figure.width:.0f}" height="{figure.height:.0f}" viewBox="0 0 {figure.width:g} {figure.height:g}"'
    about = f"<title>{escape(figure.title)}</title>" if figure.title else ""
    about += f"<desc>{escape(figure.about)}</desc>" if figure.about else ""
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    parts = [_text(part) if isinstance(part, Text) else _path(part) for part in figure.parts]
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} font-family="{SANS}">'
    return "\n".join([opening + about + paper, *parts, "</svg>\n"])


def _path(path: Path) -> str:
    d = "".join(name + " ".join(f"{number:.5g}" for number in numbers) for name, numbers in path.commands)
    look = f' fill="{path.fill or "none"}"'
    if path.stroke:
        look += f' stroke="{path.stroke}" stroke-width="{path.width:.3g}" stroke-linejoin="round" stroke-linecap="round"'
    look += f' stroke-dasharray="{" ".join(f"{length:.3g}" for length in path.dash)}"' if path.dash else ""
    look += f' opacity="{path.opacity:g}"' if path.opacity < 1 else ""
    return f'<path d="{d}"{look}/>'


def _text(text: Text) -> str:
    look = (
        f' fill="{text.colour}"' + (' font-weight="bold"' if text.bold else "") + (' font-style="italic"' if text.italic else "")
    )
    look += f' font-family="{MONO}" xml:space="preserve"' if text.mono else ""
    place = f'x="{text.x:.5g}" y="{text.y:.5g}" font-size="{text.size:.3g}" text-anchor="{text.anchor}"'
    return f"<text {place}{look}>{escape(text.content, quote=False)}</text>"
