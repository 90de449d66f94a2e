"""GNU Backgammon as an agent, if it is installed: its plays, whole games, and how it ends."""

from __future__ import annotations

import os
import pickle
import random
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest
from backgammon_for_tests import CORE, GAME, walked
from long_runs import LONG
from test_backgammon_gnubg import ask_gnubg
from test_programs import runs, wait_for

import zermelo
from zermelo.agents.programs.gnubg import fibs_board
from zermelo.errors import AgentError
from zermelo.game import Position
from zermelo.search.cancel import CancelScope

GNUBG = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
installed = pytest.mark.skipif(GNUBG is None, reason="skipped: GNU Backgammon is not installed")


@pytest.fixture
def agent():
    made = zermelo.gnubg()
    yield made
    made.close()


@installed
def test_its_plays_are_the_best_by_its_own_evaluation(agent, tmp_path):
    """The plays that come from the socket are those that its other interface, Python, puts first."""
    states = walked(150, random.Random(8))
    for s, told in zip(states, ask_gnubg(states, tmp_path), strict=True):
        report = agent(Position(GAME, s))
        move = Position(GAME, s).parse(report.move)
        worth = {reached: value for _, reached, value in told}
        if worth:
            reached = GAME.position_id(GAME.layout.unpack(CORE.play(s.pack(), move)))
            assert worth[reached] == pytest.approx(max(worth.values()), abs=1e-4), (s, report.move)


@installed
@pytest.mark.parametrize(
    ("throw", "play"), [("31", "8/5,6/5"), ("42", "8/4,6/4"), ("61", "13/7,8/7"), ("53", "8/3,6/3"), ("65", "24/13")]
)
def test_opening_plays_that_nobody_disputes(agent, throw, play):
    assert agent(GAME.start().play(throw)).move == play
    mirrored = GAME.start().play(throw[::-1])
    assert (mirrored.turn, agent(mirrored).move) == ("o", play)


@installed
def test_gammons_matter_only_where_they_count():
    """Without them it is told a match to one point."""
    with_gammons, without = zermelo.Backgammon(), zermelo.Backgammon(gammons=False)
    assert ":9999:0:0:" in fibs_board(with_gammons.start().play("31"))
    assert ":1:0:0:" in fibs_board(without.start().play("31"))


@installed
@pytest.mark.parametrize("other", ["random", "level(3)"])
def test_whole_games(other):
    result = zermelo.match("backgammon", "gnubg()", other, games=100 if LONG else 6, jobs=1)
    assert len(result.records) == (100 if LONG else 6)
    assert not list(result.forfeits())
    assert result.wins > result.losses


@pytest.mark.long
@installed
def test_a_game_without_gammons():
    result = zermelo.match("backgammon(gammons=False)", "gnubg()", "random", games=4, jobs=1)
    assert result.wins == 4


@installed
def test_looks_ahead(agent):
    deep = agent.changed(plies=1)
    try:
        assert str(deep) == "gnubg(plies=1)"
        assert deep(GAME.start().play("31")).move == "8/5,6/5"
    finally:
        deep.close()


