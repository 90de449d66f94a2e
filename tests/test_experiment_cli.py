"""The command `experiment`: tables for people, JSON, CSV and Markdown for programs, pictures, and one sentence for every mistake."""

from __future__ import annotations

import csv
import io
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from cli_runner import Outcome, assert_one_sentence
from cyclopts import App, Parameter
from pages import page

import zermelo
from zermelo.arena.experiments.multiplayer import GAMES, ORDERING
from zermelo.arena.experiments.threat_ads import PLANS, ThreatAds
from zermelo.cli import failures
from zermelo.cli.application import find_command
from zermelo.cli.output import Answer

COMMAND = App(
    name="zermelo",
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(negative=(), show_default=False),
)
COMMAND.command(find_command("experiment"))

ROOT = Path(__file__).parent.parent
PAGE = page("experiment-results.md")
COMMANDS = page("command-line.md").partition("\n## experiment\n")[2]
KEYS = ["game", "board", "players", "depth", "games", "nodes_without", "nodes_with", "cut", "low", "high"]
QUICK = ("threat-ads", "--only", "virus", "--set", "depth=2", "--set", "midgame=2", "--backend", "interpreted")
TOY = """
from zermelo.arena.experiments import Chart, Experiment

class Toy(Experiment):
    games = 4
    defaults = {"size": 10}
    chart = Chart("mean", "low", "high", "a number")

    def cells(self):
        yield {"colour": "red"}
        yield {"colour": "blue"}

    def play(self, cell, number, random):
        return {"number": random.below(self.settings["size"])}

    def summarise(self, cell, games):
        mean = sum(game["number"] for game in games) / len(games)
        return {"mean": mean, "low": mean - 1, "high": mean + 1}
"""
WIDE = """
from zermelo.arena.experiments import Experiment

class Wide(Experiment):
    factors = {"shift": (0, 5)}
    games = 4
    paired = True

    def measure(self, random, shift):
        return shift + random.below(100)
"""
SLOW = """
from zermelo import bestreply, find
from zermelo.arena.experiments import Experiment, think

class Slow(Experiment):
    def cells(self):
        yield {"game": "virus"}

    def play(self, cell, number, random):
        depth = 1 if number < 2 else 60
        return {"nodes": think(bestreply(depth=depth, backend="interpreted"), find("virus").start()).nodes}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("toy.py").write_text(TOY)
    Path("wide.py").write_text(WIDE)
    return tmp_path


def call(*arguments: str) -> Outcome:
    """Run the command in this process."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            result = COMMAND(["experiment", *arguments], exit_on_error=False, print_error=False, result_action="return_value")
        except (Exception, KeyboardInterrupt) as error:
            result = failures.tell(error, debug=False)
        if isinstance(result, Answer):
            print(result)
    return Outcome(result.code if isinstance(result, Answer) else int(result or 0), out.getvalue(), err.getvalue())


# Answers


def test_json_is_a_list_of_cells():
    outcome = call(*QUICK, "--games", "2", "--out", "virus.sqlite", "--json")
    assert outcome.code == 0, outcome
    cells = outcome.object
    assert [(cell["game"], cell["board"]) for cell in cells] == [("virus", "start"), ("virus", "midgame")]
    for cell in cells:
        assert set(KEYS) <= set(cell)
        assert (cell["players"], cell["depth"], cell["games"]) == (4, 2, 2)
        assert cell["low"] <= cell["cut"] <= cell["high"]
        assert cell["cut"] == pytest.approx(100 * (1 - cell["nodes_with"] / cell["nodes_without"]), abs=0.5)
    assert outcome.err == "note: 4 of 4 games are in virus.sqlite\n"
    again = call(*QUICK, "--games", "2", "--out", "virus.sqlite", "--json")
    assert (again.out, again.err) == (outcome.out, "note: 4 of 4 games are in virus.sqlite, 4 of them from earlier runs\n")


def test_the_table_stands_beside_the_published_one():
    out = call(*QUICK, "--games", "2", "--only", "start").out
    assert re.search(r"^game +board +players +depth .*published_without +published_with +published_cut$", out, re.MULTILINE)
    assert re.search(r"^virus +start .* 264,000 +237,000 +10\.2$", out, re.MULTILINE)
    assert "settings of the published numbers are unknown" in out


