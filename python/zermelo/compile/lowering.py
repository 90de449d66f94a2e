"""Lowering: the rules of a game, a class with methods, as a module of plain functions that Numba can compile.

| in the class                     | in the lowered module                                              |
|----------------------------------|--------------------------------------------------------------------|
| `self.rows`                      | the number itself; tables become global constants                  |
| `self.helper(s, x)`              | `R_helper(s, x)`, also lowered; functions of the module likewise    |
| `yield move` in `moves`          | the move is appended to a list, after a check of room and range     |
| `s.turn = x`, `s.cells[i] += x`  | the same, after a check that the field can hold it                  |
| `s.turn`, `s.cells[i]`           | `s.turn + 0`: narrow numbers are widened as soon as they are read   |
| `while`, `for i in range(n)`     | the same, counting steps: an endless loop is an error, not a hang |
| `any(x for ...)`, `sum`, `all`   | a small function with a loop                                       |
| `if self.kind == "king"`         | only the branch that applies                                       |

A rule that cannot be lowered raises a CompileError that names the rule, the line and the reason.
"""

import ast
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from zermelo.compile.constants import Constant, constant
from zermelo.compile.rewriting import Rewriter
from zermelo.compile.source import Source, read_source
from zermelo.compile.wrapping import PRELUDE, layout_lines, wrapper
from zermelo.errors import CompileError
from zermelo.game.protocol import Game

PLAIN, APPENDER, PAIRS, GENERATOR = "R", "A", "P", "Y"
"""How a function is lowered: unchanged; with `yield` appending to a list of moves, or of chances; or as a generator."""
INLINE = 600
"""Functions are inlined while all their copies together have fewer syntax nodes than this."""
_WAYS = {"moves": APPENDER, "chances": PAIRS}


