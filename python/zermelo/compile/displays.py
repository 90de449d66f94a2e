"""Displays: tuples, lists, sets and dictionaries as they are written out, and stars in them and in calls."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable
from typing import Any

from zermelo.compile.comprehensions import Comprehensions
from zermelo.compile.constants import entries_of
from zermelo.compile.source import Refusal
from zermelo.compile.values import Closure, FunctionTable, Known, Pack, Pushed, SetValue, Value

CHANGEABLE = (list, set, dict, deque)
"""Containers that a rule may change if it has made them."""
CHANGING = frozenset(
    [
        "append",
        "appendleft",
        "extend",
        "extendleft",
        "insert",
        "pop",
        "popleft",
        "remove",
        "sort",
        "reverse",
        "clear",
        "add",
        "discard",
        "update",
        "setdefault",
        "rotate",
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
        "popitem",
        "subtract",
    ]
)
"""Methods that change a container."""


class Displays(Comprehensions):
    """Adds displays."""

    def expr_Tuple(self, node: ast.Tuple) -> Value:
        items, rest = self.starred(node.elts)
        if rest is not None:
            return self.as_list(self.gathered(items, rest, node), node, "tuple")
        kept = [self.kept_item(item, each) for item, each in zip(items, _places(node, len(items)), strict=True)]
        if all(isinstance(item, Known) for item in kept):
            return Known(tuple(item.value for item in kept if isinstance(item, Known)))
        return Pack(tuple(kept))

    def kept_item(self, value: Value, node: ast.AST) -> Value:
        if isinstance(value, Known) and value.fresh and isinstance(value.value, CHANGEABLE):
            return self.made_known(value, node)
        return value

    def starred(self, nodes: list[ast.expr], is_call: bool = False) -> tuple[list[Value], Pushed | None]:
        """The values of some expressions. From the first star on whose length is known at run time only, they come one by one."""
        values: list[Value] = []
        for number, node in enumerate(nodes):
            if not isinstance(node, ast.Starred):
                values.append(self.expr(node))
                continue
            value = self.star_value(node.value) if is_call else self.expr(node.value)
            entries = self.fixed(value) if is_call or isinstance(value, Pack | Known) else None
            if entries is None:
                return values, self.one_by_one(value, node, nodes[number + 1 :])
            values += entries
        return values, None

    def star_value(self, node: ast.expr) -> Value:
        """What stands behind a star in a call. A comprehension over something short is written out."""
        if isinstance(node, ast.ListComp | ast.GeneratorExp) and len(node.generators) == 1 and not node.generators[0].ifs:
            if (known := self.computed(ast.copy_location(ast.ListComp(node.elt, node.generators), node))) is not None:
                return Known(tuple(known.value))
            over = self.expr(node.generators[0].iter)
            entries = self.fixed(over)
            made = self.comprehension(node, node.elt, over if entries is None else Pack(tuple(entries)))
            if entries is None:
                return made
            values: list[Value] = []
            made.each(values.append)
            return Pack(tuple(values))
        return self.expr(node)

    def one_by_one(self, value: Value, node: ast.Starred, rest: list[ast.expr]) -> Pushed:
        """The entries of a value that has a star, and the values of the expressions that follow it."""

        def each(body: Callable[[Value], None]) -> None:
            self.each(value, node, body)
            for part in rest:
                if isinstance(part, ast.Starred):
                    self.each(self.expr(part.value), part, body)
                else:
                    body(self.expr(part))

        return Pushed(each, node)

    def gathered(self, first: list[Value], rest: Pushed, node: ast.AST) -> Pushed:
        """Some values, and then others one by one."""

        def each(body: Callable[[Value], None]) -> None:
            for value in first:
                body(value)
            rest.each(body)

        return Pushed(each, node)

    def expr_List(self, node: ast.List) -> Value:
        items, rest = self.starred(node.elts)
        if rest is not None:
            return self.as_list(self.gathered(items, rest, node), node)
        if any(isinstance(item, Closure) for item in items):
            return FunctionTable(tuple(range(len(items))), tuple(items), is_list=True)
        plain_items = [
            item.value for item in items if isinstance(item, Known) and not (item.fresh and isinstance(item.value, CHANGEABLE))
        ]
        if items and len(plain_items) == len(items):
            return self.module.constant(node, plain_items)
        return self.list_of(
            node, [self.kept_item(item, each) for item, each in zip(items, _places(node, len(items)), strict=True)]
        )

    def expr_Set(self, node: ast.Set) -> Value:
        """A set. Its entries are put in as Python does it, because that decides their order."""
        if all(isinstance(each, ast.Constant) for each in node.elts):
            tree = ast.fix_missing_locations(ast.Expression(node))
            return self.module.constant(node, eval(compile(tree, "<constant>", "eval")))
        parts: list[tuple[ast.expr, Value]] = []
        known: set[Any] | None = set()
        made: SetValue | None = None
        for each in node.elts:
            value = self.expr(each.value if isinstance(each, ast.Starred) else each)
            if known is not None and isinstance(value, Known):
                parts.append((each, value))
                known = self.with_known(known, each, value)
                continue
            if made is None:
                made, known = self.new_set(node, None), None
                for before, one in parts:
                    self.put_in(made, before, one, node)
            self.put_in(made, each, value, node)
        return self.module.constant(node, known) if made is None else made

    def with_known(self, known: set[Any], each: ast.expr, value: Known) -> set[Any]:
        """A set that is known now with one part of a display more."""
        if not isinstance(each, ast.Starred):
            known.add(value.value)
        elif entries_of(value.value) is None:
            raise Refusal(each, f"{self.what(value)} cannot be iterated over here")
        else:
            known.update(value.value)
        return known

    def put_in(self, made: SetValue, each: ast.expr, value: Value, node: ast.AST) -> None:
        """Put one part of a display into a set."""
        if isinstance(each, ast.Starred):
            self.merge_into(made, value, each)
        else:
            self.add(made, value, node)

    def expr_Dict(self, node: ast.Dict) -> Value:
        pairs = [
            (None if key is None else self.expr(key), self.expr(value)) for key, value in zip(node.keys, node.values, strict=True)
        ]
        if pairs and all(isinstance(value, Known) and (key is None or _is_plain(key, value)) for key, value in pairs):
            known: dict[Any, Any] = {}
            for key, value in pairs:
                assert isinstance(value, Known)
                known |= value.value if key is None else {key.value: value.value}  # type: ignore[attr-defined]
            return self.module.constant(node, known)
        if any(isinstance(value, Closure) for _, value in pairs) and all(isinstance(key, Known) for key, _ in pairs):
            table = {key.value: value for key, value in pairs if isinstance(key, Known)}
            return FunctionTable(tuple(table), tuple(table.values()))
        made = self.new_dict(node)
        for number, (key, value) in enumerate(pairs):
            if key is None:
                if self.pairs(value, node) is value:
                    raise Refusal(node, f"{self.what(value)} is not a dictionary")
                self.put_all(made, value, self.module.twin(node, number))
            else:
                self.put(made, key, self.kept_item(value, node.values[number]), node)
        return made


def _is_plain(key: Value, value: Value) -> bool:
    """Whether an entry of a dictionary is known now and contains nothing that the rule may change."""
    return isinstance(key, Known) and isinstance(value, Known) and not (value.fresh and isinstance(value.value, CHANGEABLE))


def _places(node: ast.Tuple | ast.List, count: int) -> list[ast.AST]:
    """A place in the source for each entry of a display."""
    return list(node.elts) if len(node.elts) == count else [node] * count
