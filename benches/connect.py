"""Connect Four, solved: time and nodes on Pascal Pons' sets, beside BitBully if it is installed, and on request the empty board.

    python benches/connect.py FOLDER [--empty] [--memory 1GB]

FOLDER holds `pons-middle-medium.txt` and so on, as for `pons.py`. It takes the first 100 positions of middle-medium, 20 of begin-medium and
5 of begin-hard; every position begins with an empty table. Times are CPU seconds of one core.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zermelo

sys.path.insert(0, str(Path(__file__).parent))
from pons import score

SETS = {"middle-medium": (100, 4), "begin-medium": (20, 64), "begin-hard": (5, 64)}
"""How many positions are taken of a set, and the size of the table in megabytes."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=list(SETS))
    parser.add_argument("--empty", action="store_true", help="solve the empty board, too")
    parser.add_argument("--memory", default="1GB", help="the table for the empty board")
    parser.add_argument("--larger", type=float, default=1.0, help="tables so many times as large")
    given = parser.parse_args()
    start, other = zermelo.find("connect4").start(), bitbully()
    print(f"{'set':<16}{'right':>10}{'mean ms':>12}{'mean nodes':>14}{'BitBully':>12}{'nodes':>14}")
    for name in given.sets:
        number, megabytes = SETS[name]
        memory = f"{int(megabytes * given.larger)}MB"
        lines = (given.folder / f"pons-{name}.txt").read_text().splitlines()[:number]
        right, ours, theirs = 0, Measured(), Measured()
        for columns, wanted in map(str.split, lines):
            right += ours.add(solve, start.play(*columns), memory) == int(wanted)
            if other is not None:
                theirs.add(*other(columns))
        print(f"{name:<16}{right:>5} / {len(lines):<3}{ours}{'' if other is None else theirs}", flush=True)
    if given.empty:
        found = Measured()
        print(
            f"empty board: score {found.add(solve, start, given.memory)} (1 is right), {found.seconds[0]:.0f} s, {found.nodes[0]} nodes"
        )


class Measured:
    """Seconds and nodes of one program."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.nodes: list[int] = []

    def add(self, solver: Callable[..., tuple[int, int]], *position: Any) -> int:
        """The score of a position."""
        began = time.process_time()
        found, nodes = solver(*position)
        self.seconds.append(time.process_time() - began)
        self.nodes.append(nodes)
        return found

    def __str__(self) -> str:
        return f"{1000 * statistics.mean(self.seconds):>12.1f}{statistics.mean(self.nodes):>14.0f}"


def solve(position: zermelo.Position, memory: str) -> tuple[int, int]:
    """Pons' score, and nodes."""
    report = zermelo.solve(position, memory=memory)
    return score(report, sum(position.state.height)), report.nodes


def bitbully() -> Callable[[str], tuple[Callable[..., tuple[int, int]], Any]] | None:
    """BitBully's solver and its board for a position, with an empty table, if it is installed (AGPL; for measurements only)."""
    try:
        from bitbully.bitbully_core import BitBullyCore, BoardCore
    except ImportError:
        return None
    solver = BitBullyCore()

    def prepare(columns: str) -> tuple[Callable[..., tuple[int, int]], Any]:
        board = BoardCore()
        for column in columns:
            board.play(int(column) - 1)
        solver.resetTranspositionTable()
        solver.resetNodeCounter()
        return solve, board

    def solve(board: Any) -> tuple[int, int]:
        return int(solver.mtdf(board, 0)), int(solver.getNodeCounter())

    return prepare


if __name__ == "__main__":
    main()
