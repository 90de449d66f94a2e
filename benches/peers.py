"""The same work in Zermelo, OpenSpiel and easyAI, side by side in one run: Connect Four on one core.

Run it with `make peers`. Rates are per second; ratios are to Zermelo's compiled Python rules. What is compared:

* move sequences: every line of play to a fixed depth, played out move by move (the counts must agree);
* alpha-beta: nodes entered by each library's own search (OpenSpiel's and easyAI's are Python programs);
* random play: whole random games from the start; for OpenSpiel simulations of its C++ MCTS bot, which plays one random
  game each and keeps a small tree besides.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable

import numpy as np
import pyspiel
from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour as EasyConnectFour
from open_spiel.python.algorithms.minimax import alpha_beta_search

import zermelo
from zermelo.arena.bench import playouts_per_second
from zermelo.engine.backends import open_backend

PERFT_DEPTH, PERFT_COUNT = 5, 16807
BASE = "zermelo, compiled"


def timed(work: Callable[[], float]) -> float:
    """Units of work a second; `work` answers how many it did."""
    began = time.perf_counter()
    units = work()
    return units / (time.perf_counter() - began)


def zermelo_rates(seconds: float) -> dict[str, dict[str, float]]:
    rates: dict[str, dict[str, float]] = {"move sequences": {}, "alpha-beta nodes": {}, "random games": {}}
    game = zermelo.find("connect4")
    for backend in ("native", "compiled", "interpreted"):
        name = f"zermelo, {backend}"
        core, state = open_backend(game, backend).core, game.start().state.pack()
        depth, count = (9, 39394572) if backend != "interpreted" else (PERFT_DEPTH, PERFT_COUNT)
        assert core.perft(state, depth) == count
        rates["move sequences"][name] = timed(lambda core=core, state=state, depth=depth: core.perft(state, depth))  # type: ignore[misc]
        agent = zermelo.alphabeta(seconds=seconds, backend=backend)
        agent(game.start())
        rates["alpha-beta nodes"][name] = agent(game.start()).nodes_per_second
        rates["random games"][name] = playouts_per_second("connect4", backend, seconds)
    return rates


def open_spiel_rates(seconds: float) -> dict[str, float]:
    game = pyspiel.load_game("connect_four")
    nodes = 0

    def perft(state: pyspiel.State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())

    def value(_: pyspiel.State) -> float:
        nonlocal nodes
        nodes += 1
        return 0.0

    def alpha_beta() -> float:
        alpha_beta_search(game, value_function=value, maximum_depth=6, maximizing_player_id=0)
        return nodes  # leaves only: the kindest count for it

    def mcts() -> float:
        simulations = int(40_000 * seconds)
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False)
        bot.step(game.new_initial_state())
        return simulations

    assert perft(game.new_initial_state(), PERFT_DEPTH) == PERFT_COUNT
    return {
        "move sequences": timed(lambda: perft(game.new_initial_state(), PERFT_DEPTH)),
        "alpha-beta nodes": timed(alpha_beta),
        "random games": timed(mcts),
    }


def easy_ai_rates() -> dict[str, float]:
    nodes = 0

    class Counting(EasyConnectFour):  # type: ignore[misc]
        def make_move(self, column: int) -> None:
            nonlocal nodes
            nodes += 1
            super().make_move(column)

    def fresh() -> Counting:
        return Counting([AI_Player(Negamax(4)), AI_Player(Negamax(4))])

    def perft(game: Counting, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in [] if game.is_over() else game.possible_moves():
            after = game.copy()
            after.make_move(move)
            after.switch_player()
            total += perft(after, depth - 1)
        return total

    def alpha_beta() -> float:
        nonlocal nodes
        nodes = 0
        Negamax(4)(fresh())
        return nodes

    def random_games() -> float:
        random = np.random.default_rng(1)
        for _ in range(10):
            game = fresh()
            while not game.is_over():
                game.make_move(random.choice(game.possible_moves()))
                game.switch_player()
        return 10

    assert perft(fresh(), 3) == 343
    return {
        "move sequences": timed(lambda: perft(fresh(), 4)),
        "alpha-beta nodes": timed(alpha_beta),
        "random games": timed(random_games),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each measurement")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    rates = zermelo_rates(arguments.seconds)
    for name, peer in (("OpenSpiel", open_spiel_rates(arguments.seconds)), ("easyAI", easy_ai_rates())):
        for work, rate in peer.items():
            rates[work][name] = rate
    if arguments.json:
        print(json.dumps(rates))
        return 0
    for work, row in rates.items():
        print(f"\n{work} a second")
        for name, rate in row.items():
            print(f"  {name:<24}{rate:>16,.0f}   compiled / this: {row[BASE] / rate:>10,.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