def test_one_game_gives_no_interval():
    (cell,) = call(*QUICK, "--games", "1", "--only", "start", "--json").object
    assert (cell["low"], cell["high"]) == (None, None)


def test_tables_and_pictures_are_written():
    outcome = call("toy.py", "--csv", "toy.csv", "--markdown", "toy.md", "--plot", "toy.svg", "--json")
    assert outcome.code == 0, outcome
    with open("toy.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["colour"], float(row["mean"])) for row in rows] == [(cell["colour"], cell["mean"]) for cell in outcome.object]
    lines = Path("toy.md").read_text().splitlines()
    assert lines[:2] == ["| colour | games | mean | low | high |", "|---|---|---|---|---|"]
    assert len(lines) == 4
    assert "<svg" in Path("toy.svg").read_text()


def test_results_have_a_file_for_each_configuration():
    for arguments in ((), ("--seed", "2"), ("--set", "size=5"), ("--set", "size=5", "--seed", "2")):
        assert call("toy.py", *arguments).code == 0
    names = {"toy.sqlite", "toy-seed=2.sqlite", "toy-size=5.sqlite", "toy-size=5-seed=2.sqlite"}
    assert {path.name for path in Path().glob("*.sqlite")} == names


def test_a_config_file_is_as_good_as_options():
    Path("mine.toml").write_text("size = 5\n")
    one = call("toy.py", "--config", "mine.toml", "--out", "one.sqlite", "--json").object
    assert one == call("toy.py", "--set", "size=5", "--out", "other.sqlite", "--json").object
    usual = call("toy.py", "--out", "usual.sqlite", "--json").object
    assert one != usual
    assert call("toy.py", "--config", "mine.toml", "--set", "size=10", "--out", "again.sqlite", "--json").object == usual


def test_seats_are_rotated_in_a_contest():
    arguments = ("multiplayer", "--only", "rolit", "--only", "maxn", "--only", "bestreply", "--nodes", "20", "--games", "2")
    (cell,) = call(*arguments, "--backend", "interpreted", "--json").object
    assert list(cell) == re.findall(r"`(\w+)`", COMMANDS.partition("`multiplayer` has")[2].partition(";")[0])
    assert (cell["first"], cell["second"], cell["wins"] + cell["draws"] + cell["losses"]) == ("bestreply", "maxn", 2)
    assert cell["low"] <= cell["score"] <= cell["high"]


def test_the_example_runs():
    shutil.copy(ROOT / "examples" / "my_experiment.py", ".")
    cells = call("my_experiment.py", "--games", "3", "--set", "depth=3", "--only", "connect4", "--json").object
    assert [(cell["game"], cell["ordering"], cell["games"]) for cell in cells[:2]] == [
        ("connect4", "none", 3),
        ("connect4", "order", 3),
    ]
    assert [(cell["factor"], cell["from"], cell["to"], cell["games"]) for cell in cells[2:]] == [("ordering", "none", "order", 3)]
    assert cells[2]["difference"] == pytest.approx(cells[1]["nodes"] - cells[0]["nodes"])
    assert cells[2]["difference"] < 0, "the game's own order saves nodes"


def test_intervals_become_as_narrow_as_asked():
    outcome = call("wide.py", "--within", "20", "--json")
    assert outcome.code == 0, outcome
    cells = outcome.object[:2]
    assert all(cell["games"] >= 4 and cell["high"] - cell["value"] <= 20 for cell in cells)
    assert any(cell["games"] > 4 for cell in cells)
    assert call("wide.py", "--within", "20", "--json").out == outcome.out
    table = call("wide.py", "--within", "1", "--at-most", "8").out
    assert table.startswith("wide · 4 to 8 games a cell, within ±1 · seed 1 · ")
    assert table.endswith("2 cells have a wider interval than ±1 after 8 games; raise --at-most to go on.\n")


def test_differences_are_shown_below_the_cells():
    outcome = call("wide.py", "--markdown", "wide.md", "--csv", "wide.csv", "--plot", "wide.svg")
    assert (
        "Differences between levels, averaged over the other factors:\nfactor  from  to  measured  games  difference"
        in outcome.out
    )
    first, second = Path("wide.md").read_text().split("\n\n")
    assert first.startswith("| shift | games | value | low | high |")
    assert second.startswith("| factor | from | to | measured | games | difference | low | high |")
    assert len(Path("wide.csv").read_text().splitlines()) == 3
    assert "shift: 0 to 5" in Path("wide.svg").read_text()


def test_changed_settings_are_in_the_heading():
    assert call("toy.py", "--set", "size=5").out.startswith("toy · size=5 · 4 games a cell · seed 1 · ")


def test_the_help_page_has_examples():
    page = call("--help").out
    assert "Examples:\n  zermelo experiment threat-ads" in page
    assert "--markdown" in page


# Interrupts


def test_ctrl_c_prints_what_there_is():
    """On a terminal, where the bar tells how far it has come; the third game's search would take for ever."""
    Path("slow.py").write_text(SLOW)
    program = "import sys; from zermelo.cli.application import find_command; "
    program += "sys.exit(find_command('experiment')(['slow.py'], result_action='return_value'))"
    ours, theirs = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(Path(zermelo.__file__).parent.parent), "TERM": "xterm-256color"}
    child = subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    seen = b""
    while b"2/50" not in seen:
        seen += os.read(ours, 1024)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate()
    os.close(ours)
    assert child.returncode == 130
    assert b"Interrupted after 2 of 50 games." in out
    assert re.search(rb"^virus +2 ", out, re.MULTILINE)


