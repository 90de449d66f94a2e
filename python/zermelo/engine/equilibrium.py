"""Solving small games in which players do not see everything: iterations of counterfactual regret, in Rust or by the specification.

Iterations run some milliseconds at a time. In between the solver looks whether it was cancelled or its time is up; Ctrl-C is noticed there too. One
iteration of samples may take for ever in a game with many moves, so it is stopped where it is. What it has found by then counts.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from zermelo import _core
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import diagnose, open_backend
from zermelo.engine.policy import Policy
from zermelo.engine.policy_file import Row
from zermelo.engine.sequence_tree import MOST_POSITIONS, Tree, ending
from zermelo.errors import AgentError, LimitError, PositionError, nearest
from zermelo.game import HIDING, Position
from zermelo.search import Stop
from zermelo.search.hidden.regret import VARIANTS
from zermelo.search.hidden.sampling import SAMPLINGS, SampledRegrets

MOST_MEASURED = 1_000_000
"""The most positions of a game that is solved by samples, if its exploitability is to be told."""
SOLVERS = (*VARIANTS, *SAMPLINGS)
SAMPLE_MEMORY = 1 << 30
"""Bytes for the information sets that samples have met."""
_STEP = 0.1
"""Seconds between two stages, about."""
_BREATH = 0.005
"""Seconds of iterations between two looks at the clock, about."""
_SELDOM = 4
"""A stage may take long to measure: so many times as long passes until the next one."""
_FIRST = 0.05
"""Seconds that the first iteration of samples may take, even if the time is up already."""


@dataclass(frozen=True)
class Stage:
    """How far a solver is."""

    iterations: int
    values: tuple[float, ...] | None
    """What the average policy is worth to each player; None if the game is too large to tell."""
    exploitability: float | None
    """What a perfect opponent gains against it, in the mean of both seats; None unless it is a zero-sum game for two."""
    seconds: float


class Solver:
    """One run of counterfactual regret minimisation on a game from a position on: on its sequence form, or by samples.

    `memory` is for the information sets that samples have met. When they need more, the run ends, and `full` says so. Samples need no tree unless
    what they find is to be `measured`.
    Raises `Stopped` if `stop` is set before the tree is read.
    """

    def __init__(
        self,
        position: Position,
        by: str = "cfr+",
        backend: str | None = None,
        most: int = MOST_POSITIONS,
        seed: int = 1,
        memory: int = SAMPLE_MEMORY,
        stop: Stop | None = None,
        measured: bool = True,
    ) -> None:
        if by not in SOLVERS:
            raise AgentError(f"there is no solver `{by}`; use {', '.join(SOLVERS)}.{nearest(by, SOLVERS)}")
        if position.over:
            raise PositionError(f"the game is over ({position.result}): there is nothing to solve")
        check_known(position)
        self.position, self.by, self.backend, self.iterations = position, by, backend, 0
        self.full, self._number = False, 1
        self._began = time.perf_counter()
        self.tree: Tree | None = None
        """None if the game is too large; samples need none, but then the exploitability is unknown."""
        self._samples: SampledRegrets | _core.SampledRegrets | None = None
        self._sampled: tuple[int, list[tuple[int, int, bytes, list[int], list[float]]]] | None = None
        """The average of all samples after so many iterations: it may take seconds to put together."""
        if by in SAMPLINGS:
            spec = backend == SPECIFICATION
            rules, state = position.rules, position.state
            self._samples = SampledRegrets(rules, state, by, seed, memory) if spec else _core.SampledRegrets(by, seed, memory)
            most = min(most, MOST_MEASURED)
        try:
            self.tree = Tree(position, backend, most, stop) if measured or self._samples is None else None
        except (AgentError, LimitError):  # too large, or without end
            if self._samples is None:
                raise
        self._run = None if self._samples is not None or self.tree is None else self.tree.minimiser(by)

    @property
    def information_sets(self) -> int:
        """The information sets of the game; those that were met so far if it is too large to count them."""
        return len(self.tree.sets) if self.tree is not None else len(self._average())

    def iterate(self, number: int, stop: Stop | None = None) -> None:
        """So many iterations more; fewer if it is stopped, or if the memory for samples is full."""
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise AgentError(f"iterations={number!r} must be a whole number of at least 0")
        for _ in self._breaths(self.iterations + number, None, stop or Stop()):
            pass

    def _breaths(self, iterations: int | None, seconds: float | None, stop: Stop) -> Iterator[None]:
        """Iterates up to a limit, and pauses every few milliseconds. At least one iteration is begun, unless it was stopped before."""
        until = None if seconds is None else self._began + seconds
        while stop.reason is None and not self.full and (iterations is None or self.iterations < iterations):
            number = self._number if iterations is None else min(self._number, iterations - self.iterations)
            before = time.perf_counter()
            self._iterate(number, stop, until)
            took = time.perf_counter() - before
            self._number = max(1, min(2 * number, int(number * _BREATH / max(took, 1e-9))))
            yield
            if until is not None and time.perf_counter() >= until:
                return

    def _iterate(self, number: int, stop: Stop, until: float | None) -> None:
        if self._samples is not None:
            delay = None if until is None else max(until - time.perf_counter(), 0.0 if self.iterations else _FIRST)
            self.iterations += self._sample(self._samples, number, stop, delay)
            self.full, self._sampled = self._samples.full, None
            return
        if isinstance(self._run, _core.RegretMinimiser):
            self._run.iterate(number)
        else:
            assert self._run is not None
            for _ in range(number):
                self._run.iterate()
        self.iterations += number

    def _sample(self, run: SampledRegrets | _core.SampledRegrets, number: int, stop: Stop, delay: float | None) -> int:
        """How many of so many iterations were finished before they were stopped, or the memory was full."""
        if isinstance(run, SampledRegrets):
            inner = Stop()
            with _stopping(inner.now, stop, delay):
                return sum(1 for _ in takewhile(bool, (run.iterate(inner) for _ in range(number))))
        flag = _core.Stopping()
        with diagnose(self.position.game), ending(self.position.rules), _stopping(flag.now, stop, delay):
            core = open_backend(self.position.game, self.backend, HIDING).core
            return run.iterate(core, self.position.state.pack(), number, flag)

    def _average(self) -> list[tuple[int, int, bytes, list[int], list[float]]]:
        """For each information set that samples have met player, number, view, moves and probabilities."""
        assert self._samples is not None
        if self._sampled is None or self._sampled[0] != self.iterations:
            self._sampled = None  # two at a time could be too much
            self._sampled = self.iterations, self._samples.average()
        return self._sampled[1]

    def policy_rows(self) -> dict[int, Row]:
        """What the average policy does, by the number of the information set."""
        if self._samples is not None:
            return {key: Row(player, view, tuple(moves), tuple(shares)) for player, key, view, moves, shares in self._average()}
        assert self._run is not None
        assert self.tree is not None
        average = self._run.average()
        sets = self.tree.sets
        return {
            here.key: Row(here.player, here.view, here.moves, tuple(average[here.first : here.first + len(here.moves)]))
            for here in sets
        }

    def stage(self) -> Stage:
        if self.tree is None:
            return Stage(self.iterations, None, None, time.perf_counter() - self._began)
        policy = self._run.average() if self._run is not None else self.tree.numbers(self.policy_rows())
        gain = sum(self.tree.best_responses(policy)) / 2 if is_measurable(self.position) else None
        return Stage(self.iterations, self.tree.values(policy), gain, time.perf_counter() - self._began)

    def stages(self, iterations: int | None = None, seconds: float | None = None, stop: Stop | None = None) -> Iterator[Stage]:
        """Iterates up to a limit; a stage every tenth of a second or so, more often in the first iterations, and at the end.

        The seconds count from when the solver was made.
        """
        told, due = 0, 0.0
        for _ in self._breaths(iterations, seconds, stop or Stop()):
            now = time.perf_counter()
            if self.iterations < 2 * told and now < due:
                continue
            if iterations is None or self.iterations < iterations:
                told = self.iterations
                yield self.stage()
                due = time.perf_counter() + max(_STEP, _SELDOM * (time.perf_counter() - now))
        yield self.stage()

    def policy(self, stage: Stage | None = None, measured: bool = True) -> Policy:
        """What has been found so far. `stage` is the last one, if it is known; unless it is `measured`, its value is not looked for."""
        about: dict[str, Any] = {"by": self.by, "iterations": self.iterations}
        if measured:
            now = self.stage() if stage is None or stage.iterations != self.iterations else stage
            about |= {"values": None if now.values is None else list(now.values), "exploitability": now.exploitability}
        return Policy(self.position.game, self.policy_rows(), about)


@contextmanager
def _stopping(end: Callable[[], None], stop: Stop, delay: float | None) -> Iterator[None]:
    """Ask to end when `stop` is set by any thread, and after a delay in seconds."""
    before, stop.tell = stop.tell, lambda _: end()
    timer = None if delay is None else threading.Timer(delay, end)
    try:
        if timer is not None:
            timer.daemon = True
            timer.start()
        if stop.reason is not None:
            end()
        yield
    finally:
        stop.tell = before
        if timer is not None:
            timer.cancel()


def is_measurable(position: Position) -> bool:
    """Whether exploitability is defined: with two players and zero sum."""
    return position.rules.players == 2 and position.rules.zero_sum


def check_known(position: Position) -> None:
    """Refuse a position in which something is hidden: what its players believe there follows from how they play before it.

    Where nothing is hidden, and at the start, all players know the position, and know that all others know it.
    """
    game, rules, state = position.game, position.rules, position.state
    elsewhere: str = getattr(game, "seen_elsewhere", "")
    if elsewhere:
        raise AgentError(f"an equilibrium would be that of another game: {elsewhere}")
    if not game.hides or position == game.start():
        return
    for player, name in enumerate(game.players):
        if rules.hide(state, player) != state:
            raise PositionError(
                f"{name} does not see all of this position of {game}, so that its value depends on how the game came here; "
                "solve the game from its start"
            )
    if position.line()[0] != game.start() and "?" in game.show(state):
        raise PositionError(f"this position of {game} does not say what is hidden; solve the game from its start")


def exploitability(policy: Policy, backend: str | None = None) -> float:
    """What a perfect opponent gains against a policy, in the mean of both seats; only for zero-sum games of two players."""
    game = policy.game
    start = game.start()
    if not is_measurable(start):
        raise AgentError(f"exploitability is defined for zero-sum games of two players, which {game} is not")
    tree = Tree(start, backend, MOST_POSITIONS)
    tree.check_fits(policy.rows, start)
    return sum(tree.best_responses(tree.numbers(policy.rows))) / 2
