"""A tournament: several agents, one or several games, for any number of players; who is how strong?

In a round robin every agent meets every other, in a gauntlet the first one meets all others, in a Swiss tournament those who are about equally
successful meet. `fixtures` says who sits where. The standings have the points and the Elo of each agent with its interval (`standings`, `ratings`).
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from math import ceil, log2
from pathlib import Path

from zermelo.agents.registry import AnyAgent, agent as make_agent
from zermelo.arena.conditions import Conditions
from zermelo.arena.fixtures import RoundRobin, Schedule, Swiss, seatings
from zermelo.arena.records import GameRecord
from zermelo.arena.referee import Contest
from zermelo.arena.running import Openings, about, play
from zermelo.arena.standings import Standings, distinct
from zermelo.arena.store import RecordStore
from zermelo.errors import AgentError, LimitError
from zermelo.game import Game

FORMATS = ("round-robin", "gauntlet", "swiss")


class Tournament:
    """Agents that play each other; `play` plays it.

    >>> from zermelo import find
    >>> standings = Tournament(find("tictactoe"), ["alphabeta(backend=python)", "random", "random(seed=2)"], games=2).play()
    >>> len(standings.records), standings.ranked()[0].agent
    (6, 'alphabeta()')
    """

    def __init__(
        self,
        game: Game | Sequence[Game],
        agents: Sequence[AnyAgent],
        games: int = 2,
        format: str = "round-robin",
        rounds: int | None = None,
        conditions: Conditions | None = None,
    ) -> None:
        """`games` is the number of games of each pairing, rounded up so that every opening is played on all seats."""
        self.games = (game,) if isinstance(game, Game) else tuple(game)
        conditions = conditions or Conditions()
        if not isinstance(games, int) or isinstance(games, bool) or games < 1:
            raise LimitError(f"games={games!r:.60} must be a whole number of at least 1")
        if format not in FORMATS:
            raise LimitError(f"unknown format {format!r:.60}; expected {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
        if not self.games:
            raise LimitError("a tournament needs a game")
        made = tuple(conditions.limited(make_agent(each)) for each in agents)
        self.contest = Contest(self.games, made, conditions)
        self.names = distinct([str(agent) for agent in made])
        self.format = format
        seats = [len(each.players) for each in self.games]
        needed = max(1, min(len(made), max(seats)))
        if len(made) < 2 and max(seats) > 1:
            raise AgentError(f"a tournament needs at least two agents, not {len(made)}")
        openings = ceil(games / len(seatings(tuple(range(needed)), max(seats))))
        self.schedule: Schedule
        if format == "swiss":
            count = ceil(log2(max(2, len(made)))) if rounds is None else rounds
            if not isinstance(count, int) or not 1 <= count <= 1000:
                raise LimitError(f"rounds={count!r:.60} must be a whole number from 1 to 1000")
            self.schedule = Swiss(len(made), seats, openings, count)
            self._openings = Openings(self.contest, openings * count)
        else:
            if rounds is not None:
                raise LimitError(f"rounds={rounds} is for a Swiss tournament; a {format} is as long as `games` says")
            self.schedule = RoundRobin(len(made), seats, openings, gauntlet=format == "gauntlet")
            self._openings = Openings(self.contest, openings)
        self.contest.check()

    @property
    def total(self) -> int:
        """The number of games in all."""
        return self.schedule.total()

    def __repr__(self) -> str:
        return f"<{self.format} of {len(self.names)} agents at {', '.join(map(str, self.games))}, {self.total} games; play() plays them>"

    def play(
        self,
        step: Callable[[GameRecord], object] = lambda _: None,
        *,
        jobs: int | None = None,
        record: str | Path | None = None,
        cluster: str | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> Standings:
        """Play all games; `step` is called with each record. Ctrl-C ends the tournament; finished games count.

        `jobs` is the number of worker processes; None plays in this process. `record` is a file in which all games are stored; if it
        has games of the same tournament, only the missing ones are played. `cluster` is the address of
        a scheduler of Dask, whose workers then play; `tell` is called with a few words while there are none.
        """
        for number in range(len(self.games)):
            self._openings.of(number)  # wrong openings are told before a file is made
        identity = about(self.contest, self.format) | ({"swiss": self.total} if self.format == "swiss" else {})
        with nullcontext() if record is None else RecordStore(record, identity, self.total) as store:
            played = play(
                self.contest,
                self.schedule,
                self._openings,
                jobs=jobs,
                cluster=cluster,
                tell=tell,
                store=store,
                on_record=step,
            )
        return Standings(
            self.names, tuple(map(str, self.games)), played.records, played.seconds, played.stopped, played.known, self.total
        )
