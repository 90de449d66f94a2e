"""Names of a package that are imported on first use (PEP 562)."""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


def exports(file: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """`__all__`, `__getattr__` and `__dir__` of a package, from the imports for type checkers in its file.

    A star import means the `__all__` of that module, whose file is parsed; nothing is imported here.
    """
    package, homes = Path(file).parent.name, dict[str, tuple[str, str]]()
    for name, module, original in _imported(Path(file)):
        if original == "*":
            path = Path(file).parent.joinpath(*module.split(".")[1:]).with_suffix(".py")
            homes |= {each: (module, each) for each in _all_of(path)}
        else:
            homes[name] = (module, original)

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, original = homes[name]
        value = getattr(import_module(module), original)
        import_module(package).__dict__[name] = value
        return value

    class Package(ModuleType):
        """Importing a module of the same name, such as `zermelo.advice`, does not replace an exported name."""

        def __setattr__(self, name: str, value: object) -> None:
            if not (name in homes and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

    sys.modules[package].__class__ = Package
    names = sorted(homes)
    return names, find, lambda: sorted({*import_module(package).__dict__, *names})


def _imported(path: Path) -> list[tuple[str, str, str]]:
    """The imports for type checkers in a file: each name with its module and its name there; an assignment renames one."""
    blocks = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.If)]
    nodes = [node for block in blocks for node in block.body]
    renamed = {ast.unparse(node.value): ast.unparse(node.targets[0]) for node in nodes if isinstance(node, ast.Assign)}
    imports = [(node.module or "", alias.name) for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    return [(renamed.get(name, name), module, name) for module, name in imports]


def _all_of(path: Path) -> list[str]:
    """The names in a file's `__all__`, which may be written in several parts."""
    nodes = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.Assign | ast.AugAssign)]
    parts = [node.value for node in nodes if ast.unparse(node).startswith("__all__ ")]
    return [name for part in parts for name in ast.literal_eval(part)]
