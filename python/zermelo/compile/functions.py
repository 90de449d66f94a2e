"""Calls of functions of the user: compiled in place, or as functions of LLVM of their own."""

from __future__ import annotations

import ast
import inspect
from abc import abstractmethod
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from zermelo.compile.constants import SHORT, is_number, plain
from zermelo.compile.expressions import Expressions
from zermelo.compile.frame import Frame, local_names
from zermelo.compile.paths import Meeting
from zermelo.compile.source import Refusal, Source
from zermelo.compile.types import Choice, Mismatch, Type, widened
from zermelo.compile.values import (
    NONE,
    UNKNOWN,
    BoundMethod,
    Closure,
    FunctionTable,
    Indexed,
    Instance,
    Known,
    OneOf,
    Pack,
    Pushed,
    Run,
    Spread,
    Value,
    is_unknown,
)

YIELDS = 4
"""A generator with at most so many `yield` is compiled in place of the loop that reads it."""


class Functions(Expressions):
    """Adds calls of functions."""

    def call_function(
        self, function: Callable[..., Any], arguments: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        source = self.module.source(function)
        bound = self.bound_arguments(source.tree.args, function, arguments, keywords, node)
        if bound is None:
            return UNKNOWN
        bound = self.changeable(bound, source.tree, node)
        if inspect.isgeneratorfunction(function):
            return self.generator(source, bound, node)
        if source.tree in self.module.in_place_functions or any(
            isinstance(value, Closure | BoundMethod | Pushed | Indexed | Instance | FunctionTable | OneOf)
            for value in bound.values()
        ):
            if source.tree in self.module.under_way:
                raise Refusal(node, f"`{function.__name__}` calls itself with a function or a generator; write it with a loop")
            return self.in_place(source, source.tree, bound, None, node)
        return self.separate(source, bound, node, "R")

    def bound_arguments(
        self, arguments: ast.arguments, function: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> dict[str, Value] | None:
        """The parameters of a function with their values; None if the call is wrong."""
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        if isinstance(function, Closure):
            defaults, named = list(function.defaults), dict(function.keyword_defaults)
        else:
            defaults = [Known(each) for each in function.__defaults__ or ()]
            named = {name: Known(each) for name, each in (function.__kwdefaults__ or {}).items()}
        preset = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True)) | named
        left_over: Run | None = None
        if given and isinstance(given[-1], Spread):
            spread, given = given[-1].rest, given[:-1]
            open_names = tuple(takewhile(lambda name: name not in keywords, names[len(given) :]))
            if arguments.vararg is None:
                given = [*given, *self.taken(spread, open_names, preset, node)]
            else:
                given, left_over = self.taken_with_rest(spread, given, names, node)
        found = dict(zip(names, given, strict=False))
        rest = given[len(names) :]
        if arguments.vararg is not None:
            found[arguments.vararg.arg] = self.tuple_of(rest) if left_over is None else left_over
            rest = []
        fixed = {each.arg for each in (*arguments.args, *arguments.kwonlyargs)}
        extra = {name: value for name, value in keywords.items() if name not in fixed}
        if rest or (extra and arguments.kwarg is None) or any(name in found for name in keywords if name in fixed):
            self.fail(TypeError)
            return None
        found |= {name: value for name, value in keywords.items() if name in fixed}
        if arguments.kwarg is not None:
            found[arguments.kwarg.arg] = self.named_arguments(extra, node)
        known = {*names, *(each.arg for each in arguments.kwonlyargs)}
        for name, value in preset.items():
            found.setdefault(name, value)
        if any(name not in found for name in known):
            self.fail(TypeError)
            return None
        return found

    def tuple_of(self, values: list[Value]) -> Value:
        """A tuple of values; known if they all are."""
        if all(isinstance(each, Known) for each in values):
            return Known(tuple(each.value for each in values if isinstance(each, Known)))
        return Pack(tuple(values))

    def named_arguments(self, named: dict[str, Value], node: ast.AST) -> Value:
        """What a parameter with two stars holds."""
        if all(isinstance(each, Known) for each in named.values()):
            return Known({name: each.value for name, each in named.items() if isinstance(each, Known)}, fresh=True)
        place = self.module.twin(node, 60)
        made = self.new_dict(place)
        for number, (name, value) in enumerate(named.items()):
            self.put(made, Known(name), self.kept_item(value, self.module.twin(node, 61 + number)), place)
        return made

    def taken(self, spread: Run, names: tuple[str, ...], preset: dict[str, Value], node: ast.AST) -> list[Value]:
        """The arguments for some parameters from a list at run time, which must have just as many as have no default."""
        count = len([name for name in names if name not in preset]) or len(names)
        right = self.code.op(f"icmp eq i64 {self.list_length(spread)}, {count}")
        self.check(right, None if any(name in preset for name in names) else TypeError)
        return [self.list_item(spread, str(index)) for index in range(count)]

    def taken_with_rest(self, spread: Run, given: list[Value], names: list[str], node: ast.AST) -> tuple[list[Value], Run]:
        """Arguments where the last are a list at run time and the function takes any number of them."""
        missing = max(0, len(names) - len(given))
        self.check(self.code.op(f"icmp sge i64 {self.list_length(spread)}, {missing}"), None)
        first = [self.list_item(spread, str(index)) for index in range(missing)]
        extra, place = given[len(names) :], self.module.twin(node, 59)
        if extra:
            made = self.as_list(Pack(tuple(extra)), place, "tuple")
            self.each(spread, place, lambda item: self.append(made, item, place))
        elif missing:
            size = self.code.op(f"sub i64 {self.list_length(spread)}, {missing}")
            others = Indexed(lambda: size, lambda index: self.list_item(spread, self.code.op(f"add i64 {index}, {missing}")))
            made = self.as_list(others, place, "tuple")
        else:
            made = spread
        return [*given[: len(names)], *first], made

    def changeable(self, bound: dict[str, Value], tree: ast.AST, node: ast.AST) -> dict[str, Value]:
        """Arguments, with lists made that the function may change."""
        kept = self.module.unchanged_names(tree)
        return {
            name: value if name in kept else self.kept_item(value, self.module.twin(node, 100 + number))
            for number, (name, value) in enumerate(bound.items())
        }

    def in_place(
        self,
        source: Source,
        tree: ast.FunctionDef | ast.Lambda,
        bound: dict[str, Value],
        parent: Frame | None,
        node: ast.AST,
        yields: Any = None,
    ) -> Value:
        """Compile a function where it is called; its answer."""
        caller, path = self.frame, self.path
        self.path = (*path, self.module.number(node), self.module.number(tree))
        if len(self.path) > 60:
            raise Refusal(node, "functions call each other too deeply here; write them with a loop")
        end: Meeting = self.meeting(tree, "return")
        self.frame = Frame(source, local_names(tree), parent, returns=end, yields=yields)
        self.module.under_way.append(tree)
        try:
            for name, value in bound.items():
                self.env[self.frame, name] = value
            if isinstance(tree, ast.Lambda):
                self.meet(end, self.expr(tree.body))
            else:
                self.block(tree.body)
                self.meet(end, NONE)
            made = self.resume(end)
            if not isinstance(made, Closure | FunctionTable | OneOf):  # which still needs the variables around it
                for variable in [each for each in self.env if each[0] is self.frame]:
                    del self.env[variable]
        finally:
            self.module.under_way.pop()
            self.frame, self.path = caller, path
        return made

    def call_closure(self, function: Closure, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        bound = self.bound_arguments(function.node.args, function, arguments, keywords, node)
        if bound is None:
            return UNKNOWN
        bound = self.changeable(bound, function.node, node)
        if function.node in self.module.under_way or _calls_itself(function.node):
            return self.captured(function, bound, node)
        if isinstance(function.node, ast.FunctionDef) and _yields(function.node):
            return Pushed(lambda body: self.push(function.frame.source, function.node, bound, function.frame, node, body), node)
        return self.in_place(function.frame.source, function.node, bound, function.frame, node)

    def captured(self, function: Closure, bound: dict[str, Value], node: ast.AST) -> Value:
        """A function inside a function that calls itself: the variables around it are handed over with each call."""
        for each in ast.walk(function.node):
            if isinstance(each, ast.Nonlocal):
                raise Refusal(each, "a function that calls itself cannot change variables around it; keep what changes in a list")
        inner = local_names(function.node)
        free = {each.id for each in ast.walk(function.node) if isinstance(each, ast.Name) and each.id not in inner}
        around: dict[str, Value] = {}
        for name in sorted(free):
            owner = function.frame.owner(name)
            value = None if owner is None else self.env.get((owner, name))
            if value is not None and not (isinstance(value, Closure) and value.node is function.node):
                around[name] = value
        way = "L" if isinstance(function.node, ast.FunctionDef) and _yields(function.node) else "R"
        return self.separate(function.frame.source, bound, node, way, function, around)

    def generator(self, source: Source, bound: dict[str, Value], node: ast.AST) -> Value:
        """A generator: compiled in place of the loop that reads it, or a function that makes a list."""
        assert isinstance(source.tree, ast.FunctionDef)
        count = sum(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(source.tree))
        if source.tree in self.module.under_way or (
            count > YIELDS and not any(isinstance(each, Closure | Pushed | Indexed | Instance) for each in bound.values())
        ):
            return self.separate(source, bound, node, "L")
        return Pushed(lambda body: self.push(source, source.tree, bound, None, node, body), node)

    def push(
        self,
        source: Source,
        tree: ast.FunctionDef | ast.Lambda,
        bound: dict[str, Value],
        parent: Frame | None,
        node: ast.AST,
        body: Callable[[Value], None],
    ) -> None:
        """Run a generator in place: each value that it yields goes to `body`."""
        reader, path, handlers = self.frame, self.path, self.handlers

        def hand_over(value: Value) -> None:
            here = self.frame, self.path, self.handlers
            self.frame, self.path, self.handlers = reader, path, handlers
            try:
                body(value)
            finally:
                self.frame, self.path, self.handlers = here

        self.in_place(source, tree, bound, parent, node, hand_over)

    def separate(
        self,
        source: Source,
        bound: dict[str, Value],
        node: ast.AST,
        way: str,
        closure: Closure | None = None,
        around: dict[str, Value] | None = None,
    ) -> Value:
        """A call of a function of LLVM of its own; `way` "L" if it is a generator whose values come as a list."""
        shapes: dict[str, Any] = {}
        operands: list[str] = []
        for name, value in {**bound, **{f"^{name}": each for name, each in (around or {}).items()}}.items():
            shape = self.shape(value, node)
            shapes[name] = shape
            if isinstance(shape, Type):
                operands += [f"{part} {operand}" for part, operand in zip(shape.parts, self.parts(value, shape), strict=True)]
        made = self.module.function(source, closure, shapes, way)
        if made.key in self.module.allocating:
            self.module.mark_allocating(self.key)
        room = self.code.place(made.returns.struct)
        code = self.code.op(f"call i32 @{made.name}({', '.join(['ptr %memory', *operands, f'ptr {room}'])})")
        bad, good = self.code.block("failed"), self.code.block("fine")
        self.code.fork(self.code.op(f"icmp slt i32 {code}, 0"), bad, good, likely=False)
        if not self.live and bad is not None:
            self.code.start(bad)
            self.passed_on(code)
            self.code.start(good)
        return self.made(made.returns, self.from_data(made.returns, room, "0"))

    def shape(self, value: Value, node: ast.AST) -> Any:
        """How an argument is handed over: a type, or a constant that the function is compiled for."""
        if isinstance(value, Known):
            fixed = plain(value.value)
            if is_number(fixed) and not isinstance(fixed, bool):
                of = self.module.constants.type_of(fixed)
                return widened(of) if not isinstance(of, Choice) else value
            if isinstance(fixed, tuple) and type(fixed) is tuple and 0 < len(fixed) <= SHORT and _numbers(fixed):
                return widened(self.module.constants.type_of(fixed))
            return value
        if isinstance(value, Pack) and any(isinstance(item, Closure) for item in value.items):
            raise Refusal(node, "a tuple with a function in it cannot be handed over")
        try:
            return widened(self.type_of(value))
        except Mismatch:
            raise Refusal(node, f"{self.what(value)} cannot be handed over here") from None

    def prelude(self, name: str, arguments: list[Value], node: ast.AST) -> Value:
        if any(is_unknown(each) for each in arguments):
            return UNKNOWN
        before = self.module.asking
        if not self.module.is_prelude(self.frame.source):
            self.module.asking = (self.frame.source, node)
        made = self.call_function(self.module.prelude_function(name), arguments, {}, node)
        self.module.asking = before
        return made

    @abstractmethod
    def block(self, statements: list[ast.stmt]) -> None:
        """Statements, one after another."""


def _numbers(value: tuple[Any, ...]) -> bool:
    return all((is_number(each) and not isinstance(each, bool)) or (type(each) is tuple and _numbers(each)) for each in value)


def _yields(node: ast.FunctionDef) -> bool:
    """Whether a function inside a function is a generator."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(each, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(each)
    return False


def _calls_itself(node: ast.Lambda | ast.FunctionDef) -> bool:
    if isinstance(node, ast.Lambda):
        return False
    return any(isinstance(each, ast.Name) and each.id == node.name and isinstance(each.ctx, ast.Load) for each in ast.walk(node))
