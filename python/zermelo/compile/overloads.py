"""Operators that a user's class defines itself: `__eq__`, `__add__`, `__bool__` and the like, called where Python would call them."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
from abc import abstractmethod
from collections.abc import Callable
from types import FunctionType
from typing import Any

from zermelo.compile.iteration import Iteration
from zermelo.compile.source import Refusal
from zermelo.compile.types import Choice
from zermelo.compile.values import Instance, Known, Maybe, Pack, Run, Value

OPERATOR_NAMES: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.MatMult: "matmul",
    ast.USub: "neg",
    ast.UAdd: "pos",
    ast.Invert: "invert",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
}
REFLECTED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
NOT_COMPILED = ("__iter__", "__len__", "__getattribute__", "__getattr__", "__int__", "__float__", "__index__", "__reversed__")
"""Methods that change what a value is to Python in ways that compiled code does not follow."""


class Overloads(Iteration):
    """Adds the operators of users' classes."""

    def overloaded(self, value: Value, name: str) -> FunctionType | None:
        """The method by which the class of a value defines an operator; None if a class of Python's own does, or none."""
        cls = class_of(value)
        return None if cls is None else own_method(cls, name)

    def own_call(self, name: str, value: Value, others: list[Value], node: ast.AST) -> Value | None:
        """What a user's class answers; None if it does not define the operator."""
        function = self.overloaded(value, name)
        if function is None:
            return None
        made = self.call_function(function, [value, *others], {}, node)
        if isinstance(made, Known) and made.value is NotImplemented:
            raise Refusal(node, f"`{name}` that answers NotImplemented cannot be compiled")
        return made

    def own_binary(self, op: ast.AST, left: Value, right: Value, node: ast.AST) -> Value | None:
        """An operator or comparison with two operands, if a user's class defines it."""
        name = OPERATOR_NAMES[type(op)]
        other = f"__{REFLECTED[name]}__" if name in REFLECTED else f"__r{name}__"
        made = self.own_call(f"__{name}__", left, [right], node)
        return self.own_call(other, right, [left], node) if made is None else made

    def members_overload(self, value: Value, op: ast.AST) -> bool:
        """Whether a value is one of some constants whose class defines an operator."""
        name = OPERATOR_NAMES[type(op)]
        names = (f"__{name}__", f"__{REFLECTED.get(name, 'r' + name)}__")
        members = value.type.members if isinstance(value, Run) and isinstance(value.type, Choice) else ()
        return any(self.overloaded(Known(member), each) for member in members for each in names)

    def check_key(self, value: Value, node: ast.AST) -> None:
        """Refuse an entry of a set or a key that is equal to others in a way of its own."""
        if isinstance(value, Maybe):
            self.check_key(value.inner, node)
        if isinstance(value, Pack):
            for item in value.items:
                self.check_key(item, node)
        if self.overloaded(value, "__eq__") or self.overloaded(value, "__hash__"):
            raise Refusal(node, f"{self.what(value)} with an `__eq__` of its own cannot be in a set or a key here")
        if isinstance(value, Run) and isinstance(value.type, Choice) and not _all_different(value.type.members):
            raise Refusal(node, "different constants that are equal cannot be in a set or keys here; compare them with ==")

    @abstractmethod
    def dispatch(self, value: Run, action: Callable[[Value], Value], node: ast.AST) -> Value:
        """Do something with each member of a choice, and take the result of the one that it is."""

    @abstractmethod
    def per_member_of(self, value: Run, action: Callable[[Any], Any], node: ast.AST) -> Value:
        """What Python computes now for each member of a choice."""

    @abstractmethod
    def call_function(self, function: Any, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """A call of a function of the user."""


def class_of(value: Value) -> type | None:
    match value:
        case Instance(cls=cls) | Pack(cls=type() as cls):
            return cls
        case Known(value=constant):
            return type(constant)
    return None


def own_method(cls: type, name: str) -> FunctionType | None:
    """A method that a user has written; None if it is Python's own, or was written by `dataclass` or the like."""
    found = inspect.getattr_static(cls, name, None)
    if not isinstance(found, FunctionType) or found.__code__.co_filename == "<string>":
        return None
    return None if (found.__module__ or "").partition(".")[0] in sys.stdlib_module_names else found


def check_class(cls: type, node: ast.AST) -> None:
    """Refuse objects of a class that are not what they seem."""
    for name in NOT_COMPILED:
        if own_method(cls, name) is not None:
            raise Refusal(node, f"`{cls.__name__}` defines `{name}`, which cannot be compiled")


def compared_fields(cls: type) -> tuple[str, ...]:
    """The fields by which objects of a dataclass are compared."""
    return tuple(field.name for field in dataclasses.fields(cls) if field.compare)


def compares_by_fields(cls: type | None, order: bool = False) -> bool:
    """Whether two objects of a class are equal, or ordered, as their fields are."""
    if cls is None or issubclass(cls, tuple):
        return True
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.order if order else parameters.eq)


def _all_different(members: tuple[Any, ...]) -> bool:
    try:
        return len(set(members)) == len(members)
    except TypeError:
        return all(a != b for index, a in enumerate(members) for b in members[:index])
