"""Calibration: each level against the one below, the mark of 60 % of decided games, and the command that shows which levels reach it."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
from contextlib import contextmanager

import pytest
from cli_runner import ALONE, DICE, assert_one_sentence, process, run, write_game
from games_for_tests import Boxes

from zermelo import LimitError, find
from zermelo.arena import Record, Result
from zermelo.arena.calibration import MARK, Calibration, Ladder, Step, cost

CONNECT4 = find("connect4")


@pytest.mark.long
def test_neighbours_reach_the_mark():
    ladder = Calibration(CONNECT4, 1, 3, games=200).play()
    assert [step.level for step in ladder.steps] == [2, 3]
    assert ladder.passed
    assert all(MARK <= step.share < 0.9 for step in ladder.steps)


def test_the_same_seed_gives_the_same_calibration():
    runs = [Calibration(Boxes(), 1, 3, games=10, seed=seed).play() for seed in (4, 4, 5)]
    told = [[(step.level, [record.moves for record in step.result.records]) for step in found.steps] for found in runs]
    assert told[0] == told[1] != told[2]


def step_of(*points):
    records = (Record(at // 2, (), "x", ("1",), "", each, True, (1, 1), (0.0, 0.0)) for at, each in enumerate(points))
    return Step(2, Result(tuple(records), 1.0), 0.1)


def test_draws_do_not_count():
    """Three of five decided games are 60 %; the interval is that of the same games without draws."""
    step = step_of(1, 1, 0.5, 0.5, 1, 0, 0, 0.5)
    assert (step.share, step.passed) == (0.6, True)
    assert step.interval == pytest.approx(step_of(1, 1, 1, 0, 0).interval)
    assert step.interval[0] < 0.6 < step.interval[1]
    assert not step_of(1, 0, 0.5, 0.5).passed
    assert (step_of(0.5, 0.5).share, step_of(0.5, 0.5).passed) == (None, False)


def test_a_ladder_is_as_good_as_its_weakest_step():
    good, bad = step_of(1, 1), step_of(1, 0)
    assert Ladder((good,), 1.0).passed
    assert not Ladder((good, bad), 1.0).passed
    assert not Ladder((good,), 1.0, "interrupt").passed


def test_ctrl_c_keeps_the_finished_steps():
    def impatient(number, _):
        if number == 3:
            raise KeyboardInterrupt

    ladder = Calibration(Boxes(), 1, 5, games=2).play(impatient)
    assert (ladder.stopped, [step.level for step in ladder.steps]) == ("interrupt", [2])
    with pytest.raises(KeyboardInterrupt):
        Calibration(Boxes(), 2, 5, games=2).play(impatient)


def test_work_adds_up():
    """The bar is full when the last game is over."""
    heard = []
    calibration = Calibration(Boxes(), 2, 4, games=4)
    calibration.play(lambda number, _: heard.append(cost(number)))
    assert len(heard) == 8
    assert sum(heard) == calibration.work


@pytest.mark.parametrize(("lowest", "highest"), [(3, 3), (4, 2), (0, 5), (1, 11)])
def test_a_ladder_needs_two_levels(lowest, highest):
    with pytest.raises(LimitError, match=f"levels {lowest} to {highest} cannot be calibrated"):
        Calibration(CONNECT4, lowest, highest)


# The commands


def test_the_answer_for_programs():
    command = ("calibrate", "connect(4,4,3)", "--levels", "2-4", "--games", "6", "--seed", "3", "--json")
    outcome, again = run(*command), run(*command)
    answer = outcome.object
    assert outcome.err == ""
    assert (answer["game"], answer["levels"], answer["games"], answer["seed"]) == ("connect(4, 4, 3)", [2, 4], 6, 3)
    assert (answer["mark"], answer["stopped"]) == (0.6, None)
    assert [(pair["level"], pair["below"]) for pair in answer["pairs"]] == [(3, 2), (4, 3)]
    for pair in answer["pairs"]:
        decided = pair["wins"] + pair["losses"]
        assert decided + pair["draws"] == 6
        assert pair["decided"] == pytest.approx(pair["wins"] / decided, abs=1e-6)
        assert pair["passed"] == (pair["decided"] >= 0.6)
        assert 0 <= pair["low"] <= pair["decided"] <= pair["high"] <= 1
        assert pair["seconds_per_move"] > 0
    assert answer["passed"] == all(pair["passed"] for pair in answer["pairs"])
    assert outcome.code == (0 if answer["passed"] else 1)
    kept = ("level", "wins", "draws", "losses")
    told = [[[pair[key] for key in kept] for pair in each.object["pairs"]] for each in (outcome, again)]
    assert told[0] == told[1]


def test_the_answer_for_people():
    command = ("calibrate", "connect(4,4,3)", "--levels", "1-3", "--games", "4")
    answer, lines = run(*command, "--json").object, run(*command).out.splitlines()
    assert lines[0].startswith("connect(4, 4, 3) · 4 games a pair")
    for line, pair in zip(lines[2:4], answer["pairs"], strict=True):
        counts = [str(pair[key]) for key in ("wins", "draws", "losses")]
        assert line.split()[:6] == [str(pair["level"]), "against", str(pair["below"]), *counts]
        assert f"{pair['decided']:.1%}" in line
        assert line.endswith("reached" if pair["passed"] else "missed")


def test_the_exit_code_is_1_if_a_level_is_not_better():
    """No level can be better than another if there is only one move."""
    outcome = run("calibrate", "nim([1])", "--levels", "9-10", "--games", "4")
    assert outcome.code == 1
    assert "50.0%" in outcome.out
    assert outcome.out.splitlines()[-1] == "Below 60 % of decided games: 10 against 9."


def test_an_interrupted_calibration_prints_the_finished_pairs(monkeypatch):
    @contextmanager
    def impatient(*_, **__):
        def hear(words, **_):
            if words.startswith("level 4 "):
                raise KeyboardInterrupt

        yield hear

    monkeypatch.setattr("zermelo.cli.calibrate.progress", impatient)
    command = ("calibrate", "connect(4,4,3)", "--levels", "1-9", "--games", "2")
    outcome, answer = run(*command), run(*command, "--json")
    assert outcome.code == answer.code == 130
    assert outcome.out.splitlines()[-1] == "Interrupted after 2 of 8 pairs."
    assert (answer.object["stopped"], answer.object["passed"]) == ("interrupt", False)
    assert [pair["level"] for pair in answer.object["pairs"]] == [2, 3]


def test_the_bar_tells_where_it_is():
    """On a terminal; Ctrl-C before the first pair is finished leaves nothing to print."""
    ours, theirs = pty.openpty()
    child = process("calibrate", "tictactoe", "--games", "1000000", stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    seen = b""
    while b"level 2 against 1 " not in seen:
        seen += os.read(ours, 1024)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate()
    os.close(ours)
    assert (child.returncode, out) == (130, b"")


@pytest.mark.parametrize(
    ("arguments", "phrases"),
    [
        (("tictactoe", "--levels", "3"), ("--levels takes the lowest and the highest level, such as 1-10, not `3`",)),
        (("tictactoe", "--levels", "5-2"), ("levels 5 to 2 cannot be calibrated",)),
        (("tictactoe", "--levels", "1-11"), ("from 1 to 10",)),
        (("tictactoe", "--levels", "one-ten"), ("not `one-ten`",)),
        (("tictactoe", "--games", "3"), ("games=3", "even number")),
        (("tictactoe", "--games", "2.5"), ("--games takes a whole number",)),
        (("chezz",), ("chezz",)),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments, phrases):
    assert_one_sentence(run("calibrate", *arguments), *phrases)


def test_games_that_are_not_for_two_are_refused(tmp_path):
    assert_one_sentence(run("calibrate", write_game(tmp_path, DICE)), "for games of two players")
    assert_one_sentence(run("calibrate", write_game(tmp_path, ALONE)), "two players", "has 1")
