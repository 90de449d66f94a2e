"""Loops over anything: tables, rows, lists, generators, and what `zip`, `enumerate`, `map` and others make of them."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from zermelo.compile.bit_sets import BitSets, contents_of, is_bits
from zermelo.compile.constants import entries_of, unique
from zermelo.compile.frame import assigned_names, inner_names, nonlocal_names
from zermelo.compile.paths import Loop, Meeting, Variable
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, Choice, Dict, Int, List, NoneType, Optional, Set, Tuple, Type
from zermelo.compile.values import UNKNOWN, FunctionTable, Indexed, Known, Maybe, Pack, Pushed, Run, SetValue, Value, is_unknown

UNROLLED = 64
"""A loop over at most so many constants that are not numbers is written out."""
WRITTEN = 1500
"""At most so many parts of the source are written out, all rounds counted."""
SMALL_LOOP = 4096
"""The steps of loops over at most so many entries are not counted,"""
UNCOUNTED = 1 << 16
"""unless loops around them make them more than this."""
Body = Callable[[Value, Loop], None]


class Iteration(BitSets):
    """Adds loops."""

    def changes(self, nodes: list[Any], *targets: ast.expr) -> frozenset[Variable]:
        """The variables that some statements, run again and again, may change."""
        names = assigned_names([*nodes, *targets])
        inner = self.inner_changes()
        found = {(self.frame.owner(name), name) for name in names}
        found |= {
            (self.frame.owner(name), name) for name in nonlocal_names([node for node in nodes if isinstance(node, ast.stmt)])
        }
        return frozenset((owner, name) for owner, name in found if owner is not None) | inner

    def inner_changes(self) -> frozenset[Variable]:
        """Variables that functions inside the function may change when they are called."""
        found: set[Variable] = set()
        frame = self.frame
        while frame is not None:
            for name in inner_names(frame.source.tree):
                owner = frame.owner(name)
                if owner is not None:
                    found.add((owner, name))
            if frame.parent is None:
                break
            frame = frame.parent
        return frozenset(found)

    def iterate(self, node: ast.AST, value: Value, changed: frozenset[Variable], body: Body, done: Meeting, out: Meeting) -> None:
        """Run `body` for each entry; afterwards go on at `done`. The body may also leave to `out`."""
        if isinstance(value, Maybe):
            self.check(value.flag, TypeError)
            value = value.inner
        if isinstance(value, SetValue) and isinstance(value.type, Set):
            value = self.unchanged_set(value, node)
        if isinstance(value, Pushed):
            self.changing.append(changed)
            try:
                value.each(lambda item: self.step(node, item, body, out))
            finally:
                self.changing.pop()
            self.meet(done)
        elif (members := self.unrolled(value, node)) is not None:
            for member in members:
                self.step(node, member, body, out)
            self.meet(done)
        else:
            self.over_indexed(node, self.sequence(value, node), changed, body, done, out)

    def unchanged_set(self, value: SetValue, node: ast.AST) -> Indexed:
        """The entries of a set; a loop that changes the number of them is left to Python, which raises an error."""
        if is_bits(value):
            return self.sequence(value, node)
        found, head = self.sequence(value, node), value.lists[0]
        size = self.i64(self.list_item(head, "1"), node)

        def length() -> str:
            now = self.i64(self.list_item(head, "1"), node)
            self.check(self.code.op(f"icmp eq i64 {now}, {size}"), None)
            return found.length()

        return Indexed(length, found.item, found.most)

    def step(self, node: ast.AST, item: Value, body: Body, out: Meeting) -> None:
        """One round of a loop that is written out."""
        again = self.meeting(node, "again")
        body(item, Loop(again, out))
        self.meet(again)
        self.resume(again)

    def over_indexed(
        self, node: ast.AST, found: Indexed, changed: frozenset[Variable], body: Body, done: Meeting, out: Meeting
    ) -> None:
        counter: Variable = (self.frame, f"#{self.module.number(node)}")
        self.env[counter] = Run(I64, "0")
        outer, self.rounds = self.rounds, self.rounds * max(1, min(found.most, SMALL_LOOP))
        if found.most > SMALL_LOOP or self.rounds > UNCOUNTED:
            self.spend(found.length())

        def turn() -> None:
            at = self.env[counter]
            assert isinstance(at, Run)
            inside, end = self.code.block("body"), self.code.block("end")
            self.code.fork(self.code.op(f"icmp slt i64 {at.operand}, {found.length()}"), inside, end)
            self.code.start(end)
            before = dict(self.env)
            self.env.pop(counter, None)
            self.meet(done)
            self.env = before
            self.code.start(inside)
            self.step(node, found.item(at.operand), body, out)
            if self.live:
                self.env[counter] = Run(I64, self.code.op(f"add nsw nuw i64 {at.operand}, 1"))

        self.loop(node, changed | {counter}, turn)
        self.rounds = outer

    def unrolled(self, value: Value, node: ast.AST) -> list[Value] | None:
        """The entries of a short sequence, if the loop over it is to be written out."""
        match value:
            case Pack(items=items) | FunctionTable(items=items, is_list=True):
                return list(items)
            case FunctionTable(keys=keys):
                return [Known(key) for key in keys]
            case Known():
                entries = None if isinstance(value.value, range) else entries_of(value.value)
                if entries is None or len(entries) > UNROLLED:
                    return None
                if len(entries) > 4 and len(entries) * sum(1 for _ in ast.walk(node)) > WRITTEN:
                    return None
                if len(entries) <= 1 or has_choice(self.module.constants.common(entries)):
                    return [Known(entry) for entry in entries]
        return None

    def sequence(self, value: Value, node: ast.AST) -> Indexed:
        """Something to iterate over, as a sequence."""
        if is_unknown(value):
            return Indexed(lambda: "undef", lambda index: UNKNOWN)
        if isinstance(value, Run) and isinstance(value.type, Choice):
            value = self.members_as_lists(value, node)
        if isinstance(value, SetValue):
            value = self.entries(value, node)
        if isinstance(value, Pack) and not value.items:
            return Indexed(lambda: "0", lambda index: UNKNOWN, 0)
        found = self.indexed(value)
        if found is None:
            if isinstance(value, Pushed | Pack):
                found = self.indexed(self.as_list(value, node))
            if found is None:
                raise Refusal(node, f"{self.what(value)} cannot be iterated over")
        return found

    def members_as_lists(self, value: Run, node: ast.AST) -> Value:
        """One of some sequences, such as texts or sets, as a list."""
        assert isinstance(value.type, Choice)
        rows = [tuple(entries_of(member) or ()) for member in value.type.members]
        if any(entries_of(member) is None for member in value.type.members):
            raise Refusal(node, f"{self.what(value)} cannot be iterated over")
        made = self.chosen(rows, value.operand, node)
        if not isinstance(self.type_of(made), Choice):
            return made
        entries = Choice(unique([entry for row in rows for entry in row]))  # which have nothing in common but to be constants
        of = List(self.module.site(("members", entries)), "tuple")
        of.contents.add(entries)
        names = [self.module.constants.list(row, of) for row in rows]
        table = ", ".join(f"ptr {name}" for name in names)
        at = f"@table{len(self.module.constants.lines)}"
        self.module.constants.lines.append(f"{at} = internal unnamed_addr constant [{len(names)} x ptr] [{table}]")
        place = self.code.op(f"getelementptr inbounds ptr, ptr {at}, i64 {value.operand}")
        return Run(of, self.code.op(f"load ptr, ptr {place}"))

    def chosen(self, values: list[Any], index: str, node: ast.AST) -> Value:
        """One of some constants."""
        if not values:
            return UNKNOWN
        of = self.module.constants.common(values)
        return self.made(of, self.from_data(of, self.module.constants.data(values, of), index))

    def entries(self, value: SetValue, node: ast.AST) -> Value:
        """The entries of a set, or the keys of a dictionary, as a list."""
        if isinstance(value.type, Dict):
            keys = value.lists[1]
            return self.view(value, lambda index: self.list_item(keys, index))
        if is_bits(value):
            self.module.read_order(contents_of(value))
            return self.bits_list(value, node)
        contents = self.contents_at(node, "entries")
        if contents.unite(value.type.contents):
            self.module.grown(contents)
        made = self.new_list(contents, "0", "8", small=True)
        self.prelude("set_entries", [*value.lists, made], node)
        return made

    def any_order(self, value: Value, node: ast.AST) -> Value:
        """Something to iterate over, for a purpose that does not depend on the order of the entries."""
        return self.bits_list(value, node) if isinstance(value, SetValue) and is_bits(value) else value

    def each(self, value: Value, node: ast.AST, body: Callable[[Value], None]) -> None:
        done = self.meeting(node, "done")
        self.iterate(node, value, self.changes([]), lambda item, _: body(item), done, done)
        self.resume(done)

    def fold(
        self, node: ast.AST, value: Value, first: Value | None, body: Callable[[Value, Value | None, Loop], Value | None]
    ) -> Value | None:
        """Combine all entries: `body` gets an entry and the result so far. None if nothing was combined and there is no first value."""
        result: Variable = (self.frame, f"#fold{self.module.number(node)}")
        if first is not None:
            self.env[result] = first
        else:
            self.env.pop(result, None)
        done = self.meeting(node, "done")

        def turn(item: Value, loop: Loop) -> None:
            made = body(item, self.env.get(result), loop)
            if made is not None:
                self.env[result] = made

        self.iterate(node, value, self.changes([node]) | {result}, turn, done, done)
        self.resume(done)
        return self.env.pop(result, None)

    # What Python's own functions make of sequences

    def enumerated(self, value: Value, start: Value, node: ast.AST) -> Value:
        if isinstance(value, Known) and isinstance(start, Known) and (entries := entries_of(value.value)) is not None:
            return Known(tuple(enumerate(entries, start.value)))
        if isinstance(value, Pack) and isinstance(start, Known):
            return Pack(tuple(Pack((Known(start.value + number), item)) for number, item in enumerate(value.items)))
        first = self.i64(start, node, "the start of `enumerate`")
        found = self.sequence(value, node)
        of = Int(0, found.most) if first == "0" and found.most < 1 << 31 else I64

        def item(index: str) -> Value:
            number = index if first == "0" else self.code.op(f"add nsw i64 {index}, {first}")
            return Pack((Run(of, number), found.item(index)))

        return Indexed(found.length, item, found.most, once=True, exact=found.exact)

    def zipped(self, values: list[Value], node: ast.AST) -> Value:
        if not values:
            return Known(())
        lists = [entries_of(value.value) if isinstance(value, Known) else None for value in values]
        if all(entries is not None for entries in lists):
            return Known(tuple(zip(*[entries or () for entries in lists], strict=False)))
        if all(isinstance(value, Pack) or entries is not None for value, entries in zip(values, lists, strict=True)):
            columns = [
                value.items if isinstance(value, Pack) else tuple(map(Known, entries or ()))
                for value, entries in zip(values, lists, strict=True)
            ]
            return Pack(tuple(Pack(row) for row in zip(*columns, strict=False)))
        found = [self.sequence(value, node) for value in values]

        def length() -> str:
            shortest = found[0].length()
            for each in found[1:]:
                other = each.length()
                less = self.code.op(f"icmp slt i64 {other}, {shortest}")
                shortest = self.code.op(f"select i1 {less}, i64 {other}, i64 {shortest}")
            return shortest

        sizes = [each.exact for each in found if each.exact is not None]
        return Indexed(
            length,
            lambda index: Pack(tuple(each.item(index) for each in found)),
            min(each.most for each in found),
            once=True,
            exact=min(sizes) if len(sizes) == len(found) else None,
        )

    def turned_round(self, value: Value, node: ast.AST) -> Value:
        if isinstance(value, Known) and (entries := entries_of(value.value)) is not None:
            return Known(tuple(reversed(entries)))
        if isinstance(value, Pack):
            return Pack(tuple(reversed(value.items)))
        found = self.sequence(value, node)
        length = found.length()
        last = self.code.op(f"sub nsw i64 {length}, 1")
        return Indexed(
            lambda: length,
            lambda index: found.item(self.code.op(f"sub nsw i64 {last}, {index}")),
            found.most,
            once=True,
            exact=found.exact,
        )

    def range_of(self, arguments: list[Value], node: ast.AST) -> Value:
        if all(isinstance(argument, Known) for argument in arguments):
            return self.evaluated(lambda: range(*[_index(each.value) for each in arguments if isinstance(each, Known)]), node)
        numbers = [self.integer(argument, node, "the bounds of `range`") for argument in arguments]
        start, stop, step = (
            (("0", Int(0, 0)), numbers[0], ("1", Int(1, 1))) if len(numbers) == 1 else (*numbers, ("1", Int(1, 1)))[:3]
        )
        if step[0] == "0":
            self.fail(ValueError)
            return UNKNOWN
        first, last = self.fitted(start, Int(-(1 << 60), 1 << 60)), self.fitted(stop, Int(-(1 << 60), 1 << 60))
        by = self.fitted(step, Int(-(1 << 31), 1 << 31))
        length = self.range_length(first, last, by, step[1])
        low, high = min(start[1].low, stop[1].low), max(start[1].high, stop[1].high)
        if step[1].low > 0:
            low, high = start[1].low, max(stop[1].high - 1, start[1].low)
        elif step[1].high < 0:
            low, high = min(stop[1].low + 1, start[1].high), start[1].high
        of = Int(max(low, I64.low), min(high, I64.high))

        def item(index: str) -> Value:
            scaled = index if by == "1" else self.code.op(f"mul nsw i64 {index}, {by}")
            return Run(of, scaled if first == "0" else self.code.op(f"add nsw i64 {scaled}, {first}"))

        most = (high - low) // max(1, abs(int(by))) + 2 if by.lstrip("-").isdigit() else 1 << 62
        return Indexed(lambda: length, item, most)

    def range_length(self, first: str, last: str, by: str, step: Int) -> str:
        """The number of entries of a range."""
        if by == "1":
            size = self.code.op(f"sub nsw i64 {last}, {first}")
            some = self.code.op(f"icmp sgt i64 {size}, 0")
            return self.code.op(f"select i1 {some}, i64 {size}, i64 0")
        if step.low <= 0 <= step.high:
            self.check(self.code.op(f"icmp ne i64 {by}, 0"), ValueError)
        up = self.code.op(f"icmp sgt i64 {by}, 0")
        ahead, behind = self.code.op(f"sub nsw i64 {last}, {first}"), self.code.op(f"sub nsw i64 {first}, {last}")
        size = self.code.op(f"select i1 {up}, i64 {ahead}, i64 {behind}")
        pace = self.code.op(f"select i1 {up}, i64 {by}, i64 {self.code.op(f'sub nsw i64 0, {by}')}")
        some = self.code.op(f"icmp sgt i64 {size}, 0")
        size = self.code.op(f"select i1 {some}, i64 {size}, i64 0")
        whole = self.code.op(f"add nsw i64 {size}, {self.code.op(f'sub nsw i64 {pace}, 1')}")
        return self.code.op(f"sdiv i64 {whole}, {pace}")

    @abstractmethod
    def view(self, value: SetValue, item: Callable[[str], Value]) -> Indexed:
        """Something of each entry of a dictionary."""

    @abstractmethod
    def expr(self, node: ast.expr, low: bool = False) -> Value:
        """The value of an expression; `low` if only its lowest 64 bits matter."""


def _index(value: Any) -> int:
    return int(value.__index__())


def has_choice(of: Type) -> bool:
    match of:
        case Choice():
            return True
        case Optional():
            return has_choice(of.of)
        case Tuple():
            return any(map(has_choice, of.items))
        case List():
            return has_choice(of.contents.of)
    return isinstance(of, NoneType | Set)
