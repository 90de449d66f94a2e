"""What is known of OpenSpiel's side of a game: how it is loaded, which games are refused and why, and the states behind our records.

A record of ours is a history of action numbers. OpenSpiel wants an object for each state, and such an object knows no way back. So the last
states are kept by their histories: the state after a move is a copy of the state before it, with one action applied. A state that
is not kept any more is rebuilt from its nearest ancestor that is. Kept states are never changed, so threads can share them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from zermelo import files
from zermelo.errors import GameError, nearest

_MOST_STATES, _MOST_NAMES = 4096, 256
_PATIENCE = 30
"""Seconds that the trial of a game may take."""
_CRASH = "which Zermelo cannot prevent"
_LARGEST = 1e8
"""Greater utilities are refused, as in every game."""
_TRIAL = """
import ast, pyspiel, random, sys
name, parameters = sys.argv[1], ast.literal_eval(sys.argv[2])
game = pyspiel.load_game(name, parameters) if parameters else pyspiel.load_game(name)
print("loaded", flush=True)
dynamics = pyspiel.GameType.Dynamics
if game.get_type().dynamics == dynamics.SIMULTANEOUS:
    game = pyspiel.convert_to_turn_based(game)
state, dice = game.new_initial_state(), random.Random(1)
str(state)
for _ in range(200 if game.get_type().dynamics != dynamics.MEAN_FIELD else 0):
    if state.is_terminal():
        break
    state.apply_action(dice.choice(state.legal_actions()))
    str(state)
"""

History = tuple[int, ...]
Parameters = tuple[tuple[str, Any], ...]
_given: dict[str, Any] = {}
"""Games that were made in this process and cannot be loaded by their names, such as matrix games."""


def pyspiel() -> Any:
    """OpenSpiel's module, imported when it is first needed."""
    try:
        import pyspiel as module
    except ImportError:
        raise GameError('OpenSpiel is not installed: pip install "zermelo[openspiel]"') from None
    return module


class Outside:
    """A game of OpenSpiel in which one player moves at a time, and its last states."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.states: OrderedDict[History, Any] = OrderedDict({(): game.new_initial_state()})
        self.root = self.states[()]
        self._names: dict[History, dict[int, str]] = {}

    def at(self, history: History) -> Any:
        """The state after some actions; do not change it."""
        known = self.states.get(history)
        if known is not None:
            with suppress(KeyError):  # another thread has dropped it just now
                self.states.move_to_end(history)
            return known
        length = len(history)
        while length and history[:length] not in self.states:
            length -= 1
        state = self.states.get(history[:length], self.root).clone() if length else self.root.clone()
        for action in history[length:]:
            state.apply_action(action)
        self.keep(history, state)
        return state

    def after(self, history: History, action: int) -> Any:
        """The state after one more action, which must be legal: OpenSpiel does not check it, and may end the process."""
        found = self.states.get((*history, action))
        if found is None:
            found = self.at(history).clone()
            found.apply_action(action)
            self.keep((*history, action), found)
        return found

    def names(self, history: History) -> dict[int, str]:
        """OpenSpiel's names of the legal actions, with `_` for spaces; followed by the action where several share a name."""
        found = self._names.get(history)
        if found is None:
            state = self.at(history)
            plain = {action: _name(state, action) for action in ([] if state.is_terminal() else state.legal_actions())}
            count = Counter(name.lower() for name in plain.values())
            found = {action: f"{name}#{action}" if count[name.lower()] > 1 else name for action, name in plain.items()}
            if len(self._names) >= _MOST_NAMES:
                self._names.clear()
            self._names[history] = found
        return found

    def keep(self, history: History, state: Any) -> None:
        """Remember a state, and forget the one that was not needed for longest."""
        self.states[history] = state
        if len(self.states) > _MOST_STATES:
            with suppress(KeyError):
                self.states.popitem(last=False)


@lru_cache(maxsize=16)
def outside(name: str, parameters: Parameters) -> Outside:
    """The game of a name with its parameters, loaded once."""
    return Outside(sequential(_given[name] if name in _given else load(name, dict(parameters))))


def check(name: str, parameters: Parameters) -> None:
    """Raise GameError for a game that cannot be played. Games that were made in this process are taken as they are."""
    files.check_allowed(programs=True)  # some games read files, and wrong parameters may end the process
    pyspiel()
    _check_once(name, parameters)


@lru_cache(maxsize=64)
def _check_once(name: str, parameters: Parameters) -> None:
    sequential(_given[name] if name in _given else load(name, dict(parameters), trial=True))


def give(game: Any) -> str:
    """A name for a game that was made in this process: its own if OpenSpiel can load it again by that, else a new one."""
    text = str(game).removesuffix("()")
    with suppress(GameError):
        if str(load(text, {})) == str(game):
            return text
    known = next((name for name, other in _given.items() if other is game), None)
    label = known or next(f"{text}#{number}" for number in range(1, len(_given) + 2) if f"{text}#{number}" not in _given)
    _given[label] = game
    return label


