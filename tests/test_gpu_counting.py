"""Perft by kernels equals perft by the other backends and what is published; what a GPU cannot count, the CPU does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import gpu_games_for_tests as own
import numpy as np
import pytest
from cli_runner import run
from gpu_for_tests import Group, HostLibrary, lend
from long_runs import LONG, few
from sampling import game as any_game, refused, samples
from strangers_cases import CASES, FOLDER
from test_gpu_kernels import CATALOG, GAMES, NATIVE_ONLY, made

import zermelo
import zermelo.gpu.counting as counting
from zermelo.compile.kernels import ptx
from zermelo.compile.kernels.counting import frame_size, kernel_text, memory_size
from zermelo.engine.backends import open_backend
from zermelo.errors import AgentError, GpuError, RuleError
from zermelo.gpu.loading import ROOM
from zermelo.search.perft import perft as walk

KNOWN = json.loads((Path(__file__).parent / "data" / "known.json").read_text())["perft"]
MOST = 300_000 if LONG else 20_000
"""Sequences that are counted in one test."""


@pytest.fixture
def host(monkeypatch):
    return lend(monkeypatch, HostLibrary(), (counting, "kernel_text"))


def counter(game):
    return counting.GpuPerft(game, open_backend(game).core.perft)


def depths(game, state, most=MOST, deepest=30):
    """Depths with what the CPU counts there, as far as it is quickly done."""
    core = open_backend(game).core
    for depth in range(deepest):
        nodes = core.perft(state, depth)
        if nodes > most:
            return
        yield depth, nodes
        if nodes == 0:
            return


@pytest.mark.parametrize("name", few(GAMES, 16))
def test_counts_are_those_of_the_cpu(host, monkeypatch, name):
    """However many positions are listed first, and however short the launches are."""
    game = made(name)
    found, state = counter(game), game.fresh().pack()
    expected = list(depths(game, state, deepest=7))
    assert expected
    for positions, seconds, steps in ((1 << 20, 0.2, 256), (40, 0.2, 256), (1, 1e-9, 7)):
        monkeypatch.setattr(counting, "POSITIONS", positions)
        monkeypatch.setattr(counting, "SECONDS", seconds)
        monkeypatch.setattr(counting, "_FIRST_STEPS", steps)
        assert [(depth, found(state, depth)) for depth, nodes in expected if nodes <= 3000 or seconds > 0.1] == [
            each for each in expected if each[1] <= 3000 or seconds > 0.1
        ]


@pytest.mark.parametrize("name", few([*CATALOG, *CASES], 8))
def test_counts_from_other_positions_are_those_of_the_specification(host, name):
    game = any_game(f"{FOLDER}/{CASES[name].text}" if name in CASES else name)
    found = counter(game)
    for position in samples(game, 3, plies=12):
        state = position.state.pack()
        for depth, nodes in depths(game, state, most=300):
            assert found(state, depth) == nodes
            assert depth > 2 or walk(game.rules, position.state, depth) == nodes


@pytest.mark.parametrize("row", [row for row in KNOWN if row["game"] not in NATIVE_ONLY], ids=lambda row: row["game"])
def test_published_counts(host, row):
    game = made(row["game"])
    most = max(6, len([each for each in row["counts"] if each <= (6_000_000 if LONG else 200_000)]))
    found = [zermelo.perft(game, depth, where="gpu").nodes for depth in range(1, most + 1)]
    assert found == row["counts"][:most]


def test_finished_games_are_not_extended(host):
    game = made("tictactoe")
    found = counter(game)
    assert [found(game.fresh().pack(), depth) for depth in (9, 10, 50)] == [127872, 0, 0]
    over = game.start().play("a1 b1 a2 b2 a3")
    assert [found(over.state.pack(), depth) for depth in (0, 1, 5)] == [1, 0, 0]


def test_parts_add_up(host):
    whole = zermelo.perft("connect4", 5, where="gpu")
    parts = zermelo.perft("connect4", 5, divide=True, where="gpu")
    expected = zermelo.perft("connect4", 5, divide=True)
    assert (whole.nodes, whole.backend, whole.depth) == (16807, "gpu", 5)
    assert (parts.moves, parts.nodes) == (expected.moves, expected.nodes)
    assert zermelo.perft("connect4", 0, where="gpu").nodes == 1
    assert "16,807 nodes" in str(whole)


def test_a_launch_takes_no_longer_than_it_should(host, monkeypatch):
    """A thread stops in the middle of a position and goes on in the next launch."""
    game = made("connect4")
    found, state = counter(game), game.fresh().pack()
    monkeypatch.setattr(counting, "POSITIONS", 1)
    monkeypatch.setattr(counting, "SECONDS", 0.25)
    clock = iter(range(1000))
    monkeypatch.setattr(
        counting.time, "perf_counter", lambda: next(clock) * counting.SECONDS
    )  # each launch takes as long as wanted
    assert found(state, 6) == 117649
    steps = sum(7**ply for ply in range(6)) + 1  # the last finds nothing more to do
    assert len(host.launches) == -(-steps // 256)


def test_memory_decides_how_many_threads_there_are(monkeypatch):
    game = made("connect4")
    for memory, (blocks, threads) in ((1 << 24, (2, 128)), (100_000, (1, 128)), (60_000, (1, 64)), (35_000, (1, 32))):
        library = lend(monkeypatch, HostLibrary(memory=memory), (counting, "kernel_text"))
        monkeypatch.setattr(counting, "POSITIONS", 300)
        assert counter(game)(game.fresh().pack(), 6) == 117649
        assert library.launches[-1][1:] == (blocks, threads)
    lend(monkeypatch, HostLibrary(memory=20_000), (counting, "kernel_text"))
    refused(lambda: counter(game)(game.fresh().pack(), 6), "free memory", " plies of connect4", "where='cpu'", error=GpuError)
    assert memory_size(game, 4) == 32 + 3 * frame_size(game) == 32 + 3 * (64 + 8 + 32)


# Rules that fail


@pytest.mark.parametrize("positions", [1, 20, 1 << 20])
@pytest.mark.parametrize(
    "game", [own.Hoard(heap=9, bad=4, plies=3), own.Hoard(heap=9, bad=9, plies=0), own.Late(9, 4, 3)], ids=["end", "root", "move"]
)
def test_a_position_on_which_the_gpu_gives_up_is_counted_on_the_cpu(host, monkeypatch, game, positions):
    monkeypatch.setattr(counting, "POSITIONS", positions)
    asked = []
    core, state = open_backend(game).core, game.fresh().pack()

    def again(state, depth):
        asked.append(depth)
        return core.perft(state, depth)

    found = counting.GpuPerft(game, again)
    assert [found(state, depth) for depth in range(8)] == [core.perft(state, depth) for depth in range(8)]
    assert asked


@pytest.mark.parametrize("game", [own.Trap(9, 4, 3), own.Doubled(heap=13), own.Loaded(heap=20)], ids=str)
def test_an_error_of_a_rule_is_that_of_the_cpu(host, game):
    with pytest.raises(RuleError) as expected:
        zermelo.perft(game, 8)
    with pytest.raises(RuleError) as told:
        zermelo.perft(game, 8, where="gpu")
    assert (str(told.value), told.value.rule, told.value.place) == (
        str(expected.value),
        expected.value.rule,
        expected.value.place,
    )
    assert told.value.state is not None


def test_too_many_failures_offer_the_cpu(host, monkeypatch):
    game = own.Hoard(heap=40, bad=20, plies=10)
    monkeypatch.setattr(counting, "ROOM", 2)
    refused(lambda: counter(game)(game.fresh().pack(), 11), "positions on the GPU", "where='cpu'", error=GpuError)
    assert ROOM > 2


# The doors


@pytest.mark.parametrize("name", NATIVE_ONLY)
def test_chess_is_counted_on_the_cpu(host, name):
    refused(lambda: zermelo.perft(name, 3, where="gpu"), name, "does not run on a GPU", "where='cpu'", error=GpuError)


def test_places_and_backends(monkeypatch, host):
    refused(lambda: zermelo.perft("nim", 3, where="moon"), "moon", "cpu or gpu", error=AgentError)
    refused(lambda: zermelo.perft("nim", 3, where="gpu", backend="native"), "backend='native'", error=AgentError)
    lend(monkeypatch, None, (counting, "kernel_text"))
    refused(lambda: zermelo.perft("nim", 3, where="gpu"), "no driver", "where='cpu'", error=GpuError)
    assert zermelo.perft("nim", 3, where="cpu").nodes == zermelo.perft("nim", 3).nodes


def test_the_command(monkeypatch, host):
    told = run("perft", "nim", "--depth", "3", "--where", "gpu", "--json").object
    assert (told["backend"], told["nodes"]) == ("gpu", zermelo.perft("nim", 3).nodes)
    lend(monkeypatch, None, (counting, "kernel_text"))
    failed = run("perft", "nim", "--depth", "3", "--where", "gpu")
    assert failed.code == 2
    assert "where='cpu'" in failed.err


@pytest.mark.parametrize("capability", [70, 90])
@pytest.mark.parametrize("name", few([*CATALOG, "Islands", "Lists"], 3))
def test_kernels_compile_for_a_gpu(name, capability):
    text = ptx.to_ptx(kernel_text(made(name)), capability)
    assert re.findall(r"\.visible \.entry (\w+)\(", text) == ["count", "expand"]
    assert ".extern .func" not in text


@pytest.mark.parametrize("game", [made("tictactoe"), made("race"), own.Late(12, 4, 5), own.Hoard(12, 4, 5)], ids=str)
def test_threads_of_a_group_wait_for_each_other(game):
    """They meet at the same places whatever they count, also where a rule fails; on a GPU they would wait for ever."""
    depth, positions = 4, [game.start()]
    while len(positions) < 20:
        positions = [each.advance(move) for each in positions for move in each.choices]
    states = np.frombuffer(b"".join(each.state.pack() for each in positions), np.uint8)
    stride = memory_size(game, depth)
    results, progress, stacks = np.zeros(len(positions), np.int64), np.zeros(2, np.int64), np.zeros(32 * stride, np.uint8)
    text, is_first = kernel_text(game, gpu=False), 1
    while progress[1] < len(positions):
        arguments = [states, len(positions), depth, results, progress, stacks, stride, 100, is_first]
        assert Group().run(text, "count", *arguments) is None
        is_first = 0
    core = open_backend(game).core
    expected = [core.perft(each.state.pack(), depth) for each in positions]
    assert all(found in (-1, nodes) for found, nodes in zip(results.tolist(), expected, strict=True))
    assert (-1 in results) == isinstance(game, own.Trap)
