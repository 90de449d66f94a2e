"""Compiled rules as pointers: lower, compile with Numba or load from the cache, hand the addresses to Rust."""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo import _core
from zermelo.compile import cache
from zermelo.compile.lowering import Lowered, groups, lower, lower_words
from zermelo.errors import CompileError
from zermelo.game.calls import steadily
from zermelo.game.protocol import Game

_LARGEST = 16384
_BUILD = "wrapping arithmetic"
"""Part of the name of every build; changes whenever the same source is compiled in another way."""
_ONE_AT_A_TIME = threading.Lock()
"""Two threads that want the same rules must not build them both, nor see half of them."""


def compiled(game: Game, facts: dict[str, Any], taste: Iterable[str]) -> _core.Backend:
    """A backend with compiled rules; CompileError says which rule, which line and why not."""
    if game.layout.size > _LARGEST:
        raise CompileError(
            "state", "class", f"a state of {game.layout.size} bytes is too large; at most {_LARGEST} can be compiled"
        )
    pointers: dict[str, int] = {}
    for rules in groups(game, taste):
        with _ONE_AT_A_TIME:
            lowered = steadily(lambda: lower(game, rules))  # noqa: B023  (called at once)
            module = _load(game, lowered)  # stays in sys.modules, and so do the functions
        pointers.update({rule: getattr(module, f"c_{rule}").address for rule in rules})
    return _core.Backend.compiled(pointers, facts)


def compiled_words(game: Game, shapes: Mapping[str, str]) -> dict[str, int]:
    """Addresses of words of advice, which are methods of a game; CompileError says which word, which line and why not."""
    if not shapes:
        return {}
    module = _load(game, lower_words(game, shapes))
    return {word: getattr(module, f"c_{word}").address for word in shapes}


def _load(game: Game, lowered: Lowered) -> ModuleType:
    """The lowered module with everything compiled, from the cache when it is there."""
    import llvmlite
    import llvmlite.binding
    import numba

    name = f"{game.title()}_{cache.key(lowered.text, _BUILD, numba.__version__, llvmlite.__version__, _machine(), platform.python_version())}"
    if name in sys.modules:
        return sys.modules[name]
    place = cache.folder() / name
    module = cache.ready(place)
    if module is not None:
        try:
            return _run(name, module)
        except Exception:  # whatever a stale or foreign file does to the loader, a fresh build mends it
            cache.discard(place)
    try:
        return _build(name, place, lowered)
    except (OSError, RuntimeError):  # no place for a cache: compile all the same, for this process only
        temporary = Path(tempfile.gettempdir()) / f"zermelo-{os.getpid()}"
        try:
            return _build(name, temporary / name, lowered)
        except (OSError, RuntimeError) as error:
            raise CompileError("rules", "class", f"there is no place to write compiled rules to: {error}") from error
        finally:
            cache.discard(temporary)


def _build(name: str, place: Path, lowered: Lowered) -> ModuleType:
    """Compile in a private folder and, if all went well, put it in its place."""
    from numba.core.errors import NumbaError

    module = cache.begin(place, lowered.text)
    try:
        made = _run(name, module)
        cache.finish(module, place)
        return made
    except NumbaError as error:
        raise _explain(error, module, lowered) from error
    except (
        NotImplementedError,
        AssertionError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
    ) as error:  # Numba's less polite noes
        raise CompileError("rules", "class", f"{type(error).__name__}: {_first_line(str(error))}") from error
    finally:
        cache.discard(module.parent)


def _run(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # Numba finds functions it loads from its cache through their module
    try:
        with warnings.catch_warnings(), _wrapping_arithmetic():
            warnings.simplefilter("ignore")
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@contextmanager
def _wrapping_arithmetic() -> Iterator[None]:
    """Compile without Numba's promise to LLVM that numbers never pass 64 bits.

    LLVM takes it at its word: it drops the mask of `x * big & mask`, and the very checks that look for overflow.
    """
    from numba.cpython import numbers

    promise = numbers._int_arith_flags
    numbers._int_arith_flags = lambda _: []
    try:
        yield
    finally:
        numbers._int_arith_flags = promise


def _machine() -> str:
    import llvmlite.binding

    return f"{platform.machine()} {llvmlite.binding.get_host_cpu_name()} {llvmlite.binding.get_host_cpu_features().flatten()}"


def _explain(error: Exception, module: Path, lowered: Lowered) -> CompileError:
    """Numba's complaint about the lowered module as one about the user's own lines."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [int(number) for number in re.findall(rf'{re.escape(module.name)}", line (\d+)', text)]
    lines += [int(number) for number in re.findall(rf"{re.escape(module.name)} \((\d+)\)", text)]
    known = [lowered.origins[line] for line in lines if line in lowered.origins]
    rule, place = known[0] if known else ("rules", "class")  # the innermost comes first
    if "xor" in text and "float64" in text:
        return CompileError(
            rule, place, "moves, players and fields of the state are whole numbers, but this may be a fraction; use //"
        )
    if re.search(r"\bnone\b|Option", text):
        return CompileError(rule, place, "the rule may end without an answer, or not at all; see that every path returns one")
    return CompileError(rule, place, _first_line(text))


def _first_line(text: str) -> str:
    """The line of a long complaint that says what is wrong."""
    for line in text.splitlines():
        line = line.strip()
        if line and not line.startswith(("Failed in", "During", "File", "-", "This error", "The above")):
            return line
    return "the compiler gives no reason"
