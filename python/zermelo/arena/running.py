"""Plays a contest: fixtures that are missing, in this process, by workers or on a cluster, each stored as soon as it is over.

The records do not depend on where and in which order the games are played. So a run that was killed and goes on from its file, a run with many
workers and one with a single one give the same games, except where agents have time limits.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import count
from typing import Any

from zermelo.arena.cluster import Cluster
from zermelo.arena.fixtures import Fixture, Schedule
from zermelo.arena.openings import openings_for
from zermelo.arena.pool import Pool
from zermelo.arena.records import GameRecord
from zermelo.arena.referee import Contest, Task, packed, stream
from zermelo.arena.store import RecordStore, source_of
from zermelo.arena.work import Doer, Inline, Item, Result, Work
from zermelo.game import Position, Random


@dataclass(frozen=True)
class Played:
    """The games of a contest that were played."""

    records: tuple[GameRecord, ...]
    """In the order of their numbers."""
    known: int
    """How many of them were in the file before."""
    seconds: float
    stopped: str | None = None
    """ "interrupt" if it was interrupted, "decided" if the question was answered before the last game."""


class Openings:
    """The openings of all games of a contest; made when the first is asked for."""

    def __init__(self, contest: Contest, number: int) -> None:
        self.contest, self.number = contest, number
        self._made: dict[int, list[Position]] = {}

    def of(self, game: int) -> list[Position]:
        """All different openings of a game."""
        if game not in self._made:
            conditions = self.contest.conditions
            random = Random(stream(conditions.seed))
            self._made[game] = openings_for(self.contest.games[game], conditions, self.number, random)
        return self._made[game]

    def task(self, fixture: Fixture) -> Task:
        """A fixture with its opening; if there are too few, they are used again."""
        found = self.of(fixture.game)
        return fixture, packed(found[fixture.opening % len(found)])


def play(
    contest: Contest,
    schedule: Schedule,
    openings: Openings,
    *,
    jobs: int | None = 1,
    cluster: str | None = None,
    tell: Callable[[str], object] = lambda _: None,
    store: RecordStore | None = None,
    on_record: Callable[[GameRecord], object] = lambda _: None,
    decided: Callable[[dict[int, GameRecord]], bool] = lambda _: False,
) -> Played:
    """Play all games that are missing; Ctrl-C ends it, and the games that are over count. With `jobs=None` everything is played in this process.

    `cluster` is the address of a scheduler of Dask; `jobs` does not matter then. `tell` is called with a few words when there is something to wait for.
    `decided` is asked after each game whether the rest need not be played.
    """
    found = {} if store is None else store.records()
    known, started, stopped = len(found), time.perf_counter(), None
    with ExitStack() as stack:
        try:
            doer: Doer[Task, GameRecord] | None = None
            for number in count():
                earlier = [record for _, record in sorted(found.items()) if record.round < number]
                fixtures = schedule.next_round(number, earlier)
                if not fixtures or decided(found):
                    break
                missing = [fixture for fixture in fixtures if fixture.number not in found]
                if not missing:
                    continue
                if doer is None:
                    doer = stack.enter_context(doer_for(contest, len(missing), jobs, cluster, tell))
                for record in stack.enter_context(closing(doer.play(map(openings.task, missing)))):
                    if store is not None:
                        store.add(record)
                    found[record.number] = record
                    on_record(record)
                    if decided(found):
                        break
            stopped = "decided" if decided(found) and len(found) < schedule.total() else None
        except KeyboardInterrupt:
            if not found:
                raise
            stopped = "interrupt"
    records = tuple(record for _, record in sorted(found.items()) if record.number < schedule.total())
    return Played(records, known, time.perf_counter() - started, stopped)


def doer_for(
    work: Work[Item, Result],
    items: int,
    jobs: int | None,
    cluster: str | None = None,
    tell: Callable[[str], object] = lambda _: None,
) -> Doer[Item, Result]:
    """What does some items of some work: this process (`jobs=None`), so many worker processes, or the cluster at an address."""
    if cluster is not None:
        return Cluster(work, cluster, tell)
    return Inline(work) if jobs is None else Pool(work, min(jobs, items))


def about(contest: Contest, kind: str) -> dict[str, Any]:
    """What the records of a contest belong to."""
    return {
        "kind": kind,
        "games": [str(game) for game in contest.games],
        "agents": [str(agent) for agent in contest.agents],
        "conditions": contest.conditions.to_json(),
        "sources": [source_of(agent) for agent in contest.agents],
    }
