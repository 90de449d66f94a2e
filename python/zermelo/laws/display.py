"""The laws of faces: what people see and type means the same to them as to the rules."""

from __future__ import annotations

from xml.etree import ElementTree

from zermelo.errors import RuleError
from zermelo.laws.law import Law
from zermelo.laws.samples import Sample


def show(sample: Sample) -> str | None:
    game, text = sample.game, sample.ask("show")
    if not isinstance(text, str) or not text.strip():
        return f"rule `show` of {game} answered {text!r}; it must be a text"
    try:
        difference = sample.difference(sample.read(text))
    except RuleError as error:
        return f"rule `read` cannot read what `show` has written: {error}" if error.rule == "read" else None
    if difference is not None:
        return f"rule `read` of {game} makes another state of what `show` has written: {difference}"
    return None


def names(sample: Sample) -> str | None:
    game = sample.game
    seen: dict[str, int] = {}
    for move in sample.choices:
        name = sample.ask("name", move)
        if not isinstance(name, str) or name.split() != [name]:
            return f"rule `name` of {game} calls move {move} {name!r}; a name must be one word"
        if name in seen:
            return f"rule `name` of {game} calls moves {seen[name]} and {move} both `{name}`"
        seen[name] = move
    for name, move in seen.items():
        try:
            parsed = sample.ask("parse", name)
        except RuleError as error:
            return str(error) if error.rule == "parse" else None
        if parsed != move:
            return f"rule `parse` of {game} takes `{name}` for move {parsed!r}, but it is the name of move {move}"
    return None


def svg(sample: Sample) -> str | None:
    s = sample.state()
    picture = sample.ask("svg", state=s)
    if not isinstance(picture, str):
        return f"rule `svg` of {sample.game} answered {picture!r}; it must be a text"
    try:
        root = ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        return f"rule `svg` of {sample.game} draws a picture that is not well-formed XML: {error}"
    if root.tag.rpartition("}")[2] != "svg":
        return f"rule `svg` of {sample.game} draws a <{root.tag}>; the outermost element must be <svg>"
    difference = sample.difference(s)  # drawing takes too long to be done once more for the law of reading
    return None if difference is None else f"rule `svg` of {sample.game} writes to the state: {difference}"


LAWS = (
    Law("show", "`read` gets back from the text of `show` the very same state.", show, owns=("show",)),
    Law("names", "Legal moves have different names, one word each, and `parse` turns each name back.", names, owns=("name",)),
    Law("svg", "`svg` draws a well-formed picture and writes nothing to the state.", svg, owns=("svg",)),
)
