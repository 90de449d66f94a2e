"""UCT at length, and what a second thread is worth.

    python benches/uct.py
    python benches/uct.py --playouts 400000 1000000 4000000 --seeds 10

First Connect Four, whose only winning first move is the centre: for each number of playouts, how many seeds begin there, with and without the
game's `forced`, and the mean visits and value of every first move. Then playouts a second with one thread and with two, run by turns;
the best of each counts. Run that on a machine that is otherwise idle. Where it is not, look at the last column: twice the CPU time of a playout with
one thread, divided by that with two; it does not count time in which another program ran, but hides waiting while threads seldom run at once.
"""

from __future__ import annotations

import argparse
import statistics
import time

import zermelo

CENTRE = "4"
SPEED = (
    ("connect4", "native", 300_000, ""),
    ("connect4", "native", 300_000, ", forced=False"),
    ("connect4", "compiled", 50_000, ", forced=False"),
    ("othello", "native", 60_000, ""),
    ("othello", "compiled", 20_000, ""),
    ("chess", "native", 5_000, ""),
    ("breakthrough", "compiled", 20_000, ""),
)


def first_moves(playouts: int, seeds: int, options: str) -> None:
    """One row: how many seeds begin in the centre, and thousands of visits and value of each first move, in the mean."""
    start = zermelo.find("connect4").start()
    rows: dict[str, list[tuple[int, float]]] = {move: [] for move in start.moves}
    right = 0
    for seed in range(1, seeds + 1):
        report = zermelo.agent(f'uct(playouts={playouts}, seed={seed}, memory="256MB"{options})')(start)
        right += report.move == CENTRE
        for choice in report.choices:
            rows[choice.move].append((choice.visits, choice.value or 0.0))
    cells = (
        f"{statistics.mean(visits for visits, _ in row) / 1000:8.1f} {statistics.mean(value for _, value in row):+.3f}"
        for row in rows.values()
    )
    print(f"{playouts:>10,}  {options or ', forced=True':<16}{right:>4} of {seeds:<3}{''.join(cells)}", flush=True)


def threads(game: str, backend: str, playouts: int, options: str, rounds: int) -> None:
    """One row: playouts a second with one thread and with two."""
    start = zermelo.find(game).start()
    agents = [zermelo.agent(f"uct(playouts={playouts}, threads={number}{options})", backend) for number in (1, 2)]
    agents[0](start)
    rates, costs = [0.0, 0.0], [float("inf"), float("inf")]
    for _ in range(rounds):
        for which, agent in enumerate(agents):
            before = time.process_time()
            report = agent(start)
            costs[which] = min(costs[which], (time.process_time() - before) / report.playouts)
            rates[which] = max(rates[which], report.playouts / report.seconds)
    name = f"{game}, {backend}{options}"
    print(f"{name:<38}{rates[0]:>12,.0f}{rates[1]:>12,.0f}{rates[1] / rates[0]:>8.2f}{2 * costs[0] / costs[1]:>8.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--playouts", type=int, nargs="+", default=[10_000, 100_000, 400_000, 1_000_000], help="numbers of playouts"
    )
    parser.add_argument("--seeds", type=int, default=10, help="searches for each number of playouts")
    parser.add_argument("--rounds", type=int, default=5, help="how often each speed is measured; the best counts")
    given = parser.parse_args()
    print("Connect Four: seeds that begin in the centre; thousands of visits and value of each first move, in the mean")
    for options in (", forced=False", ""):
        for playouts in given.playouts:
            first_moves(playouts, given.seeds, options)
    print(f"\n{'playouts a second':<38}{'one':>12}{'two':>12}{'ratio':>8}{'by CPU':>8}")
    for row in SPEED:
        threads(*row, given.rounds)


if __name__ == "__main__":
    main()
