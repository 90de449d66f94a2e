"""Why: the reply that a reason names gives the move the value that the reason states."""

from __future__ import annotations

import json
from math import inf

import pytest
from cli_runner import run
from sampling import game, samples, true_value

import zermelo
from zermelo.errors import AgentError
from zermelo.play.why import why

UNLIMITED = 99


@pytest.mark.parametrize("text", ["thicket", "tictactoe", "nim"])
def test_the_reply_leaves_what_the_move_is_worth(text):
    """By plain minimax: after move and reply the position is worth what the reason says, and no reply is worse for us."""
    positions = [game(text).seeded(seed) for seed in range(12)] if text == "thicket" else samples(game(text), 4, seed=1, plies=5)
    told = 0
    for position in positions[1:]:
        player = position.player
        for reason in why(position, zermelo.alphabeta(), alternatives=9):
            value, plies = true_value(position.play(reason.move), UNLIMITED, player)
            assert (reason.value, reason.plies) == (value, None if plies is None else plies + 1)
            if reason.reply is not None:
                told += 1
                before = next(
                    position.play(*reason.line[:n]) for n in range(1, 9) if position.play(*reason.line[:n]).player != player
                )
                assert true_value(before.play(reason.reply), UNLIMITED, player)[0] == value
    assert told > 10


def test_tictactoe_says_what_is_wrong_with_the_side():
    """With x in a corner: only the centre holds, and each of the others loses to a reply that is named."""
    position = game("tictactoe").start().play("a1")
    best, *rest = why(position, zermelo.alphabeta(), alternatives=7)
    assert (best.move, best.value, best.behind) == ("b2", 0, None)
    assert len(rest) == 7
    assert all(reason.value == -1 and reason.reply and "it is refuted by" in str(reason) for reason in rest)


def test_a_win_that_is_let_slip():
    position = game("tictactoe").start().play("a1 b1")
    reasons = {reason.move: reason for reason in why(position, zermelo.alphabeta(), alternatives=6)}
    assert str(reasons["b2"]).startswith("b2 wins in 5 plies; the longest answer is ")
    assert reasons["c2"].behind == inf
    assert str(reasons["c2"]).startswith("c2 is worth 0 (draw), and gives away the win: it is refuted by ")


def test_only_a_search_for_several_lines_can_say_why():
    start = game("tictactoe").start()
    for agent in (zermelo.minimax(depth=2), zermelo.random()):
        with pytest.raises(AgentError, match="cannot give reasons; use alphabeta or strong, which search for several lines"):
            why(start, agent)
    with pytest.raises(AgentError, match="alternatives=0 must be a whole number"):
        why(start, zermelo.alphabeta(depth=2), alternatives=0)


def test_on_the_command_line():
    done = run("best", "tictactoe", "--moves", "a1", "--why")
    assert done.code == 0
    assert done.out.count("it is refuted by") == 3
    done = run("best", "connect4", "--depth", "4", "--lines", "3", "--json")
    answer = json.loads(done.out)
    assert answer["lines"][0]["move"] == answer["move"]
    assert len(answer["lines"]) == 3
    done = run("best", "connect4", "--agent", "minimax(depth=2)", "--why")
    assert done.code == 2
    assert "minimax(depth=2) finds one move only" in done.err
    done = run("best", "connect4", "--lines", "0")
    assert done.code == 2
    assert "--lines 0 is out of range" in done.err
