"""What the other pages of the studio work out: recordings to watch, answers of advice tables, comparisons, and their pictures."""

from __future__ import annotations

import json
from random import Random
from xml.etree import ElementTree

import pytest

from zermelo import find
from zermelo.animation.lessons import LESSONS
from zermelo.arena.dots import Dot
from zermelo.errors import GameError, ZermeloError
from zermelo.files import FilesOffError
from zermelo.hosting.limits import Limits
from zermelo.hosting.workers import Job
from zermelo.studio import advice_answers, measurements
from zermelo.studio.bars import bars, dots
from zermelo.studio.descriptions import die
from zermelo.studio.recordings import WatchRequest, as_text, read_tree, suggested
from zermelo.studio.store import MOST, Store

LIMITS = Limits()


# Watch


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_can_be_typed(name):
    typed = WatchRequest.of_lesson(name).record(LIMITS)
    assert [step.text for step in typed.steps] == [step.text for step in LESSONS[name].record().steps]


def test_a_typed_tree_is_recorded():
    made = WatchRequest(game="[[3,12,8],[2,4,6],[14,5,2]]", agent="alphabeta()").record(LIMITS)
    assert any("Alpha cutoff: 2 ≤ 3" in step.text for step in made.steps)
    assert json.loads(as_text(made))["rounds"]


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "chance", "maxn", "uct"])
def test_lessons_are_recorded(name):
    made = WatchRequest(lesson=name).record(LIMITS)
    assert made.title == LESSONS[name].title


def test_an_address_says_what_to_watch():
    assert WatchRequest.from_address({}).lesson == "alphabeta"
    wanted = WatchRequest.from_address({"game": "tictactoe", "moves": "b2 a1"})
    assert (wanted.start(LIMITS).history, wanted.agent) == (("b2", "a1"), "")
    assert wanted.record(LIMITS).agent == suggested(wanted.start(LIMITS))[0]


@pytest.mark.parametrize(
    ("text", "fits", "does_not"),
    [
        ("[[3,12],[2,4]]", "alphabeta()", "maxn(depth=3)"),
        ("[{0.5: [2,4], 0.5: [7,4]}, {[0,6], [5,-2]}]", "expectiminimax()", "alphabeta()"),
        ("[[(6,3,0),(1,2,6)],[(4,4,1),(3,1,5)]]", "maxn()", "minimax()"),
    ],
)
def test_agents_are_suggested_that_fit(text, fits, does_not):
    found = suggested(read_tree(text).start())
    assert fits in found
    assert does_not not in found
    assert list(WatchRequest(game=text, agent=fits).record(LIMITS).steps)


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "[]",
        "[[1,2],",
        "[1,'x']",
        "[(1,2),(3,)]",
        "[(1,2,'a')]",
        "([1,2])",
        "[[(1,2)],3]",
        "[" * 500 + "]" * 500,
        "{",
        "[()]",
    ],
)
def test_a_text_that_is_not_a_tree_is_refused(text):
    with pytest.raises(GameError):
        WatchRequest(game=text).start(LIMITS)


@pytest.mark.parametrize(
    ("agent", "told"),
    [("random", "does not search"), ("strong(book='my.book')", "does not open files"), ("x(", "closing bracket")],
)
def test_what_cannot_be_watched_is_refused(agent, told):
    with pytest.raises(ZermeloError, match=told):
        WatchRequest(game="tictactoe", agent=agent).record(LIMITS)


def test_the_shelf_has_an_end():
    store = Store()
    first = store.put("one")
    assert store.get(first) == "one"
    names = [store.put(str(number)) for number in range(MOST)]
    assert (len(store), store.get(first), store.get(names[0])) == (MOST, None, "0")
    store.drop(names[0])
    store.drop("never there")
    assert store.get(names[0]) is None


# Advice


def test_a_table_answers_with_its_reasons_and_its_plan():
    position = advice_answers.start("tictactoe", "", "x . . / . o . / . . x", "", LIMITS)
    answer = advice_answers.ask("tictactoe", position, LIMITS)
    assert answer.headline == "Table tictactoe advises o to play b1: rule danger, advice prevent_fork."
    assert (answer.move, answer.squares) == ("b1", ("b1",))
    assert "they_can_win" in answer.reasons
    assert ElementTree.fromstring(answer.plan).tag.endswith("svg")


@pytest.mark.parametrize(("name", "men"), [("krk", "KRk"), ("kpk", "KPk"), ("kqk", "KQk")])
def test_any_position_is_one_that_the_table_is_about(name, men):
    found = {str(advice_answers.any_position(name, LIMITS, Random(seed))).splitlines()[-1] for seed in range(20)}
    assert len(found) > 15
    for fen in found:
        board, turn, *_ = fen.split()
        assert (sorted(filter(str.isalpha, board)), turn) == (sorted(men), "w")


