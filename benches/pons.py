"""Pascal Pons' Connect Four sets, solved with compiled Python rules: how many are right, and how long one takes.

    python benches/pons.py FOLDER [--sets end-easy middle-easy] [--agent "strong(memory=4MB)"]

FOLDER holds `pons-end-easy.txt` and so on: a line has the columns played, counted from 1, and the score. The score is the number of
stones that the winner has left at the end, negative when the player to move loses; it is our own distance to the end, converted.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

import zermelo
from zermelo.report import Report

STONES = 42


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sets", nargs="+", default=["end-easy", "middle-easy"])
    parser.add_argument("--agent", default="strong(memory=4MB)")
    given = parser.parse_args()
    agent = zermelo.agent(given.agent, backend="compiled")
    start = zermelo.find("connect4").start()
    print(f"{agent}, compiled rules\n{'set':<14}{'right':>12}{'mean ms':>10}{'median ms':>11}{'most ms':>10}{'mean nodes':>12}")
    for name in given.sets:
        rows = [line.split() for line in (given.folder / f"pons-{name}.txt").read_text().splitlines() if line.strip()]
        right, seconds, nodes = 0, [], []
        for columns, wanted in rows:
            position = start.play(*columns)
            began = time.perf_counter()
            report = agent(position)
            seconds.append(time.perf_counter() - began)
            nodes.append(report.nodes)
            right += score(report, len(columns)) == int(wanted)
        milliseconds = [1000 * each for each in seconds[1:]]  # the first one compiles
        print(
            f"{name:<14}{right:>6} / {len(rows):<4}{statistics.mean(milliseconds):>9.2f}{statistics.median(milliseconds):>11.2f}"
            f"{max(milliseconds):>10.2f}{statistics.mean(nodes):>12.0f}"
        )


def score(report: Report, played: int) -> int:
    """Stones that the winner has left, from the plies to the end."""
    if report.plies is None:
        return 0
    left = STONES // 2 + 1 - (played + report.plies + 1) // 2
    return left if (report.value or 0) > 0 else -left


if __name__ == "__main__":
    main()
