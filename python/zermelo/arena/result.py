"""The result of a match: its games, the score of the first agent, and its confidence interval.

A win is worth 1, a draw 1/2. The two games of a pair share an opening and are not independent, so the interval counts
pairs, not games. Let x be the mean score of a pair and n the number of pairs. The
95 % interval is the normal approximation over pairs, after adding one pair won and one pair lost:

    m = (sum of x + 1) / (n + 2)        v = (sum of x² + 1) / (n + 2) - m²        m ± 1.96 sqrt(v / (n + 2))

With many pairs the added two do not matter. With few they keep the interval wide enough: the plain approximation would call two
wins out of two 100 % with certainty. The idea is Agresti and Coull's ("Approximate is better than exact for interval
estimation of binomial proportions", 1998). The score itself is always inside.
"""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from zermelo.arena.frames import Frames
from zermelo.arena.ratings import Played, rate, superiority
from zermelo.arena.sprt import Sprt, SprtState
from zermelo.html import HtmlTable

Item = TypeVar("Item")
_Z = 1.96


@dataclass(frozen=True)
class Record:
    """One game. Pairs such as `nodes` are those of the first and the second agent, on either side."""

    pair: int
    opening: tuple[str, ...]
    seat: str
    """The player of the first agent."""
    moves: tuple[str, ...]
    """The moves after the opening."""
    result: str
    points: float
    """1, 1/2 or 0 for the first agent."""
    finished: bool
    """False if the game reached the limit on plies; it counts as a draw."""
    nodes: tuple[int, int]
    seconds: tuple[float, float]
    turns: tuple[int, int] = (0, 0)
    """How many moves they chose."""
    reason: str = "rules"
    """Why it ended (`zermelo.outcome`)."""
    note: str = ""
    """Why a game was forfeited or adjudicated."""
    utility: float | None = None
    """What the first agent got, in a game in which more can be had than a win."""

    @property
    def plies(self) -> int:
        """Length of the whole game."""
        return len(self.opening) + len(self.moves)

    def to_json(self) -> dict[str, Any]:
        return {
            "pair": self.pair,
            "opening": list(self.opening),
            "seat": self.seat,
            "moves": list(self.moves),
            "result": self.result,
            "points": self.points,
            "utility": self.utility,
            "plies": self.plies,
            "finished": self.finished,
            "nodes": list(self.nodes),
            "seconds": [round(seconds, 6) for seconds in self.seconds],
            "reason": self.reason,
            "note": self.note,
        }


