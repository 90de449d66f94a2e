"""What a cluster of 10, 100 or 1,000 workers would give: figures measured on this machine, and a simulation with them.

    python benches/scaling.py              measure, then simulate
    python benches/scaling.py --simulate   simulate with the figures in docs/background/scaling.md

Everything runs on 127.0.0.1. What the scheduler and this process spend on a batch is measured in seconds of CPU, so other programs on the machine
matter little. The simulation is an extrapolation: it knows nothing of slow networks, or of machines of different speed.
"""

from __future__ import annotations

import argparse
import heapq
import json
import pickle
import random
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from zermelo import alphabeta, find, random as random_agent
from zermelo.arena import Match, cluster
from zermelo.arena.cluster import FLYING, Cluster, batch_size
from zermelo.arena.running import about
from zermelo.arena.store import RecordStore

GIGABIT = 125e6
"""Bytes a second of the network in the table."""


@dataclass(frozen=True)
class Figures:
    """What the simulation needs."""

    scheduler: float
    """Seconds of CPU of the scheduler for a batch."""
    client: float
    """Seconds of CPU of this process for a batch."""
    game: float
    """Seconds of CPU of this process for a game: to send it, and to read its record."""
    store: float
    """Seconds to write a record."""
    sent: float
    """Bytes for each game that goes to a worker."""
    received: float
    """Bytes of its record."""


KEPT = Figures(scheduler=0.001875, client=0.001368, game=0.000029, store=0.000046, sent=100, received=403)


# Measuring


class Processes:
    """A scheduler and workers on 127.0.0.1."""

    def __init__(self, folder: str) -> None:
        self.folder, self.all = folder, []
        place = Path(folder, "scheduler.json")
        self.scheduler = self.start("scheduler", "--port", "0", "--no-show", "--scheduler-file", str(place))
        while not place.exists() or not place.read_text().rstrip().endswith("}"):
            time.sleep(0.1)
        self.address = json.loads(place.read_text())["address"]

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"]
        with Path(self.folder, f"{len(self.all)}.log").open("wb") as log:
            self.all.append(subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log))
        return self.all[-1]

    def close(self) -> None:
        for process in reversed(self.all):
            process.kill()
            process.wait()


def spent(process: subprocess.Popen[bytes]) -> float:
    import psutil

    times = psutil.Process(process.pid).cpu_times()
    return float(times.user + times.system)


def play(match: Match, doer: Cluster, games: int) -> float:
    """Seconds for some games of a match."""
    tasks = [match._openings.task(fixture) for fixture in match.schedule.next_round(0, [])]
    started = time.perf_counter()
    for _ in doer.play(tasks[:games]):
        pass
    return time.perf_counter() - started


def with_two_workers(processes: Processes) -> None:
    """Print how much faster two workers are than one; starts both."""
    match = Match(find("connect4"), alphabeta(depth=8, table=True), random_agent(), games=200)
    seconds = []
    for workers in (1, 2):
        processes.start("worker", processes.address, "--nthreads", "1", "--no-nanny")
        with Cluster(match.contest, processes.address) as doer:
            while doer._look() < workers:
                time.sleep(0.1)
            play(match, doer, 4 * workers)  # starts the processes
            seconds.append(play(match, doer, 200))
    print(
        f"200 games: {seconds[0]:.1f} s with one worker, {seconds[1]:.1f} s with two, which is {seconds[0] / seconds[1]:.2f} times as fast"
    )


def costs(processes: Processes, size: int, batches: int) -> tuple[float, float]:
    """Seconds of CPU for a batch of so many games: of the scheduler, and of this process."""
    match = Match(find("tictactoe"), random_agent(), random_agent(2), games=2 * ceil(size * batches / 2), opening=2)
    before, cluster.MOST_ITEMS = cluster.MOST_ITEMS, size
    try:
        with Cluster(match.contest, processes.address) as doer:
            play(match, doer, 8)
            started = spent(processes.scheduler), time.process_time()
            play(match, doer, size * batches)
            done = spent(processes.scheduler), time.process_time()
    finally:
        cluster.MOST_ITEMS = before
    return (done[0] - started[0]) / batches, (done[1] - started[1]) / batches


