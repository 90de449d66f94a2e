"""The ways through a function: branches, loops, and what variables hold where ways meet.

A variable is a value, not a place. Where two ways meet with different values, a `phi` of LLVM chooses. The type of the result is the
join of the types that came in; it is remembered by the module, because a loop meets itself before its end has been seen.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from zermelo.compile.code import Block, Code
from zermelo.compile.frame import Frame
from zermelo.compile.source import Refusal
from zermelo.compile.types import Mismatch, Type, named, widened
from zermelo.compile.values import UNKNOWN, Value, same_value

if TYPE_CHECKING:
    from zermelo.compile.module import Module

Variable = tuple[Frame | None, str]
Variables = dict[Variable, Value]
FUEL = 10_000_000
"""The most steps that the loops of one function may take in one call."""
LIMIT = -1
"""The code of a failure that Python would not have: too many steps, numbers of more than 64 bits. Python is asked instead."""
QUIT = "call void @zk_quit()\n  unreachable"
"""How a function ends that fails in code whose thread ends with it."""
RESULT: Variable = (None, "result")


@dataclass(frozen=True)
class Conflict(Value):
    """A variable that has values of different kinds, depending on the way here."""

    one: Type
    other: Type


@dataclass(frozen=True)
class Unset(Value):
    """A variable that may have no value here."""

    flag: str
    value: Value


@dataclass
class Meeting:
    """A place where ways meet: those that lead here, with what the variables hold on each."""

    block: Block
    key: tuple[Any, ...]
    ways: list[tuple[Block, Variables]] = field(default_factory=list)
    node: ast.AST | None = None


@dataclass
class Loop:
    """A loop under way: where `continue` and `break` lead."""

    again: Meeting
    out: Meeting


@dataclass
class Handlers:
    """The `except` clauses around some code: what each catches, and where it leads."""

    clauses: list[tuple[tuple[type[BaseException], ...], Meeting]]


class Paths(ABC):
    """One function under construction."""

    def __init__(self, module: Module, key: Any) -> None:
        self.module = module
        self.key = key
        self.code = Code()
        self.env: Variables = {}
        self.path: tuple[Any, ...] = ()
        """The calls, compiled in place, that led to the code at hand; part of the name of every meeting."""
        self.frame: Frame
        self.handlers: list[Handlers] = []
        self.failures: dict[int, Block] = {}
        self.dropped: dict[Variable, set[tuple[Any, ...]]] = {}
        self.fuel: str | None = None
        self.rounds = 1
        """How often the code at hand may run in one call: the lengths of the loops around it, multiplied."""
        self.row_list: tuple[str, str, Any] | None = None
        """A state, a row of it and the list that stands for this row at the moment."""
        self.asks_python = False
        """Whether Python is asked if anything fails, because the state is half changed."""
        self.here: ast.AST | None = None
        """The statement at hand."""
        self.count = ""
        """Where a rule counts the moves that it has yielded."""
        self.single: frozenset[str] = frozenset()
        """Expressions that have been found to have one entry: sets may be asked for it, whatever their order."""
        self.constant_sets: set[str] = set()
        """The addresses of sets that are bits and constant, in the code of this function."""
        self.changing: list[frozenset[Variable]] = []
        """For each generator that is being read: the variables that its reader changes."""

    @property
    def live(self) -> bool:
        """Whether the code at hand can be reached."""
        return self.code.at is not None

    # Meetings

    def meeting(self, node: ast.AST | None, name: str) -> Meeting:
        return Meeting(self.code.block(name), (self.key, self.path, self.module.number(node), name), node=node)

    def meet(self, meeting: Meeting, result: Value | None = None) -> None:
        """Go on at a meeting."""
        if self.code.at is not None:
            variables = dict(self.env)
            if result is not None:
                variables[RESULT] = self.settled(result, meeting)
            if self.code.at is None:
                return
            meeting.ways.append((self.code.at, variables))
            self.code.go(meeting.block)

    def resume(self, meeting: Meeting) -> Value:
        """Go on where all ways have met; the result that they brought along, if any."""
        if not meeting.ways:
            self.code.at = None
            return UNKNOWN
        self.code.start(meeting.block)
        if len(meeting.ways) == 1:
            self.env = dict(meeting.ways[0][1])
            return self.env.pop(RESULT, UNKNOWN)
        variables = dict.fromkeys(variable for _, way in meeting.ways for variable in way)
        self.env = {}
        for variable in variables:
            values = [way.get(variable) for _, way in meeting.ways]
            self.bind_met(meeting, variable, values)
        return self.env.pop(RESULT, UNKNOWN)

    def bind_met(self, meeting: Meeting, variable: Variable, values: list[Value | None]) -> None:
        """Bind a variable to what several ways brought."""
        key = (*meeting.key, variable[1], self.module.number(variable[0].source.tree) if variable[0] else 0)
        if any(value is None or isinstance(value, Unset) for value in values):
            if key not in self.module.needed:
                self.dropped.setdefault(variable, set()).add(key)
                return
            flags = ["0" if value is None else value.flag if isinstance(value, Unset) else "1" for value in values]
            plain: list[Value] = [
                UNKNOWN if value is None else value.value if isinstance(value, Unset) else value for value in values
            ]
            flag = self.phi(meeting, "i1", flags)
            self.env[variable] = Unset(flag, self.met(meeting, key, plain))
            return
        self.env[variable] = self.met(meeting, key, [value for value in values if value is not None])

    def met(self, meeting: Meeting, key: tuple[Any, ...], values: list[Value]) -> Value:
        """The value after a meeting."""
        first = values[0]
        if all(same_value(first, value) for value in values):
            return first
        try:
            of = self.module.remember(key, self.common(values))
            parts = [self.converted(value, of, way) for value, (way, _) in zip(values, meeting.ways, strict=True)]
        except Mismatch:
            types = [self.type_of(value) for value in values]
            other = next((of for of in types if type(of) is not type(types[0])), types[-1])
            return Conflict(types[0], other)
        return self.made(of, [self.phi(meeting, part, list(each)) for part, *each in zip(of.parts, *parts, strict=True)])

    def converted(self, value: Value, of: Type, block: Block) -> list[str]:
        """The parts of a value, computed at the end of a block."""
        here, self.code.at = self.code.at, block
        parts = self.parts(value, of)
        assert self.code.at is block, "conversions where ways meet cannot fail"
        self.code.at = here
        return parts

    def phi(self, meeting: Meeting, part: str, operands: list[str]) -> str:
        if len(set(operands)) == 1:
            return operands[0]
        name = self.code.name()
        ways = ", ".join(f"[ {operand}, %{way.label} ]" for operand, (way, _) in zip(operands, meeting.ways, strict=True))
        meeting.block.phis.append(f"{name} = phi {part} {ways}")
        return name

    # Loops

    def loop(self, node: ast.AST, changed: frozenset[Variable], turn: Callable[[], None]) -> None:
        """Code that repeats until it goes on elsewhere.

        Variables that change in the loop have one type at its head, wide enough for all that the loop assigns.
        """
        head = self.meeting(node, "loop")
        self.meet(head)
        if not head.ways:
            return
        _, before = head.ways[0]
        self.code.start(head.block)
        changed = changed.union(*self.changing, self.changed_attributes(before))
        holes: dict[Variable, tuple[tuple[Any, ...], Type, list[str], str | None]] = {}
        self.env = dict(before)
        for variable in sorted(changed, key=lambda each: (each[1], id(each[0]))):
            self.head_variable(head, variable, before.get(variable), holes)
        turn()
        self.meet(head)
        self.close(head, holes)
        self.code.at = None

    def changed_attributes(self, before: Variables) -> frozenset[Variable]:
        """Attributes of objects that code may change."""
        owners = {variable[0] for variable in before if variable[0] is not None and variable[0].is_object}
        if not owners:
            return frozenset()
        names = self.module.stored_attributes
        return frozenset(variable for variable in before if variable[0] in owners and variable[1] in names)

    def head_variable(self, head: Meeting, variable: Variable, value: Value | None, holes: dict[Variable, Any]) -> None:
        key = (*head.key, variable[1], self.module.number(variable[0].source.tree) if variable[0] else 0)
        if value is None or isinstance(value, Unset | Conflict):
            if key not in self.module.needed:
                self.env.pop(variable, None)
                self.dropped.setdefault(variable, set()).add(key)
                return
        elif not self.can_meet(value):
            self.env[variable] = value
            return
        inner: Value = (
            UNKNOWN if value is None or isinstance(value, Conflict) else value.value if isinstance(value, Unset) else value
        )
        try:
            of = self.module.remember(key, widened(self.type_of(inner)))
        except Mismatch:
            of = self.type_of(inner)
        names = [self.code.name() for _ in of.parts]
        made = self.made(of, names)
        flag = None
        if key in self.module.needed:
            flag = self.code.name()
            made = Unset(flag, made)
        holes[variable] = (key, of, names, flag)
        self.env[variable] = made

    def close(self, head: Meeting, holes: dict[Variable, tuple[tuple[Any, ...], Type, list[str], str | None]]) -> None:
        """All ways to the head of a loop are known: write its phis."""
        here = self.code.at
        for variable, (key, of, names, flag) in holes.items():
            columns: list[list[str]] = []
            flags: list[str] = []
            for block, way in head.ways:
                value = way.get(variable)
                flags.append("0" if value is None else value.flag if isinstance(value, Unset) else "1")
                inner = UNKNOWN if value is None else value.value if isinstance(value, Unset) else value
                columns.append(self.looped(inner, of, key, block, variable[1]))
            for part, name, *operands in zip(of.parts, names, *columns, strict=True):
                ways = ", ".join(f"[ {operand}, %{way.label} ]" for operand, (way, _) in zip(operands, head.ways, strict=True))
                head.block.phis.append(f"{name} = phi {part} {ways}")
            if flag is not None:
                ways = ", ".join(f"[ {operand}, %{way.label} ]" for operand, (way, _) in zip(flags, head.ways, strict=True))
                head.block.phis.append(f"{flag} = phi i1 {ways}")
        self.code.at = here

    def looped(self, value: Value, of: Type, key: tuple[Any, ...], block: Block, name: str) -> list[str]:
        """The parts that a variable brings back to the head of a loop."""
        try:
            whole = self.module.remember(key, widened(self.type_of(value)))
            if whole != of:  # wider than this pass has assumed
                return ["undef"] * len(of.parts)
            return self.converted(value, of, block)
        except Mismatch:
            one, other = named(of), named(self.type_of(value))
            self.module.refuse(self, Refusal(None, f"`{name}` is {one} before a loop and {other} in it; use two names"))
            return ["undef"] * len(of.parts)

    # Failing

    def fail(self, error: type[BaseException] | None) -> None:
        """Leave with an error of Python, or at a limit that only compiled code has; to an `except` clause, if one catches it."""
        if not self.live:
            return
        if self.asks_python:
            error = None
        if error is not None:
            for handlers in reversed(self.handlers):
                for classes, meeting in handlers.clauses:
                    if issubclass(error, classes):
                        self.meet(meeting)
                        return
        number = LIMIT if error is None else self.module.error_code(error)
        if number not in self.failures:
            self.failures[number] = Block(f"fail{-number}", end=f"ret i32 {number}" if not self.module.quits else QUIT)
        self.code.go(self.failures[number])

    def passed_on(self, code: str) -> None:
        """Leave with the code that a called function gave back."""
        if self.asks_python:
            self.fail(None)
            return
        for handlers in reversed(self.handlers):
            for classes, meeting in handlers.clauses:
                caught = [number for error, number in self.module.error_codes.items() if issubclass(error, classes)]
                for number in caught:
                    yes, no = self.code.block("caught"), self.code.block("next")
                    self.code.fork(self.code.op(f"icmp eq i32 {code}, {number}"), yes, no)
                    self.code.start(yes)
                    self.meet(meeting)
                    self.code.start(no)
        self.code.leave(f"ret i32 {code}")

    def check(self, right: str, error: type[BaseException] | None) -> None:
        """Go on if a condition holds; otherwise fail."""
        if right in ("1", "true") or not self.live:
            return
        on, off = self.code.block("ok"), self.code.block("bad")
        self.code.fork(right, on, off, likely=True)
        self.code.start(off)
        self.fail(error)
        self.code.start(on)

    def spend(self, steps: str = "1") -> None:
        """Count steps of loops; too many are an error, not a hang."""
        if not self.live or self.frame.source.is_trusted:
            return
        if self.fuel is None:
            self.fuel = self.code.place("i64")
            self.code.places.append(f"store i64 0, ptr {self.fuel}")
        spent = self.code.op(f"add i64 {self.code.op(f'load i64, ptr {self.fuel}')}, {steps}")
        self.code.run(f"store i64 {spent}, ptr {self.fuel}")
        self.check(self.code.op(f"icmp ult i64 {spent}, {FUEL}"), None)

    # Conditions

    def branch(self, node: ast.AST, test: str, yes: Callable[[], Value | None], no: Callable[[], Value | None]) -> Value:
        """One of two ways, by a condition at run time; the value that they end with."""
        end = self.meeting(node, "end")
        first, second = self.code.block("then"), self.code.block("else")
        before = dict(self.env)
        if not self.live:
            return UNKNOWN
        self.code.fork(test, first, second)
        self.code.start(first)
        self.meet(end, yes())
        self.env = dict(before)
        self.code.start(second)
        self.meet(end, no())
        return self.resume(end)

    # What the layers above provide

    @abstractmethod
    def type_of(self, value: Value) -> Type:
        """The type of a value at run time; Mismatch if it cannot exist at run time."""

    def can_meet(self, value: Value) -> bool:
        """Whether a value can exist at run time."""
        try:
            self.type_of(value.value if isinstance(value, Unset) else value)
        except Mismatch:
            return False
        return True

    @abstractmethod
    def settled(self, value: Value, meeting: Meeting) -> Value:
        """A value that can meet others: a generator as a list."""

    @abstractmethod
    def common(self, values: list[Value]) -> Type:
        """The type of a variable that may have any of these values."""

    @abstractmethod
    def parts(self, value: Value, of: Type) -> list[str]:
        """The parts of a value, converted to a type that has all values of its own."""

    @abstractmethod
    def made(self, of: Type, parts: list[str]) -> Value:
        """A value from its parts."""
