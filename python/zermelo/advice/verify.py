"""The verifier: does a table do what it promises, from every position that it is about, against every defence?

`verify("krk")` answers with a `Verification`: how many positions are secured, how the others fail, with an example of each kind, and how
many moves it takes, at worst and on average, against the longest defence, against best defence, and with best play on both sides.
`fixpoint.py` says what these words mean. What positions are worth is found out on the way, from all positions that can come up; so only
positions that can be won at all count where a table promises to win, and it is seen whether the table has advice exactly there.

`backend="python"` asks the specification, which is for small games; otherwise the twin does it, in all threads.
"""

from __future__ import annotations

import os
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from zermelo import _core
from zermelo.advice.catalog import find
from zermelo.advice.compiled import Twin
from zermelo.advice.domain import Domain, aim_of, domain, forgotten, from_start
from zermelo.advice.expert import Expert
from zermelo.advice.fixpoint import KINDS, Specification
from zermelo.advice.table import Table
from zermelo.advice.verification import Outcome, Verification, called
from zermelo.engine.agent import number_of_threads
from zermelo.engine.requirements import check_no_chance
from zermelo.errors import AgentError
from zermelo.game.protocol import Game
from zermelo.games import find as find_game

MOST = 5_000_000
"""Positions that may be gone through; each takes some hundred bytes."""
STAGES = ("starting", "exploring", "asking")
Progress = Callable[[str, int, int], object]
"""Told now and then: what is being done, how much of it is done, and how much there is to do as far as is known."""


def verify(
    table: str | Table,
    game: Game | None = None,
    *,
    aim: str | None = None,
    start: bool = False,
    exact: bool = True,
    backend: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Play a table against every defence.

    `aim` is "win" or "draw" where it is not to be what the table's knowledge says. With `start` only what comes up in games from the
    start counts, with the table as either player. With `exact=False` it is not found out what positions are worth, which takes
    everything that can come up: then the table must keep its promise everywhere. Without `threads` all cores are used.
    """
    started = time.perf_counter()
    found = find(table) if isinstance(table, str) else table
    expert = Expert(found, find_game(found.game) if game is None else game)
    check_game(expert)
    where, wanted = (from_start(expert) if start else domain(expert)), aim_of(expert, aim)
    if backend == "python":
        outcome = _specified(expert, where, wanted == "draw")
    else:
        workers = (os.cpu_count() or 1) if threads is None else number_of_threads(threads)
        outcome = _twin(expert, where, wanted == "draw", exact, backend, workers, progress)
    return outcome.verification(expert, where, wanted, exact, time.perf_counter() - started)


def check_game(expert: Expert) -> None:
    """Refuse, with the reason, a game that cannot be gone through."""
    who = f"verifying {expert.table.name}"
    check_no_chance(expert.game.start(), who)
    if expert.rules.players != 2:
        raise AgentError(f"{who} is for games of two players, but {expert.game} has {expert.rules.players}")


def _specified(expert: Expert, where: Domain, draws: bool) -> Outcome:
    """Asks the specification."""
    work = Specification(expert, where, draws)
    rows = work.run()
    keys = list(work.stops)
    least = 0 if draws else 1
    examples: dict[str, tuple[bytes, tuple[int, ...]]] = {}
    blamed: dict[str, dict[str, int]] = {}
    nearest: dict[str, int] = {}
    for record, row in rows.items():
        failure = work.stops[record, True].failure
        if failure is None or row.value < least:
            continue
        kind = KINDS[failure[1]]
        culprit = work.stops[keys[failure[2]]]
        name = called(expert, *work.source(culprit))
        blamed.setdefault(kind, {})
        blamed[kind][name] = blamed[kind].get(name, 0) + 1
        if failure[0] < nearest.get(kind, 1 << 30):
            nearest[kind], examples[kind] = failure[0], work.example(record)
    replies = [work.judge(record) for record in work.replies]
    numbered = array("i", [number for row in rows.values() for number in row]).tobytes()
    return Outcome(
        b"".join(rows), numbered, replies, examples, blamed, len(work.graph), sum(asked for _, asked in work.stops), work.nodes
    )


def _twin(
    expert: Expert, where: Domain, draws: bool, exact: bool, backend: str | None, threads: int, progress: Progress | None
) -> Outcome:
    """Asks the twin."""
    twin = Twin(expert, backend)
    watch = _core.Watch()
    with _told(watch, progress), twin.diagnosing():
        found = twin.core.verify(
            twin.rules.core,
            where.seeds,
            replies=where.replies,
            everything=where.everything,
            forgotten=forgotten(expert.game),
            draws=draws,
            exact=exact,
            most=MOST,
            threads=threads,
            watch=watch,
        )
    blamed: dict[str, dict[str, int]] = {}
    for kind, table, advice, number in found.blamed:
        blamed.setdefault(kind, {})[called(expert, table, advice)] = number
    examples = {kind: (record, tuple(line)) for kind, record, line in found.examples}
    return Outcome(found.records, found.rows, found.replies, examples, blamed, found.explored, found.asked, found.nodes)


@contextmanager
def _told(watch: _core.Watch, progress: Progress | None) -> Iterator[None]:
    """Tells how far the work is, from a thread of its own, until it is done."""
    if progress is None:
        yield
        return
    done = threading.Event()

    def tell() -> None:
        while not done.wait(0.1):
            stage, finished, total = watch.look()
            progress(STAGES[min(stage, len(STAGES) - 1)], finished, total)

    teller = threading.Thread(target=tell, name="zermelo-progress", daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
