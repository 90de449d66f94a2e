"""What a second thread is worth: the time to the same depth with one thread and with two, side by side in one run.

    python benches/threads.py

Each search is repeated, the two kinds by turns, and the best time of each counts. The first row is what the machine can do at all:
two searches that know nothing of each other, one after the other and at once. Run it on a machine that is otherwise idle.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from threading import Thread

import zermelo

SEARCHES = (
    ("connect4", "native", 22),
    ("connect4", "compiled", 20),
    ("othello", "compiled", 14),
    ("checkers", "compiled", 17),
    ("breakthrough", "compiled", 8),
)
TIMES = 3


def main() -> None:
    print(f"{'search':<34}{'one':>9}{'two':>9}{'ratio':>8}{'nodes':>14}{'with two':>14}")
    start = zermelo.find("connect4").start()
    plain = zermelo.alphabeta(depth=13)
    plain(start)
    one = best(lambda: (plain(start), plain(start)))
    two = best(lambda: together(lambda: plain(start)))
    print(f"{'two independent searches':<34}{one:>8.2f}s{two:>8.2f}s{one / two:>8.2f}")
    ratios = []
    for game, backend, depth in SEARCHES:
        position = zermelo.find(game).start()
        agents = [zermelo.strong(depth=depth, threads=threads, memory="256MB", backend=backend) for threads in (1, 2)]
        agents[0](position)
        times: list[list[float]] = [[], []]
        nodes = [0, 0]
        for _ in range(TIMES):
            for which, agent in enumerate(agents):
                report = agent(position)
                times[which].append(report.seconds)
                nodes[which] = report.nodes
        one, two = min(times[0]), min(times[1])
        ratios.append(one / two)
        name = f"{game} to depth {depth}, {backend}"
        print(f"{name:<34}{one:>8.2f}s{two:>8.2f}s{one / two:>8.2f}{nodes[0]:>14,}{nodes[1]:>14,}", flush=True)
    print(f"{'geometric mean':<52}{statistics.geometric_mean(ratios):>8.2f}")


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def together(work: Callable[[], object]) -> None:
    threads = [Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
