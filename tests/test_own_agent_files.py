"""Agents in users' files: named on the command line and in the studio, found again in another process, and closed to visitors."""

from __future__ import annotations

import asyncio
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, run
from sampling import refused, samples

import zermelo
from zermelo import AgentError, find
from zermelo.agents.registry import agent
from zermelo.errors import ZermeloError
from zermelo.files import FilesOffError, files_off, programs_off
from zermelo.hosting.limits import FILES_ARE_OFF, Limits, is_brief, renewed
from zermelo.hosting.workers import Job, Workers
from zermelo.play.transcript import Transcript
from zermelo.studio import game_setup
from zermelo.studio.game_setup import Setup
from zermelo.studio.rulefiles import keep_file

EXAMPLE = str(Path(__file__).parent.parent / "examples" / "my_agents.py")
AGENTS = '''
import sys
import zermelo
from zermelo import Game, Position

LIMIT = 3
mine = zermelo.alphabeta(depth=2)

def first(position):
    """The first legal move."""
    return position.moves[0]

def plays(position, index=0, *, name=""):
    return name or position.choices[index]

class Kept:
    """Counts its own moves."""
    def __init__(self, step=1):
        self.step, self.moves = step, 0
    def __call__(self, position):
        self.moves += self.step
        return position.choices[self.moves % len(position.choices)]

class Slow:
    patience = 0.3
    def __call__(self, position):
        while True: pass

class Refuses(Kept):
    def __init__(self, step):
        if step < 1: raise ValueError("step must be above 0")
        super().__init__(step)

ready = Kept(2)

def none(position): pass
def illegal(position): return "z9"
def fails(position): return [][0]
def prints(position):
    print("hello")
    return position.moves[0]
def helper(a, b): return a
def _hidden(position): return 0
'''


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(AGENTS)
    return str(path)


# Names


@pytest.mark.parametrize(
    ("name", "move"),
    [
        ("first", "a1"),
        ("plays", "a1"),
        ("plays(index=-1)", "c3"),
        ("plays(name=b2)", "b2"),
        ("Kept", "b1"),
        ("Kept(3)", "a2"),
        ("Kept(step=2)", "c1"),
        ("ready", "c1"),
    ],
)
def test_an_agent_of_a_file(file, name, move):
    made = agent(f"{file}:{name}")
    assert made(find("tictactoe").start()).move == move
    assert agent(str(made)) == made, "its name is a text that can be read again"


def test_an_agent_that_a_file_has_made(file):
    assert agent(f"{file}:mine") == zermelo.alphabeta(depth=2)
    refused(lambda: agent(f"{file}:mine(3)"), "is the agent alphabeta(depth=2) and takes no arguments")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (":frist", ["mine.py has no agent `frist`; its agents are mine, first, plays, Kept", "Did you mean `first`?"]),
        (":_hidden", ["has no agent `_hidden`"]),
        ("", ["mine.py has several agents; choose one: ", "mine.py:first"]),
        (":LIMIT", ["mine.py:LIMIT` is of type int", "an agent is a text, a function of a position"]),
        (":Game", ["mine.py:Game is a game, not an agent"]),
        (":sys", ["mine.py:sys is a module, not an agent"]),
        (":Kept(steps=2)", ["mine.py:Kept` was called wrongly", "'steps'", "it takes step"]),
        (":Kept(1, 2)", ["was called wrongly", "it takes step"]),
        (":Refuses", ["was called wrongly", "'step'"]),
        (":plays(3)", ["takes the position first; give its other parameters by name"]),
        (":plays(depth=3)", ["has no parameter `depth` besides the position: its parameters are index, name"]),
        (":Kept(step=__import__)", []),
        (":Kept(step=len([]))", ["`len([])`", "is not a plain value"]),
    ],
)
def test_what_a_file_does_not_have(file, name, words):
    if words:
        refused(lambda: agent(f"{file}{name}"), *words)
    else:
        assert agent(f"{file}{name}").given == (("step", "__import__"),), "a word is a text, and nothing in it is run"


def test_a_class_that_refuses_its_arguments(file):
    text = refused(
        lambda: zermelo.best("nim", f"{file}:Refuses(0)"), "mine.py:Refuses(0) raised ValueError: step must be above 0"
    )
    assert "when it was made" in text
    refused(lambda: zermelo.best("nim", f"{file}:helper"), "needs `b` besides the position")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (None, ["there is no file"]),
        ("def f(:", ["line 1"]),
        ("raise ValueError('odd')", ["cannot be run: ValueError: odd"]),
        ("x = 3", ["has no agent: write a function of a position that returns a move"]),
    ],
)
def test_files_that_cannot_be_used(tmp_path, source, words):
    path = tmp_path / "odd.py"
    if source is not None:
        path.write_text(source)
    refused(lambda: agent(str(path)), "odd.py", *words)


