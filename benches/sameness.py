"""The same value, whatever is switched on: table, techniques, threads and backend, over 10,000 random positions of several games.

    python benches/sameness.py            # 10,000 positions, some minutes
    python benches/sameness.py 500        # fewer

Every search is exact and of the same depth, so every value and every distance to a win or loss must be the plain one's. Prints one
row a game, and fails with the first position that differs.
"""

from __future__ import annotations

import random
import sys
import time

import zermelo
from zermelo.engine.backends import available
from zermelo.game.position import Position

GAMES = {
    "tictactoe": 5,
    "connect4": 5,
    "connect(rows=5,cols=5,line=4)": 5,
    "nim": 5,
    "grundy(20)": 4,
    "isolation(rows=5,cols=5)": 2,
    "breakthrough(rows=5,cols=4)": 3,
    "checkers": 4,
    "othello": 3,
    "ataxx(size=5)": 2,
}
"""Games with the depth of their searches."""
EXACT = dict(ordering="all", pvs=True, aspiration=True, deepening=True, inner_deepening=True, memory="1MB")
SEARCHES = {
    "table": dict(memory="1MB"),
    "all techniques": EXACT,
    "mtdf": dict(mtdf=True, memory="1MB", ordering="all"),
    "two threads": EXACT | dict(threads=2),
    "two threads, table only": dict(memory="1MB", threads=2),
}
MOST_PLIES = 30


def main() -> None:
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    each = -(-total // len(GAMES))
    print(f"{'game':<34}{'positions':>10}{'searches':>10}{'seconds':>9}")
    for text, depth in GAMES.items():
        began = time.perf_counter()
        searches = sum(compare(position, depth) for position in positions(text, each))
        print(f"{text:<34}{each:>10,}{searches:>10,}{time.perf_counter() - began:>9.1f}", flush=True)
    print("all the same")


def positions(text: str, number: int) -> list[Position]:
    """Unfinished positions after random moves; small games have some of them twice."""
    chance, start = random.Random(text), zermelo.find(text).start()
    found: list[Position] = []
    while len(found) < number:
        position = start
        for _ in range(chance.randrange(MOST_PLIES)):
            after = position.advance(chance.choice(position.choices))
            if after.over:
                break
            position = after
        found.append(position)
    return found


def compare(position: Position, depth: int) -> int:
    """Search in every way, and count the searches."""
    backends = [backend.name for backend in available(position.game)]
    plain = answer(position, dict(depth=depth))
    for name, options in SEARCHES.items():
        check(position, plain, answer(position, dict(depth=depth, **options)), name)
    shallow = answer(position, dict(depth=min(depth, 2)))
    for backend in backends:
        for options in ({}, dict(memory="1MB")):
            found = answer(position, dict(depth=min(depth, 2), backend=backend, **options))
            check(position, shallow, found, f"{backend}{' with a table' if options else ''}")
    return 2 + len(SEARCHES) + 2 * len(backends)


def answer(position: Position, options: dict[str, object]) -> tuple[float | None, int | None]:
    report = zermelo.alphabeta(**options)(position)  # type: ignore[arg-type]
    return report.value, report.plies


def check(position: Position, expected: object, found: object, name: str) -> None:
    if found != expected:
        raise SystemExit(f"{name}: {found} instead of {expected} in\n{position!r}")


if __name__ == "__main__":
    main()
