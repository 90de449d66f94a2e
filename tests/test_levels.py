"""Levels: always legal, never endless, the same for the same seed, each stronger than the one below; and the command that measures it."""

from __future__ import annotations

import itertools
import os
import pty
import re
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli_runner import ALONE, DICE, assert_one_sentence, process, run, write_game
from games_for_tests import Boxes, Harvest, Race, Thirds

from zermelo import ONGOING, AgentError, Game, LimitError, PositionError, agent, find, i8, random
from zermelo.arena import Match, Record, Result
from zermelo.calibration import MARK, Calibration, Ladder, Step, cost
from zermelo.levels import LEVELS, SECONDS, level
from zermelo.search.playout import Random

ALL = range(1, len(LEVELS) + 1)
CONNECT4 = find("connect4")
PAGE = (Path(__file__).parent.parent / "docs" / "levels.md").read_text(encoding="utf-8")


class Steps(Game):
    """Count up to twelve by ones and twos; after a two only a one is allowed. Nobody has written an `evaluate`."""

    max_moves = 3

    def state(self):
        return dict(count=i8, last=i8, turn=i8)

    def moves(self, s):
        yield 1
        if s.last != 2 and s.count < 11:
            yield 2

    def play(self, s, step):
        s.count += step
        s.last = step
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.count == 12 else ONGOING


GAMES = (find("tictactoe"), find("connect(rows=4,cols=4,line=3)"), find("othello(size=4)"), Boxes(), Steps())


def positions(game, number, plies=24, seed=1):
    """Unfinished positions from random walks of up to so many plies."""
    drawn = Random(seed)
    while number:
        position = game.start()
        for _ in range(drawn.below(plies + 1)):
            after = position.advance(position.choices[drawn.below(len(position.choices))])
            if after.over:
                break
            position = after
        number -= 1
        yield position


def whole_game(game, *agents):
    position = game.start()
    while not position.over:
        report = agents[position.player](position)
        assert report.move in position.moves
        assert report.line[0] == report.move
        position = position.play(report.move)
    return position.history


def slipped(report):
    """A search has a value to report; a slip has none."""
    return report.value is None


# The table


def test_levels_rise():
    """Each level looks at four times as much, slips less often, and misses no more when it slips."""
    assert len(LEVELS) == 10
    for lower, higher in itertools.pairwise(LEVELS):
        assert higher.nodes == 4 * lower.nodes
        assert higher.slips < lower.slips
        assert higher.glance >= lower.glance
    assert LEVELS[-1].slips == 0


def test_the_page_has_the_table():
    rows = re.findall(r"^\| (\d+) \| ([\d,]+) \| ([\d.]+) % \| (\d) \|$", PAGE, re.MULTILINE)
    told = [(int(row[0]), int(row[1].replace(",", "")), float(row[2]), int(row[3])) for row in rows]
    assert told == [(number, each.nodes, round(100 * each.slips, 3), each.glance) for number, each in enumerate(LEVELS, 1)]
    assert f"{SECONDS:g} seconds" in PAGE
    assert f"{100 * MARK:.0f} %" in PAGE


# Play


@pytest.mark.parametrize("number", ALL)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_whole_games_are_legal(game, number):
    backend = "interpreted" if isinstance(game, Steps) else None
    assert whole_game(game, level(number, backend=backend), random(seed=number))
    assert whole_game(game, random(seed=number), level(number, backend=backend))


def test_a_position_with_one_move_is_no_question():
    position = Steps().start().play("2")
    assert position.moves == ("1",)
    for number in ALL:
        report = level(number)(position)
        assert (report.move, report.nodes) == ("1", 1)


@pytest.mark.parametrize("number", range(1, 8))
def test_nodes_are_limited(number):
    for position in positions(CONNECT4, 20, seed=number):
        report = level(number)(position)
        moves = len(position.moves)
        if slipped(report):
            assert report.nodes <= 1 + moves + moves * moves
        else:
            assert report.nodes <= max(LEVELS[number - 1].nodes, 1 + 2 * moves)
            assert report.depth >= 1


def test_every_move_is_looked_at_where_there_are_many():
    """A game with more moves than the first level has nodes."""
    start = find("nim([30])").start()
    assert len(start.moves) > LEVELS[0].nodes
    made = [level(1, seed=seed, backend="interpreted")(start) for seed in range(20)]
    searched = [report for report in made if not slipped(report)]
    assert {report.move for report in searched} == {"1:30"}  # taking all wins, and comes last


@pytest.mark.parametrize("number", range(2, 7))
def test_a_win_at_hand_is_taken(number):
    """The oracle tries all moves. Only the first level may overlook such a thing."""
    tried = 0
    for seed, position in enumerate(positions(CONNECT4, 60, plies=30)):
        wins = {name for name in position.moves if position.play(name).over and position.play(name).result != "draw"}
        if wins:
            tried += 1
            assert level(number, seed=seed)(position).move in wins
    assert tried > 10


@pytest.mark.parametrize("number", [5, 6, 7])
def test_a_threat_is_answered_from_the_middle_on(number):
    """Where some move leaves the opponent no win at once, such a move is played, slip or not."""

    def safe(position):
        return not any(position.play(name).over and position.play(name).result != "draw" for name in position.moves)

    tried = slips = 0
    for seed, position in enumerate(positions(CONNECT4, 150, plies=24, seed=9)):
        after = {name: position.play(name) for name in position.moves}
        good = {name for name, each in after.items() if each.over or safe(each)}
        if good and len(good) < len(after):
            report = level(number, seed=seed)(position)
            tried, slips = tried + 1, slips + slipped(report)
            assert report.move in good
    assert tried > 30
    assert slips


