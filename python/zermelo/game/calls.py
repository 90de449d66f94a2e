"""Games and agents are written like calls: `connect(rows=5, cols=5)`, `alphabeta(depth=8)`.

Arguments are literals: numbers, strings, lists, tuples, True, False, None. A bare word, or a size such as 64MB, is a string.
"""

import ast
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from zermelo.errors import ZermeloError, nearest

Parsed = TypeVar("Parsed")
_TRIES = 20
_BARE = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\\.|(?<=[=(, ])(\d+(?:\.\d+)?[KMG]B|[A-Za-z]\w*\.\d+)\b", re.DOTALL)
"""A word that Python would not read, such as 64MB or star2.5; texts in quotes are skipped."""


@dataclass(frozen=True)
class Call:
    """A name with arguments."""

    name: str
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)


def parse_call(text: str, error: type[ZermeloError]) -> Call:
    """Read `name` or `name(arguments)`.

    >>> parse_call("isolation(4, 4, moves=knight)", ZermeloError)
    Call(name='isolation', args=(4, 4), kwargs={'moves': 'knight'})
    """
    name, bracket, rest = text.strip().partition("(")
    if not bracket:
        return Call(name.strip())
    if not rest.endswith(")"):
        raise error(f"`{text}` has no closing bracket")
    rest = _BARE.sub(lambda found: f"'{found[1]}'" if found[1] else found[0], rest)
    try:
        node = steadily(lambda: ast.parse(f"call({rest}", mode="eval").body)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise error(f"`{text}` cannot be read; write it like a call, such as connect(rows=5,cols=5,line=4)") from None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise error(f"`{text}` cannot be read; write it like a call, such as connect(rows=5,cols=5,line=4)")
    args = tuple(_literal(argument, text, error) for argument in node.args)
    kwargs = {keyword.arg: _literal(keyword.value, text, error) for keyword in node.keywords if keyword.arg is not None}
    if len(kwargs) != len(node.keywords):
        raise error(f"`{text}` cannot be read; ** is not allowed here")
    return Call(name.strip(), args, kwargs)


def steadily(parse: Callable[[], Parsed]) -> Parsed:
    """The result of a parser, which is tried again after a SystemError.

    Up to version 3.12 Python counts the depth of parsing for all threads together, and fails when two threads parse at once.
    """
    for _ in range(_TRIES):
        try:
            return parse()
        except SystemError:
            continue
    return parse()


def _literal(node: ast.expr, text: str, error: type[ZermeloError]) -> Any:
    if isinstance(node, ast.Name):
        return node.id
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise error(f"`{ast.unparse(node)}` in `{text}` is not a plain value; use numbers, words and lists") from None


def signature(maker: Callable[..., Any]) -> inspect.Signature:
    """The arguments that a function or a class takes."""
    if not inspect.isclass(maker):
        return inspect.signature(maker)
    whole = inspect.signature(maker.__init__)
    return whole.replace(parameters=list(whole.parameters.values())[1:])


def make(call: Call, maker: Callable[..., Any], error: type[ZermeloError]) -> Any:
    """Make what a call describes; every wrong argument becomes one sentence."""
    arguments = signature(maker)
    known = [name for name, each in arguments.parameters.items() if each.kind is not each.VAR_KEYWORD]
    takes = f"it takes {', '.join(known)}" if known else "it takes no arguments"
    for name in call.kwargs:
        if name not in known and len(known) == len(arguments.parameters):
            raise error(f"`{call.name}` has no parameter `{name}`: {takes}.{nearest(name, known)}")
    try:
        arguments.bind(*call.args, **call.kwargs)
    except TypeError as problem:
        raise error(f"`{call.name}` was called wrongly: {problem}; {takes}") from None
    try:
        return maker(*call.args, **call.kwargs)
    except ZermeloError:
        raise
    except Exception as problem:
        reason = str(problem) if isinstance(problem, TypeError | ValueError) else f"{type(problem).__name__}: {problem}"
        raise error(f"`{call.name}` refuses these arguments: {reason}") from problem
