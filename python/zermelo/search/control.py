"""What every search shares: the node counter, the limits, and the best result so far."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import zermelo.search.cancel as cancel
from zermelo.errors import LimitError
from zermelo.limit import MAX_PLY, Limit
from zermelo.search.score import is_proven

if TYPE_CHECKING:
    from zermelo.search.known import KnownPositions

Line = tuple[int, ...]
"""Successive moves."""


class Stopped(Exception):
    """Raised inside a search to end it; the best result so far is in `Control.best`."""


class Stop:
    """A flag that ends a search: `stop.now("stop")`. Any thread may set it."""

    def __init__(self) -> None:
        self.reason: str | None = None
        self.tell: Callable[[str], None] | None = None
        """Called with the reason, for a search that does not check this flag, such as the Rust twin."""
        cancel.join(self)

    def now(self, reason: str = "stop") -> None:
        """End the search. The first reason stays."""
        self.reason = self.reason or reason
        if self.tell is not None:
            self.tell(reason)


@dataclass(frozen=True)
class Trial:
    """What Monte-Carlo search knows about a move at the root."""

    move: int
    visits: int
    value: float | None
    """Mean utility for the player to move; None without a visit."""
    proof: float | None
    """Utility with best play, if it is proven."""


@dataclass(frozen=True)
class Found:
    """What a search found: scores are relative to the player to move at the root, moves are numbers."""

    move: int
    score: float | None
    line: Line
    others: tuple[Found, ...] = ()
    """The next best moves, if several lines were requested."""
    values: tuple[float, ...] | None = None
    """The value for each player, if the search computes it."""
    trials: tuple[Trial, ...] = ()
    """Every move at the root; Monte-Carlo search only."""
    settled: bool | None = None
    """Whether no greater depth can change it; None to decide by the score alone."""

    @property
    def is_final(self) -> bool:
        return self.score is not None and is_proven(self.score) if self.settled is None else self.settled

    @property
    def is_won(self) -> bool:
        """Whether it is a proven win."""
        return self.is_final and self.score is not None and self.score > 0


@dataclass
class Control:
    """Counts nodes and says when to stop."""

    limit: Limit
    stop: Stop
    nodes: int = 0
    horizon: bool = False
    """Whether some line was cut at the depth limit, so that the result is not final."""
    best: Found | None = None
    """The best root move so far in the current iteration."""
    tried: list[int] = field(default_factory=list)
    """Root moves that the current iteration has finished."""
    started: float = field(default_factory=time.perf_counter)
    tables: KnownPositions | None = None
    """Positions that need no search."""
    history: tuple[bytes, ...] = ()
    """The identities of the positions before the root, if the game knows repetition."""
    among: tuple[int, ...] = ()
    """The only moves to search at the root, in this order; empty for all."""

    def enter(self, ply: int) -> None:
        """Count one position; raises Stopped when a limit is reached."""
        if self.nodes == self.limit.nodes:
            self.stop.now("nodes")
        if self.is_over():
            raise Stopped
        if ply > MAX_PLY:
            raise LimitError("the game did not end within the plies that a search can look ahead; give the search a depth")
        self.nodes += 1

    def look_up(self) -> None:
        """Raise Stopped if time is up or the search was stopped."""
        if self.is_over():
            raise Stopped

    def is_over(self) -> bool:
        """Whether time is up or the search was stopped."""
        if self.limit.seconds is not None and time.perf_counter() - self.started >= self.limit.seconds:
            self.stop.now("seconds")
        return self.stop.reason is not None

    def note(self, move: int, value: float, line: Line) -> None:
        """A root move is finished; `line` begins with the best move so far."""
        self.tried.append(move)
        if line[:1] == (move,):
            self.best = Found(move, value, line)

    def improves_on(self, found: Found) -> bool:
        """Whether the current iteration has shown a move to be better than the last iteration's."""
        best = self.best
        if best is None or best.score is None or best.move == found.move:
            return False
        return found.move in self.tried or best.is_won
