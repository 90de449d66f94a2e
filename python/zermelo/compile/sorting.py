"""Sorting lists and sets."""

from __future__ import annotations

import ast

from zermelo.compile.comparison import FALSE
from zermelo.compile.dictionaries import Dictionaries
from zermelo.compile.source import Refusal
from zermelo.compile.types import Int
from zermelo.compile.values import NONE, Known, Pushed, Run, SetValue, Value, contents

FEW, MANY = 12, 1 << 14
"""Lists of more than the first and at most the second number of whole numbers are sorted by bits, if the numbers lie close together."""
SPREAD = 512
"""So close: within this many times their number."""


class Sorting(Dictionaries):
    """Adds sorting."""

    def sort(self, made: Run, keywords: dict[str, Value], node: ast.AST) -> Value:
        self.thaw(made)
        key, down = keywords.get("key"), keywords.get("reverse", FALSE)
        keys = made if key is None or (isinstance(key, Known) and key.value is None) else self.mapped_list(made, key, node)
        order = self.truth(down, node)
        if not isinstance(order, Known):
            raise Refusal(node, "`reverse` must be known beforehand; write True or False")
        suffix = "_down" if order.value else ""
        if keys is made and isinstance(of := contents(made), Int) and of.fits_signed:
            self.sort_numbers(made, node)
            if order.value:
                self.prelude("reverse", [made], node)
        elif keys is made:
            self.prelude(f"sort{suffix}", [made, self.like(made)], node)
        else:
            self.prelude(f"sort_by{suffix}", [made, keys, self.like(made), self.like(keys)], node)
        return NONE

    def mapped_list(self, made: Run, function: Value, node: ast.AST) -> Run:
        path, self.path = self.path, (*self.path, "keys")
        found = self.indexed(made)
        assert found is not None
        keys = self.as_list(
            Pushed(lambda body: self.each(made, node, lambda item: body(self.call_value(function, [item], {}, node))), node), node
        )
        self.path = path
        return keys

    def sort_numbers(self, made: Run, node: ast.AST) -> None:
        """Sort a list of whole numbers: by bits if they are many, all different and close together."""
        length = self.list_length(made)
        if not self.live:
            return
        several, plain, end = self.code.block("several"), self.code.block("plain"), self.code.block("sorted")
        between = self.code.op(f"sub i64 {length}, {FEW + 1}")
        self.code.fork(self.code.op(f"icmp ult i64 {between}, {MANY - FEW}"), several, plain)
        self.code.start(several)
        room = self.allocate(self.code.op(f"mul i64 {length}, {SPREAD // 8}"))
        self.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        self.module.declare("declare i64 @llvm.cttz.i64(i64, i1)")
        self.module.declare(_BY_BITS)
        done = self.code.op(f"call i1 @zm_sort(ptr {self.list_data(made)}, i64 {length}, ptr {room})")
        self.code.fork(done, end, plain)
        self.code.start(plain)
        self.prelude("sort", [made, self.like(made)], node)
        self.code.go(end)
        self.code.start(end)

    def sorted_bits(self, made: SetValue, keywords: dict[str, Value], node: ast.AST) -> Run:
        """The entries of a set that is bits as a list in ascending or descending order."""
        down = self.truth(keywords.get("reverse", FALSE), node)
        if not isinstance(down, Known):
            raise Refusal(node, "`reverse` must be known beforehand; write True or False")
        found = self.bits_list(made, node, lambda entries: self._sort_none(entries, node))
        if down.value:
            self.prelude("reverse", [found], node)
        return found

    def _sort_none(self, made: Run, node: ast.AST) -> None:
        self.sort(made, {}, node)


_BY_BITS = f"""\
define internal i1 @zm_sort(ptr %data, i64 %count, ptr %room) {{
entry:
  %first = load i64, ptr %data
  br label %look
look:
  %i = phi i64 [ 1, %entry ], [ %i1, %look ]
  %low = phi i64 [ %first, %entry ], [ %low1, %look ]
  %high = phi i64 [ %first, %entry ], [ %high1, %look ]
  %last = phi i64 [ %first, %entry ], [ %x, %look ]
  %ordered = phi i1 [ true, %entry ], [ %ordered1, %look ]
  %at = getelementptr inbounds i64, ptr %data, i64 %i
  %x = load i64, ptr %at
  %less = icmp slt i64 %x, %low
  %low1 = select i1 %less, i64 %x, i64 %low
  %more = icmp sgt i64 %x, %high
  %high1 = select i1 %more, i64 %x, i64 %high
  %up = icmp sge i64 %x, %last
  %ordered1 = and i1 %ordered, %up
  %i1 = add nuw nsw i64 %i, 1
  %seen = icmp eq i64 %i1, %count
  br i1 %seen, label %spread, label %look
spread:
  br i1 %ordered1, label %good, label %unordered
unordered:
  %span = sub i64 %high1, %low1
  %most = mul i64 %count, {SPREAD}
  %close = icmp ult i64 %span, %most
  br i1 %close, label %clear, label %bad
clear:
  %lastword = lshr i64 %span, 6
  %words = add nuw nsw i64 %lastword, 1
  %bytes = shl i64 %words, 3
  call void @llvm.memset.p0.i64(ptr %room, i8 0, i64 %bytes, i1 false)
  br label %mark
mark:
  %j = phi i64 [ 0, %clear ], [ %j1, %marked ]
  %from = getelementptr inbounds i64, ptr %data, i64 %j
  %y = load i64, ptr %from
  %place = sub i64 %y, %low1
  %w = lshr i64 %place, 6
  %b = and i64 %place, 63
  %mask = shl i64 1, %b
  %wordat = getelementptr inbounds i64, ptr %room, i64 %w
  %word = load i64, ptr %wordat
  %both = and i64 %word, %mask
  %twice = icmp ne i64 %both, 0
  br i1 %twice, label %bad, label %marked
marked:
  %with = or i64 %word, %mask
  store i64 %with, ptr %wordat
  %j1 = add nuw nsw i64 %j, 1
  %through = icmp eq i64 %j1, %count
  br i1 %through, label %walk, label %mark
walk:
  %k = phi i64 [ 0, %marked ], [ %k1, %next ]
  %n = phi i64 [ 0, %marked ], [ %n2, %next ]
  %kat = getelementptr inbounds i64, ptr %room, i64 %k
  %kword = load i64, ptr %kat
  %kbit = shl i64 %k, 6
  %base = add i64 %low1, %kbit
  br label %bit
bit:
  %rest = phi i64 [ %kword, %walk ], [ %rest1, %some ]
  %n2 = phi i64 [ %n, %walk ], [ %n3, %some ]
  %none = icmp eq i64 %rest, 0
  br i1 %none, label %next, label %some
some:
  %zeros = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %z = add i64 %base, %zeros
  %to = getelementptr inbounds i64, ptr %data, i64 %n2
  store i64 %z, ptr %to
  %n3 = add nuw nsw i64 %n2, 1
  %minus = sub i64 %rest, 1
  %rest1 = and i64 %rest, %minus
  br label %bit
next:
  %k1 = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k1, %words
  br i1 %done, label %good, label %walk
good:
  ret i1 true
bad:
  ret i1 false
}}"""
"""Sorts numbers if they are in order already, or different and close together; whether it did. Otherwise nothing has changed."""
