"""Chess: fits the evaluation to games that the program plays against itself.

    python benches/chess_evaluation.py play games.bin [--hours 1] [--seed 1] [--nodes 3000]
    python benches/chess_evaluation.py fit games.bin [more.bin ...]

`play` appends quiet positions to a file, each with what the search said and how the game ended; several may run at once, with a file and a seed each. `fit`
prints the worth of the squares and the weights of the features, as `python/zermelo/games/chess/evaluation.py` has them. A position is fitted to
the mean of two probabilities: that of the search, and the result. Every seventh stretch of 400 positions is held out, and the loss on it is printed for
the old numbers and for the new ones.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import zermelo
from zermelo.arena.tuning.plan import weighed
from zermelo.engine.backends import open_backend
from zermelo.games.chess import evaluation
from zermelo.games.chess.features import COUNTS

GAME = zermelo.find("chess")
ROW = np.dtype([("record", "i1", GAME.layout.size), ("value", "<f4"), ("result", "i1")])
DECIDED, DRAWISH = 9, 0.05
"""A game is over when five searches agree on more pawns than the first, or, after 100 plies, twelve on fewer than the second."""
PULL = 3e-5
"""How strongly numbers are drawn to the old ones."""
STRETCH, HELD = 400, 7


def one_game(agent, chance):
    """The quiet positions of a game with what the search said, and the result for White; None if the opening had decided it."""
    position = GAME.start()
    for _ in range(chance.randint(6, 11)):
        if not position.over:
            position = position.play(chance.choice(list(position.moves)))
    rows, decided, drawish = [], 0, 0
    for ply in range(300):
        if position.over:
            return rows, position.values[0]
        if position.occurrences >= 3:
            return rows, 0
        report = agent(position)
        value = report.values[0]
        if ply == 0 and (report.exact or abs(value) > 2.5):
            return None
        if report.exact:
            return rows, np.sign(value)
        if not GAME.noisy(position.state, GAME.parse(position.state, report.move)) and not GAME.threatened(position.state):
            rows.append((position.state.pack(), value))
        decided = decided + 1 if abs(value) > DECIDED else 0
        drawish = drawish + 1 if abs(value) < DRAWISH and ply > 100 else 0
        if decided == 5 or drawish == 12:
            return rows, np.sign(value) if decided else 0
        position = position.play(report.move)
    return rows, 0


def play(given) -> None:
    chance, until, games = random.Random(given.seed), time.monotonic() + 3600 * given.hours, 0
    agent = zermelo.agent(f"selective(nodes={given.nodes}, tables='none', memory='16MB')")
    with given.files[0].open("ab") as file:
        while time.monotonic() < until:
            found = one_game(agent.remembering(), chance)
            if found is None:
                continue
            rows, result = found
            table = np.zeros(len(rows), ROW)
            for at, (record, value) in enumerate(rows):
                table[at] = (np.frombuffer(record, "i1"), value, result)
            file.write(table.tobytes())
            file.flush()
            games += 1
            print(f"\r{games} games, {int(until - time.monotonic())} s left ", end="", flush=True)
    print()


def counts(records) -> np.ndarray:
    """The features that are counted, and `lone_king`, of each position."""
    own, names = GAME.rules.evaluation, list(GAME.weights)
    ones = [{name, f"{name}_end"} for name in (*COUNTS, "lone_king")]
    units = [weighed(own, [float(name in one) for name in names]) for one in ones]
    cores = [open_backend(GAME.with_evaluation(unit), None, ("evaluate",)).core for unit in units]
    packed = [record.tobytes() for record in records]
    return np.array([[core.evaluate(record, 0) for core in cores] for record in packed], np.float32)


def squares(boards) -> tuple[list[tuple[int, int, int]], np.ndarray]:
    """What a position has of each piece, of it on each rank and on each file: White's lead. Names are (piece, 0, 0), (piece, 1, rank), (piece, 2, file)."""
    ranks, files = np.arange(64) // 8, np.minimum(np.arange(64) % 8, 7 - np.arange(64) % 8)
    names, columns = [], []
    for piece in range(1, 7):
        parts = [(0, 0, np.full(64, piece < 6))]
        parts += [(1, rank, ranks == rank) for rank in range(8) if piece > 1 or 0 < rank < 7]
        parts += [(2, file, files == file) for file in range(4)]
        for kind, number, mask in parts:
            black = np.flatnonzero(mask) ^ 56
            names.append((piece, kind, number))
            columns.append((boards == piece)[:, mask].sum(1) - (boards == -piece)[:, black].sum(1))
    return names, np.stack(columns, 1).astype(np.float32)


