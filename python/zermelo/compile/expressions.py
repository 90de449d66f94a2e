"""Expressions."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from zermelo.compile.displays import CHANGEABLE, CHANGING, Displays
from zermelo.compile.paths import Conflict, Unset, Variable
from zermelo.compile.source import Refusal
from zermelo.compile.types import Choice, Int, State, named
from zermelo.compile.usage import READERS
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


class Expressions(Displays):
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
        if self.row_list is not None and self.row_list[:2] == (state.operand, name):
            made: Value = self.row_list[2]
            return made
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
            case ast.Call(func=function, args=arguments) if not isinstance(function, ast.Name) or function.id not in READERS:
                if any(isinstance(each, ast.Name | ast.Subscript | ast.Starred) for each in arguments):
                    return True  # which may change what it gets
    return False


def field_names(cls: type) -> tuple[str, ...]:
    """The fields of a named tuple or a dataclass."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    fields: tuple[str, ...] = getattr(cls, "_fields", ())
    return fields
