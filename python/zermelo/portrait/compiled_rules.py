"""What of a game is compiled, rule by rule, and how fast: `zermelo check --compile`.

Each rule is asked about the same states, compiled and interpreted. What rules answer is copied, as for any question from outside; a search has no
such cost.
"""

from __future__ import annotations

import random
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from zermelo import _core
from zermelo.engine.backends import Backend, open_backend
from zermelo.errors import AgentError, CompileError, RuleError
from zermelo.game import CHANCE, HEURISTICS, Game
from zermelo.game.record import State

STATES = 200
"""Rules are timed on at most so many states of random games."""
_IN_TURN = ("moves", "order", "noisy", "exchange", "threatened", "forced", "playout")
"""Rules that are asked only where a player is to move."""
_DICE = 0x123456789ABCDEF
_IN_A_PLY = ("moves", "play", "winner", "over", "to_move")
"""What every ply of a random game asks."""


@dataclass(frozen=True)
class CompiledRule:
    """One rule: whether it is compiled, why not, and how many states a second it answers."""

    rule: str
    backend: str
    reasons: tuple[str, ...] = ()
    per_second: float | None = None
    interpreted_per_second: float | None = None
    share: float | None = None
    """The share of the time of a random game's ply that this rule takes."""
    makes: str = "-"
    """"lists" if the compiled rule makes lists, sets or dictionaries, "numbers" if it needs no memory; a dash if it is not compiled."""

    @property
    def times(self) -> float | None:
        """How many times as fast as interpreted."""
        if self.per_second is None or not self.interpreted_per_second:
            return None
        return self.per_second / self.interpreted_per_second

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "reasons": list(self.reasons), "times": self.times}


@dataclass(frozen=True)
class CompiledRules:
    """All rules of a game, and how many questions compiled code left to Python."""

    rules: tuple[CompiledRule, ...]
    asked: int
    fallbacks: int

    def to_json(self) -> dict[str, Any]:
        return {"rules": [rule.to_json() for rule in self.rules], "asked": self.asked, "fallbacks": self.fallbacks}

    def __str__(self) -> str:
        lines = [f"{'rule':<10} {'backend':<12} {'states/s':>10} {'interpreted':>12} {'times':>7} {'share of time':>14}  makes"]
        for rule in self.rules:
            figures = (_short(rule.per_second), _short(rule.interpreted_per_second), _times(rule.times), _percent(rule.share))
            lines.append(
                f"{rule.rule:<10} {rule.backend:<12} {figures[0]:>10} {figures[1]:>12} {figures[2]:>7} {figures[3]:>14}  {rule.makes}"
            )
        lines += [f"\n{reason}" for rule in self.rules for reason in rule.reasons]
        if self.fallbacks:
            lines.append(
                f"\n{self.fallbacks} of {self.asked} answers were left to Python, which is slow: compiled code gave up there"
            )
        return "\n".join(lines)


def compiled_rules(game: Game, seconds: float = 1.0) -> CompiledRules:
    """Compile a game and time its rules; `seconds` is about what the timing takes."""
    heuristics = tuple(rule for rule in HEURISTICS if game.defines(rule))
    ends = ("winner",) if game.defines("winner") else ("over", "utility")
    evaluation = game.rules.evaluation
    called = {"evaluate": evaluation.rule} if evaluation is not None else {}  # `features` are an `evaluate`
    shown = [called.get(rule, rule) for rule in heuristics]
    names = ["moves", "play", *ends, *(rule for rule in ("to_move", "chances") if game.defines(rule)), *shown]
    backends, reasons = _opened(game, names, dict(zip(shown, heuristics, strict=True)))
    states = _states(game)
    opened = {id(backend.core): backend.core for backend in backends.values()}
    asked = sum(_asked_once(backends[rule].core, rule, states) for rule in names if rule in backends)
    fallbacks = sum(core.fallbacks() for core in opened.values())
    each = seconds / (2 * len(names))
    slow = open_backend(game, "interpreted").core
    speeds = {rule: _speed(backends[rule].core, rule, states, each) for rule in names if rule in backends}
    plain = {rule: _speed(slow, rule, states, each) for rule in names}
    taken = {rule: 1 / speed for rule, speed in speeds.items() if speed and rule in _IN_A_PLY}
    rows = tuple(
        CompiledRule(
            rule,
            backends[rule].name if rule in backends else "interpreted",
            tuple(reasons.get(rule, ())),
            speeds.get(rule),
            plain[rule],
            taken[rule] / sum(taken.values()) if rule in taken else None,
            _makes(game, rule, backends.get(rule)),
        )
        for rule in names
    )
    return CompiledRules(rows, asked, fallbacks)


