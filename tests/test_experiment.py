"""Experiments: intervals are right, every game is kept exactly once, and results of different experiments are not mixed."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo.arena.experiments import EXPERIMENTS, Experiment, ExperimentError, Run, Store, average, cut, find, student
from zermelo.arena.experiments.multiplayer import Multiplayer
from zermelo.arena.experiments.precision import looks
from zermelo.arena.experiments.run import Progress
from zermelo.arena.experiments.threat_ads import ThreatAds
from zermelo.game.random import Random

TOY = """
import os, signal
from zermelo.arena.experiments import Experiment

class Toy(Experiment):
    games = 6
    defaults = {"size": 10}

    def cells(self):
        for word in ("red", "blue"):
            yield {"colour": word, "size": self.settings["size"]}

    def play(self, cell, number, random):
        if os.environ.get("TOY_DIES") == f"{cell['colour']} {number}":
            os.kill(os.getpid(), signal.SIGKILL)
        with open("played.txt", "a") as file:
            print(cell["colour"], number, file=file)
        return {"number": random.below(1000)}
"""
RUN = "import sys; from pathlib import Path; from zermelo.arena.experiments import Run, find; Run(find('toy.py')()).play(Path(sys.argv[1]))"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("toy.py").write_text(TOY)
    return tmp_path


def toy(**settings):
    return find("toy.py")(**settings)


def played():
    return Path("played.txt").read_text().splitlines()


def rows(outcome):
    return [dict(row) for row in outcome.rows]


# Intervals


@pytest.mark.parametrize(
    ("freedom", "t"),
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (10, 2.228),
        (19, 2.093),
        (30, 2.042),
        (49, 2.0096),
        (120, 1.980),
    ],
)
def test_students_t_is_what_printed_tables_say(freedom, t):
    assert student(freedom) == pytest.approx(t, abs=6e-4)


def test_many_games_have_the_normal_interval():
    assert student(100_001) == pytest.approx(1.95998, abs=1e-4)


def test_a_cut_that_is_the_same_in_every_game_is_certain():
    found = cut([100, 200, 900], [90, 180, 810])
    assert found == pytest.approx((10, 10, 10))


def test_long_games_weigh_more():
    assert cut([100, 900], [100, 450]).cut == pytest.approx(45)


def test_one_game_has_no_interval():
    assert cut([100], [80]) == (pytest.approx(20), None, None)


def test_the_interval_holds_the_truth_about_95_times_in_100():
    """Games of random length whose true cut is 30 %; 1000 experiments of 20 games."""
    random, inside = Random(7), 0
    for _ in range(1000):
        without = [50 + random.below(100) for _ in range(20)]
        with_ = [x * (0.4 + 0.6 * random.uniform()) for x in without]
        found = cut(without, with_)
        inside += found.low <= 30 <= found.high
    assert 925 <= inside <= 972


# Runs and their files


def test_a_run_plays_every_game_once_and_sums_up():
    outcome = Run(toy()).play(Path("toy.sqlite"))
    assert (outcome.played, outcome.known, outcome.total, outcome.stopped) == (12, 0, 12, None)
    assert [(row["colour"], row["games"]) for row in outcome.rows] == [("red", 6), ("blue", 6)]
    lots = [toy().random(1, {"colour": "red", "size": 10}, number).below(1000) for number in range(6)]
    assert outcome.rows[0]["number"] == pytest.approx(sum(lots) / 6)
    assert len(set(lots)) > 3
    again = Run(toy()).play(Path("toy.sqlite"))
    assert (again.played, again.known) == (0, 12)
    assert rows(again) == rows(outcome)
    assert len(played()) == 12


@pytest.mark.parametrize("dies", ["red 0", "blue 2", "red 5"])
def test_a_killed_run_goes_on_where_it_was(dies):
    folder = str(Path(zermelo.__file__).parent.parent)
    for environment, code in (({"TOY_DIES": dies}, -signal.SIGKILL), ({}, 0)):
        command = [sys.executable, "-c", RUN, "killed.sqlite"]
        done = subprocess.run(command, env=os.environ | {"PYTHONPATH": folder} | environment, capture_output=True, check=False)
        assert done.returncode == code, done.stderr
    assert sorted(played()) == sorted(f"{colour} {number}" for colour in ("red", "blue") for number in range(6))
    killed, whole = (Run(toy()).play(Path(f"{name}.sqlite")) for name in ("killed", "whole"))
    assert (killed.played, whole.played) == (0, 12)
    assert rows(killed) == rows(whole)


def test_a_kill_while_a_game_is_written_loses_nothing_but_that_game():
    """The journal of an unfinished transaction is left behind; SQLite undoes it when the file is opened again."""
    whole = rows(Run(toy()).play(Path("toy.sqlite")))
    program = (
        "import os, sqlite3; c = sqlite3.connect('toy.sqlite', isolation_level=None); c.execute('pragma cache_size = 1');"
        "c.execute('begin'); c.execute('update games set result = ?', ['x' * 100000]);"
        "os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -signal.SIGKILL
    assert Path("toy.sqlite-journal").exists()
    assert rows(Run(toy()).play(Path("toy.sqlite"))) == whole


def test_ctrl_c_keeps_what_is_finished(monkeypatch):
    kind, games = type(toy()), []

    def play(self, cell, number, random):
        if len(games) == 5:
            raise KeyboardInterrupt
        games.append(number)
        return {"number": random.below(1000)}

    before = kind.play
    monkeypatch.setattr(kind, "play", play)
    outcome = Run(toy()).play(Path("toy.sqlite"))
    assert (outcome.stopped, outcome.played, [row["games"] for row in outcome.rows]) == ("interrupt", 5, [3, 2])
    monkeypatch.setattr(kind, "play", before)
    outcome = Run(toy()).play(Path("toy.sqlite"))
    assert (outcome.known, outcome.played, len(played())) == (5, 7, 7)


def test_more_games_and_other_cells_go_into_the_same_file():
    first = Run(toy(), games=2, only=["red"]).play(Path("toy.sqlite"))
    Run(toy(), games=4).play(Path("toy.sqlite"))
    assert len(played()) == 8
    assert rows(Run(toy(), games=2, only=["red"]).play(Path("toy.sqlite"))) == rows(first)


def test_another_seed_gives_other_games():
    one, other = (Run(toy(), seed=seed).play(Path(f"{seed}.sqlite")) for seed in (1, 2))
    assert rows(one) != rows(other)


def test_the_file_says_what_it_is():
    Run(toy(), seed=3).play(Path("toy.sqlite"))
    with sqlite3.connect("toy.sqlite") as connection:
        about = dict(connection.execute("select key, value from about"))
        assert connection.execute("select count(*) from games").fetchone() == (12,)
    connection.close()
    assert (about["experiment"], about["seed"], json.loads(about["settings"])) == ("toy", "3", {"size": 10})


def test_a_file_belongs_to_one_run_at_a_time():
    with Store(Path("toy.sqlite"), toy(), 1), pytest.raises(ExperimentError, match="in use by another run"):
        Store(Path("toy.sqlite"), toy(), 1)


def foreign(statement):
    with sqlite3.connect("toy.sqlite") as connection:
        connection.execute(statement)
    connection.close()


def cut_off():
    Path("toy.sqlite").write_bytes(Path("toy.sqlite").read_bytes()[:-3000])


def scribble():
    data = bytearray(Path("toy.sqlite").read_bytes())
    data[4096:4200] = b"?" * 104
    Path("toy.sqlite").write_bytes(data)


SPOILT = {
    "another seed": (lambda: None, dict(seed=2), "with seed 1, not 2"),
    "other settings": (lambda: None, dict(size=11), '{"size": 10}, not {"size": 11}'),
    "another experiment": (
        lambda: foreign("update about set value = 'other' where key = 'experiment'"),
        {},
        "experiment other, not",
    ),
    "another version": (lambda: foreign("update about set value = '0.0/1' where key = 'version'"), {}, "version 0.0/1, not"),
    "a newer format": (lambda: foreign("pragma user_version = 2"), {}, "format 2"),
    "an edited experiment": (
        lambda: Path("toy.py").write_text(TOY.replace("1000", "999")),
        {},
        "older version of the experiment's file",
    ),
    "no results at all": (lambda: foreign("pragma application_id = 7"), {}, "not a results file of Zermelo"),
    "a text": (
        lambda: Path("toy.sqlite").write_text("Once upon a time, there was no database here.\n" * 9),
        {},
        "not a results file",
    ),
    "cut off": (cut_off, {}, "damaged"),
    "scribbled upon": (scribble, {}, "damaged"),
    "tables missing": (lambda: foreign("drop table games"), {}, "damaged"),
    "a result that is none": (lambda: foreign("update games set result = '{'"), {}, "damaged"),
    "a result of another kind": (lambda: foreign("update games set result = '[1]'"), {}, "damaged"),
    "a result in deep brackets": (lambda: foreign(f"update games set result = '{'[' * 99_999}'"), {}, "damaged"),
    "a number that is none": (lambda: foreign("update games set number = 'x' || number"), {}, "damaged"),
    "a folder": (lambda: (Path("toy.sqlite").unlink(), Path("toy.sqlite").mkdir()), {}, "is a folder"),
}


@pytest.mark.parametrize("case", SPOILT)
def test_what_does_not_belong_is_refused_and_left_alone(case):
    Run(toy()).play(Path("toy.sqlite"))
    spoil, changes, sentence = SPOILT[case]
    spoil()
    seed = changes.pop("seed", 1) if "seed" in changes else 1
    before = Path("toy.sqlite").read_bytes() if Path("toy.sqlite").is_file() else b""
    with pytest.raises(ExperimentError) as caught:
        Run(toy(**changes), seed=seed).play(Path("toy.sqlite"))
    assert sentence in str(caught.value)
    assert "toy.sqlite" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (Path("toy.sqlite").read_bytes() if Path("toy.sqlite").is_file() else b"") == before


# Until intervals are narrow

WIDE = """
import os, signal
from zermelo.arena.experiments import Chart, Experiment

