"""The source of a rule, as a syntax tree that knows its lines."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import CompileError


@dataclass(frozen=True)
class Source:
    """One function of the user: its tree and its place."""

    function: Callable[..., Any]
    tree: ast.FunctionDef
    file: str
    first_line: int

    def place(self, node: ast.AST) -> str:
        """The line of a node in the user's file."""
        return self.at(getattr(node, "lineno", 1))

    def at(self, line: int) -> str:
        return f"{Path(self.file).name}, line {self.first_line + line - 1}"


def read_source(function: Callable[..., Any], rule: str) -> Source:
    """The source of a function; CompileError if there is none, as for functions made by exec."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__"):  # a decorator may do anything
        raise CompileError(rule, "no file", f"`{rule}` is not an ordinary function; write it with `def` and no decorator")
    place = f"{Path(code.co_filename).name}, line {code.co_firstlineno}"
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        raise CompileError(rule, place, "its source cannot be read; write the game in a file or a notebook cell") from None
    if not isinstance(tree, ast.FunctionDef):
        raise CompileError(rule, place, "only functions written with `def` can be compiled")
    return Source(function, tree, code.co_filename, code.co_firstlineno)


def refuse(rule: str, source: Source, node: ast.AST, why: str) -> CompileError:
    return CompileError(rule, source.place(node), why)
