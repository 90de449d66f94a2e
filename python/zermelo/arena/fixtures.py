"""Fixtures: which games are to be played, by whom, on which seats and from which opening.

Everything is played from every opening on every seat before the next opening begins, so a contest that is stopped early is fair as well.

Two agents on two seats play each opening twice, with sides swapped. If a game has more seats, each opening is played in all different seatings
when there are at most six, and otherwise in as many rotations as there are seats; agents that are fewer than the seats share them out. In a
one-player game each agent plays each opening alone.

A schedule gives fixtures in order. Their numbers never depend on how many openings are asked for, so a longer contest contains the shorter one.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import NamedTuple, Protocol

from zermelo.errors import LimitError

_ALL_SEATINGS = 6
"""Up to so many seatings, all of them are played."""
_FEW_SEATS = 6


class Fixture(NamedTuple):
    """One game that is to be played."""

    number: int
    game: int
    """The number of the game in the contest."""
    seats: tuple[int, ...]
    """The number of the agent on each seat."""
    opening: int
    round: int = 0


class Points(Protocol):
    """What is known of a game that was played."""

    @property
    def seats(self) -> tuple[int, ...]: ...

    @property
    def points(self) -> tuple[float, ...]: ...


def seatings(entrants: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """How some agents sit down to one opening.

    >>> seatings((0, 1), 2), len(seatings((0, 1, 2), 3)), seatings((0, 1, 2, 3), 4)[1]
    ([(0, 1), (1, 0)], 6, (3, 0, 1, 2))
    """
    first = tuple(entrants[seat % len(entrants)] for seat in range(seats))
    shared = [first]
    if seats % len(entrants):  # each agent is once among those with one seat more
        shared = [tuple(entrants[(seat + more) % len(entrants)] for seat in range(seats)) for more in range(len(entrants))]
    every = {seating for each in shared for seating in islice(permutations(each), 720)} if seats <= _FEW_SEATS else set()
    if 0 < len(every) <= _ALL_SEATINGS:
        return sorted(every, key=lambda each: (each != first, each))
    turned = (each[seats - turn :] + each[: seats - turn] for each in shared for turn in range(seats))
    return list(dict.fromkeys(turned))


class Schedule(Protocol):
    """What is played, in rounds; a later round may depend on what was played."""

    def next_round(self, number: int, played: Sequence[Points]) -> list[Fixture]:
        """The fixtures of a round, given all games of the rounds before; empty when all is played."""

    def total(self) -> int:
        """How many games there are in all."""

    def groups(self, fixture: Fixture) -> tuple[int, int]:
        """What a game's opening is called: games of one group share the opening and all chance."""


