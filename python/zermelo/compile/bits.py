"""Sets whose order nobody reads: 256 bits, and a second set for entries that have no bit.

A set of Python has an order, which depends on its history. Where a rule never reads it, bits do: a whole number from -1 to 254 has the
bit of the next number, a pair of numbers from -2 to 13 one of 16 times 16, a constant that is not a number its place among the others.
All other entries go to a second set, an ordinary one, which few sets need (`prelude_bits`). The compiler takes every set for bits until
it sees a rule that reads the order; then it begins again (`Contents.read_order`).
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from zermelo.compile.numbers import Numbers
from zermelo.compile.types import Bool, Bottom, Choice, Contents, Int, List, Set, Tuple, Type, identity
from zermelo.compile.values import Known, Pack, Run, SetValue, Value

BITS, LOWEST = 256, -1
"""Whole numbers have bits from this one on."""
SIDE, FIRST = 16, -2
"""A pair has a bit if each number is one of so many, from this one on."""
BLOCK = 48
"""Bytes of a set: its bits, the address of its second set, and eight that are not used."""
WORDS = "<4 x i64>"
KEPT = 128
"""Sets that keep their order have the bits of their entries, too, for membership: so many bytes from their beginning."""


def kind_of(of: Type) -> str | None:
    """How entries of a type get their bits; None if they have none. Entries of different kinds are never equal."""
    match of:
        case Bool() | Int(bits=64):
            return "number"
        case Tuple(items=(Bool() | Int(bits=64), Bool() | Int(bits=64)), cls=None):
            return "pair"
        case Choice(members=members) if len(members) <= BITS and all(map(_equals_itself, members)):
            return "constant"
        case Bottom():
            return "none"
    return None


def _equals_itself(member: Any) -> bool:
    """Whether a constant equals no other constant of a choice."""
    own: Any = type(member).__eq__
    return type(member) is str or own is object.__eq__


def has_bits(contents: Contents) -> bool:
    """Whether sets of such entries are bits, as far as is known."""
    return not contents.is_ordered and kind_of(contents.of) is not None


def has_words(made: SetValue) -> bool:
    """Whether the bits of a set are known, be it ordered or not."""
    assert isinstance(made.type, Set)
    kind = kind_of(made.type.contents.of)
    return made.type.bits or kind in ("number", "pair")


def constant_bit(value: Any, of: Type) -> int | None:
    """The bit of a constant; None if it has none."""
    match of:
        case Bool() | Int():
            return int(value) - LOWEST if LOWEST <= value < LOWEST + BITS else None
        case Tuple():
            a, b = value
            inside = FIRST <= a < FIRST + SIDE and FIRST <= b < FIRST + SIDE
            return (int(a) - FIRST) * SIDE + int(b) - FIRST if inside else None
        case Choice():
            return of.places[identity(value)]
    return None


class Bits(Numbers):
    """Adds sets that are bits."""

    def new_bits(self, contents: Contents, words: str = "zeroinitializer") -> SetValue:
        block = self.allocate(str(BLOCK), small=True)
        self.code.run(f"store {WORDS} {words}, ptr {block}, align 16")
        self.code.run(f"store ptr null, ptr {self._rest_address(block)}")
        return self.bits_at(contents, block)

    def bits_at(self, contents: Contents, block: str) -> SetValue:
        numbers = List(self.module.numbers)
        return SetValue(Set(contents, True), (Run(numbers, block), Run(numbers, "null"), Run(List(contents), "null")))

    def words_at(self, made: SetValue) -> str:
        """The address of the bits of a set."""
        assert isinstance(made.type, Set)
        block = made.lists[0].operand
        return block if made.type.bits else self.code.op(f"getelementptr inbounds i8, ptr {block}, i64 {KEPT}")

    def words(self, made: SetValue) -> str:
        return self.code.op(f"load {WORDS}, ptr {self.words_at(made)}, align 16")

    def write_words(self, made: SetValue, words: str) -> None:
        self.code.run(f"store {WORDS} {words}, ptr {self.words_at(made)}, align 16")

    def _rest_address(self, block: str) -> str:
        return self.code.op(f"getelementptr inbounds i8, ptr {block}, i64 32")

    def rest(self, made: SetValue) -> str:
        """The address of the second set; null if there is none."""
        return self.code.op(f"load ptr, ptr {self._rest_address(made.lists[0].operand)}")

    def has_rest(self, made: SetValue) -> str:
        """Whether a set has a second set; "0" if that is known to be false."""
        return "0" if made.lists[0].operand in self.constant_sets else self.code.op(f"icmp ne ptr {self.rest(made)}, null")

    def any_rest(self, one: SetValue, other: SetValue) -> str:
        found = [each for each in (self.has_rest(one), self.has_rest(other)) if each != "0"]
        return found[0] if len(found) == 1 else self.code.op(f"or i1 {found[0]}, {found[1]}") if found else "0"

    def both_rests(self, one: SetValue, other: SetValue) -> str:
        found = self.has_rest(one), self.has_rest(other)
        return "0" if "0" in found else self.code.op(f"and i1 {found[0]}, {found[1]}")

    def spilled(self, made: SetValue, keep: bool) -> SetValue:
        """The second set of a set; if there is none, it is made, and kept or not."""
        assert isinstance(made.type, Set)
        contents = made.type.contents
        before = self.rest(made)

        def make() -> str:
            fresh = self.hash_set(contents).lists[0].operand
            if keep:
                self.code.run(f"store ptr {fresh}, ptr {self._rest_address(made.lists[0].operand)}")
            return fresh

        block = self.seldom(self.code.op(f"icmp eq ptr {before}, null"), make, "ptr", before)
        numbers = List(self.module.numbers)
        parts = [block, *(self.code.op(f"getelementptr inbounds i8, ptr {block}, i64 {offset}") for offset in (32, 64))]
        return SetValue(Set(contents), (Run(numbers, parts[0]), Run(numbers, parts[1]), Run(List(contents), parts[2])))

    def seldom(self, test: str, action: Callable[[], str], part: str = "", usual: str = "") -> str:
        """Do something that is seldom needed; its result, or the usual one."""
        before = self.code.at
        if before is None or test == "0":
            return usual
        far, end = self.code.block("far"), self.code.block("end")
        self.code.fork(test, far, end, likely=False)
        self.code.start(far)
        found = action()
        last = self.code.at
        self.code.go(end)
        self.code.start(end)
        if not part:
            return ""
        name = self.code.name()
        ways = f"[ {usual}, %{before.label} ]" + (f", [ {found}, %{last.label} ]" if last is not None else "")
        end.phis.append(f"{name} = phi {part} {ways}")
        return name

    # The bit of an entry

    def bit_of(self, item: Value, of: Type) -> tuple[str, str]:
        """The bit of an entry, and whether it has one ("1" if that is certain)."""
        if isinstance(item, Known):
            bit = constant_bit(item.value, of)
            return ("0", "0") if bit is None else (str(bit), "1")
        if isinstance(item, Pack):
            return self._pair_bit(item)
        assert isinstance(item, Run)
        if isinstance(item.type, Choice):
            return item.operand, "1"
        return self._number_bit(item, LOWEST, BITS)

    def _number_bit(self, item: Value, first: int, count: int) -> tuple[str, str]:
        """The place of a number among so many, and whether it is one of them."""
        if isinstance(item, Known):
            known = int(item.value) - first
            return (str(known), "1") if 0 <= known < count else ("0", "0")
        assert isinstance(item, Run)
        if isinstance(item.type, Bool):
            return self.code.op(f"add i64 {self.code.op(f'zext i1 {item.operand} to i64')}, {-first}"), "1"
        assert isinstance(item.type, Int)
        bits = 64 if item.type.fits_signed else 128
        place = self.wide((item.operand, item.type), bits)
        place = self.code.op(f"sub i{bits} {place}, {first}") if first else place
        inside = "1" if item.type.within(Int(first, first + count - 1)) else self.code.op(f"icmp ult i{bits} {place}, {count}")
        return place if bits == 64 else self.code.op(f"trunc i128 {place} to i64"), inside

    def _pair_bit(self, item: Pack) -> tuple[str, str]:
        (row, one), (column, other) = (self._number_bit(each, FIRST, SIDE) for each in item.items)
        place = self.code.op(f"add i64 {self.code.op(f'shl i64 {row}, 4')}, {column}")
        if "0" in (one, other):
            return place, "0"
        if "1" in (one, other):
            return place, other if one == "1" else one
        return place, self.code.op(f"and i1 {one}, {other}")

    def _word_of(self, made: SetValue, bit: str) -> tuple[str, str]:
        """The address of the word of a bit, and the place of the bit in it."""
        word = self.code.op(f"lshr i64 {bit}, 6")
        return (
            self.code.op(f"getelementptr inbounds i64, ptr {self.words_at(made)}, i64 {word}"),
            self.code.op(f"and i64 {bit}, 63"),
        )

    def entry_of(self, bit: str, of: Type) -> Value:
        """The entry that has a bit."""
        match of:
            case Bool():
                return Run(of, self.code.op(f"trunc i64 {self.code.op(f'add i64 {bit}, {LOWEST}')} to i1"))
            case Int():
                number = self.code.op(f"add i64 {bit}, {LOWEST}")
                return Run(Int(max(of.low, LOWEST), min(of.high, LOWEST + BITS - 1)), number)
            case Tuple():
                places = self.code.op(f"lshr i64 {bit}, 4"), self.code.op(f"and i64 {bit}, 15")
                numbers = [self.code.op(f"add i64 {place}, {FIRST}") for place in places]
                wide = Int(FIRST, FIRST + SIDE - 1)
                return Pack(
                    tuple(
                        Run(part, self.code.op(f"trunc i64 {number} to i1")) if isinstance(part, Bool) else Run(wide, number)
                        for part, number in zip(of.items, numbers, strict=True)
                    )
                )
        return Run(of, bit)

    # One set

    def bits_add(self, made: SetValue, item: Value, node: ast.AST) -> None:
        """Add an entry."""
        self._change(made, item, node, "rest_add", lambda word, mask: self.code.op(f"or i64 {word}, {mask}"))

    def bits_discard(self, made: SetValue, item: Value, node: ast.AST) -> None:
        """Remove an entry if it is there."""

        def cleared(word: str, mask: str) -> str:
            return self.code.op(f"and i64 {word}, {self.code.op(f'xor i64 {mask}, -1')}")

        self._change(made, item, node, "rest_discard", cleared)

    def _change(self, made: SetValue, item: Value, node: ast.AST, other: str, change: Callable[[str, str], str]) -> None:
        """Change the bit of an entry; call another function for an entry that has none."""
        assert isinstance(made.type, Set)
        of = made.type.contents.of
        if kind_of(of) in (None, "none"):
            return
        bit, inside = self.bit_of(item, of)
        near, far, end = self.code.block("near"), self.code.block("far"), self.code.block("end")
        self.code.fork(inside, near, far, likely=True)
        self.code.start(near)
        at, place = self._word_of(made, bit)
        word = self.code.op(f"load i64, ptr {at}")
        self.code.run(f"store i64 {change(word, self.code.op(f'shl i64 1, {place}'))}, ptr {at}")
        self.code.go(end)
        self.code.start(far)
        if inside != "1":
            self.prelude(other, [made, item], node)
        self.code.go(end)
        self.code.start(end)

    def bits_has(self, made: SetValue, item: Value, node: ast.AST) -> Value:
        """Whether an entry is there."""
        assert isinstance(made.type, Set)
        of = made.type.contents.of
        if kind_of(of) in (None, "none"):
            return Run(Bool(), "0")
        bit, inside = self.bit_of(item, of)
        safe = bit if inside == "1" else self.code.op(f"select i1 {inside}, i64 {bit}, i64 0")
        at, place = self._word_of(made, safe)
        word = self.code.op(f"load i64, ptr {at}")
        found = self.code.op(f"trunc i64 {self.code.op(f'lshr i64 {word}, {place}')} to i1")
        if inside == "1":
            return Run(Bool(), found)
        found = self.code.op(f"and i1 {found}, {inside}")
        outside = self.code.op(f"xor i1 {inside}, 1")
        if not made.type.bits:
            return Run(Bool(), self.seldom(outside, lambda: self._found(made, item, node), "i1", found))
        outside = self.code.op(f"and i1 {self.has_rest(made)}, {outside}")
        return Run(Bool(), self.seldom(outside, lambda: self._truth("rest_has", [made, item], node), "i1", found))

    def _truth(self, name: str, arguments: list[Value], node: ast.AST) -> str:
        """What a function of the prelude says, as a bit."""
        found = self.prelude(name, arguments, node)
        return found.operand if isinstance(found, Run) else "undef"

    def _found(self, made: SetValue, item: Value, node: ast.AST) -> str:
        """Whether an entry is in the table of a set that keeps its order."""
        at = self.prelude("set_find", [*made.lists, item], node)
        return self.code.op(f"icmp sge i64 {at.operand}, 0") if isinstance(at, Run) and at.operand != "undef" else "undef"

    def add_kept(self, made: SetValue, item: Value, node: ast.AST) -> None:
        """Add an entry to a set that keeps its order, unless its bit says that it is there."""
        mask, at = self._masked(made, item)
        word = self.code.op(f"load i64, ptr {at}")
        there = self.code.op(f"icmp ne i64 {self.code.op(f'and i64 {word}, {mask}')}, 0")
        new, end = self.code.block("new"), self.code.block("end")
        self.code.fork(there, end, new)
        self.code.start(new)
        self.code.run(f"store i64 {self.code.op(f'or i64 {word}, {mask}')}, ptr {at}")
        self.prelude("set_add", [*made.lists, item], node)
        self.code.go(end)
        self.code.start(end)

    def drop_bit(self, made: SetValue, item: Value) -> None:
        """An entry is not in a set any more that keeps its order."""
        mask, at = self._masked(made, item)
        word = self.code.op(f"load i64, ptr {at}")
        others = self.code.op(f"xor i64 {mask}, -1")
        self.code.run(f"store i64 {self.code.op(f'and i64 {word}, {others}')}, ptr {at}")

    def _masked(self, made: SetValue, item: Value) -> tuple[str, str]:
        """The bit of an entry in its word, none if it has no bit; and the address of the word."""
        assert isinstance(made.type, Set)
        bit, inside = self.bit_of(item, made.type.contents.of)
        safe = bit if inside == "1" else self.code.op(f"select i1 {inside}, i64 {bit}, i64 0")
        at, place = self._word_of(made, safe)
        one = "1" if inside == "1" else self.code.op(f"zext i1 {inside} to i64")
        return self.code.op(f"shl i64 {one}, {place}"), at

    def bits_size(self, made: SetValue, node: ast.AST) -> str:
        """The number of entries."""
        size = self.near_size(made)
        return self.seldom(self.has_rest(made), lambda: self._more(made, size, node), "i64", size)

    def near_size(self, made: SetValue) -> str:
        """The number of entries that have bits."""
        self.module.declare("declare i256 @llvm.ctpop.i256(i256)")
        whole = self.code.op(f"bitcast {WORDS} {self.words(made)} to i256")
        return self.code.op(f"trunc i256 {self.code.op(f'call i256 @llvm.ctpop.i256(i256 {whole})')} to i64")

    def _more(self, made: SetValue, size: str, node: ast.AST) -> str:
        return self.code.op(f"add i64 {size}, {self.i64(self.prelude('rest_size', [made], node), node)}")

    def is_none(self, words: str) -> str:
        """Whether no bit is set."""
        self.module.declare("declare i64 @llvm.vector.reduce.or.v4i64(<4 x i64>)")
        return self.code.op(f"icmp eq i64 {self.code.op(f'call i64 @llvm.vector.reduce.or.v4i64({WORDS} {words})')}, 0")

    def bits_truth(self, made: SetValue, node: ast.AST) -> str:
        """Whether there are entries."""
        some = self.code.op(f"xor i1 {self.is_none(self.words(made))}, 1")

        def also() -> str:
            size = self.i64(self.prelude("rest_size", [made], node), node)
            return self.code.op(f"or i1 {some}, {self.code.op(f'icmp ne i64 {size}, 0')}")

        return self.seldom(self.has_rest(made), also, "i1", some)

    def bits_clear(self, made: SetValue) -> None:
        self.write_words(made, "zeroinitializer")
        assert isinstance(made.type, Set)
        if made.type.bits:
            self.code.run(f"store ptr null, ptr {self._rest_address(made.lists[0].operand)}")

    @abstractmethod
    def hash_set(self, contents: Contents) -> SetValue:
        """An empty set that keeps the order of its entries."""