def test_the_only_agent_of_a_file_needs_no_name(tmp_path):
    path = tmp_path / "one.py"
    path.write_text("def alone(p): return p.moves[-1]\n")
    assert str(agent(str(path))) == f"{path}:alone"
    path.write_text(
        "from zermelo import *\ndef helper(cell): return cell\ndef alone(position): return 0\nclass Mine(TicTacToe): pass\n"
    )
    assert str(agent(str(path))) == f"{path}:alone", "beside rules, a function of something else is no agent"


def test_agents_within_agents(file):
    assert agent(f"tablebase(otherwise='{file}:first')")(find("tictactoe").start()).move == "a1"


# Other processes


PROGRAM = """
import pickle, sys, zermelo
made = pickle.load(sys.stdin.buffer)
print(made, [made(zermelo.find("tictactoe").start()).move for _ in range(2)])
"""


@pytest.mark.parametrize(
    ("name", "moves"),
    [("first", "['a1', 'a1']"), ("Kept(step=2)", "['c1', 'b2']"), ("ready", "['c1', 'b2']"), ("plays(index=2)", "['c1', 'c1']")],
)
def test_an_agent_goes_to_another_process(file, name, moves):
    made = agent(f"{file}:{name}")
    made(find("tictactoe").start())  # objects of a class are made anew there
    folder = str(Path(zermelo.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=pickle.dumps(made), capture_output=True, env={"PYTHONPATH": folder}
    )
    told = done.stdout.decode().strip()
    assert told.startswith(f"{file}:{name}"), done.stderr.decode()
    assert told.endswith(moves) or name == "ready"


def test_a_file_that_has_changed_is_not_taken_for_the_same(file):
    pickled = pickle.dumps(agent(f"{file}:first"))
    Path(file).write_text(AGENTS + "\n# changed\n")
    assert pickle.loads(pickled).called.endswith("mine.py:first"), "what is loaded is still known"
    for name in [name for name in sys.modules if name.startswith("zermelo_file_mine_")]:
        del sys.modules[name]
    with pytest.raises(ZermeloError, match=r"mine\.py has changed since `first` was pickled"):
        pickle.loads(pickled)


# The command line


def test_whole_matches_on_the_command_line(file):
    answer = run("match", "connect4", f"{file}:Kept(step=2)", f"{file}:first", "--games", "4", "--records", "--json").object
    assert (answer["first"], answer["second"]) == (f"{file}:Kept(step=2)", f"{file}:first")
    assert answer["wins"] + answer["draws"] + answer["losses"] == 4
    again = zermelo.match("connect4", f"{file}:Kept(step=2)", f"{file}:first", games=4)
    assert [record["moves"] for record in answer["records"]] == [list(record.moves) for record in again.records]


def test_best_with_an_agent_of_ones_own(file):
    answer = run("best", "tictactoe", "--agent", f"{file}:first", "--json").object
    assert (answer["move"], answer["agent"], answer["value"]) == ("a1", f"{file}:first", None)
    assert "x plays a1" in run("best", "tictactoe", "--agent", f"{file}:first").out
    assert_one_sentence(run("best", "tictactoe", "--agent", f"{file}:first", "--depth", "3"), "mine.py:first takes no `depth`")
    deeper = run("best", "connect4", "--agent", f"{EXAMPLE}:Search", "--depth", "2", "--json").object
    assert deeper["agent"] == f"{EXAMPLE}:Search"


def test_playing_against_an_agent_of_ones_own(file):
    outcome = run("play", "tictactoe", "--as", "o", "--against", f"{file}:first", typed="b2\nquit\n")
    assert outcome.code == 0
    assert f"You are o against {file}:first." in outcome.out
    assert "x plays a1" in outcome.out
    assert f"--against {file}:first" in outcome.out
    watched = run("play", "tictactoe", "--watch", "--against", f"{file}:first", "--against", f"{file}:Kept")
    assert "Game over" in watched.out


def test_calibrating_an_agent_of_ones_own(file):
    command = ("calibrate", "tictactoe", "--agent", f"{file}:first", "--levels", "1-2", "--games", "4")
    answer = run(*command, "--json").object
    assert (answer["agent"], answer["levels"], answer["games"]) == (f"{file}:first", [1, 2], 4)
    assert [pair["level"] for pair in answer["pairs"]] == [1, 2]
    assert all(pair["wins"] + pair["draws"] + pair["losses"] == 4 for pair in answer["pairs"])
    lines = run(*command).out.splitlines()
    assert lines[-1].startswith("It won ")
    assert [line.split()[:2] for line in lines[2:4]] == [["level", "1"], ["level", "2"]]
    perfect = run("calibrate", "tictactoe", "--agent", "alphabeta", "--levels", "1-2", "--games", "4", "--json").object
    assert perfect["level"] == 2
    assert_one_sentence(run("calibrate", "tictactoe", "--agent", "alphabeta", "--levels", "1-12"), "levels 1 to 12")


def test_an_experiment_with_an_agent_of_ones_own(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = ("experiment", "multiplayer", "--only", "rolit", "--only", "maxn", "--games", "2", "--nodes", "50")
    rows = json.loads(run(*command, "--set", f"agent={file}:first", "--json").out)
    assert [(row["first"], row["second"], row["games"]) for row in rows] == [(f"{file}:first", "maxn", 2)]
    Path(file).write_text(AGENTS + "\n# changed\n")
    outcome = run(*command, "--set", f"agent={file}:first", "--json")
    assert_one_sentence(outcome, "has results of an older version")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none", "answered None in tictactoe after"),
        ("illegal", "answered `z9` in tictactoe after"),
        ("fails", "raised IndexError: list index out of range (mine.py, line "),
        ("Slow", "did not answer within 0.3 s in tictactoe after"),
    ],
)
def test_bad_agents_forfeit_with_one_sentence_on_the_command_line(file, name, words):
    outcome = run("match", "tictactoe", f"{file}:{name}", "random", "--games", "2")
    assert outcome.code == 0
    (told,) = [line for line in outcome.out.splitlines() if "forfeited" in line]
    assert told.startswith(f"{file}:{name} forfeited 2 games, the first because: {file}:{name} ")
    assert words in told


