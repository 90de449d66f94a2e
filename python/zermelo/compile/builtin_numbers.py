"""Python's own functions of numbers, on values at run time."""

from __future__ import annotations

import ast
from collections.abc import Callable

from zermelo.compile.comparison import FALSE, same_none
from zermelo.compile.constants import double
from zermelo.compile.expressions import Expressions
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, Bool, Choice, Float, Int, List
from zermelo.compile.values import NONE, Known, Maybe, Pack, Run, Value

Handler = Callable[[Expressions, list[Value], dict[str, Value], ast.AST], Value | None]


def abs_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    if (answer := fn.own_call("__abs__", given[0], [], node)) is not None:
        return answer
    found = fn.number(given[0])
    if found is None:
        return None
    if fn.is_float(found):
        fn.module.declare("declare double @llvm.fabs.f64(double)")
        return Run(Float(fn.is_mixed(found)), fn.code.op(f"call double @llvm.fabs.f64(double {fn.real(found, node)})"))
    operand, own = fn.integer(found, node)
    if own.low >= 0:
        return Run(own, operand)
    opposite = fn.negated(Run(own, operand), node, low=False)
    assert opposite is not None
    negative = fn.code.op(f"icmp slt i{own.bits} {operand}, 0")
    of = Int(0, max(abs(own.low), abs(own.high)))
    size = (
        fn.code.op(
            f"select i1 {negative}, i64 {fn.fitted(fn.integer(opposite, node), I64)}, i64 {fn.fitted((operand, own), I64)}"
        )
        if of.bits == 64
        else ""
    )
    if of.bits != 64 or not of.fits_signed:
        size = fn.code.op(
            f"select i1 {negative}, i64 {fn.fitted(fn.integer(opposite, node), I64)}, i64 {fn.fitted((operand, own), I64)}"
        )
        of = Int(0, I64.high)
    return Run(of, size)


def int_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    if not given:
        return Known(0)
    found = fn.number(given[0])
    if found is None or len(given) > 1:
        return None
    if isinstance(found, Known):
        return fn.evaluated(lambda: int(found.value), node)
    return whole(fn, fn.real(found, node)) if fn.is_float(found) else Run(*reversed(fn.integer(found, node)))  # type: ignore[arg-type]


def whole(fn: Expressions, operand: str) -> Value:
    """A fraction without its part behind the point."""
    fn.check(fn.code.op(f"fcmp olt double {operand}, {double(9.2e18)}"), None)
    fn.check(fn.code.op(f"fcmp ogt double {operand}, {double(-9.2e18)}"), None)
    return Run(I64, fn.code.op(f"fptosi double {operand} to i64"))


