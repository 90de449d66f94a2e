"""Random numbers and clocks in rules, found by reading the rules: a rule may depend on nothing but the state.

What a rule draws differently each time is seen when it is asked twice. What it draws rarely is not, so the source is read as well.
"""

import dis
import random
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from zermelo.errors import Place
from zermelo.game import HEURISTICS, HIDING, Game
from zermelo.game.places import is_users, place
from zermelo.laws.tracing import functions

_MODULES = ("random", "_random", "secrets", "time", "datetime", "uuid", "numpy.random")
PURE = (
    "moves",
    "play",
    "winner",
    "over",
    "utility",
    "to_move",
    "chances",
    *HIDING,
    "features",
    "pattern_cells",
    "pattern_stage",
    *HEURISTICS,
)
"""The rules and heuristics, which must depend on the state alone."""


def first_use(game: Game, rule: str) -> Place | None:
    """The line at which a rule, or a helper that it calls, uses a random number or a clock; None if it does not."""
    return next((found for found, _ in uses(game, rule)), None)


def uses(game: Game, rule: str) -> Iterator[tuple[Place, str]]:
    """The lines of a rule and its helpers that use random numbers or clocks, and what they use."""
    helpers = {name: function for name, function in functions(game) if isinstance(function, FunctionType)}
    todo, seen = [getattr(type(game), rule, None)], set[CodeType]()
    while todo:
        function = todo.pop()
        if not isinstance(function, FunctionType) or not is_users(function.__code__.co_filename) or function.__code__ in seen:
            continue
        seen.add(function.__code__)
        yield from _in(function)
        names = {name for code in _codes(function.__code__) for name in code.co_names}
        todo += [helpers[name] for name in names if name in helpers]
        todo += [value for name in names if isinstance(value := function.__globals__.get(name), FunctionType)]


def _in(function: FunctionType) -> Iterator[tuple[Place, str]]:
    for code in _codes(function.__code__):
        line = code.co_firstlineno
        loaded: Any = None
        for step in dis.get_instructions(code):
            line = step.starts_line or line
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                loaded = function.__globals__.get(step.argval)
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(loaded, ModuleType):
                loaded = getattr(loaded, step.argval, None)
            else:
                continue
            if _is_random(loaded):
                yield place(code.co_filename, line), str(step.argval)


def _is_random(value: Any) -> bool:
    """Whether a value is a function of a module that draws random numbers or tells the time."""
    if isinstance(value, ModuleType) or value is None:
        return False
    drawn = isinstance(getattr(value, "__self__", None), random.Random) or isinstance(value, random.Random)
    return drawn or (callable(value) and getattr(value, "__module__", None) in _MODULES) or _of_numpy(value)


def _of_numpy(value: Any) -> bool:
    """Whether a function draws by a generator of NumPy."""
    return type(getattr(value, "__self__", value)).__module__.startswith("numpy.random")


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of the functions and comprehensions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
