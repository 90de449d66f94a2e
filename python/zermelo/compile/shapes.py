"""The C functions around rules: what each takes, and how its answer is handed back.

Every C function returns a code, which is negative after a failure. Answers that may be negative (a winner, a player) are shifted up by
16. An answer that Python's `Rules` would refuse is a failure: Python is asked again, and says what is wrong.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zermelo.compile.statements import Statements
from zermelo.compile.types import Int, State
from zermelo.compile.values import Run, Value, is_unknown

if TYPE_CHECKING:
    from zermelo.compile.module import Module

MOST = (1 << 31) - 1
SHIFT = 16
Finish = Callable[[Statements, Value, ast.AST], None]


@dataclass(frozen=True)
class Rule:
    """The form of one rule."""

    parameters: tuple[str, ...]
    """What its C function takes: the state, and a move, a player or a random number."""
    outputs: tuple[str, ...]
    finish: Finish
    begin: Callable[[Statements], None] = lambda _: None

    def arguments(self, module: Module) -> list[Value]:
        """The arguments of the rule besides `self`."""
        made: list[Value] = []
        for parameter in self.parameters:
            part, name = parameter.split()
            most = {"%player": len(module.game.players) - 1, "%dice": (1 << 62) - 1}.get(name, MOST)
            made.append(Run(State(), name) if part == "ptr" else Run(Int(0, most), name))
        return made


def _store_moves(fn: Statements) -> None:
    """Moves go to the caller's list as they are yielded."""
    count = fn.code.place("i64")
    fn.code.places.append(f"store i64 0, ptr {count}")
    fn.frame.hands_out = not inspect.isgeneratorfunction(fn.frame.source.function)

    def put(value: Value) -> None:
        move = fn.fitted(fn.integer(value, _here(fn), "a move"), Int(0, MOST))
        _append(fn, count, [("i32", fn.code.op(f"trunc i64 {move} to i32"), "%out")])

    fn.frame.yields = put
    fn.count = count


def _store_chances(fn: Statements) -> None:
    count = fn.code.place("i64")
    fn.code.places.append(f"store i64 0, ptr {count}")
    fn.frame.hands_out = not inspect.isgeneratorfunction(fn.frame.source.function)

    def put(value: Value) -> None:
        outcome, chance = fn.unpacked(value, 2, _here(fn))
        number = fn.fitted(fn.integer(outcome, _here(fn), "an outcome"), Int(0, MOST))
        share = fn.real(chance, _here(fn))
        _append(fn, count, [("i32", fn.code.op(f"trunc i64 {number} to i32"), "%out"), ("double", share, "%odds")])

    fn.frame.yields = put
    fn.count = count


def _store_features(fn: Statements) -> None:
    count = fn.code.place("i64")
    fn.code.places.append(f"store i64 0, ptr {count}")
    fn.frame.hands_out = not inspect.isgeneratorfunction(fn.frame.source.function)
    rules = fn.module.game.rules
    most = len(rules.weights) if rules.reader is None else rules.reader.patterns.cells

    def put(value: Value) -> None:
        _append(fn, count, [("double", fn.real(value, _here(fn)), "%out")], most)

    fn.frame.yields = put
    fn.count = count


def _append(fn: Statements, count: str, columns: list[tuple[str, str, str]], most: int | None = None) -> None:
    at = fn.code.op(f"load i64, ptr {count}")
    fn.check(fn.code.op(f"icmp slt i64 {at}, {fn.module.game.max_moves if most is None else most}"), None)
    for part, operand, base in columns:
        place = fn.code.op(f"getelementptr {part}, ptr {base}, i64 {at}")
        fn.code.run(f"store {part} {operand}, ptr {place}")
    fn.code.run(f"store i64 {fn.code.op(f'add nsw i64 {at}, 1')}, ptr {count}")


def _here(fn: Statements) -> ast.AST:
    return fn.here or fn.frame.source.tree


def _counted(fn: Statements, answer: Value, node: ast.AST) -> None:
    count = fn.code.op(f"load i64, ptr {fn.count}")
    fn.code.leave(f"ret i32 {fn.code.op(f'trunc i64 {count} to i32')}")


def _played(fn: Statements, answer: Value, node: ast.AST) -> None:
    fn.code.leave("ret i32 0")


