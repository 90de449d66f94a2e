"""Where rules run: native Rust, compiled Python, or interpreted Python. All give the same answers.

A search uses the fastest backend that the game has, unless the user names one. Rules that cannot be compiled are interpreted, and so are
single heuristics; a warning says which rule, which line and why. Native rules are used only where the game overrides nothing that they cover.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from inspect import getattr_static

from zermelo import _core
from zermelo.errors import AgentError, CompileError, CompileWarning, RuleError, nearest
from zermelo.game import HEURISTICS
from zermelo.game.constants import NOT_RULES
from zermelo.game.protocol import Game
from zermelo.game.value import changed, parameters
from zermelo.search.hidden.sequence_form import leaking
from zermelo.search.montecarlo.tree import CHANGED
from zermelo.search.multiplayer.view import TOO_LARGE, too_large

BACKENDS = ("native", "compiled", "interpreted")
ENDED = -22
"""The code of rules that say of the root that the game goes on, and then that it is over."""
LEAKING = -23
"""The code of moves that differ between positions that their player cannot tell apart."""
NOT_COVERED = NOT_RULES
"""What a game with native rules may override: the display, the names of the players, and the evaluation, which is then compiled."""


@dataclass(frozen=True)
class Backend:
    """A game's rules, ready to be searched."""

    name: str
    core: _core.Backend
    asks_python: bool = False
    """Whether some of its heuristics could not be compiled."""


def open_backend(game: Game, wanted: str | None = None, heuristics: tuple[str, ...] = ()) -> Backend:
    """The backend that is named, or else the fastest that the game has, with the heuristics that the search needs."""
    if wanted is not None and wanted not in BACKENDS:
        raise AgentError(f"there is no backend `{wanted}`; use {', '.join(BACKENDS)}.{nearest(wanted, BACKENDS)}")
    opened: dict[tuple[str | None, tuple[str, ...]], Backend] = game.__dict__.setdefault("_backends", {})
    if (wanted, heuristics) not in opened:
        opened[wanted, heuristics] = _fastest(game, heuristics) if wanted is None else _exactly(game, wanted, heuristics)
    return opened[wanted, heuristics]


def available(game: Game, heuristics: tuple[str, ...] = HEURISTICS) -> list[Backend]:
    """Every backend that a game has, fastest first."""
    found: list[Backend] = []
    for name in BACKENDS:
        with suppress(AgentError, CompileError):
            found.append(_partly(game, heuristics) if name == "compiled" else open_backend(game, name, heuristics))
    return found


def overridden(game: Game) -> str | None:
    """A rule or parameter of the game that its native rules do not know; None where they play the same game."""
    owner, maker = (next(cls for cls in type(game).__mro__ if name in vars(cls)) for name in ("native", "native_parameters"))
    name = changed(game, owner, NOT_COVERED)
    if name is not None or maker is Game:
        return name
    known = maker(**game.native_parameters())
    mine, expected = parameters(game), parameters(known)
    for name in {**expected, **mine}:
        if name not in NOT_COVERED and hasattr(known, name) and mine.get(name, known) != expected.get(name, known):
            return name
    return None if len(game.players) == len(known.players) else "players"


def _fastest(game: Game, heuristics: tuple[str, ...]) -> Backend:
    if game.interpreted:
        return _exactly(game, "interpreted", heuristics)
    with suppress(AgentError):
        return _native(game, heuristics)
    try:
        return _partly(game, heuristics)
    except CompileError as error:
        warnings.warn(CompileWarning(f"{error}; {game} is interpreted, which is slower"), stacklevel=4)
        return _exactly(game, "interpreted", heuristics)


def _partly(game: Game, heuristics: tuple[str, ...]) -> Backend:
    """Compiled rules; heuristics that cannot be compiled are asked in Python, and a warning says so.

    CompileError if the rules themselves cannot be compiled.
    """
    from zermelo.compile.native import compiled, compiled_heuristic

    _check_compilable(game)
    refused: dict[str, CompileError] = {}
    compiled(game, game.rules.facts(evaluated=False), ())
    for name in heuristics:
        try:
            compiled_heuristic(game, name)
        except CompileError as error:
            refused[name] = error
            _warn_of(game, name, error)
    good = [name for name in heuristics if name not in refused]
    return Backend("compiled", compiled(game, game.rules.facts("evaluate" in good), good, refused), bool(refused))


def _check_compilable(game: Game) -> None:
    if game.interpreted:
        raise CompileError("moves", str(game), "the rules are not written in Python; use the backend interpreted")


