"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from zermelo.compile.frame import Frame, assigned_names
from zermelo.compile.operators import Operators
from zermelo.compile.paths import Loop
from zermelo.compile.values import (
    Known,
    Pushed,
    Value,
)


class Comprehensions(Operators):
    """Adds comprehensions."""

    def expr_ListComp(self, node: ast.ListComp) -> Value:
        if (known := self.computed(node)) is not None:
            return known
        return self.as_list(self.comprehension(node, node.elt), node)

    def expr_SetComp(self, node: ast.SetComp) -> Value:
        if (known := self.computed(node)) is not None:
            return known
        return self.new_set(node, self.comprehension(node, node.elt))

    def expr_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        if (known := self.computed(ast.copy_location(ast.ListComp(node.elt, node.generators), node))) is not None:
            return Known(tuple(known.value))
        return self.comprehension(node, node.elt)

    def expr_DictComp(self, node: ast.DictComp) -> Value:
        if (known := self.computed(node)) is not None:
            return known
        pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        return self.dict_from(node, self.comprehension(node, pair))

    def comprehension(self, node: ast.expr, element: ast.expr, over: Value | None = None) -> Pushed:
        """The values of a comprehension, one after another; `over` is what its first loop runs over, if that is known already."""
        generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
        targets = assigned_names([generator.target for generator in generators])
        outer = self.frame
        first = self.expr(generators[0].iter) if over is None else over

        def each(body: Callable[[Value], None]) -> None:
            caller, self.frame = self.frame, Frame(outer.source, targets, outer, is_comprehension=True)
            inner = self.frame

            def nest(number: int) -> None:
                if number == len(generators):
                    value = self.expr(element)
                    self.frame = caller
                    try:
                        body(value)
                    finally:
                        self.frame = inner
                    return
                generator = generators[number]
                source = first if number == 0 else self.expr(generator.iter)
                done = self.meeting(generator, "done")

                def turn(item: Value, loop: Loop) -> None:
                    self.assign(generator.target, item, generator.target)
                    for test in generator.ifs:
                        self.unless(self.test(test), loop.again)
                    nest(number + 1)

                changed = self.changes([node], *[each.target for each in generators])
                changed |= {(inner, name) for name in targets}
                self.iterate(generator, source, frozenset(changed), turn, done, done)
                self.resume(done)

            try:
                nest(0)
            finally:
                self.frame = caller

        return Pushed(each, node)

    def unless(self, test: Value, miss: Any) -> None:
        """Go elsewhere if a condition does not hold."""
        if isinstance(test, Known):
            if not test.value:
                self.meet(miss)
            return
        yes, no = self.code.block("hit"), self.code.block("no")
        if self.live:
            self.code.fork(self.bit(test), yes, no)
            self.code.start(no)
            before = dict(self.env)
            self.meet(miss)
            self.env = before
            self.code.start(yes)

    def computed(self, node: ast.expr) -> Known | None:
        """The value of a comprehension that looks only at what is known now."""
        bound = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        names: dict[str, Any] = {}
        for each in ast.walk(node):
            if isinstance(each, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await | ast.Lambda):
                return None
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and each.id not in bound:
                owner = self.frame.owner(each.id)
                value = self.env.get((owner, each.id)) if owner is not None else None
                if owner is None:
                    try:
                        names[each.id] = self.frame.outside(each.id)
                    except KeyError:
                        return None
                elif isinstance(value, Known):
                    names[each.id] = value.value
                else:
                    return None
        if not self.module.may_compute(names.values()):
            return None
        try:
            tree = ast.fix_missing_locations(ast.Expression(node))
            return self.module.constant(node, self.module.compute(lambda: eval(compile(tree, "<constant>", "eval"), names)))
        except Exception:
            return None

    @abstractmethod
    def assign(self, target: ast.expr, value: Value, node: ast.AST) -> None:
        """Assign a value to a target."""
