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
from typing import TYPE_CHECKING

from zermelo import _core
from zermelo.engine.random_games import SPECIFICATION, cpu_games, gpu_games
from zermelo.game import Game
from zermelo.search.montecarlo.batches import LeafPlayer, is_forced, leaf_plan
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.random_games import Plan

if TYPE_CHECKING:
    from zermelo.gpu.random_games import GpuGames

_idle: dict[tuple[Game, str], list[GpuGames]] = {}
_LOCK = threading.Lock()
_MOST_IDLE = 8
_PATIENCE = 0.0002
"""Seconds for which a kernel is waited for without a pause."""


class GpuLeaves:
    """Plays the games of batches on the GPU for one search; in another thread, if the twin asks it."""

    def __init__(self, game: Game, options: MonteCarloOptions) -> None:
        self.plan = leaf_plan(game, options, is_forced(game, options))
        self.games = _taken(game, self.plan.policy)
        self.trouble: BaseException | None = None
        """What failed while the twin waited."""

    def __call__(self, plan: Plan, is_over: Callable[[], bool]) -> bytes | None:
        """The table of a plan; None if the search is over before."""
        self.games.start(plan)
        began = time.perf_counter()
        while self.games.device.busy:
            if is_over():
                return None
            if time.perf_counter() - began > _PATIENCE:
                time.sleep(0.00002)
        return self.games.result()[0]

    def for_twin(self, states: bytes, per: int, begin: int, count: int, stopping: _core.Stopping) -> bytes | None:
        """The same for the twin, which cannot be told of errors: they are kept, and it ends."""
        try:
            return self(replace(self.plan, states=states, per=per, begin=begin, count=count), stopping.is_set)
        except BaseException as error:  # raised where reports are read
            self.trouble = error
            return None


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
        _given_back(game, leaves)


def _taken(game: Game, policy: str) -> GpuGames:
    with _LOCK:
        waiting = _idle.get((game, policy))
        if waiting:
            return waiting.pop()
    return gpu_games(game, policy)


def _given_back(game: Game, leaves: GpuLeaves) -> None:
    with _LOCK:
        if len(_idle) >= _MOST_IDLE:
            _idle.clear()
        _idle.setdefault((game, leaves.plan.policy), []).append(leaves.games)
