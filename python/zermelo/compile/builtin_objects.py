"""Python's own functions that ask what something is, copy it or make a set or dictionary of it."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.compile import prelude_bits, prelude_sets
from zermelo.compile.comparison import FALSE
from zermelo.compile.expressions import Expressions
from zermelo.compile.source import Refusal
from zermelo.compile.types import Bool, Choice, Dict, Float, Int, List, Set, State
from zermelo.compile.values import NONE, UNKNOWN, Closure, Known, Maybe, Pushed, RowValue, Run, SetValue, Value


def set_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    if given and isinstance(given[0], SetValue) and isinstance(given[0].type, Set):
        return fn.set_copy(given[0], node)
    if given and fn.sequence_kind(given[0]) == "set":
        return fn.set_copy(fn.as_set(given[0], fn.module.twin(node, 5)), node)
    return fn.new_set(node, given[0] if given else None)


def dict_(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    made = fn.dict_from(node, given[0]) if given else fn.new_dict(node)
    for name, value in keywords.items():
        fn.put(made, Known(name), value, node)
    return made


def counter(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    if keywords:
        raise Refusal(node, "`Counter` cannot be compiled with names of arguments; count a list")
    return fn.counter(node, given[0] if given else None)


def defaultdict_(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    factory = given[0] if given else NONE
    if isinstance(factory, Closure):
        factory = Known(always(fn, factory, node))
    if not isinstance(factory, Known):
        raise Refusal(node, "what a defaultdict calls must be known beforehand, such as int or list")
    made = fn.new_dict(node, "default", factory.value)
    if len(given) > 1:
        fn.put_all(made, given[1], node)
    for name, value in keywords.items():
        fn.put(made, Known(name), value, node)
    return made


@dataclass(frozen=True)
class Always:
    """A function that has one answer."""

    text: str
    value: Any = field(compare=False)

    def __call__(self) -> Any:
        return self.value


def always(fn: Expressions, factory: Closure, node: ast.AST) -> Always:
    """A lambda whose answer is known now."""
    value = fn.expr(factory.node.body) if isinstance(factory.node, ast.Lambda) and fn.is_constant(factory.node.body) else NONE
    if not isinstance(value, Known) or value.value is None:
        raise Refusal(node, "what a defaultdict calls must have the same answer always, such as 0 or []")
    return Always(repr(value.value), value.value)


def fromkeys(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    made = fn.new_dict(node)
    value = fn.kept_item(given[1] if len(given) > 1 else NONE, fn.module.twin(node, 3))
    fn.each(given[0], node, lambda key: fn.put(made, key, value, node))
    return made


def isinstance_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    value, classes = given
    if not isinstance(classes, Known):
        return None
    match value:
        case Run(type=Choice()) as choice:
            return fn.per_member_of(choice, lambda member: isinstance(member, classes.value), node)
        case Maybe():
            return fn.both(Run(Bool(), value.flag), isinstance_(fn, [value.inner, classes], {}, node) or FALSE)
    of = fn.type_of(value)
    samples: dict[type, Any] = {Bool: True, Int: 1, Float: 1.0}
    sample = samples.get(type(of))
    others = [True] if isinstance(of, Int) and of.low <= 1 and of.high >= 0 else [1, True] if fn.is_mixed(value) else []
    if any(isinstance(other, classes.value) != isinstance(sample, classes.value) for other in others):
        raise Refusal(
            node, "compiled numbers that meet others forget whether they were whole or a truth; keep a note of the kind"
        )
    kind = fn.sequence_kind(value)
    if isinstance(value, SetValue) and isinstance(value.type, Dict):
        sample = {"counter": Counter(), "default": defaultdict()}.get(value.type.kind, {})
    elif sample is None:
        sample = {"list": [], "tuple": (), "set": set(), "dict": {}, "deque": deque()}.get(kind or "")
    return Known(isinstance(sample, classes.value))


def copied(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    match given[0]:
        case Run(type=State()) as state:
            return fn.state_copy(state)
        case Run(type=List(kind=kind)) as made:
            return fn.as_list(made, node, kind)
        case RowValue() as row:
            return fn.as_list(row, node)
        case SetValue() as several:
            return fn.set_copy(several, node) if isinstance(several.type, Set) else fn.dict_copy(several, node)
    return given[0]


def deeply_copied(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    value = given[0]
    if isinstance(value, Run) and isinstance(value.type, List) and isinstance(value.type.contents.of, List):

        def each(body: Callable[[Value], None]) -> None:
            def copy(item: Value) -> None:
                path, fn.path = fn.path, (*fn.path, "inner")
                made = deeply_copied(fn, [item], {}, node) or item
                fn.path = path
                body(made)

            fn.each(value, node, copy)

        return fn.as_list(Pushed(each, node), node, value.type.kind)
    of = fn.type_of(value)
    inside = of.contents.of if isinstance(of, List | Set) else of.values.of if isinstance(of, Dict) else None
    if isinstance(inside, List | Set | Dict):
        raise Refusal(node, "a deep copy of containers in sets and dictionaries cannot be compiled; copy them one by one")
    return copied(fn, given, {}, node)


def getattr_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    value, name = given[0], given[1]
    if not isinstance(name, Known) or not isinstance(name.value, str) or not fn.state_of(value):
        return None
    place = ast.copy_location(ast.Attribute(ast.Constant(0), name.value, ast.Load()), node)
    if name.value in fn.module.layout.fields or len(given) == 2:
        return fn.attribute(value, name.value, place)
    return None


def hasattr_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    name = given[1].value if isinstance(given[1], Known) else None
    return Known(True) if fn.state_of(given[0]) and name in fn.module.layout.fields else None


# What the prelude asks of the compiler


def _renewed(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    entries, size = given
    return fn.renewed(entries, fn.i64(size, node)) if isinstance(entries, Run) else UNKNOWN


def _spilled(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    return fn.spilled(given[0], keep=True) if isinstance(given[0], SetValue) else UNKNOWN


def _others(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    return fn.spilled(given[0], keep=False) if isinstance(given[0], SetValue) else UNKNOWN


OWN: dict[Any, Any] = {prelude_sets.renewed: _renewed, prelude_bits.spilled: _spilled, prelude_bits.others: _others}