def children(pid):
    """The processes of gnubg that a process has started."""
    told = subprocess.run(
        ["ps", "--no-headers", "-o", "pid,comm", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [line.split()[0] for line in told.stdout.splitlines() if "gnubg" in line]


@installed
def test_the_program_ends_with_the_agent(agent):
    agent(GAME.start().play("31"))
    assert len(children(os.getpid())) == 1
    agent.close()
    assert children(os.getpid()) == []
    assert agent(GAME.start().play("31")).move == "8/5,6/5", "it starts again"


@installed
def test_the_program_ends_with_python():
    program = (
        "import os, zermelo; a = zermelo.gnubg(); a(zermelo.Backgammon().start().play('31'));"
        "print(a.running.process.child.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert wait_for(lambda: not runs(int(told.stdout))), "GNU Backgammon outlives Python"


@installed
def test_it_can_be_cancelled(agent):
    scope = CancelScope()
    scope.cancel()
    with scope:
        assert list(agent.reports(GAME.start().play("31"))) == []
    assert agent(GAME.start().play("31")).move == "8/5,6/5"


@installed
def test_a_program_that_is_killed_is_an_error_of_one_sentence(agent):
    agent(GAME.start().play("31"))
    agent.running.process.child.kill()
    agent.running.process.child.wait()
    with pytest.raises(AgentError, match=r"^gnubg\(\) (was ended by SIGKILL|cannot be reached)"):
        agent(GAME.start().play("42"))
    assert agent(GAME.start().play("31")).move == "8/5,6/5", "the next question starts another"


@pytest.mark.skipif(os.name != "posix", reason="skipped: programs need Linux or macOS")
def test_other_programs_are_an_error_of_one_sentence():
    position = GAME.start().play("31")
    for program, words in (
        ("no-such-program", "there is no program `no-such-program`"),
        ("true", "ended with exit code 0"),
        (f"{sys.executable} -c 'import time; time.sleep(60)'", "did not answer within 0.5 s"),
    ):
        with pytest.raises(AgentError, match=words) as caught:
            zermelo.gnubg(program=program, patience=0.5)(position)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "words"), [({"plies": -1}, "plies=-1"), ({"plies": 9}, "plies=9"), ({"plies": "x"}, "plies='x'")]
)
def test_wrong_parameters(given, words):
    with pytest.raises(AgentError, match=words):
        zermelo.gnubg(**given)


def test_other_games_are_refused():
    with pytest.raises(AgentError, match="plays backgammon"):
        zermelo.gnubg().check(zermelo.find("chess").start())


def test_it_is_a_value():
    made = zermelo.gnubg(plies=2, patience=5.0)
    assert str(made) == "gnubg(patience=5.0, plies=2)"
    assert pickle.loads(pickle.dumps(made)) == made == zermelo.agent(str(made))


FAKE = """
import socket, sys, time
for line in sys.stdin:
    if line.startswith("external "):
        door = socket.socket(socket.AF_UNIX)
        door.bind(line.split()[1])
        door.listen(1)
        peer, _ = door.accept()
        assert peer.recv(4096).startswith(b"board:You:They:")
        peer.sendall(ANSWER)
        peer.close()
        time.sleep(LATER)
        sys.exit(3)
"""
ANSWERS = {
    "another play": (b"24/1\n", "answered `24/1`, which is not a legal move"),
    "a decision about the cube": (b"double\n", "answered `double`, which is not a legal move"),
    "an error": (b"Error: syntax error\n", "answered `Error: syntax error`, which is not a legal move"),
    "bytes": (b"\xff\x00\x80\n", "which is not a legal move"),
    "an empty line": (b"\n", "answered ``, which is not a legal move"),
    "half a line": (b"8/5 6", "answered `8/5 6`, which is not a legal move"),
    "nothing": (b"", "ended with exit code 3"),
}


@pytest.mark.skipif(os.name != "posix", reason="skipped: programs need Linux or macOS")
@pytest.mark.parametrize("answer", ANSWERS)
def test_wrong_answers_are_an_error_of_one_sentence(answer, tmp_path):
    told, words = ANSWERS[answer]
    (tmp_path / "fake.py").write_text(FAKE.replace("ANSWER", repr(told)).replace("LATER", "60" if told else "0"))
    fake = zermelo.gnubg(program=f"{sys.executable} {tmp_path / 'fake.py'}", patience=30)
    with pytest.raises(AgentError) as caught:
        fake(GAME.start().play("31"))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert fake.running.process is None, "it has ended"


def test_any_text_is_a_legal_play_or_refused():
    """Random and mutated answers."""
    chance, agent, taken = random.Random(3), zermelo.gnubg(), 0
    positions = [Position(GAME, s) for s in walked(40, chance)]
    letters = "0123456789/* ()baroff,\0\u00e9"
    for _ in range(100_000 if LONG else 800):
        position = chance.choice(positions)
        text = list(chance.choice(position.moves).replace(",", " "))
        for _ in range(chance.randrange(4)):
            text[chance.randrange(len(text))] = chance.choice(letters)
        with suppress(AgentError):
            assert agent.move(position, "".join(text)) in position.choices
            taken += 1
    assert taken > 100