def test_ctrl_c_before_the_first_game_is_over_says_so(monkeypatch):
    from zermelo.arena.experiments import find

    def play(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(find("toy.py"), "play", play)
    outcome = call("toy.py")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "zermelo: interrupted\n")


# Mistakes

BAD = {
    "no experiment": ([], "EXPERIMENT"),
    "unknown experiment": (["threatads"], "no experiment `threatads`", "Did you mean `threat-ads`?"),
    "missing file": (["mine.py"], "there is no file mine.py"),
    "no experiment in it": (["empty.py"], "empty.py has no experiment"),
    "no games": (["toy.py", "--games", "0"], "--games 0 is out of range"),
    "half a game": (["toy.py", "--games", "1.5"], "--games takes a whole number"),
    "odd games": (["multiplayer", "--games", "3"], "a multiple of 2"),
    "unknown word": (["threat-ads", "--only", "viru"], "no cells with the word `viru`", "Did you mean `virus`?"),
    "no grid": (["toy.py", "--grid"], "no grid"),
    "unknown setting": (["threat-ads", "--set", "dept=3"], "no setting `dept`", "Did you mean `depth`?"),
    "setting without a value": (["threat-ads", "--set", "depth"], "such as depth=3"),
    "setting of a wrong kind": (["threat-ads", "--set", "depth=deep"], "must be a value like 4"),
    "setting twice": (["toy.py", "--set", "size=1", "--set", "size=2"], "given twice"),
    "setting twice, in two ways": (["multiplayer", "--seconds", "1", "--set", "seconds=2"], "given twice"),
    "setting it has not": (["threat-ads", "--seconds", "1"], "no setting `seconds`"),
    "a grid that is fixed": (["threat-ads", "--grid", "--set", "depth=5"], "the grid varies depth itself"),
    "no nodes": (["multiplayer", "--nodes", "0"], "--nodes 0 is out of range"),
    "two limits": (["multiplayer", "--nodes", "9", "--seconds", "1"], "not both"),
    "no time": (["multiplayer", "--seconds", "0"], "--seconds 0 is out of range"),
    "players a game does not have": (["multiplayer", "--set", "players=8"], "8"),
    "players another game does not have": (["threat-ads", "--set", "players=5"], "focus takes players as 2, 3 or 4, not 5"),
    "unknown key in a config": (["toy.py", "--config", "bad.toml"], "no setting `sise`", "Did you mean `size`?"),
    "a config that is none": (["toy.py", "--config", "toy.py"], "not a TOML file"),
    "a missing config": (["toy.py", "--config", "no.toml"], "`no.toml` cannot be read"),
    "nowhere to write": (["toy.py", "--out", "missing/toy.sqlite"], "no folder `missing`"),
    "a folder": (["toy.py", "--out", "."], "is a folder"),
    "no ordinary file": (["toy.py", "--out", "/dev/null"], "not an ordinary file"),
    "not a database": (["toy.py", "--out", "text.sqlite"], "not a results file"),
    "another experiment's": (["toy.py", "--out", "other.sqlite"], "results of the experiment other, not of toy"),
    "no folder for a table": (["toy.py", "--csv", "missing/toy.csv"], "no folder `missing`"),
    "a folder for a table": (["toy.py", "--markdown", "."], "it is a folder"),
    "no picture": (["toy.py", "--plot", "toy.txt"], "--plot writes .png, .svg or .pdf"),
    "nothing to plot": (["other.py", "--plot", "toy.png"], "has no chart"),
    "backend": (["threat-ads", "--backend", "fast"], "--backend takes native"),
    "no width": (["toy.py", "--within", "0"], "within=0.0 must be a number above 0"),
    "a width that is none": (["toy.py", "--within", "narrow"], "--within"),
    "no intervals": (["other.py", "--within", "2"], "the experiment other has no intervals"),
    "fewer than the least": (["toy.py", "--within", "2", "--at-most", "3"], "at_most=3 must be at least 4"),
    "at most of nothing": (["toy.py", "--at-most", "9"], "give `within` too"),
    "a board that is too large": (["threat-ads", "--set", "size=99"], "rows as a whole number from 2 to 16, not 99"),
    "a pattern there is not": (["threat-ads", "--set", "pattern=squared"], "squared"),
    "keep as a word": (["threat-ads", "--set", "keep=yes"], "must be a value like False"),
}


