"""What the other pages of the studio work out: recordings to watch, answers of advice tables, comparisons, and their pictures."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from zermelo import find
from zermelo.animation.lessons import LESSONS
from zermelo.arena import ablation
from zermelo.arena.dots import Dot
from zermelo.engine import fits
from zermelo.errors import GameError, ZermeloError
from zermelo.files import FilesOffError
from zermelo.hosting.limits import Limits
from zermelo.hosting.workers import Job
from zermelo.studio import advice_answers, measurements
from zermelo.studio.bars import bar_table, dots
from zermelo.studio.descriptions import die
from zermelo.studio.pace import Pace
from zermelo.studio.recordings import WatchRequest, as_text, read_tree, suggested
from zermelo.studio.store import MOST, Store

LIMITS = Limits()


# Watch


@pytest.mark.parametrize("name", [name for name, each in LESSONS.items() if each.make is None])
def test_a_lesson_can_be_typed(name):
    typed = WatchRequest.of_lesson(name).record(LIMITS)
    assert [step.text for step in typed.steps] == [step.text for step in LESSONS[name].record().steps]


@pytest.mark.parametrize("name", [name for name, each in LESSONS.items() if each.make is not None])
def test_of_a_lesson_that_is_no_search_the_form_has_the_game(name):
    wanted = WatchRequest.of_lesson(name)
    assert (wanted.game, wanted.moves, wanted.agent) == (LESSONS[name].game, "", "")
    if wanted.game:
        assert wanted.start(LIMITS).game == find(wanted.game)
    if name in ("fusion", "regret", "belief", "lists", "branching"):  # no search of the form plays these games, or there is none
        with pytest.raises(ZermeloError):
            wanted.record(LIMITS)
    else:
        assert wanted.record(LIMITS).agent == suggested(wanted.start(LIMITS))[0]
    assert json.loads(as_text(WatchRequest(lesson=name).record(LIMITS)))["title"] == LESSONS[name].title


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
    measurements.measure(Job(), find("tictactoe").start(), 4, 1, lambda *told: heard.append(told), rows.append)
    assert [row.name for row in rows][:2] == ["minimax", "alphabeta"]
    assert (rows[0].nodes, heard[0]) == (3610, (0, len(rows), "measuring minimax"))
    assert [done for done, _, _ in heard] == list(range(len(rows) + 1)), "progress runs to its end"
    assert heard[-1] == (len(rows), len(rows), "done")


def test_rows_that_are_left_out_do_not_stop_the_progress():
    """Minimax to depth 9 in chess would take years, so its row is left out."""
    heard, job = [], Job()

    def progress(*told):
        heard.append(told)
        job.end("interrupt")

    with job.scope:
        measurements.measure(job, find("chess").start(), 9, 1, progress, lambda _: None)
    [(done, total, words)] = heard[:1]
    assert (done, words) == (0, "measuring alphabeta")
    names = [name for name, agent in ablation.rows(find("chess"), 9) if fits(agent, find("chess").start())]
    assert total == len(names) - 1


def test_techniques_come_in_groups():
    """Alone means one technique; cumulative means one more than the row before."""
    for title in ("tictactoe", "connect4", "chess"):
        game = find(title)
        agents = dict(ablation.rows(game, 3))
        found = {group.name: group for group in measurements.grouped(game, [_row(name) for name in agents])}
        assert sorted(row.name for group in found.values() for row in group.rows) == sorted(agents)
        plain, full = agents["alphabeta"], ablation.full_search(game, 3)
        for row in found["Alone"].rows:
            assert _more(agents[row.name], plain) in ({"ordering"}, {"ordering", "deepening"})
            assert agents[row.name].options.ordering == (row.name,)
        chain = [plain, *(agents[row.name] for row in found["Cumulative"].rows)]
        assert [len(_more(after, before)) for before, after in pairwise(chain)] == [2] + [1] * (len(chain) - 2)
        for row in found["Alone, added to the full search"].rows:
            assert len(_more(agents[row.name], full) - {"exact"}) == 1
        selective = agents["selective"]
        for row in found["Set for play"].rows:
            assert len(_more(agents[row.name], selective)) == (row.name != "selective")
        assert "minimal tree" in found["To compare with"].about


def _row(name):
    return ablation.Row(name, {"minimax": 1166, "alphabeta": 100}.get(name, 7), 0.0, 0.0, "a1", 2.0)


def _more(agent, other):
    """The options in which two agents differ."""
    return {each.name for each in fields(agent.options) if getattr(agent.options, each.name) != getattr(other.options, each.name)}


def test_nodes_are_told_as_factors():
    [first, *_] = measurements.grouped(find("tictactoe"), [_row("minimax"), _row("alphabeta"), _row("pv")])
    assert [(row.name, row.cells[1]) for row in first.rows] == [("minimax", "×11.7"), ("alphabeta", "×1.00")]


def test_time_left_follows_from_the_steps_so_far():
    now = [0.0]
    pace = Pace(lambda: now[0])
    now[0] = 100.0  # waits for other comparisons
    pace.step(0, 10)
    assert (pace.left, pace.share, pace.elapsed) == (None, 0.0, 0.0)
    for done, seconds in enumerate((60, 2, 2, 2), 1):  # the first row is minimax
        now[0] += seconds
        pace.step(done, 10)
    assert (pace.left, pace.share) == (12.0, 0.4)
    now[0] += 1
    assert (pace.left, pace.share) == (11.0, 0.45)
    now[0] += 100  # a step that takes longer does not finish by itself
    assert pace.left == 10.0
    assert 0.45 < pace.share < 0.5
    pace.step(5, 9)  # one step was left out
    assert pace.share == 5 / 9
    pace.step(9, 9)
    assert (pace.left, pace.share, pace.elapsed) == (0.0, 1.0, 167.0)


def test_a_measurement_that_is_stopped_keeps_whole_rows_only():
    job, rows = Job(), []

    def progress(done, total, words):
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
    measurements.run(Job(), chosen, 2, ["virus"], lambda done, total, _: shares.append(done / total), outcomes.append)
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
        dots("score", [Dot("a & b", 3.5, 1.0, 6.0, 4.0), Dot("c", None)], zero=0.0, mark="published"),
        *map(die, "123456"),
    ]
    for picture in drawn:
        assert ElementTree.fromstring(picture).get("aria-label")
    assert "a &amp; b 3.5, c not known" in drawn[0]
    assert [drawn[number].count("<circle") for number in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert dots("score", [], 0.0) == ""


def test_a_table_with_bars_is_well_formed_and_on_a_logarithmic_scale():
    rows = (measurements.Technique("minimax", 10_000, ("10,000", "×1")), measurements.Technique("<b>", 100, ("100", "×0.01")))
    drawn = ElementTree.fromstring(bar_table(("", "nodes", "of"), [measurements.Group("a & b", "<i>", rows)]))
    assert [each.get("style") for each in drawn.iter("i")] == ["width:100.0%", "width:50.0%"]
    assert [each.text for each in drawn.iter("th")][-2:] == ["minimax", "<b>"]
    assert bar_table(("", "nodes"), []) == ""


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
