"""Patterns of `match`."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compile.calls import Calls
from zermelo.compile.comparison import FALSE, TRUE
from zermelo.compile.source import Refusal
from zermelo.compile.types import Bool
from zermelo.compile.values import (
    Known,
    Run,
    Value,
)


class Patterns(Calls):
    """Adds `match`."""

    def bind(self, name: str, value: Value, node: ast.AST) -> None:
        owner = self.frame.owner(name)
        if owner is None:
            raise Refusal(node, f"`{name}` cannot be assigned to here")
        self.env[owner, name] = self.kept(value, name, node)

    def do_Match(self, node: ast.Match) -> None:
        subject = self.expr(node.subject)
        end = self.meeting(node, "end")
        for case in node.cases:
            if not self.live:
                break
            miss = self.meeting(case.pattern, "miss")
            self.pattern(case.pattern, subject, miss)
            if case.guard is not None:
                self.unless(self.test(case.guard), miss)
            self.block(case.body)
            self.meet(end)
            self.resume(miss)
        self.meet(end)
        self.resume(end)

    def pattern(self, node: ast.pattern, subject: Value, miss: Any) -> None:
        """Go elsewhere unless a pattern matches; bind its names."""
        match node:
            case ast.MatchValue():
                self.unless(self.equal(subject, self.expr(node.value), node), miss)
            case ast.MatchSingleton():
                self.unless(self.identical(subject, Known(node.value), node), miss)
            case ast.MatchAs():
                if node.pattern is not None:
                    self.pattern(node.pattern, subject, miss)
                if node.name is not None and self.live:
                    self.bind(node.name, subject, node)
            case ast.MatchOr():
                hit = self.meeting(node, "hit")
                for each in node.patterns:
                    other = self.meeting(each, "other")
                    self.pattern(each, subject, other)
                    self.meet(hit)
                    self.resume(other)
                self.meet(miss)
                self.resume(hit)
            case ast.MatchSequence():
                self.sequence_pattern(node, subject, miss)
            case _:
                raise Refusal(node, "this pattern cannot be compiled; use values, names, `_`, `|` and tuples")

    def sequence_pattern(self, node: ast.MatchSequence, subject: Value, miss: Any) -> None:
        stars = [index for index, each in enumerate(node.patterns) if isinstance(each, ast.MatchStar)]
        pack = self.as_pack(subject)
        if pack is None and self.sequence_kind(subject) in ("list", "tuple"):
            size = self.sequence(subject, node).length()
            op = "sge" if stars else "eq"
            self.unless(Run(Bool(), self.code.op(f"icmp {op} i64 {size}, {len(node.patterns) - len(stars)}")), miss)
        elif pack is None:
            self.unless(FALSE, miss)
        else:
            count = len(pack.items)
            fits = count >= len(node.patterns) - 1 if stars else count == len(node.patterns)
            self.unless(TRUE if fits else FALSE, miss)
        if not self.live:
            return
        values = self.unpacked(pack or subject, len(node.patterns), node, stars[0] if stars else None)
        for each, value in zip(node.patterns, values, strict=True):
            if not self.live:
                return
            if isinstance(each, ast.MatchStar):
                if each.name is not None:
                    self.bind(each.name, value, node)
            else:
                self.pattern(each, value, miss)
