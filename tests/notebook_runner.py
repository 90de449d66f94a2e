"""Runs notebooks without Jupyter: cell after cell in one namespace, with what each would show."""

from __future__ import annotations

import ast
import io
import json
import linecache
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple


class Shown(NamedTuple):
    """What a cell printed, its last value, and the picture or table or text that Jupyter would make of that."""

    printed: str
    value: Any
    face: str


def cells(path: Path, kind: str) -> list[str]:
    """The texts of all cells of a kind."""
    book = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == kind]


def execute(path: Path) -> tuple[dict[str, Any], list[Shown]]:
    """The names that a notebook leaves behind, and what its cells show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return names, [_run(source, f"<{path.stem} {number}>", names) for number, source in enumerate(cells(path, "code"), 1)]


def _run(source: str, place: str, names: dict[str, Any]) -> Shown:
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)  # as IPython does, for the compiler
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, place, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), place, "eval"), names)
    return Shown(printed.getvalue(), value, face(value))


def face(value: object) -> str:
    """What Jupyter shows of a value: its picture, else its table, else its text; nothing for None."""
    for name in ("_repr_svg_", "_repr_html_"):
        if hasattr(type(value), name):
            return str(getattr(value, name)())
    return "" if value is None else repr(value)
