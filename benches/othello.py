"""Othello: how fast the native rules count moves and evaluate, and how long the FFO endgames take to solve exactly.

    python benches/othello.py perft [--depth 11]
    python benches/othello.py evaluate [--depth 8]
    python benches/othello.py solve FILE [--from 40] [--only 40 41] [--agent "alphabeta(ordering=all, memory=256MB)"]

FILE holds lines of OBF with the scores of moves, such as the FFO sets; `--from` is the number of its first line. For each position it prints empty
squares, score and move, whether both are those of the file, nodes, seconds and CPU seconds. On a busy machine only the latter tell something.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import zermelo
from zermelo.engine.backends import open_backend
from zermelo.facade import solver


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    perft = commands.add_parser("perft")
    perft.add_argument("--depth", type=int, default=11)
    evaluate = commands.add_parser("evaluate")
    evaluate.add_argument("--depth", type=int, default=8)
    solve = commands.add_parser("solve")
    solve.add_argument("file", type=Path)
    solve.add_argument("--from", type=int, default=1, dest="first", help="the number of the first line")
    solve.add_argument("--only", type=int, nargs="+", help="numbers of positions")
    solve.add_argument("--agent", help="another solver than that of `zermelo solve`")
    given = parser.parse_args()
    if given.command == "perft":
        count(given.depth)
    elif given.command == "evaluate":
        compare_evaluations(given.depth)
    else:
        solve_file(given.file, given.first, given.only, given.agent)


def count(depth: int) -> None:
    """Perft of the start position, depth by depth."""
    game = zermelo.find("othello")
    core, start = open_backend(game, "native").core, game.fresh().pack()
    for plies in range(1, depth + 1):
        began, worked = time.perf_counter(), time.process_time()
        nodes = core.perft(start, plies)
        seconds, cpu = time.perf_counter() - began, time.process_time() - worked
        print(f"{plies:>3} {nodes:>14,} {seconds:8.2f} s {nodes / max(cpu, 1e-6) / 1e6:7.0f} M nodes a CPU second", flush=True)


def compare_evaluations(depth: int) -> None:
    """Nodes a CPU second of plain alpha-beta with patterns and with features; most nodes are evaluated."""
    position, speeds = zermelo.find("othello").start().play("f5 f6 e6 f4 g6 d6 g4 g5"), {}
    for name, options in {"patterns": {}, "features": {"evaluate": "features"}}.items():
        agent = zermelo.alphabeta(depth=depth, **options)
        agent(position)  # the weights are read once
        worked = time.process_time()
        nodes = agent(position).nodes
        speeds[name] = nodes / max(time.process_time() - worked, 1e-6)
        print(f"{name:>9} {nodes:>12,} nodes {speeds[name] / 1e6:7.2f} M nodes a CPU second", flush=True)
    print(f"    ratio {speeds['patterns'] / speeds['features']:.2f}")


def solve_file(file: Path, first: int, only: list[int] | None, agent: str | None) -> None:
    """Solve positions, and compare with the scores of the file."""
    game, total, right, solved = zermelo.find("othello(discs=True)"), 0.0, 0, 0
    print("  # empty score move  as published       nodes  seconds      CPU")
    for number, line in enumerate(file.read_text().splitlines(), first):
        if only is not None and number not in only:
            continue
        position, scores = game.position(line), published(line)
        began, worked = time.perf_counter(), time.process_time()
        report = (solver(position) if agent is None else zermelo.agent(agent))(position)
        seconds, cpu = time.perf_counter() - began, time.process_time() - worked
        good = report.exact and report.value == max(scores.values()) == scores.get(report.move)
        empty, total, right, solved = game.plies_left(position.state), total + cpu, right + good, solved + 1
        told = "yes" if good else "no"
        print(
            f"{number:>3} {empty:>5} {report.value:>+5} {report.move:>4} {told:>13} {report.nodes:>11,} {seconds:>8.1f} {cpu:>8.1f}",
            flush=True,
        )
    print(f"{right} of {solved} as published, {total:.1f} CPU seconds")


def published(line: str) -> dict[str, int]:
    """The scores of moves in a line of OBF."""
    moves = (each.strip().lower().split(":") for each in line.split(";")[1:] if ":" in each)
    return {move: int(score) for move, score in moves}


if __name__ == "__main__":
    main()
