"""Dictionaries of every kind: entries that are missing, methods, counters."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable

from zermelo.compile.comparison import same_none
from zermelo.compile.containers import Containers
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, Dict, Float
from zermelo.compile.values import NONE, UNKNOWN, Known, Pushed, Run, SetValue, Value


class Dictionaries(Containers):
    """Adds dictionaries."""

    # Entries

    def dict_entry(self, made: SetValue, key: Value, node: ast.AST) -> Value:
        """`dictionary[key]`. A counter has 0 for what is not in it; a defaultdict puts in what its factory makes."""
        assert isinstance(made.type, Dict)
        if made.type.kind == "counter":
            return self.dict_get(made, key, Known(0), node)
        if made.type.kind == "default" and made.type.factory is not None:
            return self.default_entry(made, key, node)
        wanted = self.wanted(made.type.keys, key, node)
        if wanted is None:
            self.fail(KeyError)
            return UNKNOWN
        at = self.i64(self.prelude("dict_find", [*made.lists, wanted], node), node)
        self.check(self.code.op(f"icmp sge i64 {at}, 0"), KeyError)
        return self.list_item(made.lists[2], at)

    def default_entry(self, made: SetValue, key: Value, node: ast.AST) -> Value:
        """An entry of a defaultdict."""
        assert isinstance(made.type, Dict)
        self.put_type(made.type.keys, key, node)
        at = self.i64(self.prelude("dict_find", [*made.lists, key], node), node)

        def create() -> Value:
            assert isinstance(made.type, Dict)
            first = self.kept_item(self.call_value(Known(made.type.factory), [], {}, node), node)
            self.put(made, key, first, node)
            return Run(I64, self.code.op(f"sub i64 {self.list_length(made.lists[1])}, 1"))

        found = self.branch(node, self.code.op(f"icmp sge i64 {at}, 0"), lambda: Run(I64, at), create)
        return self.list_item(made.lists[2], self.i64(found, node))

    def dict_get(self, made: SetValue, key: Value, default: Value, node: ast.AST) -> Value:
        assert isinstance(made.type, Dict)
        wanted = self.wanted(made.type.keys, key, node)
        if wanted is None:
            return default
        at = self.i64(self.prelude("dict_find", [*made.lists, wanted], node), node)
        there = self.code.op(f"icmp sge i64 {at}, 0")
        return self.branch(node, there, lambda: self.list_item(made.lists[2], at), lambda: default)

    def remove_key(self, made: SetValue, key: Value, node: ast.AST) -> None:
        """Remove an entry if it is there."""
        assert isinstance(made.type, Dict)
        wanted = self.wanted(made.type.keys, key, node)
        if wanted is not None:
            self.prelude("dict_remove", [*made.lists, wanted], node)

    def delete_key(self, made: SetValue, key: Value, node: ast.AST) -> None:
        """`del dictionary[key]`."""
        assert isinstance(made.type, Dict)
        if made.type.kind != "counter":
            self.check(self.bit(self.contains(made, key, node)), KeyError)
        self.remove_key(made, key, node)

    # Methods

    def dict_method(self, made: SetValue, name: str, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """A method of a dictionary at run time."""
        assert isinstance(made.type, Dict)
        _, keys, values = made.lists
        if made.type.kind == "counter":
            found = self.counter_method(made, name, arguments, keywords, node)
            if found is not None:
                return found
        match name, arguments:
            case "update", [*others] if len(others) <= 1:
                for other in others:
                    self.put_all(made, other, node)
                for word, value in keywords.items():
                    self.put(made, Known(word), self.kept_item(value, self.module.twin(node, 3)), node)
                return NONE
            case _ if keywords:
                pass
            case "items", []:
                return self.items(made, node)
            case "keys", []:
                return self.view(made, lambda index: self.list_item(keys, index))
            case "values", []:
                return self.view(made, lambda index: self.list_item(values, index))
            case "get", [key, *rest]:
                return self.dict_get(made, key, rest[0] if rest else NONE, node)
            case "setdefault", [key, *rest]:
                default = self.kept_item(rest[0] if rest else NONE, self.module.twin(node, 3))
                there = self.contains(made, key, node)
                self.branch(node, self.bit(self.negation(there)), lambda: self._put_none(made, key, default, node), lambda: None)
                return self.entry(made, key, node)
            case "pop", [key, *rest]:
                if not rest:
                    self.check(self.bit(self.contains(made, key, node)), KeyError)
                found = self.dict_get(made, key, rest[0], node) if rest else self.entry(made, key, node)
                self.remove_key(made, key, node)
                return found
            case "copy", []:
                return self.dict_copy(made, node)
            case "clear", []:
                self.prelude("dict_clear", list(made.lists), node)
                return NONE
        raise Refusal(node, f"`{name}` of a dictionary cannot be compiled here")

    def _put_none(self, made: SetValue, key: Value, value: Value, node: ast.AST) -> None:
        self.put(made, key, value, node)

    def dict_copy(self, made: SetValue, node: ast.AST) -> SetValue:
        """A copy of the same kind."""
        assert isinstance(made.type, Dict)
        return self.dict_from(node, made, made.type.kind, made.type.factory)

    # Counters

    def counter(self, node: ast.AST, source: Value | None) -> SetValue:
        """A new counter of the entries of something."""
        made = self.new_dict(node, "counter")
        if source is not None and self.pairs(source, node) is not source:
            self.put_all(made, source, node)
        elif source is not None:
            self.count_in(made, source, node)
        return made

    def count_in(self, made: SetValue, source: Value, node: ast.AST) -> None:
        """Count each entry of something once more."""
        assert isinstance(made.type, Dict)
        keys, values = made.type.keys, made.type.values
        self.put_type(values, Run(I64, "0"), node)

        def count(item: Value) -> None:
            self.put_type(keys, item, node)
            self.prelude("dict_count", [*made.lists, self.of_type(item, keys.of, node)], node)

        self.each(source, node, count)

    def counter_method(
        self, made: SetValue, name: str, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value | None:
        """A method that only counters have; None if it is one of every dictionary."""
        match name, arguments:
            case _ if keywords:
                raise Refusal(node, f"`{name}` of a Counter cannot be compiled with names of arguments")
            case "most_common", [*count] if len(count) <= 1:
                return self.most_common(made, count[0] if count else NONE, node)
            case "elements", []:
                return self.elements(made, node)
            case "total", []:
                if isinstance(made.lists[2].type.contents.of, Float):  # type: ignore[attr-defined]
                    raise Refusal(node, "`total` of fractions cannot be compiled; use sum(counter.values())")
                return self.fold(
                    node, made.lists[2], Known(0), lambda item, total, _: self.binary(ast.Add(), total or UNKNOWN, item, node)
                )
            case "update", [source] if self.pairs(source, node) is source:
                self.count_in(made, source, node)
                return NONE
            case (("update" | "subtract"), [source]):
                other = source if isinstance(source, SetValue) else self.counter(self.module.twin(node, 7), source)
                self.prelude(f"counter_{name}", [made, other], node)
                return NONE
            case (("update" | "subtract"), _):
                raise Refusal(node, f"`{name}` of a Counter needs what is to be counted")
        return None

    def most_common(self, made: SetValue, count: Value, node: ast.AST) -> Value:
        """The entries with their counts, the greatest counts first; equal ones in their order."""
        path = self.path
        self.path = (*path, "pairs")
        pairs = self.as_list(self.items(made, node), node)
        self.path = (*path, "counts")
        counts = self.as_list(made.lists[2], node)
        self.path = path
        self.prelude("sort_by_down", [pairs, counts, self.like(pairs), self.like(counts)], node)
        if not same_none(count):
            length = self.list_length(pairs)
            stop = self.bound(self.at_least_zero(count, node), length, "0", length, length, node)
            self.code.run(f"store i64 {stop}, ptr {pairs.operand}")
        return pairs

    def at_least_zero(self, value: Value, node: ast.AST) -> Value:
        """A whole number, or 0 if it is negative."""
        number = self.i64(value, node)
        negative = self.code.op(f"icmp slt i64 {number}, 0")
        return Run(I64, self.code.op(f"select i1 {negative}, i64 0, i64 {number}"))

    def elements(self, made: SetValue, node: ast.AST) -> Value:
        """Each entry of a counter as often as it counts."""

        def each(body: Callable[[Value], None]) -> None:
            def times(pair: Value) -> None:
                key, count = self.unpacked(pair, 2, node)
                self.each(self.range_of([count], node), self.module.twin(node), lambda _: body(key))

            self.each(self.items(made, node), node, times)

        return Pushed(each, node)

    # Operators

    def dict_operator(self, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value:
        """`|` of dictionaries; `+`, `-`, `|` and `&` of counters."""
        a, b = self.as_dict(one, node, 0), self.as_dict(other, node, 1)
        kinds = a.type.kind, b.type.kind  # type: ignore[union-attr]
        if kinds == ("dict", "dict") and isinstance(op, ast.BitOr):
            made = self.dict_from(node, a)
            self.put_all(made, b, self.module.twin(node, 2))
            return made
        name = COUNTER_OPERATORS.get(type(op)) if kinds == ("counter", "counter") else None
        if name is None:
            raise Refusal(node, "this operator of dictionaries cannot be compiled")
        made = self.new_dict(node, "counter")
        self.prelude(f"counter_{name}", [a, b, made], node)
        return made

    def dict_in_place(self, op: ast.operator, made: SetValue, value: Value, node: ast.AST) -> None:
        """`|=` of a dictionary; `+=` and `-=` of a counter."""
        assert isinstance(made.type, Dict)
        if made.type.kind == "dict" and isinstance(op, ast.BitOr):
            self.put_all(made, value, node)
            return
        other = self.as_dict(value, node, 1) if self.sequence_kind(value) == "dict" else None
        if made.type.kind != "counter" or other is None or not isinstance(op, ast.Add | ast.Sub):
            raise Refusal(node, "this operator of dictionaries cannot be compiled")
        self.prelude("counter_update" if isinstance(op, ast.Add) else "counter_subtract", [made, other], node)
        self.prelude("keep_positive", [made], node)

    def as_dict(self, value: Value, node: ast.AST, number: int) -> SetValue:
        """A dictionary at run time, which is only read."""
        if isinstance(value, SetValue) and isinstance(value.type, Dict):
            return value
        made = self.made_known(value, self.module.twin(node, 20 + number)) if isinstance(value, Known) else value
        if not isinstance(made, SetValue) or not isinstance(made.type, Dict):
            raise Refusal(node, f"{self.what(value)} is not a dictionary")
        return made

    def equal_dicts(self, one: Value, other: Value, node: ast.AST) -> Value:
        """Whether two dictionaries have the same entries; what counters do not have counts as 0."""
        a, b = self.as_dict(one, node, 0), self.as_dict(other, node, 1)
        assert isinstance(a.type, Dict)
        assert isinstance(b.type, Dict)
        if a.type.kind == b.type.kind == "counter":
            return self.prelude("counter_equal", [a, b], node)
        return self.prelude("dict_equal", [*a.lists, *b.lists], node)

    @abstractmethod
    def call_value(self, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """A call of any value that can be called."""

    @abstractmethod
    def kept_item(self, value: Value, node: ast.AST) -> Value:
        """A value as a container holds it: a container that is known now is made at run time."""

    @abstractmethod
    def binary(self, op: ast.operator, left: Value, right: Value, node: ast.AST, low: bool = False) -> Value:
        """The result of an operator."""

    def ordered_dicts(self, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value:
        """`<` and `<=` of counters; other dictionaries have no order."""
        a, b = self.as_dict(one, node, 0), self.as_dict(other, node, 1)
        if a.type.kind == b.type.kind == "counter":  # type: ignore[union-attr]
            return self.prelude("counter_less" if isinstance(op, ast.Lt) else "counter_within", [a, b], node)
        self.fail(TypeError)
        return UNKNOWN


COUNTER_OPERATORS = {ast.Add: "add", ast.Sub: "less_than", ast.BitOr: "most", ast.BitAnd: "least"}
