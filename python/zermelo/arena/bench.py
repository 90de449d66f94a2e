"""Speed on this machine: nodes/s of every backend, playouts/s, compile and start-up times; and random games/s on a GPU.

The *signature* is the sum of nodes over a fixed list of searches. It does not depend on the machine or the backend. A change that
does not affect search leaves it the same; any other change states the new number in its commit message.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from zermelo.engine import alphabeta, available, minimax, open_backend
from zermelo.engine.random_games import Player, cpu_games, gpu_games, policy_of
from zermelo.game import CHANCE, Game
from zermelo.games import find
from zermelo.report import count
from zermelo.search.montecarlo.random_games import Plan

SIGNATURE = (
    ("tictactoe", "", minimax()),
    ("tictactoe", "b2", alphabeta()),
    ("connect4", "", alphabeta(depth=8)),
    ("connect4", "4 4 3 5", alphabeta(depth=8)),
    ("connect(4,5,3)", "", alphabeta(depth=9, table=True)),
    ("nim([3,4,5])", "", alphabeta(table=True)),
    ("grundy(20)", "", alphabeta(table=True)),
    ("isolation", "", minimax(depth=3)),
    ("isolation(5,5,knight)", "", alphabeta(depth=6)),
    ("tree", "", alphabeta()),
)
_START_UP = {
    "import zermelo": "import zermelo",
    "compile connect4": "from zermelo.engine.backends import open_backend; from zermelo import find; open_backend(find('connect4'), 'compiled', ('evaluate',))",
}
ON_GPU = ("connect4", "othello", "checkers", "hex(7)", "ataxx", "go(9)")
"""The games whose random games are timed on a GPU."""
_CAP = 5000
"""Moves after which such a game is given up."""
Step = Callable[[str], object]


def run(seconds: float = 1.0, step: Step = str) -> dict[str, Any]:
    """Measure everything, `seconds` for each speed; `step` is called with the name of each measurement."""
    step("signature")
    result: dict[str, Any] = {"signature": signature()}
    result["start_up"] = dict(_start_up(step))
    result["speed"] = {game: dict(_speeds(game, seconds, step)) for game in ("connect4", "isolation")}
    speed = result["speed"]["connect4"]
    result["ratios"] = {
        "compiled / interpreted": round(speed["compiled"]["nodes_per_second"] / speed["interpreted"]["nodes_per_second"], 1),
        "native / compiled": round(speed["native"]["nodes_per_second"] / speed["compiled"]["nodes_per_second"], 2),
    }
    return result


def signature() -> int:
    """Total nodes of the fixed searches."""
    return sum(agent(find(game).start().play(moves)).nodes for game, moves, agent in SIGNATURE)


def _speeds(game_name: str, seconds: float, step: Step) -> Iterator[tuple[str, dict[str, float]]]:
    game = find(game_name)
    for backend in available(game):
        step(f"{game_name}, {backend.name}")
        report = alphabeta(seconds=seconds, backend=backend.name)(game.start())
        playouts = round(playouts_per_second(game_name, backend.name, seconds))
        yield backend.name, {"nodes_per_second": max(1, round(report.nodes_per_second)), "playouts_per_second": playouts}


def playouts_per_second(game_name: str, backend: str, seconds: float) -> float:
    """Random games a second from the start position."""
    game = find(game_name)
    core, state = open_backend(game, backend, ("playout",)).core, game.start().state.pack()
    games, done = 16, 0.0
    while done < seconds / 2 and games < 1 << 40:
        games *= 2
        began = time.perf_counter()
        core.playouts(state, games, 1)
        done = time.perf_counter() - began
    return games / done


def _start_up(step: Step) -> Iterator[tuple[str, float]]:
    """Seconds of fresh processes; the second compile comes from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, ZERMELO_CACHE=folder)
        bare = _process_seconds("import numpy", environment)
        for name, code in _START_UP.items():
            step(name)
            yield name, round(_process_seconds(code, environment), 3)
        yield "compile connect4, from cache", round(_process_seconds(_START_UP["compile connect4"], environment), 3)
        yield "python with numpy, for comparison", round(bare, 3)


def _process_seconds(code: str, environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - began


def run_gpu(seconds: float = 1.0, step: Step = str) -> dict[str, Any]:
    """Random games a second on the GPU and on all cores of the CPU, `seconds` for each; GpuError if there is no GPU."""
    speed: dict[str, dict[str, Any]] = {}
    name = ""
    for text in ON_GPU:
        game = find(text)
        policy = policy_of(game)
        step(f"{text}, GPU")
        there = gpu_games(game, policy)
        name = there.device.name
        fast = games_per_second(there, game, policy, seconds)
        step(f"{text}, CPU")
        backend, here = cpu_games(game, policy)
        slow = games_per_second(here, game, policy, seconds)
        speed[text] = {
            "gpu": round(fast),
            "cpu": round(slow),
            "backend": backend,
            "policy": policy,
            "ratio": round(fast / slow, 1),
        }
    return {"device": name, "cores": os.cpu_count() or 1, "speed": speed}


def games_per_second(play: Player, game: Game, policy: str, seconds: float) -> float:
    """Random games a second from the start position; what is loaded first does not count."""
    start = game.start()
    firsts = () if start.player == CHANCE else tuple(start.choices)
    plan = Plan(start.state.pack(), 1, firsts, 0, 1, 1, _CAP, policy=policy)
    play(plan)
    games, done = 16, 0.0
    while done < seconds / 2 and games < 1 << 40:
        games *= max(2, min(16, int(seconds / done))) if done else 1
        began = time.perf_counter()
        play(replace(plan, per=games, count=games))
        done = time.perf_counter() - began
    return games / done


def render_gpu(result: dict[str, Any]) -> str:
    """The table of `run_gpu`."""
    lines = [
        f"{result['device']}, and {result['cores']} cores",
        "",
        f"{'random games/s':<16}{'GPU':>12}{'all cores':>14}{'times':>8}",
    ]
    lines += [
        f"{game:<16}{count(each['gpu']):>12}{count(each['cpu']):>14}{each['ratio']:>8,.0f}  {each['backend']}"
        + (", by the game's own playout" if each["policy"] == "playout" else "")
        for game, each in result["speed"].items()
    ]
    return "\n".join(lines)


def render(result: dict[str, Any]) -> str:
    lines = [f"bench signature  {result['signature']}", ""]
    for game, speeds in result["speed"].items():
        lines.append(f"{game:<24}{'alpha-beta nodes/s':>20}{'playouts/s':>14}")
        lines += [
            f"  {backend:<22}{count(speed['nodes_per_second']):>20}{count(speed['playouts_per_second']):>14}"
            for backend, speed in speeds.items()
        ]
        lines.append("")
    lines += [f"{name:<38}{value:>8} times" for name, value in result["ratios"].items()]
    lines.append("")
    lines += [f"{name:<38}{value:>8.2f} s" for name, value in result["start_up"].items()]
    return "\n".join(lines)
