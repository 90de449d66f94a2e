"""Compiling a lowered module with Numba. Nothing else imports Numba, and nothing is compiled twice at the same time."""

import importlib
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.compile.lowering import Lowered
from zermelo.compile.machine_code import MachineCode, outside_symbols
from zermelo.errors import CompileError

KNOWN_VERSIONS = "0.61 to 0.68"
"""The oldest and the newest version of Numba that the tests of compiled rules have passed with."""
_FILE = "<lowered rules>"


def build(lowered: Lowered) -> MachineCode:
    """The C functions of a lowered module; CompileError says which rule, which line and why not."""
    from numba.core.errors import NumbaError

    names: dict[str, Any] = {"__name__": "zermelo_lowered_rules"}
    try:
        with _wrapping_arithmetic(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(lowered.text, _FILE, "exec"), names)
    except NumbaError as error:
        raise _explain(error, lowered) from error
    except (NotImplementedError, AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
        # Numba refuses some code with exceptions that are not its own.
        raise CompileError("rules", "class", f"{type(error).__name__}: {_first_line(str(error))}") from error
    return _machine_code({rule: names[f"c_{rule}"] for rule in lowered.rules})


def _machine_code(functions: dict[str, Any]) -> MachineCode:
    codes: dict[str, tuple[str, bytes]] = {}
    needs: set[str] | None = set()
    for rule, function in functions.items():
        try:
            library = function._library
            code = library._codegen._tm.emit_object(library._final_module)
        except AttributeError as error:
            raise _unknown_version("gives no access to the machine code") from error
        codes[rule] = (function.native_name, code)
        symbols = outside_symbols(code)
        needs = None if symbols is None or needs is None else needs.union(symbols)
    return MachineCode(codes, None if needs is None else sorted(needs))


@contextmanager
def _wrapping_arithmetic() -> Iterator[None]:
    """Compile without Numba's promise to LLVM that numbers never exceed 64 bits.

    With the promise LLVM drops the mask of `x * big & mask`, and even the checks for overflow. Numba's own lock is held meanwhile,
    so that no other thread compiles without the promise. A small function is compiled first: if Numba does not call our
    replacement then, replacing the promise has no effect in this version.
    """
    asked: list[object] = []

    def no_promise(kind: object) -> list[str]:
        asked.append(kind)
        return []

    try:
        numbers: Any = importlib.import_module("numba.cpython.numbers")
        names = numbers.int_add_impl.__globals__  # `numbers` may stand for another module
        promise = names["_int_arith_flags"]
        lock = importlib.import_module("numba.core.compiler_lock").global_compiler_lock
    except (ImportError, AttributeError, KeyError) as error:
        raise _unknown_version("gives no access to the arithmetic of whole numbers") from error
    with lock:
        names["_int_arith_flags"] = no_promise
        try:
            importlib.import_module("numba").njit("int64(int64, int64)")(lambda a, b: a + b)
            if not asked:
                raise _unknown_version("gives no access to the arithmetic of whole numbers")
            yield
        finally:
            names["_int_arith_flags"] = promise


def _unknown_version(what: str) -> CompileError:
    import numba

    return CompileError(
        "rules", "class", f"Numba {numba.__version__} {what}; install a version that is known to work, {KNOWN_VERSIONS}"
    )


def _explain(error: Exception, lowered: Lowered) -> CompileError:
    """Numba's message about the lowered module as a message about the user's own lines."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [int(number) for number in re.findall(rf'{re.escape(_FILE)}", line (\d+)', text)]
    lines += [int(number) for number in re.findall(rf"{re.escape(_FILE)} \((\d+)\)", text)]
    known = [lowered.origins[line] for line in lines if line in lowered.origins]
    rule, place = known[0] if known else ("rules", "class")  # the innermost comes first
    if "xor" in text and "float64" in text:
        return CompileError(
            rule, place, "moves, players and fields of the state are whole numbers, but this may be a fraction; use //"
        )
    if re.search(r"\bnone\b|Option", text):
        return CompileError(rule, place, "the rule may end without an answer, or never end; return an answer on every path")
    return CompileError(rule, place, _first_line(text))


def _first_line(text: str) -> str:
    """The line of a long message that says what is wrong."""
    for line in text.splitlines():
        line = line.strip()
        if line and not line.startswith(("Failed in", "During", "File", "-", "This error", "The above")):
            return line
    return "the compiler gives no reason"
