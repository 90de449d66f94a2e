"""What all programs have in common as agents: limits, clocks, patience, and one process for each game and seat.

`fresh(seed)` and `changed(...)` are agents with a process of their own. `within(seconds)` and `timed(left, increment)` are the same agent in the
middle of a game: they go on with the process that runs. After an error or a cancelled question the process has ended; the next question starts
another one, which is told the whole game.
"""

from __future__ import annotations

import threading
import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from zermelo.agents.asking import Cancelled, Late
from zermelo.agents.own_answers import place
from zermelo.agents.programs.process import Broken, Process, find_program, words_of
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine.requirements import check_turn
from zermelo.engine.seen import seen_by_mover
from zermelo.errors import AgentError, MoveError, nearest
from zermelo.files import check_allowed
from zermelo.game import Game, Position
from zermelo.limit import Limit
from zermelo.report import Report
from zermelo.score import is_number
from zermelo.search.cancel import current

LEAST_PATIENCE, USUAL_PATIENCE = 10.0, 60.0
"""Seconds for an answer: at least, and if no limit of time is known."""
_TIMES = 3
"""A program may take this many times its limit before it counts as hanging."""
_AFTER_TIME = 5.0
"""Seconds that a program may take after its clock has run out; who judges the game ends it earlier."""
_TICK = 0.05
_MOST_MOVES = 40


