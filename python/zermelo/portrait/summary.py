"""What many games of one way of playing show together."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Any

from zermelo.portrait.leads import Leads
from zermelo.portrait.record import GameRecord

_Z = 1.96


def interval(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of `games` by Wilson's score (1927); it is never narrower for shared points than for whole ones.

    >>> low, high = interval(15, 20)
    >>> f"{low:.3f} to {high:.3f}"
    '0.531 to 0.888'
    """
    if games == 0:
        return 0.0, 1.0
    share = points / games
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    reach = _Z * math.sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2)) / (1 + _Z**2 / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True)
class Seat:
    """How one player fared."""

    player: str
    wins: int
    """Games won, alone or with others."""
    share: float
    """The mean share of the points: a win is 1, and a draw is divided among all players."""
    low: float
    high: float
    """The 95 % interval of the share."""
    value: float
    """The mean utility."""
    moves: float | None
    """Moves in a game, on average; None if they were not counted."""


@dataclass(frozen=True)
class Spread:
    """Some numbers: their mean, the least and the greatest, and the middle half."""

    mean: float
    least: float
    lower: float
    middle: float
    upper: float
    most: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Spread:
        """
        >>> Spread.of([5, 7, 9])
        Spread(mean=7.0, least=5, lower=6.0, middle=7.0, upper=8.0, most=9)
        """
        ordered = sorted(numbers)
        lower, middle, upper = (_quantile(ordered, part / 4) for part in (1, 2, 3))
        return cls(math.fsum(ordered) / len(ordered), ordered[0], lower, middle, upper, ordered[-1])

    @classmethod
    def counted(cls, times: Mapping[int, int]) -> Spread:
        """The same from how often each number occurs.

        >>> Spread.counted({5: 1, 7: 1, 9: 1}) == Spread.of([5, 7, 9])
        True
        """
        ordered = sorted(number for number, count in times.items() if count)
        upto = list(accumulate(times[number] for number in ordered))
        lower, middle, upper = (_quantile(_Sorted(ordered, upto), part / 4) for part in (1, 2, 3))
        return cls(sum(n * times[n] for n in ordered) / upto[-1], ordered[0], lower, middle, upper, ordered[-1])


@dataclass(frozen=True)
class _Sorted:
    """Sorted numbers, each of which may occur often."""

    numbers: Sequence[int]
    upto: Sequence[int]
    """How many numbers there are up to each."""

    def __len__(self) -> int:
        return self.upto[-1]

    def __getitem__(self, place: int) -> float:
        return self.numbers[bisect_right(self.upto, place)]


def _quantile(ordered: Sequence[float] | _Sorted, share: float) -> float:
    """The value below which a share of the numbers lies, interpolated."""
    place = share * (len(ordered) - 1)
    below, rest = int(place), place - int(place)
    return float(ordered[below] + rest * (ordered[min(below + 1, len(ordered) - 1)] - ordered[below]))


@dataclass(frozen=True)
class Drama:
    """The leads of some games, on average."""

    games: int
    changes: float
    """Lead changes in a game."""
    comebacks: float | None
    """The share of decided games whose winner once saw another player lead; None without a decided game."""
    decided: float | None
    """The share of a game after which its winner always led; None without a decided game."""


@dataclass(frozen=True)
class Summary:
    """Games of one way of playing, such as random or level 3."""

    name: str
    games: int
    """Finished games; all numbers below are about these."""
    unfinished: int
    """Games that were given up because they were too long."""
    seats: tuple[Seat, ...]
    draws: int
    plies: Spread
    branching: float
    """The mean number of legal moves, over all decisions."""
    most_choices: int
    forced: float
    """The share of decisions with a single legal move."""
    states: int | None
    """Different states that were reached; None if they were not counted."""
    positions: int | None
    """States that were reached, counted each time; None if they were not."""
    drama: Drama | None = None
    shared: bool = False
    """Whether all players got the same in each game, and could all get more: then no player wins, and no game is drawn."""

    def to_json(self) -> dict[str, Any]:
        """All numbers by name, rounded to six digits."""
        rounded: dict[str, Any] = _rounded(asdict(self))
        return rounded


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return round(value, 6) if isinstance(value, float) else value


class Tally:
    """Counts games as they are played, so that they need not be kept."""

    def __init__(self, name: str, players: Sequence[str], zero_sum: bool = True) -> None:
        self.name, self.players, self.zero_sum = name, players, zero_sum
        self.plies: list[int] = []
        self.unfinished = self.draws = self.decisions = self.choices = self.most = self.forced = self.positions = 0
        self.points, self.values = [0.0] * len(players), [0.0] * len(players)
        self.wins, self.moves = [0] * len(players), [0] * len(players)
        self.states: set[int] = set()
        """Hashes of the states; two states with the same one are not worth the memory of keeping both."""
        self.leads: list[Leads] = []

    def add(self, record: GameRecord, leads: Leads | None = None) -> None:
        """Count a game."""
        if record.utilities is None:
            self.unfinished += 1
            return
        self.plies.append(record.plies)
        self.decisions += len(record.choices)
        self.choices += sum(record.choices)
        self.most = max(self.most, *record.choices, 0)
        self.forced += record.choices.count(1)
        self.positions += len(record.states)
        self.states.update(map(hash, record.states))
        winners = record.winners
        self.draws += not winners
        for player, utility in enumerate(record.utilities):
            self.wins[player] += player in winners
            self.points[player] += record.points(player)
            self.values[player] += utility
            self.moves[player] += record.movers.count(player)
        self.leads += [] if leads is None else [leads]

    def summary(self) -> Summary | None:
        """The games so far; None if none is finished."""
        games = len(self.plies)
        if games == 0:
            return None
        return Summary(
            name=self.name,
            games=games,
            unfinished=self.unfinished,
            seats=tuple(self._seat(player, games) for player in range(len(self.players))),
            draws=self.draws if len(self.players) > 1 else 0,
            plies=Spread.of(self.plies),
            branching=self.choices / self.decisions if self.decisions else 0.0,
            most_choices=self.most,
            forced=self.forced / self.decisions if self.decisions else 0.0,
            states=len(self.states),
            positions=self.positions,
            drama=_drama(self.leads) if self.leads and len(self.players) > 1 else None,
            shared=len(self.players) > 1 and not self.zero_sum and self.draws == games,
        )

    def _seat(self, player: int, games: int) -> Seat:
        low, high = interval(self.points[player], games)
        means = (self.values[player] / games, self.moves[player] / games)
        return Seat(self.players[player], self.wins[player], self.points[player] / games, low, high, *means)


def _drama(leads: Sequence[Leads]) -> Drama:
    decided = [each for each in leads if each.decided is not None]
    shares = [each.decided for each in decided if each.decided is not None]
    return Drama(
        games=len(leads),
        changes=sum(each.changes for each in leads) / len(leads),
        comebacks=sum(each.comeback for each in decided) / len(decided) if decided else None,
        decided=math.fsum(shares) / len(shares) if shares else None,
    )