class Wide(Experiment):
    games = 10
    chart = Chart("mean", "low", "high", "a number")

    def cells(self):
        for spread in (0, 100, 400):
            yield {"spread": spread}

    def play(self, cell, number, random):
        if os.environ.get("TOY_DIES") == f"{cell['spread']} {number}":
            os.kill(os.getpid(), signal.SIGKILL)
        with open("played.txt", "a") as file:
            print(cell["spread"], number, file=file)
        return {"number": random.uniform() * cell["spread"]}

    def summarise(self, cell, games):
        from zermelo.arena.experiments import average
        return dict(zip(("mean", "low", "high"), average([game["number"] for game in games])))
"""
NARROW = (
    "import sys; from pathlib import Path; from zermelo.arena.experiments import Run, find;"
    "Run(find('wide.py')(), within=10, at_most=200).play(Path(sys.argv[1]))"
)


def narrow(**more):
    Path("wide.py").write_text(WIDE)
    return Run(find("wide.py")(), **{"within": 10, "at_most": 200} | more)


def half_widths(cell, counts):
    """By hand: the interval after each number of games."""
    experiment = find("wide.py")()
    numbers = [experiment.play(cell, number, experiment.random(1, cell, number))["number"] for number in range(max(counts))]
    Path("played.txt").unlink()
    return {count: (lambda mean: mean.high - mean.mean)(average(numbers[:count])) for count in counts}


def test_intervals_are_looked_at_after_fixed_numbers_of_games():
    assert looks(50, 2000)[:6] == (50, 63, 79, 99, 124, 155)
    assert looks(50, 2000)[-1] == 2000
    assert looks(4, 20, together=2) == (4, 6, 8, 10, 14, 18, 20)
    assert looks(3, 3) == (3,)
    assert looks(1, 8) == (1, 2, 3, 4, 5, 7, 8)


def test_a_cell_ends_where_its_interval_is_first_narrow():
    run = narrow()
    outcome = run.play(Path("wide.sqlite"))
    assert [row["spread"] for row in outcome.rows] == [0, 100, 400]
    for row in outcome.rows:
        Path("played.txt").touch()
        widths = half_widths({"spread": row["spread"]}, run.looks)
        first = next((count for count, width in widths.items() if width <= 10), 200)
        assert row["games"] == first
        assert row["high"] - row["mean"] == pytest.approx(widths[first])
    few, some, most = (row["games"] for row in outcome.rows)
    assert few == 10 < some < most == 200
    assert outcome.wide == 1, "the last is still too wide"
    assert outcome.total == outcome.played == few + some + most == run.total


@pytest.mark.parametrize("dies", ["0 3", "100 9", "400 10", "100 11", "400 80"])
def test_a_killed_run_ends_with_the_same_games(dies):
    whole = rows(narrow().play(Path("whole.sqlite")))
    Path("played.txt").unlink()
    folder = str(Path(zermelo.__file__).parent.parent)
    for environment, code in (({"TOY_DIES": dies}, -signal.SIGKILL), ({}, 0)):
        command = [sys.executable, "-c", NARROW, "killed.sqlite"]
        done = subprocess.run(command, env=os.environ | {"PYTHONPATH": folder} | environment, capture_output=True, check=False)
        assert done.returncode == code, done.stderr
    assert len(played()) == len(set(played())) == sum(row["games"] for row in whole)
    again = narrow().play(Path("killed.sqlite"))
    assert (again.played, rows(again)) == (0, whole)


def test_more_games_in_the_file_do_not_change_where_a_cell_ends():
    whole = rows(narrow().play(Path("whole.sqlite")))
    narrow(within=None, at_most=None, games=200).play(Path("more.sqlite"))
    outcome = narrow().play(Path("more.sqlite"))
    assert (outcome.played, rows(outcome)) == (0, whole)
    assert outcome.known == sum(row["games"] for row in whole)


def test_progress_says_how_much_is_left():
    heard, run = [], narrow()
    run.play(Path("wide.sqlite"), lambda cell, done: heard.append((done, run.total, run.seconds_left)))
    assert heard[0] == (0, 30, None)
    assert [done for done, _, _ in heard] == list(range(len(heard)))
    assert all(done <= total for done, total, _ in heard)
    assert heard[-1][:2] == (run.total, run.total)
    assert heard[-1][2] == 0
    assert all(left >= 0 for _, _, left in heard[1:])
    assert heard[len(heard) // 2][2] > 0


def test_other_cells_do_not_change_where_a_cell_ends():
    """Time left is estimated by each cell's own games."""
    run = narrow()
    run.progress = {
        "slow": Progress({0: {}}, 10, played=1, seconds=5.0),
        "fast": Progress({0: {}, 1: {}}, 10, played=2, seconds=1.0),
        "new": Progress({}, 2),
    }
    assert run.seconds_left == pytest.approx(9 * 5 + 8 * 0.5 + 2 * 2)


