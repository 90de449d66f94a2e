"""Which control a form has for each parameter of a game: a number with its limits, a switch, a list of choices, or else a text.

The type hints of `__init__` say what a parameter is. What it may be, the game says itself: it is asked with a value that no game takes, and answers
with the error of `zermelo.games.shared.parameters`, such as "takes size as a whole number from 3 to 7". The answer may depend on the
other parameters, so these are given too.
"""

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, get_args

from zermelo.errors import GameError, ZermeloError
from zermelo.game import Game
from zermelo.game.calls import parse_call
from zermelo.games import catalog
from zermelo.studio.game_setup import asked_for, parameters

USUAL = "None"
"""The value of a parameter that may be left out, as text."""
_RANGE = re.compile(r"(?:a whole number|a multiple of ([\d.]+)) from (-?\d+) to (-?\d+)")


@dataclass(frozen=True)
class Control:
    """The control of one parameter."""

    name: str
    kind: Literal["number", "flag", "choice", "text"]
    usual: str
    """The default, as text."""
    least: int | None = None
    most: int | None = None
    step: float = 1
    choices: tuple[str, ...] = ()
    hint: str = ""
    """What may be typed."""


def controls(title: str, values: Mapping[str, str] | None = None) -> list[Control]:
    """The controls for a built-in game whose parameters have these values, as texts; parameters that are left out have their defaults.

    >>> [(each.name, each.kind, each.least, each.most) for each in controls("hex")]
    [('size', 'number', 1, 19), ('swap', 'flag', None, None)]
    >>> controls("focus", {"players": "3"})[1].choices
    ('None', '13', '12')
    """
    game, given = catalog()[title], _given(title, values or {})
    hints = inspect.signature(game, eval_str=True).parameters
    return [_control(game, name, usual, hints[name].annotation, given) for name, usual in parameters(title).items()]


def text_of(value: object) -> str:
    """The value of a control as text, for `asked_for`; empty for nothing.

    >>> text_of(6.5), text_of(7.0), text_of(None)
    ('6.5', '7', '')
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)


def _control(game: type[Game], name: str, usual: str, hint: Any, given: Mapping[str, object]) -> Control:
    types = set(get_args(hint)) if isinstance(hint, UnionType) else {hint}
    optional = NoneType in types
    types -= {NoneType}
    told = _told(game, name, {key: value for key, value in given.items() if key != name}) or _told(game, name, {})
    limits = _RANGE.fullmatch(told)
    choices = tuple(re.split(r", | or ", told))
    if types == {bool}:
        return Control(name, "flag", usual)
    if types <= {int, float} and limits:
        span = f"{limits[2]} to {limits[3]}{', or empty' * optional}"
        return Control(name, "number", usual, int(limits[2]), int(limits[3]), float(limits[1] or 1), hint=span)
    if types in ({int}, {str}) and (optional or usual in choices) and all(re.fullmatch(r"[\w-]+", each) for each in choices):
        return Control(name, "choice", usual, choices=(USUAL, *choices) if optional else choices)
    return Control(name, "text", usual, hint=re.sub(rf"\b{game.title()}\((.+)\)", r"\1", told))


class _Nothing:
    """A value that no game takes."""


def _told(game: type[Game], name: str, others: Mapping[str, object]) -> str:
    """What a game says that a parameter may be; empty if it says nothing."""
    try:
        game(**others, **{name: _Nothing()})
    except ZermeloError as error:
        found = re.search(rf"takes {name} as (.+?), not <", str(error))
        return found[1] if found else ""
    return ""


def _given(title: str, values: Mapping[str, str]) -> dict[str, Any]:
    """The parameters that are not the usual ones; none if they cannot be read."""
    try:
        return parse_call(asked_for(title, values), GameError).kwargs
    except GameError:
        return {}
