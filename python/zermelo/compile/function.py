"""The compiler of one function: a rule, or a function that rules call."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compile.frame import Frame, local_names
from zermelo.compile.shapes import Rule
from zermelo.compile.source import Refusal, Source
from zermelo.compile.statements import Statements
from zermelo.compile.types import Bottom, Type
from zermelo.compile.values import UNKNOWN, BoundMethod, Closure, FunctionTable, Instance, Known, OneOf, Pack, Run, Value

DEPTH = 900
"""How deep a function may call itself; Python's own limit is 1000."""


class Function(Statements):
    """One function of the module."""

    def compile_rule(self, source: Source, arguments: list[Value], rule: Rule) -> None:
        self.module.under_way = [source.tree]
        end = self.meeting(source.tree, "return")
        self.frame = Frame(source, local_names(source.tree), returns=end)
        bound = self.bound_arguments(source.tree.args, source.function, arguments, {}, source.tree)
        if bound is None:
            raise Refusal(source.tree, "its parameters are not those that the rule has")
        rule.begin(self)
        for name, value in bound.items():
            self.env[self.frame, name] = value
        self.block(source.tree.body)
        if self.frame.hands_out:
            self.fail(TypeError)  # None cannot be iterated over
        self.meet(end, Known(None))
        answer = self.resume(end)
        try:
            rule.finish(self, answer, source.tree)
        except Refusal as refusal:
            self.module.refuse(self, refusal)

    def compile_function(
        self, source: Source, closure: Closure | None, shapes: dict[str, Any], way: str, recursive: bool
    ) -> tuple[Type, list[str]]:
        tree = closure.node if closure is not None else source.tree
        end = self.meeting(tree, "return")
        outer = None
        if closure is not None:
            outer = Frame(source, frozenset(name[1:] for name in shapes if name.startswith("^")) | {getattr(tree, "name", "")})
            self.env[outer, getattr(tree, "name", "")] = Closure(closure.node, outer, closure.defaults, closure.keyword_defaults)
        self.frame = Frame(source, local_names(tree), outer, returns=end)
        parameters: list[str] = []
        for name, shape in shapes.items():
            value: Value
            if isinstance(shape, Type):
                names = [f"%p{len(parameters) + number}" for number in range(len(shape.parts))]
                parameters += [f"{part} {operand}" for part, operand in zip(shape.parts, names, strict=True)]
                value = self.made(shape, names)
            else:
                value = shape
            target = (outer, name[1:]) if name.startswith("^") else (self.frame, name)
            self.env[target] = value
        if recursive:
            self.deeper()
        answer = self.body(tree, way, end)
        if isinstance(answer, Instance | Closure | BoundMethod | FunctionTable | OneOf) or (
            isinstance(answer, Pack) and any(isinstance(each, Instance | Closure) for each in answer.items)
        ):
            self.module.in_place_functions.add(tree)
            self.module.changed = True
            answer = UNKNOWN
        key = ("returns", self.key)
        returns = self.module.remember(key, self.common([answer])) if self.live else self.module.remembered.get(key, Bottom())
        if self.live:
            self.store(returns, self.parts(answer, returns), "%ret", "0")
            if recursive:
                self.shallower()
            self.code.leave("ret i32 0")
        return returns, parameters

    def body(self, tree: ast.FunctionDef | ast.Lambda, way: str, end: Any) -> Value:
        out: Run | None = None
        if way == "L":
            out = self.new_list(self.contents_at(tree, "yielded"), "0", "8", "tuple", small=True)
            made = out
            self.frame.yields = lambda value: self.append(made, value, tree)
        if isinstance(tree, ast.Lambda):
            self.meet(end, self.expr(tree.body))
        else:
            self.block(tree.body)
            self.meet(end, Known(None))
        answer = self.resume(end)
        return self.checked_value(answer, tree) if out is None else out

    def deeper(self) -> None:
        self.module.mark_allocating(self.key)
        at = self.code.op("getelementptr %Memory, ptr %memory, i32 0, i32 4")
        depth = self.code.op(f"add i64 {self.code.op(f'load i64, ptr {at}')}, 1")
        self.code.run(f"store i64 {depth}, ptr {at}")
        self.check(self.code.op(f"icmp slt i64 {depth}, {DEPTH}"), None)

    def shallower(self) -> None:
        at = self.code.op("getelementptr %Memory, ptr %memory, i32 0, i32 4")
        depth = self.code.op(f"sub i64 {self.code.op(f'load i64, ptr {at}')}, 1")
        self.code.run(f"store i64 {depth}, ptr {at}")

    def definition(self, name: str, parameters: list[str]) -> str:
        for block in self.failures.values():
            self.code.blocks.append(block)
        return f"define internal i32 @{name}({', '.join(['ptr %memory', *parameters])}) {{\n{self.code.text()}}}\n"
