"""Experiments by factors: every combination is measured, random numbers are shared if that is asked for, and levels are compared."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from zermelo.arena.experiments import Experiment, ExperimentError, Run, average
from zermelo.arena.experiments.plot import dots
from zermelo.game.random import Random


class Shifted(Experiment):
    """A random number and a small shift."""

    factors = {"shift": (0, 1, 3), "colour": ("red", "blue")}
    games = 12

    def measure(self, random, shift, colour):
        return 100 * random.uniform() + shift


class Paired(Shifted):
    paired = True


class Several(Experiment):
    factors = {"size": [2, 4]}
    games = 5
    paired = True

    def measure(self, random, size):
        drawn = random.below(10)
        return {"drawn": drawn, "area": drawn * size, "even": drawn % 2 == 0}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def play(experiment, **more):
    return Run(experiment, **more).play(Path(f"{experiment.name}.sqlite"))


# Means


def test_every_combination_is_a_cell():
    outcome = play(Shifted())
    assert [(row["shift"], row["colour"], row["games"]) for row in outcome.rows] == [
        (shift, colour, 12) for shift in (0, 1, 3) for colour in ("red", "blue")
    ]
    assert list(outcome.rows[0]) == ["shift", "colour", "games", "value", "low", "high"]


def test_a_row_has_the_mean_and_its_interval():
    experiment, cell = Shifted(), {"shift": 3, "colour": "blue"}
    numbers = [3 + 100 * experiment.random(1, cell, number).uniform() for number in range(12)]
    row = play(experiment).rows[-1]
    assert (row["value"], row["low"], row["high"]) == pytest.approx(average(numbers))
    assert row["value"] == pytest.approx(sum(numbers) / 12)


def test_the_interval_of_a_mean_holds_the_truth_about_95_times_in_100():
    random, inside = Random(11), 0
    for _ in range(1000):
        found = average([random.uniform() for _ in range(12)])
        inside += found.low <= 0.5 <= found.high
    assert 925 <= inside <= 972


def test_numbers_that_belong_together_are_averaged_first():
    assert average([1, 3, 5, 7, 0, 4], together=2) == average([2, 6, 2])
    assert average([4]) == (4, None, None)


def test_several_numbers_are_named():
    outcome = play(Several())
    row = outcome.rows[1]
    assert list(row)[2:5] == ["drawn", "drawn_low", "drawn_high"]
    assert row["area"] == pytest.approx(4 * row["drawn"])
    assert 0 <= row["even"] <= 1
    chart = Several().chart_of(row)
    assert (chart.value, chart.low, chart.high) == ("drawn", "drawn_low", "drawn_high")
    assert [dot.name for dot in dots(chart, outcome.rows, ["size"], outcome.rows)] == ["size 2", "size 4"]


# Pairs


def test_paired_cells_get_the_same_random_numbers():
    cells = list(Paired().cells())
    for number in range(3):
        drawn = {Paired().random(1, cell, number).below(10**9) for cell in cells}
        apart = {Shifted().random(1, cell, number).below(10**9) for cell in cells}
        assert (len(drawn), len(apart)) == (1, len(cells))
    assert Paired().random(1, cells[0], 0).below(10**9) != Paired().random(1, cells[0], 1).below(10**9)
    assert Paired().random(1, cells[0], 0).below(10**9) != Paired().random(2, cells[0], 0).below(10**9)


def test_levels_are_compared_repetition_by_repetition():
    """Chance is the same on both sides, so the difference is certain although the means are not."""
    outcome = play(Paired())
    told = [(row["factor"], row["from"], row["to"], row["games"]) for row in outcome.differences]
    assert told == [("shift", 0, 1, 12), ("shift", 0, 3, 12), ("colour", "red", "blue", 12)]
    for row, shift in zip(outcome.differences, (1, 3, 0), strict=True):
        assert (row["difference"], row["low"], row["high"]) == pytest.approx((shift, shift, shift))
    assert outcome.rows[0]["high"] - outcome.rows[0]["low"] > 10
    assert play(Shifted()).differences == ()
    assert "differences between levels" in outcome._repr_html_()


def test_a_difference_is_the_mean_of_the_differences():
    differences = {row["measured"]: row for row in play(Several()).differences}
    drawn = [Several().random(1, {}, number).below(10) for number in range(5)]
    found = differences["area"]
    assert (found["difference"], found["low"], found["high"]) == pytest.approx(average([2 * each for each in drawn]))
    assert (differences["drawn"]["difference"], differences["drawn"]["low"]) == (0, 0)


def test_only_what_both_levels_have_is_compared():
    assert [row["factor"] for row in play(Paired(), only=["red"]).differences] == ["shift", "shift"]
    outcome = play(Several(), within=100)
    assert {row["games"] for row in outcome.differences} == {5}


# Experiments without a file


def test_results_of_a_class_without_a_file_belong_to_its_source(monkeypatch):
    """As in a notebook or a console: another class of the same name does not continue them."""

    def written(text):
        space = {"__name__": "console"}
        exec(f"from zermelo.arena.experiments import Experiment\nclass Mine(Experiment):\n    games = 3\n    {text}", space)
        return space["Mine"]()

    monkeypatch.setitem(sys.modules, "console", ModuleType("console"))
    lines = ["factors = {'size': (1, 2)}", "factors = {'size': (1, 3)}", "def measure(self, random, size): return size"]
    lines.append("def measure(self, random, size): return random.below(size)")
    sources = [written(line).source() for line in lines]
    assert sources == [written(line).source() for line in lines]
    assert len(set(sources)) == len(lines)


# Mistakes


def experiment(**parts):
    return type("Mine", (Experiment,), parts)()


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (
            dict(factors={"size": "large"}),
            "the factor size of experiment mine must have a tuple of levels, such as (2, 3), not 'large'",
        ),
        (dict(factors={"size": ()}), "must have a tuple of levels"),
        (dict(factors={"size": 3}), "must have a tuple of levels"),
        (dict(factors={"size": (1, 1)}), "different numbers or texts"),
        (dict(factors={"size": (object,)}), "different numbers or texts"),
        (dict(factors={"size": ([1], [2])}), "different numbers or texts"),
        (dict(factors={"size": (1, 2)}, measure=lambda self, random: 1), "must be measure(self, random, size)"),
        (dict(factors={"size": (1, 2)}, measure=lambda self, random, size, depth: 1), "missing a required argument: 'depth'"),
    ],
)
def test_factors_that_make_no_sense_are_refused_before_anything_begins(parts, sentence):
    with pytest.raises(ExperimentError) as caught:
        Run(experiment(**parts))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (None, "must return a number, or a dict of numbers, not None"),
        ("3", "not '3'"),
        (float("nan"), "not nan"),
        ({"nodes": "many"}, "must return a number as `nodes`, not 'many'"),
        ({"size": 3}, "returns `size`, which a row has already"),
        ({"games": 3}, "returns `games`, which a row has already"),
    ],
)
def test_a_measurement_must_be_a_number(answer, sentence):
    with pytest.raises(ExperimentError) as caught:
        play(experiment(factors={"size": (1, 2)}, measure=lambda self, random, size: answer))
    assert sentence in str(caught.value)


def test_an_experiment_needs_something_to_measure():
    with pytest.raises(ExperimentError, match="define `measure` or `play`"):
        play(experiment(factors={"size": (1, 2)}))
