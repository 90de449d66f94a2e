"""The fixed parts of a lowered module: the checks that rules run under, and the C functions around them.

Every C function returns a code, which is negative after a failure. An exception must not leave a C function, because Numba would
print it and return 0. Answers that may be negative (a winner, a player) are shifted up by 16.
"""

from __future__ import annotations

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

_WRAPPERS = {
    "moves": """\
@cfunc(types.int32(POINTER, types.CPointer(types.int32)))
def c_moves(p, out):
    try:
        return A_moves(carray(p, 1)[0], carray(out, MAX_MOVES), 0)
    except Exception:
        return -1""",
    "play": """\
@cfunc(types.int32(POINTER, types.int32))
def c_play(p, move):
    try:
        R_play(carray(p, 1)[0], np.int64(move))
        return 0
    except Exception:
        return -1""",
    "chances": """\
@cfunc(types.int32(POINTER, types.CPointer(types.int32), types.CPointer(types.float64)))
def c_chances(p, out, odds):
    try:
        return P_chances(carray(p, 1)[0], carray(out, MAX_MOVES), carray(odds, MAX_MOVES), 0)
    except Exception:
        return -1""",
    "over": """\
@cfunc(types.int32(POINTER))
def c_over(p):
    try:
        return 1 if R_over(carray(p, 1)[0]) else 0
    except Exception:
        return -1""",
    "key": """\
@cfunc(types.int32(POINTER, types.CPointer(types.int64)))
def c_key(p, answer):
    try:
        carray(answer, 1)[0] = R_key(carray(p, 1)[0]) ^ 0
        return 0
    except Exception:
        return -1""",
    "playout": """\
@cfunc(types.int32(POINTER, types.int64))
def c_playout(p, dice):
    try:
        move = R_playout(carray(p, 1)[0], dice) ^ 0
        return move if 0 <= move <= 2147483647 else -10
    except Exception:
        return -1""",
    "noisy": """\
@cfunc(types.int32(POINTER, types.int32))
def c_noisy(p, move):
    try:
        return 1 if R_noisy(carray(p, 1)[0], np.int64(move)) else 0
    except Exception:
        return -1""",
}
_PLAYER = """\
@cfunc(types.int32(POINTER))
def c_{rule}(p):
    try:
        answer = R_{rule}(carray(p, 1)[0]) ^ 0
        return answer + 16 if -3 <= answer < PLAYERS else -10
    except Exception:
        return -1"""
_NUMBER = """\
@cfunc(types.int32(POINTER, types.int32, types.CPointer(types.float64)))
def c_{rule}(p, argument, answer):
    try:
        carray(answer, 1)[0] = R_{rule}(carray(p, 1)[0], np.int64(argument))
        return 0
    except Exception:
        return -1"""
_WORDS = {
    "fact": """\
@cfunc(types.int32(POINTER))
def c_{rule}(p):
    try:
        answer = R_{rule}(carray(p, 1)[0])
        return 1 if answer == 1 else 0 if answer == 0 else -10
    except Exception:
        return -1""",
    "comparison": """\
@cfunc(types.int32(POINTER, POINTER))
def c_{rule}(p, root):
    try:
        answer = R_{rule}(carray(p, 1)[0], carray(root, 1)[0])
        return 1 if answer == 1 else 0 if answer == 0 else -10
    except Exception:
        return -1""",
    "kind": """\
@cfunc(types.int32(POINTER, types.int32))
def c_{rule}(p, move):
    try:
        answer = R_{rule}(carray(p, 1)[0], np.int64(move)) ^ 0
        return answer if 0 <= answer <= 2147483647 else -10
    except Exception:
        return -1""",
}
"""Words of advice: `fact(s)`, `fact(s, root)` and `kind(s, move)`."""


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
    template = (
        _WORDS[shape] if shape is not None else _WRAPPERS.get(rule) or (_PLAYER if rule in ("winner", "to_move") else _NUMBER)
    )
    return template.replace("{rule}", rule).splitlines()
