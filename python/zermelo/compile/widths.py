"""Which expressions may need more than 64 bits. Python's numbers have any size; those of compiled code have 64 bits.

Numbers from narrow fields, loops and small constants stay far below. Numbers from i64 fields, large constants and shifts
by a variable may not: arithmetic on them is checked, and fails rather than give a wrong answer. Under `& mask` it is not
checked, because only the low bits count there, and those are right; hashes and bitboards are written like that.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.compile.expressions import ExpressionRewriter

CHECKED = {ast.Add: "checked_add", ast.Sub: "checked_sub", ast.Mult: "checked_mul", ast.LShift: "checked_shift"}
_LARGE = 1 << 31
_PASSING = {"abs", "min", "max", "sum", "int"}


def wide_names(rewriter: ExpressionRewriter, tree: ast.FunctionDef) -> set[str]:
    """Local names to which something wide is assigned, repeated until no name is added."""
    given: list[tuple[str, ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            given += [(target.id, node.value) for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AugAssign | ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            given.append((node.target.id, node.value))
    found: set[str] = set()
    while added := {name for name, value in given if name not in found and is_wide(rewriter, value, found)}:
        found |= added
    return found


def is_wide(rewriter: ExpressionRewriter, node: ast.expr, names: set[str]) -> bool:
    """Whether the value of an expression may come near 64 bits."""

    def wide(*nodes: ast.expr) -> bool:
        return any(is_wide(rewriter, inner, names) for inner in nodes)

    if isinstance(node, ast.Constant):
        return isinstance(node.value, int) and abs(node.value) >= _LARGE
    if isinstance(node, ast.Name):
        value = rewriter.globals.get(node.id) if node.id not in rewriter.locals else None
        return node.id in names or (isinstance(value, int) and abs(value) >= _LARGE)
    if isinstance(node, ast.Attribute):
        return _wide_attribute(rewriter, node)
    if isinstance(node, ast.Subscript):
        row = rewriter.row_named(node.value)
        return row is not None and rewriter.lowering.fields[row].bits == 64
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Mod | ast.BitAnd) and not wide(node.right):
            return False
        variable_shift = isinstance(node.op, ast.LShift) and not isinstance(node.right, ast.Constant)
        return variable_shift or wide(node.left, node.right)
    if isinstance(node, ast.UnaryOp):
        return wide(node.operand)
    if isinstance(node, ast.IfExp):
        return wide(node.body, node.orelse)
    if isinstance(node, ast.BoolOp):
        return wide(*node.values)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PASSING:
        return wide(*node.args)
    return False


def _wide_attribute(rewriter: ExpressionRewriter, node: ast.Attribute) -> bool:
    if rewriter.is_self(node.value):
        value = getattr(rewriter.lowering.game, node.attr, None)
        return isinstance(value, int) and abs(value) >= _LARGE
    field = rewriter.lowering.fields.get(node.attr)
    return field is not None and field.bits == 64