def load(name: str, parameters: Mapping[str, Any], trial: bool = False) -> Any:
    """A game of OpenSpiel by its name or text; every failure is one sentence. With a `trial` a process of its own plays it first."""
    library = pyspiel()
    called = name.partition("(")[0].strip()
    _check_name(library, name, called)
    if parameters and "(" in name:
        raise GameError(f"`{name:.80}` has parameters already; write all of them inside it, or all of them outside")
    typed = _typed(library, called, parameters)
    failure = _failure(name, typed) if trial and (parameters or "(" in name) else ""
    if failure.endswith(_CRASH):
        raise GameError(f"OpenSpiel cannot play {_call(name, parameters)}: {failure}; check the parameters")
    try:
        with _quiet():
            game = library.load_game(called, typed) if parameters else library.load_game(name)
    except (library.SpielError, RuntimeError, TypeError, ValueError) as error:
        raise GameError(f"OpenSpiel refuses {_call(name, parameters)}: {reason(str(error))}") from None
    if failure:
        raise GameError(f"OpenSpiel cannot play {_call(name, parameters)}: {failure}; check the parameters")
    return game


def _failure(name: str, parameters: Mapping[str, Any]) -> str:
    """Why a random game cannot be played; empty if it can. Parameters that OpenSpiel does not check end its process."""
    command = [sys.executable, "-c", _TRIAL, name, repr(dict(parameters))]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return f"a random game takes more than {_PATIENCE} s, {_CRASH}"
    if done.returncode < 0:
        return f"a random game ends its process, {_CRASH}"
    lines = done.stderr.decode(errors="replace").strip().splitlines() or [""]
    return reason(lines[-1]) if done.returncode and done.stdout.endswith(b"loaded\n") else ""


def sequential(game: Any) -> Any:
    """The game with one player to move at a time; raises GameError for kinds of games that Zermelo cannot play."""
    library, kind, name = pyspiel(), game.get_type(), game.get_type().short_name
    if kind.dynamics == library.GameType.Dynamics.MEAN_FIELD:
        raise GameError(
            f"`{name}` is a mean-field game, in which a whole population moves; Zermelo plays games of single players"
        )
    if kind.chance_mode == library.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise GameError(f"`{name}` draws its random events itself and does not tell their probabilities, which searches need")
    if getattr(kind, "action_structs_only", False):
        raise GameError(f"the actions of `{name}` are not numbers, so Zermelo cannot play it")
    if max(game.num_distinct_actions(), game.max_chance_outcomes()) >= 1 << 31:
        raise GameError(f"`{name}` has action numbers of 2^31 or more; Zermelo's moves are smaller")
    low, high = game.min_utility(), game.max_utility()
    if not -_LARGEST <= low <= high <= _LARGEST:
        raise GameError(f"`{name}` has utilities from {low:g} to {high:g}; Zermelo plays for numbers between -1e8 and 1e8")
    if kind.dynamics == library.GameType.Dynamics.SIMULTANEOUS:
        game = library.convert_to_turn_based(game)
    if game.new_initial_state().is_terminal():
        raise GameError(f"`{name}` with these parameters is over before the first move")
    return game


def reason(told: str) -> str:
    """What OpenSpiel says about an error, as the end of a sentence."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    return re.sub(r"^\S+/(\w+\.\w+):\d+ ", "", "; ".join(lines[:2])).rstrip(".")[:300] or "it gives no reason"


def _name(state: Any, action: int) -> str:
    told = state.action_to_string(state.current_player(), action)
    return "_".join("".join(sign if sign.isprintable() else " " for sign in told).split()) or str(action)


def _check_name(library: Any, name: str, called: str) -> None:
    known = library.registered_names()
    if "#" in name and name not in _given:
        raise GameError(
            f"the OpenSpiel game `{name}` was made in another process; games can be sent only if they have a name there"
        )
    if called not in known:
        raise GameError(
            f"OpenSpiel has no game `{called:.60}`; it has {len(known)}, see pyspiel.registered_names().{nearest(called, known)}"
        )


def _typed(library: Any, name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as OpenSpiel wants them: a whole number becomes a float where it expects one."""
    kinds = next(kind.parameter_specification for kind in library.registered_games() if kind.short_name == name)
    for parameter in parameters:
        if parameter not in kinds:
            takes = f"it takes {', '.join(sorted(kinds))}" if kinds else "it takes none"
            raise GameError(f"`{name}` of OpenSpiel has no parameter `{parameter}`: {takes}.{nearest(parameter, kinds)}")
    return {
        each: float(value) if isinstance(kinds[each], float) and type(value) is int else value
        for each, value in parameters.items()
    }


def _call(name: str, parameters: Mapping[str, Any]) -> str:
    inside = ", ".join(f"{each}={value}" for each, value in parameters.items())
    return f"`{name:.80}({inside})`" if parameters else f"`{name:.80}`"


@contextmanager
def _quiet() -> Iterator[None]:
    """OpenSpiel writes its errors to the terminal before it raises them: once is enough."""
    sys.stderr.flush()
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # there is no terminal, or no file can be opened
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
