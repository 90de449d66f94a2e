"""The fixed parts of a lowered module: the checks that rules run under, and the C functions around them.

Every C function returns a code, which is negative after a failure. An exception must not leave a C function, because Numba would
print it and return 0. Answers that may be negative (a winner, a player) are shifted up by 16.
"""

import textwrap

from zermelo.game.protocol import Game

FUEL = 10_000_000
"""The most steps that the loops of one function may take in one call."""

PRELUDE = """\
import numpy as np
from numba import carray, cfunc, from_dtype, njit, types
OPTIONS = dict(boundscheck=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
@njit(**OPTIONS)
def checked(best, found):
    if not found:
        raise ValueError
    return best
@njit(forceinline=True, **OPTIONS)
def checked_add(a, b):
    total = a + b
    if ((a ^ total) & (b ^ total)) < 0:
        raise OverflowError
    return total
@njit(forceinline=True, **OPTIONS)
def checked_sub(a, b):
    total = a - b
    if ((a ^ b) & (a ^ total)) < 0:
        raise OverflowError
    return total
@njit(forceinline=True, **OPTIONS)
def checked_mul(a, b):
    if abs(float(a) * float(b)) > 9.2e18:
        raise OverflowError
    return a * b
@njit(forceinline=True, **OPTIONS)
def checked_shift(a, bits):
    if bits < 0 or bits > 63 or (a << bits) >> bits != a:
        raise OverflowError
    return a << bits
@njit(**OPTIONS)
def shift_count(bits):
    if bits < 0 or bits > 63:
        raise ValueError
    return bits
@njit(**OPTIONS)
def count_of(row, value):
    total = 0
    for entry in row:
        if entry == value:
            total += 1
    return total""".splitlines()

_FUNCTION = """\
@cfunc(types.int32({types}))
def c_{rule}({names}):
    try:
{body}
    except Exception:
        return -1"""
_P = {"p": "POINTER"}
_MOVE = {"p": "POINTER", "move": "types.int32"}
_MOVES = {"p": "POINTER", "out": "types.CPointer(types.int32)"}
_PLAYER = (_P, "answer = R_{rule}({s}) ^ 0\nreturn answer + 16 if -3 <= answer < PLAYERS else -10")
_NUMBER = (
    {"p": "POINTER", "argument": "types.int32", "answer": "types.CPointer(types.float64)"},
    "carray(answer, 1)[0] = R_{rule}({s}, np.int64(argument))\nreturn 0",
)
_RULES = {
    "moves": (_MOVES, "return A_moves({s}, carray(out, MAX_MOVES), 0)"),
    "play": (_MOVE, "R_play({s}, np.int64(move))\nreturn 0"),
    "chances": (
        {**_MOVES, "odds": "types.CPointer(types.float64)"},
        "return P_chances({s}, carray(out, MAX_MOVES), carray(odds, MAX_MOVES), 0)",
    ),
    "winner": _PLAYER,
    "to_move": _PLAYER,
    "over": (_P, "return 1 if R_over({s}) else 0"),
    "utility": _NUMBER,
    "evaluate": _NUMBER,
    "order": _NUMBER,
    "key": ({**_P, "answer": "types.CPointer(types.int64)"}, "carray(answer, 1)[0] = R_key({s}) ^ 0\nreturn 0"),
    "playout": (
        {**_P, "dice": "types.int64"},
        "move = R_playout({s}, dice) ^ 0\nreturn move if 0 <= move <= 2147483647 else -10",
    ),
    "noisy": (_MOVE, "return 1 if R_noisy({s}, np.int64(move)) else 0"),
}
"""For each rule the arguments of its C function with their types, and its body."""
_TRUTH = "\nreturn 1 if answer == 1 else 0 if answer == 0 else -10"
_WORDS = {
    "fact": (_P, "answer = R_{rule}({s})" + _TRUTH),
    "comparison": ({**_P, "root": "POINTER"}, "answer = R_{rule}({s}, carray(root, 1)[0])" + _TRUTH),
    "kind": (_MOVE, "answer = R_{rule}({s}, np.int64(move)) ^ 0\nreturn answer if 0 <= answer <= 2147483647 else -10"),
}
"""The same for words of advice: `fact(s)`, `fact(s, root)` and `kind(s, move)`."""


def layout_lines(game: Game) -> list[str]:
    """The record as Numba sees it."""
    layout = game.layout
    formats = [
        f"i{field.size}" if field.length is None else (f"i{field.size}", (field.length,)) for field in layout.fields.values()
    ]
    record = {"names": list(layout.fields), "formats": formats, "offsets": list(layout.offsets.values()), "itemsize": layout.size}
    return [
        f"STATE = np.dtype({record!r})",
        "POINTER = types.CPointer(from_dtype(STATE))",
        f"MAX_MOVES = {game.max_moves}",
        f"PLAYERS = {len(game.players)}",
    ]


def wrapper(rule: str, shape: str | None = None) -> list[str]:
    """The C function around a rule or, if it has a shape, around a word of advice."""
    arguments, lines = _RULES[rule] if shape is None else _WORDS[shape]
    body = textwrap.indent(lines.format(rule=rule, s="carray(p, 1)[0]"), " " * 8)
    return _FUNCTION.format(types=", ".join(arguments.values()), names=", ".join(arguments), rule=rule, body=body).splitlines()