def test_an_agent_that_is_not_in_the_file_is_told(file):
    command = ("match", "tictactoe", f"{file}:missing", "random", "--games", "2")
    assert_one_sentence(run(*command), f"zermelo: {file}", "has no agent `missing`")


def test_what_an_agent_prints_does_not_disturb_the_answer(file):
    outcome = run("match", "tictactoe", f"{file}:prints", "random", "--games", "2", "--json")
    assert outcome.object["games"] == 2
    assert outcome.err.count("note: ") == 1
    assert "mine.py:prints printed `hello` in tictactoe after" in outcome.err


def test_the_agents_of_a_file_are_listed(file):
    listed = run("agents", file).out
    assert "mine.py:first" in listed
    assert "The first legal move." in listed
    assert "helper" not in listed
    rows = run("agents", f"{file}:Kept", "--json").object["agents"]
    assert [(row["name"], row["parameters"]) for row in rows] == [(f"{file}:Kept", [{"name": "step", "default": 1, "help": ""}])]
    assert_one_sentence(run("agents", f"{file}:nobody"), "has no agent `nobody`")


def test_a_saved_game_runs_no_file(file, tmp_path):
    saved = tmp_path / "game.json"
    marker = tmp_path / "was_run"
    Path(file).write_text(f"import pathlib; pathlib.Path({str(marker)!r}).touch()\n" + AGENTS)
    Transcript.of(find("tictactoe").start().play("a1"), ["person", f"{file}:first"]).save(saved)
    outcome = run("play", "tictactoe", "--load", str(saved), typed="x\nquit\n")
    assert outcome.code == 0
    assert "Goodbye" in outcome.out
    assert not marker.exists()
    named = run("play", "tictactoe", "--load", str(saved), "--as", "x", "--against", f"{file}:first", typed="quit\n")
    assert "o plays b1" in named.out
    assert marker.exists()


# The studio


CLOSED = Limits(searches=1)
OPEN = Limits(searches=1, files=True)


@pytest.mark.parametrize(
    "text",
    [
        "{file}:first",
        "{file}",
        "{file}:Kept(3)",
        "tablebase(otherwise='{file}:first')",
        "advised(tictactoe, agent='{file}:first')",
        "advice(tictactoe, otherwise='{file}:first')",
        "/nowhere/at/all.py:f",
        "~/x.py:f",
    ],
)
def test_visitors_open_no_files_with_agents(text, tmp_path):
    marker, path = tmp_path / "was_run", tmp_path / "spy.py"
    path.write_text(f"import pathlib; pathlib.Path({str(marker)!r}).touch()\n" + AGENTS)
    text = text.format(file=path)
    position = find("tictactoe").start()
    with pytest.raises(FilesOffError) as refusal:
        CLOSED.agent(text, position)
    assert str(refusal.value) == FILES_ARE_OFF
    with pytest.raises(FilesOffError):
        Setup("tictactoe", (text, "person")).session(CLOSED, seed=1)
    assert not marker.exists()


