"""Running Monte-Carlo searches: reports with playouts, and UCT's tree, which is kept from move to move."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from zermelo import _core
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import Backend, diagnose
from zermelo.engine.leaves import cpu_leaves, leaf_player
from zermelo.engine.memory import recall_tree
from zermelo.engine.search import Search, score_of
from zermelo.game import Rules
from zermelo.report import Report
from zermelo.search.control import Control, Found, Trial
from zermelo.search.hidden.ismcts import InformationSetSearch
from zermelo.search.montecarlo.batches import LeafPlayer
from zermelo.search.montecarlo.final_move import conclude
from zermelo.search.montecarlo.flat import MonteCarlo
from zermelo.search.montecarlo.flat_batches import BatchedMonteCarlo
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.tree import Grown, most_visited
from zermelo.search.montecarlo.uct import UCT, Kept
from zermelo.trees.montecarlo import grown_tree
from zermelo.trees.move_statistics import choices


class SampledSearch(Search):
    """A search by random games, and its reports."""

    options: MonteCarloOptions

    def _told(
        self,
        search: UCT | MonteCarlo | BatchedMonteCarlo | InformationSetSearch,
        depth: int,
        found: Found,
        proven: bool = False,
        grown: Sequence[Grown] = (),
    ) -> Report:
        """A result of the specification as a report."""
        report = self._report(search.control, depth, found)
        report = replace(report, exact=proven, stopped=None if proven else self._stop.reason)
        return self._sampled(report, search.playouts, search.capped, found.trials, grown)

    def _sampled(self, report: Report, playouts: int, capped: int, trials: Sequence[Trial], grown: Sequence[Grown]) -> Report:
        """A report with playouts, statistics of moves and the tree."""
        position = self.task.position
        score = score_of(position, report.value, None, report.exact)
        known = choices(position, trials)
        report = replace(report, plies=None, score=score, playouts=playouts, capped=capped, choices=known)
        return replace(report, tree=grown_tree(position, report, grown)) if self.task.tree else report

    def _techniques(self, threads: int) -> dict[str, Any]:
        return replace(self.options, threads=min(threads, os.cpu_count() or 1)).techniques()

    def _from_twin(self, backend: Backend, found: _core.Found) -> Report:
        report = super()._from_twin(backend, found)
        trials = [Trial(*trial) for trial in found.trials]
        grown = [Grown(*move) for move in found.grown]
        return self._sampled(report, found.playouts or 0, found.capped, trials, grown)


class FlatSearch(SampledSearch):
    """Random games for every move; one report at the end."""

    def __iter__(self) -> Iterator[Report]:
        return self._steadily(self._batches()) if self.options.batch else super().__iter__()

    def _batches(self) -> Iterator[Report]:
        """Random games in batches: the moves are chosen in Python, the games are played by the backend or on the GPU."""
        position, control = self.task.position, Control(self.task.limit, self._stop)
        with leaf_player(position.game, self.options) as gpu:
            name, player = ("gpu", gpu) if gpu is not None else cpu_leaves(position.game, self.options, self.task.backend)
            flat = BatchedMonteCarlo(position.rules, control, self.options, player)
            try:
                with diagnose(position.game):
                    found = flat.run(position.state)
            except KeyboardInterrupt:
                self._stop.now("interrupt")
                found = flat.found()
            yield replace(self._told(flat, 1, found), backend=name)

    def _iterations(self) -> Iterator[Report]:
        position = self.task.position
        flat = MonteCarlo(position.rules, Control(self.task.limit, self._stop), self.options)
        try:
            yield from (self._told(flat, *step) for step in flat.steps(position.state))
        except KeyboardInterrupt:
            self._stop.now("interrupt")
            yield self._told(flat, 1, flat.found(position.player))


class UctSearch(SampledSearch):
    """UCT; a report whenever the playouts have doubled, and at the end."""

    def _iterations(self) -> Iterator[Report]:
        task = self.task
        control = Control(task.limit, self._stop)
        kept, since = recall_tree(task, SPECIFICATION, Kept)
        with leaf_player(task.position.game, self.options) as player:
            search = self.specification(task.position.rules, control, kept, since, player)
            try:
                for step in search.steps(task.position.state, task.limit.playouts):
                    yield self._step(search, *step)
            except KeyboardInterrupt:
                self._stop.now("interrupt")
                yield self._step(search, search.deepest, conclude(search))

    def _twin(self, backend: Backend) -> Iterator[Report]:
        with leaf_player(self.task.position.game, self.options) as self._player:
            yield from super()._twin(backend)
            if self._player is not None and self._player.trouble is not None:
                raise self._player.trouble

    def _step(self, search: UCT, depth: int, found: Found) -> Report:
        return self._told(search, depth, found, search.proof is not None, most_visited(search.root, self.task.tree))

    def specification(
        self, rules: Rules, control: Control, kept: Kept, since: tuple[int, ...] | None, player: LeafPlayer | None
    ) -> UCT:
        return UCT(rules, control, self.options, kept, since, player)

    def _kept(self, backend: Backend, memory: int, techniques: dict[str, Any]) -> dict[str, Any]:
        kept, since = recall_tree(self.task, backend.name, lambda: _core.UctTree(memory, techniques))
        found = {"kept": kept, "since": None if since is None else list(since)}
        if self._player is None:
            return found
        return {**found, "player": self._player.for_twin, "places": self._player.places_for_twin()}
