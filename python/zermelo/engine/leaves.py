"""Random games of searches that play many leaves together, on the GPU.

A search waits for a kernel no longer than its limit allows: the kernel goes on, and its games are forgotten. What a kernel needs on the device
stays there between searches of one game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from zermelo import _core
from zermelo.engine.random_games import SPECIFICATION, cpu_games, gpu_games
from zermelo.game import Game
from zermelo.search.montecarlo.batches import PARTS, LeafPlayer, is_forced, leaf_plan
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.random_games import Plan

if TYPE_CHECKING:
    from zermelo.gpu.places import GpuPlaces
    from zermelo.gpu.random_games import GpuGames

_idle: dict[Any, list[Any]] = {}
"""What searches have left on the device, by game and use."""
_LOCK = threading.Lock()
_MOST_IDLE = 16
_PATIENCE = 0.0002
"""Seconds for which a kernel is waited for without a pause."""
_PAUSE = 0.00002


class GpuLeaves:
    """Plays the games of batches on the GPU for one search."""

    def __init__(self, game: Game, options: MonteCarloOptions) -> None:
        self.game, self.options, self.plan = game, options, leaf_plan(game, options, is_forced(game, options))
        self.games: GpuGames = self._taken("games", lambda: gpu_games(game, self.plan.policy))
        self.places: GpuPlaces | None = None
        self.trouble: BaseException | None = None
        """What failed while the twin waited."""

    def __call__(self, plan: Plan, is_over: Callable[[], bool]) -> bytes | None:
        """The table of a plan; None if the search is over before."""
        self.games.start(plan)
        began = time.perf_counter()
        while self.games.stream.busy:
            if is_over():
                return None
            if time.perf_counter() - began > _PATIENCE:
                time.sleep(_PAUSE)
        return self.games.result()[0]

    def for_twin(self, states: bytes, per: int, begin: int, count: int, stopping: _core.Stopping) -> bytes | None:
        """The same for the twin, which cannot be told of errors: they are kept, and it ends."""
        try:
            return self(replace(self.plan, states=states, per=per, begin=begin, count=count), stopping.is_set)
        except BaseException as error:  # raised where reports are read
            self.trouble = error
            return None

    def places_for_twin(self) -> _core.Places:
        """Places on the device where the twin has games played while it goes on; `for_twin` is asked where that fails."""
        from zermelo.gpu.places import GpuPlaces, Room

        parts = min(PARTS, self.options.batch)
        positions = self.options.batch // parts + (self.game.max_moves if self.options.wide else 0)
        room = Room(self.plan.policy, positions, parts)
        self.places = self._taken(room, lambda: GpuPlaces(self.game, room))
        return self.places.core

    def _taken(self, use: object, make: Callable[[], Any]) -> Any:
        """What an earlier search has left, or something new."""
        with _LOCK:
            waiting = _idle.get((self.game, self.plan.policy, use))
            if waiting:
                return waiting.pop()
        return make()

    def give_back(self) -> None:
        """Leave what is on the device to later searches."""
        with _LOCK:
            if len(_idle) >= _MOST_IDLE:
                _idle.clear()
            _idle.setdefault((self.game, self.plan.policy, "games"), []).append(self.games)
            if self.places is not None:
                _idle.setdefault((self.game, self.plan.policy, self.places.room), []).append(self.places)


def cpu_leaves(game: Game, options: MonteCarloOptions, backend: str | None) -> tuple[str, LeafPlayer | None]:
    """The name of the backend, and who plays the games of batches there; None for the specification."""
    if backend == SPECIFICATION:
        return SPECIFICATION, None
    policy = leaf_plan(game, options, is_forced(game, options)).policy
    name, play = cpu_games(game, policy, backend, options.threads)
    return name, lambda plan, _: play(plan)[0]


@contextmanager
def leaf_player(game: Game, options: MonteCarloOptions) -> Iterator[GpuLeaves | None]:
    """Who plays the games of batches: None for the CPU. GpuError if the GPU is wanted and cannot be used."""
    if options.where == "cpu":
        yield None
        return
    leaves = GpuLeaves(game, options)
    try:
        yield leaves
    finally:
        leaves.give_back()
