"""Comparing values: truth, equality, order."""

from __future__ import annotations

import ast
import dataclasses
import operator
from abc import abstractmethod
from typing import Any

from zermelo.compile.bit_sets import is_bits
from zermelo.compile.bits import has_words
from zermelo.compile.constants import is_number
from zermelo.compile.overloads import Overloads, compared_fields, compares_by_fields
from zermelo.compile.source import Refusal
from zermelo.compile.types import Bool, Choice, List, Set
from zermelo.compile.values import (
    UNKNOWN,
    Indexed,
    Instance,
    Known,
    Maybe,
    Pack,
    Pushed,
    RowValue,
    Run,
    SetValue,
    Value,
    is_unknown,
)

PAIRS = 1 << 12
"""At most so many pairs of constants are compared beforehand."""
TRUE, FALSE = Known(True), Known(False)


class Comparison(Overloads):
    """Adds comparison."""

    def truth(self, value: Value, node: ast.AST) -> Value:
        """Whether a value counts as true: `Known`, or a `Run` of one bit."""
        match value:
            case Known():
                return self.evaluated(lambda: bool(value.value), node)
            case Run(type=Bool()):
                return value
            case Run(type=Choice(members=members)):
                return self.per_member(value, [bool(member) for member in members], node)
            case Run(type=List(kind="array")):
                raise Refusal(node, "a row of NumPy has no truth; use .tolist(), or any() and all()")
            case Run(type=List()):
                return Run(Bool(), self.code.op(f"icmp ne i64 {self.list_length(value)}, 0"))
            case RowValue():
                return Run(Bool(), self.code.op(f"icmp ne i64 {value.length}, 0"))
            case Pack() | Instance():
                own = self.own_call("__bool__", value, [], node)
                if own is not None:
                    return self.truth(own, node)
                return Known(isinstance(value, Instance) or bool(value.items) or not compares_as_tuple(value))
            case Maybe():
                inner = self.truth(value.inner, node)
                return self.both(Run(Bool(), value.flag), inner)
            case SetValue() if is_bits(value):
                return Run(Bool(), self.bits_truth(value, node))
            case SetValue():
                return Run(Bool(), self.code.op(f"icmp ne i64 {self.size_operand(value, node)}, 0"))
        if is_unknown(value):
            return UNKNOWN
        if self.number(value) is not None:
            operand = self.compared(ast.NotEq(), value, Known(0), node)
            return Run(Bool(), operand or "undef")
        return TRUE

    def bit(self, value: Value) -> str:
        """A truth as one bit."""
        if isinstance(value, Known):
            return "1" if value.value else "0"
        assert isinstance(value, Run)
        return value.operand

    def both(self, one: Value, other: Value) -> Value:
        if isinstance(one, Known):
            return other if one.value else one
        if isinstance(other, Known):
            return one if other.value else other
        return Run(Bool(), self.code.op(f"and i1 {self.bit(one)}, {self.bit(other)}"))

    def negation(self, value: Value) -> Value:
        if isinstance(value, Known):
            return Known(not value.value)
        return Run(Bool(), self.code.op(f"xor i1 {self.bit(value)}, 1"))

    def per_member(self, value: Run, results: list[Any], node: ast.AST) -> Value:
        """What was found beforehand for each member of a choice, looked up at run time."""
        if results and all(type(each) is type(results[0]) and is_number(each) and each == results[0] for each in results):
            return Known(results[0])
        return self.chosen(results, value.operand, node)

    def equal(self, one: Value, other: Value, node: ast.AST) -> Value:
        """Whether two values are equal."""
        if is_unknown(one) or is_unknown(other):
            return Run(Bool(), "undef")
        match one, other:
            case Known(), Known():
                return self.evaluated(lambda: bool(one.value == other.value), node)
            case Maybe(), _:
                if same_none(other):
                    return self.negation(Run(Bool(), one.flag))
                if isinstance(other, Maybe):
                    return self.equal_maybes(one, other, node)
                return self.both(Run(Bool(), one.flag), self.equal(one.inner, other, node))
            case _, Maybe():
                return self.equal(other, one, node)
            case Run(type=Choice()), _:
                return self.equal_choice(one, other, node)
            case _, Run(type=Choice()):
                return self.equal_choice(other, one, node)
        if (own := self.own_binary(ast.Eq(), one, other, node)) is not None:
            return self.truth(own, node)
        if (operand := self.compared(ast.Eq(), one, other, node)) is not None:
            return Run(Bool(), operand)
        a, b = self.as_pack(one), self.as_pack(other)
        if a is not None and b is not None:
            if not compares_by_fields(a.cls) or not compares_by_fields(b.cls):
                raise Refusal(node, f"{self.what(one)} and {self.what(other)} cannot be compared; give the class an `__eq__`")
            if len(a.items) != len(b.items) or (a.cls is not b.cls and not (_is_tuple(a.cls) and _is_tuple(b.cls))):
                return FALSE
            made: Value = TRUE
            for first, second in zip(a.items, b.items, strict=True):
                made = self.both(made, self.equal(first, second, node))
            return made
        kinds = self.sequence_kind(one), self.sequence_kind(other)
        if "array" in kinds:
            raise Refusal(node, "== of a row of NumPy compares entry by entry; use .tolist()")
        if kinds[0] is not None and kinds[0] == kinds[1]:
            if kinds[0] == "dict":
                return self.equal_dicts(one, other, node)
            if kinds[0] == "set":
                return self.compared_sets("equal", one, other, node)
            return self.prelude("same_entries", [self.listed(one, node), self.listed(other, node)], node)
        if isinstance(one, Pushed | Indexed) or isinstance(other, Pushed | Indexed) or self.state_of(one) or self.state_of(other):
            raise Refusal(node, f"{self.what(one)} and {self.what(other)} cannot be compared; compare numbers or lists")
        if isinstance(one, Instance) and isinstance(other, Instance):
            return Known(one.frame is other.frame)
        if not (_has_plain_equality(one) and _has_plain_equality(other)):
            raise Refusal(node, f"{self.what(one)} and {self.what(other)} cannot be compared here")
        return FALSE

    def equal_maybes(self, one: Maybe, other: Maybe, node: ast.AST) -> Value:
        inner = self.both(self.both(Run(Bool(), one.flag), Run(Bool(), other.flag)), self.equal(one.inner, other.inner, node))
        neither = self.code.op(f"xor i1 {self.code.op(f'or i1 {one.flag}, {other.flag}')}, 1")
        return Run(Bool(), self.code.op(f"or i1 {neither}, {self.bit(inner)}"))

    def equal_choice(self, one: Run, other: Value, node: ast.AST) -> Value:
        assert isinstance(one.type, Choice)
        members = one.type.members
        if isinstance(other, Known):
            return self.per_member(one, [bool(member == other.value) for member in members], node)
        if isinstance(other, Run) and isinstance(other.type, Choice) and len(members) * len(other.type.members) <= PAIRS:
            table = [bool(a == b) for a in members for b in other.type.members]
            row = self.code.op(f"mul i64 {one.operand}, {len(other.type.members)}")
            return self.chosen(table, self.code.op(f"add i64 {row}, {other.operand}"), node)
        number = self.number(one)
        if number is not None and self.number(other) is not None:
            return self.equal(number, other, node)
        return self.dispatch(one, lambda member: self.equal(member, other, node), node)

    def ordered_choice(self, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value | None:
        """The order of constants that are not numbers, such as texts; None if neither is one of several."""
        action = _ORDER[type(op)]
        match one, other:
            case Run(type=Choice()), Known(value=right):
                return self.per_member_of(one, lambda member: bool(action(member, right)), node)
            case Known(value=left), Run(type=Choice()):
                return self.per_member_of(other, lambda member: bool(action(left, member)), node)
            case Run(type=Choice()), _:
                return self.dispatch(one, lambda member: self.ordered(op, member, other, node), node)
            case _, Run(type=Choice()):
                return self.dispatch(other, lambda member: self.ordered(op, one, member, node), node)
        return None

    def ordered(self, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value:
        """<, <=, > and >=."""
        if is_unknown(one) or is_unknown(other):
            return Run(Bool(), "undef")
        if isinstance(one, Known) and isinstance(other, Known):
            action = _ORDER[type(op)]
            return self.evaluated(lambda: bool(action(one.value, other.value)), node)
        if (own := self.own_binary(op, one, other, node)) is not None:
            return self.truth(own, node)
        if (operand := self.compared(op, one, other, node)) is not None:
            return Run(Bool(), operand)
        if (found := self.ordered_choice(op, one, other, node)) is not None:
            return found
        if isinstance(op, ast.Gt | ast.GtE):
            return self.ordered(ast.Lt() if isinstance(op, ast.Gt) else ast.LtE(), other, one, node)
        a, b = self.as_pack(one), self.as_pack(other)
        if a is not None and b is not None:
            if not (compares_by_fields(a.cls, True) and compares_by_fields(b.cls, True)):
                raise Refusal(node, f"{self.what(one)} and {self.what(other)} have no order that can be compiled")
            return self.ordered_packs(op, list(a.items), list(b.items), node)
        kinds = self.sequence_kind(one), self.sequence_kind(other)
        if kinds[0] == "set" and kinds[1] == "set":
            return self.compared_sets("less" if isinstance(op, ast.Lt) else "within", one, other, node)
        if kinds[0] == "dict" and kinds[1] == "dict":
            return self.ordered_dicts(op, one, other, node)
        if kinds[0] is not None and kinds[0] == kinds[1]:
            name = "list_less" if isinstance(op, ast.Lt) else "list_at_most"
            return self.prelude(name, [self.listed(one, node), self.listed(other, node)], node)
        if isinstance(one, Instance) or isinstance(other, Instance):
            raise Refusal(node, f"{self.what(one)} and {self.what(other)} have no order that can be compiled")
        self.fail(TypeError)
        return UNKNOWN

    def ordered_packs(self, op: ast.cmpop, one: list[Value], other: list[Value], node: ast.AST) -> Value:
        """The order of tuples: that of the first entries that differ."""
        if not one or not other:
            return Known(len(one) < len(other) if isinstance(op, ast.Lt) else len(one) <= len(other))
        less = self.bit(self.ordered(ast.Lt(), one[0], other[0], node))
        equal = self.bit(self.equal(one[0], other[0], node))
        rest = self.bit(self.ordered_packs(op, one[1:], other[1:], node))
        return Run(Bool(), self.code.op(f"select i1 {equal}, i1 {rest}, i1 {less}"))

    def as_pack(self, value: Value) -> Pack | None:
        """A tuple, or an object that is compared by its fields, as its items."""
        if isinstance(value, Pack):
            if value.cls is not None and dataclasses.is_dataclass(value.cls):
                names = [field.name for field in dataclasses.fields(value.cls)]
                wanted = compared_fields(value.cls)
                return Pack(tuple(item for name, item in zip(names, value.items, strict=True) if name in wanted), value.cls)
            return value
        if isinstance(value, Instance) and dataclasses.is_dataclass(value.cls):
            return Pack(tuple(self.env[value.frame, name] for name in compared_fields(value.cls)), value.cls)
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return Pack(tuple(Known(each) for each in value.value))
        if isinstance(value, Known) and dataclasses.is_dataclass(value.value) and not isinstance(value.value, type):
            fields = compared_fields(type(value.value))
            return Pack(tuple(Known(getattr(value.value, name)) for name in fields), type(value.value))
        return None

    def sequence_kind(self, value: Value) -> str | None:
        """What a value is: a "list", a "tuple", a "set" or a "dict"; None for anything else."""
        match value:
            case Run(type=List(kind=kind)):
                return kind
            case RowValue():
                return "list"
            case Pack():
                return "tuple" if compares_as_tuple(value) else None
            case SetValue():
                return "set" if isinstance(value.type, Set) else "dict"
            case Known(value=list()):
                return "list"
            case Known(value=tuple()):
                return "tuple"
            case Known(value=set() | frozenset()):
                return "set"
            case Known(value=dict()):
                return "dict"
            case Run(type=Choice(members=members)) if members and all(isinstance(each, set | frozenset) for each in members):
                return "set"
        return None

    def listed(self, value: Value, node: ast.AST) -> Value:
        """A sequence in a form that functions of the prelude take."""
        if isinstance(value, Pack):
            return self.as_list(value, node, "tuple") if value.items else Known(())
        return value

    def compared_sets(self, name: str, one: Value, other: Value, node: ast.AST) -> Value:
        """Whether two sets are "equal", the first is "within" the second, or "less", or they are "apart"."""
        path = self.path
        self.path = (*path, "left")
        a = self.as_set(one, node)
        self.path = (*path, "right")
        b = self.as_set(other, node)
        self.path = path
        if is_bits(a) or is_bits(b) or (has_words(a) and has_words(b)):
            return self.bits_compared(name, a, b, node)
        return self.prelude(f"set_{name}", [*a.lists, *b.lists], node)

    @abstractmethod
    def as_set(self, value: Value, node: ast.AST) -> SetValue:
        """A set at run time from anything that can be iterated over."""

    @abstractmethod
    def equal_dicts(self, one: Value, other: Value, node: ast.AST) -> Value:
        """Whether two dictionaries are equal."""

    @abstractmethod
    def ordered_dicts(self, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value:
        """< and <= of dictionaries."""

    def size_operand(self, value: SetValue, node: ast.AST) -> str:
        """The number of entries of a set or a dictionary."""
        if is_bits(value):
            return self.bits_size(value, node)
        found = self.prelude("set_size" if isinstance(value.type, Set) else "dict_size", list(value.lists), node)
        return self.i64(found, node)

    # Numbers

    def compared(self, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> str | None:
        """Whether two numbers are in an order; None if one of them is not a number."""
        a, b = self.number(left), self.number(right)
        if a is None or b is None:
            return None
        if is_unknown(a) or is_unknown(b):
            return "undef"
        name = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}[type(op)]
        if self.is_float(a) or self.is_float(b):
            kind = "une" if name == "ne" else f"o{name}"
            return self.code.op(f"fcmp {kind} double {self.real(a, node)}, {self.real(b, node)}")
        (p, x), (q, y) = self.integer(a, node), self.integer(b, node)
        if x.fits_signed and y.fits_signed:
            kind, bits = name if name in ("eq", "ne") else f"s{name}", 64
        elif x.fits_unsigned and y.fits_unsigned:
            kind, bits = name if name in ("eq", "ne") else f"u{name}", 64
        else:
            kind, bits = name if name in ("eq", "ne") else f"s{name}", 128
        return self.code.op(f"icmp {kind} i{bits} {self.wide((p, x), bits)}, {self.wide((q, y), bits)}")


def compares_as_tuple(value: Pack) -> bool:
    return value.cls is None or issubclass(value.cls, tuple)


def _has_plain_equality(value: Value) -> bool:
    """Whether a value can equal only values of its own kind: numbers, texts, containers, and objects that equal only themselves."""
    if not isinstance(value, Known):
        return True
    method: Any = type(value.value).__eq__
    return method is object.__eq__ or (type(value.value).__module__ == "builtins" and not hasattr(value.value, "dtype"))


_ORDER = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge}


def same_none(value: Value) -> bool:
    return isinstance(value, Known) and value.value is None


def _is_tuple(cls: type | None) -> bool:
    return cls is None or issubclass(cls, tuple)
