"""Types of values at run time, and how each is made of LLVM's own types, its parts.

Python's numbers have any size. A whole number here has an interval that its value certainly lies in; it decides whether 64 bits are
enough (signed or unsigned) or 128 are needed, and whether a sum must be checked. What a list contains is not known when it is made:
its type has a `Contents`, which grows as the compiler sees what is put in. The compiler repeats its work until nothing grows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

DEEPEST = 4
"""Containers in constants are compared so deep."""


class Type:
    """Base of all types."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The LLVM types of the values that make up one value of this type."""
        raise NotImplementedError

    @property
    def struct(self) -> str:
        """The type of a place in memory that holds one value; a bit takes a byte there."""
        return "{" + ", ".join("i8" if part == "i1" else part for part in self.parts) + "}"


@dataclass(frozen=True)
class Bottom(Type):
    """The type of a value that is not known yet, or of code that is never reached."""

    parts = ()


@dataclass(frozen=True)
class NoneType(Type):
    """None."""

    parts = ()


@dataclass(frozen=True)
class Bool(Type):
    """True or False."""

    parts = ("i1",)


@dataclass(frozen=True)
class Float(Type):
    """A number of 64 bits with a fraction."""

    mixed: bool = False
    """Whether it may be a whole number instead, or a truth, because such numbers meet fractions in one variable or list."""
    parts = ("double",)


@dataclass(frozen=True)
class Int(Type):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    @cached_property
    def bits(self) -> int:
        """64 or 128."""
        return 64 if self.fits_signed or self.fits_unsigned else 128

    @property
    def fits_signed(self) -> bool:
        return self.low >= -(1 << 63) and self.high < 1 << 63

    @property
    def fits_unsigned(self) -> bool:
        return self.low >= 0 and self.high < 1 << 64

    @property
    def parts(self) -> tuple[str, ...]:
        return (f"i{self.bits}",)

    def within(self, other: Int) -> bool:
        return other.low <= self.low and self.high <= other.high

    @property
    def widened(self) -> Int:
        """The smallest of a few intervals that contains this one; variables have one of these, so that their types settle soon."""
        return next(each for each in _WIDTHS if self.within(each))


def _width(bits: int, signed: bool) -> Int:
    return Int(-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else Int(0, (1 << bits) - 1)


NATURAL, SMALL, POSITIVE = _width(31, False), _width(32, True), _width(63, False)
I64, U64, I128 = _width(64, True), _width(64, False), _width(128, True)
_WIDTHS = (NATURAL, SMALL, POSITIVE, I64, U64, I128)


@dataclass(frozen=True)
class Choice(Type):
    """One of some constants that are not numbers: texts, members of an enum, objects. At run time it is a number, its place here."""

    members: tuple[Any, ...]
    parts = ("i64",)

    @cached_property
    def places(self) -> dict[Any, int]:
        """For each member its place."""
        return {identity(member): number for number, member in reversed(list(enumerate(self.members)))}

    def __hash__(self) -> int:
        return hash(tuple(self.places))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Choice) and list(map(identity, self.members)) == list(map(identity, other.members))
        )


def identity(value: Any) -> Any:
    """Equal for two constants that are the same to every program."""
    if type(value) in (str, bytes, int, float, bool):
        return type(value), repr(value)
    return id(value)


def content(value: Any, depth: int = 0) -> Any:
    """Equal for containers with the same entries in the same order."""
    if isinstance(value, list | tuple | set | frozenset | dict) and depth < DEEPEST:
        items = value.items() if isinstance(value, dict) else value
        return type(value), tuple(content(each, depth + 1) for each in items)
    return identity(value)


def same(one: Any, other: Any) -> bool:
    """Whether two constants are the same to every program."""
    return one is other or bool(identity(one) == identity(other))


@dataclass(frozen=True)
class State(Type):
    """A state: a pointer to a record."""

    parts = ("ptr",)


@dataclass(frozen=True)
class Row(Type):
    """A row of a state: a pointer to its numbers, and their number; `length` if that is the same for all rows of this type."""

    bits: int
    signed: bool
    length: int | None
    parts = ("ptr", "i64")

    @property
    def entry(self) -> Int:
        return _width(self.bits, self.signed)


@dataclass(frozen=True)
class Optional(Type):
    """None, or a value of another type."""

    of: Type

    @property
    def parts(self) -> tuple[str, ...]:
        return ("i1", *self.of.parts)


@dataclass(frozen=True)
class Tuple(Type):
    """So many values; `cls` if it is a named tuple."""

    items: tuple[Type, ...]
    cls: type | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for item in self.items for part in item.parts)


