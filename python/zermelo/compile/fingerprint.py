"""What a compiled module depends on, as one text: the code of its rules and of everything that they name, and the values of constants.

It is found without compiling, so that a build can be looked up in the cache at once. It names more than the compiler uses: for
each name in the code of a function all that the name may mean. If anything of that changes, the rules are compiled again.
"""

from __future__ import annotations

import enum
import hashlib
import inspect
import sys
import types
from collections.abc import Iterator
from typing import Any

from zermelo.game.protocol import Game

_DEEP = 60
_FOREIGN = ("zermelo.game.", "zermelo.errors", "builtins")


def fingerprint(game: Game, rules: list[str], shapes: dict[str, str]) -> str:
    """A hash of everything that shapes the compiled rules of a game."""
    seen = _Walk(game)
    for rule in rules:
        seen.write("rule", rule, shapes.get(rule, ""))
        seen.function(game.rules.method(rule))
        if rule == "features":
            seen.write(str(len(game.rules.weights)))
        if rule == "pattern_cells" and game.rules.reader is not None:
            seen.write(str(game.rules.reader.patterns.cells))
    fields = [
        (name, field.name, field.length) for name, field in game.layout.fields.items()
    ]  # start values are no part of the rules
    seen.write(repr(fields), str(game.max_moves), str(len(game.players)))
    return seen.hash.hexdigest()


def places(game: Game, rules: list[str]) -> list[str]:
    """The files and lines in which rules stand."""
    found = [getattr(inspect.unwrap(game.rules.method(rule)), "__code__", None) for rule in rules]
    return [f"{code.co_filename}:{code.co_firstlineno}" for code in found if code is not None]


class _Walk:
    """Visits functions and constants, each once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hash = hashlib.sha256()
        self.seen: dict[int, int] = {}
        self.kept: list[Any] = []

    def write(self, *words: str) -> None:
        for word in words:
            self.hash.update(word.encode(errors="surrogatepass") + b"\0")

    def visited(self, value: Any) -> bool:
        if id(value) in self.seen:
            self.write("again", str(self.seen[id(value)]))
            return True
        self.seen[id(value)] = len(self.seen)
        self.kept.append(value)
        return False

    def function(self, function: Any) -> None:
        function = inspect.unwrap(getattr(function, "__func__", function))
        code = getattr(function, "__code__", None)
        if code is None:
            self.write(
                "function", str(getattr(function, "__module__", "")), getattr(function, "__qualname__", type(function).__name__)
            )
            return
        if self.visited(code):
            return
        self.value(function.__defaults__)
        self.value(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            try:
                self.value(cell.cell_contents)
            except ValueError:
                continue
        names = self.code(code)
        for name in sorted(names):
            if name in function.__globals__:
                self.write("global", name)
                self.named(function.__globals__[name], names)
            if not name.startswith("__") and (found := _attribute(self.game, name)) is not None:
                self.write("self", name)
                self.value(found[0])

    def code(self, code: types.CodeType) -> set[str]:
        """Write the instructions of a function and those inside it; the names that they use."""
        self.write(code.co_name, code.co_code.hex(), repr(code.co_varnames))
        names = {*code.co_names, *code.co_freevars}
        self.write(repr(code.co_names))
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                names |= self.code(constant)
            else:
                self.value(constant)
        return names

    def named(self, value: Any, names: set[str]) -> None:
        """A value that a function names: of a module only what else the function names."""
        if isinstance(value, types.ModuleType):
            self.write("module", value.__name__, str(getattr(value, "__version__", "")))
            if not _is_library(value.__name__):
                for name in sorted(names):
                    if name in vars(value):
                        self.value(vars(value)[name])
            return
        self.value(value)

    def value(self, value: Any, depth: int = 0) -> None:
        """Any constant."""
        if value is None or (isinstance(value, bool | int | float | str | bytes) and not isinstance(value, enum.Enum)):
            self.write(type(value).__name__, repr(value))
        elif depth > _DEEP:
            self.write("deep")
        elif value is self.game:
            self.write("game")
        elif isinstance(value, types.ModuleType):
            self.write("module", value.__name__)
        elif isinstance(value, enum.Enum):
            self.write("member", type(value).__qualname__, value.name or repr(value.value))
            self.value(type(value), depth + 1)
        elif self.visited(value):
            return
        elif isinstance(value, types.FunctionType | types.MethodType | staticmethod | classmethod) or hasattr(
            value, "__wrapped__"
        ):
            if isinstance(value, types.MethodType):
                self.value(value.__self__, depth + 1)
            self.function(value)
        elif isinstance(value, property):
            for part in (value.fget, value.fset):
                if part is not None:
                    self.function(part)
        else:
            self.compound(value, depth)

    def compound(self, value: Any, depth: int) -> None:
        self.write(type(value).__qualname__)
        if isinstance(value, type):
            self.write(value.__module__, value.__qualname__)
            if not _is_library(value.__module__):
                for name, each in sorted(vars(value).items(), key=lambda pair: pair[0]):
                    if name not in ("__dict__", "__weakref__", "__doc__", "__module__", "__original__"):
                        self.write(name)
                        self.value(each, depth + 1)
            return
        if hasattr(value, "tobytes") and hasattr(value, "dtype"):
            self.write(str(value.dtype), str(value.shape), value.tobytes().hex())
            return
        if isinstance(value, set | frozenset):
            self.write(*sorted(self.single(each) for each in value))
            return
        if isinstance(value, dict):
            for key, each in value.items():
                self.value(key, depth + 1)
                self.value(each, depth + 1)
            return
        if isinstance(value, list | tuple | range):
            self.write(str(len(value)))
            if {*map(type, value)} in ({int}, {str}):  # such as a large table
                self.write(repr(value))
                return
            for each in value:
                self.value(each, depth + 1)
            return
        self.value(type(value), depth + 1)
        for name, each in sorted(_fields(value)):
            self.write(name)
            self.value(each, depth + 1)

    def single(self, value: Any) -> str:
        """An entry of a set, as a text of its own."""
        return (
            repr(value)
            if isinstance(value, int | str | float | tuple | bytes)
            else getattr(value, "name", type(value).__qualname__)
        )


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(value, "__dict__", {}).items()
    for cls in type(value).__mro__:
        for name in getattr(cls, "__slots__", ()):
            if isinstance(name, str) and hasattr(value, name):
                yield name, getattr(value, name)


def _attribute(game: Game, name: str) -> tuple[Any] | None:
    """What a name means as an attribute of the game."""
    if name in vars(game):
        return (vars(game)[name],)
    found = inspect.getattr_static(type(game), name, None)
    actual = None if isinstance(found, property) else getattr(game, name, None)
    if inspect.isfunction(found) and getattr(actual, "__func__", actual) is not found:  # the game finds attributes in its own way
        return ((found, actual),)
    if found is None or (name in vars(Game) and found is vars(Game)[name]):
        return None
    if isinstance(found, property) or hasattr(found, "func"):  # its value counts, and its code
        try:
            return ((found, getattr(game, name)),)
        except Exception:
            return (found,)
    return (found,)


def _is_library(module: str) -> bool:
    """Whether a module comes with Python or with a package whose version is part of the name of a build."""
    first = module.partition(".")[0]
    return first in sys.stdlib_module_names or first in ("numpy", "llvmlite") or module.startswith(_FOREIGN)
