"""How a function uses its variables, as far as its source tells."""

from __future__ import annotations

import ast

READERS = {
    "len",
    "sorted",
    "min",
    "max",
    "sum",
    "any",
    "all",
    "enumerate",
    "zip",
    "reversed",
    "set",
    "list",
    "tuple",
    "frozenset",
    "map",
    "filter",
}


def unchanged_names(tree: ast.AST) -> frozenset[str]:
    """Names that are used only where a list is read: iterated over, looked up, counted."""
    parents = {id(child): parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    seen: set[str] = set()
    changed: set[str] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name):
            continue
        seen.add(node.id)
        if isinstance(node.ctx, ast.Store):
            parent = parents.get(id(node))
            if isinstance(parent, ast.AugAssign):
                changed.add(node.id)
            continue
        if not _reads(node, parents.get(id(node))):
            changed.add(node.id)
    return frozenset(seen - changed)


def _reads(node: ast.Name, parent: ast.AST | None) -> bool:
    match parent:
        case ast.For() | ast.comprehension():
            return parent.iter is node
        case ast.Subscript():
            return parent.value is not node or isinstance(parent.ctx, ast.Load)
        case ast.Compare() | ast.If() | ast.While() | ast.IfExp() | ast.BoolOp() | ast.UnaryOp():
            return not isinstance(parent, ast.IfExp | ast.BoolOp) or getattr(parent, "test", None) is node
        case ast.Call():
            return isinstance(parent.func, ast.Name) and parent.func.id in READERS and node in parent.args
        case ast.Attribute():
            return parent.attr in ("index", "count", "get", "items", "keys", "values", "most_common", "total", "elements")
        case ast.Starred() | ast.keyword(arg=None):
            return True
        case ast.YieldFrom():
            return True
    return False


def read_once(tree: ast.AST, name: str) -> bool:
    """Whether a variable is read at one place, which no loop reaches again."""
    reads = [each for each in ast.walk(tree) if isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Load)]
    if len(reads) > 1:
        return False
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For | ast.While | ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp | ast.Lambda):
            inside = list(ast.walk(loop))
            if (
                reads
                and reads[0] in inside
                and not any(isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in inside)
            ):
                first = (
                    loop.iter if isinstance(loop, ast.For) else loop.generators[0].iter if hasattr(loop, "generators") else None
                )
                if first is None or reads[0] not in list(ast.walk(first)):
                    return False
    return True


def single_sets(test: ast.expr) -> frozenset[str]:
    """The expressions that have one entry if a condition holds: `len(x) == 1`, also as a part of `and`."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return frozenset().union(*map(single_sets, values))
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[entries]), ops=[ast.Eq()], comparators=[ast.Constant(value=1)]
        ):
            return frozenset({ast.unparse(entries)})
    return frozenset()
