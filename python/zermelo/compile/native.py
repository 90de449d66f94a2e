"""Compiled rules as pointers: find them in the cache or compile them, and hand the addresses to Rust."""

from __future__ import annotations

import functools
import hashlib
import json
import platform
import threading
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from zermelo import _core
from zermelo.compile import cache
from zermelo.compile.fingerprint import fingerprint, places
from zermelo.compile.machine_code import MachineCode
from zermelo.errors import CompileError
from zermelo.game.calls import steadily
from zermelo.game.constants import HEURISTICS
from zermelo.game.protocol import Game

_LARGEST = 16384
_ONE_AT_A_TIME = threading.Lock()
"""Two threads that want the same rules must not both build them."""
_loaded: dict[str, dict[str, int]] = {}
"""The addresses of every build that this process has loaded."""
_allocating: dict[str, list[str]] = {}
"""For every build the rules that make lists, sets or dictionaries."""
_refused: dict[str, CompileError] = {}
"""Why there are none."""
_most_builds: list[int] = []
"""The most builds of one game with all its parameters, if there is a limit."""


def limit_builds(most: int) -> None:
    """From now on load at most so many builds of one game in this process; further variants of it are interpreted.

    Machine code is never freed, because searches hold its addresses. So a server must not compile every variant that strangers ask for.
    """
    _most_builds[:] = [most]


def compiled(game: Game, facts: dict[str, Any], heuristics: Iterable[str], written: Iterable[str] = ()) -> _core.Backend:
    """A backend with compiled rules; CompileError says which rule, which line and why not. Heuristics in `written` are asked in Python."""
    if game.layout.size > _LARGEST:
        raise CompileError(
            "state", "class", f"a state of {game.layout.size} bytes is too large; at most {_LARGEST} can be compiled"
        )
    pointers: dict[str, int] = {f"written_{name}": 1 for name in written}
    for rules in groups(game, heuristics):
        pointers |= _addresses(game, rules, {})
    return _core.Backend.compiled(pointers, facts, game.rules)


def compiled_words(game: Game, shapes: Mapping[str, str]) -> dict[str, int]:
    """Addresses of words of advice, which are methods of a game; CompileError says which word, which line and why not."""
    return _addresses(game, list(shapes), dict(shapes)) if shapes else {}


def groups(game: Game, heuristics: Iterable[str]) -> list[list[str]]:
    """What is compiled together: the rules, and each heuristic by itself, when a search needs it."""
    ends = ["winner"] if game.defines("winner") else ["over", "utility"]
    rules = ["moves", "play", *ends, *(rule for rule in ("to_move", "chances") if game.defines(rule))]
    return [rules, *(_rules(game, name) for name in heuristics if game.defines(name))]


def compiled_heuristic(game: Game, name: str) -> dict[str, int]:
    """The C function of a heuristic, if the game has it; CompileError says which line and why not."""
    return _addresses(game, _rules(game, name), {}) if game.defines(name) else {}


def _rules(game: Game, heuristic: str) -> list[str]:
    """The rules behind a heuristic: `features` are an `evaluate`, and so are patterns."""
    evaluation = game.rules.evaluation
    if heuristic != "evaluate" or evaluation is None:
        return [heuristic]
    return [evaluation.rule] if evaluation.patterns is None else ["pattern_cells", "pattern_stage"]


def allocating(game: Game, rule: str) -> bool:
    """Whether a compiled rule makes lists, sets or dictionaries, and so needs memory of its own."""
    (rules,) = (group for group in groups(game, HEURISTICS) if rule in group)
    return rule in _allocating.get(_name(game, rules, {}), ())


def _name(game: Game, rules: list[str], shapes: dict[str, str]) -> str:
    """What a build of some rules is called."""
    return f"{game.title()}_{cache.key(fingerprint(game, rules, shapes), *versions())}"


def _addresses(game: Game, rules: list[str], shapes: dict[str, str]) -> dict[str, int]:
    """The C functions of some rules, from the cache if it has them."""
    with _ONE_AT_A_TIME:
        try:
            name = _name(game, rules, shapes)
            refusal = f"{name}_refused_{cache.key(*places(game, rules))[:8]}"  # reasons name files and lines
            if name not in _loaded and refusal not in _refused:
                _check_builds(game)
                found = (
                    _from_cache(name)
                    or _refusal_from_cache(refusal)
                    or steadily(lambda: _built(name, refusal, game, rules, shapes))
                )
                if isinstance(found, CompileError):
                    _refused[refusal] = found
                else:
                    _loaded[name] = found
        except (ImportError, PackageNotFoundError) as error:
            raise CompileError("rules", "class", f"llvmlite cannot be used ({error}); install it again") from error
    if name not in _loaded:
        raise _refused[refusal].again()
    return _loaded[name]


def _check_builds(game: Game) -> None:
    for most in _most_builds:
        if sum(name.startswith(f"{game.title()}_") for name in _loaded) >= most:
            raise CompileError("rules", "class", f"this process loads at most {most} builds of {game.title()}")


def _from_cache(name: str) -> dict[str, int] | None:
    text = cache.read(name)
    try:
        return None if text is None else _load(name, MachineCode.from_text(text))
    except LookupError:  # made on another system, or by another version
        return None


def _refusal_from_cache(name: str) -> CompileError | None:
    text = cache.read(name)
    return None if text is None else CompileError.of_reasons([tuple(each) for each in json.loads(text)])


def _built(name: str, refusal: str, game: Game, rules: list[str], shapes: dict[str, str]) -> dict[str, int] | CompileError:
    from zermelo.compile.machine_code import build
    from zermelo.compile.module import Module

    unit = Module(game, rules, shapes).compile()
    if unit.reasons:
        reasons = [(each.rule, each.where, each.why, each.marked) for each in unit.reasons]
        cache.write(refusal, json.dumps(reasons))
        return CompileError.of_reasons(reasons)
    code = build(unit.text, unit.symbols, unit.allocating)
    cache.write(name, code.to_text())
    return _load(name, code)


def _load(name: str, code: MachineCode) -> dict[str, int]:
    _allocating[name] = code.allocating
    return code.load()


@functools.cache
def versions() -> list[str]:
    """What shapes the machine code besides the rules."""
    import llvmlite.binding

    features = llvmlite.binding.get_host_cpu_features().flatten()
    own = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))).hexdigest()
    system = (platform.system(), platform.machine(), llvmlite.binding.get_host_cpu_name(), features)
    return [own, version("llvmlite"), platform.python_version(), *system]
