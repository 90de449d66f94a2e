"""Making sets, and putting entries into them."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compile.bit_sets import is_bits
from zermelo.compile.bits import KEPT, has_bits, has_words
from zermelo.compile.lookup import Lookup
from zermelo.compile.set_order import grows_alike, insertion_order, places
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, Choice, Contents, Dict, Int, List, Set, Type
from zermelo.compile.values import Known, Run, SetValue, Value


class Sets(Lookup):
    """Adds sets that rules make for themselves."""

    def new_set(self, node: ast.AST, items: Value | None) -> SetValue:
        contents = self.contents_at(node, "set")
        bits = has_bits(contents)
        self.module.set_forms.append((contents, bits))
        made = self.new_bits(contents) if bits else self.hash_set(contents)
        if items is not None:
            self.add_all(made, items, node)
        return made

    def hash_set(self, contents: Contents) -> SetValue:
        numbers = self.module.numbers
        size = self.size_of(contents.of, "8")
        block = self.allocate(self.code.op(f"add i64 {size}, {KEPT + 32 + 64}"), small=True)
        header = self.list_at(block, numbers, "4", 96)
        states = self.list_at(self.beyond(block, 32), numbers, "8", KEPT + 32 - 32)
        entries = self.list_at(self.beyond(block, 64), contents, "8", KEPT + 32 + 64 - 64)
        self.code.run(f"call void @llvm.memset.p0.i64(ptr {self.beyond(block, 96)}, i8 0, i64 {KEPT + 32 + 64 - 96}, i1 0)")
        self.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        self.store(I64, ["7"], self.beyond(block, 96), "2")
        return SetValue(Set(contents), (header, states, entries))

    def add_all(self, made: SetValue, items: Value, node: ast.AST) -> None:
        """Add all entries of something that is not a set to a set."""
        if is_bits(made):
            self.each(self.any_order(items, node), node, lambda item: self.add(made, item, node))
            return
        if isinstance(items, SetValue) and isinstance(items.type, Dict):
            self.prelude("set_room", [*made.lists, Run(I64, self.size_operand(items, node))], node)
        elif isinstance(items, Known) and isinstance(items.value, dict):
            self.prelude("set_room", [*made.lists, Known(len(items.value))], node)
        self.each(items, node, lambda item: self.add(made, item, node))

    def beyond(self, block: str, size: int) -> str:
        return self.code.op(f"getelementptr inbounds i8, ptr {block}, i64 {size}")

    def list_at(self, header: str, contents: Any, length: str, distance: int) -> Run:
        """A list whose header is at an address and whose entries are so many bytes behind it."""
        for number, (part, operand) in enumerate((("i64", length), ("i64", length), ("ptr", self.beyond(header, distance)))):
            self.code.run(f"store {part} {operand}, ptr {self.field(header, number)}")
        return Run(List(contents), header)

    def add(self, made: SetValue, item: Value, node: ast.AST) -> None:
        assert isinstance(made.type, Set)
        self.put_type(made.type.contents, item, node)
        if made.type.bits:
            self.bits_add(made, self.for_bits(item, made.type.contents.of, node), node)
            return
        typed = self.of_type(item, made.type.contents.of, node)
        if has_words(made):
            self.add_kept(made, typed, node)
        else:
            self.prelude("set_add", [*made.lists, typed], node)

    def of_type(self, value: Value, of: Any, node: ast.AST) -> Value:
        """A value converted to the type of the entries of a container."""
        return self.made(of, self.entry_parts(value, of, node))

    def for_bits(self, item: Value, of: Type, node: ast.AST) -> Value:
        """An entry of a set that is bits: converted, unless it has a narrow type that helps to find its bit."""
        if isinstance(item, Known) or (isinstance(item, Run) and isinstance(item.type, Int) and item.type.bits == 64):
            self.entry_parts(item, of, node)
            return item
        return self.of_type(item, of, node)

    def as_set(self, value: Value, node: ast.AST) -> SetValue:
        """A set to read, not to change, from anything that can be iterated over."""
        if isinstance(value, SetValue) and isinstance(value.type, Set):
            return value
        if isinstance(value, Known) and isinstance(value.value, set | frozenset):
            return self.constant_bits([value.value], "0", node) or self.known_set(value.value, node)
        if isinstance(value, Run) and isinstance(value.type, Choice) and self.sequence_kind(value) == "set":
            found = self.constant_bits(list(value.type.members), value.operand, node)
            if found is not None:
                return found
            if not all(map(grows_alike, value.type.members)) and not has_bits(self.contents_at(node, "set")):
                raise Refusal(node, "the order of these sets cannot be compiled; use lists, tuples or sorted(...)")
        return self.new_set(node, value)

    def known_set(self, value: set[Any] | frozenset[Any], node: ast.AST) -> SetValue:
        """A set of constants at run time, with as many places as Python's own."""
        made = self.new_set(node, None)
        if is_bits(made) and (constant := self.constant_bits([value], "0", node)) is not None:
            self.write_words(made, self.words(constant))
            return made
        order: list[Any] | None = list(value)
        if not is_bits(made):
            order = insertion_order(value)
            if places(value) > 8:
                self.prelude("set_resize", [*made.lists, Known(places(value) - 1)], node)
        if order is None:
            raise Refusal(node, "the order of this set cannot be compiled; use a list, a tuple or sorted(...)")
        self.each(Known(tuple(order)), node, lambda item: self.add(made, item, node))
        return made
