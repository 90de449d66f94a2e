"""Expressions that are known before the game starts, and loops written as expressions."""

import ast
from collections.abc import Mapping
from typing import Any

from zermelo.compile.constants import Constant

SMALL = 4096
"""Nested loops with at most this many constant steps in all need no counting."""
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def fold(node: ast.AST, constants: Mapping[str, Constant]) -> ast.expr:
    """The value of an expression of literals, as a literal; any other expression unchanged."""
    assert isinstance(node, ast.expr)
    if isinstance(node, ast.BinOp) and not isinstance(node.op, _ARITHMETIC):
        return node
    if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id == "len"):
        return node
    if not isinstance(node, ast.BinOp | ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Call | ast.Subscript):
        return node
    names: dict[str, Any] = {"len": len}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and inner.id in constants:
            names[inner.id] = constants[inner.id].value
        elif (isinstance(inner, ast.Name) and inner.id != "len") or isinstance(
            inner, ast.Attribute | ast.Slice | ast.List | ast.Dict | ast.ListComp
        ):
            return node
    try:
        value = eval(compile(ast.fix_missing_locations(ast.Expression(node)), "fold", "eval"), {"__builtins__": {}}, names)
    except Exception:  # such as a division by zero, which must happen only when the rule is called
        return node
    if not isinstance(value, bool | int | float | str) or (isinstance(value, int) and abs(value) >= 1 << 62):
        return node
    return ast.copy_location(ast.Constant(value), node)


def steps(node: ast.expr) -> int | None:
    """The number of steps of a loop over a range; None if it is not constant. Other loops are short and count as 1."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"):
        return 1
    if not all(isinstance(argument, ast.Constant) and isinstance(argument.value, int) for argument in node.args):
        return None
    numbers = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
    try:
        return len(range(*numbers))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


_LOOPS = {
    # name: (before, for each value, after)
    "any": ((), "if {value}:\n    return True", "return False"),
    "all": ((), "if not ({value}):\n    return False", "return True"),
    "sum": (("_total = 0",), "_total += {value}", "return _total"),
    "min": (
        ("_found = False", "_best = 0"),
        "_each = {value}\nif not _found or _each < _best:\n    _best, _found = _each, True",
        "return checked(_best, _found)",
    ),
    "max": (
        ("_found = False", "_best = 0"),
        "_each = {value}\nif not _found or _each > _best:\n    _best, _found = _each, True",
        "return checked(_best, _found)",
    ),
}


def loop_function(lowered: str, name: str, expression: ast.GeneratorExp | ast.ListComp, outer: set[str]) -> ast.FunctionDef:
    """A function with loops for `any`, `all`, `sum`, `min` or `max` over an expression with `for`."""
    before, each, after = _LOOPS[name]
    lines, indent = list(before), ""
    for part in expression.generators:
        lines.append(f"{indent}for {ast.unparse(part.target)} in {ast.unparse(part.iter)}:")
        indent += "    "
        for test in part.ifs:
            lines.append(f"{indent}if {ast.unparse(test)}:")
            indent += "    "
    lines += [indent + line for line in each.format(value=ast.unparse(expression.elt)).splitlines()]
    lines.append(after)
    names = [inner for inner in ast.walk(expression) if isinstance(inner, ast.Name)]
    bound = {inner.id for inner in names if isinstance(inner.ctx, ast.Store)}  # in this expression, or in one inside it
    parameters = sorted(({inner.id for inner in names} & outer) - bound)
    text = f"def {lowered}({', '.join(parameters)}):\n" + "\n".join(f"    {line}" for line in lines)
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree
