"""What makes a game equal to another: its class, the arguments that it was made with, and its parameters."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from inspect import isfunction
from typing import TYPE_CHECKING, Any

from zermelo.game.calls import signature

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

KEPT = {
    "_rules",
    "_backends",
    "_tables",
    "_built",
    "_source",
    "_traits",
    "_scale",
    "_variants",
    "_told_slow",
    "_told_tables",
    "_outside",
    "_opened",
}
"""Attributes that the library keeps on a game to save work; they are not part of its value."""

_attributes = type.__dict__["__dict__"].__get__
"""What a class itself defines. This is asked at every search, so it does without `inspect.getattr_static`."""


def parameters(game: Game) -> dict[str, Any]:
    """The attributes that a game has set on itself, in a form that compares by value."""
    own = {name: value for name, value in vars(game).items() if name not in KEPT and name != "_arguments"}
    return {name: _frozen(own[name]) for name in own if not isinstance(getattr(type(game), name, None), cached_property)}


def changed(game: Game, base: type[Game], kept: Iterable[str]) -> str | None:
    """An attribute of a class that a game has changed, in a subclass or in the class after it was made; None if it changes only `kept`."""
    original: dict[str, Any] = getattr(base, "__original__", {})
    classes = [_attributes(cls) for cls in type(game).__mro__]
    for name, value in original.items():
        if name not in kept and next((own[name] for own in classes if name in own), None) is not value:
            return name
    return None


def _frozen(value: Any, inside: bool = False) -> Any:
    """A value to compare: a list or array as a tuple, an object that only equals itself as its type and state; `inside` it, its type."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple | range):
        return tuple(_frozen(each, inside) for each in value)
    if isinstance(value, dict):
        return {name: _frozen(each, inside) for name, each in value.items()}
    compares = isinstance(value, type) or isfunction(value) or any("__eq__" in vars(cls) for cls in type(value).__mro__[:-1])
    if not inside and not compares:
        with suppress(TypeError):  # it has no state that can be copied
            return type(value), _frozen(value.__reduce_ex__(2)[1:3], inside=True)
    return value if compares and not (inside and hasattr(value, "_arguments")) else type(value)


def value_of(game: Game) -> tuple[Any, ...]:
    """What makes a game equal to another: its class, the arguments that it was made with, and its parameters."""
    args, kwargs = game._arguments
    given = signature(type(game)).bind(*args, **kwargs)
    given.apply_defaults()
    return type(game), _frozen(given.arguments), parameters(game)
