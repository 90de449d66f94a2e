"""A match: two agents, many games, one score. In a game for two teams, an agent has all seats of its team.

Every game starts with an opening, which may favour one side; so each opening is played twice, with sides swapped and the
same outcomes of chance. Everything random follows from the seed, so agents with depth or node limits repeat the same match. `referee` says how a
game is played, `running` where.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar

from zermelo.agents.registry import AnyAgent, agent as make_agent
from zermelo.arena.conditions import MOST_PLIES, Conditions
from zermelo.arena.fixtures import Sides
from zermelo.arena.records import GameRecord
from zermelo.arena.referee import Contest, fresh, stream, think
from zermelo.arena.result import Record, Result
from zermelo.arena.running import Openings, about, play
from zermelo.arena.sprt import Sprt
from zermelo.arena.store import RecordStore
from zermelo.errors import GameError, LimitError
from zermelo.game import Game

Number = TypeVar("Number", int, float)
__all__ = ["Match", "fresh", "stream", "think"]


def points_of_first(played: GameRecord) -> float:
    """1, 1/2 or 0 for the first agent, which may have all seats of a team."""
    mine, yours = played.seats.index(0), played.seats.index(1)
    if len(played.seats) == 2:
        return played.points[mine]
    return (1 + (played.values[mine] > played.values[yours]) - (played.values[mine] < played.values[yours])) / 2


class Question:
    """The question of a sequential test, asked after each pair from the first on; the order in which games end does not matter."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.pairs: list[tuple[float, float]] = []
        """The points of the first agent in the pairs that count."""
        self._counts, self._answered = sprt.counts(()), False

    def answered(self, found: Mapping[int, GameRecord]) -> bool:
        """Whether the pairs that are complete answer the question."""
        while not self._answered and {(number := 2 * len(self.pairs)), number + 1} <= found.keys():
            one, two = (points_of_first(found[each]) for each in (number, number + 1))
            self.pairs.append((one, two))
            self._counts = [before + new for before, new in zip(self._counts, self.sprt.counts([(one, two)]), strict=True)]
            self._answered = self.sprt.state_of(self._counts).verdict is not None
        return self._answered


class Match:
    """Two agents on a game for two players or teams; iterate over its games, or `play` them all.

    >>> from zermelo import alphabeta, find, random
    >>> result = Match(find("tictactoe"), alphabeta(backend="python", depth=2), random(), games=4, opening=5).play()
    >>> len(result.records), result.wins + result.draws + result.losses
    (4, 4)
    """

    def __init__(
        self,
        game: Game,
        first: AnyAgent,
        second: AnyAgent,
        games: int = 20,
        seed: int = 1,
        opening: int | None = None,
        plies: int = MOST_PLIES,
        conditions: Conditions | None = None,
        sprt: Sprt | None = None,
    ) -> None:
        """`conditions` replaces seed, opening and plies; with `sprt` the match ends as soon as the question is answered."""
        if not isinstance(games, int) or isinstance(games, bool):
            raise LimitError(f"games={games!r:.60} must be a whole number")
        if games < 2 or games % 2:
            raise LimitError(f"games={games} must be an even number of at least 2: every opening is played twice")
        conditions = conditions or Conditions(seed, opening, plies)
        sides = game.teams or tuple(range(len(game.players)))
        if sorted(set(sides)) != [0, 1]:
            raise GameError(
                f"a match is for games of two players or two teams, but {game} has {len(game.players)}; `zermelo tournament` plays it"
            )
        agents = tuple(conditions.limited(make_agent(each)) for each in (first, second))
        self.game, self.games, self.sprt = game, games, sprt
        self.contest = Contest((game,), agents, conditions)
        self.contest.check()
        self.schedule = Sides(sides, games // 2)
        self._openings = Openings(self.contest, games // 2)
        self.openings = self._openings.of(0)

    @property
    def first(self) -> str:
        return str(self.contest.agents[0])

    @property
    def second(self) -> str:
        return str(self.contest.agents[1])

    @property
    def seed(self) -> int:
        return self.contest.conditions.seed

    @property
    def plies(self) -> int:
        return self.contest.conditions.plies

    def __repr__(self) -> str:
        return f"<match at {self.game}: {self.first} against {self.second}, {self.games} games; play() plays them>"

    def play(
        self,
        step: Callable[[Record], object] = lambda _: None,
        *,
        jobs: int | None = None,
        record: str | Path | None = None,
        cluster: str | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> Result:
        """Play all games; `step` is called with each record. Ctrl-C ends the match; finished games count.

        `jobs` is the number of worker processes; None plays in this process. `record` is a file in which all games are stored; if it
        has games of the same match, only the missing ones are played. `cluster` is the address of
        a scheduler of Dask, whose workers then play; `tell` is called with a few words while there are none.
        """
        question = None if self.sprt is None else Question(self.sprt)
        with nullcontext() if record is None else RecordStore(record, about(self.contest, "match"), self.games) as store:
            played = play(
                self.contest,
                self.schedule,
                self._openings,
                jobs=jobs,
                cluster=cluster,
                tell=tell,
                store=store,
                on_record=lambda each: step(self._record(each)),
                decided=(lambda _: False) if question is None else question.answered,
            )
        records = tuple(self._record(each) for each in played.records)
        if question is not None and question.pairs:
            records = records[: 2 * len(question.pairs)]  # those that were on their way do not count
        return Result(records, played.seconds, played.stopped, (self.first, self.second), self.sprt)

    def __iter__(self) -> Iterator[Record]:
        for fixture in self.schedule.next_round(0, ()):
            yield self._record(self.contest.do(self._openings.task(fixture)))

    def _record(self, played: GameRecord) -> Record:
        """A game as the first agent sees it."""
        seat = played.seats.index(0)
        values = played.outcome.values
        return Record(
            pair=played.opening,
            opening=played.before,
            seat=self.game.players[seat],
            moves=played.moves,
            result=played.result(self.game.players),
            points=points_of_first(played),
            finished=played.outcome.reason != "length",
            nodes=_by_agent(played, played.nodes),
            seconds=_by_agent(played, played.seconds),
            turns=_by_agent(played, played.turns),
            reason=played.outcome.reason,
            note=played.note,
            utility=None if values is None or self.game.rules.has_winner else values[seat],
        )


def _by_agent(played: GameRecord, numbers: Sequence[Number]) -> tuple[Number, Number]:
    """Numbers of seats, added up for the first and the second agent."""
    first, second = (sum(number for number, who in zip(numbers, played.seats, strict=True) if who == agent) for agent in (0, 1))
    return first, second