def test_a_file_that_was_opened_before_stays_closed_to_visitors(file):
    made = pickle.dumps(agent(f"{file}:first"))
    with files_off("no"), pytest.raises(FilesOffError, match=r"^no$"):
        agent(f"{file}:first")
    with programs_off("no"), pytest.raises(FilesOffError, match=r"^no$"):
        agent(f"{file}:first")
    assert pickle.loads(made)(find("tictactoe").start()).move == "a1"


def test_a_saved_game_that_a_visitor_loads_runs_no_file(file):
    saved = Transcript.of(find("tictactoe").start().play("a1"), ["person", f"{file}:first"])
    session = game_setup.load(saved.dumps(), "game.json", OPEN, seed=1)
    assert [seat.is_person for seat in session.seats] == [True, True]
    kept = game_setup.keep(Setup("tictactoe", ("person", f"{file}:first")).session(OPEN, seed=1), "tictactoe")
    assert [seat.text for seat in game_setup.recall(kept, OPEN, seed=1)[0].seats] == ["person", f"{file}:first"]
    assert [seat.is_person for seat in game_setup.recall(kept, CLOSED, seed=1)[0].seats] == [True, True]


def test_a_whole_game_in_the_studio_without_a_browser(file):
    session = Setup("tictactoe", (f"{file}:Kept", f"{file}:first")).session(OPEN, seed=1)
    workers = Workers(OPEN)

    async def play():
        while not session.over:
            position = session.position
            session.answer(position, await workers.search(Job(), session.thinker, position))

    asyncio.run(play())
    workers.close()
    assert session.outcome is not None
    assert session.seats[0].agent.player is not session.seats[1].agent.player
    assert not is_brief(session.seats[0].agent)
    assert renewed(session.seats[0].agent, 3).player is not session.seats[0].agent.player


def test_an_agent_that_loops_does_not_keep_a_thread(file):
    workers, job = Workers(OPEN), Job()
    loops = OPEN.agent(f"{file}:Slow", find("tictactoe").start())

    async def ask():
        with pytest.raises(AgentError, match="did not answer within"):
            await workers.search(Job(), loops, find("tictactoe").start())
        endless = agent(lambda position: [None for _ in iter(int, 1)])
        asking = asyncio.create_task(workers.search(job, endless, find("nim").start()))
        while not job.begun:
            await asyncio.sleep(0)
        job.end()
        assert await asking is None

    asyncio.run(ask())
    workers.close()


def test_files_of_visitors_have_games_and_agents():
    kept = keep_file("mine.py", AGENTS)
    assert kept.games == {}
    assert list(kept.agents.values())[:2] == ["mine of mine.py (yours)", "first of mine.py (yours)"]
    text = next(text for text in kept.agents if text.endswith(":first"))
    assert OPEN.agent(text, find("tictactoe").start())(find("tictactoe").start()).move == "a1"
    assert game_setup.in_words(text) == "first of mine.py"
    both = keep_file("both.py", "from zermelo import *\nclass Mine(TicTacToe): pass\ndef agent(position): return 0\n")
    assert (len(both.games), len(both.agents)) == (1, 1)


# The example


def test_the_searches_of_the_example_agree_with_ours():
    for name in ("connect(4,4,3)", "othello(size=4)", "isolation(4,4)", "tictactoe"):
        for position in samples(find(name), 6):
            ours = zermelo.minimax(depth=3)(position)
            slow, fast = (agent(f"{EXAMPLE}:{each}(depth=3)")(position) for each in ("Search", "Fast"))
            assert slow.move == fast.move
            if ours.plies is None:
                assert slow.move == ours.move


def test_the_example_plays_by_its_playouts():
    result = zermelo.match("connect(4,4,3)", f"{EXAMPLE}:playouts(games=4)", "random", games=8, opening=2)
    assert result.wins >= 6
    pig = find("pig(goal=10)").start()
    assert agent(f"{EXAMPLE}:playouts")(pig).move in pig.moves
    assert agent(f"{EXAMPLE}:center")(find("tictactoe").position("x x . / o o . / . . .")).move == "c3"