class RoundRobin:
    """Every agent meets every other; or, in a gauntlet, only the first agent meets the others."""

    def __init__(self, agents: int, seats: Sequence[int], openings: int, gauntlet: bool = False) -> None:
        """`seats` has the number of seats of each game."""
        self.agents, self.seats, self.openings, self.gauntlet = agents, tuple(seats), openings, gauntlet
        if agents < 1 or (agents < 2 and any(number > 1 for number in seats)):
            raise LimitError("a contest needs at least two agents")
        self._opening = list(self._of_opening())

    def _of_opening(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        for game, seats in enumerate(self.seats):
            together = min(self.agents, seats)
            for entrants in combinations(range(self.agents), together):
                if self.gauntlet and together > 1 and 0 not in entrants:
                    continue
                yield from ((game, seating) for seating in seatings(entrants, seats))

    def next_round(self, number: int, played: Sequence[Points]) -> list[Fixture]:  # noqa: ARG002
        if number > 0:
            return []
        each = len(self._opening)
        return [
            Fixture(opening * each + index, game, seating, opening)
            for opening in range(self.openings)
            for index, (game, seating) in enumerate(self._opening)
        ]

    def total(self) -> int:
        return self.openings * len(self._opening)

    def groups(self, fixture: Fixture) -> tuple[int, int]:
        return fixture.game, fixture.opening


class Swiss:
    """Agents with about equal points meet; nobody meets the same agent twice as long as that can be avoided. For games of two players.

    With an odd number of agents, one of those with the fewest points sits out each round, each agent at most once while others have not; it gets
    the points of a won game for each game of the round.
    """

    def __init__(self, agents: int, seats: Sequence[int], openings: int, rounds: int) -> None:
        if any(number != 2 for number in seats):
            raise LimitError("a Swiss tournament is for games of two players; use a round robin")
        if agents < 2:
            raise LimitError("a contest needs at least two agents")
        self.agents, self.openings, self.rounds, self.games = agents, openings, rounds, len(seats)

    def next_round(self, number: int, played: Sequence[Points]) -> list[Fixture]:
        if number >= self.rounds:
            return []
        met, points, rested = self._standing(played)
        order = sorted(range(self.agents), key=lambda agent: (-points[agent], agent))
        if len(order) % 2:
            order.remove(min(reversed(order), key=lambda agent: (rested[agent], points[agent])))
        pairs = _paired(order, met)
        first = number * self.openings
        fixtures = [
            (game, seating, first + opening)
            for opening in range(self.openings)
            for game in range(self.games)
            for pair in pairs
            for seating in seatings(pair, 2)
        ]
        begin = number * len(fixtures)  # every round has the same number of pairs
        return [Fixture(begin + index, *each, number) for index, each in enumerate(fixtures)]

    def _standing(self, played: Sequence[Points]) -> tuple[dict[frozenset[int], int], list[float], list[int]]:
        """How often each pair has met, the points, and how often each agent has sat out."""
        met: dict[frozenset[int], int] = {}
        points, games = [0.0] * self.agents, [0] * self.agents
        for each in played:
            pair = frozenset(each.seats)
            met[pair] = met.get(pair, 0) + 1
            for agent, gained in zip(each.seats, each.points, strict=True):
                points[agent] += gained
                games[agent] += 1
        a_round = 2 * self.openings * self.games
        rested = [(max(games) - number) // a_round for number in games]
        return met, [point + a_round * rest for point, rest in zip(points, rested, strict=True)], rested

    def total(self) -> int:
        return self.rounds * (self.agents // 2) * self.openings * self.games * 2

    def groups(self, fixture: Fixture) -> tuple[int, int]:
        return fixture.game, fixture.opening


def _paired(order: Sequence[int], met: dict[frozenset[int], int]) -> list[tuple[int, int]]:
    """Neighbours in the standing as pairs, with as few repeated meetings as a search of limited length finds."""
    budget = [20_000]

    def pair(left: tuple[int, ...], again: int) -> list[tuple[int, int]] | None:
        if not left:
            return []
        budget[0] -= 1
        if budget[0] < 0:
            return None
        first, others = left[0], left[1:]
        for index, other in enumerate(others):
            repeated = met.get(frozenset((first, other)), 0)
            if repeated > again:
                continue
            rest = pair(others[:index] + others[index + 1 :], again)
            if rest is not None:
                return [(first, other), *rest]
        return None

    for again in range(max(met.values(), default=0) + 1):
        found = pair(tuple(order), again)
        if found is not None:
            return found
    return [(order[index], order[index + 1]) for index in range(0, len(order), 2)]


class Sides(RoundRobin):
    """Two agents, one for each side: a player or a team. `sides` has the number of the side of each seat."""

    def __init__(self, sides: Sequence[int], openings: int) -> None:
        super().__init__(2, (2,), openings)
        self.sides = tuple(sides)

    def next_round(self, number: int, played: Sequence[Points]) -> list[Fixture]:
        fixtures = super().next_round(number, played)
        return [fixture._replace(seats=tuple(fixture.seats[side] for side in self.sides)) for fixture in fixtures]
