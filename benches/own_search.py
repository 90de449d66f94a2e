"""How fast a search of one's own is: alpha-beta of examples/my_agents.py by positions and by raw rules, and ours on compiled rules.

    python benches/own_search.py

Each searches the same six positions to the same depth; the best of three runs.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import zermelo

EXAMPLE = Path(__file__).parent.parent / "examples" / "my_agents.py"
GAMES = {"connect4": 4, "tictactoe": 5, "othello": 3, "breakthrough": 3}


def seconds(agent: zermelo.Agent, positions: list[zermelo.Position]) -> float:
    """The least time of three runs."""
    found = []
    for _ in range(3):
        began = time.perf_counter()
        for position in positions:
            agent(position)
        found.append(time.perf_counter() - began)
    return min(found)


def positions_of(game: zermelo.Game) -> list[zermelo.Position]:
    draw, found = random.Random(1), [game.start()]
    for _ in range(5):
        position = game.start()
        for _ in range(4):
            position = draw.choice(position.children)
        found.append(position)
    return found


def main() -> None:
    print(f"{'game, depth':<18}{'Search':>10}{'Fast':>14}{'alphabeta':>16}")
    for name, depth in GAMES.items():
        positions = positions_of(zermelo.find(name))
        texts = (f"{EXAMPLE}:Search(depth={depth})", f"{EXAMPLE}:Fast(depth={depth})", f"alphabeta(depth={depth})")
        agents = [zermelo.agent(text) for text in texts]
        for agent in agents:
            agent(positions[0])  # compiles the rules
        slow, raw, ours = (seconds(agent, positions) for agent in agents)
        print(f"{f'{name}, {depth}':<18}{slow:>8.3f} s{slow / raw:>8.1f} times{slow / ours:>10.1f} times", flush=True)


if __name__ == "__main__":
    main()
