"""What a player of Connect Four that never errs scores against UCT: a measure of how much there is to win.

    python benches/perfect.py                                        50 games against uct(seconds=0.1, threads=2)
    python benches/perfect.py "uct(seconds=0.05)" --games 20

Needs BitBully (`pip install bitbully bitbully-databases`). Among moves that are equally good the one nearest to the centre is played.
"""

from __future__ import annotations

import argparse

from bitbully import BitBully, Board

import zermelo
from zermelo.game import Position

SOLVER = BitBully()


def perfect(position: Position) -> str:
    board = Board()
    for move in position.history:
        board.play(int(move) - 1)
    scores = SOLVER.score_all_moves(board)
    best = max(scores[int(move) - 1] for move in position.moves)
    return min((move for move in position.moves if scores[int(move) - 1] == best), key=lambda move: abs(int(move) - 4))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("opponent", nargs="?", default="uct(seconds=0.1, threads=2)")
    parser.add_argument("--games", type=int, default=50)
    given = parser.parse_args()
    print(zermelo.match("connect4", perfect, given.opponent, given.games))


if __name__ == "__main__":
    main()
