"""The same rules on a GPU and on the CPU: speed, and whether the games are the same.

    python benches/gpu.py                     everything below
    python benches/gpu.py speed               random games a second of every game, on the GPU and on all cores
    python benches/gpu.py perft               sequences of moves, counted in both places
    python benches/gpu.py versus              UCT with leaves on the GPU against UCT on two threads, 50 games each
    python benches/gpu.py same                a million games of each game, compared with the CPU's, move by move
    python benches/gpu.py speed same --games connect4 othello

`same` compares the trace of every game (a hash of all its moves and outcomes of chance), its length and its result.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from zermelo import games, match, perft
from zermelo.engine.random_games import cpu_games, gpu_games, policy_of
from zermelo.errors import GpuError, ZermeloError
from zermelo.game import Game
from zermelo.search.montecarlo.random_games import HEAD, ROW, Plan

CAP = 5000
SECONDS = 1.0
REGISTERS, LOCAL_BYTES = 4, 3  # attributes of a kernel, as the driver numbers them


def plan_of(game: Game, count: int, seed: int, details: bool = False) -> Plan:
    """Games from the start, told apart by their first move."""
    start = game.start()
    firsts = tuple(start.choices) if start.player >= 0 else ()
    return Plan(start.state.pack(), count, firsts, 0, count, seed, CAP, 0, policy_of(game), details)


def rate(play, game: Game, first: int) -> tuple[float, int]:
    """Games a second, and the number of games that were given up."""
    count, seconds, table = first, 0.0, b""
    play(plan_of(game, first, 1))  # loads the kernel
    while seconds < SECONDS / 4:
        began = time.perf_counter()
        table, _ = play(plan_of(game, count, 1))
        seconds = time.perf_counter() - began
        rated, count = count, count * max(2, min(16, int(SECONDS / max(seconds, 1e-6))))
    return rated / seconds, int.from_bytes(table[32:40], "little")


def speed(names: list[str]) -> None:
    print(
        f"{'game':20}{'policy':9}{'GPU games/s':>16}{'all cores':>14}{'ratio':>8}  loaded, given up, registers, local bytes, blocks x threads"
    )
    for name in names:
        game = games.find(name)
        policy = policy_of(game)
        began = time.perf_counter()
        try:
            gpu = gpu_games(game, policy)
        except ZermeloError as error:
            print(f"{name:20}{policy:9}{error}")
            continue
        loaded = time.perf_counter() - began
        backend, cpu = cpu_games(game, policy)
        fast, given_up = rate(gpu, game, 1 << 18)
        slow, _ = rate(cpu, game, 1 << 10)
        kernel, blocks, threads = gpu.kernel(plan_of(game, 1, 1))
        registers, local = kernel.attribute(REGISTERS), kernel.attribute(LOCAL_BYTES)
        print(
            f"{name:20}{policy:9}{fast:16,.0f}{slow:14,.0f}{fast / slow:8,.0f}  "
            f"{loaded:.2f} s, {given_up}, {registers}, {local}, {blocks} x {threads}, {backend}",
            flush=True,
        )


def is_same(game: Game, one: tuple[bytes, bytes], two: tuple[bytes, bytes]) -> bool:
    """Whether all games and counts are the same; sums of utilities that are no whole numbers depend on the order in which they are added."""
    width, head = len(ROW) + 3 * len(game.players), len(HEAD) + len(game.players)
    tables = [np.frombuffer(table, np.int64) for table, _ in (one, two)]
    rows = [table[head:].reshape(-1, width) for table in tables]
    counts, sums = np.s_[:, : width - len(game.players)], np.s_[:, width - len(game.players) :]
    near = np.allclose(*(np.ascontiguousarray(each[sums]).view(np.float64) for each in rows), rtol=1e-9, atol=1e-6)
    return one[1] == two[1] and bool(np.array_equal(rows[0][counts], rows[1][counts])) and bool(near)


def same(names: list[str], count: int) -> None:
    for name in names:
        game = games.find(name)
        policy = policy_of(game)
        try:
            gpu = gpu_games(game, policy)
        except GpuError as error:
            print(f"{name:20}{error}")
            continue
        began = time.perf_counter()
        there = gpu(plan_of(game, count, 3, details=True))
        middle = time.perf_counter()
        here = cpu_games(game, policy)[1](plan_of(game, count, 3, details=True))
        seconds = middle - began, time.perf_counter() - middle
        verdict = "same" if is_same(game, there, here) else "DIFFERENT"
        print(f"{name:20}{policy:9}{count:,} games: {verdict} ({seconds[0]:.2f} s and {seconds[1]:.2f} s)", flush=True)


def versus(count: int, seconds: float) -> None:
    """UCT with leaves on the GPU against UCT on two threads, at equal time."""
    for name, options in (("connect4", "wide=True, batch=256, "), ("hex(size=7)", ""), ("go", "batch=256, leaf_games=16, ")):
        played = match(name, f"uct(where=gpu, {options}seconds={seconds})", f"uct(threads=2, seconds={seconds})", count, jobs=1)
        print(f"{name}: {played}", flush=True)


def counts() -> None:
    """Perft on the GPU and on one core."""
    for name, depth in (("connect4", 9), ("othello", 9), ("connect4", 11), ("othello", 11)):
        there, here = (perft(name, depth, where=where) for where in ("gpu", "cpu"))
        told = "same" if there.nodes == here.nodes else "DIFFERENT"
        print(f"{name:20}perft {depth}: {there.nodes:,}, {told} ({there.seconds:.2f} s and {here.seconds:.2f} s)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=[], help="speed, same, perft, versus")
    parser.add_argument("--games", nargs="*", default=sorted(games.catalog()))
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move of a match")
    given = parser.parse_args()
    parts = given.parts or ["speed", "same", "perft", "versus"]
    if "speed" in parts:
        speed(given.games)
    if "same" in parts:
        same(given.games, given.count)
    if "perft" in parts:
        counts()
    if "versus" in parts:
        versus(given.matches, given.seconds)


if __name__ == "__main__":
    main()
