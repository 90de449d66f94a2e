"""Methods of lists and sets, and the operators of sets."""

from __future__ import annotations

import ast
from collections.abc import Callable

from zermelo.compile.bit_sets import contents_of, is_bits
from zermelo.compile.bits import has_words
from zermelo.compile.sorting import Sorting
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, List, Set
from zermelo.compile.values import NONE, Known, Pack, Run, SetValue, Value

DEQUE_METHODS = ("appendleft", "popleft", "extendleft", "rotate")
READING = frozenset(["isdisjoint", "issubset", "issuperset", "intersection", "union", "difference", "symmetric_difference"])
"""Methods of sets that do not change them, with an argument."""


class Methods(Sorting):
    """Adds methods of containers."""

    def list_method(self, made: Run, name: str, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """A method of a list at run time."""
        assert isinstance(made.type, List)
        if made.type.kind in ("tuple", "sequence") and name not in ("index", "count"):
            raise Refusal(node, f"a {made.type.kind} has no method `{name}`; make it a list")
        if name in DEQUE_METHODS and made.type.kind != "deque":
            raise Refusal(node, f"a list has no method `{name}`; make it a deque")
        method = _LIST_METHODS.get(name) if name == "sort" or not keywords else None
        if method is None:
            raise Refusal(node, f"`{name}` of a list cannot be compiled; use {', '.join(sorted(_LIST_METHODS))}")
        return method(self, made, arguments, keywords, node)

    def extended_by(self, made: Run, value: Value, node: ast.AST) -> Value:
        """Append all entries of something."""
        if isinstance(value, Run) and isinstance(value.type, List):  # it may be the same list
            value = self.as_list(value, node)
        self.each(value, node, lambda item: self.append(made, item, node))
        return NONE

    def extended_left(self, made: Run, value: Value, node: ast.AST) -> Value:
        """Put all entries of something before the first, one after another."""
        copied = self.as_list(value, node)
        self.each(copied, node, lambda item: self._insert_none(made, item, node))
        return NONE

    def _insert_none(self, made: Run, item: Value, node: ast.AST) -> None:
        self.insert(made, Known(0), item, node)

    def rotated(self, made: Run, steps: Value, node: ast.AST) -> Value:
        """Turn a deque."""
        self.thaw(made)
        self.prelude("rotate", [made, self.as_list(made, node), steps], node)
        return NONE

    def insert(self, made: Run, index: Value, item: Value, node: ast.AST) -> Value:
        self.append(made, item, node)
        self.prelude("move_last", [made, index], node)
        return NONE

    def popped(self, made: Run, index: Value | None, node: ast.AST) -> Value:
        self.thaw(made)
        length = self.list_length(made)
        if index is None:
            self.check(self.code.op(f"icmp sgt i64 {length}, 0"), IndexError)
            last = self.code.op(f"sub i64 {length}, 1")
            item = self.list_item(made, last)
            self.code.run(f"store i64 {last}, ptr {made.operand}")
            return item
        at = self.place_of(index, length, 1 << 62, node)
        item = self.list_item(made, at)
        self.prelude("remove_at", [made, Run(I64, at)], node)
        return item

    def shorten(self, made: Run, length: str) -> None:
        """Drop the entries from an index on."""
        self.thaw(made)
        self.code.run(f"store i64 {length}, ptr {made.operand}")

    def position(self, value: Value, arguments: list[Value], node: ast.AST) -> Value:
        """`.index`."""
        if len(arguments) == 1 and isinstance(value, Pack):
            value = self.as_list(value, node, "tuple")
        if len(arguments) == 1:
            return self.prelude("position", [value, arguments[0]], node)
        if len(arguments) == 2:
            return self.prelude("position_from", [value, *arguments], node)
        return self.prelude("position_between", [value, *arguments], node)

    def set_method(self, made: SetValue, name: str, arguments: list[Value], node: ast.AST) -> Value:
        """A method of a set at run time."""
        assert isinstance(made.type, Set)
        match name, arguments:
            case "add", [item]:
                self.add(made, item, node)
                return NONE
            case (("discard" | "remove"), [item]):
                there = self.contains(made, item, node)
                if name == "remove":
                    self.check(self.bit(there), KeyError)
                self.discard(made, item, node)
                return NONE
            case "copy", []:
                return self.set_copy(made, node)
            case "pop", [] if made.type.bits:
                return self.popped_bit(made, node)
            case "clear", [] if made.type.bits:
                self.bits_clear(made)
                return NONE
            case "pop", []:
                place = self.prelude("set_pop", list(made.lists), node)
                item = self.list_item(made.lists[2], self.i64(place, node))
                if has_words(made):
                    self.drop_bit(made, item)
                return item
            case "clear", []:
                self.cleared(made, node)
                return NONE
            case (("update" | "union"), _):
                whole = made if name == "update" else self.set_copy(made, node)
                for number, other in enumerate(arguments):
                    self.merge_into(whole, other, self.module.twin(node, 10 + number))
                return NONE if name == "update" else whole
            case (("intersection" | "intersection_update"), [_, *_]):
                both = made
                for number, other in enumerate(arguments):
                    both = self.in_both(both, other, self.module.twin(node, 10 + number))
                if name == "intersection":
                    return both
                self.take(made, both, node)
                return NONE
            case "difference", [first, *others]:
                rest = self.without(made, first, node)
                for number, other in enumerate(others):
                    self.take_away(rest, other, self.module.twin(node, 10 + number))
                return rest
            case "difference_update", _:
                for number, other in enumerate(arguments):
                    self.take_away(made, other, self.module.twin(node, 10 + number))
                return NONE
            case "symmetric_difference", [other]:
                return self.set_operator(ast.BitXor(), made, other, node)
            case "symmetric_difference_update", [other]:
                self.toggle(made, other, node)
                return NONE
            case (("issubset" | "issuperset" | "isdisjoint"), [other]):
                two = self.as_set(other, node)
                if name == "issuperset":
                    return self.compared_sets("within", two, made, node)
                return self.compared_sets("within" if name == "issubset" else "apart", made, two, node)
        raise Refusal(node, f"`{name}` of a set cannot be compiled here")

    def popped_bit(self, made: SetValue, node: ast.AST) -> Value:
        """`pop` of a set that is bits: right if it has one entry. Where the rule does not ask for that, the order matters."""
        receiver = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
        if receiver is None or ast.unparse(receiver) not in self.single:
            self.module.read_order(contents_of(made))
        item = self.only_entry(made, None, node)
        self.bits_clear(made)
        return item

    def take(self, made: SetValue, other: SetValue, node: ast.AST) -> None:
        """Make a set what another is, which is not used any more."""
        if self.share(made, other):
            self.bits_take(made, other)
        else:
            self.prelude("set_take", [*made.lists, *other.lists], node)
            self.write_words(made, self.words(other))

    def cleared(self, made: SetValue, node: ast.AST) -> None:
        """Remove all entries."""
        self.prelude("set_clear", list(made.lists), node)
        self.bits_clear(made)

    def in_both(self, made: SetValue, other: Value, node: ast.AST) -> SetValue:
        """The entries of a set that are also in something else."""
        if self.sequence_kind(other) == "set":
            found = self.set_operator(ast.BitAnd(), made, other, node)
            assert isinstance(found, SetValue)
            return found
        self.gain(self.contents_at(node, "set"), made, node=node)
        both = self.new_set(node, None)

        def keep(item: Value) -> None:
            there = self.contains(made, item, node)
            self.branch(node, self.bit(there), lambda: self._add_none(both, item, node), lambda: None)

        self.each(other, node, keep)
        return both

    def _add_none(self, made: SetValue, item: Value, node: ast.AST) -> None:
        self.add(made, item, node)

    def without(self, made: SetValue, other: Value, node: ast.AST) -> SetValue:
        """The entries of a set that are not in something else."""
        if self.sequence_kind(other) == "set":
            found = self.set_operator(ast.Sub(), made, other, node)
            assert isinstance(found, SetValue)
            return found
        if self.sequence_kind(other) == "dict":
            raise Refusal(node, "the difference of a set and a dictionary cannot be compiled; use its keys: list(...)")
        rest = self.set_copy(made, node)
        self.take_away(rest, other, node)
        return rest

    def take_away(self, made: SetValue, other: Value, node: ast.AST) -> None:
        """Remove all entries of something from a set."""
        if is_bits(made):
            self.take_bits(made, other, node)
            return
        if other == made:
            self.cleared(made, node)
            return
        self.each(other, node, lambda item: self.discard(made, item, node))
        self.prelude("set_shrink", list(made.lists), node)

    def take_bits(self, made: SetValue, other: Value, node: ast.AST) -> None:
        if self.sequence_kind(other) != "set":
            self.each(other, node, lambda item: self.discard(made, item, node))
        elif self.gain(contents_of(made), second := self.as_set(other, node), node=node):
            self.bits_in_place(ast.Sub(), made, second, node)

    def discard(self, made: SetValue, item: Value, node: ast.AST) -> None:
        """Remove an entry if it is there."""
        assert isinstance(made.type, Set)
        wanted = self.wanted(made.type.contents, item, node)
        if wanted is not None and made.type.bits:
            self.bits_discard(made, wanted, node)
        elif wanted is not None:
            self.prelude("set_discard", [*made.lists, wanted], node)
            if has_words(made):
                self.drop_bit(made, wanted)

    def toggle(self, made: SetValue, other: Value, node: ast.AST) -> None:
        """Remove the entries of something that are in a set, and add the others."""
        if other == made and not is_bits(made):
            self.cleared(made, node)
            return
        if self.sequence_kind(other) == "dict":
            raise Refusal(node, "the difference of a set and a dictionary cannot be compiled; use its keys: list(...)")
        second = self.as_set(other, node)
        if is_bits(made) and self.gain(contents_of(made), second, node=node):
            self.bits_in_place(ast.BitXor(), made, second, node)
            return
        self.share(made, second)
        words = self.combined(ast.BitXor(), made, second)
        self.prelude("set_symmetric", [*second.lists, *second.lists, *made.lists], node)
        self.write_words(made, words)

    def set_copy(self, made: SetValue, node: ast.AST) -> SetValue:
        path, self.path = self.path, (*self.path, "copy")
        contents = self.contents_at(node, "set")
        if self.gain(contents, made, node=node):
            self.path = path
            self.module.set_forms.append((contents, True))
            return self.bits_copy(made, contents, node)
        twin = self.new_set(node, None)
        self.path = path
        self.merge_into(twin, made, node)
        return twin

    def merge_into(self, made: SetValue, other: Value, node: ast.AST) -> None:
        """Add all entries of something to a set, in the way that keeps Python's order of entries."""
        if self.sequence_kind(other) == "set":
            other = self.as_set(other, node)
        if isinstance(other, SetValue) and isinstance(other.type, Set):
            if is_bits(made) and self.gain(contents_of(made), other, node=node):
                self.bits_in_place(ast.BitOr(), made, other, node)
                return
            self.share(made, other)
            words = self.combined(ast.BitOr(), made, other)
            self.prelude("set_merge", [*made.lists, *other.lists], node)
            self.write_words(made, words)
        else:
            self.add_all(made, other, node)

    def set_operator(self, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value:
        """`|`, `&`, `-` and `^` of sets."""
        path = self.path
        self.path = (*path, "left")
        a = self.as_set(one, node)
        self.path = (*path, "right")
        b = self.as_set(other, node)
        self.path = path
        contents = self.contents_at(node, "set")
        if isinstance(op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor) and self.gain(contents, a, b, node=node):
            self.module.set_forms.append((contents, True))
            return self.bits_operator(op, a, b, contents, node)
        if isinstance(op, ast.BitOr):
            made = self.set_copy(a, node)
            self.merge_into(made, b, node)
            return made
        names = {ast.BitAnd: "set_intersection", ast.Sub: "set_difference", ast.BitXor: "set_symmetric"}
        name = names.get(type(op))
        if name is None:
            raise Refusal(node, "sets have the operators |, &, - and ^")
        made = (
            self.set_copy(b if isinstance(op, ast.BitXor) else a, node)
            if isinstance(op, ast.Sub | ast.BitXor)
            else self.new_set(node, None)
        )
        self.share(made, a, b)
        self.prelude(name, [*a.lists, *b.lists, *made.lists], node)
        self.write_words(made, self.combined(op, a, b))
        return made


_Method = Callable[[Methods, Run, list[Value], dict[str, Value], ast.AST], Value]


def _append(fn: Methods, made: Run, arguments: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    fn.append(made, arguments[0], node)
    return NONE


def _remove(fn: Methods, made: Run, arguments: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    at = fn.prelude("position", [made, arguments[0]], node)
    fn.popped(made, at, node)
    return NONE


def _clear(fn: Methods, made: Run, _: list[Value], __: dict[str, Value], node: ast.AST) -> Value:
    fn.shorten(made, "0")
    return NONE


def _reverse(fn: Methods, made: Run, _: list[Value], __: dict[str, Value], node: ast.AST) -> Value:
    fn.thaw(made)
    return fn.prelude("reverse", [made], node)


_LIST_METHODS: dict[str, _Method] = {
    "append": _append,
    "appendleft": lambda fn, made, given, _, node: fn.insert(made, Known(0), given[0], node),
    "extend": lambda fn, made, given, _, node: fn.extended_by(made, given[0], node),
    "insert": lambda fn, made, given, _, node: fn.insert(made, given[0], given[1], node),
    "pop": lambda fn, made, given, _, node: fn.popped(made, given[0] if given else None, node),
    "popleft": lambda fn, made, given, _, node: fn.popped(made, Known(0), node),
    "remove": _remove,
    "clear": _clear,
    "sort": lambda fn, made, _, keywords, node: fn.sort(made, keywords, node),
    "reverse": _reverse,
    "extendleft": lambda fn, made, given, _, node: fn.extended_left(made, given[0], node),
    "rotate": lambda fn, made, given, _, node: fn.rotated(made, given[0] if given else Known(1), node),
    "index": lambda fn, made, given, _, node: fn.position(made, given, node),
    "count": lambda fn, made, given, _, node: fn.prelude("count", [made, given[0]], node),
    "copy": lambda fn, made, _, __, node: fn.as_list(made, node, fn.sequence_kind(made) or "list"),
}
