"""Solving small games in which players do not see everything: iterations of counterfactual regret, in Rust or by the specification."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zermelo import _core
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import diagnose, open_backend
from zermelo.engine.policy import Policy, Row
from zermelo.errors import AgentError, nearest
from zermelo.game import HIDING, Position
from zermelo.search.hidden.best_response import best_response, values
from zermelo.search.hidden.regret import VARIANTS, RegretMinimiser
from zermelo.search.hidden.sequence_form import InformationSet, SequenceForm, sequence_form, too_large

MOST_POSITIONS = 20_000_000
"""A game with more is not solved: its sequence form would take gigabytes."""
_STEP = 0.1
"""Seconds between two stages, about."""


@dataclass(frozen=True)
class Stage:
    """How far a solver is."""

    iterations: int
    values: tuple[float, ...]
    """What the average policy is worth to each player."""
    exploitability: float | None
    """What a perfect opponent gains against it, in the mean of both seats; None unless it is a zero-sum game for two."""
    seconds: float


class Solver:
    """One run of counterfactual regret minimisation on a game from a position on."""

    def __init__(self, position: Position, by: str = "cfr+", backend: str | None = None, most: int = MOST_POSITIONS) -> None:
        if by not in VARIANTS:
            raise AgentError(f"there is no solver `{by}`; use {', '.join(VARIANTS)}.{nearest(by, VARIANTS)}")
        self.position, self.by, self.iterations, self._began = position, by, 0, time.perf_counter()
        rules, state = position.rules, position.state
        self._spec: SequenceForm | None = None
        if backend == SPECIFICATION:
            self._spec = sequence_form(rules, state, most)
            self._run: RegretMinimiser | _core.RegretMinimiser = RegretMinimiser(self._spec, by)
            self.nodes = (self._spec.decisions, self._spec.chances, self._spec.terminals)
            self.sets: Sequence[InformationSet] = self._spec.sets
            return
        with diagnose(position.game):
            form = open_backend(position.game, backend, HIDING).core.sequence_form(state.pack(), most)
        if form is None:
            raise too_large(rules, most)
        self._form, self._run = form, _core.RegretMinimiser(form, by)
        self.nodes = form.counts()[:3]
        self.sets = [
            InformationSet(player, parent, first, tuple(moves), key, view)
            for player, parent, first, moves, key, view in form.sets()
        ]

    @property
    def average(self) -> list[float]:
        """The average policy: a probability for each sequence."""
        return self._run.average()

    def stage(self) -> Stage:
        policy, rules = self.average, self.position.rules
        if self._spec is not None:
            worth = values(self._spec, policy)
            best = [best_response(self._spec, policy, player)[0] for player in range(rules.players)]
        else:
            worth, best = tuple(self._form.values(policy)), self._form.best_responses(policy)
        exploitability = sum(best) / 2 if rules.players == 2 and rules.zero_sum else None
        return Stage(self.iterations, worth, exploitability, time.perf_counter() - self._began)

    def iterate(self, number: int) -> None:
        """So many iterations more."""
        if isinstance(self._run, RegretMinimiser):
            for _ in range(number):
                self._run.iterate()
        else:
            self._run.iterate(number)
        self.iterations += number

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
        average, stage = self.average, self.stage()
        rows = {
            here.key: Row(here.player, here.view, here.moves, tuple(average[sequence] for sequence in here.sequences))
            for here in self.sets
        }
        about = {
            "by": self.by,
            "iterations": self.iterations,
            "values": list(stage.values),
            "exploitability": stage.exploitability,
        }
        return Policy(self.position.game, rows, about)


def exploitability(policy: Policy, backend: str | None = None) -> float:
    """What a perfect opponent gains against a policy, in the mean of both seats; only for zero-sum games of two players."""
    game = policy.game
    if game.rules.players != 2 or not game.rules.zero_sum:
        raise AgentError(f"exploitability is defined for zero-sum games of two players, which {game} is not")
    solver = Solver(game.start(), backend=backend)
    numbers = [1.0] * (2 + sum(len(here.moves) for here in solver.sets))
    for here in solver.sets:
        row = policy.rows.get(here.key)
        if row is None or row.moves != here.moves:
            raise AgentError(f"the policy does not fit {game}: it lacks an information set of {game.players[here.player]}")
        numbers[here.first : here.first + len(here.moves)] = row.probabilities
    if solver._spec is not None:
        return sum(best_response(solver._spec, numbers, player)[0] for player in range(2)) / 2
    return sum(solver._form.best_responses(numbers)) / 2
