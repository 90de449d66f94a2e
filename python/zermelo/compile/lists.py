"""Values and their parts, and lists in memory."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from zermelo.compile.constants import EXACT, FROZEN, OVERSIZED, check_entry, is_number
from zermelo.compile.paths import Conflict, Meeting, Paths, Unset
from zermelo.compile.source import Refusal
from zermelo.compile.types import (
    Bool,
    Bottom,
    Choice,
    Contents,
    Dict,
    Float,
    Int,
    List,
    Mismatch,
    NoneType,
    Optional,
    Row,
    Set,
    State,
    Tuple,
    Type,
    join,
    named,
    widened,
)
from zermelo.compile.values import (
    NONE,
    UNKNOWN,
    Indexed,
    Known,
    Maybe,
    Pack,
    Pushed,
    RowValue,
    Run,
    SetValue,
    Value,
)

HEADER = "{i64, i64, ptr}"


class Lists(Paths):
    """Adds the forms of values at run time, and lists."""

    # Types

    def type_of(self, value: Value) -> Type:
        match value:
            case Known():
                return self.module.constants.type_of(value.value)
            case Run() | RowValue() | SetValue():
                return value.type
            case Pack():
                return Tuple(tuple(self.type_of(item) for item in value.items), value.cls)
            case Maybe():
                return Optional(self.type_of(value.inner))
            case Conflict() | Unset():
                raise Mismatch
        raise Mismatch

    def settled(self, value: Value, meeting: Meeting) -> Value:
        if not isinstance(value, Pushed | Indexed) or meeting.node is None:
            return value
        path, self.path = self.path, (*self.path, "settled", len(meeting.ways))
        made = self.as_list(value, meeting.node, "tuple")
        self.path = path
        return made

    def common(self, values: list[Value]) -> Type:
        known = [value for value in values if isinstance(value, Known)]
        whole = self.module.constants.common([value.value for value in known])
        for value in values:
            if not isinstance(value, Known):
                whole = join(whole, self.type_of(value))
        return widened(whole)

    def parts(self, value: Value, of: Type) -> list[str]:
        match value, of:
            case Run(type=Bottom()), _:
                return ["undef"] * len(of.parts)
            case Known(), _:
                return self.module.constants.parts(value.value, of)
            case Maybe(), Optional():
                return [value.flag, *self.parts(value.inner, of.of)]
            case _, Optional():
                return ["1", *self.parts(value, of.of)]
            case Run(type=Int() as own), Int() if not own.within(of):
                return [self.fitted((value.operand, own), of)]
            case Run(type=Int() | Bool()), Int():
                return [self.resized(value, of)]
            case Run(type=Int() | Bool()), Float():
                return [self.among_fractions(value)]
            case Run(type=Choice(members=a)), Choice(members=b):
                return [self.renumbered(value, a, b)]
            case Run(), _ if type(value.type) is type(of):
                return [value.operand]
            case RowValue(), Row():
                return [value.pointer, value.length]
            case SetValue(), (Set() | Dict()):
                return [each.operand for each in value.lists]
            case Pack(items=items, cls=None), List(kind="tuple" | "sequence"):
                return [self.tuple_as_list(items, of).operand]
            case Pack(items=items), Tuple() if len(items) == len(of.items):
                return [part for each, item in zip(items, of.items, strict=True) for part in self.parts(each, item)]
            case _, Bottom():
                return []
        raise Mismatch

    def tuple_as_list(self, items: tuple[Value, ...], of: List) -> Run:
        """A tuple in the form that tuples have whose length is known at run time only."""
        rows = [self.parts(item, of.contents.of) for item in items]
        made = self.new_list(of.contents, str(len(items)), kind=of.kind, small=True)
        data = self.list_data(made)
        for number, row in enumerate(rows):
            self.store(of.contents.of, row, data, str(number))
        return made

    def made(self, of: Type, parts: list[str]) -> Value:
        match of:
            case NoneType():
                return NONE
            case Bottom():
                return UNKNOWN
            case Optional():
                return Maybe(parts[0], self.made(of.of, parts[1:]))
            case Tuple():
                items, at = [], 0
                for item in of.items:
                    items.append(self.made(item, parts[at : at + len(item.parts)]))
                    at += len(item.parts)
                return Pack(tuple(items), of.cls)
            case Row():
                return RowValue(of, parts[0], parts[1] if of.length is None else str(of.length))
            case Set():
                numbers = List(self.module.numbers, "list")
                return SetValue(of, (Run(numbers, parts[0]), Run(numbers, parts[1]), Run(List(of.contents), parts[2])))
            case Dict():
                numbers = List(self.module.numbers, "list")
                return SetValue(of, (Run(numbers, parts[0]), Run(List(of.keys), parts[1]), Run(List(of.values), parts[2])))
        return Run(of, parts[0])

    def resized(self, value: Run, of: Int) -> str:
        """A whole number in the bits of a wider type."""
        operand = value.operand
        if isinstance(value.type, Bool):
            return self.code.op(f"zext i1 {operand} to i{of.bits}")
        assert isinstance(value.type, Int)
        if value.type.bits == of.bits:
            return operand
        if value.type.bits == 128:
            return self.code.op(f"trunc i128 {operand} to i64")
        return self.code.op(f"{'sext' if value.type.fits_signed else 'zext'} i64 {operand} to i128")

    def float_operand(self, value: Run) -> str:
        operand = value.operand
        match value.type:
            case Float():
                return operand
            case Bool():
                return self.code.op(f"uitofp i1 {operand} to double")
            case Int(fits_signed=True):
                return self.code.op(f"sitofp i64 {operand} to double")
            case Int(fits_unsigned=True):
                return self.code.op(f"uitofp i64 {operand} to double")
        raise Mismatch

    def among_fractions(self, value: Run) -> str:
        """A whole number that meets fractions; one that is not exact as a fraction is marked."""
        operand = self.float_operand(value)
        if not isinstance(value.type, Int) or value.type.within(Int(-EXACT, EXACT)):
            return operand
        below = EXACT if value.type.fits_signed else 0
        near = self.code.op(f"icmp ule i64 {self.code.op(f'add i64 {value.operand}, {below}')}, {EXACT + below}")
        return self.code.op(f"select i1 {near}, double {operand}, double {OVERSIZED}")

    def renumbered(self, value: Run, members: tuple[Any, ...], others: tuple[Any, ...]) -> str:
        """The place of a choice among the members of a larger choice."""
        if members == others[: len(members)]:
            return value.operand
        places = [int(self.module.constants.parts(member, Choice(others))[0]) for member in members]
        return self.from_data(Int(0, len(others)), self.module.constants.data(places, Int(0, len(others))), value.operand)[0]

    # Memory

    def allocate(self, size: str, small: bool = False) -> str:
        """Room for so many bytes."""
        self.module.mark_allocating(self.key)
        if small:
            return self.code.op(f"call ptr @zm_small(ptr %memory, i64 {size})")
        got = self.code.op(f"call ptr @zm_alloc(ptr %memory, i64 {size})")
        self.check(self.code.op(f"icmp ne ptr {got}, null"), None)
        return got

    def size_of(self, of: Type, count: str) -> str:
        """The bytes that so many values take."""
        end = self.code.op(f"getelementptr {of.struct}, ptr null, i64 {count}")
        return self.code.op(f"ptrtoint ptr {end} to i64")

    def store(self, of: Type, parts: list[str], base: str, index: str) -> None:
        """Write a value to an array."""
        for number, (part, operand) in enumerate(zip(of.parts, parts, strict=True)):
            at = self.code.op(f"getelementptr inbounds {of.struct}, ptr {base}, i64 {index}, i32 {number}")
            if part == "i1":
                part, operand = "i8", operand if operand in ("0", "1", "undef") else self.code.op(f"zext i1 {operand} to i8")
            self.code.run(f"store {part} {operand}, ptr {at}")

    def from_data(self, of: Type, base: str, index: str) -> list[str]:
        """Read a value from an array: its parts."""
        found = []
        for number, part in enumerate(of.parts):
            at = self.code.op(f"getelementptr inbounds {of.struct}, ptr {base}, i64 {index}, i32 {number}")
            if part == "i1":
                byte = self.code.op(f"load i8, ptr {at}")
                found.append(self.code.op(f"icmp ne i8 {byte}, 0"))
            else:
                found.append(self.code.op(f"load {part}, ptr {at}"))
        return found

    # Lists

    def contents_at(self, node: ast.AST, name: str = "list") -> Contents:
        """The contents of the lists that an expression makes."""
        return self.module.site((self.key[0], self.path, self.module.number(node), name))

    def new_list(self, contents: Contents, length: str, room: str | None = None, kind: str = "list", small: bool = False) -> Run:
        """A list of so many entries, which are not written yet."""
        header = self.allocate("24", small=True)
        room = room or length
        data = self.allocate(self.size_of(contents.of, room), small)
        self.code.run(f"store i64 {length}, ptr {header}")
        self.code.run(f"store i64 {room}, ptr {self.field(header, 1)}")
        self.code.run(f"store ptr {data}, ptr {self.field(header, 2)}")
        return Run(List(contents, kind), header)

    def field(self, header: str, number: int) -> str:
        return self.code.op(f"getelementptr inbounds {HEADER}, ptr {header}, i32 0, i32 {number}")

    def list_length(self, made: Run) -> str:
        return self.code.op(f"load i64, ptr {made.operand}")

    def list_data(self, made: Run) -> str:
        return self.code.op(f"load ptr, ptr {self.field(made.operand, 2)}")

    def list_of(self, node: ast.AST, items: list[Value], kind: str = "list") -> Run:
        """A list with these entries."""
        contents = self.contents_at(node)
        for item in items:
            self.put_type(contents, item, node)
        made = self.new_list(contents, str(len(items)), str(max(len(items), 4)), kind, small=len(items) <= 32)
        data = self.list_data(made)
        for number, item in enumerate(items):
            self.store(contents.of, self.entry_parts(item, contents.of, node), data, str(number))
        return made

    def put_type(self, contents: Contents, item: Value, node: ast.AST) -> None:
        """Let a list contain values such as this one."""
        if contents == self.module.numbers:
            return
        if isinstance(item, Known):
            check_entry(item.value)
        try:
            of = widened(self.type_of(item))
            if contents.add(of):
                self.module.grown(contents)
        except Mismatch:
            raise self.mixed(contents.of, item, node) from None

    def entry_parts(self, item: Value, of: Type, node: ast.AST) -> list[str]:
        try:
            return self.parts(item, of)
        except Mismatch:
            raise self.mixed(of, item, node) from None

    def mixed(self, of: Type, item: Value, node: ast.AST) -> Refusal:
        return Refusal(node, f"the entries of a list must be of one kind, but here are {self.what(of)} and {self.what(item)}")

    def append(self, made: Run, item: Value, node: ast.AST) -> None:
        """Put an entry at the end of a list."""
        assert isinstance(made.type, List)
        contents = made.type.contents
        self.put_type(contents, item, node)
        parts = self.entry_parts(item, contents.of, node)
        length = self.list_length(made)
        room = self.code.op(f"load i64, ptr {self.field(made.operand, 1)}")
        full, ready = self.code.block("full"), self.code.block("ready")
        self.code.fork(self.code.op(f"icmp slt i64 {length}, {room}"), ready, full, likely=True)
        self.code.start(full)
        self.grow(made, room)
        self.code.go(ready)
        self.code.start(ready)
        self.store(contents.of, parts, self.list_data(made), length)
        self.code.run(f"store i64 {self.code.op(f'add i64 {length}, 1')}, ptr {made.operand}")

    def grow(self, made: Run, room: str) -> None:
        """Give a list more room; fail if it is a constant."""
        assert isinstance(made.type, List)
        of = made.type.contents.of
        self.check(self.code.op(f"icmp ne i64 {room}, {FROZEN}"), None)
        more = self.code.op(f"add i64 {self.code.op(f'shl i64 {room}, 1')}, 4")
        self.module.mark_allocating(self.key)
        sizes = f"i64 {self.size_of(of, room)}, i64 {self.size_of(of, more)}"
        data = self.code.op(f"call ptr @zm_grow(ptr %memory, ptr {self.list_data(made)}, {sizes})")
        self.check(self.code.op(f"icmp ne ptr {data}, null"), None)
        self.code.run(f"store i64 {more}, ptr {self.field(made.operand, 1)}")
        self.code.run(f"store ptr {data}, ptr {self.field(made.operand, 2)}")

    def renewed(self, made: Run, size: str) -> Run:
        """Another list with the entries of a list, which itself gets so many new ones, all zero."""
        assert isinstance(made.type, List)
        self.thaw(made)
        old = self.allocate("24", small=True)
        self.code.run(f"call void @llvm.memcpy.p0.p0.i64(ptr {old}, ptr {made.operand}, i64 24, i1 0)")
        length = self.size_of(made.type.contents.of, size)
        data = self.allocate(length)
        self.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        self.code.run(f"call void @llvm.memset.p0.i64(ptr {data}, i8 0, i64 {length}, i1 0)")
        for number, (part, operand) in enumerate((("i64", size), ("i64", size), ("ptr", data))):
            self.code.run(f"store {part} {operand}, ptr {self.field(made.operand, number)}")
        return Run(made.type, old)

    def thaw(self, made: Run) -> None:
        """Fail if a list is a constant, which must not be changed."""
        room = self.code.op(f"load i64, ptr {self.field(made.operand, 1)}")
        self.check(self.code.op(f"icmp ne i64 {room}, {FROZEN}"), None)

    def list_item(self, made: Run, index: str) -> Value:
        """An entry, at an index that is certainly there."""
        assert isinstance(made.type, List)
        of = made.type.contents.of
        return self.made(of, self.from_data(of, self.list_data(made), index))

    # Rows of states

    def row_address(self, row: RowValue, index: str) -> str:
        return self.code.op(f"getelementptr inbounds i{row.type.bits}, ptr {row.pointer}, i64 {index}")

    def row_item(self, row: RowValue, index: str) -> Run:
        bits = row.type.bits
        entry = self.code.op(f"load i{bits}, ptr {self.row_address(row, index)}")
        return Run(row.type.entry, self.extended(entry, bits, row.type.signed))

    def extended(self, operand: str, bits: int, signed: bool) -> str:
        return operand if bits == 64 else self.code.op(f"{'sext' if signed else 'zext'} i{bits} {operand} to i64")

    # Entries of anything

    @abstractmethod
    def as_list(self, value: Value, node: ast.AST, kind: str = "list") -> Run:
        """Anything that can be iterated over, as a new list."""

    @abstractmethod
    def fitted(self, number: tuple[str, Int], of: Int, error: type[BaseException] | None = None) -> str:
        """A whole number in a narrower type; fails if it does not fit."""

    @abstractmethod
    def each(self, value: Value, node: ast.AST, body: Callable[[Value], None]) -> None:
        """Do something with each entry of anything that can be iterated over."""

    # Words for messages

    def what(self, value: Value | Type) -> str:
        """What a user calls a value."""
        if isinstance(value, Type):
            return named(value)
        if isinstance(value, Known):
            if value.value is None or is_number(value.value):
                return f"`{value.value}`"
            return f"a {type(value.value).__name__}"
        if isinstance(value, Pushed):
            return "a generator"
        if isinstance(value, Conflict):
            return f"{named(value.one)} or {named(value.other)}"
        try:
            return named(self.type_of(value))
        except Mismatch:
            return "a function" if not isinstance(value, Indexed) else "an iterator"

    def state_of(self, value: Value) -> bool:
        return isinstance(value, Run) and isinstance(value.type, State)