@pytest.fixture
def desk():
    """A folder with files in every condition."""
    Path("empty.py").write_text("")
    Path("bad.toml").write_text("sise = 5\n")
    Path("text.sqlite").write_text("Once upon a time there was a file.\n" * 20)
    Path("other.py").write_text(TOY.replace("Toy", "Other").replace("chart =", "picture ="))
    assert call("other.py").code == 0
    assert call("toy.py", "--json").code == 0


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_sentence(desk, case):
    before = {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    arguments, *phrases = BAD[case]
    outcome = call(*arguments)
    assert_one_sentence(outcome, *phrases)
    assert outcome.out == ""
    assert {path: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before


# The page


def section(heading: str) -> str:
    return PAGE.split(f"\n{heading}\n")[1].partition("\n#")[0]


def test_the_page_tells_the_configuration():
    told = re.findall(r"^\| `(\w+)` \| .* \| (\d+) \| (\d+) \|$", section("### The configuration, and why"), re.MULTILINE)
    assert told == [(game, str(plan.players), str(plan.turns)) for game, plan in PLANS.items()]
    words = " ".join(section("### The configuration, and why").split())
    defaults = ThreatAds.defaults
    for phrase in (
        f"*Depth {defaults['depth']}",
        f"`{defaults['evaluation']}`",
        f"{defaults['midgame']} random rounds",
        "`move_to_front`",
    ):
        assert phrase in words
    assert re.findall(r"^\| `(\w+)` \|", section("## multiplayer"), re.MULTILINE) == list(GAMES)
    assert f'ordering="{ORDERING}"' in section("## multiplayer")


def test_the_page_tells_all_of_the_grid():
    rows = [line.split(" | ") for line in section("### The grid").splitlines() if line.startswith("| ")]
    cells = [(row[0].strip("| "), row[1], int(row[2])) for row in rows if len(row) == 10 and row[2].isdigit()]
    assert cells == list(dict.fromkeys((cell["game"], cell["board"], cell["players"]) for cell in ThreatAds().grid()))
    assert [len(re.findall(r"-?[\d.]+ \(-?[\d.]+ to -?[\d.]+\)", " | ".join(row))) for row in rows if len(row) == 10][1:] == [
        6
    ] * len(cells)


def test_the_page_tells_the_keys():
    told = re.findall(r"`(\w+)`", COMMANDS.partition("`threat-ads` has")[2].partition(";")[0])
    assert told == list(call(*QUICK, "--games", "1", "--only", "start", "--json").object[0])
    assert set(KEYS) <= set(told)


def test_one_measured_game_is_what_it_was():
    """Virus from the start, the first of the 50 games: if search or random numbers change, this test fails, and the page must be measured again."""
    cell = next(iter(ThreatAds().cells()))
    game = ThreatAds().play(cell, 0, ThreatAds().random(1, cell, 0))
    assert game == {"without": 96933, "with": 83943, "turns": 10}
