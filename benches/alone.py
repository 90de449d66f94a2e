"""How far expectiminimax gets in 2048: games until a tile is reached, or until nothing can slide.

    python benches/alone.py                              100 games to the tile 2048, depth 3
    python benches/alone.py --tile 4096 --games 20
    python benches/alone.py --agent "uct(playouts=2000)"

Tiles come by a generator with a seed for each game, so a run can be repeated.
"""

from __future__ import annotations

import argparse
import random
import time

import zermelo
from zermelo.engine.agent import Agent
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--agent", default="expectiminimax(depth=3, memory=2MB)", help="who plays")
    parser.add_argument("--games", type=int, default=100, help="how many games")
    parser.add_argument("--tile", type=int, default=2048, help="the tile to reach")
    given = parser.parse_args()
    agent, reached, moves, began = zermelo.agent(given.agent), 0, 0, time.perf_counter()
    for number in range(given.games):
        best, played = play(agent, given.tile, random.Random(number))
        reached, moves = reached + (best >= given.tile), moves + played
        spent = time.perf_counter() - began
        left = spent / (number + 1) * (given.games - number - 1)
        print(f"\rgame {number + 1} of {given.games}: {reached} reached {given.tile}, {left:.0f} s left ", end="", flush=True)
    print(f"\n{agent}: {reached} of {given.games} games, {1000 * spent / moves:.2f} ms a move")


def play(agent: Agent, tile: int, dice: random.Random) -> tuple[int, int]:
    """The greatest tile of a game that ends there at the latest, and the number of moves."""
    position, moves = zermelo.find("twentyfortyeight").start(), 0
    while not position.over and best_tile(position) < tile:
        if position.player == CHANCE:
            outcomes, weights = zip(*position.rules.chances(position.state), strict=True)
            position = Position(position.game, position.rules.play(position.state, dice.choices(outcomes, weights)[0]))
        else:
            position = Position(position.game, position.rules.play(position.state, position.parse(agent(position).move)))
            moves += 1
    return best_tile(position), moves


def best_tile(position: Position) -> int:
    return int(1 << max(position.state.cells))


if __name__ == "__main__":
    main()
