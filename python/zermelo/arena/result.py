"""How a match went: its games, the score of the first agent, and how far that number can be trusted.

A win is worth 1, a draw 1/2. The two games of a pair share an opening and are not independent, so it is pairs, not games,
that are counted when it comes to how sure the score is. Let x be the mean score of a pair and n the number of pairs. The
95 % interval is the normal approximation over pairs, after one pair won outright and one lost outright have been added:

    m = (sum of x + 1) / (n + 2)        v = (sum of x² + 1) / (n + 2) - m²        m ± 1.96 sqrt(v / (n + 2))

With many pairs the added two do not matter. With few they keep the interval honest: the plain approximation would call two
wins out of two "100 %, beyond doubt". The idea is Agresti and Coull's ("Approximate is better than exact for interval
estimation of binomial proportions", 1998). The score itself is always inside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.html import HtmlTable

_Z = 1.96


@dataclass(frozen=True)
class Record:
    """One game. Pairs such as `nodes` are the first agent's and the second's, whichever side they played."""

    pair: int
    opening: tuple[str, ...]
    seat: str
    """The player that the first agent was."""
    moves: tuple[str, ...]
    """What was played after the opening."""
    result: str
    points: float
    """1, 1/2 or 0 for the first agent."""
    finished: bool
    """False when the game was still going on after all the plies it may take; it counts as a draw."""
    nodes: tuple[int, int]
    seconds: tuple[float, float]

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
            "plies": self.plies,
            "finished": self.finished,
            "nodes": list(self.nodes),
            "seconds": [round(seconds, 6) for seconds in self.seconds],
        }


@dataclass(frozen=True)
class Result:
    """How a match went, as the first agent sees it."""

    records: tuple[Record, ...]
    seconds: float
    stopped: str | None = None
    """ "interrupt" when it was ended before all games were played."""
    agents: tuple[str, str] = ("first", "second")
    """Who played."""

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
        """How many of the draws are games that never came to an end."""
        return sum(not record.finished for record in self.records)

    @property
    def score(self) -> float:
        return math.fsum(record.points for record in self.records) / len(self.records)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        pairs: dict[int, list[float]] = {}
        for record in self.records:
            pairs.setdefault(record.pair, []).append(record.points)
        return interval(list(pairs.values()))

    @property
    def decided(self) -> float | None:
        """The share of games won among those that somebody won; None when nobody won any."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else None

    @property
    def elo(self) -> float | None:
        """The difference in Elo points that the score stands for; None where that is infinite."""
        return 400 * math.log10(self.score / (1 - self.score)) if 0 < self.score < 1 else None

    def to_json(self) -> dict[str, Any]:
        """Everything but the records, as plain values."""
        low, high = self.interval
        return {
            "games": len(self.records),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 6),
            "low": round(low, 6),
            "high": round(high, 6),
            "decided": None if self.decided is None else round(self.decided, 6),
            "elo": None if self.elo is None else round(self.elo, 1),
            "unfinished": self.unfinished,
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
        }

    def table(self) -> HtmlTable:
        """The score of both, with its interval."""
        (low, high), score = self.interval, self.score
        first = (self.wins, self.draws, self.losses, score, low, high)
        second = (self.losses, self.draws, self.wins, 1 - score, 1 - high, 1 - low)
        rows = tuple(
            (name, str(wins), str(draws), str(losses), f"{share:.1%}", f"{least:.1%} to {most:.1%}")
            for name, (wins, draws, losses, share, least, most) in zip(self.agents, (first, second), strict=True)
        )
        games = f"{len(self.records)} games in {self.seconds:.1f} s{', interrupted' if self.stopped else ''}"
        return HtmlTable(("agent", "wins", "draws", "losses", "score", "95 % interval"), rows, games)

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def interval(pairs: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The 95 % interval of the mean of games that come in pairs; see the top of this file.

    A pair of which only one game was played counts half. Four pairs won, four shared, two lost:

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
