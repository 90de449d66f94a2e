"""The source of a function, as a syntax tree that knows its lines and what its names mean."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class Refusal(Exception):
    """Something that cannot be compiled: where it stands, why, and what to write instead."""

    def __init__(self, node: ast.AST | None, why: str) -> None:
        super().__init__(why)
        self.node, self.why = node, why


@dataclass(frozen=True, eq=False)
class Source:
    """One function of the user: its tree, its place, and what it sees besides its variables."""

    function: Callable[..., Any]
    tree: ast.FunctionDef | ast.Lambda
    file: str
    first_line: int
    indent: int = 0
    names: dict[str, Any] = field(default_factory=dict)

    def place(self, node: ast.AST | None) -> str:
        """The line of a node in the user's file."""
        return f"{Path(self.file).name}, line {self.line(node)}"

    def line(self, node: ast.AST | None) -> int:
        return self.first_line + int(getattr(node, "lineno", 1)) - 1

    def marked(self, node: ast.AST | None) -> str:
        """The line of a node, and below it a mark under the node."""
        if not isinstance(node, ast.expr | ast.stmt):
            return ""
        linecache.checkcache(self.file)  # it may have been edited
        text = linecache.getline(self.file, self.line(node)).rstrip("\n")
        if not text.strip():
            return ""
        start = node.col_offset + self.indent
        stop = node.end_col_offset + self.indent if node.end_lineno == node.lineno and node.end_col_offset else len(text)
        return f"{text}\n{' ' * start}{'^' * max(1, stop - start)}"


def read_source(function: Callable[..., Any]) -> Source:
    """The source of a function; Refusal if there is none, as for functions made by exec."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__"):  # a decorator may do anything
        name = getattr(function, "__name__", "it")
        raise Refusal(None, f"`{name}` is not an ordinary function; write it with `def` and no decorator")
    try:
        lines, first = inspect.getsourcelines(function)
        text = "".join(lines)
        indent = len(lines[0]) - len(lines[0].lstrip())
        tree = _function_in(ast.parse(textwrap.dedent(text)), code)
    except (OSError, TypeError, SyntaxError, IndexError, ValueError):
        raise Refusal(None, "its source cannot be read; write the game in a file or a notebook cell") from None
    return Source(function, tree, code.co_filename, first, indent, _names_seen_by(function))


def _function_in(tree: ast.Module, code: Any) -> ast.FunctionDef | ast.Lambda:
    """The function that some lines contain: they may be a `def`, or a statement with a lambda in it."""
    first = tree.body[0]
    if isinstance(first, ast.FunctionDef):
        return first
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    if len(found) != 1:
        raise ValueError
    return found[0]


def _names_seen_by(function: Any) -> dict[str, Any]:
    """Names of the module and of functions around the function, as it sees them."""
    seen = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            seen[name] = cell.cell_contents
        except ValueError:
            continue
    return seen
