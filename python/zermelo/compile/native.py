"""Compiled rules as pointers: lower them, compile them or read them from the cache, hand the addresses to Rust."""

import platform
import threading
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from typing import Any

from zermelo import _core
from zermelo.compile import cache
from zermelo.compile.lowering import Lowered, groups, lower, lower_words
from zermelo.compile.machine_code import MachineCode
from zermelo.errors import CompileError
from zermelo.game.calls import steadily
from zermelo.game.protocol import Game

_LARGEST = 16384
_BUILD = "object files, wrapping arithmetic"
"""Part of the name of every build; changes whenever the same source is compiled in another way."""
_ONE_AT_A_TIME = threading.Lock()
"""Two threads that want the same rules must not both build them."""
_loaded: dict[str, dict[str, int]] = {}
"""The addresses of every build that this process has loaded."""


def compiled(game: Game, facts: dict[str, Any], heuristics: Iterable[str]) -> _core.Backend:
    """A backend with compiled rules; CompileError says which rule, which line and why not."""
    if game.layout.size > _LARGEST:
        raise CompileError(
            "state", "class", f"a state of {game.layout.size} bytes is too large; at most {_LARGEST} can be compiled"
        )
    pointers: dict[str, int] = {}
    for rules in groups(game, heuristics):
        pointers |= _addresses(game, lambda: lower(game, rules))  # noqa: B023  (called at once)
    return _core.Backend.compiled(pointers, facts)


def compiled_words(game: Game, shapes: Mapping[str, str]) -> dict[str, int]:
    """Addresses of words of advice, which are methods of a game; CompileError says which word, which line and why not."""
    return _addresses(game, lambda: lower_words(game, shapes)) if shapes else {}


def _addresses(game: Game, lowering: Callable[[], Lowered]) -> dict[str, int]:
    """The C functions of a lowered module, from the cache if it has them."""
    with _ONE_AT_A_TIME:
        lowered = steadily(lowering)
        try:
            name = f"{game.title()}_{cache.key(lowered.text, _BUILD, *_versions())}"
            if name not in _loaded:
                _loaded[name] = _from_cache(name) or _built(name, lowered)
        except ImportError as error:
            raise CompileError("rules", "class", f"Numba cannot be used ({error}); install it again") from error
        return _loaded[name]


def _from_cache(name: str) -> dict[str, int] | None:
    text = cache.read(name)
    try:
        return None if text is None else MachineCode.from_text(text).load()
    except LookupError:  # made for another Numba, or on another system
        return None


def _built(name: str, lowered: Lowered) -> dict[str, int]:
    from zermelo.compile.build import build

    code = build(lowered)
    cache.write(name, code.to_text())
    return code.load()


def _versions() -> list[str]:
    """What shapes the machine code besides the rules; found without importing Numba."""
    import llvmlite.binding

    features = llvmlite.binding.get_host_cpu_features().flatten()
    system = (platform.system(), platform.machine(), llvmlite.binding.get_host_cpu_name(), features)
    return [version("numba"), version("llvmlite"), platform.python_version(), *system]