def fit(given) -> None:
    data = np.concatenate([np.fromfile(file, ROW) for file in given.files])
    boards, value, result = data["record"][:, :64], data["value"].astype(float), (data["result"] + 1) / 2
    phase = np.minimum(np.array(evaluation.PHASE)[np.abs(boards)].sum(1), evaluation.FULL_PHASE) / evaluation.FULL_PHASE
    names, placed = squares(boards)
    counted = counts(data["record"])
    both = np.concatenate([placed, counted[:, :-1]], 1)
    columns = np.concatenate([both * phase[:, None], both * (1 - phase)[:, None]], 1).astype(np.float32)
    fixed = counted[:, -1] * GAME.weights["lone_king"]
    tables = (evaluation._MIDDLE, evaluation._END)
    parts = [[np.ravel(tables[late][piece - 1][kind])[number] / 100 for piece, kind, number in names] for late in (0, 1)]
    old = np.concatenate([[*parts[late], *(evaluation._WEIGHTS[name][late] for name in COUNTS)] for late in (0, 1)])

    scales = np.linspace(0.2, 2, 73)
    scale = scales[np.argmin([cross_entropy(1 / (1 + np.exp(-each * value)), result) for each in scales])]
    target = (1 / (1 + np.exp(-scale * value)) + result) / 2
    held = (np.arange(len(data)) // STRETCH) % HELD == 0

    def loss(numbers, rows, pull):
        likely = 1 / (1 + np.exp(-scale * (columns[rows] @ numbers.astype(np.float32) + fixed[rows])))
        slope = scale * (columns[rows].T @ (likely - target[rows]).astype(np.float32)) / rows.sum()
        away = numbers - old
        return cross_entropy(likely, target[rows]) + pull * (away @ away) / 2, slope.astype(float) + pull * away

    found = minimize(loss, old, (~held, PULL), jac=True, method="L-BFGS-B", options=dict(maxiter=400)).x
    print(f"{len(data)} positions, {held.sum()} of them held out; a pawn changes the odds by a factor of {np.exp(scale):.2f}")
    print(f"loss on them {loss(old, held, 0)[0]:.5f}, now {loss(found, held, 0)[0]:.5f}")
    show(names, found)


def show(names, found) -> None:
    """Print the numbers as the source has them."""
    half = len(found) // 2
    for late, title in enumerate(("_MIDDLE", "_END")):
        worth = {name: round(100 * number) for name, number in zip(names, found[late * half :], strict=False)}
        print(f"{title} = (")
        for piece in range(1, 7):
            ranks, files = (
                tuple(worth.get((piece, kind, number), 0) for number in range(size)) for kind, size in ((1, 8), (2, 4))
            )
            print(f"    ({worth[piece, 0, 0]}, {ranks}, {files}),")
        print(")")
    print("_WEIGHTS = {")
    for at, name in enumerate(COUNTS, len(names)):
        print(f'    "{name}": ({found[at]:.3f}, {found[half + at]:.3f}),')
    print("}")


def cross_entropy(likely, target) -> float:
    likely = np.clip(likely, 1e-7, 1 - 1e-7)
    return float(-(target * np.log(likely) + (1 - target) * np.log(1 - likely)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("play", "fit"))
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=3000)
    given = parser.parse_args()
    (play if given.task == "play" else fit)(given)


if __name__ == "__main__":
    main()
