"""Solving small games in which players do not see everything: iterations of counterfactual regret, in Rust or by the specification.

Iterations run some milliseconds at a time. In between the solver looks whether it was cancelled, whether its time is up, and whether the
information sets that samples have met still fit into memory; Ctrl-C is noticed there too.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo import _core
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import diagnose, open_backend
from zermelo.engine.policy import Policy
from zermelo.engine.policy_file import Row
from zermelo.engine.sequence_tree import MOST_POSITIONS, Tree
from zermelo.errors import AgentError, PositionError, nearest
from zermelo.game import HIDING, Position
from zermelo.search import Stop
from zermelo.search.hidden.regret import VARIANTS, RegretMinimiser
from zermelo.search.hidden.sampling import SAMPLINGS, SampledRegrets

MOST_MEASURED = 1_000_000
"""The most positions of a game that is solved by samples, if its exploitability is to be told."""
SOLVERS = (*VARIANTS, *SAMPLINGS)
SAMPLE_MEMORY = 1 << 30
"""Bytes for the information sets that samples have met."""
_SET_BYTES = 1500
"""About what one of them takes, in Rust and while a policy is made of it."""
_STEP = 0.1
"""Seconds between two stages, about."""
_BREATH = 0.005
"""Seconds of iterations between two looks at the clock, about."""
_SELDOM = 4
"""A stage may take long to measure: so many times as long passes until the next one."""
_FIRST_COUNT, _NEXT_COUNT = 0.25, (1.2, 16.0)
"""Seconds until the information sets of samples are counted first; by how much the iterations grow until they are counted again."""


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

    `memory` is for the information sets that samples have met. When they need more, the run ends, and `full` says so.
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
    ) -> None:
        if by not in SOLVERS:
            raise AgentError(f"there is no solver `{by}`; use {', '.join(SOLVERS)}.{nearest(by, SOLVERS)}")
        check_known(position)
        self.position, self.by, self.backend, self.iterations = position, by, backend, 0
        self.full, self._most_sets, self._next_count = False, memory // _SET_BYTES, 0.0
        self._number, self._iterating = 1, 0.0
        self._began = time.perf_counter()
        self.tree: Tree | None = None
        """None if the game is too large; samples need none, but then the exploitability is unknown."""
        self._samples: SampledRegrets | _core.SampledRegrets | None = None
        self._sampled: tuple[int, list[tuple[int, int, bytes, list[int], list[float]]]] | None = None
        """The average of all samples after so many iterations: it may take seconds to put together."""
        if by in SAMPLINGS:
            spec = backend == SPECIFICATION
            self._samples = SampledRegrets(position.rules, position.state, by, seed) if spec else _core.SampledRegrets(by, seed)
            most = min(most, MOST_MEASURED)
        try:
            self.tree = Tree(position, backend, most, stop)
        except AgentError:
            if self._samples is None:
                raise
        self._run = None if self._samples is not None or self.tree is None else self.tree.minimiser(by)

    @property
    def information_sets(self) -> int:
        """The information sets of the game; those that were met so far if it is too large to count them."""
        return len(self.tree.sets) if self.tree is not None else len(self._average())

    def iterate(self, number: int, stop: Stop | None = None) -> None:
        """So many iterations more; fewer if it is stopped, or if the memory for samples is full."""
        for _ in self._breaths(self.iterations + number, None, stop or Stop()):
            pass

    def _breaths(self, iterations: int | None, seconds: float | None, stop: Stop) -> Iterator[None]:
        """Iterates up to a limit, and pauses every few milliseconds. At least one iteration is made, unless it was stopped before."""
        while stop.reason is None and not self.full and (iterations is None or self.iterations < iterations):
            number = self._number if iterations is None else min(self._number, iterations - self.iterations)
            before = time.perf_counter()
            self._iterate(number)
            took = time.perf_counter() - before
            self._iterating += took
            self._number = max(1, min(2 * number, int(number * _BREATH / max(took, 1e-9))))
            self._count_sets()
            yield
            if seconds is not None and time.perf_counter() - self._began >= seconds:
                return

    def _iterate(self, number: int) -> None:
        if isinstance(self._samples, _core.SampledRegrets):
            with diagnose(self.position.game):
                core = open_backend(self.position.game, self.backend, HIDING).core
                self._samples.iterate(core, self.position.state.pack(), number)
        elif isinstance(self._run, _core.RegretMinimiser):
            self._run.iterate(number)
        else:
            run = self._samples or self._run
            assert isinstance(run, SampledRegrets | RegretMinimiser)
            for _ in range(number):
                run.iterate()
        self.iterations += number

    def _count_sets(self) -> None:
        """Look whether the memory for samples is full. To count is slow, but their number grows more slowly than the iterations do."""
        if self._samples is None or self._iterating < _FIRST_COUNT or self.iterations < self._next_count:
            return
        number, (least, most) = len(self._average()), _NEXT_COUNT
        self.full = number >= self._most_sets
        self._next_count = self.iterations * min(max(self._most_sets / max(number, 1), least), most)

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
