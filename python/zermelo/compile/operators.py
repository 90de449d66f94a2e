"""Operators: arithmetic, logic, comparison."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from zermelo.compile.comparison import FALSE, TRUE, same_none
from zermelo.compile.methods import Methods
from zermelo.compile.numbers import OPERATORS
from zermelo.compile.overloads import OPERATOR_NAMES
from zermelo.compile.paths import Conflict
from zermelo.compile.source import Refusal
from zermelo.compile.types import Bool, Choice, Int, List, State, named
from zermelo.compile.values import (
    UNKNOWN,
    Instance,
    Known,
    Maybe,
    Pack,
    RowValue,
    Run,
    Value,
    is_unknown,
)


class Operators(Methods):
    """Adds operators."""

    def expr_BinOp(self, node: ast.BinOp, low: bool = False) -> Value:
        if isinstance(node.op, ast.BitAnd):
            left, right = self.masked(node, low)
        else:
            under = low and isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.LShift | ast.BitOr | ast.BitXor)
            left = self.expr(node.left, under)
            right = self.expr(node.right, under and not isinstance(node.op, ast.LShift))
        return self.binary(node.op, left, right, node, low)

    def masked(self, node: ast.BinOp, low: bool) -> tuple[Value, Value]:
        """The operands of `&`: beside a mask that is not negative, only the low bits of the other one matter."""
        for mask, other in ((node.right, node.left), (node.left, node.right)):
            if self.is_constant(mask) or isinstance(mask, ast.Name):
                value = self.number(self.expr(mask))
                of = (
                    Int(value.value, value.value)
                    if isinstance(value, Known) and isinstance(value.value, int)
                    else getattr(value, "type", None)
                )
                if value is not None and isinstance(of, Int) and of.fits_unsigned:
                    rest = self.expr(other, low=True)
                    return (rest, value) if mask is node.right else (value, rest)
        return self.expr(node.left, low), self.expr(node.right, low)

    def is_constant(self, node: ast.expr) -> bool:
        """Whether an expression is certainly known now: no variable and no call."""
        for each in ast.walk(node):
            if isinstance(each, ast.Call | ast.NamedExpr | ast.Lambda | ast.Subscript | ast.Await | ast.Yield | ast.YieldFrom):
                return False
            owner = self.frame.owner(each.id) if isinstance(each, ast.Name) else None
            if isinstance(each, ast.Name) and owner is not None and not isinstance(self.env.get((owner, each.id)), Known):
                return False
        return True

    def binary(self, op: ast.operator, left: Value, right: Value, node: ast.AST, low: bool = False) -> Value:
        if is_unknown(left) or is_unknown(right):
            return UNKNOWN
        if isinstance(left, Known) and isinstance(right, Known):
            made = self.evaluated(lambda: OPERATORS[type(op)](left.value, right.value), node)
            return self.module.constant(node, made.value) if isinstance(made, Known) else made
        if (own := self.own_binary(op, left, right, node)) is not None:
            return own
        if self.members_overload(left, op):
            return self.dispatch(left, lambda member: self.binary(op, member, right, node, low), node)  # type: ignore[arg-type]
        if self.members_overload(right, op):
            return self.dispatch(right, lambda member: self.binary(op, left, member, node, low), node)  # type: ignore[arg-type]
        found = self.arithmetic(op, left, right, node, low)
        if found is not None:
            return found
        if isinstance(left, Maybe):
            self.check(left.flag, TypeError)
            return self.binary(op, left.inner, right, node, low)
        if isinstance(right, Maybe):
            self.check(right.flag, TypeError)
            return self.binary(op, left, right.inner, node, low)
        kinds = self.sequence_kind(left), self.sequence_kind(right)
        if isinstance(op, ast.Add) and kinds[0] in ("list", "tuple", "deque") and kinds[0] == kinds[1]:
            return self.joined(left, right, kinds[0], node)
        if isinstance(op, ast.Mult) and (kinds[0] or kinds[1]) in ("list", "tuple"):
            return self.repeated(left if kinds[0] else right, right if kinds[0] else left, node)
        if kinds[0] == "set" and kinds[1] == "set":
            return self.set_operator(op, left, right, node)
        if kinds[0] == "dict" and kinds[1] == "dict":
            return self.dict_operator(op, left, right, node)
        if isinstance(left, Run) and isinstance(left.type, Choice):
            if isinstance(right, Known):
                return self.per_member_of(left, lambda member: OPERATORS[type(op)](member, right.value), node)
            return self.dispatch(left, lambda member: self.binary(op, member, right, node), node)
        if isinstance(right, Run) and isinstance(right.type, Choice):
            if isinstance(left, Known):
                return self.per_member_of(right, lambda member: OPERATORS[type(op)](left.value, member), node)
            return self.dispatch(right, lambda member: self.binary(op, left, member, node), node)
        raise Refusal(node, f"`{_sign(op)}` of {self.what(left)} and {self.what(right)} cannot be compiled")

    def joined(self, left: Value, right: Value, kind: str, node: ast.AST) -> Value:
        """Two sequences, one after the other."""
        a, b = self.as_pack(left), self.as_pack(right)
        if a is not None and b is not None:
            return Pack(a.items + b.items)
        made = self.as_list(left, node, kind)
        self.each(right, node, lambda item: self.append(made, item, node))
        return made

    def repeated(self, sequence: Value, times: Value, node: ast.AST) -> Value:
        pack = self.as_pack(sequence)
        if pack is not None and isinstance(times, Known):
            return Pack(pack.items * times.value)
        kind = self.sequence_kind(sequence) or "list"
        contents = self.contents_at(node)
        made = self.new_list(contents, "0", "8", kind, small=True)
        count = self.range_of([times], node)
        path, self.path = self.path, (*self.path, "times")
        self.each(
            count,
            node,
            lambda _: self.each(
                sequence, ast.copy_location(self.module.twin(node), node), lambda item: self.append(made, item, node)
            ),
        )
        self.path = path
        return made

    def expr_UnaryOp(self, node: ast.UnaryOp, low: bool = False) -> Value:
        if isinstance(node.op, ast.Not):
            return self.negation(self.test(node.operand))
        value = self.expr(node.operand, low and isinstance(node.op, ast.USub | ast.Invert))
        if isinstance(value, Known):
            actions: dict[type[ast.unaryop], Callable[[Any], Any]]
            actions = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
            action = actions[type(node.op)]
            return self.evaluated(lambda: action(value.value), node)
        if (own := self.own_call(f"__{OPERATOR_NAMES[type(node.op)]}__", value, [], node)) is not None:
            return own
        if isinstance(node.op, ast.USub):
            made = self.negated(value, node, low)
        elif isinstance(node.op, ast.Invert):
            made = self.inverted(value, node)
        else:
            made = self.number(value)
        if made is None:
            raise Refusal(node, f"`{ast.unparse(node)}` needs a number, but has {self.what(value)}")
        return made

    def expr_BoolOp(self, node: ast.BoolOp) -> Value:
        first, *rest = node.values
        return self.either(node, self.expr(first), rest, isinstance(node.op, ast.And))

    def either(self, node: ast.BoolOp, value: Value, rest: list[ast.expr], is_and: bool) -> Value:
        if not rest:
            return value
        test = self.truth(value, node)
        if isinstance(test, Known):
            return self.either(node, self.expr(rest[0]), rest[1:], is_and) if bool(test.value) == is_and else value
        if isinstance(value, Maybe) and not is_and:
            value_if_true: Value = value.inner
        else:
            value_if_true = value

        def go_on() -> Value:
            path, self.path = self.path, (*self.path, len(rest))
            made = self.either(node, self.expr(rest[0]), rest[1:], is_and)
            self.path = path
            return made

        if is_and:
            return self.branch(rest[0], self.bit(test), go_on, lambda: value)
        return self.branch(rest[0], self.bit(test), lambda: value_if_true, go_on)

    def test(self, node: ast.expr) -> Value:
        """Whether an expression is true."""
        if isinstance(node, ast.BoolOp):
            return self.tests(node.values, isinstance(node.op, ast.And))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.negation(self.test(node.operand))
        return self.truth(self.expr(node), node)

    def tests(self, nodes: list[ast.expr], is_and: bool) -> Value:
        first = self.test(nodes[0])
        if len(nodes) == 1:
            return first
        if isinstance(first, Known):
            return self.tests(nodes[1:], is_and) if bool(first.value) == is_and else first
        if is_and:
            return self.branch(nodes[0], self.bit(first), lambda: self.tests(nodes[1:], is_and), lambda: FALSE)
        return self.branch(nodes[0], self.bit(first), lambda: TRUE, lambda: self.tests(nodes[1:], is_and))

    def expr_Compare(self, node: ast.Compare) -> Value:
        left = self.expr(node.left)
        return self.chain(node, left, list(zip(node.ops, node.comparators, strict=True)))

    def chain(self, node: ast.Compare, left: Value, rest: list[tuple[ast.cmpop, ast.expr]]) -> Value:
        (op, comparator), *more = rest
        right = self.expr(comparator)
        made = self.comparison(op, left, right, node)
        if not more:
            return made
        if isinstance(made, Known):
            return self.chain(node, right, more) if made.value else made
        return self.branch(comparator, self.bit(made), lambda: self.chain(node, right, more), lambda: FALSE)

    def comparison(self, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
        match op:
            case ast.Eq():
                return self.equal(left, right, node)
            case ast.NotEq() if self.overloaded(left, "__ne__") or self.overloaded(right, "__ne__"):
                own = self.own_binary(op, left, right, node)
                assert own is not None
                return self.truth(own, node)
            case ast.NotEq():
                return self.negation(self.equal(as_plain_tuple(left), as_plain_tuple(right), node))
            case ast.In():
                return self.contains(right, left, node)
            case ast.NotIn():
                return self.negation(self.contains(right, left, node))
            case ast.Is():
                return self.identical(left, right, node)
            case ast.IsNot():
                return self.negation(self.identical(left, right, node))
        return self.ordered(op, left, right, node)

    def identical(self, left: Value, right: Value, node: ast.AST) -> Value:
        if is_unknown(left) or is_unknown(right):
            return Run(Bool(), "undef")
        if isinstance(left, Known) and isinstance(right, Known):
            return Known(left.value is right.value)
        for one, other in ((left, right), (right, left)):
            if same_none(other):
                return Run(Bool(), self.code.op(f"xor i1 {one.flag}, 1")) if isinstance(one, Maybe) else FALSE
            if isinstance(other, Known) and isinstance(one, Run) and isinstance(one.type, Choice):
                return self.per_member(one, [member is other.value for member in one.type.members], node)
            if isinstance(other, Known) and isinstance(other.value, bool) and isinstance(one, Run):
                if isinstance(one.type, Int) or self.is_mixed(one):
                    raise Refusal(node, "`is` compares objects and not values; use ==")
                return self.equal(one, other, node) if isinstance(one.type, Bool) else FALSE
        if (
            isinstance(left, Run)
            and isinstance(right, Run)
            and isinstance(left.type, List | State)
            and type(left.type) is type(right.type)
        ):
            return Run(Bool(), self.code.op(f"icmp eq ptr {left.operand}, {right.operand}"))
        if isinstance(left, Run) and isinstance(right, Run) and isinstance(left.type, Choice) and isinstance(right.type, Choice):
            return self.dispatch(left, lambda member: self.identical(member, right, node), node)
        if isinstance(left, Instance) and isinstance(right, Instance):
            return Known(left.frame is right.frame)
        if isinstance(left, RowValue) and isinstance(right, RowValue):
            return Run(Bool(), self.code.op(f"icmp eq ptr {left.pointer}, {right.pointer}"))
        raise Refusal(node, "`is` compares objects and not values; use ==")

    def expr_IfExp(self, node: ast.IfExp) -> Value:
        test = self.test(node.test)
        if isinstance(test, Known):
            return self.expr(node.body if test.value else node.orelse)
        return self.checked_value(
            self.branch(node, self.bit(test), lambda: self.expr(node.body), lambda: self.expr(node.orelse)), node
        )

    def checked_value(self, value: Value, node: ast.AST) -> Value:
        if isinstance(value, Conflict):
            raise Refusal(node, f"this may be {named(value.one)} or {named(value.other)}; make both of one kind")
        return value


def as_plain_tuple(value: Value) -> Value:
    """A named tuple without its class: whatever `__eq__` the class has, `!=` is that of tuples."""
    return Pack(value.items) if isinstance(value, Pack) and value.cls is not None and issubclass(value.cls, tuple) else value


def _sign(op: ast.operator) -> str:
    return ast.unparse(ast.BinOp(ast.Name("a"), op, ast.Name("b"))).split()[1]