def _warn_of(game: Game, heuristic: str, error: CompileError) -> None:
    given = heuristic == "evaluate" and game.rules.is_given(error.rule)
    what = f"the evaluation {game.rules.evaluation}" if given else "it"
    warnings.warn(CompileWarning(f"{error}; {what} is interpreted, which is slower"), stacklevel=6)


def _exactly(game: Game, name: str, heuristics: tuple[str, ...]) -> Backend:
    if name == "interpreted":
        return Backend(name, _core.Backend.interpreted(game.rules, game.rules.facts(evaluated=False)))
    if name == "compiled":
        from zermelo.compile.native import compiled

        _check_compilable(game)
        return Backend(name, compiled(game, game.rules.facts("evaluate" in heuristics), heuristics))
    return _native(game, heuristics)


def _native(game: Game, heuristics: tuple[str, ...]) -> Backend:
    changed = None if game.native is None else overridden(game)
    if changed is not None:
        raise AgentError(f"{game} changes `{changed}`, which its native rules do not know; use compiled or interpreted")
    facts, pointers, rules = game.rules.facts("evaluate" in heuristics), None, None
    if game.native is not None and "evaluate" in heuristics and not _is_native_evaluation(game):
        pointers, rules = _evaluation(game), game.rules
    core = None if game.native is None else _core.Backend.native(game.native, game.native_parameters(), facts, pointers, rules)
    if core is None:
        raise AgentError(f"{game} has no native rules; use compiled or interpreted")
    return Backend("native", core, rules is not None and pointers is None)


def _is_native_evaluation(game: Game) -> bool:
    """Whether native rules evaluate as the game does; they take any weights."""
    evaluation = game.rules.evaluation
    if evaluation is None or evaluation.function is not None:
        return False
    owner = next(cls for cls in type(game).__mro__ if "native" in vars(cls))
    rules = ("pattern_cells", "pattern_stage") if evaluation.patterns is not None else (evaluation.rule,)
    return all(vars(owner)["__original__"].get(rule) is getattr_static(type(game), rule) for rule in rules)


def _evaluation(game: Game) -> dict[str, int] | None:
    """The compiled evaluation of a game with native rules; None if it cannot be compiled."""
    from zermelo.compile.native import compiled_heuristic

    try:
        return compiled_heuristic(game, "evaluate")
    except CompileError as error:
        _warn_of(game, "evaluate", error)
        return None


@contextmanager
def diagnose(game: Game) -> Iterator[None]:
    """Turn the failure of a compiled rule into the error that the same rule gives when it is interpreted."""
    try:
        yield
    except _core.RuleFault as fault:
        rule, packed, move, code = fault.args
        if code == TOO_LARGE:
            raise too_large(game, move) from None
        if code == ENDED:
            raise game.rules.unsteady(game.layout.unpack(packed)) from None
        if code == LEAKING:
            s = game.layout.unpack(packed)
            raise leaking(game.rules, s, game.rules.to_move(s)) from None
        if code == CHANGED:
            raise game.rules.changed_chances(game.layout.unpack(packed), move) from None
        _replay(game, rule, packed, move)
        raise RuleError(
            f"rule `{rule}` of {game} failed when compiled (code {code}) but not when interpreted: it may need numbers of more "
            "than 64 bits or very long loops; use `--backend interpreted`, or find the cause with `zermelo check`",
            rule,
            packed,
        ) from None


def _replay(game: Game, rule: str, packed: bytes, move: int) -> None:
    """Ask the interpreted rule the same question; its error says more."""
    rules, s = game.rules, game.layout.unpack(packed)
    if rule in ("winner", "over", "utility"):
        rules.utilities(s)
    elif rule == "evaluate":
        for player in range(rules.players):
            rules.evaluate(s, player)
    elif rule == "playout" and move >= 0:
        rules.check_playout(s, move)
    elif rule == "playout":
        for dice in range(1000):
            rules.playout(s, dice * 4611686018427387 + dice)
    elif rule in ("at_most", "hide"):
        for player in range(rules.players):
            getattr(rules, rule)(s, player)
    elif rule == "guess":
        for player in range(rules.players):
            for dice in range(1000):
                rules.guess(rules.hide(s, player), player, dice * 4611686018427387 + dice)
    elif rule in ("play", "noisy", "order", "exchange"):
        getattr(rules, rule)(s, move)
    else:
        getattr(rules, rule)(s)
