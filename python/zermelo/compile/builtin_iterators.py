"""Functions of itertools and functools, on values at run time."""

from __future__ import annotations

import ast
from collections.abc import Callable

from zermelo.compile.comparison import same_none
from zermelo.compile.expressions import Expressions
from zermelo.compile.paths import Loop, Variable
from zermelo.compile.source import Refusal
from zermelo.compile.types import Int
from zermelo.compile.values import NONE, Indexed, Known, Maybe, Pack, Pushed, Run, Value


def reduce(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value | None:
    function, source, *first = given

    def combine(item: Value, total: Value | None, _: Loop) -> Value:
        if total is None or same_none(total):
            return item
        if isinstance(total, Maybe) and not first:
            inner = total.inner
            return fn.branch(node, total.flag, lambda: fn.call_value(function, [inner, item], {}, node), lambda: item)
        return fn.call_value(function, [total, item], {}, node)

    found = fn.fold(node, source, first[0] if first else NONE, combine)
    if isinstance(found, Maybe) and not first:
        fn.check(found.flag, TypeError)
        return found.inner
    return found


def product(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    repeat = keywords.get("repeat", Known(1))
    if not isinstance(repeat, Known):
        raise Refusal(node, "`repeat` must be known beforehand")
    path, sources = fn.path, []
    for number, value in enumerate(given):
        fn.path = (*path, "product", number)
        sources.append(fn.as_list(value, node) if isinstance(value, Pushed) else value)
    fn.path = path
    sources *= repeat.value

    def each(body: Callable[[Value], None]) -> None:
        def nest(chosen: tuple[Value, ...]) -> None:
            if len(chosen) == len(sources):
                body(Pack(chosen))
            else:
                path, fn.path = fn.path, (*fn.path, "product", len(chosen))
                fn.each(sources[len(chosen)], fn.module.twin(node, len(chosen)), lambda item: nest((*chosen, item)))
                fn.path = path

        nest(())

    return Pushed(each, node)


def chain(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    def each(body: Callable[[Value], None]) -> None:
        for number, value in enumerate(given):
            path, fn.path = fn.path, (*fn.path, "chain", number)
            fn.each(value, node, body)
            fn.path = path

    return Pushed(each, node)


def chain_from(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    def each(body: Callable[[Value], None]) -> None:
        fn.each(given[0], node, lambda row: fn.each(row, fn.module.twin(node), body))

    return Pushed(each, node)


def combinations(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    source, size = fn.as_list(given[0], node), given[1]
    if not isinstance(size, Known):
        raise Refusal(node, "the size of combinations must be known beforehand")
    length = Run(Int(0, 1 << 31), fn.list_length(source))

    def each(body: Callable[[Value], None]) -> None:
        def nest(chosen: tuple[Value, ...], start: Value) -> None:
            if len(chosen) == size.value:
                body(Pack(chosen))
                return
            place = fn.module.twin(node, len(chosen))

            def turn(index: Value) -> None:
                item = fn.list_item(source, fn.i64(index, node))
                nest((*chosen, item), fn.binary(ast.Add(), index, Known(1), node))

            fn.each(fn.range_of([start, length], node), place, turn)

        nest((), Known(0))

    return Pushed(each, node)


def takewhile(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    function, source = given

    def each(body: Callable[[Value], None]) -> None:
        done = fn.meeting(node, "done")

        def turn(item: Value, loop: Loop) -> None:
            fn.unless(fn.truth(fn.call_value(function, [item], {}, node), node), done)
            body(item)

        fn.iterate(node, source, fn.changes([]), turn, done, done)
        fn.resume(done)

    return Pushed(each, node)


def permutations(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    source, size = fn.as_list(given[0], node), given[1] if len(given) > 1 else None
    if not isinstance(size, Known):
        raise Refusal(node, "the size of permutations must be known beforehand: permutations(values, 2)")
    length = Run(Int(0, 1 << 31), fn.list_length(source))

    def each(body: Callable[[Value], None]) -> None:
        def nest(chosen: tuple[Value, ...]) -> None:
            if len(chosen) == size.value:
                body(Pack(tuple(fn.list_item(source, fn.i64(index, node)) for index in chosen)))
                return

            def turn(index: Value, loop: Loop) -> None:
                for other in chosen:
                    fn.unless(fn.negation(fn.equal(index, other, node)), loop.again)
                nest((*chosen, index))

            place, done = fn.module.twin(node, len(chosen)), fn.meeting(fn.module.twin(node, len(chosen)), "done")
            fn.iterate(place, fn.range_of([length], node), fn.changes([]), turn, done, done)
            fn.resume(done)

        nest(())

    return Pushed(each, node)


def starmap(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    function, source = given

    def each(body: Callable[[Value], None]) -> None:
        def turn(item: Value) -> None:
            pack = fn.as_pack(item)
            if pack is None:
                raise Refusal(node, "`starmap` needs tuples whose length is known beforehand")
            body(fn.call_value(function, list(pack.items), {}, node))

        fn.each(source, node, turn)

    return Pushed(each, node)


def islice(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    source, *bounds = given
    start, stop = (Known(0), bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
    if len(bounds) > 2:
        raise Refusal(node, "`islice` with a step cannot be compiled")
    counter: Variable = (fn.frame, f"#slice{fn.module.number(node)}")

    def each(body: Callable[[Value], None]) -> None:
        done = fn.meeting(node, "done")
        fn.env[counter] = Known(0)

        def turn(item: Value, loop: Loop) -> None:
            number = fn.env[counter]
            if not same_none(stop):
                fn.unless(fn.ordered(ast.Lt(), number, stop, node), done)
            fn.env[counter] = fn.binary(ast.Add(), number, Known(1), node)
            fn.unless(fn.ordered(ast.GtE(), number, start, node), loop.again)
            body(item)

        fn.iterate(node, source, fn.changes([]) | {counter}, turn, done, done)
        fn.resume(done)

    return Pushed(each, node)


def accumulate(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    source, function = given[0], given[1] if len(given) > 1 else keywords.get("func", NONE)
    total: Variable = (fn.frame, f"#sum{fn.module.number(node)}")

    def each(body: Callable[[Value], None]) -> None:
        fn.env[total] = keywords.get("initial", NONE)
        if not same_none(fn.env[total]):
            body(fn.env[total])

        def turn(item: Value) -> None:
            before = fn.env[total]

            def combine(old: Value) -> Value:
                return (
                    fn.binary(ast.Add(), old, item, node)
                    if same_none(function)
                    else fn.call_value(function, [old, item], {}, node)
                )

            if same_none(before):
                fn.env[total] = item
            elif isinstance(before, Maybe):
                fn.env[total] = fn.branch(node, before.flag, lambda: combine(before.inner), lambda: item)
            else:
                fn.env[total] = combine(before)
            body(fn.env[total])

        done = fn.meeting(node, "done")
        fn.iterate(node, source, fn.changes([]) | {total}, lambda item, _: turn(item), done, done)
        fn.resume(done)

    return Pushed(each, node)


def repeat(fn: Expressions, given: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    times = given[1] if len(given) > 1 else keywords.get("times")
    if times is None:
        raise Refusal(node, "`repeat` needs a number of times")
    return Pushed(lambda body: fn.each(fn.range_of([times], node), node, lambda _: body(given[0])), node)


def pairwise(fn: Expressions, given: list[Value], _: dict[str, Value], node: ast.AST) -> Value:
    found = fn.sequence(fn.as_list(given[0], node), node)

    def length() -> str:
        size = found.length()
        some = fn.code.op(f"icmp sgt i64 {size}, 0")
        return fn.code.op(f"select i1 {some}, i64 {fn.code.op(f'sub i64 {size}, 1')}, i64 0")

    return Indexed(length, lambda index: Pack((found.item(index), found.item(fn.code.op(f"add i64 {index}, 1")))), found.most)
