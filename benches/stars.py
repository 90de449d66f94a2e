"""What pruning at chance nodes is worth: nodes, leaves and time of expectiminimax with each pruning, on positions of random games.

    python benches/stars.py
    python benches/stars.py einstein --depth 3 --positions 20

Leaves are positions that are evaluated, or where the game is over. Every pruning must find the value and the move of the plain
search; what differs is counted and shown.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import zermelo
from zermelo.engine.agent import SearchAgent
from zermelo.engine.backends import open_backend
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.random import Random, draw
from zermelo.search import trace

PRUNINGS = ("none", "star1", "star2", "star2.5")


def main() -> None:
    arguments = parse()
    positions = list(sample(arguments.game, arguments.positions, arguments.seed))
    print(f"{arguments.game} to depth {arguments.depth}, {len(positions)} positions; means of one position")
    print(f"{'ordering':<10}{'pruning':<10}{'nodes':>12}{'of plain':>10}{'leaves':>12}{'of plain':>10}{'ms':>10}{'differ':>8}")
    for ordering in arguments.orderings.split(","):
        plain: list[tuple[float | None, str]] = []
        whole = (0, 0)
        for pruning in PRUNINGS:
            agent = zermelo.expectiminimax(
                depth=arguments.depth, pruning=pruning, ordering=ordering, memory=arguments.memory or None
            )
            agent(positions[0])  # compiles
            began = time.perf_counter()
            found = [agent(position) for position in positions]
            spent = 1000 * (time.perf_counter() - began) / len(positions)
            said = [(report.value, report.move) for report in found]
            plain, nodes = plain or said, sum(report.nodes for report in found)
            leaves = sum(count_leaves(agent, position, report.nodes) for position, report in zip(positions, found, strict=True))
            whole = (nodes, leaves) if pruning == "none" else whole
            differ = sum(one != other for one, other in zip(plain, said, strict=True))
            row = f"{nodes / len(positions):>12,.0f}{nodes / whole[0]:>10.1%}{leaves / len(positions):>12,.0f}{leaves / whole[1]:>10.1%}"
            print(f"{ordering:<10}{pruning:<10}{row}{spent:>10.2f}{differ:>8}", flush=True)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="backgammon")
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--orderings", default="none,order")
    parser.add_argument("--memory", default="", help="a table of this size, such as 64MB; none by default")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def sample(text: str, number: int, seed: int) -> Iterator[Position]:
    """Positions with a choice, each from a random game of its own, at any time of the game."""
    game, random = zermelo.find(text), Random(seed)
    while number > 0:
        played = [position for position in walk(game.start(), random) if position.player != CHANCE and len(position.choices) > 1]
        if played:
            yield played[random.below(len(played))]
            number -= 1


def walk(position: Position, random: Random) -> Iterator[Position]:
    while not position.over:
        yield position
        if position.player == CHANCE:
            position = position.advance(draw(position.rules.chances(position.state), random))
        else:
            position = position.advance(position.choices[random.below(len(position.choices))])


def count_leaves(agent: SearchAgent, position: Position, nodes: int) -> int:
    """Leaves that the same search enters once more, counted by its own record."""
    search = agent.search(position)
    backend = open_backend(position.game, None, search.heuristics())
    table = zermelo._core.TranspositionTable(search.task.table_size) if search.task.table_size else None
    run = backend.core.search(
        agent.algorithm,
        position.state.pack(),
        depth=agent.limit.depth,
        nodes=None,
        seconds=None,
        tree=2 * nodes + 1_000_000,
        table=table,
        memory=0,
        options=search.task.options.techniques(),
    )
    found = run.next()
    assert found is not None
    assert found.visits is not None
    return sum(visit[6] in (trace.END, trace.HORIZON) for visit in found.visits)


if __name__ == "__main__":
    main()
