"""Rewriting one function: the table in `lowering` as an AST transformation.

New nodes take the line of what they replace, so that every complaint about the lowered code can name the user's line.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import textwrap
import types
from typing import TYPE_CHECKING, Any

from zermelo.compile import folding
from zermelo.compile.constants import literal
from zermelo.compile.source import Source, refuse
from zermelo.compile.wrapping import FUEL
from zermelo.errors import CompileError

if TYPE_CHECKING:
    from zermelo.compile.lowering import Lowering

BUILTINS = {
    "range",
    "len",
    "abs",
    "min",
    "max",
    "sum",
    "int",
    "float",
    "bool",
    "round",
    "divmod",
    "enumerate",
    "zip",
    "pow",
    "reversed",
    "sorted",
}
"""Built-in functions that mean the same when compiled; `any` and `all` are rewritten."""
_CHECKED = """\
_move = {value} ^ 0
if _n >= MAX_MOVES or _move < 0 or _move > 2147483647:
    raise OverflowError
_out[_n] = _move
"""
_APPEND = {
    "A": _CHECKED + "_n += 1",
    "P": "_outcome, _probability = {value}\n" + _CHECKED.format(value="_outcome") + "_odds[_n] = _probability\n_n += 1",
}
"""How a yielded value joins the list: written out, since a function more costs the compiler more time."""
_SPEND = f"if _fuel > {FUEL}:\n    raise OverflowError"


class Rewriter(ast.NodeTransformer):
    """Rewrites one function of the user's."""

    def __init__(self, lowering: Lowering, source: Source, way: str, has_self: bool) -> None:
        self.lowering, self.source, self.way = lowering, source, way
        self.rule = lowering.rule
        arguments = source.tree.args
        names = [argument.arg for argument in arguments.posonlyargs + arguments.args]
        if has_self and not names:
            raise refuse(self.rule, source, source.tree, "a method needs `self`")
        self.self_name = names[0] if has_self else None
        self.globals = _names_seen_by(source.function)
        self.locals = _local_names(source.tree)
        self.is_generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(source.tree))
        self.burns = False
        self.lifted = 0

    def function(self, lowered: str) -> ast.FunctionDef:
        """The whole function under its lowered name."""
        tree = self.source.tree
        arguments = tree.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            raise self.no(tree, "only plain arguments can be compiled, not *, ** or /")
        body = self.block(tree.body)
        extra: list[str] = []
        if self.way in _APPEND:
            extra = ["_out", "_n"] if self.way == "A" else ["_out", "_odds", "_n"]
            body.append(self.statement("return _n", tree.body[-1]))
        if self.burns:
            body.insert(0, self.statement("_fuel = 0", tree.body[0]))
        args = [ast.arg(argument.arg) for argument in arguments.args if argument.arg != self.self_name]
        args += [ast.arg(name) for name in extra]
        made = ast.FunctionDef(
            lowered, ast.arguments([], args, None, [], [], None, [self.visit(d) for d in arguments.defaults]), body, []
        )
        return ast.fix_missing_locations(ast.copy_location(made, tree))

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Statements rewritten; docstrings and annotations without a value go."""
        made: list[ast.stmt] = []
        for statement in statements:
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            ):
                continue
            result = self.visit(statement)
            made += result if isinstance(result, list) else [] if result is None else [result]
        return made or [self.statement("pass", statements[0])]

    # Names and attributes

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if self.is_self(node.value):
            if not isinstance(node.ctx, ast.Load):
                raise self.no(node, f"rules may not change `self.{node.attr}`; what changes belongs in the state")
            return self.constant(node, node.attr)
        if isinstance(node.value, ast.Name) and node.value.id not in self.locals:
            value = self.globals.get(node.value.id)
            if isinstance(value, types.ModuleType):
                return self.from_module(node, node.value.id, value)
        node.value = self.visit(node.value)
        field = self.lowering.fields.get(node.attr)
        return self.widened(node) if field is not None and field.length is None else node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == self.self_name:
            raise self.no(node, "`self` can only be used for its constants and methods")
        if node.id in self.locals or not isinstance(node.ctx, ast.Load):
            return node
        if node.id in self.globals:
            return self.value(node, f"G_{node.id}", self.globals[node.id])
        if node.id in BUILTINS or (
            isinstance(getattr(builtins, node.id, None), type) and issubclass(getattr(builtins, node.id), Exception)
        ):
            return node
        if hasattr(builtins, node.id):
            raise self.no(node, f"`{node.id}` cannot be compiled")
        raise self.no(node, f"there is no `{node.id}`")

    def constant(self, node: ast.Attribute, name: str) -> ast.expr:
        try:
            value = getattr(self.lowering.game, name)
        except AttributeError:
            raise self.no(node, f"the game has no `self.{name}`") from None
        if inspect.ismethod(value) or inspect.isfunction(value):
            raise self.no(node, f"the method `{name}` can only be called")
        return self.value(node, f"K_{name}", value)

    def value(self, node: ast.expr, name: str, value: Any) -> ast.expr:
        if literal(value):
            if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
                raise self.no(node, f"{value} has more than 64 bits")
            if isinstance(value, float) and not math.isfinite(value):
                return ast.copy_location(ast.parse(f"float({str(value)!r})", mode="eval").body, node)
            return ast.copy_location(
                ast.Constant(value if not isinstance(value, int) or isinstance(value, bool) else int(value)), node
            )
        table = self.lowering.table(name, value, (self.source, node))
        if table.jagged:
            raise self.no(
                node,
                f"rows of `{ast.unparse(node)}` differ in length: use it as `{ast.unparse(node)}[i]`, in `len` or in a `for`",
            )
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def from_module(self, node: ast.Attribute, name: str, module: types.ModuleType) -> ast.expr:
        if module.__name__ in ("math", "numpy"):
            self.lowering.module(name, module.__name__)
            return node
        if not hasattr(module, node.attr):
            raise self.no(node, f"module `{name}` has no `{node.attr}`")
        return self.value(node, f"G_{name}_{node.attr}", getattr(module, node.attr))

    # Expressions

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        table = self.jagged(node.value)
        if table is not None:
            row = ast.Call(ast.Name(f"{table}_row", ast.Load()), [self.visit(node.slice)], [])
            return ast.copy_location(row, node)
        place = node.value
        node.value, node.slice = self.visit(node.value), self.visit(node.slice)
        found = self.looked_up(node)
        if found is not None:
            return found
        if isinstance(place, ast.Attribute) and place.attr in self.lowering.fields and not isinstance(node.slice, ast.Slice):
            return self.widened(node)
        return folding.fold(node, self.lowering.constants)

    def looked_up(self, node: ast.Subscript) -> ast.expr | None:
        """`table[i][j]`, down to the number, as one look-up in an array; None where that is not what it is."""
        indexes: list[ast.expr] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Subscript):
            indexes.insert(0, inner.slice)
            inner = inner.value
        table = self.lowering.constants.get(inner.id) if isinstance(inner, ast.Name) else None
        if table is None or len(indexes) != table.depth or any(isinstance(index, ast.Slice | ast.Tuple) for index in indexes):
            return None
        if all(isinstance(index, ast.Constant) for index in indexes):
            return None
        where = indexes[0] if len(indexes) == 1 else ast.Tuple(indexes, ast.Load())
        return ast.fix_missing_locations(
            ast.copy_location(ast.Subscript(ast.Name(f"{table.name}_at", ast.Load()), where, ast.Load()), node)
        )

    def widened(self, node: ast.Attribute | ast.Subscript) -> ast.expr:
        """A narrow number read from the state, as a wide one: one type for all numbers, as in Python."""
        if not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(ast.BinOp(node, ast.Add(), ast.copy_location(ast.Constant(0), node)), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        target = node.func
        if isinstance(target, ast.Attribute) and self.is_self(target.value):
            method = getattr(type(self.lowering.game), target.attr, None)
            if method is not None and callable(method):
                way = "Y" if _yields(inspect.getattr_static(type(self.lowering.game), target.attr)) else "R"
                node.func = ast.copy_location(
                    ast.Name(self.lowering.method(target.attr, way, (self.source, node)), ast.Load()), target
                )
                return self.arguments(node)
        if isinstance(target, ast.Name) and target.id not in self.locals:
            return self.named_call(node, target.id)
        if isinstance(target, ast.Attribute) and target.attr == "count" and len(node.args) == 1:
            return ast.copy_location(
                ast.Call(ast.Name("count_of", ast.Load()), [self.visit(target.value), self.visit(node.args[0])], []), node
            )
        return folding.fold(self.generic_visit(node), self.lowering.constants)

    def named_call(self, node: ast.Call, name: str) -> ast.expr:
        if name in ("any", "all", "sum", "min", "max") and len(node.args) == 1 and name not in self.globals:
            (argument,) = node.args
            if isinstance(argument, ast.GeneratorExp | ast.ListComp) and not node.keywords:
                return self.fold_loop(node, name, argument)
            if name in ("any", "all"):
                raise self.no(node, f"`{name}` can be compiled over an expression with `for` only")
        if name == "len" and len(node.args) == 1 and (table := self.jagged(node.args[0])) is not None:
            return ast.copy_location(ast.Constant(len(self.lowering.constants[table].value)), node)
        function = self.globals.get(name)
        if inspect.isfunction(function):
            node.func = ast.copy_location(
                ast.Name(self.lowering.helper(name, function, (self.source, node)), ast.Load()), node.func
            )
            return self.arguments(node)
        return folding.fold(self.generic_visit(node), self.lowering.constants)

    def arguments(self, node: ast.Call) -> ast.Call:
        """Arguments of a lowered function. Literals are typed, or Numba compiles it anew for each of them."""
        node.args = [_typed(self.visit(argument)) for argument in node.args]
        node.keywords = [ast.keyword(keyword.arg, _typed(self.visit(keyword.value))) for keyword in node.keywords]
        return ast.fix_missing_locations(node)

    def fold_loop(self, node: ast.Call, name: str, argument: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        """`any(... for ...)` and its kin become a function of the local names that they use."""
        self.lifted += 1
        lowered = f"L{self.lifted}_{self.source.tree.name}_{self.way}"
        tree = folding.loop_function(lowered, name, argument, self.locals)
        parameters = [argument.arg for argument in tree.args.args]
        outer, self.burns = self.burns, False
        inner_locals, self.locals = self.locals, self.locals | _local_names(tree)
        tree.body = self.block(tree.body)
        if self.burns:
            tree.body.insert(0, self.statement("_fuel = 0", node))
        self.burns, self.locals = outer, inner_locals
        for inner in ast.walk(tree):
            ast.copy_location(inner, node) if not hasattr(inner, "lineno") else None
        self.lowering.add(lowered, ast.fix_missing_locations(ast.copy_location(tree, node)), self.source)
        call = ast.Call(ast.Name(lowered, ast.Load()), [ast.Name(name, ast.Load()) for name in parameters], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return folding.fold(self.generic_visit(node), self.lowering.constants)

    visit_BinOp = visit_BoolOp = visit_UnaryOp = visit_Compare  # type: ignore[assignment]

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            chosen: ast.expr = self.visit(node.body if test.value else node.orelse)
            return chosen
        node.test, node.body, node.orelse = test, self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        raise self.no(node, "`lambda` cannot be compiled")

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        raise self.no(node, "a generator expression can be compiled inside sum, any, all, min and max only")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        raise self.no(node, "text cannot be compiled; rules work with numbers")

    # Statements

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            chosen = node.body if test.value else node.orelse
            return self.block(chosen) if chosen else []
        node.test, node.body = test, self.block(node.body)
        node.orelse = self.block(node.orelse) if node.orelse else []
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.burns = True
        node.test, body = self.visit(node.test), self.block(node.body)
        node.body = [*self.statements(f"_fuel += 1\n{_SPEND}", node), *body]
        node.orelse = self.block(node.orelse) if node.orelse else []
        return node

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        table = self.jagged(node.iter)
        if table is not None:
            rows = len(self.lowering.constants[table].value)
            self.lifted += 1
            index = f"_row{self.lifted}"
            node.body = [
                ast.Assign([node.target], ast.Call(ast.Name(f"{table}_row", ast.Load()), [ast.Name(index, ast.Load())], [])),
                *self.block(node.body),
            ]
            node.target, node.iter = ast.Name(index, ast.Store()), ast.parse(f"range({rows})", mode="eval").body
            for made in (node.body[0], node.target, node.iter):
                ast.copy_location(made, node)
            return ast.fix_missing_locations(node)
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        node.body = self.block(node.body)
        node.orelse = self.block(node.orelse) if node.orelse else []
        if folding.is_open_range(node.iter):
            self.burns = True
            return [*self.statements(f"_fuel += len({ast.unparse(node.iter)})\n{_SPEND}", node), node]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        value = node.value
        if isinstance(value, ast.Yield):
            if self.way == "Y":
                return ast.copy_location(ast.Expr(ast.Yield(self.visit(value.value) if value.value else None)), node)
            return self.append(node, value.value)
        if isinstance(value, ast.YieldFrom):
            return self.append_all(node, value.value)
        node.value = self.visit(value)
        return node

    def append(self, node: ast.stmt, value: ast.expr | None) -> list[ast.stmt]:
        if self.way not in _APPEND or value is None:
            raise self.no(node, "`yield` with a value is for `moves` and `chances` and the generators they use")
        return self.statements(_APPEND[self.way].format(value=ast.unparse(self.visit(value))), node)

    def append_all(self, node: ast.stmt, value: ast.expr) -> ast.stmt | list[ast.stmt]:
        """`yield from`: a generator of the game's appends for itself, anything else is looped over."""
        if self.way == "Y":
            raise self.no(node, "`yield from` inside a generator that is looped over cannot be compiled")
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and self.is_self(value.func.value):
            static = inspect.getattr_static(type(self.lowering.game), value.func.attr, None)
            if static is not None and _yields(static):
                lowered = self.lowering.method(value.func.attr, self.way, (self.source, node))
                call = self.arguments(ast.Call(ast.Name(lowered, ast.Load()), value.args, value.keywords))
                names = ("_out", "_n") if self.way == "A" else ("_out", "_odds", "_n")
                call.args += [ast.Name(name, ast.Load()) for name in names]
                return ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name("_n", ast.Store())], call), node))
        each = textwrap.indent(_APPEND[self.way].format(value="_each"), "    ")
        return self.statements(f"for _each in {ast.unparse(self.visit(value))}:\n{each}", node)

    def visit_Return(self, node: ast.Return) -> ast.stmt | list[ast.stmt]:
        if self.way in _APPEND:
            done = self.statement("return _n", node)
            if node.value is None or self.is_generator:
                return done
            looped = self.append_all(node, node.value)
            return [*(looped if isinstance(looped, list) else [looped]), done]
        node.value = self.visit(node.value) if node.value else None
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        value = self.visit(node.value)
        if not any(self.writes_state(target) for target in node.targets):
            node.value, node.targets = value, [self.visit(target) for target in node.targets]
            return node
        if len(node.targets) == 1 and not isinstance(node.targets[0], ast.Tuple | ast.List):
            return self.store(node.targets[0], value, node)
        return self.store_many(node, value)

    def store_many(self, node: ast.Assign, value: ast.expr) -> list[ast.stmt]:
        """Several targets: everything on the right is computed before anything on the left is written."""
        self.lifted += 1
        made: list[ast.stmt] = []
        for target in node.targets:
            if isinstance(target, ast.Tuple | ast.List):
                names = [f"_value{self.lifted}_{index}" for index in range(len(target.elts))]
                made.append(self.statement(f"{', '.join(names)}, = {ast.unparse(value)}", node))
                for entry, name in zip(target.elts, names, strict=True):
                    made += self.store(entry, ast.Name(name, ast.Load()), node)
            else:
                made += self.store(target, value, node)
        return made

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | list[ast.stmt]:
        value = self.visit(node.value)
        if not self.writes_state(node.target):
            node.target, node.value = self.visit(node.target), value
            return node
        current = ast.parse(ast.unparse(node.target), mode="eval").body
        for inner in ast.walk(current):
            ast.copy_location(inner, node)
        return self.store(node.target, ast.BinOp(self.visit(current), node.op, value), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | list[ast.stmt] | None:
        if node.value is None:
            return None
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def store(self, target: ast.expr, value: ast.expr, node: ast.stmt) -> list[ast.stmt]:
        """An assignment; into the state, only what fits."""
        name = self.writes_state(target)
        if name is not None:
            field = self.lowering.fields[name]
            if isinstance(target, ast.Attribute) and field.length is not None:
                raise self.no(node, f"the row `{name}` cannot be replaced as a whole; assign to its entries")
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                raise self.no(node, f"slices of `{name}` cannot be assigned to; assign to its entries")
            return self.statements(
                f"_fit = {ast.unparse(ast.BinOp(value, ast.BitXor(), ast.Constant(0)))}\n"
                + (f"if _fit < {field.low} or _fit > {field.high}:\n    raise OverflowError\n" if field.bits < 64 else "")
                + f"{ast.unparse(self.visit(target))} = _fit",
                node,
            )
        made = ast.Assign([self.visit(target)], value)
        return [ast.fix_missing_locations(ast.copy_location(made, node))]

    def writes_state(self, target: ast.expr) -> str | None:
        """The field that an assignment writes to, if it does."""
        if isinstance(target, ast.Tuple | ast.List):
            return next((name for entry in target.elts if (name := self.writes_state(entry))), None)
        place = target.value if isinstance(target, ast.Subscript) else target
        if isinstance(place, ast.Attribute) and not self.is_self(place.value) and place.attr in self.lowering.fields:
            return place.attr
        return None

    def unsupported(self, node: ast.AST) -> ast.stmt:
        raise self.no(node, f"`{type(node).__name__.lower()}` cannot be compiled")

    visit_Try = visit_With = visit_ClassDef = visit_FunctionDef = visit_Delete = unsupported
    visit_Global = visit_Nonlocal = visit_Import = visit_ImportFrom = visit_Match = visit_Await = unsupported

    # Small things

    def is_self(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.self_name and self.self_name is not None

    def jagged(self, node: ast.expr) -> str | None:
        """The constant's name, if the expression is a table whose rows differ in length."""
        if isinstance(node, ast.Attribute) and self.is_self(node.value) and hasattr(self.lowering.game, node.attr):
            name, value = f"K_{node.attr}", getattr(self.lowering.game, node.attr)
        elif isinstance(node, ast.Name) and node.id in self.globals and node.id not in self.locals:
            name, value = f"G_{node.id}", self.globals[node.id]
        else:
            return None
        if literal(value) or callable(value) or isinstance(value, types.ModuleType):
            return None
        return name if self.lowering.table(name, value, (self.source, node)).jagged else None

    def statement(self, text: str, node: ast.AST) -> ast.stmt:
        return self.statements(text, node)[0]

    def statements(self, text: str, node: ast.AST) -> list[ast.stmt]:
        """New code that stands where the user's node stood."""
        made = ast.parse(text)
        for inner in ast.walk(made):
            ast.copy_location(inner, node)
        return made.body

    def no(self, node: ast.AST, why: str) -> CompileError:
        return refuse(self.rule, self.source, node, why)


def _typed(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return ast.copy_location(ast.parse(f"np.int64({node.value})", mode="eval").body, node)
    return node


def _yields(attribute: Any) -> bool:
    function = attribute.__func__ if isinstance(attribute, staticmethod | classmethod) else attribute
    return inspect.isgeneratorfunction(function)


def _names_seen_by(function: Any) -> dict[str, Any]:
    """Module-level and enclosing names as the function sees them."""
    seen = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            seen[name] = cell.cell_contents
        except ValueError:
            continue
    return seen


def _local_names(tree: ast.FunctionDef) -> set[str]:
    """Arguments and everything assigned to."""
    names = {argument.arg for argument in tree.args.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names
