"""Which line of a user's file did it: a rule is asked again, and watched line by line.

Watching makes a rule many times slower, so it happens only after something was found, to say where.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import CodeType, FrameType, GeneratorType
from typing import Any

from zermelo.errors import Place
from zermelo.game import Game
from zermelo.game.places import is_users, place, start_of

Seen = tuple[CodeType, int]
"""A line that was executed."""


def answering(ask: Callable[[], object], rule: str = "", alone: bool = False) -> Place | None:
    """The last line of a rule itself, not of its helpers, when it is asked: usually its `return`.

    If other rules are asked as well, `rule` says which one is meant; the last of all if it is not seen, unless it is meant `alone`.
    """
    outermost: FrameType | None = None
    last: dict[str, Seen] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal outermost
        if outermost is None:
            outermost = frame
        if frame is outermost:
            last[frame.f_code.co_name] = last[""] = frame.f_code, frame.f_lineno
            outermost = None if event == "return" else outermost

    _watched(ask, watch)
    code, line = last.get(rule) or (None if alone else last.get("")) or (None, 0)
    return None if code is None else place(code.co_filename, line)


def changing(ask: Callable[[], object], changed: Callable[[], bool]) -> Place | None:
    """The line after which `changed` is true, when a rule is asked; None if no line of a user's file did it."""
    before: Seen | None = None
    guilty: Seen | None = None

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal before, guilty
        if guilty is None and before is not None and changed():
            guilty = before
        at = frame if event != "return" or frame.f_back is None or not _is_users(frame.f_back) else frame.f_back
        before = at.f_code, at.f_lineno  # after a return, the line with the call goes on

    _watched(ask, watch)
    if guilty is None and before is not None and changed():
        guilty = before
    return None if guilty is None else place(guilty[0].co_filename, guilty[1])


def yielding(items: Callable[[], Any], is_wrong: Callable[[list[Any]], bool]) -> Place | None:
    """The `yield` of the first item that is wrong; None if the rule does not yield."""
    found: list[Any] = []
    with suppress(Exception):  # of users' rules, which have been reported
        made = items()
        if isinstance(made, GeneratorType):
            for item in made:
                found.append(item)
                if is_wrong(found):
                    return _innermost(made)
    return None


def defined(game: Game, rule: str) -> Place | None:
    """Where the user defines a rule; None if the rule is not theirs."""
    function = inspect.unwrap(getattr(type(game), rule, None) or (lambda: None))
    code = getattr(function, "__code__", None)
    return start_of(code) if code is not None and is_users(code.co_filename) else None


def bears_name(game: Game, rule: str) -> bool:
    """Whether the function behind a rule is called as the rule is; one that is given to a game may not be."""
    function = inspect.unwrap(getattr(type(game), rule, None) or (lambda: None))
    return getattr(function, "__name__", "") == rule


def _is_users(frame: FrameType) -> bool:
    return is_users(frame.f_code.co_filename)


def _innermost(generator: Any) -> Place | None:
    """The line where a generator stands, or the one that it delegates to."""
    frames: list[FrameType] = []
    while isinstance(generator, GeneratorType) and generator.gi_frame is not None:
        frames.append(generator.gi_frame)
        generator = generator.gi_yieldfrom
    theirs = [frame for frame in frames if _is_users(frame)]
    return place(theirs[-1].f_code.co_filename, theirs[-1].f_lineno) if theirs else None


def _watched(ask: Callable[[], object], watch: Callable[[FrameType, str, object], None]) -> None:
    """Ask, with `watch` called before each line and at each return in users' files. A debugger is set aside meanwhile."""

    def inside(frame: FrameType, event: str, argument: object) -> Any:
        watch(frame, event, argument)
        return inside

    def entered(frame: FrameType, _event: str, _argument: object) -> Any:
        return inside if _is_users(frame) else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        ask()
    except Exception:  # of users' rules; what is wrong has been reported
        pass
    finally:
        sys.settrace(before)


def functions(game: Game) -> Iterator[tuple[str, Any]]:
    """The functions of a game's own classes, by name: rules and helpers, but not those of the base class `Game`."""
    for cls in type(game).__mro__:
        if cls is Game:
            return
        for name, value in vars(cls).items():
            function = (
                inspect.unwrap(getattr(value, "__func__", value)) if callable(value) or hasattr(value, "__func__") else value
            )
            if hasattr(function, "__code__"):
                yield name, function
