"""Exceptions: `raise`, `assert`, `try`."""

from __future__ import annotations

import ast
from abc import abstractmethod

from zermelo.compile.paths import Handlers
from zermelo.compile.patterns import Patterns
from zermelo.compile.source import Refusal
from zermelo.compile.values import (
    NONE,
    Known,
)


class Exceptions(Patterns):
    """Adds exceptions."""

    def do_Try(self, node: ast.Try) -> None:
        if self.module.quits:  # a failure may be caught
            self.module.quits = False
            self.module.changed = True
        if node.finalbody:
            raise Refusal(node, "`finally` cannot be compiled")
        end = self.meeting(node, "end")
        clauses = []
        for number, handler in enumerate(node.handlers):
            kinds = Known(Exception) if handler.type is None else self.expr(handler.type)
            if not isinstance(kinds, Known):
                raise Refusal(handler, "the errors that `except` catches must be known beforehand")
            classes = kinds.value if isinstance(kinds.value, tuple) else (kinds.value,)
            clauses.append((classes, self.meeting(handler, f"except{number}")))
        self.handlers = [*self.handlers, Handlers(clauses)]
        self.block(node.body)
        self.handlers = self.handlers[:-1]
        self.block(node.orelse)
        self.meet(end)
        for handler, (_, meeting) in zip(node.handlers, clauses, strict=True):
            self.resume(meeting)
            if self.live and handler.name is not None:
                self.bind(handler.name, NONE, handler)
            self.block(handler.body)
            self.meet(end)
        self.resume(end)

    @abstractmethod
    def statement(self, node: ast.stmt) -> None:
        """One statement."""

    def do_Raise(self, node: ast.Raise) -> None:
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        value = NONE if error is None else self.expr(error)
        if isinstance(value, Known) and isinstance(value.value, type) and issubclass(value.value, BaseException):
            self.fail(value.value)
        elif isinstance(value, Known) and isinstance(value.value, BaseException):
            self.fail(type(value.value))
        else:
            self.fail(None)

    def do_Assert(self, node: ast.Assert) -> None:
        test = self.test(node.test)
        if isinstance(test, Known):
            if not test.value:
                self.fail(AssertionError)
            return
        self.check(self.bit(test), AssertionError)
