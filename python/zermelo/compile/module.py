"""One compiled module: some rules of a game, with everything that they call, as text for LLVM.

The compiler works in passes. In the first it does not know what variables and lists will hold, so it notes what it sees and begins
again, until a pass sees nothing new. The text of the last pass is the result. What cannot be compiled is collected on the way, so that
all reasons come at once.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

import zermelo.game.watchdog as watchdog
from zermelo.compile import memory, prelude, prelude_bits, prelude_dicts, prelude_sets
from zermelo.compile.bits import has_bits
from zermelo.compile.constants import Constants, is_number
from zermelo.compile.function import Function
from zermelo.compile.iterators import written_out
from zermelo.compile.paths import Paths
from zermelo.compile.shapes import RULES, WORDS, WRITERS, Rule
from zermelo.compile.source import Refusal, Source, read_source
from zermelo.compile.types import I64, Bottom, Contents, Row, Type, content, identity, join
from zermelo.compile.usage import read_once, unchanged_names
from zermelo.compile.values import Closure, Known, Value
from zermelo.game.protocol import Game
from zermelo.game.record import Field

PASSES = 40
"""Types settle in far fewer passes; more are a fault of the compiler."""
PRELUDES = (prelude, prelude_sets, prelude_bits, prelude_dicts)
"""Where functions are that compiled rules call."""
NEVER = ("random", "secrets", "time", "uuid", "os", "datetime", "io", "numpy.random")
"""Modules whose functions are not computed beforehand, because their answers change."""

NEVER_CALLED = (open, input, print, id, eval, exec, globals, locals, vars, dir, breakpoint)
"""The same for Python's own functions: they depend on the process, or on where they are called."""


@dataclass
class Reason:
    """Why something cannot be compiled."""

    rule: str
    where: str
    why: str
    marked: str = ""


@dataclass
class Made:
    """A compiled function: its name and what it returns."""

    name: str
    returns: Type
    key: Any


@dataclass
class Unit:
    """The result: the text for LLVM and the names of the C functions, or the reasons why there is none."""

    text: str
    symbols: dict[str, str]
    reasons: list[Reason] = field(default_factory=list)
    allocating: list[str] = field(default_factory=list)
    """Rules that make lists, sets or dictionaries."""


