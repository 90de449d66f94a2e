"""The standings of a tournament: points, Elo with its interval, and who did what against whom.

A one-player game has no opponent: the agents that played the same opening are ranked by what they got, and this ranking counts as one game
of them all. The mean of what they got is in the table as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Any

from zermelo.arena.frames import Frames
from zermelo.arena.ratings import Played, Rating, rate
from zermelo.arena.records import GameRecord
from zermelo.html import HtmlTable


@dataclass(frozen=True)
class Standing:
    """One agent in the standings."""

    rank: int
    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float
    low: float
    high: float
    """The 95 % interval of the Elo."""
    forfeits: int
    milliseconds: float
    """The mean time of a move."""

    @property
    def score(self) -> float:
        """Points for each game."""
        return self.points / self.games if self.games else 0.0

    def to_json(self) -> dict[str, Any]:
        rounded = {name: round(value, 6) if isinstance(value, float) else value for name, value in vars(self).items()}
        return {**rounded, "score": round(self.score, 6)}


@dataclass(frozen=True)
class Standings(Frames):
    """The result of a tournament."""

    agents: tuple[str, ...]
    games: tuple[str, ...]
    records: tuple[GameRecord, ...]
    seconds: float = 0.0
    stopped: str | None = None
    """ "interrupt" if it was interrupted."""
    known: int = 0
    """How many games were in the file before."""
    total: int | None = None
    """How many games are planned, if that is known."""

    @cached_property
    def ratings(self) -> list[Rating]:
        """The Elo of each agent, in the order of `agents`."""
        return rate(compared(self.records), len(self.agents))

    def ranked(self) -> list[Standing]:
        """All agents, the strongest first."""
        found = [self._standing(number) for number in range(len(self.agents))]
        found.sort(key=lambda each: (-each.elo, -each.points, each.agent))
        return [Standing(rank, *list(vars(each).values())[1:]) for rank, each in enumerate(found, 1)]

    def _standing(self, agent: int) -> Standing:
        mine = [(record, seat) for record in self.records for seat, each in enumerate(record.seats) if each == agent]
        wins, draws, losses = (sum(_kind(*each) == kind for each in mine) for kind in (1, 0, -1))
        turns = sum(record.turns[seat] for record, seat in mine)
        rating = self.ratings[agent]
        return Standing(
            rank=0,
            agent=self.agents[agent],
            games=len(mine),
            wins=wins,
            draws=draws,
            losses=losses,
            points=fsum(record.points[seat] for record, seat in mine),
            elo=rating.elo,
            low=rating.low,
            high=rating.high,
            forfeits=sum(record.outcome.reason == "forfeit" and seat not in record.outcome.winners for record, seat in mine),
            milliseconds=1000 * fsum(record.seconds[seat] for record, seat in mine) / max(1, turns),
        )

    def crosstable(self) -> list[list[tuple[float, int] | None]]:
        """For each agent and each other: points in the games that they shared, and how many games these were; None if there were none."""
        size = len(self.agents)
        points = [[0.0] * size for _ in range(size)]
        games = [[0] * size for _ in range(size)]
        for played in compared(self.records):
            seats = list(zip(played.entrants, played.values, strict=True))
            for mine, my_value in seats:
                for other, value in seats:
                    if mine != other:
                        points[mine][other] += 0.5 if my_value == value else float(my_value > value)
                        games[mine][other] += 1
        return [[(points[a][b], games[a][b]) if games[a][b] else None for b in range(size)] for a in range(size)]

    @property
    def forfeits(self) -> list[tuple[str, str]]:
        """Who forfeited games, with the reason of each."""
        found = []
        for record in self.records:
            if record.outcome.reason == "forfeit":
                loser = next(seat for seat in range(len(record.seats)) if seat not in record.outcome.winners)
                found.append((self.agents[record.seats[loser]], record.note))
        return found

    def to_json(self) -> dict[str, Any]:
        """The standings as plain values, a row for each agent."""
        return {
            "games": len(self.records),
            "agents": [each.to_json() for each in self.ranked()],
            "crosstable": [[None if cell is None else list(cell) for cell in row] for row in self.crosstable()],
            "order": list(self.agents),
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
            "known": self.known,
        }

    @property
    def progress(self) -> str:
        """How many games there are, and of how many or in which time."""
        played = len(self.records)
        if self.seconds:
            return f"{played} games in {self.seconds:.1f} s"
        return f"{played} games" if self.total is None or self.total < played else f"{played} of {self.total} games"

    def rows(self) -> list[dict[str, Any]]:
        return [each.to_json() for each in self.ranked()]

    def table(self) -> HtmlTable:
        head = ("", "agent", "Elo", "95 % interval", "points", "games", "wins", "draws", "losses")
        rows = tuple(
            (
                str(each.rank),
                each.agent,
                signed(each.elo),
                f"{signed(each.low)} to {signed(each.high)}",
                f"{each.points:g}",
                str(each.games),
                str(each.wins),
                str(each.draws),
                str(each.losses),
            )
            for each in self.ranked()
        )
        return HtmlTable(head, rows, f"{', '.join(self.games)}: {self.progress}")

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def signed(elo: float) -> str:
    """An Elo difference in whole numbers.

    >>> signed(-0.2), signed(12.6)
    ('0', '+13')
    """
    return f"{round(elo):+d}" if round(elo) else "0"


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Names, with a number after those that occur again.

    >>> distinct(["random", "random", "strong()"])
    ('random', 'random #2', 'strong()')
    """
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return tuple(found)


def compared(records: Sequence[GameRecord]) -> list[Played]:
    """The games as ratings need them; one-player games of the same opening are one comparison."""
    groups: dict[tuple[int, int], int] = {}
    alone: dict[tuple[int, int], list[GameRecord]] = {}
    found = []
    for record in records:
        key = record.game, record.opening
        group = groups.setdefault(key, len(groups))
        if len(record.seats) == 1:
            alone.setdefault(key, []).append(record)
        else:
            found.append(Played(record.seats, record.values, group))
    for key, together in alone.items():
        if len(together) > 1:
            found.append(
                Played(tuple(each.seats[0] for each in together), tuple(each.values[0] for each in together), groups[key])
            )
    return found


def _kind(record: GameRecord, seat: int) -> int | None:
    """1, 0 or -1 for a won, drawn or lost game; None for a one-player game."""
    if len(record.seats) == 1:
        return None
    if record.outcome.is_draw or not record.outcome.winners:
        return 0
    return 1 if seat in record.outcome.winners else -1
