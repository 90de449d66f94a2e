"""Calibration: is every level really stronger than the one below, and by how much?

Each level plays a match against its lower neighbour, from random openings with sides swapped (`arena`). Draws tell nothing about
who is better, and some games are drawn most of the time, so what counts is the share of the decided games that the higher level
won. It should reach the mark of 60 %.

The share comes with its 95 % interval, `arena.interval` over the decided games of each pair. A share just above the mark from few
games proves little; the interval tells how little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from zermelo.agents.levels import LEVELS, LevelAgent, level
from zermelo.arena import Match, Record, Result, interval
from zermelo.engine.agent import check_agent
from zermelo.errors import LimitError
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.html import HtmlTable
from zermelo.report import Report

MARK = 0.6
"""The share of decided games that a level should win against the one below."""


@dataclass
class Counted:
    """An agent whose moves are counted, over all its games."""

    agent: LevelAgent
    moves: list[int] = field(default_factory=lambda: [0])
    """One number, which agents that begin afresh share."""

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        self.moves[0] += 1
        return self.agent.reports(position, tree)

    def __call__(self, position: Position) -> Report:
        *_, last = self.reports(position)
        return last

    def fresh(self, seed: int) -> Counted:
        return replace(self, agent=self.agent.fresh(seed))

    def __str__(self) -> str:
        return str(self.agent)


@dataclass(frozen=True)
class Step:
    """One level against the one below."""

    level: int
    result: Result
    seconds_per_move: float
    """Of the higher level."""

    @property
    def share(self) -> float | None:
        """The share of decided games that the higher level won; None when nobody won any."""
        return self.result.decided

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        pairs: dict[int, list[float]] = {}
        for record in self.result.records:
            if record.points != 0.5:
                pairs.setdefault(record.pair, []).append(record.points)
        return interval(list(pairs.values()))

    @property
    def passed(self) -> bool:
        """Whether the mark was reached; without a decided game it was not."""
        return self.share is not None and self.share >= MARK

    def cells(self) -> tuple[str, ...]:
        """A row of a table."""
        (low, high), result = self.interval, self.result
        share = "none" if self.share is None else f"{self.share:.1%}"
        measured = (f"{low:.1%} to {high:.1%}", f"{1000 * self.seconds_per_move:.2f}", "reached" if self.passed else "missed")
        counts = (str(result.wins), str(result.draws), str(result.losses), share)
        return f"{self.level} against {self.level - 1}", *counts, *measured

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "level": self.level,
            "below": self.level - 1,
            "wins": self.result.wins,
            "draws": self.result.draws,
            "losses": self.result.losses,
            "decided": None if self.share is None else round(self.share, 6),
            "low": round(low, 6),
            "high": round(high, 6),
            "seconds_per_move": round(self.seconds_per_move, 6),
            "passed": self.passed,
        }


@dataclass(frozen=True)
class Ladder:
    """How a calibration went."""

    steps: tuple[Step, ...]
    seconds: float
    stopped: str | None = None
    """ "interrupt" when it was ended before all steps were finished."""

    @property
    def passed(self) -> bool:
        """Whether all steps were played and reached the mark."""
        return self.stopped is None and all(step.passed for step in self.steps)

    def _repr_html_(self) -> str:
        head = ("level", "wins", "draws", "losses", "decided", "95 % interval", "ms a move", f"{MARK:.0%} mark")
        return HtmlTable(head, tuple(step.cells() for step in self.steps))._repr_html_()


class Calibration:
    """Neighbouring levels of a game against each other, the weakest first.

    >>> from zermelo import find
    >>> ladder = Calibration(find("tictactoe"), lowest=1, highest=3, games=2, backend="python").play()
    >>> [(step.level, len(step.result.records)) for step in ladder.steps]
    [(2, 2), (3, 2)]
    """

    def __init__(
        self, game: Game, lowest: int = 1, highest: int = len(LEVELS), games: int = 100, seed: int = 1, backend: str | None = None
    ) -> None:
        if not 1 <= lowest < highest <= len(LEVELS):
            raise LimitError(
                f"levels {lowest} to {highest} do not make a ladder: give a lower and a higher one from 1 to {len(LEVELS)}"
            )
        self.game, self.lowest, self.highest, self.games, self.seed, self.backend = game, lowest, highest, games, seed, backend
        check_agent(level(lowest, backend=backend), game.start())
        self._match(highest)

    @property
    def work(self) -> float:
        """How much there is to do, in nodes a move; see `cost`."""
        return sum(self.games * cost(number) for number in range(self.lowest + 1, self.highest + 1))

    def play(self, hear: Callable[[int, Record], object] = lambda *_: None) -> Ladder:
        """Play all matches; `hear` is told the level and the game, each time one is over.

        Ctrl-C ends it, and the steps that are finished count.
        """
        steps: list[Step] = []
        started, stopped = time.perf_counter(), None
        try:
            for step in self._steps(hear):
                steps.append(step)  # noqa: PERF402  (those before Ctrl-C are kept)
        except KeyboardInterrupt:
            if not steps:
                raise
            stopped = "interrupt"
        return Ladder(tuple(steps), time.perf_counter() - started, stopped)

    def _steps(self, hear: Callable[[int, Record], object]) -> Iterator[Step]:
        for number in range(self.lowest + 1, self.highest + 1):
            match, higher = self._match(number)
            result = match.play(partial(hear, number))
            if result.stopped is not None:  # half a match is no step
                raise KeyboardInterrupt
            seconds = sum(record.seconds[0] for record in result.records)
            yield Step(number, result, seconds / max(higher.moves[0], 1))

    def _match(self, number: int) -> tuple[Match, Counted]:
        higher, lower = (Counted(level(each, backend=self.backend)) for each in (number, number - 1))
        return Match(self.game, higher, lower, self.games, self.seed), higher


def cost(number: int) -> float:
    """What a move of each takes when a level plays the one below, in nodes; starting a search takes as long as so many."""
    starting = 2000
    return LEVELS[number - 1].nodes + LEVELS[number - 2].nodes + 2 * starting
