"""Chess: how many positions of a test set the search for play solves.

    python benches/chess.py wac.epd [--agent "selective(seconds=1)"] [--first 1] [--last 300]

The file is in EPD, with the best moves (`bm`) or those to avoid (`am`). It prints the positions that were missed, and how many were solved. For the
strength against other programs play a match, such as

    zermelo match chess "selective(seconds=0.1)" 'uci("stockfish", elo=2000, seconds=0.1)' --games 100
"""

from __future__ import annotations

import argparse
from pathlib import Path

import zermelo
from zermelo.games.chess.epd import read_all


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--agent", default="selective(seconds=1)")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=10**6)
    given = parser.parse_args()
    game, agent = zermelo.find("chess"), zermelo.agent(given.agent)
    tried = solved = 0
    for number, epd in read_all(given.file.read_text()):
        best, bad = epd.operands("bm"), epd.operands("am")
        if not given.first <= number <= given.last or not (best or bad):
            continue
        position = game.position(epd.fen)
        played = agent(position).move
        found = game.parse(position.state, played)
        right = any(found == game.parse(position.state, move) for move in best or bad) == bool(best)
        tried, solved = tried + 1, solved + right
        if not right:
            print(f"{number}: {played}; best is {' '.join(best)}" if best else f"{number}: {played}, which is bad", flush=True)
    print(f"{solved} of {tried} solved by {agent}")


if __name__ == "__main__":
    main()
