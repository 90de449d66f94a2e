"""Sequences of every kind as something whose entries can be asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.compile.constants import entries_of, plain
from zermelo.compile.lists import Lists
from zermelo.compile.source import Refusal
from zermelo.compile.types import (
    Bool,
    Choice,
    Float,
    Int,
    List,
    Mismatch,
    Type,
)
from zermelo.compile.values import (
    UNKNOWN,
    Indexed,
    Known,
    Maybe,
    Pack,
    RowValue,
    Run,
    Value,
    is_unknown,
)

FIXED = 16
"""Rows of at most so many entries are written out where a call has a star."""


class Sequences(Lists):
    """Adds sequences."""

    def indexed(self, value: Value) -> Indexed | None:
        """A sequence as something whose entries can be asked for; None if it is not a sequence."""
        match value:
            case Indexed():
                return value
            case Run(type=List()):
                return Indexed(lambda: self.list_length(value), lambda index: self.list_item(value, index))
            case RowValue():
                return Indexed(
                    lambda: value.length,
                    lambda index: self.row_item(value, index),
                    value.type.length or 1 << 62,
                    exact=value.type.length,
                )
            case Pack(items=items) if items:
                return self.packed(value)
            case Known():
                return self.known_indexed(value.value)
        return None

    def packed(self, value: Pack) -> Indexed | None:
        """A tuple whose entries are looked up at run time: they go to a place on the stack first."""
        try:
            of = self.common(list(value.items))
        except Mismatch:
            return None
        rows = [self.parts(item, of) for item in value.items]
        base = self.code.place(f"[{len(rows)} x {of.struct}]")
        for number, row in enumerate(rows):
            self.store(of, row, base, str(number))
        return Indexed(
            lambda: str(len(rows)), lambda index: self.made(of, self.from_data(of, base, index)), len(rows), exact=len(rows)
        )

    def known_indexed(self, value: Any) -> Indexed | None:
        value = plain(value)
        if isinstance(value, range) and all(abs(each) < 1 << 60 for each in (value.start, value.stop, value.step)):
            return self.range_indexed(value)
        value = value if type(value) is tuple else entries_of(value)
        if value is None:
            return None
        if not value:
            return Indexed(lambda: "0", lambda index: UNKNOWN, 0)
        of = self.module.constants.common(value)
        exact = _hull(value, of)
        return Indexed(
            lambda: str(len(value)),
            lambda index: self.made(exact, self.from_data(of, self.module.constants.entries(value, of), index)),
            len(value),
            exact=len(value),
        )

    def range_indexed(self, value: range) -> Indexed:
        low, high = sorted((value[0], value[-1])) if value else (0, 0)

        def item(index: str) -> Value:
            scaled = index if value.step == 1 else self.code.op(f"mul nsw i64 {index}, {value.step}")
            return Run(Int(low, high), scaled if value.start == 0 else self.code.op(f"add nsw i64 {scaled}, {value.start}"))

        return Indexed(lambda: str(len(value)), item, len(value), exact=len(value))

    def fixed(self, value: Value) -> list[Value] | None:
        """The entries of something short whose length is known now."""
        if isinstance(value, Pack):
            return list(value.items)
        if isinstance(value, Known):
            entries = entries_of(value.value)
            return None if entries is None else [Known(entry) for entry in entries]
        found = self.indexed(value) if isinstance(value, RowValue | Indexed) else None
        if found is None or found.exact is None or found.exact > FIXED:
            return None
        return [found.item(str(index)) for index in range(found.exact)]

    def count_up(self, node: ast.AST, length: str, body: Callable[[str], None]) -> None:
        """A plain loop over the indices below a length, which changes no variable."""
        head, inside, out = self.code.block("copy"), self.code.block("body"), self.code.block("copied")
        before = self.code.at
        if before is None:
            return
        self.code.go(head)
        self.code.start(head)
        index = self.code.name()
        self.code.fork(self.code.op(f"icmp slt i64 {index}, {length}"), inside, out)
        self.code.start(inside)
        body(index)
        after = self.code.op(f"add nsw nuw i64 {index}, 1")
        end = self.code.at
        self.code.go(head)
        ways = f"[ 0, %{before.label} ]" + (f", [ {after}, %{end.label} ]" if end is not None else "")
        head.phis.append(f"{index} = phi i64 {ways}")
        self.code.start(out)

    def as_list(self, value: Value, node: ast.AST, kind: str = "list") -> Run:
        """Anything that can be iterated over, as a new list."""
        contents = self.contents_at(node)
        if isinstance(value, Known) and not hasattr(value.value, "__len__"):
            raise Refusal(node, f"{self.what(value)} cannot be made into a list here")
        found = self.indexed(value)
        if found is None:
            made = self.new_list(contents, "0", "8", kind, small=True)
            self.each(value, node, lambda item: self.append(made, item, node))
            return made
        length = found.length()
        made = self.new_list(contents, length, length, kind)
        data = self.list_data(made)

        def copy(index: str) -> None:
            item = found.item(index)
            self.put_type(contents, item, node)
            self.store(contents.of, self.entry_parts(item, contents.of, node), data, index)

        self.count_up(node, length, copy)
        return made

    # What is a number

    def number(self, value: Value) -> Value | None:
        """A value as a number, `Known` or `Run`; None if it is not a number."""
        match value:
            case Known():
                made = plain(value.value)
                return Known(made) if isinstance(made, bool | int | float) else None
            case Run(type=Int() | Float() | Bool()):
                return value
            case Run(type=Choice(members=members)) if all(isinstance(member, int | float) for member in members):
                return self.member_values(value, members)
            case Maybe():
                self.check(value.flag, TypeError)
                return self.number(value.inner)
        return value if is_unknown(value) else None

    def member_values(self, value: Run, members: tuple[Any, ...]) -> Value:
        """What a choice is worth as a number."""
        numbers = [float(each) if isinstance(each, float) else int(each) for each in members]
        of = self.module.constants.common(numbers)
        return self.made(of, self.from_data(of, self.module.constants.data(numbers, of), value.operand))

    def is_float(self, value: Value) -> bool:
        return (
            isinstance(value.value, float)
            if isinstance(value, Known)
            else isinstance(value, Run) and isinstance(value.type, Float)
        )

    def is_mixed(self, value: Value) -> bool:
        """Whether a number is kept as a fraction, but may be a whole number."""
        return isinstance(value, Run) and isinstance(value.type, Float) and value.type.mixed


def _hull(values: list[Any], of: Type) -> Type:
    """The interval of some whole numbers, if it is narrower than their type."""
    if not isinstance(of, Int) or not all(type(value) is int for value in values):
        return of
    whole = Int(min(values), max(values))
    return whole if whole.bits == of.bits else of
