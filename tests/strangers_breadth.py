"""Which parts of Python the games of `tests/strangers` use, told from their syntax trees."""

from __future__ import annotations

import ast

DISPLAY = {"show", "read", "name", "parse", "svg"}
"""Never compiled, so what they use does not count."""
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def features(source):
    """Words for the parts of Python that a game uses: kinds of syntax, functions and methods called, and a few combinations."""
    found = set()
    for node in ast.parse(source).body:
        for whole in methods(node) if isinstance(node, ast.ClassDef) else [node]:
            for part in ast.walk(whole):
                found.update(words(part))
        found.update(top_words(node))
    return found


def methods(node):
    return [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name not in DISPLAY]


def top_words(node):
    """What is defined beside the rules."""
    if isinstance(node, ast.Assign):
        kinds = {ast.Dict: "constant dict", ast.DictComp: "constant dict", ast.Set: "constant set", ast.List: "constant list"}
        yield kinds.get(type(node.value), "constant")
    if isinstance(node, ast.ClassDef):
        yield from (f"class of {ast.unparse(base)}" for base in node.bases)
        yield from (f"@{ast.unparse(decorator).partition('(')[0]}" for decorator in node.decorator_list)
        yield "class of nothing" if not node.bases else "class"


def words(node):
    yield type(node).__name__
    yield from combinations(node)
    if isinstance(node, ast.FunctionDef):
        yield from (f"@{ast.unparse(decorator).partition('(')[0]}" for decorator in node.decorator_list)
    if isinstance(node, ast.Call):
        function = node.func
        yield f"{function.id}()" if isinstance(function, ast.Name) else f".{getattr(function, 'attr', '')}()"
        yield from (f"{keyword.arg}=" for keyword in node.keywords)


def combinations(node):
    """Parts that are more than one node."""
    if isinstance(node, COMPREHENSIONS) and len(node.generators) > 1:
        yield "several for"
    if isinstance(node, ast.For | ast.While) and node.orelse:
        yield f"{type(node).__name__} else"
    if isinstance(node, ast.FunctionDef):
        inner = [part for part in ast.walk(node) if isinstance(part, ast.FunctionDef) and part is not node]
        yield from ("inner function" for _ in inner[:1])
        yield from ("default argument" for _ in node.args.defaults[:1])
        yield from ("keyword-only argument" for _ in node.args.kwonlyargs[:1])
        yield from ("star parameter" for _ in [node.args.vararg] if node.args.vararg)
        if any(isinstance(part, ast.Call) and ast.unparse(part.func).rpartition(".")[2] == node.name for part in ast.walk(node)):
            yield "recursion or super"
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    for target in targets:
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            yield "slice assignment"
        if isinstance(target, ast.Attribute) and isinstance(
            getattr(node, "value", None), ast.List | ast.ListComp | ast.Call | ast.BinOp
        ):
            yield "whole row"
        if isinstance(target, ast.Tuple) and any(isinstance(part, ast.Tuple) for part in target.elts):
            yield "nested unpacking"
        if isinstance(target, ast.Tuple) and any(isinstance(part, ast.Starred) for part in target.elts):
            yield "star unpacking"
    if isinstance(node, ast.Call) and any(isinstance(part, ast.Starred) for part in node.args):
        yield "star argument"
        if ast.unparse(node.func) == "zip":
            yield "zip(*rows)"
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield "slice with a step" if node.slice.step else "slice"
