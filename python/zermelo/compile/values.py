"""Values as the compiler sees them: known now, or computed at run time.

`Known` is any object of Python that rules can reach without looking at the state: numbers, texts, tables, enums, functions, the game
itself. Whatever is done with known values alone is done by Python, now. `Run` is a value of LLVM with a type. The others are put
together from such values: a tuple is its items, None-or-a-value is a flag and a value, a function inside a rule is its code and the
variables around it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zermelo.compile.types import Bottom, Dict, List, Row, Set, Type, same

if TYPE_CHECKING:
    from zermelo.compile.frame import Frame


class Value:
    """Base of all values."""


@dataclass(frozen=True)
class Known(Value):
    """A value that is known now. `fresh` if the rule made it, so that the rule may change it."""

    value: Any
    fresh: bool = False


@dataclass(frozen=True)
class Run(Value):
    """A value at run time that has one part: a number, a list, a state."""

    type: Type
    operand: str


@dataclass(frozen=True)
class Pack(Value):
    """A tuple of values; `cls` if it is a named tuple."""

    items: tuple[Value, ...]
    cls: type | None = None


@dataclass(frozen=True)
class Maybe(Value):
    """None unless the flag is set."""

    flag: str
    inner: Value


@dataclass(frozen=True)
class RowValue(Value):
    """A row of a state."""

    type: Row
    pointer: str
    length: str


@dataclass(frozen=True)
class SetValue(Value):
    """A set, or a dictionary: its lists."""

    type: Set | Dict
    lists: tuple[Run, ...]


@dataclass(frozen=True)
class Closure(Value):
    """A function inside a rule, or a lambda: its code and the variables around it."""

    node: ast.Lambda | ast.FunctionDef
    frame: Frame
    defaults: tuple[Value, ...] = ()
    keyword_defaults: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class Instance(Value):
    """An object of a class of the user that a rule has made. Its attributes are variables of a frame of its own."""

    cls: type
    frame: Frame


@dataclass(frozen=True)
class BoundMethod(Value):
    """A method of a value at run time, such as `moves.append`."""

    receiver: Value
    name: str
    place: ast.expr


@dataclass(frozen=True)
class Indexed(Value):
    """Something to iterate over whose length is known at run time and whose entries can be asked for in any order."""

    length: Callable[[], str]
    item: Callable[[str], Value]
    most: int = 1 << 62
    """An upper bound of the length, if there is a small one."""
    once: bool = False
    """Whether it can be read only once."""
    exact: int | None = None
    """The length, if it is known now."""


@dataclass(frozen=True)
class Pushed(Value):
    """Something to iterate over that hands over one entry after another: a generator."""

    each: Callable[[Callable[[Value], None]], None]
    node: ast.AST


@dataclass(frozen=True)
class FunctionTable(Value):
    """A dictionary or a list with functions in it, by keys that are known now. It cannot be changed."""

    keys: tuple[Any, ...]
    items: tuple[Value, ...]
    is_list: bool = False


@dataclass(frozen=True)
class OneOf(Value):
    """One of some functions: the one with this number."""

    at: str
    items: tuple[Value, ...]


@dataclass(frozen=True)
class Spread(Value):
    """The last arguments of a call, as a list whose length is known at run time: `*values`."""

    rest: Run


NONE = Known(None)
UNKNOWN = Run(Bottom(), "undef")
"""The value of code whose types are not known yet, or that is never reached."""


def is_unknown(value: Value) -> bool:
    return isinstance(value, Run) and isinstance(value.type, Bottom)


def contents(value: Value) -> Type:
    """What a list at run time contains."""
    assert isinstance(value, Run)
    assert isinstance(value.type, List)
    return value.type.contents.of


def same_value(one: Value, other: Value) -> bool:
    """Whether two values are certainly the same."""
    if one is other:
        return True
    match one, other:
        case Known(value=a), Known(value=b):
            return same_known(a, b) and one.fresh == other.fresh
        case Run(), Run():
            return one.operand == other.operand and one.type == other.type
        case Pack(items=a), Pack(items=b):
            return len(a) == len(b) and one.cls is other.cls and all(map(same_value, a, b))
        case Maybe(), Maybe():
            return one.flag == other.flag and same_value(one.inner, other.inner)
        case RowValue(), RowValue():
            return one == other
        case SetValue(), SetValue():
            return all(map(same_value, one.lists, other.lists))
        case Closure(), Closure():
            return one.node is other.node and one.frame is other.frame
        case Instance(), Instance():
            return one.frame is other.frame
    return False


def same_known(one: Any, other: Any) -> bool:
    if same(one, other):
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same_known, one, other))
    return isinstance(one, int | float) and type(one) in (int, float, bool) and repr(one) == repr(other)