class Module:
    """Everything that is compiled together."""

    def __init__(self, game: Game, rules: list[str], shapes: dict[str, str] | None = None, quits: bool = False) -> None:
        self.game: Game = game
        self.layout = game.layout
        self.rules = rules
        self.shapes = shapes or {}
        self.read_only = bool(self.shapes)
        self.quits = quits
        """Whether a thread ends where a rule fails, instead of an answer with a code."""
        self.constants = Constants()
        self.numbers = Contents()
        self.numbers.add(I64)
        self.remembered: dict[Any, Type] = {}
        self.sites: dict[Any, Contents] = {}
        self.needed: set[Any] = set()
        self.recursive: set[Any] = set()
        self.allocating: set[Any] = set()
        self.error_codes: dict[type[BaseException], int] = {}
        self.in_place_functions: set[ast.AST] = set()
        """Functions that answer with something that exists only while the compiler works: a function, or an object."""
        self.refused_functions: dict[Any, Refusal] = {}
        self.asking: tuple[Source, ast.AST] | None = None
        """Where the rule calls a function of the prelude: what cannot be compiled in it is told there."""
        self._numbers: dict[int, int] = {}
        self._constants: dict[Any, Any] = {}
        self._kept: list[Any] = []
        self._twins: dict[tuple[int, int], ast.AST] = {}
        self._sources: dict[Any, Source] = {}
        self._unchanged: dict[int, frozenset[str]] = {}
        self._computed: dict[Any, Any] = {}
        self._stored: tuple[int, set[str]] = (0, set())

    def compile(self) -> Unit:
        for _ in range(PASSES):
            unit = self.run_pass()
            _ = self.stored_attributes  # functions that were read in this pass may change objects
            if not self.changed:
                return unit
        return Unit("", {}, unit.reasons or [Reason(self.rules[0], "class", "the types of its variables do not settle")])

    def run_pass(self) -> Unit:
        self.changed = False
        self.constants.reset()
        self.functions: dict[Any, Made] = {}
        self.active: list[Any] = []
        self.under_way: list[ast.AST] = []
        self.texts: list[str] = []
        self.declared: dict[str, None] = {"declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)": None}
        self.reasons: list[Reason] = []
        self.set_forms: list[tuple[Contents, bool]] = []
        """For each set that is made, whether it is made as bits."""
        symbols = {}
        for rule in self.rules:
            self.rule = rule
            symbols[rule] = f"c_{rule}"
            self.compile_rule(rule)
        self.changed |= any(has_bits(contents) != bits for contents, bits in self.set_forms)
        text = "\n".join([memory.TEXT, *self.declared, *self.constants.lines, *map(memory.checked, self.texts), _PROFILE])
        return Unit(text, symbols, self.reasons, [rule for rule in self.rules if (("rule", rule), ()) in self.allocating])

    def compile_rule(self, rule: str) -> None:
        """A rule, and the C function around it."""
        shape: Rule = WORDS[self.shapes[rule]] if rule in self.shapes else RULES[rule]
        fn = Function(self, (("rule", rule), ()))
        place: Source | None = None
        try:
            method = getattr(type(self.game), rule, None)
            bound = self.game.rules.method(rule)
            function = getattr(bound, "__func__", bound)
            known = method is function or isinstance(bound, types.MethodType) or self.game.rules.is_given(rule)
            ordinary = isinstance(function, types.FunctionType) and known
            if not ordinary:
                if self.game.rules.is_given(rule):
                    raise Refusal(None, f"a {type(function).__name__} object cannot be compiled; write an ordinary function")
                raise Refusal(None, f"`self.{rule}` is neither an ordinary method nor a constant; make it one of them")
            place = self.source(function)
            first: list[Value] = [Known(bound.__self__)] if isinstance(bound, types.MethodType) else []
            fn.compile_rule(place, [*first, *shape.arguments(self)], shape)
        except Refusal as refusal:
            self.refuse_at(place, refusal)
            return
        self.texts.append(fn.definition(f"rule_{rule}", [*shape.parameters, *shape.outputs]))
        self.texts.append(self.around(rule, shape))

    def around(self, rule: str, shape: Rule) -> str:
        """The C function around a rule: it provides the memory."""
        narrow = {"i64 %move": "i32 %move32", "i64 %player": "i32 %player32"}
        parameters = ", ".join(narrow.get(each, each) for each in (*shape.parameters, *shape.outputs))
        arguments = ", ".join(["ptr %memory", *shape.parameters, *shape.outputs])
        wider = "".join(
            f"  {each.split()[1]} = sext i32 {narrow[each].split()[1]} to i64\n" for each in shape.parameters if each in narrow
        )
        size, allocates = self.layout.size, (("rule", rule), ()) in self.allocating
        lines = [f"define i32 @c_{rule}({parameters}) {{"]
        if rule in WRITERS:  # what a failed rule leaves behind must not show
            lines += [f"  %before = alloca [{size} x i8], align 16"]
            lines += [f"  call void @llvm.memcpy.p0.p0.i64(ptr %before, ptr %s, i64 {size}, i1 0)"]
        lines += [f"  %memory = alloca {memory.FRAME}, align 16", memory.OPEN] if allocates else []
        lines += [wider, f"  %code = call i32 @rule_{rule}({arguments if allocates else arguments.replace('%memory', 'null')})"]
        lines += (
            [memory.CLOSE, "  %result = select i1 %broke, i32 -1, i32 %code"] if allocates else ["  %result = add i32 %code, 0"]
        )
        lines += ["  %bad = icmp slt i32 %result, 0", "  br i1 %bad, label %undo, label %done, !prof !1", "undo:"]
        if rule in WRITERS:
            lines += [f"  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %before, i64 {size}, i1 0)"]
        return "\n".join([*lines, "  br label %done", "done:", "  ret i32 %result", "}", ""])

    # Functions

    def source(self, function: Callable[..., Any]) -> Source:
        key = getattr(function, "__code__", function)
        if key not in self._sources:
            source = read_source(function)
            self._sources[key] = replace(source, is_trusted=source.file == prelude_sets.__file__ or function in prelude.TRUSTED)
        return self._sources[key]

    def is_prelude(self, source: Source) -> bool:
        return source.file in [each.__file__ for each in PRELUDES]

    @property
    def stored_attributes(self) -> set[str]:
        """Names of attributes that functions other than `__init__` assign to."""
        if len(self._sources) != self._stored[0]:
            names = {
                node.attr
                for source in self._sources.values()
                if getattr(source.tree, "name", "") != "__init__"
                for node in ast.walk(source.tree)
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            }
            self.changed |= not names <= self._stored[1]
            self._stored = (len(self._sources), names | self._stored[1])
        return self._stored[1]

    def prelude_function(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = next(getattr(each, name) for each in PRELUDES if hasattr(each, name))
        return found

    def function(self, source: Source, closure: Closure | None, shapes: dict[str, Any], way: str) -> Made:
        """The compiled function for arguments of these kinds."""
        tree = closure.node if closure is not None else source.tree
        kinds = tuple((name, _key(shape)) for name, shape in shapes.items())
        base = (self.number(tree), way)
        is_prelude = self.is_prelude(source)
        key = (base + (kinds if is_prelude else ()), kinds)
        if key in self.functions:
            if key in self.active and key not in self.recursive:
                self.recursive.add(key)
                self.changed = True
            return self.functions[key]
        name = getattr(tree, "name", "lambda")
        made = Made(
            f"f{len(self.functions)}_{''.join(c for c in name if c.isalnum() and c.isascii())}",
            self.remembered.get(("returns", key), Bottom()),
            key,
        )
        self.functions[key] = made
        self.active.append(key)
        fn = Function(self, key)
        under_way, self.under_way = self.under_way, [tree]
        try:
            returns, parameters = fn.compile_function(source, closure, shapes, way, key in self.recursive)
        finally:
            self.under_way = under_way
            self.active.pop()
        made.returns = returns
        self.texts.append(fn.definition(made.name, [*parameters, "ptr %ret"]))
        return made

    # What passes learn

    def remember(self, key: Any, of: Type) -> Type:
        """The join of all types that were seen in a place."""
        before = self.remembered.get(key, Bottom())
        whole = join(before, of)
        if whole != before:
            self.remembered[key] = whole
            self.changed = True
        return whole

    def grown(self, contents: Contents) -> None:
        """A container may contain more than the code so far assumes."""
        self.changed = True

    def read_order(self, contents: Contents) -> None:
        """The order of the entries of a set matters, so that it cannot be bits."""
        self.changed |= contents.read_order()

    def need(self, keys: Iterable[Any]) -> None:
        """A variable is used after places where it may have no value: keep track of it there."""
        new = set(keys) - self.needed
        if new:
            self.needed |= new
            self.changed = True

    def mark_allocating(self, key: Any) -> None:
        """A function needs the memory of the call."""
        if key not in self.allocating:
            self.allocating.add(key)
            self.changed = True

    def site(self, key: Any) -> Contents:
        if key not in self.sites:
            self.sites[key] = Contents()
        return self.sites[key]

    # Names for places

    def number(self, node: Any) -> int:
        """A number for a part of the source, the same in every pass."""
        if id(node) not in self._numbers:
            self._kept.append(node)
            self._numbers[id(node)] = len(self._numbers)
        return self._numbers[id(node)]

    def constant(self, node: ast.AST, value: Any) -> Known:
        """What a rule makes out of constants at a place: the same object in every pass."""
        key = (self.number(node), content(value))
        return Known(self._constants.setdefault(key, value), fresh=True)

    def twin(self, node: ast.AST, number: int = 0) -> ast.expr:
        """Another name for a place, for a second loop there."""
        key = (self.number(node), number)
        if key not in self._twins:
            self._twins[key] = ast.copy_location(ast.Constant(0), node)
        made = self._twins[key]
        assert isinstance(made, ast.expr)
        return made

    def error_code(self, error: type[BaseException]) -> int:
        if error is prelude.AskPython:
            return -1
        if error not in self.error_codes:
            self.error_codes[error] = -20 - len(self.error_codes)
            self.changed = True
        return self.error_codes[error]

    def declare(self, line: str) -> None:
        self.declared[line] = None

    def row_type(self, field: Field) -> Row:
        return Row(field.bits, field.low < 0, field.length)

    def unchanged_names(self, tree: ast.AST) -> frozenset[str]:
        """Variables whose lists are only read."""
        if id(tree) not in self._unchanged:
            self._kept.append(tree)
            self._unchanged[id(tree)] = unchanged_names(tree)
        return self._unchanged[id(tree)]

    def read_once(self, tree: ast.AST, name: str) -> bool:
        return read_once(tree, name)

    def returns_low(self, tree: ast.AST) -> bool:
        """Whether only the lowest 64 bits of an answer matter: `key` is such a rule."""
        return self.rule == "key" and tree is self.under_way[0] if self.under_way else False

    # Computing beforehand

    def may_compute(self, objects: Iterable[Any]) -> bool:
        """Whether Python may call these now: their answers do not change, and they do nothing else."""
        for each in objects:
            owner = getattr(each, "__self__", None)
            home = getattr(each, "__module__", None) or ""
            kind = type(owner).__module__ if owner is not None and not isinstance(owner, types.ModuleType) else ""
            if home.partition(".")[0] in NEVER or kind in NEVER or any(each is one for one in NEVER_CALLED):
                return False
            if isinstance(each, types.ModuleType) and each.__name__ in NEVER:
                return False
        return True

    def computed(self, function: Any, args: list[Any], named: dict[str, Any]) -> Any:
        """The answer of a function, the same object in every pass."""
        key = (
            id(function),
            getattr(function, "__name__", ""),
            *map(identity, args),
            *((name, identity(each)) for name, each in named.items()),
        )
        if isinstance(function, types.MethodType | types.BuiltinMethodType):  # such objects are made anew each time
            key = (id(function.__self__), *key[1:])
        if key not in self._computed:
            self._kept += [function, getattr(function, "__self__", None), *args, *named.values()]
            self._computed[key] = self.compute(lambda: function(*args, **named))
        return self._computed[key]

    def compute(self, action: Callable[[], Any]) -> Any:
        try:
            return written_out(watchdog.call(action))
        except watchdog.RuleTimeout:
            raise Refusal(None, "it takes too long to compute") from None

    # Refusals

    def refuse(self, fn: Paths, refusal: Refusal) -> None:
        self.refuse_at(fn.frame.source, refusal)

    def refuse_at(self, source: Source | None, refusal: Refusal) -> None:
        if source is not None and self.is_prelude(source) and self.asking is not None:
            source, refusal = self.asking[0], Refusal(self.asking[1], refusal.why)
        where = "class" if source is None else source.place(refusal.node)
        reason = Reason(self.rule, where, refusal.why, source.marked(refusal.node) if source else "")
        if all((each.where, each.why) != (reason.where, reason.why) for each in self.reasons):
            self.reasons.append(reason)


_PROFILE = '!0 = !{!"branch_weights", i32 2000, i32 1}\n!1 = !{!"branch_weights", i32 1, i32 2000}\n'


def _key(shape: Any) -> Any:
    """What distinguishes an argument from others."""
    if not isinstance(shape, Known):
        return shape
    value = shape.value
    return ("known", _name(value, 0))


def _name(value: Any, depth: int) -> Any:
    """Equal for constants that look the same, in every pass."""
    if value is None or isinstance(value, str | bool) or is_number(value):
        return type(value), value
    if (type(value) is list or isinstance(value, tuple)) and len(value) <= 64 and depth < 3:
        return type(value), tuple(_name(each, depth + 1) for each in value)
    if is_dataclass(value) and not isinstance(value, type) and type(value).__dataclass_params__.frozen and depth < 3:  # type: ignore[attr-defined]
        return type(value), tuple(_name(getattr(value, field.name), depth + 1) for field in fields(value))
    return id(value)
