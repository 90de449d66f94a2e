"""Parameters of searches. A field of an options class declares one parameter: its default, its help and its valid values.

    pvs: bool = switch("Test later moves with an empty window first.")

Agents, their help pages, the checks of user input and the border to Rust all derive from these declarations.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from math import isfinite, isnan
from typing import Any

from zermelo.errors import AgentError, nearest


@dataclass(frozen=True)
class Parameter:
    name: str
    default: Any
    help: str
    read: Callable[[str, Any], Any]
    """Checks what a user wrote, given the parameter's name, and returns the value; raises AgentError."""
    words: tuple[str, ...] = ()
    """The words that users may write, if there is a list; some parameters also take other words."""


def parameters(options: type) -> dict[str, Parameter]:
    """The parameters that an options class declares, by name."""
    return {each.name: Parameter(each.name, each.default, **each.metadata) for each in fields(options) if "read" in each.metadata}


def declare(
    default: Any, help: str, read: Callable[[str, Any], Any] = lambda _name, value: value, words: Sequence[str] = ()
) -> Any:
    """A field of an options class; without `read`, the value is taken as it is."""
    return field(default=default, metadata={"help": help, "read": read, "words": tuple(words)})


def switch(help: str, default: bool = False) -> Any:
    """True or False."""

    def read(name: str, value: object) -> bool:
        if not isinstance(value, bool):
            raise AgentError(f"{name}={value!r} must be True or False")
        return value

    return declare(default, help, read)


def whole(default: int, help: str, least: int = 0, most: int = (1 << 31) - 1) -> Any:
    """A whole number within bounds."""

    def read(name: str, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            above = f" and at most {most}" if most < (1 << 31) - 1 else ""
            raise AgentError(f"{name}={value!r} must be a whole number of at least {least}{above}")
        return value

    return declare(default, help, read)


def number(default: float, help: str, most: float | None = None) -> Any:
    """A number from 0 up to a bound."""

    def read(name: str, value: object) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value) or value < 0:
            raise AgentError(f"{name}={value!r} must be a number of at least 0")
        if most is not None and value > most:
            raise AgentError(f"{name}={float(value)!r} must be a number from 0 to {most:g}")
        return float(value)

    return declare(default, help, read)


def any_number(default: float, help: str) -> Any:
    """Any number; infinite ones are allowed."""

    def read(name: str, value: object) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or isnan(value):
            raise AgentError(f"{name}={value!r} must be a number")
        return float(value)

    return declare(default, help, read)


def choice(default: str, words: Sequence[str], help: str) -> Any:
    """One of several words."""
    return declare(default, help, lambda name, value: one_of(name, value, words), words)


def one_of(name: str, value: Any, words: Sequence[str]) -> Any:
    """The value, if it is one of the words; else AgentError."""
    if value not in words:
        raise AgentError(f"{name}={value!r} must be one of {', '.join(words)}.{nearest(str(value), words)}")
    return value


def number_of_threads(threads: object, name: str = "threads") -> int:
    """A number of threads, at most the number of cores."""
    cores = os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise AgentError(f"{name}={threads!r} must be a whole number from 1 to {cores}")
    if threads > cores:
        raise AgentError(f"{name}={threads} is more than the number of cores; use at most {cores}")
    return threads


def threads() -> Any:
    return declare(1, "Threads that search together.", lambda name, value: number_of_threads(value, name))


def written(options: object, names: Sequence[str]) -> list[str]:
    """The named parameters that differ from their defaults, written as in an agent."""
    known = {each.name: each.default for each in fields(options)}  # type: ignore[arg-type]
    return [f"{name}={getattr(options, name)!r}" for name in names if name in known and getattr(options, name) != known[name]]
