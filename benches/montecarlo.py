"""Monte-Carlo search in Zermelo and in OpenSpiel, side by side in one run, on one core unless it says threads.

Run it with `make montecarlo`. The same number of simulations from the start of Connect Four for Zermelo's UCT, native and compiled, and
for OpenSpiel's C++ MCTS bot; and random games of 9x9 Go from the empty board, for which OpenSpiel is driven through Python as its own
examples do. Each is run several times, in turns, and the fastest run counts: the machine may have other things to do.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable

import pyspiel

import zermelo
from zermelo.engine.backends import open_backend

SIMULATIONS = 20_000


def uct(backend: str, simulations: int, threads: int = 1) -> Callable[[], float]:
    """Simulations a second of our UCT."""
    agent = zermelo.agent(f"uct(playouts={simulations}, threads={threads})", backend)
    start = zermelo.find("connect4").start()

    def run() -> float:
        report = agent(start)
        assert report.playouts == simulations
        return simulations / report.seconds

    return run


def open_spiel_uct(simulations: int) -> Callable[[], float]:
    """Simulations a second of OpenSpiel's C++ bot."""
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 42)

    def run() -> float:
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 42, False)
        began = time.perf_counter()
        bot.step(game.new_initial_state())
        return simulations / (time.perf_counter() - began)

    return run


def go_playouts(games: int) -> Callable[[], float]:
    """Random games a second of 9x9 Go, by the game's own `playout`."""
    game = zermelo.find("go(9)")
    core, state = open_backend(game, "compiled", ("playout",)).core, game.start().state.pack()

    def run() -> float:
        began = time.perf_counter()
        core.playouts(state, games, 1)
        return games / (time.perf_counter() - began)

    return run


def open_spiel_go(games: int) -> Callable[[], float]:
    """Random games a second of OpenSpiel's 9x9 Go."""
    game = pyspiel.load_game("go(board_size=9)")
    luck = random.Random(1)

    def run() -> float:
        began = time.perf_counter()
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(luck.choice(state.legal_actions()))
        return games / (time.perf_counter() - began)

    return run


def measure(simulations: int, rounds: int) -> dict[str, dict[str, float]]:
    """The best of several rounds, everybody in turn."""
    work = {
        "UCT, Connect Four": {
            "OpenSpiel, C++": open_spiel_uct(simulations),
            "zermelo, compiled": uct("compiled", simulations),
            "zermelo, native": uct("native", simulations),
            "zermelo, compiled, 2 threads": uct("compiled", simulations, 2),
            "zermelo, native, 2 threads": uct("native", simulations, 2),
        },
        "random games, 9x9 Go": {"OpenSpiel": open_spiel_go(300), "zermelo, compiled": go_playouts(3000)},
    }
    rates: dict[str, dict[str, float]] = {kind: dict.fromkeys(runs, 0.0) for kind, runs in work.items()}
    for _ in range(rounds):
        for kind, runs in work.items():
            for name, run in runs.items():
                rates[kind][name] = max(rates[kind][name], run())
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="simulations from the start of Connect Four")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run; the fastest counts")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    rates = measure(given.simulations, given.rounds)
    if given.json:
        print(json.dumps(rates))
        return
    for kind, row in rates.items():
        base = next(iter(row.values()))
        print(f"{kind}, a second")
        for name, rate in row.items():
            print(f"  {name:<30} {rate:>12,.0f}  {rate / base:6.1f} x")


if __name__ == "__main__":
    main()