def written(folder: str) -> tuple[float, float, float]:
    """Seconds to write a record of a game of connect4; bytes of a game that is sent, and of its record."""
    match = Match(find("connect4"), random_agent(), random_agent(2), games=2000)
    tasks = [match._openings.task(fixture) for fixture in match.schedule.next_round(0, [])]
    records = [match.contest.do(task) for task in tasks[:500]]
    with RecordStore(Path(folder, "games.sqlite"), about(match.contest, "match")) as store:
        started = time.process_time()
        for record in records:
            store.add(record)
        seconds = (time.process_time() - started) / len(records)
    sizes = [len(pickle.dumps(tasks[:500], protocol=5)) / 500, len(pickle.dumps(records, protocol=5)) / 500]
    return seconds, *sizes


def measured() -> Figures:
    """The figures of this machine."""
    with tempfile.TemporaryDirectory() as folder, closing(Processes(folder)) as processes:
        with_two_workers(processes)
        short, long = costs(processes, 1, 400), costs(processes, 50, 60)
        game = max(0.0, (long[1] - short[1]) / 49)
        return Figures(short[0], short[1] - game, game, *written(folder))


# Simulating


def simulated(figures: Figures, workers: int, seconds: float, limit: float) -> tuple[float, float, float]:
    """Games in a second with so many workers, if a game takes so many seconds; and how busy the scheduler and this process are.

    The second half of `limit` simulated seconds counts. Each worker has two batches on their way: from this process by the scheduler to the worker, and back. The three are servers with queues.
    """
    rng = random.Random(1)
    size = batch_size(seconds, workers, 10**9)
    free = [0.0] * (workers + 2)  # when each worker, the scheduler and this process have done what they have
    scheduler, client = workers, workers + 1
    batch = {scheduler: figures.scheduler / 2, client: figures.client / 2 + size * (figures.game + figures.store) / 2}
    busy = {scheduler: 0.0, client: 0.0}
    events = [(0.0, number, 0, number % workers) for number in range(FLYING * workers)]
    heapq.heapify(events)
    done = 0
    while events[0][0] < limit:
        now, number, stage, worker = heapq.heappop(events)
        server = (client, scheduler, worker, scheduler, client)[stage]
        takes = batch[server] if server != worker else seconds * rng.gammavariate(4 * size, 1 / 4)
        free[server] = max(now, free[server]) + takes
        if server in busy:
            busy[server] += takes
        done += size if stage == 4 and limit / 2 < free[server] < limit else 0
        heapq.heappush(events, (free[server], number, (stage + 1) % 5, worker))
    return done / (limit / 2), min(1.0, busy[scheduler] / limit), min(1.0, busy[client] / limit)


def table(figures: Figures) -> None:
    print(
        f"{'a game takes':>12}{'workers':>9}{'games/s':>10}{'of ideal':>10}{'scheduler':>11}{'this process':>14}{'network':>10}"
    )
    for seconds in (0.01, 0.1, 1.0, 60.0):
        for workers in (1, 10, 100, 1000):
            rate, scheduler, client = simulated(figures, workers, seconds, max(1000.0, 200 * seconds))
            network = rate * (figures.sent + figures.received) / GIGABIT
            print(
                f"{seconds:>10g} s{workers:>9,}{rate:>10,.1f}{rate * seconds / workers:>10.0%}{scheduler:>11.0%}{client:>14.0%}{network:>10.1%}"
            )


def limits(figures: Figures) -> None:
    print(
        f"limits: the scheduler {1 / figures.scheduler:,.0f} batches/s; SQLite {1 / figures.store:,.0f} games/s; "
        f"this process {1 / (figures.game + figures.store):,.0f} games/s; a network of 1 Gbit/s {GIGABIT / (figures.sent + figures.received):,.0f} games/s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--simulate", action="store_true", help="use the figures in the documents")
    figures = KEPT if parser.parse_args().simulate else measured()
    for name, value in vars(figures).items():
        print(f"  {name:<10}{value:>10.0f} bytes" if name in ("sent", "received") else f"  {name:<10}{1000 * value:>10.3f} ms")
    limits(figures)
    table(figures)


if __name__ == "__main__":
    main()
