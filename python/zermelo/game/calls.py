"""Things written like calls: games, `connect(rows=5, cols=5)`, and agents, `alphabeta(depth=8)`.

Arguments are literals: numbers, strings, lists, tuples, True, False, None. A bare word, or a size such as 64MB, counts as a string.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from zermelo.errors import ZermeloError, nearest

Parsed = TypeVar("Parsed")
_TRIES = 20


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
        raise error(f"`{text}` lacks its closing bracket")
    rest = re.sub(r"(?<=[=(, ])(\d+(?:\.\d+)?[KMG]B|[A-Za-z]\w*\.\d+)\b", r"'\1'", rest)  # 64MB, star2.5
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
    """What a parser gives, tried again where Python has lost count: up to 3.12 it counts how deep it is for all threads together,
    and says SystemError when two parse at the same time.
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
        raise error(f"`{ast.unparse(node)}` in `{text}` is no plain value: use numbers, words and lists") from None


def make(call: Call, maker: Callable[..., Any], error: type[ZermeloError]) -> Any:
    """Carry out a call, with a sentence about a wrong argument instead of a TypeError."""
    signature = inspect.signature(maker)
    known = [name for name in signature.parameters if name != "self"]
    for name in call.kwargs:
        if name not in known:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise error(f"`{call.name}` has no parameter `{name}`: {takes}.{nearest(name, known)}")
    try:
        signature.bind(*call.args, **call.kwargs)
    except TypeError as problem:
        takes = f"it takes {', '.join(known)}" if known else "it takes no arguments"
        raise error(f"`{call.name}` was called wrongly: {problem}; {takes}") from None
    try:
        return maker(*call.args, **call.kwargs)
    except (TypeError, ValueError) as problem:
        raise error(f"`{call.name}` refuses these arguments: {problem}") from problem
