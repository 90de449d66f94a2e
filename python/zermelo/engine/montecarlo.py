"""Running Monte-Carlo searches: reports with playouts, and UCT's tree, which is kept from move to move."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from zermelo import _core
from zermelo.engine.algorithm import DEFAULT_MEMORY, SPECIFICATION
from zermelo.engine.backends import Backend
from zermelo.engine.memory import recall_tree
from zermelo.engine.search import Search, score_of
from zermelo.game import Rules
from zermelo.report import Report
from zermelo.search.control import Control, Found, Trial
from zermelo.search.montecarlo.final_move import conclude
from zermelo.search.montecarlo.flat import MonteCarlo
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.tree import Grown, most_visited
from zermelo.search.montecarlo.uct import UCT, Kept
from zermelo.trees.montecarlo import grown_tree
from zermelo.trees.move_statistics import choices


class FlatSearch(Search):
    """Random games for every move; one report at the end."""

    options: MonteCarloOptions

    def _iterations(self) -> Iterator[Report]:
        position = self.task.position
        control = Control(self.task.limit, self._stop)
        flat = MonteCarlo(position.rules, control, self.options)
        try:
            yield from (self._told(control, *step, flat) for step in flat.steps(position.state))
        except KeyboardInterrupt:
            self._stop.now("interrupt")
            yield self._told(control, 1, flat.found(position.player), flat)

    def _told(
        self,
        control: Control,
        depth: int,
        found: Found,
        search: UCT | MonteCarlo,
        proven: bool = False,
        grown: Sequence[Grown] = (),
    ) -> Report:
        """A result of the specification as a report."""
        report = self._report(control, SPECIFICATION, depth, found, None)
        report = replace(report, exact=proven, stopped=None if proven else self._stop.reason)
        return self._sampled(report, search.playouts, search.rollout.capped, found.trials, grown)

    def _sampled(self, report: Report, playouts: int, capped: int, trials: Sequence[Trial], grown: Sequence[Grown]) -> Report:
        """A report with playouts, statistics of moves and the tree."""
        position = self.task.position
        score = score_of(position, report.value, None, report.exact)
        known = choices(position, trials)
        report = replace(report, plies=None, score=score, playouts=playouts, capped=capped, choices=known)
        return replace(report, tree=grown_tree(position, report, grown)) if self.task.tree else report

    def _kept(self, backend: Backend, memory: int, techniques: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002  (for UCT)
        """The kept tree, for the twin."""
        return {}

    def _start(self, backend: Backend) -> _core.Search:
        task, limit = self.task, self.task.limit
        memory = limit.memory or DEFAULT_MEMORY
        threads = 1 if backend.name == "interpreted" else min(self.options.threads, os.cpu_count() or 1)
        techniques = replace(self.options, threads=threads).techniques()
        return backend.core.search(
            task.algorithm.name,
            task.position.state.pack(),
            depth=None,
            nodes=None,
            seconds=limit.seconds,
            tree=task.tree,
            table=None,
            memory=memory,
            options=techniques,
            playouts=limit.playouts,
            **self._kept(backend, memory, techniques),
        )

    def _from_twin(self, backend: Backend, found: _core.Found) -> Report:
        report = super()._from_twin(backend, found)
        trials = [Trial(*trial) for trial in found.trials]
        grown = [Grown(*move) for move in found.grown]
        return self._sampled(report, found.playouts or 0, found.capped, trials, grown)


class UctSearch(FlatSearch):
    """UCT; a report whenever the playouts have doubled, and at the end."""

    def _iterations(self) -> Iterator[Report]:
        task = self.task
        control = Control(task.limit, self._stop)
        kept, since = recall_tree(task, SPECIFICATION, Kept)
        search = self.specification(task.position.rules, control, kept, since)
        try:
            for step in search.steps(task.position.state, task.limit.playouts):
                yield self._step(control, search, *step)
        except KeyboardInterrupt:
            self._stop.now("interrupt")
            yield self._step(control, search, search.deepest, conclude(search))

    def _step(self, control: Control, search: UCT, depth: int, found: Found) -> Report:
        return self._told(control, depth, found, search, search.proof is not None, most_visited(search.root, self.task.tree))

    def specification(self, rules: Rules, control: Control, kept: Kept, since: tuple[int, ...] | None) -> UCT:
        """UCT in Python."""
        return UCT(rules, control, self.options, kept, since)

    def _kept(self, backend: Backend, memory: int, techniques: dict[str, Any]) -> dict[str, Any]:
        kept, since = recall_tree(self.task, backend.name, lambda: _core.UctTree(memory, techniques))
        return {"kept": kept, "since": None if since is None else list(since)}
