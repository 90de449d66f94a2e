"""Python's own functions, on values at run time. Where all arguments are known, Python itself is asked instead."""

from __future__ import annotations

import ast
import copy
import functools
import itertools
import math
import operator
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.compile import (
    builtin_iterators as iterators,
    builtin_numbers as numbers,
    builtin_objects as objects,
)
from zermelo.compile.bit_sets import is_bits
from zermelo.compile.comparison import TRUE, same_none
from zermelo.compile.expressions import Expressions
from zermelo.compile.paths import Conflict, Loop
from zermelo.compile.source import Refusal
from zermelo.compile.types import I64, Choice, Float, Int, List
from zermelo.compile.values import (
    NONE,
    UNKNOWN,
    FunctionTable,
    Indexed,
    Known,
    Maybe,
    Pack,
    Pushed,
    RowValue,
    Run,
    SetValue,
    Value,
    is_unknown,
)


def _len(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    match given[0]:
        case Pack(items=items) | FunctionTable(items=items):
            return Known(len(items))
        case Run(type=List()) as made:
            return Run(Int(0, I64.high >> 8), fn.list_length(made))
        case RowValue() as row:
            return Known(row.type.length) if row.type.length is not None else Run(Int(0, 1 << 31), row.length)
        case SetValue() as made:
            return Run(Int(0, 1 << 31), fn.size_operand(made, node))
        case Run(type=Choice()) as choice:
            return fn.per_member_of(choice, len, node)
        case Indexed() as found:
            return Run(Int(0, min(found.most, 1 << 60)), found.length())
        case Maybe() as maybe:
            fn.check(maybe.flag, TypeError)
            return _len(fn, [maybe.inner], {}, node)
    raise Refusal(node, f"{fn.what(given[0])} has no length")


def _range(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    return fn.range_of(given, node)


def _extreme(is_less: bool) -> numbers.Handler:
    def handler(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value | None:
        key = keywords.get("key", NONE)
        values: Value = Pack(tuple(given)) if len(given) > 1 else fn.any_order(given[0], node) if same_none(key) else given[0]
        op = ast.Lt() if is_less else ast.Gt()

        def better(item: Value, best: Value | None, _: Loop) -> Value:
            entry = item if same_none(key) else Pack((fn.call_value(key, [item], {}, node), item))
            if best is None or same_none(best) or is_unknown(best):
                return entry

            def closer(old: Value) -> Value:
                one = entry.items[0] if isinstance(entry, Pack) and not same_none(key) else entry
                other = old.items[0] if isinstance(old, Pack) and not same_none(key) else old
                test = fn.ordered(op, one, other, node)
                if isinstance(test, Known):
                    return entry if test.value else old
                return fn.branch(node, fn.bit(test), lambda: entry, lambda: old)

            if isinstance(best, Maybe):
                inner = best.inner
                path, fn.path = fn.path, (*fn.path, "first")
                made = fn.branch(node, best.flag, lambda: closer(inner), lambda: entry)
                fn.path = path
                return made
            return closer(best)

        found = fn.fold(node, values, NONE, better)
        if isinstance(found, Conflict):
            raise Refusal(node, "the values that are compared are of different kinds")
        if found is None or is_unknown(found):
            return UNKNOWN
        if same_none(found):
            if "default" in keywords:
                return keywords["default"]
            fn.fail(ValueError)
            return UNKNOWN
        answer: Callable[[Value], Value] = lambda value: value if same_none(key) else value.items[1]  # type: ignore[attr-defined]  # noqa: E731
        if isinstance(found, Maybe):
            if "default" not in keywords:
                fn.check(found.flag, ValueError)
                return answer(found.inner)
            inner = found.inner
            return fn.branch(node, found.flag, lambda: answer(inner), lambda: keywords["default"])
        return answer(found)

    return handler


def _sum(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value | None:
    start = given[1] if len(given) > 1 else keywords.get("start", Known(0))
    exact = sys.version_info >= (3, 12)
    values = fn.any_order(given[0], node) if isinstance(start, Known) and type(start.value) is int else given[0]

    def add(item: Value, total: Value | None, _: Loop) -> Value:
        assert total is not None
        if exact and isinstance(total, Pack):
            return _compensated(fn, total, item, node)
        if exact and fn.number(item) is not None and fn.is_float(fn.number(item) or item):
            return _compensated(fn, Pack((total, Known(0.0))), item, node)
        return fn.binary(ast.Add(), total, item, node)

    found = fn.fold(node, values, start, add)
    if isinstance(found, Pack) and exact and fn.number(start) is not None:
        return fn.binary(ast.Add(), found.items[0], found.items[1], node)
    return fn.checked_value(found or UNKNOWN, node)


def _compensated(fn: Expressions, total: Pack, item: Value, node: ast.AST) -> Value:
    """One step of Neumaier's summation, which Python uses from version 3.12 on."""
    so_far, lost = total.items
    made = fn.binary(ast.Add(), so_far, item, node)
    a, b = (
        numbers.abs_(fn, [Run(Float(), fn.real(so_far, node))], {}, node),
        numbers.abs_(fn, [Run(Float(), fn.real(item, node))], {}, node),
    )
    assert a is not None
    assert b is not None
    larger = fn.bit(fn.ordered(ast.GtE(), a, b, node))
    p, q = fn.real(so_far, node), fn.real(item, node)
    big = fn.code.op(f"select i1 {larger}, double {p}, double {q}")
    small = fn.code.op(f"select i1 {larger}, double {q}, double {p}")
    rest = fn.code.op(f"fadd double {fn.code.op(f'fsub double {big}, {fn.real(made, node)}')}, {small}")
    if not fn.is_float(fn.number(item) or item) or fn.is_mixed(item):  # whole numbers are added in another way, unless exact
        fn.check(fn.code.op(f"fcmp ueq double {rest}, 0.0"), None)
    return Pack((made, fn.binary(ast.Add(), lost, Run(Float(), rest), node)))


def _quantifier(is_any: bool) -> numbers.Handler:
    def handler(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
        done, out = fn.meeting(node, "done"), fn.meeting(node, "out")

        def body(item: Value, loop: Loop) -> None:
            test = fn.truth(item, node)
            if isinstance(test, Known):
                if bool(test.value) == is_any:
                    fn.meet(out, Known(is_any))
                return
            stop, on = fn.code.block("stop"), fn.code.block("on")
            if fn.live:
                fn.code.fork(fn.bit(test), *((stop, on) if is_any else (on, stop)))
                fn.code.start(stop)
                fn.meet(out, Known(is_any))
                fn.code.start(on)

        fn.iterate(node, fn.any_order(given[0], node), fn.changes([node]), body, done, out)
        fn.resume(done)
        fn.meet(out, Known(not is_any))
        return fn.resume(out)

    return handler


def _sorted(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    if isinstance(given[0], SetValue) and is_bits(given[0]) and same_none(keywords.get("key", NONE)):
        return fn.sorted_bits(given[0], keywords, node)
    made = fn.as_list(given[0], node)
    fn.sort(made, keywords, node)
    return made


def _reversed(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    return fn.turned_round(given[0], node)


def _enumerate(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    start = given[1] if len(given) > 1 else keywords.get("start", Known(0))
    value = given[0]
    if not isinstance(value, Pushed):
        return fn.enumerated(value, start, node)
    return fn.enumerated(fn.as_list(value, node), start, node)


def _zip(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    lists: list[Value] = []
    path = fn.path
    for number, value in enumerate(given):
        fn.path = (*path, "zip", number)
        lists.append(fn.as_list(value, node) if isinstance(value, Pushed) else value)
    fn.path = path
    if "strict" in keywords and keywords["strict"] == TRUE:
        lengths = [_len(fn, [value], {}, node) or UNKNOWN for value in lists]
        for length in lengths[1:]:
            fn.check(fn.bit(fn.equal(lengths[0], length, node)), ValueError)
    return fn.zipped(lists, node)


def _map(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    function, *sources = given
    source = sources[0] if len(sources) == 1 else _zip(fn, sources, {}, node)

    def each(body: Callable[[Value], None]) -> None:
        def turn(item: Value) -> None:
            arguments = [item] if len(sources) == 1 else list(fn.unpacked(item, len(sources), node))
            body(fn.call_value(function, arguments, {}, node))

        fn.each(source, node, turn)

    return Pushed(each, node)


def _filter(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    function, source = given

    def each(body: Callable[[Value], None]) -> None:
        def turn(item: Value) -> None:
            test = fn.truth(item if same_none(function) else fn.call_value(function, [item], {}, node), node)
            _only(fn, test, lambda: body(item), node)

        fn.each(source, node, turn)

    return Pushed(each, node)


def _only(fn: Expressions, test: Value, action: Callable[[], None], node: ast.AST) -> None:
    """Do something if a condition holds."""
    if isinstance(test, Known):
        if test.value:
            action()
        return

    def yes() -> None:
        action()

    fn.branch(node, fn.bit(test), yes, lambda: None)


def _list(kind: str) -> numbers.Handler:
    def handler(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        if keywords:
            raise Refusal(node, "`maxlen` cannot be compiled; keep the length yourself")
        if not given:
            return fn.list_of(node, [], kind)
        if isinstance(given[0], Pack):
            return Pack(given[0].items) if kind == "tuple" else fn.list_of(node, list(given[0].items), kind)
        return fn.as_list(given[0], node, kind)

    return handler


def _iter(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    if isinstance(given[0], Pushed) or is_unknown(given[0]) or (isinstance(given[0], Indexed) and given[0].once):
        return given[0]
    return replace(fn.sequence(given[0], node), once=True)


def _next(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    argument = node.args[0] if isinstance(node, ast.Call) and node.args else None
    if isinstance(argument, ast.Name | ast.Attribute) and not isinstance(given[0], Pushed):
        raise Refusal(node, "`next` of an iterator in a variable cannot be compiled; use a loop, or next(... for ...)")
    out, done = fn.meeting(node, "out"), fn.meeting(node, "done")
    fn.iterate(node, given[0], fn.changes([node]), lambda item, _: fn.meet(out, item), done, out)
    fn.resume(done)
    if len(given) > 1:
        fn.meet(out, given[1])
    else:
        fn.fail(StopIteration)
    return fn.resume(out)


def _prod(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value | None:
    return fn.fold(
        node,
        given[0],
        keywords.get("start", Known(1)),
        lambda item, total, _: fn.binary(ast.Mult(), total or UNKNOWN, item, node),
    )


BUILTINS: dict[Any, numbers.Handler] = {
    len: _len,
    range: _range,
    abs: numbers.abs_,
    min: _extreme(True),
    max: _extreme(False),
    sum: _sum,
    any: _quantifier(True),
    all: _quantifier(False),
    int: numbers.int_,
    float: numbers.float_,
    bool: numbers.bool_,
    round: numbers.rounded("roundeven"),
    math.floor: numbers.rounded("floor"),
    math.ceil: numbers.rounded("ceil"),
    math.trunc: numbers.rounded("trunc"),
    divmod: numbers.divmod_,
    pow: numbers.pow_,
    sorted: _sorted,
    reversed: _reversed,
    enumerate: _enumerate,
    zip: _zip,
    map: _map,
    filter: _filter,
    list: _list("list"),
    tuple: _list("tuple"),
    deque: _list("deque"),
    set: objects.set_,
    frozenset: objects.set_,
    dict: objects.dict_,
    iter: _iter,
    next: _next,
    isinstance: objects.isinstance_,
    getattr: objects.getattr_,
    hasattr: objects.hasattr_,
    hash: numbers.hash_,
    copy.copy: objects.copied,
    copy.deepcopy: objects.deeply_copied,
    functools.reduce: iterators.reduce,
    itertools.product: iterators.product,
    itertools.chain: iterators.chain,
    itertools.chain.from_iterable: iterators.chain_from,
    itertools.combinations: iterators.combinations,
    itertools.pairwise: iterators.pairwise,
    itertools.permutations: iterators.permutations,
    itertools.takewhile: iterators.takewhile,
    itertools.starmap: iterators.starmap,
    itertools.islice: iterators.islice,
    itertools.accumulate: iterators.accumulate,
    itertools.repeat: iterators.repeat,
    math.prod: _prod,
    math.gcd: numbers.prelude("gcd"),
    math.isqrt: numbers.prelude("isqrt"),
    defaultdict: objects.defaultdict_,
    Counter: objects.counter,
    dict.fromkeys: objects.fromkeys,
}
BUILTINS |= {
    getattr(math, name): numbers.mathematics(name)
    for name in (
        "sqrt",
        "exp",
        "log2",
        "log10",
        "sin",
        "cos",
        "tan",
        "atan",
        "asin",
        "acos",
        "sinh",
        "cosh",
        "tanh",
        "hypot",
        "atan2",
        "fmod",
        "copysign",
        "log1p",
        "expm1",
        "pow",
    )
}
BUILTINS |= {
    getattr(operator, name): numbers.by_operator(op)
    for name, op in (
        ("add", ast.Add),
        ("sub", ast.Sub),
        ("mul", ast.Mult),
        ("floordiv", ast.FloorDiv),
        ("mod", ast.Mod),
        ("xor", ast.BitXor),
        ("or_", ast.BitOr),
        ("and_", ast.BitAnd),
        ("truediv", ast.Div),
    )
}


BUILTINS |= objects.OWN
BUILTINS |= {math.log: numbers.log, math.fabs: numbers.fabs}


# Methods of numbers