def test_the_side_without_advice_can_reply():
    position = advice_answers.start("krk", "", "8/8/8/8/3k4/3R4/8/K7 b - - 0 1", "", LIMITS)
    assert advice_answers.ask("krk", position, LIMITS).move is None
    assert advice_answers.reply(position).history == ("Kxd3",)


def test_a_game_that_is_over_needs_no_advice():
    position = advice_answers.start("tictactoe", "", "", "a1 b1 a2 b2 a3", LIMITS)
    answer = advice_answers.ask("tictactoe", position, LIMITS)
    assert (answer.headline, answer.move, answer.scene.choices) == ("The game is over: x won.", None, ())


def test_tables_in_files_are_off():
    assert "tictactoe" in advice_answers.tables()
    with pytest.raises(FilesOffError, match="--allow-files"):
        advice_answers.opened("/tmp/my.advice", LIMITS)
    with pytest.raises(ZermeloError, match="rows"):
        advice_answers.start("tictactoe", "", "x", "", LIMITS)


# Compare


def test_techniques_are_measured_row_by_row():
    heard, rows = [], []
    measurements.measure(Job(), find("tictactoe").start(), 4, 1, lambda share, words: heard.append((share, words)), rows.append)
    assert [row.name for row in rows][:2] == ["minimax", "alphabeta"]
    assert (rows[0].nodes, heard[0], heard[-1]) == (3610, (0.0, "measuring minimax"), (1.0, "done"))
    assert [share for share, _ in heard] == sorted(share for share, _ in heard)


def test_a_measurement_that_is_stopped_keeps_whole_rows_only():
    job, rows = Job(), []

    def progress(share, words):
        if words == "measuring pv":
            job.end("interrupt")

    with job.scope:
        measurements.measure(job, find("connect4").start(), 6, 1, progress, rows.append)
    assert [row.name for row in rows] == ["minimax", "alphabeta"]


@pytest.mark.parametrize(("depth", "positions"), [(0, 1), (31, 1), (4, 0), (4, 101)])
def test_measurements_have_limits(depth, positions):
    with pytest.raises(ZermeloError, match="give a depth from 1 to 30"):
        measurements.measure(Job(), find("tictactoe").start(), depth, positions, lambda *_: None, lambda _: None)


def test_an_experiment_is_told_round_by_round():
    chosen = measurements.experiment("threat-ads", {"depth": "2", "rule": ""}, LIMITS)
    assert chosen.settings["depth"] == 2
    shares, outcomes = [], []
    measurements.run(Job(), chosen, 2, ["virus"], lambda share, _: shares.append(share), outcomes.append)
    assert [outcome.rows[0]["games"] for outcome in outcomes] == [1, 2]
    assert shares[-1] == 1.0
    assert [dot.name for dot in measurements.drawn(chosen, outcomes[-1])] == ["start", "midgame"]


def test_an_experiment_can_be_stopped():
    job, chosen, outcomes = Job(), measurements.experiment("threat-ads", {"depth": "2"}, LIMITS), []
    measurements.run(job, chosen, 50, ["virus"], lambda *_: job.end("interrupt"), outcomes.append)
    assert sum(outcome.played for outcome in outcomes) <= 2
    assert outcomes[-1].stopped == "interrupt" or not outcomes


def test_settings_of_experiments_are_checked():
    with pytest.raises(ZermeloError, match="the setting depth of experiment"):
        measurements.experiment("threat-ads", {"depth": "deep"}, LIMITS)
    with pytest.raises(ZermeloError, match="give from 1 to 1000 games"):
        measurements.run(Job(), measurements.experiment("threat-ads", {}, LIMITS), 0, [], lambda *_: None, lambda _: None)
    assert "virus" in measurements.words(measurements.experiment("threat-ads", {}, LIMITS))


# Pictures


def test_pictures_are_well_formed_and_tell_what_they_show():
    drawn = [
        bars("Nodes", [("minimax", 3610), ("<b>", 0)], ("<b>",)),
        dots("score", [Dot("a & b", 3.5, 1.0, 6.0, 4.0), Dot("c", None)], zero=0.0, mark="published"),
        *map(die, "123456"),
    ]
    for picture in drawn:
        assert ElementTree.fromstring(picture).get("aria-label")
    assert "minimax 3,610" in drawn[0]
    assert "a &amp; b 3.5, c not known" in drawn[1]
    assert [drawn[1 + number].count("<circle") for number in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert bars("Nodes", []) == dots("score", [], 0.0) == ""


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("/nowhere/mine.py:f", "--allow-files"),
        ("strong(seconds=1, memory=1GB)", "more than this studio gives"),
        ("tablebase(otherwise=\"strong(memory='1GB')\")", "more than this studio gives"),
        ("luck", "there is no agent `luck`"),
    ],
)
def test_the_agent_of_an_experiment_keeps_within_the_limits(agent, told):
    with pytest.raises(ZermeloError, match=told):
        measurements.experiment("multiplayer", {"agent": agent}, LIMITS)
    assert measurements.experiment("multiplayer", {"agent": "random", "players": "4"}, LIMITS).settings["agent"] == "random"
