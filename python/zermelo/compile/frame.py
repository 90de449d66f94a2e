"""Scopes: which variables a function has, and what its other names mean."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zermelo.compile.source import Source

if TYPE_CHECKING:
    from zermelo.compile.paths import Meeting


@dataclass(eq=False)
class Frame:
    """One call of a function that is compiled in place, or a comprehension: its variables, and where its names come from."""

    source: Source
    local: frozenset[str]
    parent: Frame | None = None
    """The frame around a comprehension or a function inside a function."""
    is_comprehension: bool = False
    returns: Meeting | None = None
    """Where `return` leads; None if it leaves the compiled function."""
    yields: Any = None
    """What to do with a value that is yielded; None if the function does not yield."""
    is_object: bool = False
    """Whether this is no call but an object, whose attributes are its variables."""
    hands_out: bool = False
    """Whether the entries of what is returned count as yielded: a rule may return its moves."""
    loops: list[Any] = field(default_factory=list)

    def owner(self, name: str) -> Frame | None:
        """The frame whose variable a name is; None for names of the module and of Python."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.local:
                return frame
            frame = frame.parent
        return None

    @property
    def function(self) -> Frame:
        """The frame of the function that a comprehension stands in."""
        return self.parent.function if self.is_comprehension and self.parent is not None else self

    def outside(self, name: str) -> Any:
        """What a name means that is not a variable; KeyError if it means nothing."""
        seen = self.source.names
        if name in seen:
            return seen[name]
        return vars(builtins)[name]


NODES = 4096
"""Parts of the source of which the compiler remembers what stands in them; it asks again in every pass."""
_SCOPES = (ast.FunctionDef, ast.Lambda, ast.AsyncFunctionDef, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def assigned_names(nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Names that these statements assign in their own scope, also by `:=`, `for`, `import`, `def` and patterns."""
    return frozenset[str]().union(*map(_assigned, nodes))


@lru_cache(NODES)
def _assigned(statement: ast.AST) -> frozenset[str]:
    found: set[str] = set()

    def visit(node: ast.AST, inside: bool) -> None:
        match node:
            case ast.Name(ctx=ast.Store() | ast.Del()) if not inside:
                found.add(node.id)
            case ast.NamedExpr(target=ast.Name(id=name)):
                found.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found.add(name)
            case ast.ExceptHandler(name=str(name)):
                found.add(name)
            case ast.FunctionDef(name=name):
                found.add(name)
        if isinstance(node, _SCOPES):
            return
        within = inside or isinstance(node, _COMPREHENSIONS)
        for child in ast.iter_child_nodes(node):
            visit(child, within)

    visit(statement, False)
    return frozenset(found)


def nonlocal_names(nodes: list[ast.stmt]) -> frozenset[str]:
    """Names that functions inside these statements may assign in the scope around them."""
    return frozenset[str]().union(*map(_nonlocal, nodes))


@lru_cache(NODES)
def _nonlocal(statement: ast.stmt) -> frozenset[str]:
    return frozenset(name for node in ast.walk(statement) if isinstance(node, ast.Nonlocal) for name in node.names)


@lru_cache(maxsize=1024)
def inner_names(node: ast.FunctionDef | ast.Lambda) -> frozenset[str]:
    """Variables of a function that functions inside it may assign."""
    return nonlocal_names([] if isinstance(node, ast.Lambda) else node.body)


def parameters(arguments: ast.arguments) -> list[str]:
    """The names of all parameters."""
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [each.arg for each in (*every, arguments.vararg, arguments.kwarg) if each is not None]


@lru_cache(NODES)
def local_names(node: ast.FunctionDef | ast.Lambda) -> frozenset[str]:
    """The variables of a function."""
    body = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
    outer = {
        name
        for each in ast.walk(node)
        if isinstance(each, ast.Nonlocal | ast.Global) and _directly(node, each)
        for name in each.names
    }
    return (assigned_names(body) | frozenset(parameters(node.args))) - outer


def _directly(function: ast.AST, wanted: ast.AST) -> bool:
    """Whether a statement belongs to a function itself and not to one inside it."""
    for child in ast.iter_child_nodes(function):
        if child is wanted or (not isinstance(child, _SCOPES) and _directly(child, wanted)):
            return True
    return False
