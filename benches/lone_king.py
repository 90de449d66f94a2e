"""Chess endings against a lone king, without tablebases: how many random positions are won.

    python benches/lone_king.py                            bishop and knight, 40 positions, 30,000 nodes a move
    python benches/lone_king.py KBB --nodes 85000          others

The defence searches 10,000 nodes a move. A position that occurs for the third time is a draw.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import zermelo
from zermelo.errors import PositionError


def placed(pieces: str, chance: random.Random) -> zermelo.Position:
    """A random position with White to move."""
    chess = zermelo.find("chess")
    while True:
        board = dict(zip(chance.sample(range(64), len(pieces) + 1), pieces + "k", strict=True))
        rows = ("".join(board.get(8 * rank + file, "1") for file in range(8)) for rank in range(7, -1, -1))
        try:
            position = chess.position(f"{'/'.join(rows)} w - - 0 1")
        except PositionError:
            continue
        if not position.over:
            return position


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pieces", nargs="?", default="KBN", help="White's pieces, such as KBN")
    parser.add_argument("--nodes", type=int, default=30_000, help="nodes a move")
    parser.add_argument("--positions", type=int, default=40)
    given = parser.parse_args()
    chance, results = random.Random(5), Counter[str]()
    for _ in range(given.positions):
        position = placed(given.pieces, chance)
        agents = [
            zermelo.selective(nodes=nodes, tables="none").fresh(seed) for seed, nodes in enumerate((given.nodes, 10_000), 1)
        ]
        while not position.over and not position.is_repeated:
            position = position.play(agents[position.player](position).move)
        won = position.values is not None and position.values[0] == 1
        results["won" if won else "repeated" if position.is_repeated else "drawn"] += 1
    print(f"{given.pieces} against a lone king, {given.nodes:,} nodes a move: {dict(results)}")


if __name__ == "__main__":
    main()
