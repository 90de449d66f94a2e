"""The command line: agents against agents, with a spectator, at a terminal and without one."""

from __future__ import annotations

import shlex

from cli_runner import DICE, PYTHON, Terminal, assert_one_sentence, interrupted_after, run, write_game

AGENTS = ("--against", "alphabeta(depth=9)", "--against", "alphabeta(depth=9)")
BEGUN = ("play", "tictactoe", "--watch", "--moves", "b2 a1", *AGENTS, *PYTHON)
"""Perfect play from here on is a draw."""


def test_without_a_terminal_everything_is_printed():
    outcome = run(*BEGUN)
    assert outcome.code == 0, outcome
    assert outcome.out.startswith("x is alphabeta(depth=9)\no is alphabeta(depth=9)\n")
    assert outcome.out.count(" plays ") == 7
    assert outcome.out.count("  a b c\n3 ") == 8
    assert outcome.out.endswith("Game over: draw, after 9 plies.\n")


def test_the_last_agent_takes_the_seats_that_are_left(tmp_path):
    outcome = run("play", write_game(tmp_path, DICE), "--watch", "--against", "random", "--seed", "1")
    assert outcome.code == 0, outcome
    assert [f"{name} is random(seed=1)" in outcome.out for name in ("ann", "bob", "cal")] == [True] * 3
    assert outcome.out.count("Chance decides: ") == 3


def test_a_player_cannot_watch():
    assert_one_sentence(run("play", "tictactoe", "--watch", "--as", "x"), "use either --watch or --as")
    assert_one_sentence(run("play", "tictactoe", "--watch", *["--against", "random"] * 3), "--against is given 3 times")


def test_a_level_watches_itself():
    assert run("play", "tictactoe", "--watch", "--level", "1", "--seed", "1", *PYTHON).out.count(" is level(1)") == 2


def test_ctrl_c_says_how_to_go_on_watching(monkeypatch):
    monkeypatch.setattr("zermelo.engine.agent.SearchAgent.reports", interrupted_after([]))
    outcome = run("play", "tictactoe", "--watch", "--moves", "b2", *AGENTS, *PYTHON)
    assert outcome.code == 130
    words = shlex.split(outcome.out.partition("To go on from here: ")[2])
    assert words[words.index("play") :] == ["play", "tictactoe", "--moves", "b2", "--watch", *AGENTS, *PYTHON]


def test_a_saved_game_of_agents_goes_on_as_one(tmp_path):
    from zermelo import find
    from zermelo.play.transcript import Transcript

    saved = Transcript.of(find("tictactoe").start().play("b2 a1"), ("random(seed=1)", "random(seed=2)"))
    path = str(saved.save(tmp_path / "agents"))
    outcome = run("play", "tictactoe", "--load", path, *PYTHON)
    assert outcome.out.startswith("x is random(seed=1)\no is random(seed=2)\n")


def test_the_demo_throws_dice(tmp_path):
    outcome = run("demo", write_game(tmp_path, DICE), *["--agent", "random"] * 3)
    assert outcome.code == 0, outcome
    assert outcome.out.count("Chance decides: ") == 3


def test_on_a_terminal_a_line_tells_what_is_found_and_keys_pause_the_game():
    """How many moves were made before the key was heard does not matter."""
    with Terminal(*BEGUN) as screen:
        screen.until("Space pauses")
        screen.press(" ")
        screen.until("paused")
        screen.press("n")
        screen.until(" plays ", "paused")
        screen.press("-")
        screen.press(" ")
        screen.until("1 s a move")
        screen.press("+++")
        screen.until("0 s a move", "Game over: draw, after 9 plies.")
        assert screen.finish() == 0
        assert "x · depth 9 · value 0 (draw) · line b1 b3 " in screen.plain


def test_a_paused_game_goes_on_move_by_move():
    with Terminal(*BEGUN) as screen:
        screen.until("Space pauses")
        screen.press(" n")
        screen.until("paused", " plays ", "paused")
        screen.press("q")
        screen.until("Goodbye")
        assert screen.finish() == 0
        assert "Game over" not in screen.plain


def test_watching_ends_on_request():
    with Terminal(*BEGUN, env={"NO_COLOR": "1"}) as screen:
        screen.until("Space pauses")
        screen.press("q")
        screen.until("Goodbye. To go on from here: ", "--watch")
        assert screen.finish() == 0


def test_a_small_screen_is_printed_on():
    with Terminal(*BEGUN, rows=6) as screen:
        screen.until("Game over: draw, after 9 plies.")
        assert screen.finish() == 0
        assert "Space pauses" not in screen.plain


def test_chance_and_agents_that_do_not_search_are_told_of_plainly():
    with Terminal(
        "play", "pig(goal=4)", "--watch", "--against", "random", "--against", "random", "--seed", "1", *PYTHON
    ) as screen:
        screen.until("Space pauses")
        screen.press("++")
        screen.until("Game over")
        assert screen.finish() == 0
        assert "chance decides" in screen.plain
        assert "ann · roll" in screen.plain
        assert "chance is thinking" not in screen.plain
        assert "unknown" not in screen.plain
