"""What rules write besides the state: `self`, their class, containers of their module, and default arguments.

A rule that keeps something there answers differently the next time, or worse, only in a search that asks in another order. So all that
rules could write to is copied before they are asked for the first time, and compared afterwards. If something differs, the rules are
asked again, one by one, each from the first copy, to see which one writes, and whether any answer depends on it. If no answer does, it
may be a memo: that is a hint, not a broken law.
"""

from __future__ import annotations

import copy
import inspect
from collections import deque
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any

from zermelo.errors import Place, ZermeloError
from zermelo.game import Game, State
from zermelo.game.places import is_users
from zermelo.game.value import KEPT
from zermelo.laws.samples import GameUnderTest, Sample
from zermelo.laws.tracing import changing, functions

_MOST = 50_000
"""Values with more parts than this are not compared: copying them would take too long."""
_PLAIN = (int, float, complex, str, bytes, bytearray, type(None), list, tuple, dict, set, frozenset, deque, range, State)
_FIRST, _SAMPLES = 10, 60
"""Positions on which rules are asked again: the first ones, and others spread over all."""


@dataclass(frozen=True)
class Effect:
    """A write to something that is not the state."""

    target: str
    """What is written to, such as `self.calls`, in code marks."""
    rule: str
    """The rule that writes."""
    place: Place | None
    depends: tuple[Sample, str] | None
    """A position and a rule whose answer depends on what was written; None if no answer does."""


class Namespace:
    """Names with their values, as they were before the rules were asked."""

    def __init__(self, label: str, names: MutableMapping[str, Any], is_data: Callable[[str, Any], bool]) -> None:
        self.label, self.names, self.is_data = label, names, is_data
        self.before = {name: copied for name, value in self._values() if (copied := _copied(value)) is not _UNKNOWN}
        self.prints = {name: _print(value) for name, value in self.before.items()}

    def _values(self) -> list[tuple[str, Any]]:
        return [(name, value) for name, value in list(self.names.items()) if self.is_data(name, value)]

    def written(self) -> list[str]:
        """The names whose values differ from what they were, and new ones."""
        new = [name for name, value in self._values() if name not in self.before and _copied(value) is not _UNKNOWN]
        return [name for name in self.before if self.differs(name)] + new

    def differs(self, name: str) -> bool:
        """Whether the value of a name is not what it was."""
        if name not in self.names or name not in self.before:
            return (name in self.names) != (name in self.before)
        return bool(_print(self.names[name]) != self.prints[name])

    def put(self, name: str, values: dict[str, Any]) -> None:
        """Set a name to its value among others; delete it if it has none there. Containers keep their identity."""
        if name not in values:
            self._delete(name)
        elif not _refill(self.names.get(name), values[name]):
            self._set(name, _copied(values[name]))

    def _set(self, name: str, value: Any) -> None:
        self.names[name] = value

    def _delete(self, name: str) -> None:
        self.names.pop(name, None)


class ClassNamespace(Namespace):
    """The names of a class, which can only be written through the class."""

    def __init__(self, cls: type) -> None:
        self.cls = cls
        super().__init__(f"`{cls.__name__}.{{}}`", vars(cls), _is_data)  # type: ignore[arg-type]  # written by _set alone

    def _set(self, name: str, value: Any) -> None:
        setattr(self.cls, name, value)

    def _delete(self, name: str) -> None:
        if name in vars(self.cls):
            delattr(self.cls, name)


Target = tuple[Namespace, str]
"""A name that was written to."""


