"""The verifier: does a table do what it promises, from every position that it is about, against every defence?

`specification.py` defines these words. The verifier also solves all positions that can occur. So if a table promises to win, only
positions that can be won count, and the result says whether the table has advice exactly there.

`backend="python"` runs the specification, which is for small games. Otherwise the twin in Rust runs, with all threads.
"""

import os
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from zermelo import _core
from zermelo.advice.catalog import find
from zermelo.advice.compiled_expert import CompiledExpert
from zermelo.advice.expert import Expert
from zermelo.advice.table import AdviceTable
from zermelo.advice.verification.positions import Domain, aim_of, domain, forgotten, from_start
from zermelo.advice.verification.result import Verification, VerifiedRows, called
from zermelo.advice.verification.specification import KINDS, VerifierSpecification
from zermelo.engine.requirements import check_no_chance
from zermelo.errors import AgentError
from zermelo.game import Game
from zermelo.games import find as find_game
from zermelo.search.parameter import number_of_threads

MOST = 5_000_000
"""The most positions to explore; each takes some hundred bytes."""
STAGES = ("starting", "exploring", "asking")
Progress = Callable[[str, int, int], object]
"""Called regularly with the stage, the work done, and the total as far as it is known."""


def verify(
    table: str | AdviceTable,
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

    `aim` is "win" or "draw"; by default the table's knowledge says which. With `start`, only positions of games from the start
    count, with the table as either player. With `exact=False`, positions are not solved, which saves exploring all of them; then
    the table must keep its promise everywhere. Without `threads`, all cores are used.
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
    """Raise an error, with the reason, if the game cannot be explored."""
    who = f"verifying {expert.table.name}"
    check_no_chance(expert.game.start(), who)
    if expert.rules.players != 2:
        raise AgentError(f"{who} needs a game of two players; {expert.game} has {expert.rules.players}")


def _specified(expert: Expert, where: Domain, draws: bool) -> VerifiedRows:
    work = VerifierSpecification(expert, where, draws)
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
    return VerifiedRows(
        b"".join(rows), numbered, replies, examples, blamed, len(work.graph), sum(asked for _, asked in work.stops), work.nodes
    )


def _twin(
    expert: Expert, where: Domain, draws: bool, exact: bool, backend: str | None, threads: int, progress: Progress | None
) -> VerifiedRows:
    twin = CompiledExpert(expert, backend)
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
    return VerifiedRows(found.records, found.rows, found.replies, examples, blamed, found.explored, found.asked, found.nodes)


@contextmanager
def _told(watch: _core.Watch, progress: Progress | None) -> Iterator[None]:
    """Report progress from a thread until the work is done."""
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
