"""Policies that are found while a game is played: the solver runs when the first move is wanted.

Solving ends as a search does: when its time is up, when it is not wanted any more, or by Ctrl-C. Then the policy is what has been found so far, and
the next move goes on where this one stopped. Threads that want the same policy share one solver.
"""

import threading
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from zermelo.engine.equilibrium import Solver
from zermelo.engine.policy import Policy
from zermelo.engine.sequence_tree import MOST_POSITIONS, check_size
from zermelo.game import Game
from zermelo.search import Stop, Stopped
from zermelo.search.cancel import note_interrupt
from zermelo.search.hidden.sampling import SAMPLINGS

_SAMPLE_MEMORY = 1 << 28
"""Bytes for the information sets that the samples of one agent meet."""
_WAIT = 0.01
"""Seconds until a thread that waits for another one to solve the game looks whether it is still wanted."""


class Found(NamedTuple):
    """A policy, None if there was no time to find any; and what has stopped the solver, if it was not done."""

    policy: Policy | None
    stopped: str | None = None


@dataclass(frozen=True)
class Solving:
    """The policy that a solver finds in so many iterations from the start of a game."""

    by: str
    iterations: int

    def check(self, game: Game) -> None:
        """Refuse a game that is too large, without solving it."""
        if self.by not in SAMPLINGS:
            with suppress(Stopped):
                _check_size(game)

    def find(self, game: Game) -> Found:
        return _solution(self.by, self.iterations, game).find()


@lru_cache(maxsize=64)
def _check_size(game: Game) -> None:
    check_size(game.start(), None, MOST_POSITIONS, Stop())


@lru_cache(maxsize=4)
def _solution(by: str, iterations: int, game: Game) -> "_Solution":
    return _Solution(by, iterations, game)


class _Solution:
    """A game that is being solved or has been solved."""

    def __init__(self, by: str, iterations: int, game: Game) -> None:
        self.by, self.iterations, self.game = by, iterations, game
        self._policy: Policy | None = None
        self._solver: Solver | None = None
        self._one_at_a_time = threading.Lock()

    def find(self) -> Found:
        """The policy. If the current scope is cancelled before it is found, what is known by then."""
        stop = Stop()
        while not self._one_at_a_time.acquire(timeout=_WAIT):
            if stop.reason is not None:
                return Found(self._policy, None if self._policy is not None else stop.reason)
        try:
            return Found(self._policy or self._solved(stop), None if self._policy is not None else stop.reason)
        except Stopped:
            return Found(None, stop.reason)
        finally:
            self._one_at_a_time.release()

    def _solved(self, stop: Stop) -> Policy | None:
        """What iterations find until they are done or stopped; None if they are stopped before the first."""
        try:
            if self._solver is None:
                self._solver = Solver(self.game.start(), self.by, memory=_SAMPLE_MEMORY, stop=stop, measured=False)
            self._solver.iterate(self.iterations - self._solver.iterations, stop)
        except KeyboardInterrupt:
            stop.now("interrupt")
            note_interrupt()
        if self._solver is None or self._solver.iterations == 0:
            return None
        found = self._solver.policy(measured=False)
        if stop.reason is None:
            self._policy, self._solver = found, None
        return found