def _makes(game: Game, rule: str, backend: Backend | None) -> str:
    if backend is None or backend.name != "compiled":
        return "-"
    from zermelo.compile.native import allocating

    return "lists" if allocating(game, rule) else "numbers"


def _opened(game: Game, names: list[str], heuristics: dict[str, str]) -> tuple[dict[str, Backend], dict[str, list[str]]]:
    """The fastest backend of each rule, and the reasons why rules have only the interpreted one."""
    backends: dict[str, Backend] = {}
    reasons: dict[str, list[str]] = {}
    for wanted in [(), *((rule,) for rule in heuristics)]:
        try:
            found = _fastest(game, tuple(heuristics[rule] for rule in wanted))
        except CompileError as error:
            for rule, where, why, marked in ((error.rule, error.where, error.why, error.marked), *error.others):
                reasons.setdefault(rule, []).append(f"{where}: {why}" + (f"\n{marked}" if marked else ""))
            continue
        for rule in wanted or [name for name in names if name not in heuristics]:
            backends[rule] = found
    return backends, reasons


def _fastest(game: Game, heuristics: tuple[str, ...]) -> Backend:
    try:
        return open_backend(game, "native", heuristics)
    except AgentError:
        return open_backend(game, "compiled", heuristics)


def _states(game: Game) -> list[tuple[State, int]]:
    """States of random games, each with a choice to play; seeded, so that they are the same each time."""
    rules, draw, found = game.rules, random.Random(1), list[tuple[State, int]]()
    until = time.monotonic() + 1
    while len(found) < STATES and time.monotonic() < until:
        s = game.fresh()
        choices = rules.choices(s)
        while choices and len(found) < STATES and time.monotonic() < until:
            found.append((s, draw.choice(choices)))
            s = rules.play(s, found[-1][1])
            choices = rules.choices(s)
    return found


def _speed(core: _core.Backend, rule: str, states: list[tuple[State, int]], seconds: float) -> float | None:
    """How many states a second a rule answers; None if it cannot be asked about any."""
    asked = [(s.pack(), _DICE if rule == "playout" else choice) for s, choice in states if _can_ask(core, rule, s)]
    try:
        return core.speed(rule, asked, seconds) or None
    except (RuleError, _core.RuleFault):
        return None


def _asked_once(core: _core.Backend, rule: str, states: list[tuple[State, int]]) -> int:
    """Ask a rule once about each state; the number of questions."""
    asked = [(s.pack(), _DICE if rule == "playout" else choice) for s, choice in states if _can_ask(core, rule, s)]
    with suppress(RuleError, _core.RuleFault):
        core.speed(rule, asked, 0.0)
    return len(asked)


def _can_ask(core: _core.Backend, rule: str, s: State) -> bool:
    at_chance = core.to_move(s.pack()) == CHANCE
    return not at_chance if rule in _IN_TURN else at_chance or rule != "chances"


def _short(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number / 1e6:.2f} M" if number >= 1e6 else f"{number / 1e3:.1f} k" if number >= 1e3 else f"{number:.0f}"


def _times(number: float | None) -> str:
    return "-" if number is None else f"{number:.1f}"


def _percent(number: float | None) -> str:
    return "" if number is None else f"{100 * number:.0f} %"