def rounded(name: str) -> Handler:
    """round, floor, ceil and trunc."""

    def handler(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value | None:
        found = fn.number(given[0])
        digits = given[1] if len(given) > 1 else keywords.get("ndigits", NONE)
        if found is not None and name == "roundeven" and not same_none(digits):
            return to_digits(fn, found, digits, node)
        if found is None or len(given) + len(keywords) > 1:
            return None
        if not fn.is_float(found):
            return Run(*reversed(fn.integer(found, node)))  # type: ignore[arg-type]
        fn.module.declare(f"declare double @llvm.{name}.f64(double)")
        return whole(fn, fn.code.op(f"call double @llvm.{name}.f64(double {fn.real(found, node)})"))

    return handler


def to_digits(fn: Expressions, found: Value, digits: Value, node: ast.AST) -> Value | None:
    """`round(x, digits)`. Where the last digit hangs on how a number is rounded in between, Python is asked."""
    if not isinstance(digits, Known) or not isinstance(digits.value, int) or abs(digits.value) > 15:
        return None
    if not fn.is_float(found):
        return Run(*reversed(fn.integer(found, node))) if digits.value >= 0 else None  # type: ignore[arg-type]
    scale = double(10.0 ** abs(digits.value))
    there, back = ("fmul", "fdiv") if digits.value >= 0 else ("fdiv", "fmul")
    for name in ("roundeven", "floor", "fabs"):
        fn.module.declare(f"declare double @llvm.{name}.f64(double)")
    scaled = fn.code.op(f"{there} double {fn.real(found, node)}, {scale}")
    size = fn.code.op(f"call double @llvm.fabs.f64(double {scaled})")
    fn.check(fn.code.op(f"fcmp olt double {size}, {double(1e8)}"), None)
    rest = fn.code.op(f"fsub double {size}, {fn.code.op(f'call double @llvm.floor.f64(double {size})')}")
    off = fn.code.op(f"call double @llvm.fabs.f64(double {fn.code.op(f'fsub double {rest}, {double(0.5)}')})")
    fn.check(fn.code.op(f"fcmp ogt double {off}, {double(1e-6)}"), None)
    whole_number = fn.code.op(f"call double @llvm.roundeven.f64(double {scaled})")
    return Run(Float(fn.is_mixed(found)), fn.code.op(f"{back} double {whole_number}, {scale}"))


def is_integer(fn: Expressions, value: Value, _: list[Value], node: ast.AST) -> Value | None:
    number = fn.number(value)
    if number is None or not fn.is_float(number) or fn.is_mixed(number):
        return None
    fn.module.declare("declare double @llvm.floor.f64(double)")
    operand = fn.real(number, node)
    rest = fn.code.op(f"fsub double {operand}, {fn.code.op(f'call double @llvm.floor.f64(double {operand})')}")
    return Run(Bool(), fn.code.op(f"fcmp oeq double {rest}, {double(0.0)}"))


def float_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    return Run(Float(), fn.real(given[0], node)) if fn.number(given[0]) is not None else None


def bool_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    return fn.truth(given[0], node) if given else FALSE


def divmod_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    return Pack((fn.binary(ast.FloorDiv(), given[0], given[1], node), fn.binary(ast.Mod(), given[0], given[1], node)))


def pow_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    return fn.binary(ast.Pow(), given[0], given[1], node) if len(given) == 2 else fn.prelude("power_modulo", given, node)


def hash_(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    """Python's own hash of whole numbers and tuples of them."""
    value = given[0]
    if isinstance(value, Maybe):
        fn.check(value.flag, None)
        value = value.inner
    fn.check_key(value, node)
    if isinstance(value, Run) and isinstance(value.type, Choice) and fn.number(value) is None:
        return Run(Int(0, len(value.type.members)), value.operand)
    pack = fn.as_pack(value)
    if pack is not None:
        frozen = pack.cls is None or issubclass(pack.cls, tuple) or getattr(pack.cls, "__hash__", None) is not None
        if not frozen:
            raise Refusal(node, f"a {pack.cls.__name__ if pack.cls else 'tuple'} has no hash; make the class frozen")
        return hash_tuple(fn, pack, node)
    if isinstance(value, Run) and isinstance(value.type, List) and value.type.kind == "tuple":
        return fn.prelude("hash_entries", [value], node)
    number = fn.number(value)
    if number is None or fn.is_float(number):
        raise Refusal(node, f"{fn.what(value)} cannot be in a set or a key of a dictionary here")
    operand, own = fn.integer(number, node)
    if not own.within(Int(-_MODULUS + 1, _MODULUS - 1)):
        operand = fn.fitted((operand, own), Int(-_MODULUS + 1, _MODULUS - 1))
    if own.low > -1:
        return Run(Int(0, min(own.high, _MODULUS)), operand)
    is_minus_one = fn.code.op(f"icmp eq i64 {operand}, -1")
    return Run(I64, fn.code.op(f"select i1 {is_minus_one}, i64 -2, i64 {operand}"))


_MODULUS = (1 << 61) - 1


_PRIMES = (11400714785074694791, 14029467366897019727, 2870177450012600261)


def hash_tuple(fn: Expressions, pack: Pack, node: ast.AST) -> Value:
    one, two, five = (prime - (1 << 64) if prime >> 63 else prime for prime in _PRIMES)
    total = str(five)
    for item in pack.items:
        lane = fn.i64(hash_(fn, [item], {}, node) if not isinstance(item, Known) else Known(hash(item.value)), node)
        total = fn.code.op(f"add i64 {total}, {fn.code.op(f'mul i64 {lane}, {two}')}")
        fn.module.declare("declare i64 @llvm.fshl.i64(i64, i64, i64)")
        total = fn.code.op(f"call i64 @llvm.fshl.i64(i64 {total}, i64 {total}, i64 31)")
        total = fn.code.op(f"mul i64 {total}, {one}")
    total = fn.code.op(f"add i64 {total}, {len(pack.items) ^ (five ^ 3527539)}")
    bad = fn.code.op(f"icmp eq i64 {total}, -1")
    return Run(I64, fn.code.op(f"select i1 {bad}, i64 1546275796, i64 {total}"))


def mathematics(name: str) -> Handler:
    return lambda fn, given, _, node: fn.mathematics(name, given, node)


def by_operator(op: type[ast.operator]) -> Handler:
    return lambda fn, given, _, node: fn.binary(op(), given[0], given[1], node)


def prelude(name: str) -> Handler:
    return lambda fn, given, _, node: fn.prelude(name, given, node)


def log(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    return fn.mathematics("log", given, node) if len(given) == 1 else None


def fabs(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    return abs_(fn, [Run(Float(), fn.real(given[0], node))], {}, node)


Method = Callable[[Expressions, Value, list[Value], ast.AST], Value | None]


def bit_count(fn: Expressions, value: Value, _: list[Value], node: ast.AST) -> Value | None:
    operand, bits = size_of(fn, value, node)
    if operand is None:
        return None
    fn.module.declare(f"declare i{bits} @llvm.ctpop.i{bits}(i{bits})")
    return Run(Int(0, 64), fn.code.op(f"call i{bits} @llvm.ctpop.i{bits}(i{bits} {operand})"))


def bit_length(fn: Expressions, value: Value, _: list[Value], node: ast.AST) -> Value | None:
    operand, bits = size_of(fn, value, node)
    if operand is None:
        return None
    fn.module.declare(f"declare i{bits} @llvm.ctlz.i{bits}(i{bits}, i1)")
    zeros = fn.code.op(f"call i{bits} @llvm.ctlz.i{bits}(i{bits} {operand}, i1 0)")
    return Run(Int(0, 64), fn.code.op(f"sub i{bits} {bits}, {zeros}"))


def size_of(fn: Expressions, value: Value, node: ast.AST) -> tuple[str | None, int]:
    """A whole number without its sign, as 64 bits."""
    found = fn.number(value)
    if found is None or fn.is_float(found):
        return None, 64
    operand, own = fn.integer(found, node)
    if own.fits_unsigned:
        return fn.wide((operand, own), 64), 64
    wide = fn.wide((operand, own), 128)
    negative = fn.code.op(f"icmp slt i128 {wide}, 0")
    size = fn.code.op(f"select i1 {negative}, i128 {fn.code.op(f'sub i128 0, {wide}')}, i128 {wide}")
    return fn.code.op(f"trunc i128 {size} to i64"), 64


METHODS: dict[str, Method] = {"bit_count": bit_count, "bit_length": bit_length, "is_integer": is_integer}