@dataclass
class Lowered:
    """The lowered module, and where each of its lines came from."""

    text: str
    rules: list[str]
    origins: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Line of the lowered module -> (rule, place in the user's file)."""


def lower(game: Game, rules: list[str]) -> Lowered:
    """Some rules of a game, with everything that they call, as the source of one module."""
    return Lowering(game).run(rules)


def lower_words(game: Game, shapes: Mapping[str, str]) -> Lowered:
    """Words of advice, each a "fact", a "comparison" with the root or a "kind" of move, with everything that they call."""
    return Lowering(game, shapes).run(list(shapes))


def groups(game: Game, heuristics: Iterable[str]) -> list[list[str]]:
    """What is compiled together: the rules, and each heuristic by itself, when a search needs it."""
    ends = ["winner"] if game.defines("winner") else ["over", "utility"]
    rules = ["moves", "play", *ends, *(rule for rule in ("to_move", "chances") if game.defines(rule))]
    return [rules, *([rule] for rule in heuristics if game.defines(rule))]


class Lowering:
    """Collects functions and constants, each once, callees before callers."""

    def __init__(self, game: Game, shapes: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.shapes = dict(shapes or {})
        """The shape of each word of advice, which may only read states; rules have none."""
        self.fields = game.layout.fields
        self.constants: dict[str, Constant] = {}
        self.imports: dict[str, str] = {}
        self.functions: dict[str, tuple[ast.FunctionDef, Source, str]] = {}
        self.uses: Counter[str] = Counter()
        self.under_way: list[str] = []
        self.rule = ""

    def run(self, rules: list[str]) -> Lowered:
        for rule in rules:
            self.rule = rule
            self.method(rule, _WAYS.get(rule, PLAIN), None)
        lines = [*PRELUDE, *(f"import {module} as {name}" for name, module in self.imports.items())]
        lines += layout_lines(self.game)
        for table in self.constants.values():
            lines += table.lines
        origins: dict[int, tuple[str, str]] = {}
        for tree, source, rule in self.functions.values():
            text = ast.unparse(tree)
            start = len("\n".join(lines).splitlines()) + 2
            for lowered, original in _line_pairs(tree, ast.parse(text).body[0]):
                origins[start + lowered - 1] = (rule, source.at(original))
            lines += [self._decorator(tree), *text.splitlines()]
        for rule in rules:
            start = len("\n".join(lines).splitlines()) + 1
            around = wrapper(rule, self.shapes.get(rule))
            lines += around
            _, source, _ = self.functions[f"{_WAYS.get(rule, PLAIN)}_{rule}"]
            origins.update({line: (rule, source.at(1)) for line in range(start, start + len(around))})
        return Lowered("\n".join(lines) + "\n", rules, origins)

    def _decorator(self, tree: ast.FunctionDef) -> str:
        """Inline small functions, and those used once; LLVM alone does not inline across functions of Numba."""
        size = sum(1 for _ in ast.walk(tree)) * (self.uses[tree.name] or 1)
        return "@njit(forceinline=True, **OPTIONS)" if self.uses[tree.name] <= 1 or size < INLINE else "@njit(**OPTIONS)"

    # Functions: the Rewriter asks for everything that a rule mentions

    def method(self, name: str, way: str, asked: tuple[Source, ast.AST] | None) -> str:
        """The lowered name of a method of the game."""
        attribute = inspect.getattr_static(type(self.game), name)
        is_static = isinstance(attribute, staticmethod)
        function = attribute.__func__ if isinstance(attribute, staticmethod | classmethod) else attribute
        found = getattr(self.game, name)  # differs if the game sets the attribute, or finds attributes in its own way
        ordinary = inspect.isfunction(function) and getattr(found, "__func__", found) is function
        if isinstance(attribute, classmethod) or not ordinary:
            raise self._refuse(asked, f"`self.{name}` is neither an ordinary method nor a constant; make it one of them")
        return self._function(f"{way}_{name}", function, way, not is_static, asked)

    def helper(self, name: str, function: Callable[..., Any], asked: tuple[Source, ast.AST]) -> str:
        """The lowered name of a function of the user's module."""
        return self._function(f"F_{name}", function, PLAIN, False, asked)

    def _function(
        self, lowered: str, function: Callable[..., Any], way: str, has_self: bool, asked: tuple[Source, ast.AST] | None
    ) -> str:
        self.uses[lowered] += 1
        if lowered in self.under_way:
            raise self._refuse(asked, "it calls itself; write it with a loop")
        if lowered not in self.functions:
            self.under_way.append(lowered)
            source = read_source(function, self.rule)
            tree = Rewriter(self, source, way, has_self).function(lowered)
            self.functions[lowered] = (tree, source, self.rule)
            self.under_way.pop()
        return lowered

    def add(self, lowered: str, tree: ast.FunctionDef, source: Source) -> None:
        """Add a function that the Rewriter has made."""
        self.functions[lowered] = (tree, source, self.rule)

    # Values

    def table(self, name: str, value: Any, asked: tuple[Source, ast.AST]) -> Constant:
        """A constant that is too large for a literal."""
        if name not in self.constants:
            made = constant(name, value)
            if made is None:
                kind = type(value).__name__
                raise self._refuse(
                    asked, f"`{ast.unparse(asked[1])}` is a {kind}; constants are numbers, strings, and tables of numbers"
                )
            self.constants[name] = made
        return self.constants[name]

    def module(self, name: str, module: str) -> None:
        self.imports[name] = module

    def _refuse(self, asked: tuple[Source, ast.AST] | None, why: str) -> CompileError:
        return CompileError(self.rule, asked[0].place(asked[1]) if asked else "class", why)


def _line_pairs(old: ast.AST, new: ast.AST) -> list[tuple[int, int]]:
    """(line in the lowered text, line in the user's source) for every statement; both trees have the same shape."""
    pairs: list[tuple[int, int]] = []
    if isinstance(old, ast.stmt) and isinstance(new, ast.stmt):
        pairs.append((new.lineno, old.lineno))
    for name in ("body", "orelse", "finalbody"):
        theirs, ours = getattr(old, name, None), getattr(new, name, None)
        if isinstance(theirs, list) and isinstance(ours, list):
            for first, second in zip(theirs, ours, strict=False):
                pairs += _line_pairs(first, second)
    return pairs
