"""Calls: of methods and helpers of the user, of functions inside functions, and of generators.

A helper becomes a function of LLVM of its own, one for each kind of arguments. What cannot be handed over at run time (a lambda, a
generator, a range) is handed over now: then the helper is compiled in place. A helper that nothing else works for is computed
beforehand for all arguments that it may get, if these are few.
"""

from __future__ import annotations

import ast
import functools
import inspect
import types
from collections import defaultdict
from itertools import chain, product
from typing import Any

from zermelo.compile.builtin_calls import BUILTINS
from zermelo.compile.builtin_numbers import METHODS
from zermelo.compile.displays import CHANGEABLE, CHANGING
from zermelo.compile.frame import parameters
from zermelo.compile.objects import Objects, is_mutable
from zermelo.compile.source import Refusal
from zermelo.compile.types import Bool, Choice, Int
from zermelo.compile.values import (
    NONE,
    UNKNOWN,
    BoundMethod,
    Closure,
    Indexed,
    Known,
    OneOf,
    Pack,
    Run,
    Spread,
    Value,
    is_unknown,
)

TABULATED = 1 << 14
"""A helper is computed beforehand for at most so many combinations of arguments."""


class Calls(Objects):
    """Adds calls."""

    def expr_Call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args and self.frame.owner("super") is None:
            return self.super_call(node)
        if (counted := self.bin_count(node)) is not None:
            return counted
        function = self.expr(node.func)
        if isinstance(function, Known) and function.value is print:
            return NONE
        arguments, rest = self.starred(node.args, is_call=True)
        spread = None if rest is None else self.as_list(rest, node.args[0], "tuple")
        keywords = self.keywords(node)
        if not self.live:
            return UNKNOWN
        if spread is not None:
            return self.checked_value(self.star_call(function, arguments, spread, keywords, node), node)
        return self.checked_value(self.call_value(function, arguments, keywords, node), node)

    def keywords(self, node: ast.Call) -> dict[str, Value]:
        """The arguments of a call that have names; those behind `**` must be known now."""
        found: dict[str, Value] = {}
        for keyword in node.keywords:
            if isinstance(keyword.value, ast.Dict) and keyword.arg is None and (names := _texts(keyword.value)) is not None:
                named = {name: self.expr(each) for name, each in zip(names, keyword.value.values, strict=True)}
            elif keyword.arg is not None:
                named = {keyword.arg: self.expr(keyword.value)}
            else:
                named = self.known_names(keyword.value, node)
            if found.keys() & named.keys():
                self.fail(TypeError)
            found |= named
        return found

    def known_names(self, value: ast.expr, node: ast.Call) -> dict[str, Value]:
        """The arguments behind `**`."""
        known = self.expr(value)
        if (
            not isinstance(known, Known)
            or not isinstance(known.value, dict)
            or any(type(each) is not str for each in known.value)
        ):
            raise Refusal(node, "`**` can be compiled in a call only with a dictionary that is known beforehand")
        return {name: Known(each) for name, each in known.value.items()}

    def bin_count(self, node: ast.Call) -> Value | None:
        """`bin(x).count("1")`, which people write for the number of bits."""
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Call(func=ast.Name(id="bin"), args=[number]), attr="count"),
                args=[ast.Constant(value="1")],
            ) if self.frame.owner("bin") is None:
                value = self.expr(number)
                return (
                    METHODS["bit_count"](self, value, [], node)
                    if not isinstance(value, Known) and self.number(value) is not None
                    else None
                )
        return None

    def super_call(self, node: ast.Call) -> Value:
        cls = self.frame.function.source.names.get("__class__")
        names = parameters(self.frame.function.source.tree.args)
        owner = self.variable(names[0], node) if names else NONE
        if cls is None or not isinstance(owner, Known):
            raise Refusal(node, "`super()` can be compiled only in a method of the game")
        return Known(super(cls, owner.value))

    def star_call(self, function: Value, arguments: list[Value], rest: Run, keywords: dict[str, Value], node: ast.Call) -> Value:
        """A call whose last arguments are a list at run time, such as `max(0, *values)`, `zip(*rows)` and `helper(*values)`."""
        known = function.value if isinstance(function, Known) else None
        if isinstance(known, functools._lru_cache_wrapper):
            known = known.__wrapped__
        if isinstance(function, Closure) or isinstance(known, types.FunctionType | types.MethodType):
            return self.call_value(function, [*arguments, Spread(rest)], keywords, node)
        if known in (min, max) and "default" not in keywords:
            values = rest
            if arguments:
                values = self.as_list(Pack(tuple(arguments)), node, "tuple")
                self.each(rest, node, lambda item: self.append(values, item, node))
            self.check(self.code.op(f"icmp sgt i64 {self.list_length(values)}, 1"), None)
            return self.call_value(function, [values], keywords, node)
        if known is zip and not arguments and not keywords:
            return self.columns(rest, node)
        if known is chain and not arguments:
            return self.call_value(Known(chain.from_iterable), [rest], {}, node)
        if isinstance(known, type) and issubclass(known, tuple) and hasattr(known, "_fields"):
            return self.call_value(
                function, [*arguments, *self.taken(rest, known._fields[len(arguments) :], {}, node)], keywords, node
            )
        if (
            isinstance(known, types.BuiltinMethodType)
            and known.__name__ == "union"
            and isinstance(known.__self__, set | frozenset)
        ):
            function = BoundMethod(self.new_set(node, Known(tuple(known.__self__))), "union", node)
        if (
            isinstance(function, BoundMethod)
            and function.name in ("union", "update")
            and self.sequence_kind(function.receiver) == "set"
        ):
            return self.united(function, arguments, rest, node)
        raise Refusal(node, "`*` of a list whose length depends on the state cannot be compiled in this call")

    def united(self, method: BoundMethod, arguments: list[Value], rest: Run, node: ast.Call) -> Value:
        """`union` and `update` of a set with as many others as there are at run time."""
        made = self.as_set(method.receiver, node)
        if method.name == "union":
            made = self.set_copy(made, node)
        for number, other in enumerate(arguments):
            self.merge_into(made, other, self.module.twin(node, 40 + number))
        self.each(rest, node, lambda other: self.merge_into(made, other, self.module.twin(node, 39)))
        return NONE if method.name == "update" else made

    def columns(self, value: Value, node: ast.AST) -> Value:
        """`zip(*rows)`: the columns of a list of lists, each as a tuple."""
        rows = self.sequence(value, node)
        first = self.sequence(rows.item("0"), node)
        some = self.code.op(f"icmp sgt i64 {rows.length()}, 0")
        width = self.branch(node, some, lambda: self.prelude("width", [value], node), lambda: Known(0))
        size = self.i64(width, node)

        def column(index: str) -> Value:
            def entries(number: str) -> Value:
                return self.sequence(rows.item(number), node).item(index)

            return self.as_list(Indexed(rows.length, entries, rows.most), node, "tuple")

        return Indexed(lambda: size, column, first.most)

    def call_value(self, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        if is_unknown(function):
            return UNKNOWN
        match function:
            case Known():
                return self.call_known(function.value, arguments, keywords, node)
            case Closure():
                return self.call_closure(function, arguments, keywords, node)
            case BoundMethod():
                return self.call_method(function, arguments, keywords, node)
            case Run(type=Choice()):
                return self.dispatch(function, lambda member: self.call_value(member, arguments, keywords, node), node)
            case OneOf():
                number = Run(Choice(tuple(range(len(function.items)))), function.at)
                return self.dispatch(
                    number, lambda member: self.call_value(function.items[_number(member)], arguments, keywords, node), node
                )
        raise Refusal(node, f"{self.what(function)} cannot be called")

    # Known functions

    def call_known(self, function: Any, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        given = [*arguments, *keywords.values()]
        if any(is_unknown(each) for each in given):
            return UNKNOWN
        known = all(isinstance(each, Known) for each in given)
        if (
            isinstance(function, types.BuiltinMethodType)
            and isinstance(function.__self__, CHANGEABLE)
            and function.__name__ in CHANGING
        ):
            raise Refusal(node, "rules may not change constants; what changes belongs in the state")
        if (
            known
            and function is not defaultdict
            and self.module.may_compute([function])
            and not (isinstance(function, type) and is_mutable(function))
        ):
            return self.computed_call(function, arguments, keywords, node)
        if not self.module.may_compute([function]):
            raise Refusal(
                node,
                f"`{getattr(function, '__name__', function)}` cannot be compiled: the answers of rules may depend on the state alone",
            )
        handler = BUILTINS.get(function) if _hashable(function) else None
        if handler is not None:
            made = handler(self, arguments, keywords, node)
            if made is not None:
                return made
        elif isinstance(function, functools._lru_cache_wrapper):
            return self.call_known(function.__wrapped__, arguments, keywords, node)
        elif isinstance(function, functools.partial):
            return self.call_known(
                function.func,
                [*map(Known, function.args), *arguments],
                {**{k: Known(v) for k, v in function.keywords.items()}, **keywords},
                node,
            )
        elif isinstance(function, types.MethodType):
            return self.tried(function, function.__func__, [Known(function.__self__), *arguments], keywords, node)
        elif isinstance(function, types.FunctionType):
            return self.tried(function, function, arguments, keywords, node)
        elif isinstance(function, type):
            made = self.instance(function, arguments, keywords, node)
            if made is not None:
                return made
        elif isinstance(function, types.BuiltinMethodType | types.MethodWrapperType) and not inspect.ismodule(function.__self__):
            made = self.known_method(function.__self__, function.__name__, arguments, keywords, node)
            if made is not None:
                return made
        elif isinstance(caller := inspect.getattr_static(type(function), "__call__", None), types.FunctionType):
            return self.tried(function, caller, [Known(function), *arguments], keywords, node)
        return self.tabulated(function, arguments, keywords, node)

    def computed_call(self, function: Any, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """A call with known arguments: Python makes it now."""
        args = [each.value for each in arguments if isinstance(each, Known)]
        named = {name: each.value for name, each in keywords.items() if isinstance(each, Known)}
        try:
            return Known(self.module.computed(function, args, named), fresh=True)
        except Refusal:
            raise
        except Exception as error:
            self.fail(type(error))
            return UNKNOWN

    def tried(self, whole: Any, function: Any, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """A call of a function of the user; if it cannot be compiled, what it answers is computed beforehand, if that is possible."""
        if isinstance(function, functools._lru_cache_wrapper):
            function = function.__wrapped__
        if not isinstance(function, types.FunctionType):
            return self.call_known(function, arguments, keywords, node)
        key = ("tabulate", getattr(function, "__code__", function))
        if key not in self.module.refused_functions:
            try:
                return self.call_function(function, arguments, keywords, node)
            except Refusal as refusal:
                if not self.can_tabulate(arguments, keywords):
                    raise
                self.module.refused_functions[key] = refusal
        if not self.can_tabulate(arguments[:], keywords):
            raise self.module.refused_functions[key]
        rest = arguments[1:] if isinstance(whole, types.MethodType) else arguments
        return self.tabulated(whole, rest, keywords, node)

    def can_tabulate(self, arguments: list[Value], keywords: dict[str, Value]) -> bool:
        return self.cases([*arguments, *keywords.values()]) is not None

    def cases(self, values: list[Value]) -> list[list[Any]] | None:
        """All that each argument may be; None if there are too many combinations."""
        found: list[list[Any]] = []
        total = 1
        for value in values:
            match value:
                case Known():
                    found.append([value.value])
                case Run(type=Bool()):
                    found.append([False, True])
                case Run(type=Choice(members=members)):
                    found.append(list(members))
                case Run(type=Int(low=low, high=high)) if high - low < TABULATED:
                    found.append(list(range(low, high + 1)))
                case _:
                    return None
            total *= len(found[-1])
            if total > TABULATED:
                return None
        return found

    def tabulated(self, function: Any, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """A function computed beforehand for all arguments that it may get."""
        values = [*arguments, *keywords.values()]
        cases = self.cases(values)
        if cases is None or not self.module.may_compute([function]):
            name = getattr(function, "__name__", type(function).__name__)
            raise Refusal(node, f"`{name}` cannot be compiled with {', '.join(map(self.what, values)) or 'no arguments'}")
        index = "0"
        for value, column in zip(values, cases, strict=True):
            if isinstance(value, Run):
                operand, own = (
                    (value.operand, Int(0, len(column) - 1)) if isinstance(value.type, Choice) else self.integer(value, node)
                )
                place = self.code.op(f"sub i64 {operand}, {own.low}") if own.low else operand
                index = self.code.op(f"add i64 {self.code.op(f'mul i64 {index}, {len(column)}')}, {place}")
        rows = list(product(*cases))
        count = len(arguments)

        def action(row: Any) -> Any:
            return self.module.compute(lambda: function(*row[:count], **dict(zip(keywords, row[count:], strict=True))))

        return self.per_member_of(Run(Choice(tuple(rows)), index), action, node)

    # Methods of values at run time

    # Functions of the user


def _number(member: Value) -> int:
    assert isinstance(member, Known)
    return int(member.value)


def _texts(node: ast.Dict) -> list[str] | None:
    """The keys of a display of a dictionary, if they are texts."""
    names = [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    return names if len(names) == len(node.keys) else None


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
