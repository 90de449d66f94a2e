"""Rewriting expressions: names, constants, look-ups, calls. The table in `lowering` shows every change.

New nodes take the line of the node that they replace, so that every error in the lowered code can name the user's line.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import types
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, cast

from zermelo.compile import folding
from zermelo.compile.constants import literal
from zermelo.compile.source import Source, refuse
from zermelo.compile.widths import CHECKED, is_wide, wide_names
from zermelo.errors import CompileError

if TYPE_CHECKING:
    from zermelo.compile.lowering import Lowering

BUILTINS = {"range", "len", "abs", "min", "max", "sum", "int", "float", "bool", "round"}
BUILTINS |= {"divmod", "enumerate", "zip", "reversed", "sorted"}
"""Built-in functions that mean the same when compiled; `any` and `all` are rewritten."""


SUPPORT = frozenset({"checked", "count_of", "shift_count", *CHECKED.values()})
"""Our own functions, which every lowered module has."""


class ExpressionRewriter(ast.NodeTransformer, ABC):
    """Rewrites the expressions of one function; `Rewriter` adds the statements."""

    def __init__(self, lowering: Lowering, source: Source, way: str, has_self: bool) -> None:
        self.lowering, self.source, self.way = lowering, source, way
        self.rule = lowering.rule
        arguments = source.tree.args
        names = [argument.arg for argument in arguments.posonlyargs + arguments.args]
        if has_self and not names:
            raise refuse(self.rule, source, source.tree, "a method needs `self`")
        self.self_name = names[0] if has_self else None
        self.parameters = set(names)
        is_rule = source.tree.name == self.rule and has_self and len(names) > 1
        self.state_names = set(names[1 : 3 if lowering.shapes.get(self.rule) == "comparison" else 2]) if is_rule else set()
        self.globals = _names_seen_by(source.function)
        self.locals = local_names(source.tree)
        self.is_generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(source.tree))
        self.aliases: dict[str, str] = {}
        self.aliases = self.find_aliases()
        self.wide_names = wide_names(self, source.tree)
        self.masked = 0
        self.steps = 1
        """Steps of all loops around the current one, as far as they are known."""
        self.burns = False
        self.lifted = 0

    def find_aliases(self) -> dict[str, str]:
        """Names for a row of the state, as in `cells = s.cells`."""
        values: dict[str, list[ast.expr | None]] = {}
        for node in ast.walk(self.source.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                values.setdefault(node.id, []).append(None)
        for node in ast.walk(self.source.tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                values[node.targets[0].id].append(node.value)
        found: dict[str, str] = {}
        for name, given in values.items():
            rows = {self.row_named(value) for value in given if value is not None} - {None}
            if rows and (len(given) != 2 or len(rows) != 1):
                raise self.no(
                    self.source.tree, f"`{name}` is a row of the state in one place and something else in another; use two names"
                )
            for row in rows:
                found[name] = row or ""
        return found

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
        if isinstance(node.value, ast.Name) and node.value.id in self.state_names and node.attr not in self.lowering.fields:
            known = ", ".join(self.lowering.fields)
            raise self.no(node, f"the state has no field `{node.attr}`; it has {known}, and `state` declares more")
        node.value = self.visit(node.value)
        field = self.lowering.fields.get(node.attr)
        return self.widened(node) if field is not None and field.length is None else node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == self.self_name:
            raise self.no(node, "`self` can only be used for its constants and methods")
        if node.id in self.locals or node.id in SUPPORT or not isinstance(node.ctx, ast.Load):
            return node
        if node.id in self.globals:
            return self.value(node, f"G_{node.id}", self.globals[node.id])
        known = getattr(builtins, node.id, None)
        if node.id in BUILTINS or (isinstance(known, type) and issubclass(known, Exception)):
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
            plain = int(value) if isinstance(value, int) and not isinstance(value, bool) else value  # no members of an IntEnum
            return ast.copy_location(ast.Constant(plain), node)
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
            return call(f"{table}_row", [self.visit(node.slice)], node)
        place = node.value
        node.value, node.slice = self.visit(node.value), self.visit(node.slice)
        found = self.looked_up(node)
        if found is not None:
            return found
        if self.row_named(place) is not None and not isinstance(node.slice, ast.Slice):
            return self.widened(node)
        return folding.fold(node, self.lowering.constants)

    def looked_up(self, node: ast.Subscript) -> ast.expr | None:
        """`table[i][j]`, with all its indices, as one look-up in an array; None for other expressions."""
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

    def widened(self, node: ast.AST) -> ast.expr:
        """A narrow number from the state as a number of 64 bits: one type for all numbers, as in Python."""
        assert isinstance(node, ast.expr)
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return node
        return ast.copy_location(ast.BinOp(node, ast.Add(), ast.copy_location(ast.Constant(0), node)), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        outer, self.masked = self.masked, 0  # arguments of a function are not under the mask
        made = self.called(node)
        self.masked = outer
        return made

    def called(self, node: ast.Call) -> ast.expr:
        target = node.func
        if isinstance(target, ast.Attribute) and self.is_self(target.value):
            method = getattr(type(self.lowering.game), target.attr, None)
            if method is not None and callable(method):
                way = "Y" if yields(inspect.getattr_static(type(self.lowering.game), target.attr)) else "R"
                return self.lowered_call(self.lowering.method(target.attr, way, (self.source, node)), node)
        if isinstance(target, ast.Name) and target.id not in self.locals:
            return self.named_call(node, target.id)
        if isinstance(target, ast.Attribute) and target.attr == "count" and len(node.args) == 1:
            return call("count_of", [self.visit(target.value), self.visit(node.args[0])], node)
        return folding.fold(self.generic_visit(node), self.lowering.constants)

    def named_call(self, node: ast.Call, name: str) -> ast.expr:
        if name in ("any", "all", "sum", "min", "max") and len(node.args) == 1 and name not in self.globals:
            (argument,) = node.args
            if isinstance(argument, ast.GeneratorExp | ast.ListComp) and not node.keywords:
                return self.fold_loop(node, name, argument)
            if name in ("any", "all"):
                raise self.no(node, f"`{name}` can be compiled only over an expression with `for`")
        if name == "len" and len(node.args) == 1 and (table := self.jagged(node.args[0])) is not None:
            return ast.copy_location(ast.Constant(len(self.lowering.constants[table].value)), node)
        if name in ("min", "max", "sum") and any(self.row_named(argument) for argument in node.args):
            return self.widened(self.generic_visit(node))
        function = self.globals.get(name)
        if inspect.isfunction(function):
            return self.lowered_call(self.lowering.helper(name, function, (self.source, node)), node)
        return folding.fold(self.generic_visit(node), self.lowering.constants)

    def lowered_call(self, name: str, node: ast.Call) -> ast.Call:
        """A call of a lowered function. Literals get a type, or else Numba would compile the function for each of them."""
        made = call(name, [_typed(self.visit(argument)) for argument in node.args], node)
        made.keywords = [ast.keyword(keyword.arg, _typed(self.visit(keyword.value))) for keyword in node.keywords]
        return ast.fix_missing_locations(made)

    @abstractmethod
    def fold_loop(self, node: ast.Call, name: str, argument: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        """A call of `any`, `all`, `sum`, `min` or `max` over an expression with `for`."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return folding.fold(self.generic_visit(node), self.lowering.constants)

    visit_BoolOp = visit_Compare  # type: ignore[assignment]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Arithmetic as in Python, as long as 64 bits are enough; if they may not be enough, it is checked or refused."""
        check = CHECKED.get(type(node.op)) if not self.masked and is_wide(self, node, self.wide_names) else None
        self.masked += isinstance(node.op, ast.BitAnd)
        node.left, node.right = self.visit(node.left), self.visit(node.right)
        self.masked -= isinstance(node.op, ast.BitAnd)
        if isinstance(node.op, ast.Pow) and not _is_small_power(node.right):
            raise self.no(
                node, "a power can be compiled only when its exponent is a whole number from 0 to 62, written as a number"
            )
        if isinstance(node.op, ast.LShift | ast.RShift) and not isinstance(node.right, ast.Constant):
            node.right = call("shift_count", [node.right], node)
        folded = folding.fold(ast.fix_missing_locations(node), self.lowering.constants)
        if check is None or folded is not node:
            return folded
        return call(check, [_typed(node.left), _typed(node.right)], node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.USub) and not self.masked and is_wide(self, node.operand, self.wide_names):
            return self.visit_BinOp(ast.copy_location(ast.BinOp(ast.Constant(0), ast.Sub(), node.operand), node))
        return folding.fold(self.generic_visit(node), self.lowering.constants)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            return cast(ast.expr, self.visit(node.body if test.value else node.orelse))
        node.test, node.body, node.orelse = test, self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        raise self.no(node, "`lambda` cannot be compiled")

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        raise self.no(node, "a generator expression can be compiled only inside sum, any, all, min and max")

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        raise self.no(node, "sets and dicts cannot be compiled")

    visit_Set = visit_Dict = visit_DictComp = visit_SetComp  # type: ignore[assignment]

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        raise self.no(node, "text cannot be compiled; rules work with numbers")

    # Helpers

    def is_self(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.self_name and self.self_name is not None

    def row_named(self, node: ast.expr) -> str | None:
        """The row of the state that an expression stands for: `s.cells`, or another name for it."""
        if isinstance(node, ast.Name):
            return self.aliases.get(node.id)
        if isinstance(node, ast.Attribute) and not self.is_self(node.value):
            field = self.lowering.fields.get(node.attr)
            return node.attr if field is not None and field.length is not None else None
        return None

    def jagged(self, node: ast.expr) -> str | None:
        """The name of the constant, if the expression is a table with rows of different lengths."""
        if isinstance(node, ast.Attribute) and self.is_self(node.value) and hasattr(self.lowering.game, node.attr):
            name, value = f"K_{node.attr}", getattr(self.lowering.game, node.attr)
        elif isinstance(node, ast.Name) and node.id in self.globals and node.id not in self.locals:
            name, value = f"G_{node.id}", self.globals[node.id]
        else:
            return None
        if literal(value) or callable(value) or isinstance(value, types.ModuleType):
            return None
        return name if self.lowering.table(name, value, (self.source, node)).jagged else None

    def no(self, node: ast.AST, why: str) -> CompileError:
        return refuse(self.rule, self.source, node, why)


def call(name: str, arguments: list[ast.expr], node: ast.AST) -> ast.Call:
    """A call of a function of the lowered module, in the place of a node."""
    return ast.fix_missing_locations(ast.copy_location(ast.Call(ast.Name(name, ast.Load()), arguments, []), node))


def _typed(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return ast.copy_location(ast.parse(f"np.int64({node.value})", mode="eval").body, node)
    return node


def _is_small_power(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and 0 <= node.value <= 62


def yields(attribute: Any) -> bool:
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


def local_names(tree: ast.FunctionDef) -> set[str]:
    """Arguments, and all names that are assigned."""
    names = {argument.arg for argument in tree.args.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names
