"""Where rules run: native Rust, compiled Python, or interpreted Python. All give the same answers.

Without a wish the fastest that a game has is taken. Rules that cannot be compiled are interpreted, and the user is told
which rule, which line and why.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from zermelo import _core
from zermelo.errors import AgentError, CompileError, CompileWarning, RuleError, nearest
from zermelo.game.constants import HEURISTICS
from zermelo.game.facts import facts
from zermelo.game.protocol import Game
from zermelo.search.montecarlo.tree import CHANGED
from zermelo.search.multiplayer.view import TOO_LARGE, too_large

BACKENDS = ("native", "compiled", "interpreted")


@dataclass(frozen=True)
class Backend:
    """A game's rules, ready to be searched."""

    name: str
    core: _core.Backend


def open_backend(game: Game, wanted: str | None = None, taste: tuple[str, ...] = ()) -> Backend:
    """The backend asked for, or the fastest one that the game has, with these matters of taste."""
    if wanted is not None and wanted not in BACKENDS:
        raise AgentError(f"there is no backend `{wanted}`; there are {', '.join(BACKENDS)}.{nearest(wanted, BACKENDS)}")
    opened: dict[tuple[str | None, tuple[str, ...]], Backend] = game.__dict__.setdefault("_backends", {})
    if (wanted, taste) not in opened:
        opened[wanted, taste] = _fastest(game, taste) if wanted is None else _exactly(game, wanted, taste)
    return opened[wanted, taste]


def available(game: Game, taste: tuple[str, ...] = HEURISTICS) -> list[Backend]:
    """Every backend that a game has, fastest first."""
    found: list[Backend] = []
    for name in BACKENDS:
        try:
            found.append(open_backend(game, name, taste))
        except (AgentError, CompileError):
            continue
    return found


def _fastest(game: Game, taste: tuple[str, ...]) -> Backend:
    native = _native(game)
    if native is not None:
        return native
    try:
        return _exactly(game, "compiled", taste)
    except CompileError as error:
        warnings.warn(CompileWarning(f"{error}; {game} is interpreted, which is slower"), stacklevel=4)
        return _exactly(game, "interpreted", taste)


def _exactly(game: Game, name: str, taste: tuple[str, ...]) -> Backend:
    if name == "interpreted":
        return Backend(name, _core.Backend.interpreted(game.rules, facts(game)))
    if name == "compiled":
        from zermelo.compile.native import compiled

        return Backend(name, compiled(game, facts(game), taste))
    native = _native(game)
    if native is None:
        raise AgentError(f"{game} has no native rules; use compiled or interpreted")
    return native


def _native(game: Game) -> Backend | None:
    if game.native is None:
        return None
    core = _core.Backend.native(game.native, game.native_parameters(), facts(game))
    return None if core is None else Backend("native", core)


@contextmanager
def diagnose(game: Game) -> Iterator[None]:
    """Turn a fault of compiled rules into the error that the same rule gives when it is interpreted."""
    try:
        yield
    except _core.RuleFault as fault:
        rule, packed, move, code = fault.args
        if code == TOO_LARGE:
            raise too_large(game, move) from None
        if code == CHANGED:
            raise game.rules.changed_chances(game.layout.unpack(packed), move) from None
        _replay(game, rule, packed, move)
        raise RuleError(
            f"rule `{rule}` of {game} failed when compiled (code {code}) but not when interpreted: it may need numbers of more "
            "than 64 bits or very long loops; `--backend interpreted` plays on, and `zermelo check` may tell more",
            rule,
            packed,
        ) from None


def _replay(game: Game, rule: str, packed: bytes, move: int) -> None:
    """Ask the interpreted rule the same question; it answers with the better error."""
    rules, s = game.rules, game.layout.unpack(packed)
    if rule in ("winner", "over", "utility"):
        rules.utilities(s)
    elif rule == "play":
        rules.play(s, move)
    elif rule == "evaluate":
        for player in range(rules.players):
            rules.evaluate(s, player)
    elif rule == "playout" and move >= 0:
        rules.check_playout(s, move)
    elif rule == "playout":
        for dice in range(1000):
            rules.playout(s, dice * 4611686018427387 + dice)
    elif rule in ("noisy", "order"):
        getattr(rules, rule)(s, move)
    else:
        getattr(rules, rule)(s)
