"""Agents in users' files: `my_agents.py:center`, or `my_agents.py:Center(depth=3)`.

A file is run as a module, as files with games are (`zermelo.game.loading`). An agent in it is a function whose first parameter is the position,
a class whose objects can be called with one, or an object that is an agent, such as `mine = zermelo.alphabeta(depth=3)`.
"""

import inspect
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.agents.own import is_called, own
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import Agent, SearchAgent
from zermelo.errors import AgentError, GameError, nearest
from zermelo.game import Game
from zermelo.game.calls import Call, signature
from zermelo.game.loading import load
from zermelo.games import games_in

_USUAL = ("limit", "seconds", "seed")
"""Parameters that an agent gets although users do not give them."""


def agent_from_file(path: Path, name: str, call: Call) -> Agent:
    """The agent of a name in a file; without a name, the only one in it."""
    module = load_agents(path)
    known = agents_in(module)
    wanted = name or _only(path, known)
    target = vars(module).get(wanted)
    called = f"{path}:{wanted}"
    if target is None or wanted.startswith("_"):
        raise AgentError(f"{path} has no agent `{wanted}`; {_listed(known)}.{nearest(wanted, known)}")
    if isinstance(target, ModuleType) or (inspect.isclass(target) and issubclass(target, Game)):
        raise AgentError(f"{called} is a {'game' if inspect.isclass(target) else 'module'}, not an agent; {_listed(known)}")
    if isinstance(target, SearchAgent | UnsearchedAgent) and type(target).__module__.startswith("zermelo."):
        if call.args or call.kwargs:
            raise AgentError(f"{called} is the agent {target} and takes no arguments; change them in the file")
        return target
    if inspect.isclass(target):
        _check_arguments(called, target, call)
    arguments = [*map(repr, call.args), *(f"{key}={value!r}" for key, value in call.kwargs.items())]
    text = f"{called}({', '.join(arguments)})" if arguments else called
    return own(target, text, call.args, call.kwargs, (module.__name__, str(module.__file__), wanted))


def load_agents(path: Path) -> ModuleType:
    """A user's file with agents, run as a module."""
    try:
        return load(path)
    except GameError as error:
        raise AgentError(str(error)) from error


def agents_in(module: ModuleType) -> dict[str, Any]:
    """The agents that a module defines, by name: functions that need only a position, classes, and objects that are agents.

    In a file with games, whose rules may have helpers, a function counts only if its first parameter is named `position`.
    """
    found = {name: value for name, value in vars(module).items() if not name.startswith("_") and _is_agent(value, module)}
    if not games_in(module):
        return found
    return {name: value for name, value in found.items() if not inspect.isfunction(value) or _first_name(value) == "position"}


def _first_name(function: Any) -> str:
    return next(iter(inspect.signature(function).parameters))


def _is_agent(value: Any, module: ModuleType) -> bool:
    if isinstance(value, SearchAgent | UnsearchedAgent):
        return True
    if getattr(value, "__module__", None) != module.__name__:  # what the file imports
        return False
    if inspect.isclass(value):
        return not issubclass(value, Game) and is_called(value)
    return _takes_a_position(value) if inspect.isfunction(value) else is_called(type(value))


def _takes_a_position(function: Any) -> bool:
    """Whether a function can be called with one argument, besides those that every agent may ask for."""
    first, *rest = [*inspect.signature(function).parameters.values(), None]
    if first is None or first.kind in (first.KEYWORD_ONLY, first.VAR_KEYWORD):
        return False
    many = (first.VAR_POSITIONAL, first.VAR_KEYWORD)
    return all(each is None or each.default is not each.empty or each.kind in many or each.name in _USUAL for each in rest)


def _only(path: Path, known: Mapping[str, Any]) -> str:
    if not known:
        raise AgentError(f"{path} has no agent: write a function of a position that returns a move")
    if len(known) > 1:
        raise AgentError(f"{path} has several agents; choose one: {', '.join(f'{path}:{name}' for name in known)}")
    return next(iter(known))


def _listed(known: Mapping[str, Any]) -> str:
    return f"its agents are {', '.join(known)}" if known else "it has none: write a function of a position that returns a move"


def _check_arguments(called: str, cls: type, call: Call) -> None:
    """Refuse arguments that a class does not take."""
    arguments = signature(cls)
    known = list(arguments.parameters)
    takes = f"it takes {', '.join(known)}" if known else "it takes no arguments"
    try:
        arguments.bind(*call.args, **call.kwargs)
    except TypeError as problem:
        raise AgentError(f"`{called}` was called wrongly: {problem}; {takes}") from None
