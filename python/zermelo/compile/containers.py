"""Lists and dictionaries: making them, unpacking, slices, and writing to them."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import Any

from zermelo.compile.bit_sets import is_bits
from zermelo.compile.constants import entries_of
from zermelo.compile.sets import Sets
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, Choice, Dict, Int, List
from zermelo.compile.values import NONE, UNKNOWN, Indexed, Known, Maybe, Pack, RowValue, Run, SetValue, Value, is_unknown


class Containers(Sets):
    """Adds containers that rules make for themselves."""

    # Making

    def filled(self, contents: Any, numbers: list[str]) -> Run:
        """A list of these numbers."""
        made = self.new_list(contents, str(len(numbers)), str(len(numbers)), small=True)
        data = self.list_data(made)
        for index, number in enumerate(numbers):
            self.store(I64, [number], data, str(index))
        return made

    def new_dict(self, node: ast.AST, kind: str = "dict", factory: Any = None) -> SetValue:
        keys, values = self.contents_at(node, "keys"), self.contents_at(node, "values")
        index = self.filled(self.module.numbers, ["0", *["-1"] * 8])
        return SetValue(
            Dict(keys, values, kind, factory),
            (index, self.new_list(keys, "0", "4", small=True), self.new_list(values, "0", "4", small=True)),
        )

    def put(self, made: SetValue, key: Value, value: Value, node: ast.AST) -> None:
        """`dictionary[key] = value`."""
        assert isinstance(made.type, Dict)
        self.put_type(made.type.keys, key, node)
        self.put_type(made.type.values, value, node)
        typed = self.of_type(key, made.type.keys.of, node), self.of_type(value, made.type.values.of, node)
        self.prelude("dict_put", [*made.lists, *typed], node)

    def dict_from(self, node: ast.AST, value: Value, kind: str = "dict", factory: Any = None) -> SetValue:
        """A new dictionary with the entries of a dictionary, or of pairs."""
        made = self.new_dict(node, kind, factory)
        self.put_all(made, value, node)
        return made

    def put_all(self, made: SetValue, value: Value, node: ast.AST) -> None:
        """Put all entries of a dictionary, or of pairs, into a dictionary."""

        def pair(item: Value) -> None:
            key, entry = self.unpacked(item, 2, node)
            self.put(made, key, entry, node)

        self.each(self.pairs(value, node), node, pair)

    def pairs(self, value: Value, node: ast.AST) -> Value:
        """The entries of a dictionary as pairs; anything else as it is."""
        if isinstance(value, SetValue) and isinstance(value.type, Dict):
            return self.items(value, node)
        if isinstance(value, Known) and isinstance(value.value, dict):
            return Known(tuple(value.value.items()))
        return value

    def items(self, value: SetValue, node: ast.AST) -> Indexed:
        """Keys and values of a dictionary, as pairs."""
        _, keys, values = value.lists
        return self.view(value, lambda index: Pack((self.list_item(keys, index), self.list_item(values, index))))

    def view(self, value: SetValue, item: Callable[[str], Value]) -> Indexed:
        """Something of each entry of a dictionary. As in Python, the dictionary may not grow while it is read."""
        keys = value.lists[1]
        size = self.list_length(keys)

        def length() -> str:
            self.check(self.code.op(f"icmp eq i64 {self.list_length(keys)}, {size}"), None)
            return size

        return Indexed(length, item)

    def made_known(self, value: Known, node: ast.AST) -> Value:
        """A list, set or dictionary that is known now, but that the rule will change: made at run time."""
        match value.value:
            case list():
                return self.deep_list(value.value, node)
            case set():
                return self.known_set(value.value, node)
            case Counter():
                return self.dict_from(node, value, "counter")
            case defaultdict():
                return self.dict_from(node, value, "default", value.value.default_factory)
            case dict() if type(value.value) is dict:
                values = self.made_entries(list(value.value.values()), node)
                pairs = [Pack((Known(key), entry)) for key, entry in zip(value.value, values, strict=True)]
                return self.dict_from(
                    node, Pack(tuple(pairs)) if any(isinstance(each, Run | SetValue) for each in values) else value
                )
            case dict():
                raise Refusal(node, f"a {type(value.value).__name__} cannot be compiled; use a dict")
            case deque() if value.value.maxlen is None:
                return self.as_list(Known(list(value.value)), node, "deque")
            case deque():
                raise Refusal(node, "`maxlen` cannot be compiled; keep the length yourself")
        return value

    def deep_list(self, value: list[Any], node: ast.AST) -> Value:
        """A list of constants at run time; containers inside it are made, too."""
        entries = self.made_entries(value, node)
        return (
            self.list_of(node, entries)
            if any(isinstance(each, Run | SetValue) for each in entries)
            else self.as_list(Known(value), node)
        )

    def made_entries(self, values: list[Any], node: ast.AST) -> list[Value]:
        """Constants as entries of a container that the rule may change: containers among them are made at run time, each once."""
        path, made = self.path, dict[int, Value]()
        for each in values:
            if id(each) not in made:
                self.path = (*path, "row")
                made[id(each)] = self.made_known(Known(each), node)
        self.path = path
        return [made[id(each)] for each in values]

    # Unpacking

    def unpacked(self, value: Value, count: int, node: ast.AST, starred: int | None = None) -> list[Value]:
        """A value as so many values; the one at `starred` is a list of all that the others leave."""
        if isinstance(value, Maybe):
            self.check(value.flag, TypeError)
            value = value.inner
        if is_unknown(value):
            return [UNKNOWN] * count
        if isinstance(value, SetValue) and is_bits(value) and count == 1 and starred is None:
            return [self.only_entry(value, ValueError, node)]
        if isinstance(value, Known):
            entries = entries_of(value.value)
            if entries is not None:
                value = Pack(tuple(Known(each) for each in entries))
        if isinstance(value, Pack):
            return self.unpacked_pack(value, count, node, starred)
        found = self.sequence(value, node)
        length = found.length()
        if starred is None:
            self.check(self.code.op(f"icmp eq i64 {length}, {count}"), ValueError)
            return [found.item(str(index)) for index in range(count)]
        self.check(self.code.op(f"icmp sge i64 {length}, {count - 1}"), ValueError)
        after = count - 1 - starred
        first = [found.item(str(index)) for index in range(starred)]
        last = [found.item(self.code.op(f"sub i64 {length}, {after - index}")) for index in range(after)]
        middle = self.code.op(f"sub i64 {length}, {count - 1}")
        rest = Indexed(lambda: middle, lambda index: found.item(self.code.op(f"add i64 {index}, {starred}")))
        return [*first, self.as_list(rest, node), *last]

    def unpacked_pack(self, value: Pack, count: int, node: ast.AST, starred: int | None) -> list[Value]:
        items = list(value.items)
        if starred is None:
            if len(items) != count:
                self.fail(ValueError)
                return [UNKNOWN] * count
            return items
        if len(items) < count - 1:
            self.fail(ValueError)
            return [UNKNOWN] * count
        after = count - 1 - starred
        middle = items[starred : len(items) - after]
        return [*items[:starred], self.list_of(node, middle), *items[len(items) - after :]]

    # Slices

    def sliced(self, value: Value, node: ast.Slice, where: ast.AST) -> Value:
        bounds = [NONE if each is None else self.expr(each) for each in (node.lower, node.upper, node.step)]
        if isinstance(value, Maybe):
            self.check(value.flag, TypeError)
            value = value.inner
        if is_unknown(value):
            return UNKNOWN
        if all(isinstance(bound, Known) for bound in bounds):
            key = slice(*[bound.value for bound in bounds if isinstance(bound, Known)])
            if isinstance(value, Known):
                return self.evaluated(lambda: value.value[key], where)
            if isinstance(value, Pack):
                return Pack(value.items[key])
            if isinstance(value, Run) and isinstance(value.type, Choice):
                return self.per_member_of(value, lambda member: member[key], where)
        kind = (
            None
            if self.sequence_kind(value) in ("set", "dict")
            else self.sequence_kind(value) or ("list" if entries_of(getattr(value, "value", None)) is not None else None)
        )
        found = self.indexed(value)
        if kind is None or found is None or (isinstance(value, Known) and isinstance(value.value, str)):
            raise Refusal(where, f"{self.what(value)} cannot be sliced here")
        return self.as_list(self.part(found, bounds, where), where, kind)

    def part(self, found: Indexed, bounds: list[Value], node: ast.AST) -> Indexed:
        """The entries that a slice selects."""
        length = found.length()
        step = 1 if isinstance(bounds[2], Known) and bounds[2].value is None else self._step(bounds[2], node)
        if step > 0:
            start, stop = (
                self.bound(bounds[0], length, "0", length, "0", node),
                self.bound(bounds[1], length, "0", length, length, node),
            )
        else:
            last = self.code.op(f"sub i64 {length}, 1")
            start, stop = (
                self.bound(bounds[0], length, "-1", last, last, node),
                self.bound(bounds[1], length, "-1", last, "-1", node),
            )
        size = self.range_length(start, stop, str(step), Int(step, step))

        def item(index: str) -> Value:
            scaled = index if step == 1 else self.code.op(f"mul i64 {index}, {step}")
            return found.item(self.code.op(f"add i64 {start}, {scaled}"))

        return Indexed(lambda: size, item, found.most)

    def _step(self, value: Value, node: ast.AST) -> int:
        if not isinstance(value, Known) or not isinstance(value.value, int) or value.value == 0:
            raise Refusal(node, "the step of a slice must be a number that is known beforehand, such as 2 or -1")
        return value.value

    def bound(self, value: Value, length: str, low: str, high: str, default: str, node: ast.AST) -> str:
        """A bound of a slice, between the first and the last that a sequence allows."""
        if isinstance(value, Known) and value.value is None:
            return default
        operand = self.fitted(self.integer(value, node, "a bound of a slice"), Int(-(1 << 62), 1 << 62))
        negative = self.code.op(f"icmp slt i64 {operand}, 0")
        moved = self.code.op(f"add i64 {operand}, {self.code.op(f'select i1 {negative}, i64 {length}, i64 0')}")
        under = self.code.op(f"icmp slt i64 {moved}, {low}")
        moved = self.code.op(f"select i1 {under}, i64 {low}, i64 {moved}")
        over = self.code.op(f"icmp sgt i64 {moved}, {high}")
        return self.code.op(f"select i1 {over}, i64 {high}, i64 {moved}")

    # Writing to rows and lists

    def write(self, container: Value, index: Value, value: Value, node: ast.AST) -> None:
        """`container[index] = value`."""
        match container:
            case RowValue():
                at = self.place_of(index, container.length, container.type.length or 1 << 62, node)
                self.write_row(container, at, value, node)
            case Run(type=List(kind="list" | "deque", contents=contents)):
                self.thaw(container)
                self.put_type(contents, value, node)
                of = contents.of
                parts = self.entry_parts(value, of, node)
                at = self.place_of(index, self.list_length(container), 1 << 62, node)
                self.store(of, parts, self.list_data(container), at)
            case SetValue(type=Dict()):
                self.put(container, index, value, node)
            case Maybe():
                self.check(container.flag, TypeError)
                self.write(container.inner, index, value, node)
            case _ if is_unknown(container):
                return
            case Known():
                raise Refusal(node, "rules may not change constants; what changes belongs in the state")
            case _:
                raise Refusal(node, f"{self.what(container)} cannot be changed")

    def write_row(self, row: RowValue, at: str, value: Value, node: ast.AST) -> None:
        """Write a number to a row; it must fit."""
        operand = self.fitted(self.integer(value, node, "an entry of a row"), row.type.entry)
        bits = row.type.bits
        narrow = operand if bits == 64 or operand.lstrip("-").isdigit() else self.code.op(f"trunc i64 {operand} to i{bits}")
        self.code.run(f"store i{bits} {narrow}, ptr {self.row_address(row, at)}")

    def write_slice(self, container: Value, where: ast.Slice, value: Value, node: ast.AST) -> None:
        """`container[a:b] = values`."""
        bounds = [NONE if each is None else self.expr(each) for each in (where.lower, where.upper, where.step)]
        source = self.as_list(value, node)
        if isinstance(container, RowValue):
            found = self.part(self.indices(container.length), bounds, node)
            size = found.length()
            self.check(self.code.op(f"icmp eq i64 {size}, {self.list_length(source)}"), None)
            self.count_up(
                node,
                size,
                lambda index: self.write_row(container, self.i64(found.item(index), node), self.list_item(source, index), node),
            )
        elif isinstance(container, Run) and isinstance(container.type, List):
            if container.type.contents.unite(source.type.contents):  # type: ignore[attr-defined]
                self.module.grown(container.type.contents)
            length = self.list_length(container)
            if not (isinstance(bounds[2], Known) and bounds[2].value in (None, 1)):
                self.write_steps(container, self.part(self.indices(length), bounds, node), source, node)
                return
            start = self.bound(bounds[0], length, "0", length, "0", node)
            stop = self.bound(bounds[1], length, start, length, length, node)
            self.thaw(container)
            self.prelude("replace", [container, Run(I64, start), Run(I64, stop), source], node)
        elif not is_unknown(container):
            raise Refusal(node, f"slices of {self.what(container)} cannot be assigned to")

    def like(self, made: Run) -> Run:
        """A list of the same length and kind, with nothing in it yet."""
        assert isinstance(made.type, List)
        length = self.list_length(made)
        return self.new_list(made.type.contents, length, length)

    def write_steps(self, container: Run, found: Indexed, source: Run, node: ast.AST) -> None:
        """`container[a:b:step] = values`: as many values as entries."""
        assert isinstance(container.type, List)
        self.thaw(container)
        size, of = found.length(), container.type.contents.of
        self.check(self.code.op(f"icmp eq i64 {size}, {self.list_length(source)}"), ValueError)
        data = self.list_data(container)

        def write(index: str) -> None:
            parts = self.entry_parts(self.list_item(source, index), of, node)
            self.store(of, parts, data, self.i64(found.item(index), node))

        self.count_up(node, size, write)

    def indices(self, length: str) -> Indexed:
        return Indexed(lambda: length, lambda index: Run(I64, index))

    def replace_row(self, row: RowValue, value: Value, node: ast.AST) -> None:
        """`s.row = values`: the row keeps its length."""
        found = self.indexed(value)
        if found is None:
            found = self.indexed(self.as_list(value, node))
        assert found is not None
        self.check(self.code.op(f"icmp eq i64 {found.length()}, {row.length}"), None)
        self.count_up(node, row.length, lambda index: self.write_row(row, index, found.item(index), node))

    # Methods