class Effects:
    """Copies of everything that the rules of a game could write to. Make it before the rules are asked."""

    def __init__(self, game: Game) -> None:
        self.spaces = list(_namespaces(game))
        self.targets: list[Target] = []

    def find(self, subject: GameUnderTest) -> list[Effect]:
        """What the rules have written, each with the rule that did it. Everything is as before afterwards."""
        self.targets = [(space, name) for space in self.spaces for name in space.written()]
        if not self.targets:
            return []
        later = [{name: _copied(space.names[name])} if name in space.names else {} for space, name in self.targets]
        self.restore()
        known = list(subject.samples.values())
        samples = [*known[:_FIRST], *known[_FIRST :: max(1, len(known) // _SAMPLES)]]
        found = [(space.label.format(name), *self._writer((space, name), samples)) for space, name in self.targets]
        depends = self._dependent(later, samples)
        return [Effect(label, rule, place, depends) for label, rule, place in found]

    def restore(self) -> None:
        """Set what was written back to what it was."""
        for space, name in self.targets:
            if space.differs(name):
                space.put(name, space.before)

    def _writer(self, target: Target, samples: list[Sample]) -> tuple[str, Place | None]:
        """The rule that writes to a target, and the line."""
        space, name = target
        for sample in samples:
            for rule, ask in _questions(sample):
                _quietly(ask)
                guilty = space.differs(name)
                self.restore()
                if guilty:
                    place = changing(ask, lambda: space.differs(name))
                    self.restore()
                    return rule, place
        return "", None

    def _dependent(self, later: list[dict[str, Any]], samples: list[Sample]) -> tuple[Sample, str] | None:
        """A position and a rule that answers differently after rules have written than before.

        All questions are asked twice: each with everything as it was at first, then all in a row, as a search would.
        """
        questions = [(sample, rule, ask) for sample in samples for rule, ask in _questions(sample)]
        self.restore()
        answers = []
        for _, _, ask in questions:
            answers.append(_quietly(ask))
            self.restore()
        for (space, name), values in zip(self.targets, later, strict=True):
            space.put(name, values)
        found = next(
            ((sample, rule) for (sample, rule, ask), answer in zip(questions, answers, strict=True) if _quietly(ask) != answer),
            None,
        )
        self.restore()
        return found


def _questions(sample: Sample) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Each rule that can be asked in a position, on a fresh state, with how to ask it."""

    def asking(rule: str, arguments: tuple[int, ...]) -> Callable[[], Any]:
        return lambda: sample.ask(rule, *arguments)

    with suppress(ZermeloError):
        for rule, arguments in sample.questions():
            for each in arguments[:2]:
                yield sample.label(rule).partition("`")[0], asking(rule, each)
        for choice in sample.some[:3]:
            yield "play", asking("play", (choice,))
            yield "name", asking("name", (choice,))
        yield "show", asking("show", ())


def _quietly(ask: Callable[[], Any]) -> Any:
    """An answer in a form to be compared; an error is an answer."""
    try:
        answer = ask()
        return answer.pack() if isinstance(answer, State) else answer
    except ZermeloError as error:
        return type(error)


def _namespaces(game: Game) -> Iterator[Namespace]:
    """Everything that the rules of a game could write to."""
    kept = {*KEPT, "_arguments"}
    is_own = lambda name, _: name not in kept and not isinstance(getattr(type(game), name, None), cached_property)  # noqa: E731
    yield Namespace("`self.{}`", vars(game), is_own)
    for cls in type(game).__mro__:
        if cls is Game:
            break
        yield ClassNamespace(cls)
    modules = {id(function.__globals__): function.__globals__ for function in _functions(game)}
    for names in modules.values():
        yield Namespace("`{}`", names, _is_data)
    for function in _functions(game):
        defaults = _defaults(function)
        if defaults:
            yield Namespace(f"the default argument `{{}}` of `{function.__name__}`", defaults, _is_data)


def _functions(game: Game) -> list[FunctionType]:
    """The user's own functions of a game."""
    found = [function for _, function in functions(game) if isinstance(function, FunctionType)]
    return [function for function in found if is_users(function.__code__.co_filename)]


def _defaults(function: FunctionType) -> dict[str, Any]:
    """Default arguments that can be changed, by name."""
    parameters = inspect.signature(function).parameters.values()
    return {each.name: each.default for each in parameters if isinstance(each.default, list | dict | set | deque | bytearray)}


def _is_data(name: str, value: Any) -> bool:
    """Whether a name of a class or a module is plain data: numbers, texts and containers."""
    return not name.startswith("__") and name not in ("_abc_impl",) and (isinstance(value, _PLAIN) or hasattr(value, "tolist"))


_UNKNOWN = object()


def _copied(value: Any) -> Any:
    """A deep copy; `_UNKNOWN` if the value cannot be copied or is too large."""
    if _size(value, _MOST) < 0:
        return _UNKNOWN
    try:
        return copy.deepcopy(value)
    except Exception:  # of users' objects
        return _UNKNOWN


def _size(value: Any, left: int) -> int:
    """`left` less the number of parts of a value; negative if it has more."""
    left -= 1
    if isinstance(value, list | tuple | set | frozenset | deque):
        for each in value:
            left = _size(each, left)
            if left < 0:
                break
    elif isinstance(value, dict):
        left = _size(list(value.values()), left - len(value))
    elif hasattr(value, "size") and hasattr(value, "tolist"):
        left -= int(value.size)
    return left


def _print(value: Any, depth: int = 8) -> Any:
    """A value in a form that compares by contents."""
    if isinstance(value, State):
        return "state", [(name, _print(getattr(value, name, None))) for name in value.layout.fields]
    if hasattr(value, "tolist"):
        return "array", value.tolist()
    if isinstance(value, list | tuple | deque):
        return type(value), [_print(each, depth - 1) for each in value] if depth else len(value)
    if isinstance(value, dict):
        return "dict", [(_print(key, depth - 1), _print(each, depth - 1)) for key, each in value.items()] if depth else len(value)
    if isinstance(value, _PLAIN) or not depth or isinstance(value, type | FunctionType | Game):
        return value
    try:
        return type(value), _print(value.__reduce_ex__(2)[1:3], depth - 1)
    except Exception:  # of users' objects
        return type(value)


def _refill(container: Any, values: Any) -> bool:
    """Give a container other contents and keep its identity; False if it is not a container of the same kind."""
    if type(container) is not type(values):
        return False
    fresh = copy.deepcopy(values)
    if isinstance(container, list | bytearray):
        container[:] = fresh
    elif isinstance(container, dict | set):
        container.clear()
        container.update(fresh)
    elif isinstance(container, deque):
        container.clear()
        container.extend(fresh)
    else:
        return False
    return True