def test_stopping_at_a_narrow_interval_is_nearly_fair():
    """Of 400 samples that end by this rule, nearly 95 of 100 intervals contain the true mean."""
    random, inside = Random(3), 0
    for _ in range(400):
        numbers = [100 * random.uniform() for _ in range(150)]
        for count in looks(20, 150):
            found = average(numbers[:count])
            if found.high - found.mean <= 7:
                break
        inside += found.low <= 50 <= found.high
    assert 0.91 <= inside / 400 <= 0.98


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (dict(within=0), "within=0 must be a number above 0"),
        (dict(within=float("nan")), "within=nan must be a number above 0"),
        (dict(within=2, at_most=5), "at_most=5 must be at least 10"),
        (dict(within=None, at_most=50), "at_most=50 is for a run that goes on"),
    ],
)
def test_precision_that_makes_no_sense_is_refused(arguments, sentence):
    with pytest.raises(ExperimentError) as caught:
        narrow(**arguments)
    assert sentence in str(caught.value)


def test_only_intervals_can_be_made_narrow():
    Path("bare.py").write_text(TOY + "    def summarise(self, cell, games): return {}\n")
    with pytest.raises(ExperimentError, match="toy has no intervals: give its class a `chart`"):
        Run(find("bare.py")(), within=1)
    assert Run(toy(), within=100).play(Path("toy.sqlite")).rows[0]["games"] > 6, "by default there are means with intervals"


