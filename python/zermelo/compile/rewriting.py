"""Rewriting statements and whole functions: steps of loops are counted, yielded moves are appended to a list, and values are
checked before they are stored. The table in `lowering` shows every change.
"""

import ast
import inspect
import textwrap

from zermelo.compile import folding
from zermelo.compile.assignment import check_assigned
from zermelo.compile.expressions import ExpressionRewriter, call, local_names, yields
from zermelo.compile.widths import CHECKED
from zermelo.compile.wrapping import FUEL

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
"""How a yielded value is appended; written out, because another function would take longer to compile."""
_EXTRA = {"A": ("_out", "_n"), "P": ("_out", "_odds", "_n")}
"""Arguments that such a function takes besides its own: the list, and how many entries it has."""
_SPEND = f"if _fuel > {FUEL}:\n    raise OverflowError"


class Rewriter(ExpressionRewriter):
    """Rewrites one function of the user."""

    def function(self, lowered: str) -> ast.FunctionDef:
        """The whole function under its lowered name."""
        tree = self.source.tree
        arguments = tree.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            raise self.no(tree, "only plain arguments can be compiled, not *, ** or /")
        check_assigned(self, tree)
        body = self.block(tree.body)
        if self.way in _APPEND:
            body.append(self.statement("return _n", tree.body[-1]))
        if self.burns:
            body.insert(0, self.statement("_fuel = 0", tree.body[0]))
        names = [argument.arg for argument in arguments.args if argument.arg != self.self_name]
        args = [ast.arg(name) for name in (*names, *_EXTRA.get(self.way, ()))]
        defaults = [self.visit(default) for default in arguments.defaults]
        made = ast.FunctionDef(lowered, ast.arguments([], args, None, [], [], None, defaults), body, [])
        return ast.fix_missing_locations(ast.copy_location(made, tree))

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Rewritten statements, without docstrings and annotations."""
        made: list[ast.stmt] = []
        for statement in statements:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            result = self.visit(statement)
            made += result if isinstance(result, list) else [] if result is None else [result]
        return made or [self.statement("pass", statements[0])]

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
        outer, self.steps = self.steps, self.steps * folding.SMALL
        node.test, body = self.visit(node.test), self.block(node.body)
        self.steps = outer
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
                ast.Assign([node.target], call(f"{table}_row", [ast.Name(index, ast.Load())], node)),
                *self.block(node.body),
            ]
            node.target, node.iter = ast.Name(index, ast.Store()), ast.parse(f"range({rows})", mode="eval").body
            for made in (node.body[0], node.target, node.iter):
                ast.copy_location(made, node)
            return ast.fix_missing_locations(node)
        narrow = self.row_named(node.iter) is not None and isinstance(node.target, ast.Name)
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        length, outer = folding.steps(node.iter), self.steps
        self.steps = outer * (length or folding.SMALL)
        counted = length is None or self.steps > folding.SMALL
        node.body = self.block(node.body)
        self.steps = outer
        if narrow:
            name = ast.unparse(node.target)
            node.body.insert(0, self.statement(f"{name} = {name} + 0", node))
        node.orelse = self.block(node.orelse) if node.orelse else []
        if counted and folding.steps(node.iter) != 1:
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
            raise self.no(node, "only `moves`, `chances` and the generators that they use may `yield` a value")
        return self.statements(_APPEND[self.way].format(value=ast.unparse(self.visit(value))), node)

    def append_all(self, node: ast.stmt, value: ast.expr) -> ast.stmt | list[ast.stmt]:
        """`yield from`: a generator of the game appends its own moves; for anything else there is a loop."""
        if self.way == "Y":
            raise self.no(node, "`yield from` cannot be compiled in a generator that a `for` loop uses; yield in a loop instead")
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and self.is_self(value.func.value):
            static = inspect.getattr_static(type(self.lowering.game), value.func.attr, None)
            if static is not None and yields(static):
                lowered = self.lowering.method(value.func.attr, self.way, (self.source, node))
                made = self.lowered_call(lowered, value)
                made.args += [ast.Name(name, ast.Load()) for name in _EXTRA[self.way]]
                return ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name("_n", ast.Store())], made), node))
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
        if isinstance(node.target, ast.Name) and node.target.id in self.wide_names and type(node.op) in CHECKED:
            current: ast.expr = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
            whole = ast.copy_location(ast.BinOp(current, node.op, node.value), node)
            return self.visit_Assign(ast.copy_location(ast.Assign([node.target], whole), node))
        if not self.writes_state(node.target):
            node.target, node.value = self.visit(node.target), self.visit(node.value)
            return node
        current = ast.parse(ast.unparse(node.target), mode="eval").body
        for inner in ast.walk(current):
            ast.copy_location(inner, node)
        return self.store(node.target, self.visit(ast.copy_location(ast.BinOp(current, node.op, node.value), node)), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | list[ast.stmt] | None:
        if node.value is None:
            return None
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def store(self, target: ast.expr, value: ast.expr, node: ast.stmt) -> list[ast.stmt]:
        """An assignment; a value that does not fit its field is an error."""
        name = self.writes_state(target)
        if name is not None:
            field = self.lowering.fields[name]
            if self.lowering.shapes:
                raise self.no(node, f"facts and kinds of moves may only read the state, but this changes `{name}`")
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
        """The field of the state that an assignment writes to, if any."""
        if isinstance(target, ast.Tuple | ast.List):
            return next((name for entry in target.elts if (name := self.writes_state(entry))), None)
        if isinstance(target, ast.Subscript):
            if isinstance(target.value, ast.Name) and target.value.id in self.parameters:
                raise self.no(
                    target,
                    f"`{target.value.id}` is an argument; write to a row of the state as `s.row[i]`, so that the value can be checked",
                )
            return self.row_named(target.value)
        place = target
        if isinstance(place, ast.Attribute) and not self.is_self(place.value) and place.attr in self.lowering.fields:
            return place.attr
        return None

    def unsupported(self, node: ast.AST) -> ast.stmt:
        raise self.no(node, f"`{type(node).__name__.lower()}` cannot be compiled")

    visit_Try = visit_With = visit_ClassDef = visit_FunctionDef = visit_Delete = unsupported
    visit_Global = visit_Nonlocal = visit_Import = visit_ImportFrom = visit_Match = visit_Await = unsupported

    def fold_loop(self, node: ast.Call, name: str, argument: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        """`any(... for ...)` and the like become a function of the local names that they use."""
        self.lifted += 1
        lowered = f"L{self.lifted}_{self.source.tree.name}_{self.way}"
        tree = folding.loop_function(lowered, name, argument, self.locals - {self.self_name})
        parameters = [argument.arg for argument in tree.args.args]
        outer, self.burns = self.burns, False
        inner_locals, self.locals = self.locals, self.locals | local_names(tree)
        way, self.way = self.way, "R"  # it returns an answer, even inside a rule that yields
        tree.body = self.block(tree.body)
        self.way = way
        if self.burns:
            tree.body.insert(0, self.statement("_fuel = 0", node))
        self.burns, self.locals = outer, inner_locals
        for inner in ast.walk(tree):
            ast.copy_location(inner, node) if not hasattr(inner, "lineno") else None
        self.lowering.add(lowered, ast.fix_missing_locations(ast.copy_location(tree, node)), self.source)
        return call(lowered, [ast.Name(name, ast.Load()) for name in parameters], node)

    def statement(self, text: str, node: ast.AST) -> ast.stmt:
        return self.statements(text, node)[0]

    def statements(self, text: str, node: ast.AST) -> list[ast.stmt]:
        """New code with the line of the node that it replaces."""
        made = ast.parse(text)
        for inner in ast.walk(made):
            ast.copy_location(inner, node)
        return made.body
