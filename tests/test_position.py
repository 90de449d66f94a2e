"""Positions as values: moves by name or by number, copies, and positions in another process; and how games end."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys

import numpy as np
import pytest

from zermelo import find
from zermelo.errors import MoveError, ZermeloError
from zermelo.outcome import Outcome


def test_a_number_plays_the_move_of_that_number():
    """Column 4 of Connect Four is move number 3."""
    start = find("connect4").start()
    assert start.play(3) == start.advance(3) == start.play("4")
    assert start.play(3, "4", 4).history == ("4", "4", "5")


@pytest.mark.parametrize("move", [np.int64(3), np.int8(3), np.uint64(3), np.array(3)])
def test_a_whole_number_of_any_kind_is_a_number(move):
    assert find("connect4").start().play(move).history == ("4",)


@pytest.mark.parametrize("move", ["4", np.str_("4"), "  4 ", "4\n"])
def test_a_text_of_any_kind_is_a_name(move):
    assert find("connect4").start().play(move).history == ("4",)


ODD = [
    [3],
    ["4"],
    ("4", "4"),
    {"4"},
    b"4",
    float("nan"),
    np.float64(3),
    np.bool_(True),
    np.array([3]),
    object(),
    2**63,
    -(10**30),
    False,
]


@pytest.mark.parametrize("move", [7, -1, 10**30, 4.0, None, True, *ODD])
def test_a_number_that_is_not_a_legal_move_is_refused(move):
    with pytest.raises(MoveError, match="not") as caught:
        find("connect4").start().play(move)
    assert "\n" not in str(caught.value)


def test_moves_cannot_be_played_by_number_after_the_end():
    with pytest.raises(MoveError, match="not legal"):
        find("tictactoe").start().play("a1 b1 a2 b2 a3", 5)


@pytest.mark.parametrize("game", ["tictactoe", "chess", "backgammon", "connect(rows=5, cols=5)"])
def test_positions_are_pickled_and_copied_with_their_history(game):
    position = find(game).start()
    for _ in range(6):
        position = position.advance(position.choices[0])
    for twin in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), copy.copy(position)):
        assert (twin, twin.history, twin.moves) == (position, position.history, position.moves)


def test_a_position_after_many_moves_is_pickled():
    """Deeper than Python's recursion limit."""
    position = find("pig").start()
    for _ in range(1500):
        position = next(after for after in map(position.advance, position.choices) if not after.over)
    assert pickle.loads(pickle.dumps(position)).history == position.history


def test_a_position_goes_to_another_process():
    position = find("connect4").start().play("4 4 5")
    program = "import pickle, sys; position = pickle.load(sys.stdin.buffer); print(position.play('6').history, position.turn)"
    run = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(position), capture_output=True, check=True)
    assert run.stdout.decode().strip() == "('4', '4', '5', '6') o"


# Outcomes


@pytest.mark.parametrize(
    ("outcome", "players", "words", "winner", "draw"),
    [
        (Outcome.by_rules((1.0, -1.0)), "xo", "x won", 0, False),
        (Outcome.by_rules((1.0, 1.0, -1.0)), "xoz", "x and o won", None, False),
        (Outcome.by_rules((0.0, 0.0)), "xo", "draw", None, True),
        (Outcome.by_rules((3.0, 1.0), points=True), "xo", "x +3, o +1", 0, False),
        (Outcome.by_rules((5.0,)), "x", "x +5", None, False),
        (Outcome.lost(0, 2, "resignation"), "xo", "x resigned", 1, False),
        (Outcome.lost(1, 2, "time"), "xo", "o lost on time", 0, False),
        (Outcome.lost(0, 3, "resignation"), "xoz", "x resigned", None, False),
        (Outcome.lost(0, 1, "resignation"), "x", "x resigned", None, False),
        (Outcome(None, "agreement"), "xo", "draw by agreement", None, True),
        (Outcome(1, "record"), "xo", "o won", 1, False),
    ],
)
def test_outcomes_say_who_won_and_come_back_from_json(outcome, players, words, winner, draw):
    assert (outcome.text(players), outcome.winner, outcome.is_draw) == (words, winner, draw)
    assert Outcome.from_json(json.loads(json.dumps(outcome.to_json())), len(players)) == outcome


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"winner": 2, "reason": "rules"},
        {"winner": True, "reason": "rules"},
        {"winner": 0, "reason": "magic"},
        {"winner": 0},
        {"winner": "x", "reason": "time"},
        {"winner": 0, "reason": "rules", "winners": "01"},
        {"winner": 0, "reason": "rules", "values": [1]},
        {"winner": 0, "reason": ["rules"]},
    ],
)
def test_damaged_outcomes_are_refused(data):
    with pytest.raises(ZermeloError):
        Outcome.from_json(data, 2)
