"""Sample positions of a game, and what its rules answer there.

Every question is put to a fresh state, so a rule that wrongly changes the state cannot affect the next question. Every failure
becomes a RuleError that names the rule, so that it counts against one law only. A rule that ran out of time is not asked again,
because every further question could take as long; for the state where it happened, the same error is raised again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

from zermelo.errors import RuleError, ZermeloError
from zermelo.game import CHANCE, Game, Random, State, watchdog

if TYPE_CHECKING:
    from zermelo.laws.law import Complaint

DISPLAY_RULES = ("show", "name", "parse", "svg")
_Answer = TypeVar("_Answer")
Question = tuple[str, list[tuple[int, ...]]]
"""A rule, and the arguments besides the state with which it can be asked."""
DICE = (0, 1, 12345, (1 << 61) + 6789, (1 << 62) - 1)
"""The dice with which `playout` is asked for a move."""
EVALUATING = ("features", "pattern_cells", "pattern_stage")
"""Rules that stand for `evaluate`."""
FEW = 12
"""In a position with more choices than this, laws about single choices are checked on some of them."""


class Unanswered(RuleError):
    """Raised for a rule that ran out of time before and is not asked again. It breaks no law."""


class Notes:
    """What laws see in passing that is not wrong by itself; hints tell it."""

    def __init__(self) -> None:
        self.equal: tuple[Sample, int, int] | None = None
        """A position with two moves that lead to the same state."""
        self.idle: tuple[Sample, int] | None = None
        """A position with a move of a player that changes nothing."""
        self.guesses, self.guessed = 0, 0
        """How often `guess` was asked, and how often it worked out."""

    def add_plays(self, sample: Sample, after: dict[int, bytes]) -> None:
        """Note the states to which the moves of a position lead."""
        if sample.player == CHANCE or (self.equal and self.idle):
            return
        seen: dict[bytes, int] = {}
        for move, packed in after.items():
            if self.idle is None and packed == sample.packed:
                self.idle = sample, move
            if self.equal is None and packed in seen:
                self.equal = sample, seen[packed], move
            seen.setdefault(packed, move)


class GameUnderTest:
    """A game, the samples found so far, and the rules that ran out of time."""

    def __init__(self, game: Game, few: int = FEW) -> None:
        self.game, self.rules, self.few = game, game.rules, few
        self.lapses: dict[str, tuple[bytes, RuleError]] = {}
        """By rule: the state where it ran out of time, and the error."""
        self.samples: dict[bytes, Sample] = {}
        self.keys: dict[int, Sample] = {}
        """The first sample with each `key`."""
        self.notes = Notes()

    def ask(self, rule: str, packed: bytes, question: Callable[[], _Answer]) -> _Answer:
        """The answer to a question about a state, or a RuleError that names the rule."""
        if rule in self.lapses:
            where, lapse = self.lapses[rule]
            raise lapse if where == packed else Unanswered(f"rule `{rule}` ran out of time before")
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
            return RuleError(str(error), error.rule or rule, error.state, error.place)
        return RuleError(f"rule `{rule}` of {self.game} failed: {error}", rule)

    def meet(self, packed: bytes, path: tuple[int, ...]) -> Sample:
        """The sample for a state, with the shortest path found to it."""
        sample = self.samples.get(packed)
        if sample is None:
            sample = self.samples[packed] = Sample(self, packed, path)
        elif len(path) < len(sample.path):
            sample.path = path
        return sample

    def start(self) -> Sample:
        return self.meet(self.game.layout.start().pack(), ())

    def follow(self, path: tuple[int, ...]) -> Sample:
        """The position after legal moves from the start."""
        sample = self.start()
        for at, move in enumerate(path, 1):
            sample = Sample(self, sample.after(move), path[:at])
        return sample

    def names(self, path: tuple[int, ...]) -> tuple[str, ...]:
        """The names of the moves from the start; numbers from the first move that the rules cannot name."""
        names: list[str] = []
        sample = self.start()
        with suppress(RuleError):
            for move in path:
                names.append(sample.name(move))
                packed = sample.after(move)
                sample = self.samples.get(packed) or Sample(self, packed)
        return (*names, *map(str, path[len(names) :]))


class Sample:
    """One position: its packed state, the shortest known path to it, and what the checks found so far."""

    def __init__(self, subject: GameUnderTest, packed: bytes, path: tuple[int, ...] = (), where: str = "") -> None:
        self.subject, self.packed, self.path, self.where = subject, packed, path, where
        self.complaints: dict[str, Complaint | None] = {}
        """By law: what is wrong here, or None."""
        self._after: dict[int, bytes] = {}
        self._views: dict[int, Sample] = {}

    @property
    def game(self) -> Game:
        return self.subject.game

    def state(self) -> State:
        """A fresh state for one question."""
        return self.game.layout.unpack(self.packed)

    def ask(self, rule: str, *args: Any, state: State | None = None) -> Any:
        """The answer of a rule here, checked by `Rules`, or of a display rule. `guess` gets the view of the player it is asked for."""
        s = self.state() if state is None else state
        rules = self.subject.rules
        if rule == "guess":
            s = self.ask("hide", args[0], state=s)
        if rule in DISPLAY_RULES:
            return self.subject.ask(rule + self.where, self.packed, lambda: rules.call(rule, getattr(self.game, rule), s, *args))
        return self.subject.ask(rule + self.where, self.packed, lambda: getattr(rules, rule)(s, *args))

    def view(self, player: int) -> Sample:
        """What a player sees here. A rule that runs out of time on a view is still asked on states."""
        if player not in self._views:
            self._views[player] = Sample(self.subject, self.ask("hide", player).pack(), self.path, " on views")
        return self._views[player]

    def read(self, text: str) -> State:
        """The state that the game's `read` returns for a text."""
        rules, game = self.subject.rules, self.game
        state = self.subject.ask("read", self.packed, lambda: rules.call("read", game.read, text))
        if not isinstance(state, State) or state.layout != game.layout:
            raise RuleError(f"rule `read` of {game} returned {state!r}; it must return a state of the game", "read")
        return state

    @cached_property
    def player(self) -> int:
        return int(self.ask("to_move"))

    @cached_property
    def utilities(self) -> tuple[float, ...] | None:
        utilities: tuple[float, ...] | None = self.ask("utilities")
        return utilities

    @property
    def over(self) -> bool:
        return self.utilities is not None

    @property
    def source(self) -> str:
        """The rule that lists the choices here."""
        return "chances" if self.player == CHANCE else "moves"

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """The choices here: legal moves, or outcomes of chance."""
        if self.over:
            return ()
        answer = self.ask(self.source)
        return tuple(outcome for outcome, _ in answer) if self.player == CHANCE else tuple(answer)

    @cached_property
    def some(self) -> tuple[int, ...]:
        """The choices that laws about single choices are checked on: all if they are few, else the first, the last and some others."""
        few, choices = self.subject.few, self.choices
        if len(choices) <= few:
            return choices
        random = Random(crc32(self.packed))
        return tuple(sorted({choices[0], choices[-1], *(choices[random.below(len(choices))] for _ in range(few - 2))}))

    @property
    def moves(self) -> tuple[int, ...]:
        """The legal moves, or some of them; empty if the game is over or chance is to move."""
        return () if self.player == CHANCE else self.some

    def label(self, rule: str) -> str:
        """The rule of the user behind a question."""
        if rule == "evaluate" and self.subject.rules.evaluation is not None:
            return self.subject.rules.evaluation.rule
        return ("winner" if self.subject.rules.has_winner else "over` or `utility") if rule == "utilities" else rule

    def question(self, rule: str) -> str:
        """The question that asks a rule of the user."""
        return "utilities" if rule in ("winner", "over", "utility") else "evaluate" if rule in EVALUATING else rule

    def questions(self) -> Iterator[Question]:
        """Every rule that only reads a state, with the arguments with which it can be asked here."""
        yield "to_move", [()]
        yield "utilities", [()]
        players = range(self.subject.rules.players)
        if self.game.defines("key"):
            yield "key", [()]
        if self.game.hides:
            yield "hide", [(player,) for player in players]
        if self.over:
            return
        yield self.source, [()]
        yield "evaluate", [(player,) for player in players]
        yield "noisy", [(move,) for move in self.moves]
        yield "order", [(move,) for move in self.moves]
        if self.game.defines("exchange"):
            yield "exchange", [(move,) for move in self.moves]
        if self.game.defines("threatened") and self.moves:
            yield "threatened", [()]
        if self.game.defines("forced") and self.moves:
            yield "forced", [()]
        if self.game.defines("at_most"):
            yield "at_most", [(player,) for player in players]
        if self.game.defines("plies_left"):
            yield "plies_left", [()]
        if self.game.defines("playout") and self.moves:
            yield "playout", [(number,) for number in DICE]
        if self.game.hides and self.game.defines("guess") and self.moves:
            yield "guess", [(self.player, crc32(self.packed))]

    def after(self, move: int) -> bytes:
        """The packed state after a choice."""
        if move not in self._after:
            self._after[move] = self.ask("play", move).pack()
        return self._after[move]

    def difference(self, s: State) -> str | None:
        """How a state differs from this position, as text; None if it does not."""
        try:
            if s.pack() == self.packed:
                return None
        except RuleError as error:
            return str(error)
        mine = self.state()
        changed = [name for name in s.layout.fields if getattr(s, name) != getattr(mine, name)]
        words = [f"`{name}` is {getattr(s, name)} instead of {getattr(mine, name)}" for name in changed]
        return ", ".join(words) or "the unused bytes between fields are not zero"

    @cached_property
    def names(self) -> tuple[Any, ...]:
        """What `name` returns for each choice."""
        s, game, rules = self.state(), self.game, self.subject.rules
        call = partial(rules.call, "name", lambda: tuple(game.name(s, choice) for choice in self.choices), state=s)
        names: tuple[Any, ...] = self.subject.ask("name", self.packed, call)
        return names

    def name(self, move: int) -> str:
        """The name of a move; its number if the game cannot name it."""
        try:
            return str(self.ask("name", move))
        except RuleError:
            return str(move)

    def text(self) -> str:
        """The board as text; the fields of the state if the game cannot show it."""
        try:
            return str(self.ask("show"))
        except RuleError:
            return repr(self.state())
