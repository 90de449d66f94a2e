"""Evidence: positions of a game and what its rules answer there.

Every question is put to a fresh state, so that a rule which writes where it must not cannot spoil the evidence for the
next one. Failures come as a RuleError that names the rule, so that each is held against one law only. A rule that ran
out of time is not asked again, for every further question could take as long; about the state where it did, the error is
repeated to whoever asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Any, TypeVar

from zermelo.errors import RuleError, ZermeloError
from zermelo.game import watchdog
from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game
from zermelo.game.record import State

DISPLAY_RULES = ("show", "name", "parse", "svg")
_Answer = TypeVar("_Answer")


DICE = (0, 1, 12345, (1 << 61) + 6789, (1 << 62) - 1)
"""Throws with which a game's `playout` is asked for its move."""


class Unanswered(RuleError):
    """A rule that has run out of time before is not asked again. No law owns this: nothing new is known."""


class GameUnderTest:
    """A game under examination."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self.lapses: dict[str, tuple[bytes, RuleError]] = {}
        """By rule: where it ran out of time, and the error that told so."""
        self.samples: dict[bytes, Sample] = {}
        self.keys: dict[int, Sample] = {}
        """The first position seen with each `key`."""

    def ask(self, rule: str, packed: bytes, question: Callable[[], _Answer]) -> _Answer:
        """The answer to a question about a state, or a RuleError that names the rule which failed."""
        if rule in self.lapses:
            where, lapse = self.lapses[rule]
            raise lapse if where == packed else Unanswered(f"rule `{rule}` has run out of time before")
        started = time.monotonic()
        try:
            return question()
        except ZermeloError as error:
            failure = self._failure(rule, error)
            if time.monotonic() - started >= watchdog.PATIENCE:
                self.lapses[rule] = packed, failure
            raise failure from error

    def _failure(self, rule: str, error: ZermeloError) -> RuleError:
        if isinstance(error, RuleError):
            return RuleError(str(error), error.rule or rule, error.state)
        return RuleError(f"rule `{rule}` of {self.game} failed: {error}", rule)

    def meet(self, packed: bytes, path: tuple[int, ...]) -> Sample:
        """The one sample of a state; it remembers the shortest path on which it was met."""
        sample = self.samples.get(packed)
        if sample is None:
            sample = self.samples[packed] = Sample(self, packed, path)
        elif len(path) < len(sample.path):
            sample.path = path
        return sample

    def start(self) -> Sample:
        return self.meet(self.game.layout.start().pack(), ())

    def names(self, path: tuple[int, ...]) -> tuple[str, ...]:
        """The moves from the start, as people call them; numbers from where the rules no longer tell."""
        names: list[str] = []
        sample = self.start()
        with suppress(RuleError):
            for move in path:
                names.append(sample.name(move))
                packed = sample.after(move)
                sample = self.samples.get(packed) or Sample(self, packed)
        return (*names, *map(str, path[len(names) :]))


class Sample:
    """One position: the packed state, the shortest known way to it, and what is known about it so far."""

    def __init__(self, subject: GameUnderTest, packed: bytes, path: tuple[int, ...] = ()) -> None:
        self.subject, self.packed, self.path = subject, packed, path
        self.complaints: dict[str, str | None] = {}
        """By law: what is wrong here, or None."""
        self._after: dict[int, bytes] = {}

    @property
    def game(self) -> Game:
        return self.subject.game

    def state(self) -> State:
        """A fresh state to put a question to."""
        return self.game.layout.unpack(self.packed)

    def ask(self, rule: str, *args: Any, state: State | None = None) -> Any:
        """What a rule, checked by `Rules`, or a face answers here."""
        s = self.state() if state is None else state
        rules = self.subject.rules
        if rule in DISPLAY_RULES:
            return self.subject.ask(rule, self.packed, lambda: rules.call(rule, getattr(self.game, rule), s, *args))
        return self.subject.ask(rule, self.packed, lambda: getattr(rules, rule)(s, *args))

    def read(self, text: str) -> State:
        """What the game's `read` makes of the text of this position."""
        rules, game = self.subject.rules, self.game
        state = self.subject.ask("read", self.packed, lambda: rules.call("read", game.read, text))
        if not isinstance(state, State) or state.layout != game.layout:
            raise RuleError(f"rule `read` of {game} answered {state!r}; it must be a state of the game", "read")
        return state

    @cached_property
    def player(self) -> int:
        player: int = self.ask("to_move")
        return player

    @cached_property
    def utilities(self) -> tuple[float, ...] | None:
        utilities: tuple[float, ...] | None = self.ask("utilities")
        return utilities

    @property
    def over(self) -> bool:
        return self.utilities is not None

    @property
    def source(self) -> str:
        """The rule that says what may be played here."""
        return "chances" if self.player == CHANCE else "moves"

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """Everything that may be played here: moves, or what chance may bring."""
        if self.over:
            return ()
        answer = self.ask(self.source)
        return tuple(outcome for outcome, _ in answer) if self.player == CHANCE else tuple(answer)

    @property
    def moves(self) -> tuple[int, ...]:
        """The legal moves of a player; none where the game is over or chance is to move."""
        return () if self.player == CHANCE else self.choices

    def after(self, move: int) -> bytes:
        """The packed state that a choice leads to."""
        if move not in self._after:
            self._after[move] = self.ask("play", move).pack()
        return self._after[move]

    def difference(self, s: State) -> str | None:
        """How a state differs from this position, in words; None when it does not."""
        try:
            if s.pack() == self.packed:
                return None
        except RuleError as error:
            return str(error)
        mine = self.state()
        changed = [name for name in s.layout.fields if getattr(s, name) != getattr(mine, name)]
        words = [f"`{name}` is {getattr(s, name)} instead of {getattr(mine, name)}" for name in changed]
        return ", ".join(words) or "the unused bytes between fields are not zero"

    def name(self, move: int) -> str:
        """A move as people call it; its number where the game cannot tell."""
        try:
            return str(self.ask("name", move))
        except RuleError:
            return str(move)

    def text(self) -> str:
        """The board, or the bare fields where the game cannot show it."""
        try:
            return str(self.ask("show"))
        except RuleError:
            return repr(self.state())
