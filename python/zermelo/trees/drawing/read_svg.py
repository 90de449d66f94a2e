"""Reads the SVG of boards and tables as a figure, so that they can be written in other formats.

It knows the elements that the pictures of this library use: shapes, paths, texts, and groups that are moved or scaled. A colour gradient
becomes one colour. Everything else is refused, and whoever asks does without the picture.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, replace

from zermelo.trees.drawing.figure import Command, Figure, Path, Text, ellipse, line, polygon, rectangle
from zermelo.trees.drawing.svg_paths import read_path

_IGNORED = ("title", "desc", "defs", "metadata")
_COLOURS = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "gray": "#808080",
    "grey": "#808080",
}
_LARGEST = 20_000
"""The most elements of a picture that is read."""


class UnreadableSvgError(ValueError):
    """A picture with something that cannot be drawn."""


@dataclass(frozen=True)
class _Style:
    """What elements inherit from the groups around them."""

    fill: str | None = "#000000"
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    size: float = 16.0
    anchor: str = "start"
    bold: bool = False
    italic: bool = False
    mono: bool = False
    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0


def read_svg(text: str) -> Figure:
    """The figure of a picture; raises UnreadableSvgError if it has something that is not known here."""
    try:
        root = ElementTree.fromstring(text)
        if sum(1 for _ in root.iter()) > _LARGEST:
            raise UnreadableSvgError("the picture is too large")
        return _Reader(root).figure
    except (ElementTree.ParseError, ValueError, KeyError, RecursionError) as error:
        raise (
            error if isinstance(error, UnreadableSvgError) else UnreadableSvgError(f"the picture cannot be read: {error}")
        ) from error


class _Reader:
    def __init__(self, root: ElementTree.Element) -> None:
        if _tag(root) != "svg":
            raise UnreadableSvgError("it is no picture")
        self.shades = {
            found.get("id", ""): _middle(found) for found in root.iter() if _tag(found) in ("linearGradient", "radialGradient")
        }
        box = [float(number) for number in root.get("viewBox", "").replace(",", " ").split()]
        if len(box) != 4:
            box = [0.0, 0.0, float(root.get("width", "")), float(root.get("height", ""))]
        if box[2] <= 0 or box[3] <= 0:
            raise UnreadableSvgError("it has no size")
        self.box = box
        self.figure = Figure(box[2], box[3])
        self.group(root, _Style(x=-box[0], y=-box[1]))

    def group(self, element: ElementTree.Element, style: _Style) -> None:
        style = self.styled(element, style)
        for child in element:
            tag = _tag(child)
            if tag in _IGNORED:
                continue
            if tag == "g":
                self.group(child, style)
            elif tag == "text":
                self.text(child, self.styled(child, style))
            else:
                self.shape(self.commands(tag, child), self.styled(child, style))

    def styled(self, element: ElementTree.Element, style: _Style) -> _Style:
        """The style of an element: what it inherits, and its own attributes."""
        given = dict(element.attrib)
        for part in given.pop("style", "").split(";"):
            name, _, value = part.partition(":")
            given[name.strip()] = value.strip()
        changes: dict[str, object] = {}
        for name, field in (("fill", "fill"), ("stroke", "stroke")):
            if name in given:
                changes[field] = self.colour(given[name])
        for name, field in (("stroke-width", "width"), ("font-size", "size")):
            if name in given:
                changes[field] = float(given[name].removesuffix("px"))
        whole = float(given.get("opacity", 1))
        changes["fill_opacity"] = style.fill_opacity * whole * float(given.get("fill-opacity", 1))
        changes["stroke_opacity"] = style.stroke_opacity * whole * float(given.get("stroke-opacity", 1))
        if given.get("stroke-dasharray", "none") != "none":
            changes["dash"] = tuple(float(number) for number in given["stroke-dasharray"].replace(",", " ").split())
        if "text-anchor" in given:
            changes["anchor"] = given["text-anchor"]
        if "font-weight" in given:
            changes["bold"] = given["font-weight"] in ("bold", "600", "700", "800", "900")
        if "font-style" in given:
            changes["italic"] = given["font-style"] == "italic"
        if "font-family" in given:
            changes["mono"] = "mono" in given["font-family"].lower() or "courier" in given["font-family"].lower()
        return self.moved(given.get("transform", ""), replace(style, **changes))  # type: ignore[arg-type]

    def moved(self, transform: str, style: _Style) -> _Style:
        """The style within a group that is moved or scaled; turned groups are refused."""
        for name, inner in re.findall(r"(\w+)\s*\(([^)]*)\)", transform):
            numbers = [float(number) for number in inner.replace(",", " ").split()]
            if name == "translate":
                dx, dy = (*numbers, 0.0)[:2]
                style = replace(style, x=style.x + style.scale * dx, y=style.y + style.scale * dy)
            elif name == "scale" and len(set(numbers)) == 1:
                style = replace(style, scale=style.scale * numbers[0])
            else:
                raise UnreadableSvgError(f"{name} is not known")
        return style

    def colour(self, value: str) -> str | None:
        if value in ("none", "transparent"):
            return None
        if value.startswith("url(#"):
            return self.shades[value[5:].rstrip(")")]
        known = _COLOURS.get(value, value)
        if not re.fullmatch(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?", known):
            raise UnreadableSvgError(f"the colour {value} is not known")
        return known

    def commands(self, tag: str, element: ElementTree.Element) -> tuple[Command, ...]:
        """The outline of a shape."""

        def number(name: str, default: float = 0.0) -> float:
            text = element.get(name)
            if text is not None and text.endswith("%"):
                return float(text[:-1]) / 100 * (self.box[3] if name in ("y", "height") else self.box[2])
            return default if text is None else float(text)

        if tag == "rect":
            radius = number("rx", number("ry"))
            return rectangle(number("x"), number("y"), number("width"), number("height"), radius)
        if tag in ("circle", "ellipse"):
            return ellipse(number("cx"), number("cy"), number("rx", number("r")), number("ry", number("r")))
        if tag == "line":
            return line((number("x1"), number("y1")), (number("x2"), number("y2")))
        if tag in ("polygon", "polyline"):
            values = [float(value) for value in element.get("points", "").replace(",", " ").split()]
            points = list(zip(values[::2], values[1::2], strict=True))
            return polygon(points) if tag == "polygon" else line(*points)
        if tag == "path":
            return read_path(element.get("d", ""))
        raise UnreadableSvgError(f"the element {tag} is not known")

    def shape(self, commands: tuple[Command, ...], style: _Style) -> None:
        """A path; area and outline are two if they differ in opacity."""
        one = style.fill_opacity == style.stroke_opacity
        for fill, stroke, opacity in (
            [(style.fill, style.stroke, style.fill_opacity)]
            if one
            else [(style.fill, None, style.fill_opacity), (None, style.stroke, style.stroke_opacity)]
        ):
            if fill or stroke:
                made = Path(commands, fill, stroke, style.width, style.dash, opacity)
                self.figure.parts.append(made.placed(style.scale, style.x, style.y))

    def text(self, element: ElementTree.Element, style: _Style) -> None:
        if len(element):
            raise UnreadableSvgError("a text with elements in it is not known")
        if element.text and style.fill:
            x, y = float(element.get("x", 0)), float(element.get("y", 0))
            made = Text(x, y, element.text, style.size, style.anchor, style.fill, style.bold, style.italic, style.mono)
            self.figure.parts.append(made.placed(style.scale, style.x, style.y))


def _tag(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _middle(gradient: ElementTree.Element) -> str:
    """The colour in the middle of a gradient's list."""
    stops = [stop.get("stop-color", "#808080") for stop in gradient]
    return stops[len(stops) // 2] if stops else "#808080"
