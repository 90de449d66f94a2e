"""The laws of display: the texts that people see and type mean the same as the states and moves of the rules."""

from xml.etree import ElementTree

from zermelo.errors import RuleError
from zermelo.laws.law import Law
from zermelo.laws.samples import Sample


def show(sample: Sample) -> str | None:
    game, text = sample.game, sample.ask("show")
    if not isinstance(text, str) or not text.strip():
        return f"rule `show` of {game} returned {text!r}; it must return a text"
    try:
        difference = sample.difference(sample.read(text))
    except RuleError as error:
        return f"rule `read` cannot read the text of `show`: {error}" if error.rule == "read" else None
    if difference is not None:
        return f"rule `read` of {game} reads another state from the text of `show`: {difference}"
    return None


def names(sample: Sample) -> str | None:
    game = sample.game
    seen: dict[str, int] = {}
    for move in sample.choices:
        name = sample.ask("name", move)
        if not isinstance(name, str) or name.split() != [name]:
            return f"rule `name` of {game} names move {move} {name!r}; a name must be one word"
        if name in seen:
            return f"rule `name` of {game} gives moves {seen[name]} and {move} the same name `{name}`"
        seen[name] = move
    for name, move in seen.items():
        try:
            parsed = sample.ask("parse", name)
        except RuleError as error:
            return str(error) if error.rule == "parse" else None
        if parsed != move:
            return f"rule `parse` of {game} reads `{name}` as move {parsed!r}, but it is the name of move {move}"
    return None


def svg(sample: Sample) -> str | None:
    s = sample.state()
    picture = sample.ask("svg", state=s)
    if not isinstance(picture, str):
        return f"rule `svg` of {sample.game} returned {picture!r}; it must return a text"
    try:
        root = ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        return f"rule `svg` of {sample.game} returned a picture that is not well-formed XML: {error}"
    if root.tag.rpartition("}")[2] != "svg":
        return f"rule `svg` of {sample.game} returned a <{root.tag}> element; the outermost element must be <svg>"
    difference = sample.difference(s)  # checked here, because drawing again for the law `reading` would take too long
    return None if difference is None else f"rule `svg` of {sample.game} changes the state: {difference}"


LAWS = (
    Law("show", "`read` gives the same state back from the text of `show`.", show, owns=("show",)),
    Law(
        "names",
        "Legal moves have different names of one word, and `parse` gives the move back from its name.",
        names,
        owns=("name",),
    ),
    Law("svg", "`svg` returns a well-formed picture and does not change the state.", svg, owns=("svg",)),
)
