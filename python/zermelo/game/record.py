"""The flat record that holds a state: named whole-number fields, one block of bytes.

A game declares its fields with their start values:

    dict(cells=i8[42], height=i8[7], best=i16(-1), heaps=i8([3, 4, 5]), turn=i8)

`i8` is a whole number of 8 bits that starts at 0, `i8(3)` starts at 3, `i8[42]` is a row of 42, `i8[42](-1)` is a row
filled with -1, `i8([3, 4, 5])` is a row with these start values. `u8` to `u64` have no sign: `u64` holds a board of 64 bits.
Rules see an object with these names; native code sees the packed bytes, at the same offsets in every backend.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from keyword import iskeyword
from reprlib import repr as shortly
from typing import TYPE_CHECKING, Any, ClassVar, Self

from zermelo.errors import GameError, RuleError

MOST_BYTES = 1 << 20
"""A state cannot be larger."""
_FORMATS = {8: "b", 16: "h", 32: "i", 64: "q"}
"""Codes of the struct module; those of numbers without a sign are capital letters."""


def is_int(value: object) -> bool:
    """Whether a value is a whole number, of Python or of NumPy."""
    return hasattr(type(value), "__index__")


@dataclass(frozen=True)
class Field:
    """One field of a state: its width in bits, its length (None for a single number) and its start value."""

    bits: int
    length: int | None = None
    start: int | tuple[int, ...] = 0
    signed: bool = True

    @property
    def name(self) -> str:
        """How it is declared: i8, u64 and so on."""
        return f"{'i' if self.signed else 'u'}{self.bits}"

    def __getitem__(self, length: int) -> Field:
        if not isinstance(length, int) or isinstance(length, bool) or not 1 <= length <= MOST_BYTES:
            raise GameError(f"the length of {self.name}[{shortly(length)}] must be a whole number from 1 to {MOST_BYTES}")
        return replace(self, length=length)

    def __call__(self, start: int | Sequence[int]) -> Field:
        if isinstance(start, int):
            self._check(start)
            return replace(self, start=start)
        if not isinstance(start, Sequence) or not 1 <= len(start) <= MOST_BYTES:
            raise GameError(f"the start value of {self.name} must be a whole number or a list of them, not {shortly(start)}")
        values = tuple(start)
        if self.length not in (None, len(values)):
            raise GameError(f"{self.name}[{self.length}] needs {self.length} start values, not {len(values)}")
        for value in values:
            self._check(value)
        return replace(self, length=len(values), start=values)

    def _check(self, value: int) -> None:
        if not isinstance(value, int) or not self.low <= value <= self.high:
            raise GameError(f"start value {shortly(value)} of {self.name} must be a whole number from {self.low} to {self.high}")

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        return (1 << (self.bits - self.signed)) - 1

    @property
    def size(self) -> int:
        return self.bits // 8

    def values(self) -> int | list[int]:
        """The start value as rules see it: a number, or a fresh list."""
        if self.length is None:
            assert isinstance(self.start, int)
            return self.start
        return list(self.start) if isinstance(self.start, tuple) else [self.start] * self.length


i8, i16, i32, i64 = (Field(bits) for bits in _FORMATS)
u8, u16, u32, u64 = (Field(bits, signed=False) for bits in _FORMATS)


class State:
    """A position as the rules see it: the fields that `state` declares, as ordinary ints and lists; `pack` checks that they fit."""

    __slots__ = ()
    layout: ClassVar[Layout]

    if TYPE_CHECKING:  # fields differ from game to game

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        for name in self.layout.rows:
            setattr(twin, name, getattr(self, name)[:])
        for name in self.layout.numbers:
            setattr(twin, name, getattr(self, name))
        return twin

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.layout, [getattr(self, name) for name in self.layout.fields])

    def pack(self) -> bytes:
        """The state as bytes; RuleError names the first field that does not fit."""
        return self.layout.pack(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.layout == other.layout and self.pack() == other.pack()

    __hash__ = None  # type: ignore[assignment]  # states are mutable; hash `pack()` instead

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.layout.fields)
        return f"State({fields})"


class Layout:
    """Where each field lies in the packed bytes: declared order, each aligned to its own size."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self.fields = _checked(fields)
        self.rows = tuple(name for name, field in self.fields.items() if field.length is not None)
        self.numbers = tuple(name for name, field in self.fields.items() if field.length is None)
        self.offsets: dict[str, int] = {}
        form, offset = "=", 0
        for name, field in self.fields.items():
            gap = -offset % field.size
            self.offsets[name] = offset + gap
            form += "x" * gap + str(field.length or 1) + _code(field)
            offset += gap + field.size * (field.length or 1)
        self.size = offset + -offset % 8
        self._struct = struct.Struct(form + "x" * (self.size - offset))
        self.state_class: type[State] = type("State", (State,), {"__slots__": tuple(self.fields), "layout": self})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and list(self.fields.items()) == list(other.fields.items())

    def __hash__(self) -> int:
        return hash(tuple(self.fields.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self.fields,)

    def start(self) -> State:
        state = object.__new__(self.state_class)
        for name, field in self.fields.items():
            setattr(state, name, field.values())
        return state

    def pack(self, state: State) -> bytes:
        values: list[Any] = []
        for name, field in self.fields.items():
            value = getattr(state, name, None)
            if field.length is None:
                values.append(value)
            elif isinstance(value, list):
                values.extend(value)
            else:
                raise RuleError(self._misfit(state))
        try:
            return self._struct.pack(*values)
        except (struct.error, TypeError):
            raise RuleError(self._misfit(state)) from None

    def unpack(self, data: bytes) -> State:
        if len(data) != self.size:
            raise RuleError(f"a state of this game has {self.size} bytes, not {len(data)}")
        values = self._struct.unpack(data)
        state, at = object.__new__(self.state_class), 0
        for name, field in self.fields.items():
            if field.length is None:
                setattr(state, name, values[at])
                at += 1
            else:
                setattr(state, name, list(values[at : at + field.length]))
                at += field.length
        return state

    def _misfit(self, state: State) -> str:
        """One sentence about the first field that cannot be packed."""
        for name, field in self.fields.items():
            value: Any = getattr(state, name, None)
            if field.length is None:
                entries = [(name, value)]
            elif not isinstance(value, list) or len(value) != field.length:
                return f"field `{name}` must stay a list of {field.length} numbers, but is {shortly(value)}"
            else:
                entries = [(f"{name}[{index}]", entry) for index, entry in enumerate(value)]
            for label, entry in entries:
                if not is_int(entry):
                    return f"field `{label}` holds {shortly(entry)}, which is not a whole number"
                if not field.low <= entry <= field.high:
                    return f"field `{label}` holds {entry}, which does not fit {field.name}"
        return "the state cannot be packed"


def _code(field: Field) -> str:
    return _FORMATS[field.bits] if field.signed else _FORMATS[field.bits].upper()


def _restored(layout: Layout, values: list[Any]) -> State:
    state = object.__new__(layout.state_class)
    for name, value in zip(layout.fields, values, strict=True):
        setattr(state, name, value)
    return state


def _checked(fields: Mapping[str, Field]) -> dict[str, Field]:
    if not isinstance(fields, Mapping) or not fields:
        raise GameError("`state` must return a dict of fields, such as dict(cells=i8[9], turn=i8)")
    for name, field in fields.items():
        if not isinstance(name, str) or not name.isidentifier() or iskeyword(name) or name.startswith("_"):
            raise GameError(f"{name!r} cannot be the name of a field; use a word of letters and digits, such as cells or turn")
        if hasattr(State, name) or name in State.__annotations__:
            raise GameError(
                f"{name!r} cannot be the name of a field, because every state has something of this name; use another word"
            )
        if not isinstance(field, Field) or field.bits not in _FORMATS:
            raise GameError(
                f"field `{name}` is {shortly(field)}; declare it as i8, i16, i32, i64, or u8 to u64, such as {name}=i8 or, for a row, {name}=i8[9]"
            )
    if sum(field.size * (field.length or 1) for field in fields.values()) > MOST_BYTES:
        raise GameError(f"`state` declares more than {MOST_BYTES} bytes; use fewer or shorter rows")
    return dict(fields)
