"""Evaluations of many positions at once: the same on the CPU and by kernels, to the last bit, and what positions themselves say."""

from __future__ import annotations

import math
import random
import re

import gpu_games_for_tests as own
import numpy as np
import pytest
from gpu_for_tests import HostLibrary, as_ctypes, lend
from long_runs import few
from patterns_for_tests import Alone, Lines, Points
from sampling import refused, samples
from test_gpu_kernels import GAMES, NATIVE_ONLY, made
from test_patterns import weighed

import zermelo
import zermelo.gpu.values as values
from zermelo import Position, linear
from zermelo.compile.kernels import ptx
from zermelo.compile.kernels.pattern_values import tables
from zermelo.compile.kernels.values import kernel_text
from zermelo.engine.evaluations import evaluations
from zermelo.errors import AgentError, GpuError, PositionError, RuleError
from zermelo.game.position import WON
from zermelo.gpu import driver
from zermelo.search.score import WIN


@pytest.fixture
def host(monkeypatch):
    return lend(monkeypatch, HostLibrary(), (values, "kernel_text"))


def walks(game, games, seed=3):
    """All positions of some random games, the finished ones included."""
    chance, found = random.Random(seed), []
    for _ in range(games):
        position = game.start()
        for _ in range(80):
            found.append(position)
            if position.over:
                break
            position = position.advance(chance.choice(position.choices))
    return found


def everywhere(game, positions, player):
    """The values on the CPU, which must be those on the GPU."""
    here, there = (evaluations(game, positions, player, where) for where in ("cpu", "gpu"))
    assert here.dtype == there.dtype == np.float64
    assert here.tobytes() == there.tobytes()
    return here.tolist()


@pytest.mark.parametrize("name", few(GAMES, 20))
def test_values_are_those_of_the_cpu_and_of_positions(host, name):
    game = made(name)
    positions = walks(game, 4)
    for player in range(len(game.players)):
        found = everywhere(game, positions, player)
        assert found[::7] == [position.evaluate(player) for position in positions[::7]]
        assert all(
            abs(value) in (WON, *(abs(each) for each in position.values))
            for value, position in zip(found, positions, strict=True)
            if position.over
        )
    assert WON == WIN


@pytest.mark.parametrize(
    ("name", "evaluation"),
    [
        ("isolation", {"mine": 3, "yours": -0.1}),
        ("checkers", {}),
        ("othello", {"corners": 17.3}),
        ("othello", None),
        ("connect4", lambda game, s, player: s.turn / 3 + player),
        ("tictactoe", linear(lambda game, s, player: (s.turn / 7, player * 0.1, 1e-9), {"a": 0.3, "b": 1e7, "c": -3})),
    ],
)
@pytest.mark.parametrize("viewpoint", [None, 0, 1])
def test_other_evaluations(host, name, evaluation, viewpoint):
    game = made(name)
    variant = (
        game
        if evaluation is None and viewpoint is None
        else game.with_evaluation(evaluation if evaluation is not None else "features", viewpoint)
    )
    positions = [position.state.pack() for position in walks(game, 3)]
    mine, yours = (everywhere(variant, positions, player) for player in range(2))
    if viewpoint is not None:
        assert mine == [-value for value in yours]
    assert len(set(mine)) > 3


class Bounded(Points):
    """Values keep to the game's bounds."""

    bounded_evaluation = True


@pytest.mark.parametrize(("make", "unit"), [(Lines, 16), (Points, 7), (Alone, 3), (Bounded, 30)])
def test_patterns(host, make, unit):
    """Tables in which several orders of reading share a weight, stages, chance, and bounded values."""
    game = weighed(make(), unit=unit)
    assert game.rules.reader is not None
    positions = walks(game, 5)
    for player in range(len(game.players)):
        found = everywhere(game, positions, player)
        assert found[::5] == [position.evaluate(player) for position in positions[::5]]
    rows, cells, weights = tables(game.rules.reader)
    assert len(cells) == rows[:, 2].sum()
    assert weights.shape == (game.rules.reader.patterns.stages, game.rules.reader.patterns.size)


