"""The command line: `zermelo play`, with a person at the other end of a pipe."""

from __future__ import annotations

import pytest
from cli_runner import ALONE, DICE, GAME, PYTHON, RULES, assert_one_sentence, interrupted_after, run, write_game

ANSWER = ("--against", "alphabeta(depth=9)", *PYTHON)


def test_a_whole_game_from_a_pipe():
    outcome = run("play", "tictactoe", "--as", "x", *ANSWER, typed="b2\nc1\na2\nb1\nc3\n")
    assert outcome.code == 0, outcome
    assert "You are x against alphabeta(depth=9)." in outcome.out
    assert outcome.out.count("your move (x): ") == 5
    assert outcome.out.count("o plays ") == 4
    assert outcome.out.endswith("3 o o x 3\n2 x x o 2\n1 o x x 1\n  a b c\nGame over: draw\n")


def test_it_asks_which_side_to_take():
    outcome = run("play", "tictactoe", *ANSWER, typed="z\nO\nquit\n")
    assert outcome.code == 0
    assert outcome.out.count("x or o? ") == 2
    assert "You are o" in outcome.out
    assert "x plays a1" in outcome.out


def test_winning_is_congratulated():
    outcome = run("play", "tictactoe", "--moves", "a1 a2 b1 b2", "--as", "x", *ANSWER, typed="C1\n")
    assert "Game over: x won - congratulations!" in outcome.out


def test_losing_is_not_congratulated():
    outcome = run("play", "tictactoe", "--moves", "a1 a2 b1 b2 c3", "--as", "x", "--against", "alphabeta(depth=1)", *PYTHON)
    assert "o plays c2" in outcome.out
    assert "Game over: o won\n" in outcome.out


def test_a_bad_move_shows_the_legal_ones():
    outcome = run("play", "tictactoe", "--moves", "a1", "--as", "o", *ANSWER, typed="a1\n\nquit\n")
    assert "`a1` is not a legal move here; legal are: b1 c1 a2" in outcome.out
    assert "Legal moves: b1 c1 a2" in outcome.out


def test_two_people_at_one_board():
    for seats in (("--as", "x", "--as", "o"), ("--as", "all")):
        outcome = run("play", "tictactoe", *seats, *PYTHON, typed="a1\na2\nb1\nb2\nc1\n")
        assert outcome.code == 0, outcome
        assert "You play all sides: x and o." in outcome.out
        assert outcome.out.count("your move (o): ") == 2
        assert "Game over: x won - congratulations!" in outcome.out
    assert "You play all sides: x and o" in run("play", "tictactoe", "--against", "random", *PYTHON, typed="all\n").out


def test_some_people_and_some_agents(tmp_path):
    name = write_game(tmp_path, DICE)
    outcome = run("play", name, "--as", "ann", "--as", "cal", "--against", "random", "--seed", "1", typed="keep\nkeep\n")
    assert outcome.code == 0, outcome
    assert "You are ann and cal against random(seed=1)." in outcome.out
    assert outcome.out.count("bob plays ") == 1
    assert outcome.out.count("your move (") == 2
    assert_one_sentence(run("play", name, "--as", "all", "--against", "random"), "no free seats")
    assert_one_sentence(run("play", name, "--as", "dora"), "no player `dora`")


@pytest.mark.parametrize("typed", ["quit\n", "q\n", "", "QUIT"])
def test_leaving_says_how_to_go_on(typed):
    outcome = run("play", "tictactoe", "--moves", "a1 b2", "--as", "x", *ANSWER, typed=typed)
    assert outcome.code == 0
    assert outcome.out.splitlines()[-1].endswith(
        "play tictactoe --moves 'a1 b2' --as x --against 'alphabeta(depth=9)' --backend python"
    )
    assert outcome.err == ""


def test_leaving_before_a_side_is_taken():
    for typed in ("", "quit\n"):
        assert "Goodbye." in run("play", "tictactoe", *ANSWER, typed=typed).out


