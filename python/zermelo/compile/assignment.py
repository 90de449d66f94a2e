"""Whether every local name has a value where it is used.

Python raises an error for a name without a value; compiled code would read an arbitrary number. So a function in which a name
may be used before it is assigned is refused, with the line and the name.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.compile.expressions import ExpressionRewriter

Names = frozenset[str]


def check_assigned(rewriter: ExpressionRewriter, tree: ast.FunctionDef) -> None:
    """Refuse a function in which a local name may have no value where it is used."""
    _Flow(rewriter).block(tree.body, frozenset(rewriter.parameters))


class _Flow:
    """Follows the names that are certainly assigned; None stands for code that is never reached."""

    def __init__(self, rewriter: ExpressionRewriter) -> None:
        self.rewriter = rewriter
        self.breaks: list[list[Names]] = []

    def block(self, statements: list[ast.stmt], known: Names | None) -> Names | None:
        for statement in statements:
            if known is None:
                return None
            known = self.statement(statement, known)
        return known

    def statement(self, node: ast.stmt, known: Names) -> Names | None:
        if isinstance(node, ast.If):
            self.uses(node.test, known)
            return _both(self.block(node.body, known), self.block(node.orelse, known))
        if isinstance(node, ast.While | ast.For):
            return self.loop(node, known)
        self.uses(node, known)
        if isinstance(node, ast.Return | ast.Raise | ast.Continue):
            return None
        if isinstance(node, ast.Break):
            self.breaks[-1].append(known)
            return None
        return known | _stored(node)

    def loop(self, node: ast.While | ast.For, known: Names) -> Names | None:
        self.breaks.append([])
        if isinstance(node, ast.For):
            self.uses(node.iter, known)
            self.block(node.body, known | _stored(node.target))
            after: Names | None = known
        else:
            self.uses(node.test, known)
            self.block(node.body, known)
            endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
            after = None if endless else known
        after = self.block(node.orelse, after)
        for left in self.breaks.pop():
            after = _both(after, left)
        return after

    def uses(self, node: ast.AST, known: Names) -> None:
        """Check every local name that is read."""
        bound = known | {
            inner.id
            for comprehension in ast.walk(node)
            if isinstance(comprehension, ast.comprehension)
            for inner in ast.walk(comprehension.target)
            if isinstance(inner, ast.Name)
        }
        reads = node.target if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) else None
        for inner in ast.walk(node):
            if not isinstance(inner, ast.Name) or inner.id not in self.rewriter.locals or inner.id in bound:
                continue
            if isinstance(inner.ctx, ast.Load) or inner is reads:
                raise self.rewriter.no(inner, f"`{inner.id}` may have no value here; assign it before")


def _stored(node: ast.AST) -> Names:
    return frozenset(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store))


def _both(one: Names | None, other: Names | None) -> Names | None:
    """The names that are assigned on both of two paths."""
    if one is None or other is None:
        return other if one is None else one
    return one & other
