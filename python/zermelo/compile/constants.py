"""Constants at run time: numbers as they are, tables as data in the compiled module, anything else as its place among some objects.

What is known now stays an object of Python as long as possible. It needs a form at run time only where the state decides which of
several constants is meant: `table[s.turn]`, or a variable that has one of two values.
"""

from __future__ import annotations

import enum
import math
import struct
from collections import deque
from collections.abc import Sequence
from typing import Any

from zermelo.compile.source import Refusal
from zermelo.compile.types import (
    I128,
    Bool,
    Bottom,
    Choice,
    Contents,
    Float,
    Int,
    List,
    Mismatch,
    NoneType,
    Optional,
    Tuple,
    Type,
    identity,
    join,
)

SHORT = 8
"""Tuples of at most so many entries are kept as single values; longer ones as lists."""
EXACT = 1 << 53
"""Whole numbers up to this are exact as fractions."""
OVERSIZED = "0x7FF85A45524D454C"
"""Stands for a whole number among fractions that is not exact as a fraction; where it is read, Python is asked."""
FROZEN = -1
"""The room of a list that must not be changed."""


def plain(value: Any) -> Any:
    """NumPy's numbers and arrays as those of Python; everything else unchanged. Numbers that wrap sooner than 64 bits are refused."""
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        if value.dtype.kind in "iuf" and value.dtype.str[1:] not in ("i8", "f8"):
            raise Refusal(None, f"NumPy's numbers of the type {value.dtype} wrap or round; make them Python's with .tolist()")
        if value.dtype.kind == "b":
            raise Refusal(None, "NumPy's truths are not added as numbers are; make them Python's with .tolist()")
        return value.tolist()
    return value


def is_number(value: Any) -> bool:
    return isinstance(value, bool | int | float) and not isinstance(value, enum.Enum)


def is_exact(number: int) -> bool:
    """Whether a whole number is exact as a fraction."""
    try:
        return int(float(number)) == number
    except OverflowError:
        return False


def is_sequence(value: Any) -> bool:
    """Whether a constant is a sequence whose entries may be looked up at run time."""
    return type(value) in (list, range) or (isinstance(value, tuple) and not isinstance(value, enum.Enum))


_ITERABLE: tuple[type, ...] = (
    str,
    bytes,
    dict,
    set,
    frozenset,
    enum.EnumMeta,
    deque,
    type({}.items()),
    type({}.keys()),
    type({}.values()),
)


def entries_of(value: Any) -> list[Any] | None:
    """The entries of a constant that can be iterated over; None if it cannot, or has too many."""
    value = plain(value)
    if is_sequence(value) or isinstance(value, _ITERABLE):
        return None if isinstance(value, range) and len(value) > 1 << 20 else list(value)
    return None