def test_ctrl_c_leaves_politely(monkeypatch):
    monkeypatch.setattr("zermelo.engine.agent.SearchAgent.reports", interrupted_after([]))
    outcome = run("play", "tictactoe", "--as", "x", *ANSWER, typed="b2\n")
    assert outcome.code == 130
    assert "Goodbye." in outcome.out
    assert "--moves b2" in outcome.out
    assert outcome.err == ""


def test_input_that_is_not_utf8_is_just_a_bad_move():
    outcome = run("play", "tictactoe", "--as", "x", *ANSWER, typed=b"\xff\xfe\nquit\n")
    assert outcome.code == 0
    assert "is not a legal move here" in outcome.out


def test_a_move_called_like_a_word_is_a_move(tmp_path):
    name = write_game(
        tmp_path, GAME.format(**RULES) + "\n    def name(self, s, move):\n        return ('', 'quit', 'help')[move]\n"
    )
    outcome = run("play", name, "--as", "x", "--against", "random", *PYTHON, typed="quit\n")
    assert "o plays" in outcome.out


def test_a_rule_that_fails_in_mid_game_loses_nothing(tmp_path):
    name = write_game(tmp_path, winner="return ONGOING if s.left > 1 else 1 // 0")
    outcome = run("play", name, "--as", "x", "--against", "random", *PYTHON, typed="1\n2\n2\n")
    note, sentence = outcome.err.splitlines()
    assert outcome.code == 2
    assert note.startswith("note: to go on from here: ")
    assert "--moves '1 " in note
    assert "ZeroDivisionError" in sentence


def test_chance_and_many_players(tmp_path):
    name = write_game(tmp_path, DICE)
    outcome = run("play", name, "--seed", "1", "--against", "random", typed="bob\nhint\nkeep\n")
    assert outcome.code == 0, outcome
    assert "ann, bob or cal? " in outcome.out
    assert outcome.out.count("Chance decides: ") == 3
    assert "Hint: keep" in outcome.out
    assert "Game over: ann " in outcome.out
    plain = ("play", name, "--seed", "1", "--against", "random")
    assert run(*plain, typed="bob\nkeep\n").out == run(*plain, typed="bob\nkeep\n").out


def test_the_default_opponent_says_which_agent_it_is_and_why(tmp_path):
    outcome = run("play", write_game(tmp_path, DICE), "--seed", "1", typed="bob\nkeep\n")
    assert outcome.code == 0, outcome
    assert "You are bob against auto(seconds=1)." in outcome.out
    assert "\nauto(seconds=1) is uct(seconds=1), or " in outcome.out
    assert ": dice has no `evaluate`, so random games judge the moves.\n" in outcome.out


def test_opponents_in_order_of_their_seats(tmp_path):
    name = write_game(tmp_path, DICE)
    outcome = run("play", name, "--as", "bob", "--against", "random(seed=3)", "--against", "random(seed=4)")
    assert "You are bob against random(seed=3) and random(seed=4)." in outcome.out
    assert_one_sentence(run("play", name, "--as", "bob", "--against", "alphabeta"), "at most two players")


def test_clocks_run_for_people_and_a_late_move_loses():
    outcome = run("play", "tictactoe", "--as", "all", "--clock", "5+3", *PYTHON, typed="b2\nquit\n")
    assert "your move (x, 5:00): " in outcome.out
    assert "your move (o, 5:00): " in outcome.out
    assert "--clock 5+3" in outcome.out.splitlines()[-1]
    outcome = run("play", "tictactoe", "--as", "all", "--clock", "0.000000001", *PYTHON, typed="b2\n")
    assert outcome.out.endswith("Game over: x lost on time\n")
    assert_one_sentence(run("play", "tictactoe", "--clock", "soon"), "`soon` is not a clock")


def test_a_game_for_one(tmp_path):
    outcome = run("play", write_game(tmp_path, ALONE), *PYTHON, typed="2\nhint\n2\n")
    assert outcome.code == 0, outcome
    assert "You play alone." in outcome.out
    assert "Hint: 2 · value +1 (win in 1 ply)" in outcome.out
    assert "Game over: you +1" in outcome.out
