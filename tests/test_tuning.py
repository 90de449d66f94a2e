"""Tuning: each method finds weights that are known, the same again for the same seed, also after a kill; and nothing is offered that does not win."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from cli_runner import run as command
from long_runs import LONG
from tuning_for_tests import Stones

import zermelo
from zermelo import AgentError, LimitError
from zermelo.arena.tuning import METHODS, Tuner, TuningError, TuningPlan
from zermelo.arena.tuning.logistic import Samples, fit, loss
from zermelo.arena.tuning.plan import limited, tunable
from zermelo.arena.tuning.reader import FeatureReader
from zermelo.arena.tuning.selfplay import SelfPlayGame
from zermelo.arena.tuning.texel import FOLDS, split
from zermelo.game.evaluation import evaluation

STONES = f"{Path(__file__).parent / 'tuning_for_tests.py'}:Stones"
SHORT = {"nodes": 8, "opening": 4}
ENOUGH = {"texel": 60, "td": 80, "spsa": 160}


@pytest.fixture(scope="module")
def found():
    """What each method finds."""
    return {by: zermelo.tune(Stones(), by, games=ENOUGH[by], match=60, sprt=(0, 200), **SHORT) for by in METHODS}


# What is found


@pytest.mark.long
@pytest.mark.parametrize("by", METHODS)
def test_known_weights_are_recovered(found, by):
    """All stones are taken, so a constant that is added to all weights changes nothing: what counts are their differences."""
    lead, iron, gold = found[by].weights.values()
    assert lead < iron < gold
    assert found[by].old == {"lead": 1, "iron": 1, "gold": 1}


@pytest.mark.skipif(not LONG, reason="plays some thousand games")
@pytest.mark.parametrize("by", METHODS)
def test_known_weights_are_recovered_in_proportion(by):
    lead, iron, gold = zermelo.tune(Stones(), by, games=4 * ENOUGH[by], match=140, **SHORT).weights.values()
    assert 0.8 < (iron - lead) / (gold - iron) < 3


@pytest.mark.parametrize("by", METHODS)
def test_better_weights_pass_their_test(found, by):
    assert found[by].accepted
    assert found[by].match.score > 0.8
    assert "accepted after" in str(found[by])


def test_the_loss_on_held_out_games_falls(found):
    for by in ("texel", "td"):
        before, after = found[by].loss
        assert after < before
    assert found["spsa"].loss is None


def test_a_fit_finds_the_weights_that_made_the_results():
    random = np.random.default_rng(1)
    rows = random.normal(size=(20_000, 3)) * (1, 10, 0.1)
    right = np.array([1.0, -0.2, 5.0])
    results = (random.random(20_000) < 1 / (1 + np.exp(-rows @ right))).astype(float)
    folds = [Samples(rows[start::5], results[start::5]) for start in range(5)]
    made = fit(folds, (1.0, -0.1, 0.0), [True] * 3)
    ratios = np.array(made.weights) / right
    assert np.ptp(ratios) < 0.2 * np.mean(ratios), "the scale stays that of the old weights"
    assert made.after < made.before
    assert made.after == pytest.approx(loss(rows @ right, results), abs=0.01)


def test_frozen_weights_stay_and_others_keep_their_limit():
    made = zermelo.tune(Stones(), games=60, match=2, freeze=("gold",), limit_change=0.25, **SHORT)
    assert made.weights["gold"] == 1
    assert made.weights["lead"] == 0.75
    assert limited([9, -9, 3], [2, -2, 0], 0.5) == [3, -3, 3]


# Samples


def test_whole_games_are_held_out():
    games = [SelfPlayGame(number, float(number % 2), [[float(number)]] * 4, []) for number in range(3 * FOLDS)]
    folds = split(games)
    assert [set(fold.rows[:, 0]) for fold in folds] == [{number, number + 5.0, number + 10.0} for number in range(FOLDS)]
    assert [len(fold.results) for fold in folds] == [12] * FOLDS


def test_few_games_change_little():
    """The pull is chosen by games that a fit has not seen: features that say nothing hardly get a weight."""
    random = np.random.default_rng(2)
    rows = random.normal(size=(200, 8))
    results = (random.random(200) < 1 / (1 + np.exp(-2 * rows[:, 0]))).astype(float)
    made = fit([Samples(rows[start::5], results[start::5]) for start in range(5)], (1.0, *[0.0] * 7), [True] * 8)
    assert np.abs(np.array(made.weights) - (1.0, *[0.0] * 7)).max() < 0.1
    assert made.after <= made.before


@pytest.mark.parametrize("name", ["othello", "chess", "checkers", "isolation"])
def test_features_are_those_of_the_rules(name):
    """Compiled and native evaluations answer with sums; the reader takes them apart."""
    game = zermelo.find(name).with_evaluation("features")
    reader, position = FeatureReader(game, tunable(game)), game.start()
    assert reader._cores, "nothing is asked in Python"
    for ply in range(8):
        for player in (0, 1):
            assert reader(position.state, player) == [float(each) for each in game.rules.features(position.state, player)]
        position = position.play(position.choices[(5 * ply) % len(position.choices)])


def test_features_that_cannot_be_compiled_are_asked_in_python():
    class Slow(Stones):
        def features(self, s, player):
            yield from json.loads(json.dumps([int(value) for value in super().features(s, player)]))

    game = Slow()
    with pytest.warns(zermelo.errors.CompileWarning):
        made = zermelo.tune(game, games=10, match=2, **SHORT)
    assert list(made.weights) == ["lead", "iron", "gold"]


# The same again


@pytest.mark.parametrize("by", METHODS)
def test_the_seed_decides_everything(by):
    plan = {"games": 12, "match": 2, **SHORT}
    first, again, other = (zermelo.tune(Stones(), by, seed=seed, **plan) for seed in (1, 1, 2))
    assert first.weights == again.weights
    assert first.match.records[0].moves == again.match.records[0].moves
    assert first.weights != other.weights


class Killed(Exception):
    """Ends a run at some moment."""


@pytest.mark.parametrize("by", METHODS)
def test_a_killed_run_goes_on_and_ends_alike(by, tmp_path):
    tuner, state = Tuner(Stones(), TuningPlan(by, 16, match=2, **SHORT)), tmp_path / "state.sqlite"
    whole = tuner.run()

    def kill(standing):
        if standing.done == 5:
            raise Killed

    with pytest.raises(Killed):
        tuner.run(kill, state=state)
    done = []
    resumed = tuner.run(lambda standing: done.append(standing.done), state=state)
    assert done[0] > 0, "games that were played are not played again"
    assert resumed.weights == whole.weights
    assert resumed.loss == whole.loss
    assert [each.moves for each in resumed.match.records] == [each.moves for each in whole.match.records]


def test_workers_change_nothing():
    tuner = Tuner(zermelo.find(STONES), TuningPlan(games=12, match=2, **SHORT))
    assert tuner.run(jobs=2).weights == tuner.run().weights


def test_several_rounds_use_the_new_weights():
    one = zermelo.tune(Stones(), games=20, match=2, **SHORT)
    two = zermelo.tune(Stones(), games=20, rounds=2, match=2, **SHORT)
    assert (one.games, two.games) == (20, 40)
    assert two.positions > one.positions


# What is refused


def test_weights_that_do_not_win_are_not_offered(tmp_path):
    out = tmp_path / "weights.toml"
    arguments = (
        "tune",
        STONES,
        "--games",
        "20",
        "--nodes",
        "8",
        "--opening",
        "4",
        "--match",
        "2",
        "--jobs",
        "1",
        "--out",
        str(out),
    )
    told = command(*arguments)
    assert told.code == 1
    assert "not offered" in told.out
    assert not out.exists()
    forced = command(*arguments, "--force", "--json")
    assert (forced.code, forced.object["accepted"]) == (1, False)
    assert dict(evaluation(str(out)).weights) == forced.object["weights"]


def test_accepted_weights_are_written(tmp_path):
    out = tmp_path / "weights.toml"
    told = command(
        *("tune", STONES, "--games", "60", "--nodes", "8", "--opening", "4", "--sprt", "0,200", "--jobs", "1", "--out", str(out))
    )
    assert (told.code, "The new weights are stronger." in told.out) == (0, True)
    lead, iron, gold = (weight for _, weight in evaluation(str(out)).weights)
    assert lead < iron < gold
    again = command(
        "tune", STONES, "--games", "10", "--nodes", "8", "--evaluate", str(out), "--match", "2", "--json", "--jobs", "1"
    )
    assert again.object["old"] == {"lead": lead, "iron": iron, "gold": gold}


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("nim", "nim has no `evaluate` and has no features to tune"),
        ("connect4", "connect4 evaluates by a rule `evaluate` and has no features to tune"),
        ("virus", "tuning is for games of two players"),
    ],
)
def test_games_without_features_are_refused(game, told):
    with pytest.raises(TuningError, match=told):
        zermelo.tune(game)


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ({"by": "texl"}, "unknown method 'texl'; expected texel, td, spsa"),
        ({"games": 5}, "games=5 must be a whole number from 10"),
        ({"games": 20.5}, "games=20.5 must be a whole number"),
        ({"nodes": 0}, "nodes=0 must be"),
        ({"rounds": 2, "by": "td"}, "rounds=2 is for texel"),
        ({"match": 3}, "match=3 must be an even number"),
        ({"limit_change": -1}, "limit_change=-1 must be a number above 0"),
        ({"freeze": "golt"}, "there is no feature `golt` to freeze.*gold"),
        ({"freeze": ("gold", "iron", "lead")}, "all weights are frozen"),
        ({"sprt": (20, 0)}, "elo0=20 must be less than elo1=0"),
        ({"sprt": 5}, "sprt=5 must be two Elo differences"),
        ({"opening": 500}, "plies=400 must be more than the 500"),
        ({"node": 5}, "a tuning has no option `node`.*nodes"),
    ],
)
def test_wrong_plans_are_refused(plan, told):
    with pytest.raises((TuningError, LimitError), match=told):
        zermelo.tune(Stones(), **plan)


def test_only_weights_can_be_given():
    with pytest.raises(TuningError, match="must give weights"):
        zermelo.tune(Stones(), evaluate=lambda s, player: 0)
    with pytest.raises(AgentError, match="no feature `silver`"):
        zermelo.tune(Stones(), evaluate={"silver": 1})


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--sprt", "x"), "--sprt takes two Elo differences such as 0,10"),
        (("--sprt", ""), "without a test no weights are accepted"),
        (("--by", "luck"), "texel"),
        (("--freeze", "x"), "no feature `x` to freeze"),
        (("--out", "weights.txt"), "its name must end in .toml"),
        (("--out", "nowhere/weights.toml"), "there is no folder"),
        (("--rounds", "0"), "--rounds 0 is out of range"),
    ],
)
def test_wrong_options_are_told_in_one_sentence(options, told):
    outcome = command("tune", STONES, *options)
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err
    assert outcome.err.count("\n") == 1


# Damaged files


def test_state_files_of_something_else_are_refused(tmp_path):
    tuner, path = Tuner(Stones(), TuningPlan(games=10, match=2, **SHORT)), tmp_path / "state.sqlite"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(TuningError, match="is not the state of a tuning, or it is damaged"):
        tuner.run(state=path)
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("create table cats (name text)")
    with pytest.raises(TuningError, match="is not the state of a tuning"):
        tuner.run(state=path)
    with pytest.raises(TuningError, match="there is no folder"):
        tuner.run(state=tmp_path / "nowhere" / "state.sqlite")


def test_a_state_belongs_to_one_tuning(tmp_path):
    path = tmp_path / "state.sqlite"
    Tuner(Stones(), TuningPlan(games=10, match=2, **SHORT)).run(state=path)
    with pytest.raises(TuningError, match="is the state of another tuning: plan"):
        Tuner(Stones(), TuningPlan(games=10, seed=2, match=2, **SHORT)).run(state=path)


@pytest.mark.parametrize(
    "data", ["{}", "[1", "[3]", "[0, 1.0, [[1]], []]", '[0, 1.0, [["x", 1, 2]], []]', '[0, "x", [[1, 2, 3]], []]']
)
@pytest.mark.parametrize("by", ["texel", "td"])
def test_damaged_results_are_told(data, by, tmp_path):
    if by == "td":
        data = data.replace("[[", "[], [[").replace("]], []]", "]]]")
    path = tmp_path / "state.sqlite"
    tuner = Tuner(Stones(), TuningPlan(by, 10, match=2, **SHORT))
    tuner.run(state=path)
    with sqlite3.connect(path) as state:
        state.execute("update results set data = ? where number = 0", (data,))
    with pytest.raises(TuningError, match="damaged"):
        tuner.run(state=path)


def test_the_answer_can_be_written_and_read(found):
    made = found["texel"]
    data = json.loads(json.dumps(made.to_json()))
    assert data["accepted"] is True
    assert data["weights"] == made.weights
    assert "<table>" in made._repr_html_()
