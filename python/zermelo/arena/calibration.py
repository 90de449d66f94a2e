"""Calibration: is every level stronger than the one below, and by how much?

Each level plays a match against the level below, from random openings with sides swapped (`arena`). Draws do not show which level
is better, and some games are usually drawn, so what counts is the share of decided games that the higher level won. It should
reach 60 %.

The share comes with its 95 % interval, `arena.interval` over the decided games of each pair. With few games the interval is wide.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from zermelo.agents.levels import LEVELS, level
from zermelo.arena.match import Match
from zermelo.arena.result import Record, Result, by_pair, collected, interval
from zermelo.engine.agent import check_agent
from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.html import HtmlTable

MARK = 0.6
"""The share of decided games that a level should win against the one below."""


@dataclass(frozen=True)
class Step:
    """One level against the one below."""

    level: int
    result: Result
    seconds_per_move: float
    """The mean of the higher level."""

    @property
    def share(self) -> float | None:
        """The share of decided games that the higher level won; None if all were drawn."""
        return self.result.decided

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return interval(by_pair(record for record in self.result.records if record.points != 0.5))

    @property
    def passed(self) -> bool:
        """Whether the mark was reached; False without a decided game."""
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
    """The result of a calibration."""

    steps: tuple[Step, ...]
    seconds: float
    stopped: str | None = None
    """ "interrupt" if it was interrupted."""

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
                f"levels {lowest} to {highest} cannot be calibrated: give a lower and a higher level from 1 to {len(LEVELS)}"
            )
        self.game, self.lowest, self.highest, self.games, self.seed, self.backend = game, lowest, highest, games, seed, backend
        check_agent(level(lowest, backend=backend), game.start())
        self._match(highest)

    @property
    def work(self) -> float:
        """The estimated work, for progress; see `cost`."""
        return sum(self.games * cost(number) for number in range(self.lowest + 1, self.highest + 1))

    def play(
        self,
        on_game: Callable[[int, Record], object] = lambda *_: None,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> Ladder:
        """Play all matches; `on_game` is called with the level and the record after each game.

        Ctrl-C ends it; finished steps count.

        `jobs`, `cluster` and `tell` are those of `Match.play`.
        """
        return Ladder(*collected(self._steps(on_game, {"jobs": jobs, "cluster": cluster, "tell": tell})))

    def _steps(self, on_game: Callable[[int, Record], object], where: dict[str, Any]) -> Iterator[Step]:
        for number in range(self.lowest + 1, self.highest + 1):
            result = self._match(number).play(partial(on_game, number), **where)
            if result.stopped is not None:  # an unfinished match does not count
                raise KeyboardInterrupt
            yield Step(number, result, seconds_per_move(result))

    def _match(self, number: int) -> Match:
        higher, lower = (level(each, backend=self.backend, tables="none") for each in (number, number - 1))
        return Match(self.game, higher, lower, self.games, self.seed)


def seconds_per_move(result: Result) -> float:
    """The mean time of the first agent of a match."""
    moves = sum(record.turns[0] for record in result.records)
    return sum(record.seconds[0] for record in result.records) / max(moves, 1)


def cost(number: int) -> float:
    """The cost of one move of a level and one of the level below, in nodes; starting a search counts as `starting` nodes."""
    starting = 2000
    return LEVELS[number - 1].nodes + LEVELS[number - 2].nodes + 2 * starting