def _player(fn: Statements, answer: Value, node: ast.AST) -> None:
    if is_unknown(answer):
        fn.fail(None)
        return
    whole = fn.fitted(_whole(fn, answer, node), Int(-3, len(fn.module.game.players) - 1))
    shifted = fn.code.op(f"add i64 {whole}, {SHIFT}")
    fn.code.leave(f"ret i32 {fn.code.op(f'trunc i64 {shifted} to i32')}")


def _whole(fn: Statements, answer: Value, node: ast.AST) -> tuple[str, Int]:
    if fn.number(answer) is None:
        fn.fail(None)
        return "0", Int(0, 0)
    return fn.integer(answer, node, "the answer")


def _truth(fn: Statements, answer: Value, node: ast.AST) -> None:
    """A truth, as `if` sees it."""
    bit = fn.bit(fn.truth(answer, node)) if not is_unknown(answer) else "0"
    fn.code.leave(f"ret i32 {fn.code.op(f'zext i1 {bit} to i32')}")


def _yes_or_no(fn: Statements, answer: Value, node: ast.AST) -> None:
    """True or False, or 1 or 0."""
    if is_unknown(answer):
        fn.fail(None)
        return
    whole = fn.fitted(_whole(fn, answer, node), Int(0, 1))
    fn.code.leave(f"ret i32 {fn.code.op(f'trunc i64 {whole} to i32')}")


def _number(fn: Statements, answer: Value, node: ast.AST) -> None:
    if is_unknown(answer) or fn.number(answer) is None:
        fn.fail(None)
        return
    fn.code.run(f"store double {fn.real(answer, node)}, ptr %answer")
    fn.code.leave("ret i32 0")


def _key(fn: Statements, answer: Value, node: ast.AST) -> None:
    if is_unknown(answer) or fn.number(answer) is None:
        fn.fail(None)
        return
    fn.code.run(f"store i64 {fn.low_bits(fn.integer(answer, node, 'the key'))}, ptr %answer")
    fn.code.leave("ret i32 0")


def _move(fn: Statements, answer: Value, node: ast.AST) -> None:
    if is_unknown(answer):
        fn.fail(None)
        return
    whole = fn.fitted(_whole(fn, answer, node), Int(0, MOST))
    fn.code.leave(f"ret i32 {fn.code.op(f'trunc i64 {whole} to i32')}")


_S, _MOVE = ("ptr %s",), ("ptr %s", "i64 %move")
_PLAYER = ("ptr %s", "i64 %player")
_BY_PLAYER = Rule(_PLAYER, ("ptr %answer",), _number)
RULES = {
    "moves": Rule(_S, ("ptr %out",), _counted, begin=_store_moves),
    "chances": Rule(_S, ("ptr %out", "ptr %odds"), _counted, begin=_store_chances),
    "play": Rule(_MOVE, (), _played),
    "winner": Rule(_S, (), _player),
    "to_move": Rule(_S, (), _player),
    "over": Rule(_S, (), _yes_or_no),
    "utility": _BY_PLAYER,
    "evaluate": _BY_PLAYER,
    "features": Rule(_PLAYER, ("ptr %out",), _counted, _store_features),
    "pattern_cells": Rule(_PLAYER, ("ptr %out",), _counted, _store_features),
    "pattern_stage": Rule(_S, (), _move),
    "order": Rule(_MOVE, ("ptr %answer",), _number),
    "noisy": Rule(_MOVE, (), _truth),
    "exchange": Rule(_MOVE, ("ptr %answer",), _number),
    "threatened": Rule(_S, (), _truth),
    "forced": Rule(_S, ("ptr %out",), _counted, begin=_store_moves),
    "at_most": _BY_PLAYER,
    "plies_left": Rule(_S, (), _move),
    "key": Rule(_S, ("ptr %answer",), _key),
    "playout": Rule(("ptr %s", "i64 %dice"), (), _move),
    "hide": Rule(_PLAYER, (), _played),
    "guess": Rule((*_PLAYER, "i64 %dice"), (), _truth),
}
"""For each rule the form of its C function."""
WRITERS = ("play", "hide", "guess")
"""Rules that write to the state."""
WORDS = {
    "fact": Rule(_S, (), _yes_or_no),
    "comparison": Rule(("ptr %s", "ptr %root"), (), _yes_or_no),
    "kind": Rule(_MOVE, (), _move),
}
"""The same for words of advice: `fact(s)`, `fact(s, root)` and `kind(s, move)`."""
