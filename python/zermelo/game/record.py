"""The flat record that holds a state: named whole-number fields, one block of bytes.

A game declares its fields with their start values:

    dict(cells=i8[42], height=i8[7], best=i16(-1), heaps=i8([3, 4, 5]), turn=i8)

`i8` is a whole number of 8 bits that starts at 0, `i8(3)` starts at 3, `i8[42]` is a row of 42, `i8[42](-1)` a row
filled with -1, `i8([3, 4, 5])` a row with these start values. Rules see an object with these names; native code sees
the packed bytes, at the same offsets in every backend.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, ClassVar, Self

from zermelo.errors import GameError, RuleError

_FORMATS = {8: "b", 16: "h", 32: "i", 64: "q"}


@dataclass(frozen=True)
class Field:
    """One field of a state: its width in bits, its length (None for a single number) and its start value."""

    bits: int
    length: int | None = None
    start: int | tuple[int, ...] = 0

    def __getitem__(self, length: int) -> Field:
        if not isinstance(length, int) or isinstance(length, bool) or length < 1:
            raise GameError(f"i{self.bits}[{length!r}] is no field: the length must be a whole number of at least 1")
        return replace(self, length=length)

    def __call__(self, start: int | Sequence[int]) -> Field:
        if isinstance(start, int):
            self._check(start)
            return replace(self, start=start)
        if not isinstance(start, Sequence):
            raise GameError(f"start value {start!r} is not a whole number that fits i{self.bits}, nor a row of them")
        values = tuple(start)
        if self.length not in (None, len(values)):
            raise GameError(f"i{self.bits}[{self.length}] was given {len(values)} start values")
        if not values:
            raise GameError(f"i{self.bits}([]) is no field: a row needs at least one number")
        for value in values:
            self._check(value)
        return replace(self, length=len(values), start=values)

    def _check(self, value: int) -> None:
        if not isinstance(value, int) or not self.low <= value <= self.high:
            raise GameError(f"start value {value!r} is not a whole number that fits i{self.bits}")

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1))

    @property
    def high(self) -> int:
        return (1 << (self.bits - 1)) - 1

    @property
    def size(self) -> int:
        return self.bits // 8

    def values(self) -> int | list[int]:
        """The start value as rules see it: a number, or a fresh list."""
        if self.length is None:
            assert isinstance(self.start, int)
            return self.start
        return list(self.start) if isinstance(self.start, tuple) else [self.start] * self.length


i8, i16, i32, i64 = Field(8), Field(16), Field(32), Field(64)


class State:
    """A position as the rules see it: an object with the fields that the game's `state` declares.

    Rows are lists of ordinary ints, so rules never meet a narrow integer; `pack` checks that everything still fits.
    """

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

    def pack(self) -> bytes:
        """The state as bytes; says which field does not fit, if one does not."""
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
            form += "x" * gap + str(field.length or 1) + _FORMATS[field.bits]
            offset += gap + field.size * (field.length or 1)
        self.size = offset + -offset % 8
        self._struct = struct.Struct(form + "x" * (self.size - offset))
        self.state_class: type[State] = type("State", (State,), {"__slots__": tuple(self.fields), "layout": self})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and list(self.fields.items()) == list(other.fields.items())

    def __hash__(self) -> int:
        return hash(tuple(self.fields.items()))

    def start(self) -> State:
        state = object.__new__(self.state_class)
        for name, field in self.fields.items():
            setattr(state, name, field.values())
        return state

    def pack(self, state: State) -> bytes:
        values: list[int] = []
        for name, field in self.fields.items():
            if field.length is None:
                values.append(getattr(state, name))
            else:
                values.extend(getattr(state, name))
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
            value = getattr(state, name)
            if field.length is None:
                entries = [(name, value)]
            elif not isinstance(value, list) or len(value) != field.length:
                return f"field `{name}` must stay a list of {field.length} numbers, but is {value!r}"
            else:
                entries = [(f"{name}[{index}]", entry) for index, entry in enumerate(value)]
            for label, entry in entries:
                if not hasattr(entry, "__index__"):
                    return f"field `{label}` holds {entry!r}, which is no whole number"
                if not field.low <= entry <= field.high:
                    return f"field `{label}` holds {entry}, which does not fit i{field.bits}"
        return "the state cannot be packed"


def _checked(fields: Mapping[str, Field]) -> dict[str, Field]:
    if not isinstance(fields, Mapping) or not fields:
        raise GameError("`state` must return a dict of fields, such as dict(cells=i8[9], turn=i8)")
    for name, field in fields.items():
        if not isinstance(field, Field):
            raise GameError(
                f"field `{name}` is {field!r}; declare it as i8, i16, i32 or i64, such as {name}=i8 or, for a row, {name}=i8[9]"
            )
        if not name.isidentifier() or iskeyword(name) or name.startswith("_") or hasattr(State, name):
            raise GameError(f"`{name}` cannot be the name of a field; choose another word")
    return dict(fields)
