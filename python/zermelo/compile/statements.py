"""Statements."""

from __future__ import annotations

import ast
import importlib
from typing import Any

from zermelo.compile.frame import assigned_names
from zermelo.compile.iteration import SMALL_LOOP
from zermelo.compile.paths import Loop
from zermelo.compile.row_changes import RowChanges
from zermelo.compile.source import Refusal
from zermelo.compile.types import Dict, Int, List, Mismatch, Set
from zermelo.compile.usage import single_sets
from zermelo.compile.values import (
    NONE,
    UNKNOWN,
    Indexed,
    Instance,
    Known,
    Pack,
    Pushed,
    RowValue,
    Run,
    SetValue,
    Value,
    is_unknown,
)


class Statements(RowChanges):
    """Adds statements: the compiler of one function is complete."""

    def block(self, statements: list[ast.stmt]) -> None:
        done = 0
        for number, statement in enumerate(statements):
            if not self.live:
                return
            if number < done:
                continue
            try:
                window = self.row_window(statements[number:])
                if window is not None:
                    row, count = window
                    done = number + count
                    self.change_row(row, statements[number:done])
                    continue
                self.statement(statement)
            except (Refusal, Mismatch) as problem:
                refusal = (
                    problem
                    if isinstance(problem, Refusal)
                    else Refusal(statement, "values of different kinds meet here; keep them apart")
                )
                self.module.refuse(self, refusal)
                if isinstance(statement, ast.Return) and self.frame.returns is not None:
                    self.meet(self.frame.returns, UNKNOWN)
                for name in assigned_names([statement]):
                    owner = self.frame.owner(name)
                    if owner is not None:
                        self.env[owner, name] = UNKNOWN

    def statement(self, node: ast.stmt) -> None:
        method = getattr(self, f"do_{type(node).__name__}", None)
        if method is None:
            raise Refusal(node, f"`{_word(node)}` cannot be compiled")
        self.here = node
        method(node)

    def do_Pass(self, node: ast.Pass) -> None:
        pass

    def do_Nonlocal(self, node: ast.Nonlocal) -> None:
        pass

    def do_Global(self, node: ast.Global) -> None:
        raise Refusal(
            node, "`global` cannot be compiled: rules may not change variables of the module; what changes belongs in the state"
        )

    def do_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            module = importlib.import_module(alias.name)
            name = alias.asname or alias.name.partition(".")[0]
            self.bind(name, Known(module if alias.asname else importlib.import_module(name)), node)

    def do_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level or node.module is None:
            raise Refusal(node, "a relative import cannot be compiled; import at the top of the file")
        module = importlib.import_module(node.module)
        for alias in node.names:
            self.bind(alias.asname or alias.name, Known(getattr(module, alias.name)), node)

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            raise Refusal(node, "a decorated function inside a rule cannot be compiled")
        self.bind(node.name, self.closure(node), node)

    def do_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Yield):
            self.hand_out(node.value.value, node)
        elif isinstance(node.value, ast.YieldFrom):
            value = self.expr(node.value.value)
            self.each(value, node, lambda item: self.yielded(item, node))
        elif not isinstance(node.value, ast.Constant):
            value = self.expr(node.value)
            if isinstance(value, Pushed):
                self.each(value, node, lambda item: None)

    def hand_out(self, value: ast.expr | None, node: ast.AST) -> None:
        if value is None:
            raise Refusal(node, "`yield` needs a value here")
        self.yielded(self.expr(value), node)

    def yielded(self, value: Value, node: ast.AST) -> None:
        if self.frame.yields is None:
            raise Refusal(node, "`yield` cannot be compiled here")
        if self.live:
            self.frame.yields(value)

    def do_Return(self, node: ast.Return) -> None:
        value = NONE if node.value is None else self.expr(node.value, low=self.module.returns_low(self.frame.source.tree))
        assert self.frame.returns is not None
        if self.frame.yields is not None:
            if self.frame.hands_out:
                self.each(value, node, lambda item: self.yielded(item, node)) if node.value is not None else None
            value = NONE
        elif isinstance(value, Pushed | Indexed):
            value = self.as_list(value, node, "tuple")
        elif isinstance(value, Known) and value.fresh and isinstance(value.value, list | set | dict):
            value = self.made_known(value, node)
        self.meet(self.frame.returns, value)

    # Assignment

    def do_Assign(self, node: ast.Assign) -> None:
        value = self.expr(node.value)
        if len(node.targets) > 1:
            value = self.kept_item(value, node)
        if any(self.replaces_row(target) for target in node.targets):
            value = self.free_of_rows(node, value)
        for target in node.targets:
            self.assign(target, value, node)
        if len(node.targets) == 1 and isinstance(node.value, ast.Name) and self.replaces_row(node.targets[0]):
            self.bind(node.value.id, self.expr(node.targets[0]), node)  # the same list under two names

    def free_of_rows(self, node: ast.Assign, value: Value) -> Value:
        """The value of an assignment to rows: rows that change places are copied first."""
        target = node.targets[0]
        if isinstance(value, RowValue):
            raise Refusal(
                node,
                f"`{ast.unparse(node)}` would make both rows one list; write `{ast.unparse(target)} = list({ast.unparse(node.value)})`",
            )
        if not isinstance(value, Pack):
            return value
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            ours, theirs = {ast.unparse(each) for each in target.elts}, {ast.unparse(each) for each in node.value.elts}
            rows = [each for each in value.items if isinstance(each, RowValue)]
            if rows and ours != theirs:
                raise Refusal(node, f"`{ast.unparse(node)}` would make two rows one list; write list(...) around the rows")
        path, made = self.path, []
        for number, item in enumerate(value.items):
            self.path = (*path, "row", number)
            made.append(self.as_list(item, node) if isinstance(item, RowValue) else item)
        self.path = path
        return Pack(tuple(made))

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.do_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def assign(self, target: ast.expr, value: Value, node: ast.AST) -> None:
        match target:
            case ast.Name():
                self.bind(target.id, value, node)
            case ast.Tuple() | ast.List():
                stars = [index for index, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
                values = self.unpacked(value, len(target.elts), target, stars[0] if stars else None)
                for each, item in zip(target.elts, values, strict=True):
                    self.assign(each.value if isinstance(each, ast.Starred) else each, item, node)
            case ast.Attribute():
                self.set_field(target, value, node)
            case ast.Subscript():
                container = self.expr(target.value)
                if isinstance(target.slice, ast.Slice):
                    self.write_slice(container, target.slice, value, node)
                else:
                    self.write(container, self.expr(target.slice), value, node)
            case _:
                raise Refusal(target, "this cannot be assigned to")

    def set_field(self, target: ast.Attribute, value: Value, node: ast.AST) -> None:
        state = self.expr(target.value)
        if isinstance(state, Known):
            if state.value is self.module.game:
                raise Refusal(target, f"rules may not change `self.{target.attr}`; what changes belongs in the state")
            raise Refusal(target, "rules may not change constants; what changes belongs in the state")
        if is_unknown(state):
            return
        if isinstance(state, Instance):
            self.env[state.frame, target.attr] = self.kept_item(value, node)
            return
        if not self.state_of(state):
            raise Refusal(target, f"{self.what(state)} has no field that can be changed")
        assert isinstance(state, Run)
        place = self.field_of(state, target.attr, target)
        if self.module.read_only:
            raise Refusal(node, f"facts and kinds of moves may only read the state, but this changes `{target.attr}`")
        if isinstance(place, RowValue):
            self.keep_names(place, node)
            self.replace_row(place, value, node)
            return
        layout = self.module.layout
        field = layout.fields[target.attr]
        operand = self.fitted(self.integer(value, node, f"`{target.attr}`"), Int(field.low, field.high))
        narrow = (
            operand
            if field.bits == 64 or operand.lstrip("-").isdigit()
            else self.code.op(f"trunc i64 {operand} to i{field.bits}")
        )
        at = self.code.op(f"getelementptr inbounds i8, ptr {state.operand}, i64 {layout.offsets[target.attr]}")
        self.code.run(f"store i{field.bits} {narrow}, ptr {at}")

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            container, index = self.expr(target.value), self.expr(target.slice)
            before = self.entry(container, index, target)
            value = self.expr(node.value)
            if not self.in_place_change(node.op, before, value, node):
                self.write(container, index, self.binary(node.op, before, value, node), node)
            return
        before = self.expr(ast.copy_location(_loaded(target), target))
        value = self.expr(node.value)
        if isinstance(before, RowValue):
            raise Refusal(node, "this would change the length of a row of the state; assign to its entries")
        if not self.in_place_change(node.op, before, value, node):
            self.assign(target, self.binary(node.op, before, value, node), node)

    def in_place_change(self, op: ast.operator, before: Value, value: Value, node: ast.AST) -> bool:
        """`+=` of a list and the like change it; whether this was such a case."""
        if isinstance(before, Run) and isinstance(before.type, List) and before.type.kind == "list" and isinstance(op, ast.Add):
            self.extended_by(before, value, node)
            return True
        if isinstance(before, SetValue) and isinstance(before.type, Set):
            if self.sequence_kind(value) != "set":
                self.fail(TypeError)
            elif isinstance(op, ast.BitOr):
                self.merge_into(before, value, node)
            elif isinstance(op, ast.Sub):
                self.take_away(before, value, node)
            elif isinstance(op, ast.BitXor):
                self.toggle(before, value, node)
            else:
                made = self.set_operator(op, before, value, node)
                assert isinstance(made, SetValue)
                self.take(before, made, node)
            return True
        if isinstance(before, SetValue):
            self.dict_in_place(op, before, value, node)
            return True
        return False

    def do_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.env.pop((self.frame.owner(target.id), target.id), None)
            elif isinstance(target, ast.Subscript):
                container = self.expr(target.value)
                if isinstance(container, SetValue) and isinstance(container.type, Dict):
                    self.delete_key(container, self.expr(target.slice), node)
                elif isinstance(container, Run) and isinstance(container.type, List) and not isinstance(target.slice, ast.Slice):
                    self.popped(container, self.expr(target.slice), node)
                elif isinstance(container, Run) and isinstance(container.type, List):
                    assert isinstance(target.slice, ast.Slice)
                    if target.slice.step is not None:
                        raise Refusal(node, "a slice with a step cannot be deleted; make a new list")
                    self.write_slice(container, target.slice, Known(()), node)
                else:
                    raise Refusal(node, f"`{ast.unparse(node)}` cannot be compiled")
            else:
                raise Refusal(node, f"`{ast.unparse(node)}` cannot be compiled")

    # Branches and loops

    def do_If(self, node: ast.If) -> None:
        test = self.test(node.test)
        if isinstance(test, Known):
            self.block(node.body if test.value else node.orelse)
            return
        end = self.meeting(node, "end")
        yes, no = self.code.block("then"), self.code.block("else")
        if not self.live:
            return
        self.code.fork(self.bit(test), yes, no)
        before = dict(self.env)
        self.code.start(yes)
        single, self.single = self.single, self.single | single_sets(node.test)
        self.block(node.body)
        self.single = single
        self.meet(end)
        self.env = before
        self.code.start(no)
        self.block(node.orelse)
        self.meet(end)
        self.resume(end)

    def do_For(self, node: ast.For) -> None:
        value = self.expr(node.iter)
        done, out = self.meeting(node, "done"), self.meeting(node, "out")

        def turn(item: Value, loop: Loop) -> None:
            self.frame.loops.append(loop)
            try:
                self.assign(node.target, item, node.target)
                self.block(node.body)
            finally:
                self.frame.loops.pop()

        self.iterate(node, value, self.changes(node.body, node.target), turn, done, out)
        self.after(node.orelse, done, out)

    def after(self, orelse: list[ast.stmt], done: Any, out: Any) -> None:
        """What follows a loop: its `else`, unless it was left by `break`."""
        self.resume(done)
        self.block(orelse)
        self.meet(out)
        self.resume(out)

    def do_While(self, node: ast.While) -> None:
        done, out = self.meeting(node, "done"), self.meeting(node, "out")

        def turn() -> None:
            self.spend()
            test = self.test(node.test)
            if isinstance(test, Known):
                if not test.value:
                    self.meet(done)
                    return
            else:
                inside, end = self.code.block("body"), self.code.block("end")
                if not self.live:
                    return
                self.code.fork(self.bit(test), inside, end)
                self.code.start(end)
                before = dict(self.env)
                self.meet(done)
                self.env = before
                self.code.start(inside)
            again = self.meeting(node, "again")
            self.frame.loops.append(Loop(again, out))
            self.block(node.body)
            self.frame.loops.pop()
            self.meet(again)
            self.resume(again)

        outer, self.rounds = self.rounds, self.rounds * SMALL_LOOP
        self.loop(node, self.changes(node.body, node.test), turn)
        self.rounds = outer
        self.after(node.orelse, done, out)

    def do_Break(self, node: ast.Break) -> None:
        self.meet(self.frame.loops[-1].out)

    def do_Continue(self, node: ast.Continue) -> None:
        self.meet(self.frame.loops[-1].again)

    # Exceptions

    # Patterns


def _loaded(target: ast.expr) -> ast.expr:
    """The same place, to be read."""
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    if isinstance(target, ast.Attribute):
        return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
    raise Refusal(target, "this cannot be changed in place")


def _word(node: ast.stmt) -> str:
    words = {
        ast.With: "with",
        ast.ClassDef: "class",
        ast.AsyncFunctionDef: "async def",
        ast.AsyncFor: "async for",
        ast.TryStar: "except*",
    }
    return words.get(type(node), type(node).__name__.lower())
