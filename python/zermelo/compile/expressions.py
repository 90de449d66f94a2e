"""Expressions."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Any

from zermelo.compile.comprehensions import Comprehensions
from zermelo.compile.constants import entries_of
from zermelo.compile.paths import Conflict, Unset, Variable
from zermelo.compile.source import Refusal
from zermelo.compile.types import Choice, Int, State, named
from zermelo.compile.values import (
    UNKNOWN,
    BoundMethod,
    Closure,
    Indexed,
    Instance,
    Known,
    Maybe,
    Pack,
    Pushed,
    RowValue,
    Run,
    Value,
    is_unknown,
)

CHANGEABLE = (list, set, dict, deque)
"""Containers that a rule may change if it has made them."""
CHANGING = frozenset(
    [
        "append",
        "appendleft",
        "extend",
        "extendleft",
        "insert",
        "pop",
        "popleft",
        "remove",
        "sort",
        "reverse",
        "clear",
        "add",
        "discard",
        "update",
        "setdefault",
        "rotate",
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
        "popitem",
        "subtract",
    ]
)
"""Methods that change a container."""
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Expressions(Comprehensions):
    """Adds expressions."""

    def expr(self, node: ast.expr, low: bool = False) -> Value:
        if not self.live:
            return UNKNOWN
        method: Callable[..., Value] | None = getattr(self, f"expr_{type(node).__name__}", None)
        if method is None:
            raise Refusal(node, f"`{ast.unparse(node)}` cannot be compiled")
        if isinstance(node, ast.BinOp | ast.UnaryOp):
            return method(node, low)
        return method(node)

    def expr_Constant(self, node: ast.Constant) -> Value:
        return Known(node.value)

    def expr_Name(self, node: ast.Name) -> Value:
        return self.variable(node.id, node)

    def variable(self, name: str, node: ast.AST) -> Value:
        """What a name stands for."""
        owner = self.frame.owner(name)
        if owner is None:
            try:
                return Known(self.frame.outside(name))
            except KeyError:
                raise Refusal(node, f"there is no `{name}`") from None
        return self.held((owner, name), name, node)

    def held(self, variable: Variable, name: str, node: ast.AST) -> Value:
        """What a variable holds."""
        value = self.env.get(variable)
        if value is None:
            keys = self.dropped.get(variable)
            if keys:
                self.module.need(keys)
            else:
                self.fail(UnboundLocalError)
            return UNKNOWN
        if isinstance(value, Unset):
            self.check(value.flag, UnboundLocalError)
            return value.value
        if isinstance(value, Conflict):
            one, other = named(value.one), named(value.other)
            raise Refusal(node, f"`{name}` may be {one} or {other} here; use two names")
        return value

    def expr_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.expr(node.value)
        name = node.target.id
        owner = self.frame.function.owner(name)
        assert owner is not None
        self.env[owner, name] = self.kept(value, name, node)
        return self.env[owner, name]

    def kept(self, value: Value, name: str, node: ast.AST) -> Value:
        """A value as a variable holds it: what the rule may change later is made now."""
        tree = self.frame.function.source.tree
        if isinstance(value, Known) and value.fresh and isinstance(value.value, CHANGEABLE):
            unchanged = name in self.module.unchanged_names(tree) and (not _is_nested(value.value) or not changes_entries(tree))
            return value if unchanged else self.made_known(value, node)
        if isinstance(value, Pushed) or (isinstance(value, Indexed) and value.once):
            if self.module.read_once(tree, name):
                return value
            raise Refusal(node, f"`{name}` is an iterator, which can be read only once; make a list of it: list(...)")
        return value

    # Attributes

    def expr_Attribute(self, node: ast.Attribute) -> Value:
        return self.attribute(self.expr(node.value), node.attr, node)

    def attribute(self, value: Value, name: str, node: ast.Attribute) -> Value:
        match value:
            case Known(fresh=True) if isinstance(value.value, CHANGEABLE) and name in CHANGING:
                return BoundMethod(self.made_known(value, node), name, node)
            case Instance():
                return self.instance_attribute(value, name, node)
            case Known():
                return self.known_attribute(value.value, name, node)
            case Run(type=State()):
                return self.field_of(value, name, node)
            case Run(type=Choice()):
                return self.choice_attribute(value, name, node)
            case Pack(cls=type() as cls):
                return self.tuple_attribute(value, cls, name, node)
            case Maybe():
                self.check(value.flag, AttributeError)
                return self.attribute(value.inner, name, node)
        return UNKNOWN if is_unknown(value) else BoundMethod(value, name, node)

    def known_attribute(self, owner: Any, name: str, node: ast.Attribute) -> Value:
        if owner is self.module.game and not hasattr(owner, name):
            raise Refusal(node, f"the game has no `self.{name}`")
        if isinstance(owner, type(self.module)) or not hasattr(owner, name):
            kind = owner.__name__ if inspect.ismodule(owner) or isinstance(owner, type) else type(owner).__name__
            raise Refusal(node, f"`{ast.unparse(node.value)}` ({kind}) has no `{name}`")
        return self.evaluated(lambda: getattr(owner, name), node)

    def field_of(self, state: Run, name: str, node: ast.Attribute) -> Value:
        """A field of a state."""
        layout = self.module.layout
        field = layout.fields.get(name)
        if field is None:
            if name in ("copy", "pack"):
                return BoundMethod(state, name, node)
            known = ", ".join(layout.fields)
            raise Refusal(node, f"the state has no field `{name}`; it has {known}, and `state` declares more")
        at = self.code.op(f"getelementptr inbounds i8, ptr {state.operand}, i64 {layout.offsets[name]}")
        if field.length is not None:
            return RowValue(self.module.row_type(field), at, str(field.length))
        value = self.code.op(f"load i{field.bits}, ptr {at}")
        return Run(Int(field.low, field.high), self.extended(value, field.bits, field.low < 0))

    def choice_attribute(self, value: Run, name: str, node: ast.Attribute) -> Value:
        assert isinstance(value.type, Choice)
        return self.per_member_of(value, lambda member: getattr(member, name), node)

    def instance_attribute(self, value: Instance, name: str, node: ast.Attribute) -> Value:
        """An attribute of an object that a rule has made."""
        if (value.frame, name) in self.env or (value.frame, name) in self.dropped:
            return self.held((value.frame, name), name, node)
        found = inspect.getattr_static(value.cls, name, None)
        if isinstance(found, property) and found.fget is not None:
            return self.call_function(found.fget, [value], {}, node)
        if isinstance(found, staticmethod | classmethod):
            return Known(getattr(value.cls, name))
        if found is None:
            self.fail(AttributeError)
            return UNKNOWN
        return BoundMethod(value, name, node) if inspect.isfunction(found) else Known(found)

    def tuple_attribute(self, value: Pack, cls: type, name: str, node: ast.Attribute) -> Value:
        """A field or a property of a named tuple."""
        fields = field_names(cls)
        if name in fields:
            return value.items[fields.index(name)]
        found = inspect.getattr_static(cls, name, None)
        if isinstance(found, property) and found.fget is not None:
            return self.call_function(found.fget, [value], {}, node)
        return BoundMethod(value, name, node)

    # Operators

    # Displays and comprehensions

    def expr_Tuple(self, node: ast.Tuple) -> Value:
        items = self.starred(node.elts)
        if items is None:
            return self.as_list(self.gathered(node, node.elts), node, "tuple")
        kept = [self.kept_item(item, each) for item, each in zip(items, _places(node, len(items)), strict=True)]
        if all(isinstance(item, Known) for item in kept):
            return Known(tuple(item.value for item in kept if isinstance(item, Known)))
        return Pack(tuple(kept))

    def kept_item(self, value: Value, node: ast.AST) -> Value:
        if isinstance(value, Known) and value.fresh and isinstance(value.value, CHANGEABLE):
            return self.made_known(value, node)
        return value

    def starred(self, nodes: list[ast.expr]) -> list[Value] | None:
        """The values of some expressions; None if one of them has a star and its length is known at run time only."""
        if any(isinstance(node, ast.Starred) for node in nodes):
            values: list[Value] = []
            for node in nodes:
                if not isinstance(node, ast.Starred):
                    values.append(self.expr(node))
                    continue
                value = self.expr(node.value)
                entries = entries_of(value.value) if isinstance(value, Known) else None
                if isinstance(value, Pack):
                    values += value.items
                elif entries is not None:
                    values += [Known(entry) for entry in entries]
                else:
                    return None
            return values
        return [self.expr(node) for node in nodes]

    def gathered(self, node: ast.AST, nodes: list[ast.expr]) -> Value:
        """The values of some expressions, those with a star one after another."""

        def each(body: Callable[[Value], None]) -> None:
            for part in nodes:
                if isinstance(part, ast.Starred):
                    self.each(self.expr(part.value), part, body)
                else:
                    body(self.expr(part))

        return Pushed(each, node)

    def expr_List(self, node: ast.List) -> Value:
        items = self.starred(node.elts)
        if items is None:
            return self.as_list(self.gathered(node, node.elts), node)
        plain_items = [
            item.value for item in items if isinstance(item, Known) and not (item.fresh and isinstance(item.value, CHANGEABLE))
        ]
        if items and len(plain_items) == len(items):
            return Known(plain_items, fresh=True)
        return self.list_of(
            node, [self.kept_item(item, each) for item, each in zip(items, _places(node, len(items)), strict=True)]
        )

    def expr_Set(self, node: ast.Set) -> Value:
        items = self.starred(node.elts)
        if items is None:
            return self.new_set(node, self.gathered(node, node.elts))
        if all(isinstance(item, Known) for item in items):
            return Known({item.value for item in items if isinstance(item, Known)}, fresh=True)
        return self.new_set(node, Pack(tuple(items)))

    def expr_Dict(self, node: ast.Dict) -> Value:
        pairs = [
            (None if key is None else self.expr(key), self.expr(value)) for key, value in zip(node.keys, node.values, strict=True)
        ]
        if pairs and all(isinstance(value, Known) and (key is None or _is_plain(key, value)) for key, value in pairs):
            known: dict[Any, Any] = {}
            for key, value in pairs:
                assert isinstance(value, Known)
                known |= value.value if key is None else {key.value: value.value}  # type: ignore[attr-defined]
            return Known(known, fresh=True)
        made = self.new_dict(node)
        for number, (key, value) in enumerate(pairs):
            if key is None:
                if self.pairs(value, node) is value:
                    raise Refusal(node, f"{self.what(value)} is not a dictionary")
                self.put_all(made, value, self.module.twin(node, number))
            else:
                self.put(made, key, self.kept_item(value, node.values[number]), node)
        return made

    # Functions, subscripts, the rest

    def expr_Lambda(self, node: ast.Lambda) -> Value:
        return self.closure(node)

    def closure(self, node: ast.Lambda | ast.FunctionDef) -> Closure:
        defaults = tuple(self.kept_item(self.expr(default), default) for default in node.args.defaults)
        named_defaults = tuple(
            (each.arg, self.expr(default))
            for each, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            if default is not None
        )
        return Closure(node, self.frame, defaults, named_defaults)

    def expr_Subscript(self, node: ast.Subscript) -> Value:
        container = self.expr(node.value)
        if isinstance(node.slice, ast.Slice):
            return self.sliced(container, node.slice, node)
        return self.checked_value(self.entry(container, self.expr(node.slice), node), node)

    def expr_JoinedStr(self, node: ast.JoinedStr) -> Value:
        parts: list[Any] = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(part.value)
                continue
            assert isinstance(part, ast.FormattedValue)
            value = self.expr(part.value)
            if not isinstance(value, Known) or part.conversion != -1 or part.format_spec is not None:
                raise Refusal(node, "text that depends on the state cannot be compiled; rules work with numbers")
            parts.append(format(value.value))
        return Known("".join(map(str, parts)))

    def expr_Starred(self, node: ast.Starred) -> Value:
        raise Refusal(node, "`*` cannot be compiled here")

    @abstractmethod
    def state_copy(self, state: Run) -> Run:
        """A copy of a state to try moves on."""

    @abstractmethod
    def call_function(
        self, function: Callable[..., Any], arguments: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """A call of a function of the user."""


def _is_nested(value: Any) -> bool:
    """Whether there are containers in a container that a rule may change."""
    return any(isinstance(each, CHANGEABLE) for each in (value.values() if isinstance(value, dict) else value))


def changes_entries(tree: ast.AST) -> bool:
    """Whether a function changes some container that is not a row of a state."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name() | ast.Subscript(), ctx=ast.Store() | ast.Del()):
                return True
            case ast.Attribute(value=ast.Name() | ast.Subscript(), attr=name) if name in CHANGING:
                return True
            case ast.AugAssign(target=ast.Name()):
                return True
    return False


def _is_plain(key: Value, value: Value) -> bool:
    """Whether an entry of a dictionary is known now and contains nothing that the rule may change."""
    return isinstance(key, Known) and isinstance(value, Known) and not (value.fresh and isinstance(value.value, CHANGEABLE))


def field_names(cls: type) -> tuple[str, ...]:
    """The fields of a named tuple or a dataclass."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    fields: tuple[str, ...] = getattr(cls, "_fields", ())
    return fields


def _places(node: ast.Tuple | ast.List, count: int) -> list[ast.AST]:
    """A place in the source for each entry of a display."""
    return list(node.elts) if len(node.elts) == count else [node] * count