class Contents:
    """What a container may contain. Containers that meet in one variable share theirs."""

    _count = count()

    def __init__(self) -> None:
        self._age = next(self._count)
        self._of: Type = Bottom()
        self._other: Contents | None = None
        self._is_ordered = False

    @property
    def root(self) -> Contents:
        return self if self._other is None else self._other.root

    @property
    def of(self) -> Type:
        return self.root._of

    @property
    def is_ordered(self) -> bool:
        """Whether a rule reads these entries in the order of a set."""
        return self.root._is_ordered

    def read_order(self) -> bool:
        """A rule reads these entries in the order of a set; whether that is new."""
        root = self.root
        new = not root._is_ordered
        root._is_ordered = True
        return new

    def add(self, of: Type) -> bool:
        """Let it contain values of this type too; whether that is new."""
        root = self.root
        whole = join(root._of, of)
        grown = whole != root._of
        root._of = whole
        return grown

    def unite(self, other: Contents) -> bool:
        """Share the contents of another container; whether that is new. The older one lives on: functions are known by it."""
        one, two = sorted((self.root, other.root), key=lambda each: each._age)
        if one is two:
            return False
        whole = join(one._of, two._of)  # or Mismatch: then they stay apart
        two._other = one
        one._of = whole
        one._is_ordered |= two._is_ordered
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contents) and self.root is other.root

    def __hash__(self) -> int:
        return id(self.root)


@dataclass(frozen=True)
class List(Type):
    """A list, a deque, or a tuple whose length is known at run time only: a pointer to its length, its room and its entries."""

    contents: Contents
    kind: str = "list"
    parts = ("ptr",)


@dataclass(frozen=True)
class Set(Type):
    """A set: its numbers (used places, mask, ...), the state of each place, and the entries; or bits, the first part only."""

    contents: Contents
    bits: bool = False
    parts = ("ptr", "ptr", "ptr")


@dataclass(frozen=True)
class Dict(Type):
    """A dictionary: its index, its keys and its values, in the order in which they were put in."""

    keys: Contents
    values: Contents
    kind: str = "dict"
    """Or "counter", which has 0 for what is not in it, or "default", which asks `factory` for what is not in it."""
    factory: Any = None
    parts = ("ptr", "ptr", "ptr")


class Mismatch(Exception):
    """Two types have no common type."""


def join(one: Type, other: Type) -> Type:
    """The least type that has the values of both; Mismatch if there is none."""
    if one == other or isinstance(other, Bottom):
        return one
    if isinstance(one, Bottom):
        return other
    match one, other:
        case Int(), Int():
            return Int(min(one.low, other.low), max(one.high, other.high)).widened
        case (Int() | Bool(), Int() | Bool()):
            return join(_number(one), _number(other))
        case (Int() | Bool() | Float(), Int() | Bool() | Float()):
            if any(isinstance(each, Int) and each.bits == 128 for each in (one, other)):
                raise Mismatch
            return Float(mixed=any(not isinstance(each, Float) or each.mixed for each in (one, other)))
        case Optional(of=a), Optional(of=b):
            return Optional(join(a, b))
        case (NoneType(), Optional()) | (Optional(), NoneType()):
            return one if isinstance(one, Optional) else other
        case NoneType(), _:
            return Optional(other)
        case _, NoneType():
            return Optional(one)
        case Optional(of=a), _:
            return Optional(join(a, other))
        case _, Optional(of=b):
            return Optional(join(one, b))
        case Choice(members=a), Choice(members=b):
            return Choice(a + tuple(each for each in b if identity(each) not in one.places))
        case Row(), Row() if (one.bits, one.signed) == (other.bits, other.signed):
            return Row(one.bits, one.signed, None)
        case Tuple(items=a), Tuple(items=b) if len(a) == len(b) and one.cls is other.cls:
            return Tuple(tuple(map(join, a, b)), one.cls)
        case List(), List():
            one.contents.unite(other.contents)
            return List(one.contents, one.kind if one.kind == other.kind else "sequence")
        case (Tuple(cls=None), List(kind="tuple" | "sequence")) | (List(kind="tuple" | "sequence"), Tuple(cls=None)):
            made, items = (one, other) if isinstance(one, List) else (other, one)
            assert isinstance(made, List)
            assert isinstance(items, Tuple)
            for item in items.items:
                made.contents.add(widened(item))
            return made
        case Set(), Set():
            one.contents.unite(other.contents)
            if one.bits != other.bits:
                one.contents.read_order()
            return Set(one.contents, one.bits and other.bits)
        case Dict(), Dict() if (one.kind, one.factory) == (other.kind, other.factory):
            one.keys.unite(other.keys)
            one.values.unite(other.values)
            return one
    raise Mismatch


def _number(of: Type) -> Type:
    return Int(0, 1) if isinstance(of, Bool) else of


def widened(of: Type) -> Type:
    """The type that a variable has to which a value of a type is assigned."""
    match of:
        case Int():
            return of.widened
        case Optional():
            return Optional(widened(of.of))
        case Tuple():
            return Tuple(tuple(map(widened, of.items)), of.cls)
    return of


def named(of: Type) -> str:
    """What a user calls a type."""
    match of:
        case Int() | Bool():
            return "a whole number"
        case Float():
            return "a fraction"
        case NoneType():
            return "None"
        case Optional():
            return f"None or {named(of.of)}"
        case Choice():
            return f"a {type(of.members[0]).__name__}" if of.members else "a constant"
        case State():
            return "a state"
        case Row():
            return "a row of the state"
        case Tuple():
            return "a tuple"
        case List():
            return f"a {of.kind}"
        case Set():
            return "a set"
        case Dict():
            return "a dictionary"
    return "an unknown value"
