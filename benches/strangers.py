"""Games as newcomers write them (`tests/strangers`): do they compile, how long does that take, and what is it worth?

    python benches/strangers.py [NAME ...]

Prints for each game the seconds to compile it without a cache, and plies of random games a second, compiled and interpreted, in the same
run; then how many games compile, and the least and the median ratio.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
SECONDS = 0.4
"""For each backend of each game."""


def seconds(core, start: bytes, games: int) -> tuple[float, int]:
    """Seconds for so many random games, and their plies; repeated if it is too quick to be timed."""
    taken, rounds = 0.0, 0
    while taken < SECONDS / 4:
        begun = time.perf_counter()
        plies = core.playouts(start, games, 1)[1]
        taken, rounds = taken + time.perf_counter() - begun, rounds + 1
    return taken / rounds, plies


def speeds(fast, slow, start: bytes) -> tuple[float, float]:
    """Plies a second of both, in the same games."""
    games = 1
    while (found := seconds(slow, start, games))[0] < SECONDS:
        games *= 2 if found[0] > SECONDS / 8 else 8
    return found[1] / seconds(fast, start, games)[0], found[1] / found[0]


def main(names: list[str]) -> None:
    os.environ["ZERMELO_CACHE"] = tempfile.mkdtemp(prefix="zermelo-bench-")
    from strangers_cases import CASES, game

    from zermelo.engine.backends import open_backend
    from zermelo.errors import CompileError

    ratios, refused = dict[str, float](), list[str]()
    print(f"{'game':<20} {'compile s':>9} {'compiled':>12} {'interpreted':>12} {'ratio':>8}   plies/s")
    for name, case in CASES.items():
        if names and name not in names:
            continue
        made = game(case.text)
        begun = time.perf_counter()
        try:
            fast = open_backend(made, "compiled").core
        except CompileError as error:
            refused.append(name)
            print(f"{name:<20} refused: {error}")
            continue
        took = time.perf_counter() - begun
        start = made.fresh().pack()
        compiled, interpreted = speeds(fast, open_backend(made, "interpreted").core, start)
        ratios[name] = compiled / interpreted
        asked = f"   {fast.fallbacks()} answers left to Python" if fast.fallbacks() else ""
        print(f"{name:<20} {took:9.2f} {compiled:12,.0f} {interpreted:12,.0f} {ratios[name]:8.1f}{asked}", flush=True)
    if ratios:
        slow = ", ".join(f"{name} {ratio:.0f}" for name, ratio in sorted(ratios.items(), key=lambda each: each[1]) if ratio < 30)
        print(
            f"\n{len(ratios)} of {len(ratios) + len(refused)} compile; ratio {min(ratios.values()):.0f} at least, {median(ratios.values()):.0f} in the middle"
        )
        print(f"below 30: {slow or 'none'}")


if __name__ == "__main__":
    main(sys.argv[1:])
