"""Solving small games in which players do not see everything: iterations of counterfactual regret, in Rust or by the specification."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zermelo import _core
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import diagnose, open_backend
from zermelo.engine.policy import Policy, Row
from zermelo.errors import AgentError, nearest
from zermelo.game import HIDING, Position
from zermelo.search.hidden.best_response import best_response, values
from zermelo.search.hidden.regret import VARIANTS, RegretMinimiser
from zermelo.search.hidden.sampling import SAMPLINGS, SampledRegrets
from zermelo.search.hidden.sequence_form import InformationSet, SequenceForm, sequence_form, too_large

MOST_POSITIONS = 20_000_000
"""A game with more is not solved: its sequence form would take gigabytes."""
MOST_MEASURED = 1_000_000
"""The same for a game that is solved by samples: its exploitability is told while it fits."""
SOLVERS = (*VARIANTS, *SAMPLINGS)
_STEP = 0.1
"""Seconds between two stages, about."""


@dataclass(frozen=True)
class Stage:
    """How far a solver is."""

    iterations: int
    values: tuple[float, ...] | None
    """What the average policy is worth to each player; None if the game is too large to tell."""
    exploitability: float | None
    """What a perfect opponent gains against it, in the mean of both seats; None unless it is a zero-sum game for two."""
    seconds: float


class Tree:
    """The sequence form of a game, by the specification or by its twin."""

    def __init__(self, position: Position, backend: str | None, most: int) -> None:
        rules, state = position.rules, position.state
        self.spec: SequenceForm | None = None
        if backend == SPECIFICATION:
            self.spec = sequence_form(rules, state, most)
            self.nodes = (self.spec.decisions, self.spec.chances, self.spec.terminals)
            self.sets: Sequence[InformationSet] = self.spec.sets
            return
        with diagnose(position.game):
            form = open_backend(position.game, backend, HIDING).core.sequence_form(state.pack(), most)
        if form is None:
            raise too_large(rules, most)
        self.form, self.nodes = form, form.counts()[:3]
        self.sets = [InformationSet(*row[:3], tuple(row[3]), *row[4:]) for row in form.sets()]

    def values(self, policy: Sequence[float]) -> tuple[float, ...]:
        """What the game is worth to each player if all play by a policy."""
        return values(self.spec, policy) if self.spec is not None else tuple(self.form.values(policy))

    def best_responses(self, policy: Sequence[float]) -> list[float]:
        """The most that each player can get against the policy of the others."""
        spec = self.spec
        if spec is not None:
            return [best_response(spec, policy, player)[0] for player in range(spec.players)]
        return self.form.best_responses(policy)

    def minimiser(self, by: str) -> RegretMinimiser | _core.RegretMinimiser:
        return RegretMinimiser(self.spec, by) if self.spec is not None else _core.RegretMinimiser(self.form, by)


class Solver:
    """One run of counterfactual regret minimisation on a game from a position on: on its sequence form, or by samples."""

    def __init__(
        self, position: Position, by: str = "cfr+", backend: str | None = None, most: int = MOST_POSITIONS, seed: int = 1
    ) -> None:
        if by not in SOLVERS:
            raise AgentError(f"there is no solver `{by}`; use {', '.join(SOLVERS)}.{nearest(by, SOLVERS)}")
        self.position, self.by, self.backend, self.iterations = position, by, backend, 0
        self._began = time.perf_counter()
        self.tree: Tree | None = None
        """None if the game is too large; samples need none, but then the exploitability is unknown."""
        self._samples: SampledRegrets | _core.SampledRegrets | None = None
        if by in SAMPLINGS:
            spec = backend == SPECIFICATION
            self._samples = SampledRegrets(position.rules, position.state, by, seed) if spec else _core.SampledRegrets(by, seed)
            most = min(most, MOST_MEASURED)
        try:
            self.tree = Tree(position, backend, most)
        except AgentError:
            if self._samples is None:
                raise
        self._run = None if self._samples is not None or self.tree is None else self.tree.minimiser(by)

    @property
    def information_sets(self) -> int:
        """The information sets of the game; those that were met so far if it is too large to count them."""
        return len(self.tree.sets) if self.tree is not None else len(self.policy_rows())

    def iterate(self, number: int) -> None:
        """So many iterations more."""
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

    def policy_rows(self) -> dict[int, Row]:
        """What the average policy does, by the number of the information set."""
        if self._samples is not None:
            return {
                key: Row(player, view, tuple(moves), tuple(shares))
                for player, key, view, moves, shares in self._samples.average()
            }
        assert self._run is not None
        assert self.tree is not None
        average = self._run.average()
        sets = self.tree.sets
        return {
            here.key: Row(here.player, here.view, here.moves, tuple(average[here.first : here.first + len(here.moves)]))
            for here in sets
        }

    def stage(self) -> Stage:
        seconds = time.perf_counter() - self._began
        if self.tree is None:
            return Stage(self.iterations, None, None, seconds)
        policy = self._run.average() if self._run is not None else numbers(self.tree, self.policy_rows())
        rules = self.position.rules
        gain = sum(self.tree.best_responses(policy)) / 2 if rules.players == 2 and rules.zero_sum else None
        return Stage(self.iterations, self.tree.values(policy), gain, seconds)

    def stages(self, iterations: int | None = None, seconds: float | None = None) -> Iterator[Stage]:
        """Iterates up to a limit; a stage every tenth of a second or so, and at the end."""
        began, number = time.perf_counter(), 1
        while iterations is None or self.iterations < iterations:
            before = time.perf_counter()
            self.iterate(number if iterations is None else min(number, iterations - self.iterations))
            took = time.perf_counter() - before
            number = max(1, min(2 * number, int(number * _STEP / max(took, 1e-9))))
            if seconds is not None and time.perf_counter() - began >= seconds:
                break
            if iterations is None or self.iterations < iterations:
                yield self.stage()
        yield self.stage()

    def policy(self) -> Policy:
        """What has been found so far."""
        stage = self.stage()
        worth = None if stage.values is None else list(stage.values)
        about = {"by": self.by, "iterations": self.iterations, "values": worth, "exploitability": stage.exploitability}
        return Policy(self.position.game, self.policy_rows(), about)


def numbers(tree: Tree, rows: Mapping[int, Row]) -> list[float]:
    """A policy as a probability for each sequence; even in information sets that it does not know."""
    size = max((here.first + len(here.moves) for here in tree.sets), default=0)
    found = [1.0] * max(size, tree.spec.size if tree.spec is not None else tree.form.counts()[3])
    for here in tree.sets:
        row = rows.get(here.key)
        even = (1 / len(here.moves),) * len(here.moves)
        found[here.first : here.first + len(here.moves)] = even if row is None or row.moves != here.moves else row.probabilities
    return found


def exploitability(policy: Policy, backend: str | None = None) -> float:
    """What a perfect opponent gains against a policy, in the mean of both seats; only for zero-sum games of two players."""
    game = policy.game
    if game.rules.players != 2 or not game.rules.zero_sum:
        raise AgentError(f"exploitability is defined for zero-sum games of two players, which {game} is not")
    tree = Tree(game.start(), backend, MOST_POSITIONS)
    for here in tree.sets:
        if here.key in policy.rows and policy.rows[here.key].moves != here.moves:
            raise AgentError(f"the policy does not fit {game}: it has other moves for {game.players[here.player]}")
    return sum(tree.best_responses(numbers(tree, policy.rows))) / 2