# Finding and making experiments


def test_experiments_are_found():
    assert list(EXPERIMENTS) == ["threat-ads", "multiplayer"]
    assert find("toy.py:Toy")().name == "toy"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("threat-abs", "Did you mean `threat-ads`"),
        ("none.py", "there is no file none.py"),
        ("empty.py", "has no experiment"),
        ("two.py", "choose one: two.py:One, two.py:Two"),
        ("two.py:Three", "no experiment `Three`; it has One, Two"),
        ("broken.py", "broken.py, line 1"),
    ],
)
def test_experiments_that_are_not_there(text, sentence):
    head = "from zermelo.arena.experiments import Experiment\n"
    Path("empty.py").write_text(head)
    Path("two.py").write_text(head + "class One(Experiment): pass\nclass Two(Experiment): pass\n")
    Path("broken.py").write_text("class\n")
    with pytest.raises(zermelo.errors.ZermeloError) as caught:
        find(text)
    assert sentence in str(caught.value)


def test_settings_are_checked():
    assert toy(size=3).settings == {"size": 3}
    with pytest.raises(ExperimentError, match=r"no setting `sise`.*Did you mean `size`"):
        toy(sise=3)
    for wrong in ("3", 2.5, True):
        with pytest.raises(ExperimentError, match="a value like 10"):
            toy(size=wrong)
    assert Multiplayer(seconds=1).settings["seconds"] == 1


@pytest.mark.parametrize(
    ("kind", "arguments", "sentence"),
    [
        (Multiplayer, dict(games=3), "a multiple of 2"),
        (ThreatAds, dict(games=0), "games=0"),
        (ThreatAds, dict(only=["viruss"]), "Did you mean `virus`"),
        (ThreatAds, dict(only=["virus", "focus"]), "no cell with all of virus, focus"),
        (Multiplayer, dict(grid=True), "no grid"),
        (Experiment, {}, "no cells"),
    ],
)
def test_runs_that_make_no_sense_are_refused(kind, arguments, sentence):
    with pytest.raises(ExperimentError) as caught:
        Run(kind(), **arguments)
    assert sentence in str(caught.value)


def test_a_game_must_give_plain_values(monkeypatch):
    monkeypatch.setattr(type(toy()), "play", lambda *_: {"number": object()})
    with pytest.raises(ExperimentError, match="must return numbers and texts"):
        Run(toy()).play(Path("toy.sqlite"))
