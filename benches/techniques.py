"""What each technique of UCT is worth: a match against plain UCT on several games, at equal playouts or at equal time.

    python benches/techniques.py                         every technique, 1000 playouts a move
    python benches/techniques.py --seconds 0.02          at equal time, which counts what a technique costs, too
    python benches/techniques.py --only exploration      the constant C instead

Openings are drawn at random and played twice with seats swapped; the interval is at 95 %.
"""

from __future__ import annotations

import argparse
import time

import zermelo
from zermelo.arena.match import Match

GAMES = {"connect4": 200, "othello": 60, "breakthrough": 60, "hex(7)": 100, "einstein": 100}
"""Test beds, and how many games fit into a few minutes."""
TECHNIQUES = {
    "solver": "solver=False",
    "final": "final=value",
    "rave": "rave=300",
    "grave": "rave=300, grave=30",
    "history": "history=1",
    "mast": "policy=mast",
    "cutoff": "cutoff=8",
    "implicit": "implicit=0.3",
    "transpositions": "transpositions=True",
}
CONSTANTS = (0.2, 0.35, 0.7, 1.0, 1.4)


def rivals(only: str | None) -> dict[str, str]:
    """What plays against the usual UCT."""
    if only == "exploration":
        return {f"C = {constant}": f"exploration={constant}" for constant in CONSTANTS}
    return {name: options for name, options in TECHNIQUES.items() if only in (None, name)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--playouts", type=int, default=1000, help="random games for each move")
    parser.add_argument("--seconds", type=float, help="time for each move instead")
    parser.add_argument("--only", choices=[*TECHNIQUES, "exploration"], help="one technique, or the constant C")
    parser.add_argument("--game", choices=GAMES, help="one game")
    parser.add_argument("--games", type=int, help="how many games, an even number")
    given = parser.parse_args()
    limit = f"playouts={given.playouts}" if given.seconds is None else f"seconds={given.seconds}"
    print(f"score in percent against uct({limit})")
    for name, options in rivals(given.only).items():
        for title, usual in GAMES.items():
            if given.game not in (None, title):
                continue
            game, number, began = zermelo.find(title), given.games or usual, time.perf_counter()
            first, second = zermelo.agent(f"uct({limit}, {options})"), zermelo.agent(f"uct({limit})")
            try:
                result = Match(game, first, second, games=number).play()
            except zermelo.AgentError as error:
                print(f"  {name:<15} {title:<13} {error}")
                continue
            low, high = result.interval
            figure = f"{100 * result.score:5.1f}  ({100 * low:.1f} to {100 * high:.1f})"
            print(f"  {name:<15} {title:<13} {figure}  {number} games in {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
