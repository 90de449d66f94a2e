"""Mistakes in a command line, each as one sentence with the nearest right word."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    Argument,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from zermelo.errors import nearest
from zermelo.games import catalog

_KINDS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "true or false"}


def sentence(error: CycloptsError) -> str:
    """What is wrong, and what would be right."""
    if isinstance(error, UnknownCommandError):
        return _unknown_command(error)
    if isinstance(error, UnknownOptionError):
        return _unknown_option(error)
    if isinstance(error, MissingArgumentError):
        return _missing(error)
    if isinstance(error, CoercionError):
        return _wrong_kind(error)
    if isinstance(error, RepeatArgumentError):
        return f"{error.token.keyword} is given twice; give it once"
    if isinstance(error, UnusedCliTokensError):
        return _left_over(error)
    return str(error)


def _command(error: CycloptsError) -> str:
    return " ".join(("zermelo", *(error.command_chain or ())))


def _unknown_command(error: UnknownCommandError) -> str:
    word = error.unused_tokens[0] if error.unused_tokens else ""
    if word.startswith("-"):
        return f"unknown option `{word}` before a command; `zermelo --help` lists the commands"
    known = [name for name in error.app or () if not name.startswith("-")]
    if error.command_chain:
        return f"`{_command(error)}` has no command `{word}`; there are {', '.join(known)}.{nearest(word, known)}"
    if word.partition("(")[0].lower() in catalog() or ".py" in word:
        return f"there is no command `{word}`, but `zermelo play {word}` plays that game"
    hint = nearest(word, [*known, *(f"play {game}" for game in catalog())])
    return f"there is no command `{word}`; there are {', '.join(known)}.{hint}"


def _unknown_option(error: UnknownOptionError) -> str:
    word = (error.token.keyword or error.token.value).partition("=")[0]
    known = [name for argument in error.argument_collection for name in argument.names if name.startswith("-")]
    return f"`{_command(error)}` has no option `{word}`; `{_command(error)} --help` lists them.{nearest(word, known)}"


def _missing(error: MissingArgumentError) -> str:
    assert error.argument is not None
    name = error.keyword or error.argument.name
    if error.keyword is not None:
        return f"{name} needs a value after it"
    return f"`{_command(error)}` needs {name}; `{_command(error)} --help` shows examples"


def _wrong_kind(error: CoercionError) -> str:
    name = _label(error.argument, error.token.keyword if error.token else None)
    given = f", not `{error.token.value}`" if error.token else ""
    choices = _choices(error.target_type)
    if choices:
        hint = nearest(error.token.value, choices) if error.token else ""
        return f"{name} takes {', '.join(choices[:-1])} or {choices[-1]}{given}.{hint}"
    return f"{name} takes {_kind(error)}{given}"


def _label(argument: Argument | None, keyword: str | None) -> str:
    return keyword or (argument.name if argument is not None else "this option")


def _kind(error: CoercionError) -> str:
    hint = error.argument.hint if error.argument is not None else error.target_type
    candidates = [error.target_type, hint, *get_args(hint)]
    return next((_KINDS[kind] for kind in candidates if kind in _KINDS), "something else")


def _choices(kind: Any) -> list[str]:
    return [str(choice) for choice in get_args(kind)] if get_origin(kind) is Literal else []


def _left_over(error: UnusedCliTokensError) -> str:
    words = error.unused_tokens or [""]
    return f"`{_command(error)}` does not take `{' '.join(words)}`; put quotes around a text that has spaces"
