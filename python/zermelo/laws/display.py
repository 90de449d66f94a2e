"""The laws of display: the texts that people see and type mean the same as the states and moves of the rules."""

from functools import partial
from xml.etree import ElementTree
from zlib import crc32

from zermelo.errors import RuleError
from zermelo.game import Game
from zermelo.laws.law import Complaint, Law
from zermelo.laws.samples import Sample
from zermelo.laws.tracing import answering, changing, defined

_PICTURES = 8
"""The picture that every game has is drawn for one position in so many; drawing takes longer than all other laws."""


def show(sample: Sample) -> Complaint | None:
    game, text = sample.game, sample.ask("show")
    if not isinstance(text, str) or not text.strip():
        return Complaint(f"rule `show` of {game} returned {text!r}; it must return a text", "show")
    if unread(game):
        return None
    try:
        difference = sample.difference(sample.read(text))
    except RuleError as error:
        found = error.place
        told = f"rule `read` cannot read the text of `show`: {error}"
        return Complaint(told, "read", where=lambda: found or defined(game, "read")) if error.rule == "read" else None
    if difference is not None:
        told = f"rule `read` of {game} reads another state from the text of `show`: {difference}"
        return Complaint(told, "read", where=lambda: answering(lambda: game.read(text)))
    return None


def unread(game: Game) -> bool:
    """Whether a game shows positions in its own way, but does not say how to read them."""
    return game.defines("show") and not game.defines("read")


def names(sample: Sample) -> Complaint | None:
    game = sample.game
    seen: dict[str, int] = {}
    for move, name in zip(sample.choices, sample.names, strict=True):
        if not isinstance(name, str) or name.split() != [name]:
            return Complaint(f"rule `name` of {game} names move {move} {name!r}; a name must be one word", "name", (move,))
        if name in seen:
            told = f"rule `name` of {game} gives moves {seen[name]} and {move} the same name `{name}`"
            return Complaint(told, "name", (move,))
        seen[name] = move
    tried = sample.some if game.defines("parse") or len({name.lower() for name in seen}) < len(seen) else sample.some[:2]
    for name, move in seen.items():
        if move not in tried:
            continue
        try:
            parsed = sample.ask("parse", name)
        except RuleError as error:
            found = error.place
            return Complaint(str(error), "parse", where=lambda: found) if error.rule == "parse" else None  # noqa: B023
        if parsed != move:
            told = f"rule `parse` of {game} reads `{name}` as move {parsed!r}, but it is the name of move {move}"
            return Complaint(told, "parse", (name,))
    return None


def svg(sample: Sample) -> Complaint | None:
    if not sample.game.defines("svg") and sample.path and crc32(sample.packed) % _PICTURES:
        return None
    s = sample.state()
    picture = sample.ask("svg", state=s)
    if not isinstance(picture, str):
        return Complaint(f"rule `svg` of {sample.game} returned {picture!r}; it must return a text", "svg")
    try:
        root = ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        return Complaint(f"rule `svg` of {sample.game} returned a picture that is not well-formed XML: {error}", "svg")
    if root.tag.rpartition("}")[2] != "svg":
        told = f"rule `svg` of {sample.game} returned a <{root.tag}> element; the outermost element must be <svg>"
        return Complaint(told, "svg")
    difference = sample.difference(s)  # checked here, because drawing again for the law `reading` would take too long
    if difference is None:
        return None
    state = sample.state()
    where = partial(changing, lambda: sample.ask("svg", state=state), lambda: sample.difference(state) is not None)
    return Complaint(f"rule `svg` of {sample.game} changes the state: {difference}", "svg", where=where)


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
