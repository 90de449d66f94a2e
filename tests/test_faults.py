"""Faults: a rule that breaks its contract in mid-search is named, with the same message on every backend.

Compiled rules answer with a code only; the words come from asking the interpreted rule again about the same state.
"""

from __future__ import annotations

import math
import threading

import pytest
from sampling import with_backend

import zermelo
from zermelo.engine.backends import diagnose, open_backend
from zermelo.errors import RuleError

FAULTS = {
    "overflow of a field": ("play", "i8"),
    "index out of range": ("play", "IndexError"),
    "division by zero": ("play", "ZeroDivisionError"),
    "too many moves": ("moves", "max_moves"),
    "moves out of order": ("moves", "ascending"),
    "a move twice": ("moves", "twice"),
    "no moves": ("moves", "yields nothing"),
    "a negative move": ("moves", "whole numbers"),
    "no such player": ("to_move", "neither a player"),
    "utility out of bounds": ("utility", "bounds"),
    "utilities that do not sum to zero": ("utility", "zero"),
    "an evaluation that is no number": ("evaluate", "nan"),
    "an evaluation without bounds": ("evaluate", "inf"),
    "an error of its own": ("over", "ValueError"),
    "a key by a bad index": ("key", "IndexError"),
}


class Faulty(zermelo.Game):
    """Two moves a turn, four plies; at the second ply the rule that `fault` chooses goes wrong. One game for all faults."""

    max_moves = 4

    def state(self):
        return dict(fault=zermelo.i8, ply=zermelo.i8, row=zermelo.i8[4], turn=zermelo.i8)

    def is_due(self, s, fault):
        return s.fault == fault and s.ply == 2

    def moves(self, s):
        if self.is_due(s, 3):
            yield from range(5)
        if self.is_due(s, 4):
            yield 3
        if self.is_due(s, 5):
            yield 1
        if self.is_due(s, 7):
            yield -1
        if not self.is_due(s, 6) and not self.is_due(s, 3):
            yield 1
            yield 2

    def play(self, s, move):
        s.ply += 1
        s.row[move] += 1
        if self.is_due(s, 0):
            s.row[0] = 100 * move + 28
        if self.is_due(s, 1):
            s.row[s.ply + move] = 1
        if self.is_due(s, 2):
            s.row[0] = 1 // (s.ply - 2)
        s.turn = 2 if self.is_due(s, 8) else 1 - s.turn

    def over(self, s):
        if self.is_due(s, 13):
            raise ValueError("out of order")
        return s.ply == 4 or self.is_due(s, 9) or self.is_due(s, 10)

    def utility(self, s, player):
        if self.is_due(s, 9):
            return 1.5 if player == 0 else -1.5
        if self.is_due(s, 10):
            return 0.5
        return 1 if player == s.row[1] % 2 else -1

    def evaluate(self, s, player):
        if self.is_due(s, 11):
            return math.nan
        if self.is_due(s, 12):
            return math.inf
        return 0

    def key(self, s):
        return s.row[4] if self.is_due(s, 14) else s.row[0] + 16 * s.row[1] + 256 * s.row[2] + s.ply


@pytest.fixture(scope="module")
def faulty():
    return Faulty()


def failure(agent, position, backend):
    with pytest.raises(RuleError) as caught:
        with_backend(agent, backend)(position)
    return caught.value.rule, caught.value.state, str(caught.value)


@pytest.mark.parametrize(("fault", "what"), list(enumerate(FAULTS)), ids=FAULTS)
@pytest.mark.parametrize("algorithm", [zermelo.minimax, zermelo.alphabeta], ids=["minimax", "alphabeta"])
def test_faults_have_the_same_message_everywhere(algorithm, fault, what, faulty):
    rule, phrase = FAULTS[what]
    position = faulty.position(f"fault: {fault}")
    depth = 2 if rule == "evaluate" else None
    agent = zermelo.alphabeta(memory="1MB") if rule == "key" else algorithm(depth=depth)
    told = failure(agent, position, "python")
    assert told[0] == rule
    assert phrase in told[2]
    assert f"rule `{rule}` of faulty" in told[2]
    for backend in ("interpreted", "compiled"):
        assert failure(agent, position, backend) == told


@pytest.mark.parametrize(
    ("fault", "what"), [pair for pair in enumerate(FAULTS) if FAULTS[pair[1]][0] in ("moves", "play", "over")]
)
def test_faults_in_perft_and_playouts_have_the_same_message(fault, what, faulty):
    start = faulty.position(f"fault: {fault}").state.pack()
    messages = {}
    for backend in ("interpreted", "compiled"):
        core = open_backend(faulty, backend).core
        for question in (lambda core=core: core.perft(start, 4), lambda core=core: core.playouts(start, 20, 1)):
            with pytest.raises(RuleError) as caught, diagnose(faulty):
                question()
            messages.setdefault(backend, []).append((caught.value.rule, str(caught.value)))
    assert messages["compiled"] == messages["interpreted"]
    assert {rule for rule, _ in messages["compiled"]} == {FAULTS[what][0]}


def test_a_position_without_fault_is_searched(faulty):
    position = faulty.position("fault: -1")
    assert zermelo.minimax(backend="compiled")(position).nodes == 31


class Together(zermelo.Game):
    """Every search waits in its first `evaluate` for another search, then fails with its own message."""

    max_moves = 1

    def __init__(self):
        self.barrier = threading.Barrier(2)

    def state(self):
        return dict(who=zermelo.i8, turn=zermelo.i8)

    def moves(self, s):
        yield 0

    def play(self, s, move):
        s.turn = 1 - s.turn

    def over(self, s):
        return False

    def utility(self, s, player):
        return 0

    def evaluate(self, s, player):
        self.barrier.wait()
        raise ValueError(f"the fault of {s.who}")


def test_two_searches_of_one_game_keep_their_faults_apart():
    game = Together()
    agent = zermelo.alphabeta(depth=1, backend="interpreted")
    told = {}

    def run(who):
        with pytest.raises(RuleError) as caught:
            agent(game.position(f"who: {who}"))
        told[who] = str(caught.value)

    for _ in range(20):
        threads = [threading.Thread(target=run, args=[who]) for who in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert "the fault of 0" in told.pop(0)
        assert "the fault of 1" in told.pop(1)