class Constants:
    """The constants of one module, each written once."""

    def __init__(self) -> None:
        self.contents: dict[tuple[int, int], Contents] = {}
        """For each list that is a constant, what it contains; kept from pass to pass."""
        self.kept: list[Any] = []
        """Objects that are known by their address must live as long as this."""
        self.tables: dict[tuple[int, str], str] = {}
        """For each tuple of whole numbers its text as an array."""
        self.reset()

    def reset(self) -> None:
        """Begin another pass."""
        self.lines: list[str] = []
        self.written: dict[Any, str] = {}

    def type_of(self, value: Any) -> Type:
        """The type of one constant at run time."""
        value = plain(value)
        if value is None:
            return NoneType()
        if isinstance(value, enum.Enum):
            return Choice((value,))
        if isinstance(value, bool):
            return Bool()
        if isinstance(value, int) and I128.low <= value <= I128.high:
            return Int(int(value), int(value))
        if isinstance(value, float):
            return Float()
        if isinstance(value, tuple) and len(value) <= SHORT:
            cls = type(value) if type(value) is not tuple else None
            return Tuple(tuple(self.type_of(each) for each in value), cls)
        if is_sequence(value):
            return self.list_type(value)
        self.kept.append(value)
        return Choice((value,))

    def list_type(self, value: Any) -> List:
        """The type of a sequence as a list."""
        key = (id(value), 0)
        if key not in self.contents:
            self.kept.append(value)
            self.contents[key] = Contents()
            self.contents[key].add(self.common(list(value)))
        return List(self.contents[key], "list" if isinstance(value, list) else "tuple")

    def common(self, values: Sequence[Any]) -> Type:
        """A type that has all of these constants."""
        values = [plain(value) for value in values]
        if values and all(isinstance(self.type_of(value), Choice) for value in values):
            return Choice(unique(values))
        if values and all(type(value) is int for value in values) and I128.low <= min(values) and max(values) <= I128.high:
            return Int(min(values), max(values)).widened
        try:
            whole: Type = Bottom()
            for value in values:
                whole = join(whole, self.type_of(value))
        except Mismatch:
            rest = [value for value in values if value is not None]
            lists = all(is_sequence(value) and not isinstance(value, list) for value in rest)
            made = self._lists(rest) if lists else Choice(unique(rest))
            return made if len(rest) == len(values) else Optional(made)
        return whole

    def _lists(self, values: list[Any]) -> Type:
        """Tuples of different lengths as lists with one type of entries."""
        try:
            whole: Type = Bottom()
            for value in values:
                whole = join(whole, self.list_type(value))
        except Mismatch:
            return Choice(unique(values))
        return whole

    # Writing

    def parts(self, value: Any, of: Type) -> list[str]:
        """The parts of a constant as literals of LLVM."""
        value = plain(value)
        match of:
            case Optional():
                return ["0", *zeros(of.of)] if value is None else ["1", *self.parts(value, of.of)]
            case Int() if isinstance(value, int):
                return [str(int(value))]
            case Bool() if isinstance(value, int):
                return [str(int(value))]
            case Float() if isinstance(value, int | float):
                return [OVERSIZED if isinstance(value, int) and abs(value) > EXACT else double(float(value))]
            case NoneType() if value is None:
                return []
            case Tuple() if isinstance(value, tuple) and len(value) == len(of.items):
                return [part for each, item in zip(value, of.items, strict=True) for part in self.parts(each, item)]
            case List() if is_sequence(value):
                return [self.list(value, of)]
            case Choice():
                self.kept.append(value)
                if identity(value) not in of.places:
                    raise Mismatch
                return [str(of.places[identity(value)])]
            case Bottom():
                return []
        raise Mismatch

    def list(self, value: Any, of: List) -> str:
        """The name of a constant list."""
        key = ("list", id(value), id(of.contents.root), of.contents.of)
        if key not in self.written:
            for each in value:
                check_entry(each)
            data, name = self.entries(value, of.contents.of), f"@list{len(self.written)}"
            self.lines.append(
                f"{name} = internal unnamed_addr constant {{i64, i64, ptr}} {{i64 {len(value)}, i64 {FROZEN}, ptr {data}}}"
            )
            self.written[key] = name
            self.kept.append(value)
        return self.written[key]

    def entries(self, value: Sequence[Any], of: Type) -> str:
        """The name of an array with the entries of a sequence. The text of a tuple of whole numbers, which may be large, is kept from pass to pass."""
        if type(value) is not tuple or not isinstance(of, Int) or not all(type(each) is int for each in value):
            return self.data(list(value), of)
        key = (id(value), of.struct)
        if key not in self.tables:
            self.kept.append(value)
            (part,) = of.parts
            self.tables[key] = ", ".join([f"{of.struct} {{{part} {each}}}" for each in value])
        return self.array(self.tables[key], len(value), of)

    def data(self, values: Sequence[Any], of: Type) -> str:
        """The name of an array with the parts of these values."""
        rows = [self.parts(value, of) for value in values]
        text = ", ".join(
            f"{of.struct} {{{', '.join(f'{_byte(part)} {operand}' for part, operand in zip(of.parts, row, strict=True))}}}"
            for row in rows
        )
        return self.array(text, len(rows), of)

    def array(self, text: str, length: int, of: Type) -> str:
        """The name of an array, which is written where it is first used."""
        key = ("data", text, of.struct)
        if key not in self.written:
            self.written[key] = f"@data{len(self.written)}"
            kind = f"[{length} x {of.struct}]"
            self.lines.append(f"{self.written[key]} = internal unnamed_addr constant {kind} [{text}], align 16")
        return self.written[key]


def unique(values: Sequence[Any]) -> tuple[Any, ...]:
    """The values, each once."""
    return tuple({identity(value): value for value in values}.values())


def _byte(part: str) -> str:
    return "i8" if part == "i1" else part


def check_entry(value: Any) -> None:
    """Refuse an entry of a container that is not equal to itself."""
    if isinstance(value, float) and math.isnan(value):
        raise Refusal(None, "the number nan is equal to nothing, yet found in lists; use None, or a number that does not occur")


def double(value: float) -> str:
    """A number with a fraction as LLVM writes it."""
    return "0x" + struct.pack(">d", value).hex().upper()


def zeros(of: Type) -> list[str]:
    return [{"double": "0.0", "ptr": "null"}.get(part, "0") for part in of.parts]
