"""Values that rules read from `self`, from the class or from their module, written out as source.

Single values become literals. Tables with rows of equal length become arrays, for fast access, and, where they are short,
tuples as well, which can be unpacked. Tables with rows of different lengths become one array with offsets, read through a function.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

LONG = 128
"""Tables with more numbers than this become arrays."""


@dataclass(frozen=True)
class Constant:
    """A named value: the lines that define it, and how it is used."""

    name: str
    value: Any
    lines: tuple[str, ...]
    depth: int = 0
    """Number of indices of a table with rows of equal length, read through the array `<name>_at[i, j]`; 0 for other tables."""
    jagged: bool = False
    """Read row by row through `<name>_row(index)`."""


def literal(value: Any) -> bool:
    """Whether a value can be written as a literal."""
    return value is None or isinstance(value, bool | int | float | str)


def constant(name: str, value: Any) -> Constant | None:
    """A table as source; None when the value is not a table."""
    value = _plain(value)
    if not isinstance(value, tuple) or not value:
        return None
    numbers = _count_numbers(value)
    if numbers is None:
        return None
    shape = _shape(value)
    if shape is not None:
        kind = "float64" if _has_float(value) else "int64"
        array = f"{name}_at = np.array({value!r}, dtype=np.{kind})"
        whole = f"{name} = {value!r}" if numbers <= LONG else f"{name} = {name}_at"
        return Constant(name, value, (array, whole), depth=len(shape))
    if all(isinstance(row, tuple) and all(_is_number(number) for number in row) for row in value):
        return Constant(name, value, _jagged_lines(name, value), jagged=True)
    if numbers <= LONG:
        return Constant(name, value, (f"{name} = {value!r}",))
    return None


def _jagged_lines(name: str, rows: tuple[tuple[Any, ...], ...]) -> tuple[str, ...]:
    offsets: list[int] = [0]
    flat: list[float] = []
    for row in rows:
        flat.extend(row)
        offsets.append(len(flat))
    kind = "float64" if _has_float(rows) else "int64"
    return (
        f"{name}_flat = np.array({flat!r}, dtype=np.{kind})",
        f"{name}_offsets = np.array({offsets!r}, dtype=np.int64)",
        "@njit(**OPTIONS)",
        f"def {name}_row(index):",
        "    if index < 0:",
        f"        index += {len(rows)}",
        f"    if index < 0 or index >= {len(rows)}:",
        "        raise IndexError",
        f"    return {name}_flat[{name}_offsets[index]:{name}_offsets[index + 1]]",
    )


def _plain(value: Any) -> Any:
    """Lists, ranges and NumPy arrays as nested tuples; everything else unchanged."""
    if hasattr(value, "tolist") and hasattr(value, "dtype"):
        value = value.tolist()
    if isinstance(value, list | tuple | range):
        return tuple(_plain(entry) for entry in value)
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, bool | int | float)


def _count_numbers(value: Any) -> int | None:
    """How many numbers a nested tuple holds; None if it holds anything else than numbers."""
    if _is_number(value):
        return 1
    if not isinstance(value, tuple):
        return None
    total = 0
    for entry in value:
        number = _count_numbers(entry)
        if number is None:
            return None
        total += number
    return total


def _shape(value: Any) -> tuple[int, ...] | None:
    """The length at each level; None where rows of one level differ in length."""
    if _is_number(value):
        return ()
    shapes = {_shape(entry) for entry in value}
    if len(shapes) != 1 or None in shapes:
        return None
    (shape,) = shapes
    assert shape is not None
    return (len(value), *shape)


def _has_float(value: Any) -> bool:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return any(_has_float(entry) for entry in value)
    return isinstance(value, float)
