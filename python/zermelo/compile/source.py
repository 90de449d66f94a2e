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
    tree: ast.FunctionDef
    file: str
    first_line: int
    indent: int = 0
    names: dict[str, Any] = field(default_factory=dict)
    is_trusted: bool = False
    """Whether it is our own and needs no checks: its indices are right, its loops end, and its numbers are small."""

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
        if code.co_name == "<lambda>":
            lines = linecache.getlines(code.co_filename) or inspect.getsourcelines(function)[0]
            return Source(function, _lambda_in("".join(lines), code), code.co_filename, 1, 0, _names_seen_by(function))
        lines, first = inspect.getsourcelines(function)
        indent = len(lines[0]) - len(lines[0].lstrip())
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
        if not isinstance(tree, ast.FunctionDef):
            raise ValueError
    except (OSError, TypeError, SyntaxError, IndexError, ValueError):
        raise Refusal(None, "its source cannot be read; write the game in a file or a notebook cell") from None
    return Source(function, tree, code.co_filename, first, indent, _names_seen_by(function))


def _lambda_in(text: str, code: Any) -> ast.FunctionDef:
    """A lambda in a file, as a function that returns; ValueError if it cannot be told from others."""
    spots = {(line, column) for line, _, column, _ in code.co_positions() if line and column is not None}
    spots.discard((code.co_firstlineno, 0))  # of instructions that stand for no text
    found = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno and all(_holds(node.body, spot) for spot in spots)
    ]
    (inner,) = (node for node in found if not any(other in ast.walk(node.body) for other in found))
    answer = ast.copy_location(ast.Return(inner.body), inner.body)
    made = ast.FunctionDef(name="<lambda>", args=inner.args, body=[answer], decorator_list=[], returns=None)
    return ast.fix_missing_locations(ast.copy_location(made, inner))


def _holds(node: ast.expr, spot: tuple[int, int]) -> bool:
    return (node.lineno, node.col_offset) <= spot <= (node.end_lineno or 0, node.end_col_offset or 0)


def _names_seen_by(function: Any) -> dict[str, Any]:
    """Names of the module and of functions around the function, as it sees them."""
    seen = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            seen[name] = cell.cell_contents
        except ValueError:
            continue
    return seen
