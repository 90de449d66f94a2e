"""Looking things up: membership, entries by index and by key."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from zermelo.compile.bits import has_words
from zermelo.compile.comparison import FALSE, TRUE, compares_as_tuple
from zermelo.compile.constants import entries_of, is_sequence, plain
from zermelo.compile.iteration import has_choice
from zermelo.compile.keys import DENSE, Keys
from zermelo.compile.source import Refusal
from zermelo.compile.types import (
    Bool,
    Choice,
    Contents,
    Dict,
    Int,
    List,
    Mismatch,
    Optional,
    Set,
    Tuple,
    Type,
    widened,
)
from zermelo.compile.values import (
    UNKNOWN,
    Closure,
    FunctionTable,
    Indexed,
    Instance,
    Known,
    Maybe,
    OneOf,
    Pack,
    Pushed,
    Run,
    SetValue,
    Value,
    is_unknown,
)


class Lookup(Keys):
    """Adds membership and subscripts."""

    # Membership

    def contains(self, container: Value, item: Value, node: ast.AST) -> Value:
        if is_unknown(container) or is_unknown(item):
            return Run(Bool(), "undef")
        if isinstance(container, Known) and isinstance(item, Known):
            return self.evaluated(lambda: bool(item.value in container.value), node)
        if (own := self.own_call("__contains__", container, [item], node)) is not None:
            return self.truth(own, node)
        if isinstance(container, Instance) or (isinstance(container, Pack) and not compares_as_tuple(container)):
            raise Refusal(node, f"`in` {self.what(container)} cannot be compiled; define `__contains__`")
        if isinstance(container, Known):
            return self.in_known(container.value, item, node)
        if isinstance(container, SetValue):
            name = "set_find" if isinstance(container.type, Set) else "dict_find"
            wanted = self.wanted(_keys(container), item, node)
            if wanted is None:
                return FALSE
            if isinstance(container.type, Set) and has_words(container):
                return self.bits_has(container, wanted, node)
            at = self.prelude(name, [*container.lists, wanted], node)
            return Run(Bool(), self.compared(ast.GtE(), at, Known(0), node) or "undef")
        if isinstance(container, Pack):
            made: Value = FALSE
            for each in container.items:
                made = self.negation(self.both(self.negation(made), self.negation(self.equal(each, item, node))))
            return made
        if isinstance(container, Run) and isinstance(container.type, Choice):
            found = self.in_table(container, item, node)
            return found or self.dispatch(container, lambda member: self.contains(member, item, node), node)
        if isinstance(container, Pushed | Indexed):
            return self.found_in(container, item, node)
        return self.prelude("contains", [container, item], node)

    def in_table(self, container: Run, item: Value, node: ast.AST) -> Value | None:
        """Whether a number is in one of some constants, by a table; None if they do not contain small numbers only."""
        assert isinstance(container.type, Choice)
        rows = [entries_of(member) for member in container.type.members]
        entries = [entry for row in rows for entry in row or ()]
        if any(row is None for row in rows) or not entries or not all(type(entry) is int for entry in entries):
            return None
        low, high = min(entries), max(entries)
        width = high - low + 1
        if self.number(item) is None or self.is_float(item) or width * len(rows) > DENSE:
            return None
        inside = self.both(self.ordered(ast.GtE(), item, Known(low), node), self.ordered(ast.LtE(), item, Known(high), node))
        operand, own = self.integer(item, node)
        safe = self.code.op(f"select i1 {self.bit(inside)}, i{own.bits} {self.wide((operand, own), own.bits)}, i{own.bits} {low}")
        column = safe if own.bits == 64 else self.code.op(f"trunc i128 {safe} to i64")
        index = self.code.op(
            f"add i64 {self.code.op(f'mul i64 {container.operand}, {width}')}, {self.code.op(f'sub i64 {column}, {low}')}"
        )
        table = [number in set(row or ()) for row in rows for number in range(low, high + 1)]
        return self.both(inside, self.chosen(table, index, node))

    def found_in(self, container: Value, item: Value, node: ast.AST) -> Value:
        done, out = self.meeting(node, "done"), self.meeting(node, "found")

        def body(each: Value, _: Any) -> None:
            test = self.equal(each, item, node)
            yes, no = self.code.block("yes"), self.code.block("no")
            self.code.fork(self.bit(test), yes, no)
            self.code.start(yes)
            self.meet(out, TRUE)
            self.code.start(no)

        self.iterate(node, container, self.changes([]), body, done, out)
        self.resume(done)
        self.meet(out, FALSE)
        return self.resume(out)

    def in_known(self, container: Any, item: Value, node: ast.AST) -> Value:
        """Whether a value at run time is in a constant."""
        if getattr(container, "ndim", 1) > 1:
            raise Refusal(node, "`in` looks at every number of a NumPy array with rows; write that with a loop, or use .tolist()")
        container = plain(container)
        if isinstance(item, Maybe):
            inside = self.both(Run(Bool(), item.flag), self.in_known(container, item.inner, node))
            if None not in container:
                return inside
            return self.negation(self.both(Run(Bool(), item.flag), self.negation(inside)))
        if isinstance(container, range) and isinstance(self.number(item), Run) and not self.is_float(item):
            return self.in_range(container, item, node)
        if isinstance(container, dict | set | frozenset) or is_sequence(container):
            if isinstance(container, list | tuple) and any(isinstance(each, list | dict | set) for each in container):
                return self.found_in(Known(container), item, node)
            try:
                keys = dict.fromkeys(container, True)
            except TypeError:
                return self.found_in(Known(container), item, node)
            at = self.key_index(list(keys), item, node)
            return FALSE if at is None else Run(Bool(), self.code.op(f"icmp sge i64 {at}, 0"))
        if isinstance(item, Run) and isinstance(item.type, Choice):
            return self.per_member(item, [bool(member in container) for member in item.type.members], node)
        raise Refusal(node, f"`in` {self.what(Known(container))} cannot be compiled; use a set, a tuple or a dictionary")

    def in_range(self, container: range, item: Value, node: ast.AST) -> Value:
        if not len(container):
            return FALSE
        low, high = min(container), max(container)
        made = self.both(self.ordered(ast.GtE(), item, Known(low), node), self.ordered(ast.LtE(), item, Known(high), node))
        if abs(container.step) > 1:
            rest = self.arithmetic(ast.Mod(), item, Known(abs(container.step)), node)
            assert rest is not None
            made = self.both(made, self.equal(rest, Known(low % abs(container.step)), node))
        return made

    def wanted(self, contents: Contents, item: Value, node: ast.AST) -> Value | None:
        """A value as it is looked for among the entries of a set; None if it is of another kind than all of them."""
        if isinstance(contents.of, Bool) and self.number(item) is not None and not self.is_truth(item):
            self.put_type(contents, Known(0), node)  # True is 1
        try:
            if not isinstance(item, Known) and has_choice(of := widened(self.type_of(item))) and contents.add(of):
                self.module.grown(contents)  # so that all that the item may be has a number
        except Mismatch:
            return None
        return self.like_entries(contents.of, item, node)

    def like_entries(self, of: Type, item: Value, node: ast.AST) -> Value | None:
        """A value with the numbers in it made whole where those of a type are; None if the type has no such value."""
        of = of.of if isinstance(of, Optional) and not isinstance(item, Maybe) else of
        pack = self.as_pack(item) if isinstance(of, Tuple) else None
        if pack is not None and isinstance(of, Tuple) and len(pack.items) == len(of.items):
            items = [self.like_entries(each, part, node) for each, part in zip(of.items, pack.items, strict=True)]
            found = [each for each in items if each is not None]
            return Pack(tuple(found), pack.cls) if len(found) == len(items) else None
        if isinstance(of, Int | Bool) and not isinstance(item, Maybe) and self.number(item) is not None:
            if isinstance(item, Known):
                return Known(int(item.value)) if item.value == item.value // 1 and abs(item.value) < 1 << 127 else None
            return self.prelude("whole_or_none", [item], node) if self.is_float(item) else item
        try:
            return self.made(of, self.parts(item, of))
        except Mismatch:
            return None

    # Choices

    def dispatch(self, value: Run, action: Callable[[Value], Value], node: ast.AST) -> Value:
        """Do something with each member of a choice, and take the result of the one that it is."""
        assert isinstance(value.type, Choice)
        members = value.type.members
        if len(members) > 256:
            raise Refusal(node, f"there are {len(members)} different constants here; at most 256 can be compiled")

        def rest(number: int) -> Value:
            if number == len(members) - 1:
                return action(Known(members[number]))
            here = self.code.op(f"icmp eq i64 {value.operand}, {number}")
            path, self.path = self.path, (*self.path, number)
            made = self.branch(node, here, lambda: action(Known(members[number])), lambda: rest(number + 1))
            self.path = path
            return made

        return rest(0) if members else UNKNOWN

    # Subscripts

    def place_of(self, index: Value, length: str, most: int, node: ast.AST) -> str:
        """A checked index, counted from the front."""
        operand, own = self.integer(index, node, "an index")
        size = int(length) if length.isdigit() else None
        if isinstance(index, Known) and size is not None:
            number = int(operand)
            if not -size <= number < size:
                self.fail(IndexError)
            return str(number % size) if size else "0"
        if self.frame.source.is_trusted:
            return self.wide((operand, own), 64)
        operand = self.fitted((operand, own), Int(-(1 << 62), 1 << 62), IndexError)
        if own.low < 0:
            negative = self.code.op(f"icmp slt i64 {operand}, 0")
            operand = self.code.op(f"add i64 {operand}, {self.code.op(f'select i1 {negative}, i64 {length}, i64 0')}")
        if own.low < 0 or size is None or own.high >= size:
            self.check(self.code.op(f"icmp ult i64 {operand}, {length}"), IndexError)
        return operand

    def entry(self, container: Value, index: Value, node: ast.AST) -> Value:
        """`container[index]`."""
        if not isinstance(container, Known) and (own := self.own_call("__getitem__", container, [index], node)) is not None:
            return own
        match container:
            case Maybe():
                self.check(container.flag, TypeError)
                return self.entry(container.inner, index, node)
            case Known() if isinstance(index, Known):
                if isinstance(container.value, defaultdict) and index.value not in container.value:
                    self.fail(None)  # asking for it would change a constant
                    return UNKNOWN
                return self.evaluated(lambda: container.value[index.value], node)
            case Known():
                return self.known_subscript(container, index, node)
            case Run(type=Choice()):
                if isinstance(index, Known):
                    return self.per_member_of(container, lambda member: member[index.value], node)
                return self.dispatch(container, lambda member: self.entry(member, index, node), node)
            case SetValue(type=Dict()):
                return self.dict_entry(container, index, node)
            case FunctionTable():
                return self.function_entry(container, index, node)
            case Pack() if isinstance(index, Known) and isinstance(index.value, int):
                if not -len(container.items) <= index.value < len(container.items):
                    self.fail(IndexError)
                    return UNKNOWN
                return container.items[index.value]
        if is_unknown(container) or is_unknown(index):
            return UNKNOWN
        found = self.indexed(container)
        if found is None:
            if isinstance(container, Pack) and container.items:
                return self.one_of(container, index, node)
            raise Refusal(node, f"{self.what(container)} has no entries")
        return found.item(self.place_of(index, found.length(), found.most, node))

    def function_entry(self, container: FunctionTable, index: Value, node: ast.AST) -> Value:
        """A function by its key, or by its place."""
        size = len(container.items)
        if container.is_list:
            at: str | None = self.place_of(index, str(size), size, node)
        elif isinstance(index, Known):
            at = str(container.keys.index(index.value)) if index.value in container.keys else None
        else:
            at = self.key_index(list(container.keys), index, node)
        if at is None or not size:
            self.fail(IndexError if container.is_list else KeyError)
            return UNKNOWN
        if at.isdigit():
            return container.items[int(at)]
        if not container.is_list:
            self.check(self.code.op(f"icmp sge i64 {at}, 0"), KeyError)
        return OneOf(at, container.items)

    def one_of(self, container: Pack, index: Value, node: ast.AST) -> Value:
        """An item of a tuple whose items have nothing in common, such as functions."""
        at = self.place_of(index, str(len(container.items)), len(container.items), node)
        if any(isinstance(item, Closure) for item in container.items):
            return OneOf(at, container.items)
        return self.dispatch(
            Run(Choice(tuple(range(len(container.items)))), at), lambda member: container.items[_known(member)], node
        )

    def known_subscript(self, container: Known, index: Value, node: ast.AST) -> Value:
        value = container.value
        if isinstance(value, dict):
            return self.known_entry(value, index, node)
        if hasattr(value, "ndim") and isinstance(index, Pack):
            made: Value = Known(plain(value))
            for item in index.items:
                made = self.entry(made, item, node)
            return made
        if isinstance(index, Run) and isinstance(index.type, Choice) and self.number(index) is None:
            return self.per_member_of(index, lambda member: value[member], node)
        found = self.known_indexed(value) if entries_of(value) is not None and not isinstance(value, set | frozenset) else None
        if found is None:
            if isinstance(index, Run) and isinstance(index.type, Choice):
                return self.per_member_of(index, lambda member: value[member], node)
            raise Refusal(node, f"a {type(value).__name__} cannot be looked up with {self.what(index)}")
        made = found.item(self.place_of(index, found.length(), found.most, node))
        if getattr(value, "ndim", 0) > 1 and isinstance(made, Run) and isinstance(made.type, List):
            return Run(List(made.type.contents, "array"), made.operand)  # NumPy's rows are no lists: + and == mean something else
        return made

    def per_member_of(self, value: Run, action: Callable[[Any], Any], node: ast.AST) -> Value:
        """What Python computes now for each member of a choice."""
        assert isinstance(value.type, Choice)
        results: list[Any] = []
        bad: list[bool] = []
        for member in value.type.members:
            try:
                results.append(action(member))
                bad.append(False)
            except Exception as error:
                results.append(error)
                bad.append(True)
        if all(bad):
            self.fail(type(results[0]) if results else None)
            return UNKNOWN
        if any(bad):
            first = next(each for each, wrong in zip(results, bad, strict=True) if not wrong)
            raised = next(each for each, wrong in zip(results, bad, strict=True) if wrong)
            self.check(self.bit(self.negation(self.per_member(value, bad, node))), type(raised))
            results = [first if wrong else each for each, wrong in zip(results, bad, strict=True)]
        return self.per_member(value, results, node)

    @abstractmethod
    def dict_entry(self, made: SetValue, key: Value, node: ast.AST) -> Value:
        """`dictionary[key]`."""


def _keys(container: SetValue) -> Contents:
    return container.type.contents if isinstance(container.type, Set) else container.type.keys


def _known(value: Value) -> Any:
    assert isinstance(value, Known)
    return value.value
