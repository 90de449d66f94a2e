"""Values that rules read from `self`, from the class or from their module, written out as source.

Single values become literals. Tables of numbers with rows of equal length become arrays, for fast access; short ones also become
tuples, which can be unpacked. Tables with rows of different lengths become one array with offsets, read through a function.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
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
    numbers = list(_leaves(value))
    if not all(map(_is_number, numbers)):
        return None
    shape = _shape(value)
    if shape is not None:
        array = f"{name}_at = np.array({value!r}, dtype=np.{_kind(numbers)})"
        whole = f"{name} = {value!r}" if len(numbers) <= LONG else f"{name} = {name}_at"
        return Constant(name, value, (array, whole), depth=len(shape))
    if all(isinstance(row, tuple) and all(map(_is_number, row)) for row in value):
        return Constant(name, value, _jagged_lines(name, value, numbers), jagged=True)
    return Constant(name, value, (f"{name} = {value!r}",)) if len(numbers) <= LONG else None


def _jagged_lines(name: str, rows: tuple[tuple[Any, ...], ...], numbers: list[Any]) -> tuple[str, ...]:
    offsets = [0, *accumulate(map(len, rows))]
    return (
        f"{name}_flat = np.array({numbers!r}, dtype=np.{_kind(numbers)})",
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


def _leaves(value: Any) -> Iterator[Any]:
    """Everything in a nested tuple that is not a tuple."""
    if isinstance(value, tuple):
        for entry in value:
            yield from _leaves(entry)
    else:
        yield value


def _kind(numbers: list[Any]) -> str:
    return "float64" if any(isinstance(number, float) for number in numbers) else "int64"


def _shape(value: Any) -> tuple[int, ...] | None:
    """The length at each level; None if rows of one level differ in length."""
    if _is_number(value):
        return ()
    shapes = {_shape(entry) for entry in value}
    if len(shapes) != 1 or None in shapes:
        return None
    (shape,) = shapes
    assert shape is not None
    return (len(value), *shape)