def test_more_positions_than_fit_at_once(host, monkeypatch):
    game = made("tictactoe")
    positions = walks(game, 60)
    whole = everywhere(game, positions, 0)
    before = len(host.launches)
    monkeypatch.setattr(values, "POSITIONS", 100)
    assert everywhere(game, positions, 0) == whole
    assert len(host.launches) - before == -(-len(positions) // 100)


def test_every_form_of_positions_is_taken(host):
    game = made("connect4")
    positions = samples(game, 6)
    states = [position.state.pack() for position in positions]
    array = np.frombuffer(b"".join(states), np.uint8).reshape(6, -1)
    expected = [position.evaluate(0) for position in positions]
    for form in (
        positions,
        tuple(positions),
        iter(positions),
        states,
        b"".join(states),
        bytearray(b"".join(states)),
        array,
        array[::1],
    ):
        assert zermelo.evaluations("connect4", form, where="gpu").tolist() == expected
    variant = game.with_evaluation(lambda game, s, player: 1 - player)
    assert evaluations(variant, positions).tolist() == [1] * 6
    assert evaluations(game, [Position(variant, each.state) for each in positions]).tolist() == expected
    turned = np.asfortranarray(array)
    assert zermelo.evaluations("connect4", turned, where="gpu").tolist() == expected
    assert zermelo.evaluations(game, turned[::2]).tolist() == expected[::2]
    for where in ("cpu", "gpu"):
        none = zermelo.evaluations(game, [], 1, where=where)
        assert (none.shape, none.dtype) == ((0,), np.float64)


BAD = [
    (
        lambda: zermelo.evaluations("connect4", [made("nim").start()]),
        ["not a position of nim", "positions of connect4", "packed states of 64 bytes"],
    ),
    (lambda: zermelo.evaluations("connect4", b"123"), ["3 bytes"]),
    (lambda: zermelo.evaluations("connect4", [b"123"]), ["b'123'"]),
    (lambda: zermelo.evaluations("connect4", [7]), ["not 7"]),
    (lambda: zermelo.evaluations("connect4", np.zeros((3, 5), np.uint8)), ["(3, 5)", "uint8"]),
    (lambda: zermelo.evaluations("connect4", np.zeros((3, 64))), ["(3, 64)", "float64"]),
    (lambda: zermelo.evaluations("connect4", [], 2), ["numbered 0 to 1", "not 2"]),
    (lambda: zermelo.evaluations("connect4", [], True), ["not True"]),
    (lambda: zermelo.evaluations("connect4", [], "x"), ["not 'x'"]),
]


@pytest.mark.parametrize(("action", "words"), BAD)
def test_bad_input(action, words):
    refused(action, *words, error=PositionError)


def test_other_places_are_refused():
    refused(lambda: zermelo.evaluations("connect4", [], where="there"), "there", "cpu or gpu", error=AgentError)


# Failures


def test_a_rule_that_fails_is_asked_on_the_cpu(host):
    game = own.Trap(heap=12, bad=5, plies=-1)
    positions = [each for each in walks(game, 20) if each.state.heap != 5]
    everywhere(game, positions, 1)
    bad = [*positions[:10], game.start().play(3, 3, 1), *positions]
    with pytest.raises(RuleError, match="no value") as expected:
        evaluations(game, bad)
    with pytest.raises(RuleError) as told:
        evaluations(game, bad, where="gpu")
    assert (str(told.value), told.value.state, told.value.place) == (
        str(expected.value),
        expected.value.state,
        expected.value.place,
    )


def test_values_that_are_no_evaluations_are_refused(host):
    game = made("tictactoe")
    for function in (lambda game, s, player: 2e8 * s.turn, lambda game, s, player: 1e300 * (1e300 * s.turn)):
        variant = game.with_evaluation(function)
        assert evaluations(variant, [game.start()], where="gpu").tolist() == [0.0]
        with pytest.raises(RuleError, match="between -1e8 and 1e8"):
            evaluations(variant, [game.start().play("b2")], where="gpu")


def test_lists_that_are_too_long_for_a_gpu(host):
    game = made("tictactoe").with_evaluation(lambda game, s, player: sum([s.turn + each for each in range(3000 + s.turn)]) / 7)
    everywhere(game, walks(game, 3), 0)


def test_too_many_failures_offer_the_cpu(host, monkeypatch):
    game = own.Hoard(heap=12, bad=12, plies=0)
    monkeypatch.setattr(values, "ROOM", 10)
    refused(lambda: evaluations(game, [game.start()] * 11, where="gpu"), "11 of 11 positions", "where='cpu'", error=GpuError)


def test_machines_without_a_gpu_and_games_without_a_kernel(monkeypatch, host):
    for name in NATIVE_ONLY:
        chess = zermelo.find(name)
        refused(lambda game=chess: evaluations(game, [game.start()], where="gpu"), name, "does not run on a GPU", error=GpuError)
        assert evaluations(chess, [chess.start()], 1).tolist() == [chess.start().evaluate(1)]
    lend(monkeypatch, None, (values, "kernel_text"))
    refused(lambda: zermelo.evaluations("nim", [], where="gpu"), "no driver", "where='cpu'", error=GpuError)


@pytest.mark.parametrize("capability", [70, 90])
@pytest.mark.parametrize("name", few(["othello", *[each for each in GAMES if each not in ("othello", *NATIVE_ONLY)]], 3))
def test_kernels_compile_for_a_gpu(name, capability):
    text = ptx.to_ptx(kernel_text(made(name)), capability)
    assert ".visible .entry values(" in text
    sums = re.findall(r"\b(?:mul|add|sub|div|fma)[\w.]*\.f64", text)
    assert all(".rn" in each and not each.startswith("fma") for each in sums), "each step is rounded as on the CPU"


def roots(game, s, player):
    return math.sqrt(s.turn + 0.3) + math.copysign(math.isqrt(s.turn + 17), player - 0.5) + round(s.turn * 0.7 + 0.1, 1)


def powers(game, s, player):
    return (s.turn + 0.3) ** 0.7


def test_mathematics_that_is_the_same_everywhere(host):
    variant = made("tictactoe").with_evaluation(roots)
    for player in range(2):
        found = everywhere(variant, walks(variant, 3), player)
        assert found[1] == math.sqrt(1.3) + (4 if player else -4) + 0.8
    code = ptx.to_ptx(kernel_text(variant))
    assert "sqrt.rn.f64" in code
    assert not re.search(r"\bfma\.|\.approx", code)


def test_mathematics_that_is_not_is_refused(monkeypatch):
    """A GPU rounds powers and logarithms otherwise."""
    variant = made("tictactoe").with_evaluation(powers)
    monkeypatch.setattr(driver, "ctypes", as_ctypes(HostLibrary()))
    monkeypatch.setattr(values, "device", driver.device.__wrapped__)
    refused(lambda: evaluations(variant, [], where="gpu"), "no function pow", "where='cpu'", error=GpuError)
