"""What is done with whole sets that are bits: operators, comparison, lists of their entries, sets of constants."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.compile.bits import BLOCK, LOWEST, WORDS, Bits, constant_bit, has_bits, has_words, kind_of
from zermelo.compile.source import Refusal
from zermelo.compile.types import Bool, Contents, Int, Mismatch, Set
from zermelo.compile.values import UNKNOWN, Known, Run, SetValue, Value


def is_bits(value: Value) -> bool:
    """Whether a value is a set that is bits."""
    return isinstance(value, SetValue) and isinstance(value.type, Set) and value.type.bits


def contents_of(made: SetValue) -> Contents:
    assert isinstance(made.type, Set)
    return made.type.contents


class BitSets(Bits):
    """Adds operations on whole sets that are bits."""

    def share(self, *sets: SetValue) -> bool:
        """Give sets the same contents; whether they are bits, all of them. If only some are, another pass makes them alike."""
        first = contents_of(sets[0])
        for each in sets[1:]:
            if first.unite(contents_of(each)):
                self.module.grown(first)
        if all(map(is_bits, sets)):
            return True
        if any(map(is_bits, sets)):
            self.module.read_order(first)
        return False

    def gain(self, contents: Contents, *sets: SetValue, node: ast.AST) -> bool:
        """Let a set contain what others contain; whether it is bits, so that theirs are enough. If not, their order matters, too."""
        for each in sets:
            of = contents_of(each).of
            try:
                if contents.add(of):
                    self.module.grown(contents)
            except Mismatch:
                raise Refusal(
                    node, f"the entries of a set must be of one kind, but here are {self.what(contents.of)} and {self.what(of)}"
                ) from None
        if has_bits(contents) and all(map(has_words, sets)) and kind_of(contents.of) != "constant":
            return True
        for each in sets:
            if contents.unite(contents_of(each)):
                self.module.grown(contents)
        if has_bits(contents):
            return True
        for each in sets:
            if is_bits(each):
                self.module.read_order(contents)
        return False

    def as_bits(self, made: SetValue, node: ast.AST) -> SetValue:
        """The entries of a set as a set that is bits: itself, or one to read, not to change."""
        if is_bits(made):
            return made
        found = self.new_bits(contents_of(made), self.words(made))
        size = self.i64(self.list_item(made.lists[0], "1"), node)
        more = self.code.op(f"icmp ne i64 {size}, {self.near_size(made)}")
        self.if_rest(more, "rest_from", [made, found], node)
        return found

    def bits_copy(self, made: SetValue, contents: Contents, node: ast.AST) -> SetValue:
        """A new set with the entries of another."""
        made = self.as_bits(made, node)
        copy = self.new_bits(contents, self.words(made))
        self.if_rest(self.has_rest(made), "rest_merge", [copy, made], node)
        return copy

    def if_rest(self, test: str, name: str, arguments: list[SetValue], node: ast.AST) -> None:
        """Call a function of the prelude if sets have second sets."""

        def action() -> str:
            self.prelude(name, list(arguments), node)
            return ""

        self.seldom(test, action)

    # Operators

    def bits_operator(self, op: ast.operator, a: SetValue, b: SetValue, contents: Contents, node: ast.AST) -> SetValue:
        """`|`, `&`, `-` or `^` of two sets: a new set that is bits."""
        a, b = self.as_bits(a, node), self.as_bits(b, node)
        made = self.new_bits(contents, self.combined(op, a, b))
        match op:
            case ast.BitOr():
                self.if_rest(self.has_rest(a), "rest_merge", [made, a], node)
                self.if_rest(self.has_rest(b), "rest_merge", [made, b], node)
            case ast.BitAnd():
                self.if_rest(self.both_rests(a, b), "rest_both", [a, b, made], node)
            case ast.Sub():
                self.if_rest(self.has_rest(a), "rest_without", [a, b, made], node)
            case _:
                self.if_rest(self.has_rest(a), "rest_merge", [made, a], node)
                self.if_rest(self.has_rest(b), "rest_toggle", [made, b], node)
        return made

    def bits_in_place(self, op: ast.operator, a: SetValue, b: SetValue, node: ast.AST) -> None:
        """`|=`, `-=`, `^=` of a set that is bits and another."""
        b = self.as_bits(b, node)
        self.write_words(a, self.combined(op, a, b))
        name = {ast.BitOr: "rest_merge", ast.Sub: "rest_remove", ast.BitXor: "rest_toggle"}[type(op)]
        self.if_rest(self.has_rest(b), name, [a, b], node)

    def bits_take(self, made: SetValue, other: SetValue) -> None:
        """Make a set what another is, which is not used any more."""
        self.code.run(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {made.lists[0].operand}, ptr {other.lists[0].operand}, i64 {BLOCK}, i1 0)"
        )

    def combined(self, op: ast.operator, a: SetValue, b: SetValue) -> str:
        one, other = self.words(a), self.words(b)
        if isinstance(op, ast.Sub):
            other = self.code.op(f"xor {WORDS} {other}, <i64 -1, i64 -1, i64 -1, i64 -1>")
        name = {ast.BitOr: "or", ast.BitAnd: "and", ast.Sub: "and", ast.BitXor: "xor"}[type(op)]
        return self.code.op(f"{name} {WORDS} {one}, {other}")

    # Comparison

    def bits_compared(self, name: str, a: SetValue, b: SetValue, node: ast.AST) -> Value:
        """Whether two sets are "equal", the first is "within" the second, or "less", or they are "apart"."""
        if not (has_words(a) and has_words(b)):
            for each in (a, b):
                if is_bits(each):
                    self.module.read_order(contents_of(each))
            return Run(Bool(), "undef")
        if name == "less":
            within, equal = (self.operand(self.bits_compared(each, a, b, node)) for each in ("within", "equal"))
            return Run(Bool(), self.code.op(f"and i1 {within}, {self.code.op(f'xor i1 {equal}, 1')}"))
        a, b = self.as_bits(a, node), self.as_bits(b, node)
        kinds = [kind_of(contents_of(each).of) for each in (a, b)]
        if kinds == ["constant", "constant"]:
            self.share(a, b)
        elif kinds[0] != kinds[1] or kinds[0] == "none":
            return self.nothing_shared(name, a, b, node)
        op = {"equal": ast.BitXor, "within": ast.Sub, "apart": ast.BitAnd}[name]
        found = self.is_none(self.combined(op(), a, b))

        def also() -> str:
            return self.code.op(f"and i1 {found}, {self.operand(self.prelude(f'rest_{name}', [a, b], node))}")

        needed = {"equal": self.any_rest, "within": lambda one, _: self.has_rest(one), "apart": self.both_rests}[name]
        return Run(Bool(), self.seldom(needed(a, b), also, "i1", found))

    def nothing_shared(self, name: str, a: SetValue, b: SetValue, node: ast.AST) -> Value:
        """The comparison of two sets whose entries are of different kinds."""
        if name == "apart":
            return Known(True)
        sizes = [self.bits_truth(each, node) for each in ((a,) if name == "within" else (a, b))]
        some = sizes[0] if len(sizes) == 1 else self.code.op(f"or i1 {sizes[0]}, {sizes[1]}")
        return Run(Bool(), self.code.op(f"xor i1 {some}, 1"))

    def operand(self, value: Value) -> str:
        """A truth as one bit."""
        if isinstance(value, Known):
            return "1" if value.value else "0"
        return value.operand if isinstance(value, Run) else "undef"

    # Entries

    def bits_list(self, made: SetValue, node: ast.AST, then: Callable[[Run], None] | None = None) -> Run:
        """The entries as a new list: those with bits in ascending order, then the others.

        `then` is done with the list if it may not be in ascending order.
        """
        contents, of = self.contents_at(node), contents_of(made).of
        if kind_of(of) in (None, "none"):
            return self.new_list(contents, "0", "8", small=True)
        self.put_type(contents, self.made(of, ["0"] * len(of.parts)), node)
        size = self.near_size(made)
        found = self.new_list(contents, size, size)
        if isinstance(of, Int) and contents.of.parts == ("i64",):
            self.walk(made, self.list_data(found), LOWEST)
        else:
            places = self.allocate(self.code.op(f"shl i64 {size}, 3"))
            self.walk(made, places, 0)
            data = self.list_data(found)

            def copy(index: str) -> None:
                at = self.code.op(f"getelementptr inbounds i64, ptr {places}, i64 {index}")
                item = self.entry_of(self.code.op(f"load i64, ptr {at}"), of)
                self.store(contents.of, self.entry_parts(item, contents.of, node), data, index)

            self.count_up(node, size, copy)

        def others() -> str:
            self.prelude("rest_list", [made, found], node)
            if then is not None:
                then(found)
            return ""

        self.seldom(self.has_rest(made), others)
        if then is not None and kind_of(of) == "constant":
            then(found)
        return found

    def walk(self, made: SetValue, out: str, first: int) -> None:
        """Write the numbers of all bits to an array, counted from the first."""
        self.module.declare("declare i64 @llvm.cttz.i64(i64, i1)")
        self.module.declare(_WALK)
        self.code.run(f"call void @zm_walk(ptr {made.lists[0].operand}, ptr {out}, i64 {first})")

    def only_entry(self, made: SetValue, error: type[BaseException] | None, node: ast.AST) -> Value:
        """The entry of a set that has one; fails otherwise."""
        self.check(self.code.op(f"icmp eq i64 {self.bits_size(made, node)}, 1"), error)
        found = self.bits_list(made, node)
        return UNKNOWN if kind_of(contents_of(made).of) in (None, "none") else self.list_item(found, "0")

    # Constants

    def constant_bits(self, sets: list[Any], index: str, node: ast.AST) -> SetValue | None:
        """One of some sets of constants, which must not be changed; None if they cannot be bits."""
        contents = self.contents_at(node, "set")
        for entry in (entry for each in sets for entry in each):
            self.put_type(contents, Known(entry), node)
        of = contents.of
        rows = [[constant_bit(entry, of) for entry in each] for each in sets] if has_bits(contents) else [[None]]
        if any(bit is None for row in rows for bit in row):
            return None
        self.module.set_forms.append((contents, True))
        name = self.bits_table([sum(1 << bit for bit in row if bit is not None) for row in rows])
        block = name if index == "0" else self.code.op(f"getelementptr inbounds [{BLOCK} x i8], ptr {name}, i64 {index}")
        self.constant_sets.add(block)
        return self.bits_at(contents, block)

    def bits_table(self, rows: list[int]) -> str:
        """The name of an array of sets."""
        text = ", ".join(f"{{[4 x i64], ptr, i64}} {{[4 x i64] [{_words(row)}], ptr null, i64 0}}" for row in rows)
        constants = self.module.constants
        key = ("bits", text)
        if key not in constants.written:
            constants.written[key] = f"@bits{len(constants.written)}"
            kind = f"[{len(rows)} x {{[4 x i64], ptr, i64}}]"
            constants.lines.append(f"{constants.written[key]} = internal unnamed_addr constant {kind} [{text}], align 16")
        return constants.written[key]


def _words(row: int) -> str:
    """256 bits as four numbers of LLVM."""
    return ", ".join(f"i64 {(row >> shift) & 0xFFFFFFFFFFFFFFFF}" for shift in (0, 64, 128, 192))


_WALK = """\
define internal void @zm_walk(ptr %words, ptr %out, i64 %first) {
entry:
  br label %word
word:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %n = phi i64 [ 0, %entry ], [ %n2, %next ]
  %at = getelementptr inbounds i64, ptr %words, i64 %i
  %w = load i64, ptr %at
  %before = shl i64 %i, 6
  %base = add i64 %before, %first
  br label %bit
bit:
  %b = phi i64 [ %w, %word ], [ %rest, %some ]
  %n2 = phi i64 [ %n, %word ], [ %n3, %some ]
  %none = icmp eq i64 %b, 0
  br i1 %none, label %next, label %some
some:
  %place = call i64 @llvm.cttz.i64(i64 %b, i1 true)
  %number = add i64 %base, %place
  %to = getelementptr inbounds i64, ptr %out, i64 %n2
  store i64 %number, ptr %to
  %n3 = add i64 %n2, 1
  %less = sub i64 %b, 1
  %rest = and i64 %b, %less
  br label %bit
next:
  %i1 = add i64 %i, 1
  %done = icmp eq i64 %i1, 4
  br i1 %done, label %out1, label %word
out1:
  ret void
}"""
"""Writes the numbers of all bits of a set to an array, in ascending order."""
SEARCH = f"""\
define internal i64 @zm_search(ptr %words, ptr %table, i64 %count) {{
entry:
  %wanted = load {WORDS}, ptr %words, align 16
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %at = getelementptr inbounds [{BLOCK} x i8], ptr %table, i64 %i
  %here = load {WORDS}, ptr %at, align 16
  %differ = xor {WORDS} %wanted, %here
  %whole = bitcast {WORDS} %differ to i256
  %same = icmp eq i256 %whole, 0
  br i1 %same, label %found, label %next
next:
  %i1 = add i64 %i, 1
  %done = icmp eq i64 %i1, %count
  br i1 %done, label %none, label %row
found:
  ret i64 %i
none:
  ret i64 -1
}}"""
"""The number of the set in an array that equals a set; -1 if none does."""
