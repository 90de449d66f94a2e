"""Objects that rules make, and methods of values at run time."""

from __future__ import annotations

import ast
import dataclasses
import dis
import enum
import inspect
import sys
import types
from abc import abstractmethod
from typing import Any

from zermelo.compile.bit_sets import is_bits
from zermelo.compile.builtin_numbers import METHODS
from zermelo.compile.displays import CHANGEABLE, CHANGING
from zermelo.compile.expressions import field_names
from zermelo.compile.frame import Frame
from zermelo.compile.functions import Functions
from zermelo.compile.methods import READING
from zermelo.compile.overloads import check_class
from zermelo.compile.source import Refusal
from zermelo.compile.types import Choice, List, Set, State
from zermelo.compile.values import (
    NONE,
    UNKNOWN,
    BoundMethod,
    Instance,
    Known,
    Pack,
    RowValue,
    Run,
    SetValue,
    Value,
    is_unknown,
)


class Objects(Functions):
    """Adds objects and their methods."""

    def instance(self, cls: type, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value | None:
        """A named tuple, a member of an enum, or an error."""
        if is_users(cls) or issubclass(cls, tuple):
            check_class(cls, node)
        fields: tuple[str, ...] | None = getattr(cls, "_fields", None)
        if issubclass(cls, tuple) and fields is not None:
            defaults = getattr(cls, "_field_defaults", {})
            given = dict(zip(fields, arguments, strict=False)) | keywords
            if len(arguments) > len(fields) or any(name not in given and name not in defaults for name in fields):
                self.fail(TypeError)
                return UNKNOWN
            return Pack(tuple(given[name] if name in given else Known(defaults[name]) for name in fields), cls)
        if dataclasses.is_dataclass(cls) and cls.__dataclass_params__.frozen and not hasattr(cls, "__post_init__"):  # type: ignore[attr-defined]
            values = self.dataclass_values(cls, arguments, keywords, node)
            return UNKNOWN if values is None else Pack(tuple(values.values()), cls)
        if issubclass(cls, enum.Enum) and len(arguments) == 1 and not keywords:
            members = {member.value: member for member in cls}
            if isinstance(arguments[0], Run) and isinstance(arguments[0].type, Choice):
                return self.per_member_of(arguments[0], cls, node)
            at = self.key_index(list(members), arguments[0], node)
            if at is None:
                self.fail(ValueError)
                return UNKNOWN
            self.check(self.code.op(f"icmp sge i64 {at}, 0"), ValueError)
            return Run(Choice(tuple(members.values())), at)
        return self.object(cls, arguments, keywords, node) if is_users(cls) else None

    def dataclass_values(
        self, cls: type, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> dict[str, Value] | None:
        """The fields of a dataclass with their values; None if the call is wrong."""
        fields = [field for field in dataclasses.fields(cls) if field.init]
        given = dict(zip((field.name for field in fields), arguments, strict=False)) | keywords
        for field in dataclasses.fields(cls):
            if field.name in given:
                continue
            if field.default is not dataclasses.MISSING:
                given[field.name] = Known(field.default)
            elif field.default_factory is not dataclasses.MISSING:
                given[field.name] = self.kept_item(
                    self.call_known(field.default_factory, [], {}, node), self.module.twin(node, len(given))
                )
            else:
                self.fail(TypeError)
                return None
        return {field.name: given[field.name] for field in dataclasses.fields(cls)}

    def object(self, cls: type, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """An object of a class of the user. It exists while the compiler works; at run time there are its attributes."""
        made = Instance(cls, Frame(self.frame.source, frozenset(), is_object=True))
        maker = inspect.getattr_static(cls, "__init__")
        if dataclasses.is_dataclass(cls) and "__init__" in vars(cls) and vars(cls)["__init__"].__code__.co_filename == "<string>":
            values = self.dataclass_values(cls, arguments, keywords, node)
            if values is None:
                return UNKNOWN
            for name, value in values.items():
                self.env[made.frame, name] = value
            if hasattr(cls, "__post_init__"):
                self.call_function(cls.__post_init__, [made], {}, node)
        elif isinstance(maker, types.FunctionType):
            self.call_function(maker, [made, *arguments], keywords, node)
        elif arguments or keywords:
            self.fail(TypeError)
            return UNKNOWN
        return made

    def known_method(
        self, owner: Any, name: str, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value | None:
        """A method of a constant, with arguments at run time."""
        if isinstance(owner, dict) and name in ("get", "__getitem__"):
            return self.known_entry(
                owner, arguments[0], node, None if name != "get" else arguments[1] if len(arguments) > 1 else NONE
            )
        if isinstance(owner, list | tuple | str | range) and name == "index" and len(arguments) == 1:
            places = {each: len(owner) - 1 - at for at, each in enumerate(reversed(list(owner)))}
            found = self.key_index(list(places), arguments[0], node)
            if found is None:
                self.fail(ValueError)
                return UNKNOWN
            self.check(self.code.op(f"icmp sge i64 {found}, 0"), ValueError)
            return self.chosen(list(places.values()), found, node)
        if isinstance(owner, list | tuple) and name == "count":
            return self.prelude("count", [Known(owner), arguments[0]], node)
        if (
            isinstance(owner, set | frozenset)
            and name in ("isdisjoint", "issubset")
            and self.sequence_kind(arguments[0]) == "set"
            and not is_bits(arguments[0])
        ):
            function = "set_misses" if name == "isdisjoint" else "set_has"
            return self.prelude(
                function,
                [*self.as_set(arguments[0], node).lists, Known(sorted(owner) if _sortable(owner) else list(owner))],
                node,
            )
        if isinstance(owner, CHANGEABLE) and name in CHANGING:
            raise Refusal(node, "rules may not change constants; what changes belongs in the state")
        if isinstance(owner, set | frozenset) and any(map(is_bits, arguments)) and name in READING:
            return self.set_method(self.as_set(Known(owner), self.module.twin(node, 4)), name, arguments, node)
        if isinstance(owner, set | frozenset) and hasattr(set, name):
            return self.call_method(
                BoundMethod(self.new_set(node, Known(tuple(owner))), name, ast.Constant(0)), arguments, keywords, node
            )
        return None

    def call_method(self, method: BoundMethod, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        receiver, name = method.receiver, method.name
        if any(is_unknown(each) for each in arguments):
            return UNKNOWN
        match receiver:
            case Instance():
                found = inspect.getattr_static(receiver.cls, name)
                return self.call_function(found, [receiver, *arguments], keywords, node)
            case Run(type=List()):
                return self.list_method(receiver, name, arguments, keywords, node)
            case Run(type=Choice()) if self.sequence_kind(receiver) == "set" and any(map(is_bits, arguments)) and name in READING:
                return self.set_method(self.as_set(receiver, self.module.twin(node, 4)), name, arguments, node)
            case Run(type=Choice()) if name in ("isdisjoint", "issubset") and self.sequence_kind(receiver) == "set":
                function = "set_misses" if name == "isdisjoint" else "set_has"
                return self.prelude(
                    function, [*self.as_set(arguments[0], node).lists, self.members_as_lists(receiver, node)], node
                )
            case Run(type=Choice()):
                return self.dispatch(
                    receiver,
                    lambda member: self.call_value(
                        self.attribute(
                            member,
                            name,
                            node.func
                            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                            else ast.Attribute(ast.Constant(0), name),
                        ),
                        arguments,
                        keywords,
                        node,
                    ),
                    node,
                )
            case Run(type=State()) if name == "copy":
                return self.state_copy(receiver)
            case RowValue() if name in ("index", "count", "copy"):
                if name == "copy":
                    return self.as_list(receiver, node)
                return (
                    self.position(receiver, arguments, node)
                    if name == "index"
                    else self.prelude("count", [receiver, *arguments], node)
                )
            case RowValue() if name in ("sort", "reverse"):
                made = self.as_list(receiver, node)
                self.list_method(made, name, arguments, keywords, node)
                self.replace_row(receiver, made, node)
                return NONE
            case RowValue():
                raise Refusal(
                    node,
                    f"`{name}` would change the length of a row of the state; assign to its entries, or work on a copy: list(...)",
                )
            case SetValue():
                is_set = isinstance(receiver.type, Set)
                return (
                    self.set_method(receiver, name, arguments, node)
                    if is_set
                    else self.dict_method(receiver, name, arguments, keywords, node)
                )
            case Pack(cls=None) if name == "count":
                return self.prelude("count", [self.as_list(receiver, node, "tuple"), *arguments], node)
            case Pack(cls=None) if name == "index":
                return self.position(receiver, arguments, node)
            case Pack(cls=type() as cls):
                return self.named_tuple_method(receiver, cls, name, arguments, keywords, node)
        handler = METHODS.get(name)
        if handler is not None:
            found = handler(self, receiver, arguments, node)
            if found is not None:
                return found
        raise Refusal(node, f"{self.what(receiver)} has no method `{name}` that can be compiled")

    def named_tuple_method(
        self, receiver: Pack, cls: type, name: str, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        if name == "_replace":
            return Pack(
                tuple(keywords.get(field, item) for field, item in zip(field_names(cls), receiver.items, strict=True)), cls
            )
        found = inspect.getattr_static(cls, name, None)
        if isinstance(found, types.FunctionType):
            return self.call_function(found, [receiver, *arguments], keywords, node)
        if name in ("index", "count"):
            return self.call_method(BoundMethod(Pack(receiver.items), name, ast.Constant(0)), arguments, keywords, node)
        raise Refusal(node, f"`{name}` of a {cls.__name__} cannot be compiled")

    def state_copy(self, state: Run) -> Run:
        """A copy of a state to try moves on."""
        size = self.module.layout.size
        made = self.allocate(str(size), small=size <= 4096)
        self.code.run(f"call void @llvm.memcpy.p0.p0.i64(ptr {made}, ptr {state.operand}, i64 {size}, i1 0)")
        return Run(State(), made)

    @abstractmethod
    def call_known(self, function: Any, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """A call of a function that is known now."""


def is_users(cls: type) -> bool:
    """Whether a class is one of the user's own, whose objects rules may make."""
    return cls.__module__.partition(".")[0] not in sys.stdlib_module_names and not issubclass(
        cls, BaseException | tuple | enum.Enum
    )


def is_mutable(cls: type) -> bool:
    """Whether methods of a class change its objects, so that a rule must make them at run time."""
    if not is_users(cls):
        return False
    methods = [
        each
        for base in cls.__mro__
        for name, each in vars(base).items()
        if isinstance(each, types.FunctionType) and name != "__init__"
    ]
    return any(step.opname in ("STORE_ATTR", "DELETE_ATTR") for method in methods for step in dis.get_instructions(method))


def _sortable(values: Any) -> bool:
    return all(type(each) is int for each in values)
