"""Mistakes in a command line, each as one sentence with the nearest right word."""

from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin

import cyclopts

from zermelo.errors import nearest
from zermelo.games import catalog

_KINDS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "true or false"}


def sentence(error: cyclopts.CycloptsError) -> str:
    """What is wrong, and what would be right."""
    return next((tell(error) for kind, tell in _SENTENCES.items() if isinstance(error, kind)), str(error))


def _command(error: cyclopts.CycloptsError) -> str:
    return " ".join(("zermelo", *(error.command_chain or ())))


def _unknown_command(error: cyclopts.UnknownCommandError) -> str:
    word = error.unused_tokens[0] if error.unused_tokens else ""
    if word.startswith("-"):
        return f"unknown option `{word}` before a command; `zermelo --help` lists the commands"
    known = [name for name in error.app or () if not name.startswith("-")]
    if error.command_chain:
        return f"`{_command(error)}` has no command `{word}`; there are {', '.join(known)}.{nearest(word, known)}"
    if word.partition("(")[0].lower() in catalog() or ".py" in word or ".pl" in word:
        return f"there is no command `{word}`, but `zermelo play {word}` plays that game"
    hint = nearest(word, [*known, *(f"play {game}" for game in catalog())])
    return f"there is no command `{word}`; there are {', '.join(known)}.{hint}"


def _unknown_option(error: cyclopts.UnknownOptionError) -> str:
    word = (error.token.keyword or error.token.value).partition("=")[0]
    known = [name for argument in error.argument_collection for name in argument.names if name.startswith("-")]
    return f"`{_command(error)}` has no option `{word}`; `{_command(error)} --help` lists them.{nearest(word, known)}"


def _missing(error: cyclopts.MissingArgumentError) -> str:
    assert error.argument is not None
    name = error.keyword or error.argument.name
    if error.keyword is not None:
        return f"{name} needs a value after it"
    return f"`{_command(error)}` needs {name}; `{_command(error)} --help` shows examples"


def _wrong_kind(error: cyclopts.CoercionError) -> str:
    name = (error.token and error.token.keyword) or (error.argument.name if error.argument is not None else "this option")
    given = f", not `{error.token.value}`" if error.token else ""
    choices = [str(choice) for choice in get_args(error.target_type)] if get_origin(error.target_type) is Literal else []
    if choices:
        hint = nearest(error.token.value, choices) if error.token else ""
        return f"{name} takes {', '.join(choices[:-1])} or {choices[-1]}{given}.{hint}"
    return f"{name} takes {_kind(error)}{given}"


def _kind(error: cyclopts.CoercionError) -> str:
    hint = error.argument.hint if error.argument is not None else error.target_type
    candidates = [error.target_type, hint, *get_args(hint)]
    return next((_KINDS[kind] for kind in candidates if kind in _KINDS), "another kind of value")


def _repeated(error: cyclopts.RepeatArgumentError) -> str:
    return f"{error.token.keyword} is given twice; give it once"


def _left_over(error: cyclopts.UnusedCliTokensError) -> str:
    words = error.unused_tokens or [""]
    return f"`{_command(error)}` does not take `{' '.join(words)}`; put quotes around a text that has spaces"


_SENTENCES: dict[type[cyclopts.CycloptsError], Callable[[Any], str]] = {
    cyclopts.UnknownCommandError: _unknown_command,
    cyclopts.UnknownOptionError: _unknown_option,
    cyclopts.MissingArgumentError: _missing,
    cyclopts.CoercionError: _wrong_kind,
    cyclopts.RepeatArgumentError: _repeated,
    cyclopts.UnusedCliTokensError: _left_over,
}
