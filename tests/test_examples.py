"""The examples run, and the games among them keep every law, compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typed_user
from long_runs import LONG

import zermelo
from zermelo import laws
from zermelo.engine.backends import available
from zermelo.errors import AgentError
from zermelo.games import find

EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = ["my_game.py", "domineering.py", "domineering.py(rows=3,cols=5)", "race.py:Race", "race.py:Stroll", "pig.py"]
SCRIPTS = ["first_steps.py"]
EXPERIMENTS = ["my_experiment.py"]
"""Tried in test_experiment.py."""
AGENTS = ["my_agents.py"]
EVALUATIONS = {"my_evaluations.py": {"discs": "othello", "careful": "othello", "weighed": "isolation"}}
"""Tried in test_own_agent_files.py."""


def example(text):
    return find(str(EXAMPLES / text))


def test_a_typed_program_runs():
    assert len(typed_user.use()) > 10


def test_every_example_is_tried():
    tried = {game.partition(".py")[0] + ".py" for game in GAMES} | {*SCRIPTS, *EXPERIMENTS, *AGENTS, *EVALUATIONS}
    assert tried == {path.name for path in EXAMPLES.glob("*.py")}


@pytest.mark.parametrize(("file", "name", "game"), [(file, *each) for file in EVALUATIONS for each in EVALUATIONS[file].items()])
def test_evaluations_are_compiled_and_the_same_everywhere(file, name, game):
    found = {
        zermelo.alphabeta(depth=3, evaluate=f"{EXAMPLES / file}:{name}", backend=backend)(zermelo.find(game).start()).value
        for backend in ("compiled", "python")
    }
    assert len(found) == 1


def test_examples_are_typed(tmp_path):
    """Strict mypy accepts them all, a user's typed program, and every public name; only the beginner's game in README has no annotations."""
    paths = [str(path) for path in EXAMPLES.glob("*.py") if path.name != "my_game.py"]
    names = tmp_path / "names.py"
    names.write_text("import zermelo\n" + "".join(f"its_{name} = zermelo.{name}\n" for name in zermelo.__all__))
    paths += [typed_user.__file__, str(names)]
    environment = dict(os.environ, MYPYPATH=str(Path(zermelo.__file__).parent.parent))
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--config-file=",
        "--ignore-missing-imports",
        *paths,
    ]
    done = subprocess.run(command, env=environment, cwd=EXAMPLES, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("text", GAMES)
def test_games_keep_every_law_and_compile(text):
    game = example(text)
    backends = available(game)
    assert [backend.name for backend in backends] == ["compiled", "interpreted"]
    verdict = laws.check(game, examples=50 if LONG else 20, backends=backends)
    assert verdict.ok, str(verdict)


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_run(script, tmp_path):
    folder = str(Path(zermelo.__file__).parent.parent)
    environment = dict(os.environ, PYTHONPATH=folder, PYTHONUTF8="1")
    command = [sys.executable, "-W", "error", str(EXAMPLES / script)]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "value 3 for MAX" in done.stdout
    assert "x won after" in done.stdout


def test_my_game_is_tic_tac_toe():
    mine, built_in = example("my_game.py").start(), zermelo.TicTacToe().start()
    assert zermelo.minimax()(mine).nodes == zermelo.minimax()(built_in).nodes == 549946
    assert zermelo.alphabeta()(mine).value == 0


def test_domineering_is_won_by_whom_it_should_be():
    """Known: the first player wins on 2x2, 3x3 and 4x4; on a single column only x can move, on a single row only o."""
    agent = zermelo.alphabeta(table=True, backend="interpreted")
    wins = {size: agent(example(f"domineering.py({size},{size})").start()).value for size in (2, 3)}
    wins |= {4: zermelo.alphabeta(table=True)(example("domineering.py").start()).value}
    assert wins == {2: 1, 3: 1, 4: 1}
    assert agent(example("domineering.py(3,1)").start()).value == 1
    assert example("domineering.py(1,3)").start().result == "o won"


def test_race_has_three_players_and_one_winner():
    position = example("race.py:Race").start()
    agent = zermelo.random(seed=5)
    while not position.over:
        position = position.play(agent(position).move)
    assert sorted(position.values) == [-1, -1, 2]
    with pytest.raises(AgentError, match="at most two players, but race has 3"):
        zermelo.alphabeta()(example("race.py:Race").start())


@pytest.mark.parametrize(("length", "steps"), [(8, 3), (9, 3), (10, 4)])
def test_stroll_takes_the_fewest_steps(length, steps):
    report = zermelo.alphabeta(backend=None if LONG else "interpreted")(example(f"race.py:Stroll({length})").start())
    assert (report.value, report.plies, report.exact) == (-steps, None, True)


def test_pig_is_a_game_of_chance():
    position = example("pig.py").start().play("roll")
    assert position.turn == "chance"
    assert position.moves == ("1", "2", "3", "4", "5", "6")
    assert position.play("5").moves == ("roll", "hold")
    assert position.play("1").turn == "bob"
    assert position.play("5 hold").state.bank == [5, 0]
