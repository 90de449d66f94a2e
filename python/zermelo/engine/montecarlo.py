"""The door to Monte-Carlo searches: what they have besides the others, in reports and in what is kept from move to move."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from zermelo import _core
from zermelo.engine.backends import Backend
from zermelo.engine.memory import recall_tree
from zermelo.engine.requirements import check_sampling_game
from zermelo.engine.search import DEFAULT_MEMORY, SPECIFICATION, Search, Task
from zermelo.errors import AgentError
from zermelo.game.rules import Rules
from zermelo.report import Report
from zermelo.search.control import Control, Found, Trial
from zermelo.search.montecarlo.final_move import conclude
from zermelo.search.montecarlo.flat import MonteCarlo
from zermelo.search.montecarlo.options import Sampling, check_sampling
from zermelo.search.montecarlo.tree import Grown, most_visited
from zermelo.search.montecarlo.uct import UCT, Kept
from zermelo.trees.montecarlo import grown_tree
from zermelo.trees.move_statistics import choices

ALGORITHMS = ("uct", "montecarlo")


class Samples(Search):
    """A Monte-Carlo search under way; a report whenever the playouts have doubled, and the last one."""

    options: Sampling

    @staticmethod
    def check(task: Task) -> None:
        """Refuse, with the reason, what cannot be searched."""
        assert isinstance(task.options, Sampling)
        if task.algorithm not in ALGORITHMS:
            raise AgentError(f"there is no algorithm `{task.algorithm}`")
        check_sampling_game(task.position, task.algorithm)
        check_sampling(task.options, task.position.game, task.algorithm)
        if task.limit.depth is not None or task.limit.nodes is not None:
            measure = "playouts" if task.algorithm == "uct" else "games"
            raise AgentError(f"{task.algorithm} is limited by {measure} or seconds, not by depth or nodes")
        if task.tree and task.algorithm == "montecarlo":
            raise AgentError("montecarlo grows no tree; uct does")
        if task.backend == SPECIFICATION and task.options.threads > 1:
            raise AgentError("the specification runs in one thread; leave threads out, or take another backend")

    def _iterations(self) -> Iterator[Report]:
        task, root, rules = self.task, self.task.position.state, self.task.position.rules
        control = Control(task.limit, self._stop)
        if task.algorithm == "montecarlo":
            flat = MonteCarlo(rules, control, self.options)
            try:
                yield from (self._told(control, *step, flat) for step in flat.steps(root))
            except KeyboardInterrupt:
                self._stop.now("interrupt")
                yield self._told(control, 1, flat.found(task.position.player), flat)
            return
        kept, since = recall_tree(task, SPECIFICATION, Kept)
        search = self.specification(rules, control, kept, since)
        try:
            yield from (self._told(control, *step, search) for step in search.steps(root, task.limit.playouts))
        except KeyboardInterrupt:
            self._stop.now("interrupt")
            yield self._told(control, search.deepest, conclude(search), search)

    def specification(self, rules: Rules, control: Control, kept: Kept, since: tuple[int, ...] | None) -> UCT:
        """UCT in Python."""
        return UCT(rules, control, self.options, kept, since)

    def _told(self, control: Control, depth: int, found: Found, search: UCT | MonteCarlo) -> Report:
        """A step of the specification as a report."""
        proven = isinstance(search, UCT) and search.proof is not None
        report = self._report(control, SPECIFICATION, depth, found, None)
        report = replace(report, exact=proven, stopped=None if proven else self._stop.reason)
        grown = most_visited(search.root, self.task.tree) if isinstance(search, UCT) else []
        return self._sampled(report, search.playouts, search.rollout.capped, found.trials, grown)

    def _sampled(self, report: Report, playouts: int, capped: int, trials: Sequence[Trial], grown: Sequence[Grown]) -> Report:
        """A report with what only Monte-Carlo search has to say."""
        known = choices(self.task.position, trials)
        report = replace(report, plies=None, playouts=playouts, capped=capped, choices=known)
        return replace(report, tree=grown_tree(self.task.position, report, grown)) if self.task.tree else report

    def _start(self, backend: Backend) -> _core.Search:
        task, limit = self.task, self.task.limit
        threads = 1 if backend.name == "interpreted" else min(self.options.threads, os.cpu_count() or 1)
        techniques, memory = replace(self.options, threads=threads).techniques(), limit.memory or DEFAULT_MEMORY
        kept, since = None, None
        if task.algorithm == "uct":
            kept, since = recall_tree(task, backend.name, lambda: _core.UctTree(memory, techniques))
        return backend.core.search(
            task.algorithm,
            task.position.state.pack(),
            depth=None,
            nodes=None,
            seconds=limit.seconds,
            tree=task.tree,
            table=None,
            memory=memory,
            options=techniques,
            playouts=limit.playouts,
            kept=kept,
            since=None if since is None else list(since),
        )

    def _from_twin(self, backend: Backend, found: _core.Found) -> Report:
        report = super()._from_twin(backend, found)
        trials = [Trial(*trial) for trial in found.trials]
        grown = [Grown(*move) for move in found.grown]
        return self._sampled(report, found.playouts or 0, found.capped, trials, grown)