def test_slips_are_as_frequent_as_the_table_says():
    start = find("connect(rows=4,cols=4,line=3)").start()
    for number in (1, 3, 5):
        share = sum(slipped(level(number, seed=seed)(start)) for seed in range(400)) / 400
        expected = LEVELS[number - 1].slips
        assert share == pytest.approx(expected, abs=4 * (expected * (1 - expected) / 400) ** 0.5)
    assert not any(slipped(level(10, seed=seed)(start)) for seed in range(20))


def test_slips_of_the_first_level_may_be_any_move():
    moves = [level(1, seed=seed)(CONNECT4.start()).move for seed in range(100)]
    assert set(moves) == set(CONNECT4.start().moves)


# Repeatable


def test_the_same_seed_gives_the_same_game():
    for number in (1, 3, 5):
        games = [whole_game(CONNECT4, level(number, seed=seed), level(number, seed=seed + 1)) for seed in (1, 1, 2, 3)]
        assert games[0] == games[1]
        assert len(set(games)) == 3


def test_asking_again_changes_nothing():
    """Whatever was asked in between: a level keeps no state."""
    asked = level(2, seed=7)
    first = [asked(position).move for position in positions(CONNECT4, 30)]
    assert [asked(position).move for position in reversed(list(positions(CONNECT4, 30)))] == first[::-1]


def test_a_fresh_level_slips_elsewhere():
    before = level(2)
    one, again, other = before.fresh(5), before.fresh(5), before.fresh(6)
    assert one == again != other
    assert (one.number, before) == (2, level(2))
    assert level(2, seed=2).fresh(5) != one


def test_backends_play_the_same():
    game = find("connect(rows=4,cols=4,line=3)")
    games = {whole_game(game, *(level(number, backend=backend) for number in (2, 4))) for backend in ("interpreted", "native")}
    assert len(games) == 1


# Names


def test_levels_are_written_like_calls():
    assert str(level(3)) == "level(3)"
    assert str(level(3, seed=9)) == "level(3, seed=9)"
    assert agent("level(3, seed=9)") == level(3, seed=9)
    assert agent("level(3)", backend="interpreted") == level(3, backend="interpreted")
    assert level(10)(find("tictactoe").start()).agent == "level(10)"


# Refusals


@pytest.mark.parametrize("number", [0, 11, -1, "3", True, 2.5, None], ids=repr)
def test_only_ten_levels(number):
    with pytest.raises(AgentError, match=rf"^there is no level {re.escape(repr(number))}: give a whole number from 1 to 10$"):
        level(number)


@pytest.mark.parametrize("seed", ["7", 1.5, True, None], ids=repr)
def test_seeds_are_whole_numbers(seed):
    with pytest.raises(AgentError, match="must be a whole number"):
        level(1, seed=seed)


@pytest.mark.parametrize(
    ("game", "words"), [(Thirds(), "at most two players"), (Race(), "without chance"), (Harvest(), "zero-sum")], ids=str
)
def test_games_that_do_not_fit_are_refused(game, words):
    for number in (1, 10):
        with pytest.raises(AgentError, match=rf"^level\({number}\) is for .*{words}"):
            level(number)(game.start())


def test_a_finished_game_is_refused():
    over = find("tictactoe").start().play("a1 b1 a2 b2 a3")
    with pytest.raises(PositionError, match="over"):
        level(1)(over)


def test_there_is_no_tree():
    with pytest.raises(AgentError, match=r"no tree to show; strong\(nodes=640\) looks at as much"):
        next(level(4).reports(CONNECT4.start(), tree=10))


# Calibration


def test_a_much_higher_level_wins_clearly():
    for game in (CONNECT4, find("othello"), find("checkers")):
        result = Match(game, level(6), level(1), games=10, seed=1).play()
        assert result.wins >= 9, game


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
    with pytest.raises(LimitError, match=f"levels {lowest} to {highest} do not make a ladder"):
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


def test_a_level_that_is_no_better_is_told_by_the_exit_code():
    """Nobody can be better than anybody where there is nothing to choose."""
    outcome = run("calibrate", "nim([1])", "--levels", "9-10", "--games", "4")
    assert outcome.code == 1
    assert "50.0%" in outcome.out
    assert outcome.out.splitlines()[-1] == "Below 60 % of decided games: 10 against 9."


def test_an_interrupted_calibration_prints_the_finished_pairs(monkeypatch):
    @contextmanager
    def impatient(_):
        def hear(number, _):
            if number == 4:
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
        (("tictactoe", "--levels", "5-2"), ("levels 5 to 2 do not make a ladder",)),
        (("tictactoe", "--levels", "1-11"), ("from 1 to 10",)),
        (("tictactoe", "--levels", "one-ten"), ("not `one-ten`",)),
        (("tictactoe", "--games", "3"), ("3 games", "even number")),
        (("tictactoe", "--games", "2.5"), ("--games takes a whole number",)),
        (("chezz",), ("chezz",)),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments, phrases):
    assert_one_sentence(run("calibrate", *arguments), *phrases)


def test_games_that_have_no_levels_are_refused(tmp_path):
    assert_one_sentence(run("calibrate", write_game(tmp_path, DICE)), "at most two players")
    assert_one_sentence(run("calibrate", write_game(tmp_path, ALONE)), "two players", "has 1")
    assert_one_sentence(run("match", "tictactoe", "level(11)", "random"), "there is no level 11")
    assert_one_sentence(run("match", "tictactoe", "level(three)", "random"), "there is no level 'three'")


def test_levels_play_matches():
    answer = run("match", "connect(4,4,3)", "level(7)", "level(1)", "--games", "6", "--json").object
    assert (answer["first"], answer["second"], answer["games"]) == ("level(7)", "level(1)", 6)
    assert answer["wins"] > answer["losses"]
