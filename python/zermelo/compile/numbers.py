"""Arithmetic that gives Python's answers, or fails so that Python is asked.

Each whole number has an interval. If the interval of a result fits 64 bits, nothing is checked. Numbers that need 65 bits or a sign
and 64 bits are computed in 128. Sums and products of unknown numbers of 64 bits are checked. Under `& mask` only the low bits
matter, so nothing is checked there: `low` says so.
"""

from __future__ import annotations

import ast
import math
import operator
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from zermelo.compile.constants import EXACT, OVERSIZED, double, is_exact
from zermelo.compile.sequences import Sequences
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, I128, U64, Bool, Float, Int, Type
from zermelo.compile.values import UNKNOWN, Known, Run, Value, is_unknown

Integer = tuple[str, Int]
OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.MatMult: operator.matmul,
}
_NAMES = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}


class Numbers(Sequences):
    """Adds arithmetic."""

    def integer(self, value: Value, node: ast.AST, what: str = "this") -> Integer:
        """A whole number and its interval."""
        found = self.number(value)
        if found is None or self.is_float(found):
            fraction = found is not None
            raise Refusal(
                node,
                f"{what} must be a whole number, but may be a fraction; use //"
                if fraction
                else f"{what} must be a whole number, but is {self.what(value)}",
            )
        if isinstance(found, Known):
            number = int(found.value)
            if not I128.low <= number <= I128.high:
                raise Refusal(node, f"{number} has more than 64 bits")
            return str(number), Int(number, number)
        assert isinstance(found, Run)
        if isinstance(found.type, Bool):
            return self.code.op(f"zext i1 {found.operand} to i64"), Int(0, 1)
        return ("0", Int(0, 0)) if is_unknown(found) else (found.operand, _int(found.type))

    def i64(self, value: Value, node: ast.AST, what: str = "this") -> str:
        """A whole number as 64 bits with a sign; fails if it needs more."""
        return self.fitted(self.integer(value, node, what), I64)

    def fitted(self, number: Integer, of: Int, error: type[BaseException] | None = None) -> str:
        """A whole number in a narrower type; fails if it does not fit."""
        operand, own = number
        if own.within(of):
            return self.wide(number, of.bits)
        if own.bits == of.bits == 64 and of.fits_signed and own.fits_signed:
            if of.low > own.low:
                self.check(self.code.op(f"icmp sge i64 {operand}, {of.low}"), error)
            if of.high < own.high:
                self.check(self.code.op(f"icmp sle i64 {operand}, {of.high}"), error)
            return operand
        wide = self.wide(number, 128)
        self.check(self.code.op(f"icmp sge i128 {wide}, {of.low}"), error)
        self.check(self.code.op(f"icmp sle i128 {wide}, {of.high}"), error)
        return wide if of.bits == 128 else self.code.op(f"trunc i128 {wide} to i64")

    def wide(self, number: Integer, bits: int) -> str:
        operand, own = number
        if operand.lstrip("-").isdigit():
            return str(int(operand) - (1 << 64)) if bits == 64 and int(operand) >= 1 << 63 else operand
        return self.resized(Run(own, operand), I128 if bits == 128 else I64)

    def real(self, value: Value, node: ast.AST) -> str:
        """A number as a fraction."""
        found = self.number(value)
        if found is None:
            raise Refusal(node, f"this must be a number, but is {self.what(value)}")
        if isinstance(found, Known):
            if isinstance(found.value, int) and abs(found.value) > EXACT and not is_exact(found.value):
                raise Refusal(node, f"{found.value} is not exact as a fraction; use math.inf, or a power of two")
            return double(float(found.value))
        assert isinstance(found, Run)
        if self.is_mixed(found):
            bits = self.code.op(f"bitcast double {found.operand} to i64")
            self.check(self.code.op(f"icmp ne i64 {bits}, {int(OVERSIZED, 16)}"), None)
        if isinstance(found.type, Int) and not found.type.within(Int(-EXACT, EXACT)):
            wide = self.wide((found.operand, found.type), 128)
            self.check(self.code.op(f"icmp sle i128 {wide}, {EXACT}"), None)
            self.check(self.code.op(f"icmp sge i128 {wide}, {-EXACT}"), None)
            return self.code.op(f"sitofp i64 {self.code.op(f'trunc i128 {wide} to i64')} to double")
        return "undef" if is_unknown(found) else self.float_operand(found)

    # Binary operators

    def arithmetic(self, op: ast.operator, left: Value, right: Value, node: ast.AST, low: bool = False) -> Value | None:
        """The result of an operator on two numbers; None if one of them is not a number."""
        a, b = self.number(left), self.number(right)
        if a is None or b is None:
            return None
        if isinstance(a, Known) and isinstance(b, Known):
            return self.evaluated(lambda: OPERATORS[type(op)](a.value, b.value), node)
        if is_unknown(a) or is_unknown(b):
            return UNKNOWN
        if isinstance(op, ast.Div) or self.is_float(a) or self.is_float(b):
            return self.fraction(op, a, b, node)
        if isinstance(op, ast.Pow):
            return self.power(a, b, node)
        one, two = self.integer(a, node), self.integer(b, node)
        if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
            both_truths = self.is_truth(a) and self.is_truth(b)
            return self.bitwise(op, one, two, both_truths)
        if isinstance(op, ast.LShift):
            return self.shift_left(one, two, low)
        if isinstance(op, ast.RShift):
            return self.shift_right(one, two)
        if isinstance(op, ast.FloorDiv | ast.Mod):
            quotient, rest = self.divided(one, two)
            return quotient if isinstance(op, ast.FloorDiv) else rest
        return self.summed(op, one, two, low)

    def is_truth(self, value: Value) -> bool:
        return (
            isinstance(value.value, bool) if isinstance(value, Known) else isinstance(value, Run) and isinstance(value.type, Bool)
        )

    def evaluated(self, action: Callable[[], Any], node: ast.AST) -> Value:
        """What Python computes now; an error happens at run time, if the code is reached."""
        try:
            return Known(action())
        except Exception as error:
            self.fail(type(error))
            return UNKNOWN

    def summed(self, op: ast.operator, one: Integer, two: Integer, low: bool) -> Value:
        """+, - and *."""
        x, y = one[1], two[1]
        corners = [OPERATORS[type(op)](p, q) for p in (x.low, x.high) for q in (y.low, y.high)]
        if isinstance(op, ast.Add | ast.Sub):
            corners = [OPERATORS[type(op)](x.low, y.low if isinstance(op, ast.Add) else y.high)]
            corners.append(OPERATORS[type(op)](x.high, y.high if isinstance(op, ast.Add) else y.low))
        of, name = Int(min(corners), max(corners)), _NAMES[type(op)]
        if x.fits_signed and y.fits_signed:
            a, b = self.wide(one, 64), self.wide(two, 64)
            if of.fits_signed:
                return Run(of, self.code.op(f"{name} nsw i64 {a}, {b}"))
            if low or self.frame.source.is_trusted:
                return Run(I64, self.code.op(f"{name} i64 {a}, {b}"))
            return Run(Int(max(of.low, I64.low), min(of.high, I64.high)), self.checked(f"s{name}", "i64", a, b))
        if low:
            return Run(I64, self.code.op(f"{name} i64 {self.low_bits(one)}, {self.low_bits(two)}"))
        if of.bits == 64 and x.bits == y.bits == 64:
            return Run(of, self.code.op(f"{name} i64 {self.wide(one, 64)}, {self.wide(two, 64)}"))
        if of.within(I128) and not (name == "mul" and of.bits == 128 and not (x.bits == y.bits == 64)):
            return Run(of, self.code.op(f"{name} i128 {self.wide(one, 128)}, {self.wide(two, 128)}"))
        if name != "mul":
            return Run(I128, self.checked(f"s{name}", "i128", self.wide(one, 128), self.wide(two, 128)))
        if x.low >= 0 and y.low >= 0:
            return Run(U64, self.checked("umul", "i64", self.fitted(one, U64), self.fitted(two, U64)))
        return Run(I64, self.checked("smul", "i64", self.fitted(one, I64), self.fitted(two, I64)))

    def checked(self, name: str, part: str, a: str, b: str) -> str:
        """A sum or product that fails if it has too many bits."""
        self.module.declare(f"declare {{{part}, i1}} @llvm.{name}.with.overflow.{part}({part}, {part})")
        both = self.code.op(f"call {{{part}, i1}} @llvm.{name}.with.overflow.{part}({part} {a}, {part} {b})")
        over = self.code.op(f"extractvalue {{{part}, i1}} {both}, 1")
        self.check(self.code.op(f"xor i1 {over}, 1"), None)
        return self.code.op(f"extractvalue {{{part}, i1}} {both}, 0")

    def low_bits(self, number: Integer) -> str:
        """The lowest 64 bits of a number."""
        operand, own = number
        if operand.lstrip("-").isdigit():
            low = int(operand) & U64.high
            return str(low - (1 << 64) if low >> 63 else low)
        return self.wide(number, 64) if own.bits == 64 else self.code.op(f"trunc i128 {operand} to i64")

    def bitwise(self, op: ast.operator, one: Integer, two: Integer, truths: bool) -> Value:
        name = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}[type(op)]
        (_, x), (_, y) = one, two
        if name == "and" and (x.low >= 0 or y.low >= 0):
            high = min(each.high for each in (x, y) if each.low >= 0)
            if high <= U64.high:
                made = self.code.op(f"and i64 {self.low_bits(one)}, {self.low_bits(two)}")
                return Run(Bool(), self.code.op(f"trunc i64 {made} to i1")) if truths else Run(Int(0, high), made)
        if x.low >= 0 and y.low >= 0:
            of = Int(0, (1 << max(x.high.bit_length(), y.high.bit_length())) - 1)
        else:
            size = max((each if each >= 0 else ~each).bit_length() for each in (x.low, x.high, y.low, y.high))
            of = Int(-(1 << size), (1 << size) - 1)
        of = Int(max(of.low, I128.low), min(of.high, I128.high))
        made = self.code.op(f"{name} i{of.bits} {self.wide(one, of.bits)}, {self.wide(two, of.bits)}")
        return Run(Bool(), self.code.op(f"trunc i{of.bits} {made} to i1")) if truths else Run(of, made)

    def shift_left(self, one: Integer, two: Integer, low: bool) -> Value:
        x, (b, y) = one[1], two
        if y.low < 0:
            self.check(self.code.op(f"icmp sge i{y.bits} {b}, 0"), ValueError)
            y = Int(0, max(y.high, 0))
        if y.high <= 127 and x.low >= -(1 << 60) and x.high << y.high <= U64.high and x.low << y.high >= I64.low:
            of = Int(min(x.low << y.high, x.low << y.low), max(x.high << y.high, x.high << y.low))
            if of.bits == 64 and y.high <= 63:
                return Run(of, self.code.op(f"shl i64 {self.wide(one, 64)}, {self.wide((b, y), 64)}"))
        count = self.wide((b, y), 64) if y.bits == 64 else self.fitted((b, y), I64)
        near = self.code.op(f"icmp ult i64 {count}, 64")
        count = self.code.op(f"and i64 {count}, 63")
        if low:
            made = self.code.op(f"shl i64 {self.low_bits(one)}, {count}")
            return Run(I64, self.code.op(f"select i1 {near}, i64 {made}, i64 0"))
        of = U64 if x.low >= 0 else I64
        base = self.fitted(one, of)
        made = self.code.op(f"shl i64 {base}, {count}")
        back = self.code.op(f"{'lshr' if of is U64 else 'ashr'} i64 {made}, {count}")
        kept = self.code.op(f"and i1 {near}, {self.code.op(f'icmp eq i64 {back}, {base}')}")
        zero = self.code.op(f"icmp eq i64 {base}, 0")
        self.check(self.code.op(f"or i1 {zero}, {kept}"), None)
        return Run(of, made)

    def shift_right(self, one: Integer, two: Integer) -> Value:
        x, (b, y) = one[1], two
        if y.low < 0:
            self.check(self.code.op(f"icmp sge i{y.bits} {b}, 0"), ValueError)
            y = Int(0, max(y.high, 0))
        of = Int(min(x.low >> y.low, x.low >> y.high), max(x.high >> y.low, x.high >> min(y.high, 200)))
        kind = "lshr" if x.low >= 0 else "ashr"
        limit = x.bits - 1
        operand, count = self.wide(one, x.bits), self.wide((b, y), x.bits)
        if y.high <= limit:
            made = self.code.op(f"{kind} i{x.bits} {operand}, {count}")
        else:
            far = self.code.op(f"icmp ugt i{x.bits} {count}, {limit}")
            near = self.code.op(f"select i1 {far}, i{x.bits} {limit}, i{x.bits} {count}")
            made = self.code.op(f"{kind} i{x.bits} {operand}, {near}")
            if x.low >= 0:
                made = self.code.op(f"select i1 {far}, i{x.bits} 0, i{x.bits} {made}")
        return Run(of, made) if of.bits == x.bits else Run(of, self.code.op(f"trunc i128 {made} to i64"))

    def divided(self, one: Integer, two: Integer) -> tuple[Run, Run]:
        """Quotient and rest, rounded down as in Python."""
        x, y = one[1], two[1]
        if y.low <= 0 <= y.high:
            self.check(self.code.op(f"icmp ne i{y.bits} {self.wide(two, y.bits)}, 0"), ZeroDivisionError)
        if x.low >= 0 and y.low >= 0:
            p, q = self.fitted(one, U64), self.fitted(two, U64)
            quotient, rest = self.code.op(f"udiv i64 {p}, {q}"), self.code.op(f"urem i64 {p}, {q}")
            return Run(Int(0, min(x.high, U64.high)), quotient), Run(Int(0, min(x.high, max(y.high - 1, 0))), rest)
        p, q = self.fitted(one, I64), self.fitted(two, I64)
        if x.low <= I64.low and y.low <= -1 <= y.high:
            lowest = self.code.op(f"icmp eq i64 {p}, {I64.low}")
            negative = self.code.op(f"icmp eq i64 {q}, -1")
            self.check(self.code.op(f"xor i1 {self.code.op(f'and i1 {lowest}, {negative}')}, 1"), None)
        quotient, rest = self.code.op(f"sdiv i64 {p}, {q}"), self.code.op(f"srem i64 {p}, {q}")
        signs = self.code.op(f"icmp slt i64 {self.code.op(f'xor i64 {rest}, {q}')}, 0")
        off = self.code.op(f"and i1 {signs}, {self.code.op(f'icmp ne i64 {rest}, 0')}")
        quotient = self.code.op(f"sub i64 {quotient}, {self.code.op(f'zext i1 {off} to i64')}")
        rest = self.code.op(f"add i64 {rest}, {self.code.op(f'select i1 {off}, i64 {q}, i64 0')}")
        size = max(abs(x.low), abs(x.high))
        of = Int(min(y.low + 1, 0), max(y.high - 1, 0))
        return Run(Int(max(-size, I64.low), min(size, I64.high)), quotient), Run(
            Int(max(of.low, I64.low), min(of.high, I64.high)), rest
        )

    def power(self, base: Value, exponent: Value, node: ast.AST) -> Value:
        if isinstance(exponent, Known) and 0 <= int(exponent.value) <= 64:
            made: Value = Known(1)
            for _ in range(int(exponent.value)):
                product = self.arithmetic(ast.Mult(), made, base, node)
                assert product is not None
                made = product
            return made
        if isinstance(exponent, Known):
            return self.fraction(ast.Pow(), base, exponent, node)
        return self.prelude("power", [base, exponent], node)

    # Fractions

    def fraction(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """The result of an operator on numbers one of which is, or may be, a fraction."""
        made = self.of_fractions(op, left, right, node)
        both = (left, right)
        if isinstance(op, ast.Div) or not all(self.is_mixed(each) or not self.is_float(each) for each in both):
            return made
        return self.remixed(made) if any(map(self.is_mixed, both)) else made

    def remixed(self, made: Value) -> Value:
        """A result that may be a whole number, although it was computed as a fraction: Python is asked unless it is exact."""
        if not isinstance(made, Run) or is_unknown(made):
            return made
        self.module.declare("declare double @llvm.fabs.f64(double)")
        size = self.code.op(f"call double @llvm.fabs.f64(double {made.operand})")
        near = self.code.op(f"fcmp ule double {size}, {double(EXACT)}")
        self.check(self.code.op(f"or i1 {near}, {self.code.op(f'fcmp oeq double {size}, {double(math.inf)}')}"), None)
        return Run(Float(mixed=True), made.operand)

    def of_fractions(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        if isinstance(op, ast.FloorDiv | ast.Mod):
            name = "float_floor" if isinstance(op, ast.FloorDiv) else "float_rest"
            return self.prelude(name, [Run(Float(), self.real(left, node)), Run(Float(), self.real(right, node))], node)
        a, b = self.real(left, node), self.real(right, node)
        match op:
            case ast.Add():
                return Run(Float(), self.code.op(f"fadd double {a}, {b}"))
            case ast.Sub():
                return Run(Float(), self.code.op(f"fsub double {a}, {b}"))
            case ast.Mult():
                return Run(Float(), self.code.op(f"fmul double {a}, {b}"))
            case ast.Div():
                self.check(self.code.op(f"fcmp une double {b}, 0.0"), ZeroDivisionError)
                return Run(Float(), self.code.op(f"fdiv double {a}, {b}"))
            case ast.Pow():
                return self.mathematics("pow", [Run(Float(), a), Run(Float(), b)], node)
        raise Refusal(node, f"`{ast.unparse(node)}` needs whole numbers, but one of them may be a fraction")

    def mathematics(self, name: str, arguments: list[Value], node: ast.AST) -> Value:
        """A function of C's mathematics; where it has no finite answer for finite numbers, Python is asked."""
        operands = [self.real(argument, node) for argument in arguments]
        signature = ", ".join(["double"] * len(operands))
        self.module.declare(f"declare double @{name}({signature})")
        made = self.code.op(f"call double @{name}({', '.join(f'double {operand}' for operand in operands)})")
        self.check(self.is_finite(made), None)
        return Run(Float(), made)

    def is_finite(self, operand: str) -> str:
        """Whether a fraction is neither infinite nor undefined."""
        self.module.declare("declare double @llvm.fabs.f64(double)")
        size = self.code.op(f"call double @llvm.fabs.f64(double {operand})")
        return self.code.op(f"fcmp olt double {size}, {double(math.inf)}")

    def negated(self, value: Value, node: ast.AST, low: bool) -> Value | None:
        found = self.number(value)
        if found is None or is_unknown(found):
            return found
        if self.is_float(found):
            if isinstance(found, Known):
                return Known(-found.value)
            return Run(Float(self.is_mixed(found)), self.code.op(f"fneg double {self.real(found, node)}"))
        return self.arithmetic(ast.Sub(), Known(0), found, node, low)

    def inverted(self, value: Value, node: ast.AST) -> Value | None:
        found = self.number(value)
        if found is None or is_unknown(found):
            return found
        if isinstance(found, Known):
            return self.evaluated(lambda: ~int(found.value), node)
        operand, own = self.integer(found, node)
        of = Int(~own.high, ~own.low)
        return Run(of, self.code.op(f"xor i{of.bits} {self.wide((operand, own), of.bits)}, -1"))

    # Comparison

    @abstractmethod
    def prelude(self, name: str, arguments: list[Value], node: ast.AST) -> Value:
        """A call of a function of the prelude."""


def _int(of: Type) -> Int:
    assert isinstance(of, Int)
    return of
