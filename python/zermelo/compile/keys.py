"""The place of a key among constants, and entries of constant dictionaries."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from zermelo.compile.bit_sets import SEARCH, contents_of, is_bits
from zermelo.compile.bits import constant_bit, kind_of
from zermelo.compile.comparison import Comparison
from zermelo.compile.constants import is_number
from zermelo.compile.overloads import compared_fields, own_method
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, NATURAL, Choice, Int, Set, Type, identity
from zermelo.compile.values import UNKNOWN, Known, Maybe, Pack, Run, SetValue, Value

DENSE = 1 << 16
"""Keys within so many numbers are looked up in an array."""


class Keys(Comparison):
    """Adds constant keys."""

    def key_index(self, keys: list[Any], key: Value, node: ast.AST) -> str | None:
        """The place of a key among constants, -1 if it is not there; None if it certainly is not."""
        if isinstance(key, Run) and isinstance(key.type, Choice):
            places = {member: number for number, member in enumerate(keys)}
            found = [places.get(member, -1) if _hashable(member) else -1 for member in key.type.members]
            return self.i64(self.per_member(key, found, node), node)
        if isinstance(key, SetValue) and isinstance(key.type, Set):
            if is_bits(key):
                return self.bits_search(key, keys, node)
            rows = [tuple(each) if isinstance(each, frozenset) else () for each in keys]
            return self.i64(self.prelude("set_search", [*key.lists, Known(rows)], node), node)
        self.check_key(key, node)
        if any(own_method(type(each), "__eq__") for each in keys):
            raise Refusal(node, "constants with an `__eq__` of their own cannot be looked up here; compare them with ==")
        pack = self.as_pack(key)
        if pack is not None:
            return self.tuple_index([_as_tuple(each, pack.cls) for each in keys], pack, node)
        if self.number(key) is None:
            raise Refusal(node, f"{self.what(key)} cannot be a key here; use numbers, texts or tuples of them")
        whole = [(int(each), number) for number, each in enumerate(keys) if is_number(each) and each == int(each)]
        if not whole:
            return None
        if self.is_float(key):
            key = self.prelude("whole_or_none", [key], node)
        return self.dense_index(whole, self.integer(key, node), node)

    def bits_search(self, made: SetValue, keys: list[Any], node: ast.AST) -> str:
        """The place of a set that is bits among constants; -1 if it is not there."""
        of = contents_of(made).of
        rows = [(number, self.all_bits(key, of)) for number, key in enumerate(keys) if isinstance(key, frozenset)]
        if any(bits is None for _, bits in rows):
            self.module.read_order(contents_of(made))
        found = [(number, bits) for number, bits in rows if bits is not None and bits >= 0]
        if not found:
            return "-1"
        self.module.declare(SEARCH)
        table = self.bits_table([bits for _, bits in found])
        at = self.code.op(f"call i64 @zm_search(ptr {made.lists[0].operand}, ptr {table}, i64 {len(found)})")
        place = self.i64(self.chosen_or(Run(I64, at), [number for number, _ in found], -1, node), node)

        def far() -> str:
            size = self.i64(self.prelude("rest_size", [made], node), node)
            return self.code.op(f"select i1 {self.code.op(f'icmp eq i64 {size}, 0')}, i64 {place}, i64 -1")

        return self.seldom(self.has_rest(made), far, "i64", place)

    def all_bits(self, key: frozenset[Any], of: Type) -> int | None:
        """The bits of a constant set; -1 if no set with entries of a type equals it, None if one may that has entries without bits."""
        found = 0
        for entry in key:
            kind = kind_of(self.module.constants.type_of(entry))
            if kind is None:
                return None
            if kind != kind_of(of) or (isinstance(of, Choice) and identity(entry) not in of.places):
                return -1
            bit = constant_bit(entry, of)
            if bit is None:
                return None
            found |= 1 << bit
        return found

    def dense_index(self, keys: list[tuple[int, int]], key: tuple[str, Int], node: ast.AST) -> str:
        low, high = min(each for each, _ in keys), max(each for each, _ in keys)
        if high - low >= DENSE:
            ordered = sorted(keys)
            at = self.prelude("search", [Known([each for each, _ in ordered]), Run(key[1], key[0])], node)
            return self.i64(self.chosen_or(at, [number for _, number in ordered], -1, node), node)
        table = [-1] * (high - low + 1)
        for each, number in keys:
            table[each - low] = number
        operand, own = key
        if own.low >= low and own.high <= high:
            offset = self.code.op(f"sub nsw i64 {operand}, {low}") if low else operand
            return self.i64(self.chosen(table, offset, node), node)
        wide = self.wide(key, own.bits)
        offset = self.code.op(f"sub i{own.bits} {wide}, {low}")
        inside = self.code.op(f"icmp ult i{own.bits} {offset}, {len(table)}")
        near = self.code.op(f"select i1 {inside}, i{own.bits} {offset}, i{own.bits} 0")
        near = self.code.op(f"trunc i128 {near} to i64") if own.bits == 128 else near
        found = self.i64(self.chosen(table, near, node), node)
        return self.code.op(f"select i1 {inside}, i64 {found}, i64 -1")

    def chosen_or(self, at: Value, values: list[Any], other: Any, node: ast.AST) -> Value:
        """An entry of a table, or something else if the index is below zero."""
        operand = self.code.op(f"add i64 {self.i64(at, node)}, 1")
        return self.chosen([other, *values], operand, node)

    def tuple_index(self, keys: list[Any], key: Pack, node: ast.AST) -> str | None:
        """The place of a tuple among constants."""
        wanted = [(each, number) for number, each in enumerate(keys) if isinstance(each, tuple) and len(each) == len(key.items)]
        columns: list[list[int]] = []
        numbers: list[tuple[str, Int]] = []
        for place, item in enumerate(key.items):
            inside = list(dict.fromkeys(each[place] for each, _ in wanted))
            at = (
                (str(inside.index(item.value)) if item.value in inside else None)
                if isinstance(item, Known)
                else self.key_index(inside, item, node)
            )
            if at is None:
                return None
            numbers.append((at, Int(-1, len(inside) - 1)))
            columns.append([inside.index(each[place]) for each, _ in wanted])
        total, missing, size = "0", "0", 1
        for (at, of), _ in zip(numbers, columns, strict=True):
            bad = self.code.op(f"icmp slt i64 {at}, 0")
            missing = self.code.op(f"or i1 {missing}, {bad}")
            safe = self.code.op(f"select i1 {bad}, i64 0, i64 {at}")
            total = self.code.op(f"add i64 {self.code.op(f'mul i64 {total}, {of.high + 1}')}, {safe}")
            size *= of.high + 1
        codes = []
        for row, (_, number) in enumerate(wanted):
            code = 0
            for column, (_, of) in zip(columns, numbers, strict=True):
                code = code * (of.high + 1) + column[row]
            codes.append((code, number))
        found = self.dense_index(codes, (total, Int(0, size - 1) if size < DENSE else NATURAL), node)
        return self.code.op(f"select i1 {missing}, i64 -1, i64 {found}")

    def known_entry(self, table: dict[Any, Any], key: Value, node: ast.AST, default: Value | None = None) -> Value:
        """An entry of a constant dictionary."""
        if default is None and isinstance(table, Counter):
            default = Known(0)
        missing = None if default is not None or hasattr(table, "__missing__") else KeyError
        if isinstance(key, Maybe) and not any(each is None for each in table):
            self.check(key.flag, missing)
            key = key.inner
        at = self.key_index(list(table), key, node)
        if at is None:
            if default is None:
                self.fail(missing)
                return UNKNOWN
            return default
        there = self.code.op(f"icmp sge i64 {at}, 0")
        values = list(table.values())
        if default is None:
            self.check(there, missing)
            return self.chosen(values, at, node)
        if isinstance(default, Known):
            return self.chosen([default.value, *values], self.code.op(f"add i64 {at}, 1"), node)
        safe = self.code.op(f"select i1 {there}, i64 {at}, i64 0")
        return self.branch(node, there, lambda: self.chosen(values, safe, node), lambda: default)


def _as_tuple(key: Any, cls: type | None) -> Any:
    """A constant key in the form of a tuple, if it can equal an object of a class."""
    if cls is None or issubclass(cls, tuple):
        return key
    return tuple(getattr(key, name) for name in compared_fields(cls)) if type(key) is cls else None


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