@dataclass(frozen=True)
class Result(Frames):
    """The result of a match, for the first agent."""

    records: tuple[Record, ...]
    seconds: float
    stopped: str | None = None
    """ "interrupt" if it was interrupted, "decided" if the sequential test ended it."""
    agents: tuple[str, str] = ("first", "second")
    sprt: Sprt | None = None
    """The sequential test that could end the match early."""

    @property
    def wins(self) -> int:
        return sum(record.points == 1 for record in self.records)

    @property
    def draws(self) -> int:
        return sum(record.points == 0.5 for record in self.records)

    @property
    def losses(self) -> int:
        return sum(record.points == 0 for record in self.records)

    @property
    def unfinished(self) -> int:
        """How many of the draws are unfinished games."""
        return sum(not record.finished for record in self.records)

    @property
    def score(self) -> float:
        return math.fsum(record.points for record in self.records) / len(self.records)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return interval(by_pair(self.records))

    @property
    def utility(self) -> tuple[float, float, float] | None:
        """The mean utility of a game for the first agent, and its 95 % interval over pairs; None where only wins and draws count."""
        pairs: dict[int, list[float]] = {}
        for record in self.records:
            if record.utility is not None:
                pairs.setdefault(record.pair, []).append(record.utility)
        if not pairs:
            return None
        means = [math.fsum(each) / len(each) for each in pairs.values()]
        mean = math.fsum(means) / len(means)
        if len(means) == 1:
            return mean, -math.inf, math.inf
        reach = _Z * math.sqrt(math.fsum((each - mean) ** 2 for each in means) / (len(means) - 1) / len(means))
        return mean, mean - reach, mean + reach

    @property
    def decided(self) -> float | None:
        """The share of wins among the decided games; None if all were drawn."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else None

    @cached_property
    def rating(self) -> tuple[float, float, float]:
        """The Elo difference of the first agent, and its 95 % interval (`ratings`); finite even if all games were won."""
        first = rate(self._played, 2, anchor=1)[0]
        return first.elo, first.low, first.high

    @property
    def elo(self) -> float:
        """The Elo difference."""
        return self.rating[0]

    @cached_property
    def superiority(self) -> float:
        """The likelihood that the first agent is the stronger one."""
        return superiority(self._played, 2)[0][1]

    @property
    def sprt_state(self) -> SprtState:
        """Where the sequential test stands."""
        return (self.sprt or Sprt()).state([pair for pair in by_pair(self.records) if len(pair) == 2])

    @property
    def _played(self) -> list[Played]:
        return [Played((0, 1), (record.points, 1 - record.points), record.pair) for record in self.records]

    def forfeits(self) -> Iterator[tuple[str, str, int]]:
        """Of each agent that forfeited games: its name, the reason of the first, and how many they were."""
        for name, lost in zip(self.agents, (0.0, 1.0), strict=True):
            notes = [record.note for record in self.records if record.reason == "forfeit" and record.points == lost]
            if notes:
                yield name, notes[0], len(notes)

    def late(self) -> Iterator[tuple[str, int]]:
        """Of each agent whose clock ran out: its name, and in how many games."""
        for name, lost in zip(self.agents, (0.0, 1.0), strict=True):
            number = sum(record.reason == "time" and record.points == lost for record in self.records)
            if number:
                yield name, number

    def to_json(self) -> dict[str, Any]:
        """Everything but the records, as plain values. `low` and `high` are the 95 % interval of `elo`."""
        (score_low, score_high), (elo, low, high) = self.interval, self.rating
        test = None if self.sprt is None else {**vars(self.sprt), **self.sprt_state._asdict()}
        return {
            "games": len(self.records),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 6),
            "score_low": round(score_low, 6),
            "score_high": round(score_high, 6),
            "utility": None
            if self.utility is None
            else [round(each, 6) if math.isfinite(each) else None for each in self.utility],
            "decided": None if self.decided is None else round(self.decided, 6),
            "elo": round(elo, 1),
            "low": round(low, 1),
            "high": round(high, 1),
            "superiority": round(self.superiority, 6),
            "sprt": test,
            "unfinished": self.unfinished,
            "forfeits": {name: number for name, _, number in self.forfeits()},
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row for each game, for tables of data: texts and numbers, with the moves as one text."""
        first, second = self.agents
        return [
            {
                "game": number,
                "pair": record.pair,
                "first": first,
                "second": second,
                "seat": record.seat,
                "points": record.points,
                "result": record.result,
                "plies": record.plies,
                "finished": record.finished,
                "opening": " ".join(record.opening),
                "moves": " ".join(record.moves),
                "nodes_first": record.nodes[0],
                "nodes_second": record.nodes[1],
                "seconds_first": record.seconds[0],
                "seconds_second": record.seconds[1],
            }
            for number, record in enumerate(self.records)
        ]

    def scores(self) -> Iterator[tuple[str, int, int, int, float, float, float]]:
        """For each agent: its name, wins, draws, losses, score and the 95 % interval of the score."""
        (low, high), score = self.interval, self.score
        yield self.agents[0], self.wins, self.draws, self.losses, score, low, high
        yield self.agents[1], self.losses, self.draws, self.wins, 1 - score, 1 - high, 1 - low

    def table(self) -> HtmlTable:
        """The scores of both agents, with their intervals."""
        rows = tuple(
            (name, str(wins), str(draws), str(losses), f"{share:.1%}", f"{least:.1%} to {most:.1%}")
            for name, wins, draws, losses, share, least, most in self.scores()
        )
        games = f"{len(self.records)} games in {self.seconds:.1f} s{', interrupted' if self.stopped == 'interrupt' else ''}"
        return HtmlTable(("agent", "wins", "draws", "losses", "score", "95 % interval"), rows, games)

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def collected(items: Iterable[Item]) -> tuple[tuple[Item, ...], float, str | None]:
    """The items, their seconds, and "interrupt" if Ctrl-C ended them; before the first item Ctrl-C is raised."""
    found: list[Item] = []
    started, stopped = time.perf_counter(), None
    try:
        for item in items:
            found.append(item)  # noqa: PERF402  (items before Ctrl-C are kept)
    except KeyboardInterrupt:
        if not found:
            raise
        stopped = "interrupt"
    return tuple(found), time.perf_counter() - started, stopped


def by_pair(records: Iterable[Record]) -> list[list[float]]:
    """The points of games, pair by pair."""
    pairs: dict[int, list[float]] = {}
    for record in records:
        pairs.setdefault(record.pair, []).append(record.points)
    return list(pairs.values())


def interval(pairs: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The 95 % interval of the mean of games that come in pairs; see the top of this file.

    A pair with only one game counts half. Four pairs won, four shared, two lost:

    >>> low, high = interval([(1, 1)] * 4 + [(1, 0)] * 4 + [(0, 0)] * 2)
    >>> f"{low:.4f} to {high:.4f}"
    '0.3572 to 0.8095'
    """
    weighted = [(len(games) / 2, math.fsum(games) / len(games)) for games in pairs] + [(1.0, 1.0), (1.0, 0.0)]
    total = math.fsum(weight for weight, _ in weighted)
    mean = math.fsum(weight * score for weight, score in weighted) / total
    variance = math.fsum(weight * (score - mean) ** 2 for weight, score in weighted) / total
    reach = _Z * math.sqrt(variance / total)
    return max(0.0, mean - reach), min(1.0, mean + reach)