class Running:
    """The process of one game and seat, while it runs. A copy of it has none yet, so copies of agents never share a process."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.told: Any = None
        """What the program knows of the game, for protocols that send only what is new."""
        self.knows_clocks: bool | None = None
        """Whether it takes what the clocks show; None if it was not told yet."""
        self.name = ""
        """What the program calls itself."""
        self.lock = threading.Lock()

    def end(self) -> None:
        process, self.process, self.told, self.knows_clocks = self.process, None, None, None
        if process is not None:
            process.end()

    def __reduce__(self) -> tuple[Any, ...]:
        return Running, ()


@dataclass(frozen=True, repr=False)
class ProgramAgent(UnsearchedAgent):
    """An agent that asks a program; see the top of this file."""

    program: str
    """The command line."""
    limit: Limit = Limit()  # noqa: RUF009  (frozen)
    patience: float | None = None
    """Seconds after which a program that does not answer is ended; None for the usual time."""
    seed: int = 1
    left: tuple[float, ...] = field(default=(), compare=False)
    """What the clocks show; empty without clocks."""
    increment: float = field(default=0.0, compare=False)
    running: Running = field(default_factory=Running, compare=False)

    CALLED: ClassVar[str]
    """The name of the function that makes it."""
    LIMITS: ClassVar[tuple[str, ...]]
    """The limits that it passes on."""
    OTHERS: ClassVar[tuple[str, ...]] = ("patience",)
    """Its other parameters besides the program."""
    FAREWELL: ClassVar[tuple[str, ...]] = ()
    """What a program is told before it ends."""

    def __post_init__(self) -> None:
        words_of(self.program)
        if self.patience is not None and (not is_number(self.patience) or self.patience <= 0):
            raise AgentError(f"patience={self.patience!r:.60} must be a number of seconds above 0")

    # What users write

    def arguments(self) -> dict[str, Any]:
        """The parameters that differ from their defaults, besides the program."""
        given = {name: getattr(self.limit, name) for name in self.LIMITS}
        return {name: value for name, value in {**given, "patience": self.patience}.items() if value is not None}

    def takes(self, parameter: str) -> bool:
        """Whether users may give it this parameter."""
        return parameter in (*self.LIMITS, *self.OTHERS)

    def changed(self, **parameters: Any) -> ProgramAgent:
        """The same program with other parameters, by name, and with a process of its own."""
        for name in parameters:
            if not self.takes(name):
                known = (*self.LIMITS, *self.OTHERS)
                raise AgentError(f"{self} takes no `{name}`; it takes {', '.join(known)}.{nearest(name, known)}")
        limits = {name: value for name, value in parameters.items() if name in self.LIMITS}
        others = {name: value for name, value in parameters.items() if name not in self.LIMITS}
        return replace(self, limit=replace(self.limit, **limits), running=Running(), **others)

    def __str__(self) -> str:
        return f"{self.CALLED}({', '.join([repr(self.program), *(f'{name}={value!r}' for name, value in self.arguments().items())])})"

    # One game

    def fresh(self, seed: int) -> ProgramAgent:
        """The agent for a new game: with a new process."""
        return replace(self, seed=seed, left=(), increment=0.0, running=Running())

    def within(self, seconds: float) -> ProgramAgent:
        """The same agent in the middle of a game, with at most so many seconds for a move."""
        return replace(self, limit=replace(self.limit, seconds=min(seconds, self.limit.seconds or seconds)))

    def timed(self, left: tuple[float, ...], increment: float = 0.0) -> ProgramAgent:
        """The same agent in the middle of a game, which is told what the clocks show: seconds for each player, and more for each move."""
        return replace(self, left=tuple(left), increment=increment)

    def close(self) -> None:
        """End the program. It starts again if it is asked again."""
        with self.running.lock:
            process = self.running.process
            if process is not None:
                process.close(*self.FAREWELL)
            self.running.end()

    def prepare(self, position: Position) -> None:
        """Start the program for a game, so that its first move does not pay for that."""
        check_turn(position)
        self.check_game(position)
        position = seen_by_mover(position)
        with suppress(Cancelled), self._alone(position):
            try:
                self._process(position)
            except Late:
                told = f"did not answer within {self._patience(position):g} s"
                raise self.failure(position, told, "patience=... gives it more seconds") from None
            except Broken as problem:
                raise self.failure(position, str(problem)) from None

    def check(self, position: Position) -> None:
        """Refuse a game that the program cannot play, and a program that does not exist; nothing is started."""
        check_allowed(programs=True)
        self.check_game(position)
        find_program(words_of(self.program)[0])

    @abstractmethod
    def check_game(self, position: Position) -> None:
        """Refuse a game that the program cannot play."""

    def words(self) -> list[str]:
        """The words of the command line that starts the program."""
        return words_of(self.program)

    @abstractmethod
    def introduce(self, process: Process, position: Position) -> None:
        """Tell a program that has just been started what it needs to know."""

    @abstractmethod
    def ask(self, process: Process, position: Position) -> Iterator[Report]:
        """Its answers, better and better ones."""

    def deadline(self, position: Position) -> float:
        """When a program that is asked now counts as hanging."""
        return time.monotonic() + self._patience(position)

    def _patience(self, position: Position) -> float:
        if self.patience is not None:
            return self.patience
        if (most := self.seconds()) is not None:
            return max(LEAST_PATIENCE, _TIMES * most)
        return max(LEAST_PATIENCE, self.left[position.player] + _AFTER_TIME) if self.left else USUAL_PATIENCE

    def seconds(self) -> float | None:
        """How long the program is told to think; None if other limits or its clock decide."""
        return self.limit.seconds

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        """Its answers as reports; none if it is cancelled before the first."""
        if tree:
            raise AgentError(f"{self} shows no tree; choose an agent that searches, such as alphabeta(depth=3)")
        check_turn(position)
        self.check_game(position)
        root, position = position.state.pack(), seen_by_mover(position)
        with suppress(Cancelled), self._alone(position):
            try:
                for report in self.ask(self._process(position), position):
                    yield replace(report, root=root)
            except Late:
                raise self.failure(
                    position, f"did not answer within {self._patience(position):g} s", "patience=... gives it more seconds"
                ) from None
            except Broken as problem:
                raise self.failure(position, str(problem)) from None

    def __call__(self, position: Position) -> Report:
        last = None
        for last in self.reports(position):  # noqa: B007  (the last one counts)
            pass
        if last is None:
            raise AgentError(f"{self} was stopped before it answered {place(seen_by_mover(position))}")
        return last

    @contextmanager
    def _alone(self, position: Position) -> Iterator[None]:
        """One question at a time; after a failed or abandoned one the program has ended."""
        deadline, scope = self.deadline(position), current()
        while not self.running.lock.acquire(timeout=_TICK):
            if scope is not None and scope.reason is not None:
                raise Cancelled
            if time.monotonic() > deadline:
                raise AgentError(f"{self} is still busy with another question; fresh(seed) gives each game a program of its own")
        try:
            yield
        except BaseException:
            self.running.end()
            raise
        finally:
            self.running.lock.release()

    def _process(self, position: Position) -> Process:
        """The program that runs, or a new one."""
        process = self.running.process
        if process is None or not process.is_ours:
            self.running.told = self.running.knows_clocks = None
            process = self.running.process = Process(self.words())
            self.introduce(process, position)
        return process

    # Answers

    def failure(self, position: Position, problem: str, hint: str = "") -> AgentError:
        """The sentence about a failure: who, what, where, and what to do."""
        return AgentError(" ".join(f"{self} {problem} {place(position)}{f'; {hint}' if hint else ''}".split()))

    def move(self, position: Position, text: str, hint: str = "") -> int:
        """The legal move that a program names."""
        try:
            return position.parse(text)
        except MoveError:
            legal = " ".join(position.moves[:_MOST_MOVES]) + (" ..." if len(position.moves) > _MOST_MOVES else "")
            problem = f"answered `{text[:60]}`, which is not a legal move,"
            raise self.failure(position, problem, f"legal are: {legal}{f' ({hint})' if hint else ''}") from None

    def report(self, position: Position, line: tuple[str, ...], started: float, **known: Any) -> Report:
        """A report on the first move of a line; `started` is when the program was asked."""
        took = time.perf_counter() - started
        return Report(**self.report_fields(position, line, **{"backend": "program", "seconds": took, **known}))


def built_in(game: Game) -> str:
    """The name of the built-in game that a game is or derives from, found without importing any; empty if there is none.

    >>> from zermelo import Go
    >>> built_in(Go(5))
    'go'
    """
    classes = type(game).__mro__
    return next((each.__name__.lower() for each in classes if each.__module__.startswith("zermelo.games.")), "")


def for_both(position: Position, value: float) -> tuple[float, ...] | None:
    """The values of all players, if that of the player to move says them."""
    if position.rules.players != 2 or not position.rules.zero_sum:
        return None
    return (value, -value) if position.player == 0 else (-value, value)
