"""Programs outside Python as agents: they play, every failure is one sentence, and no process is left behind."""

from __future__ import annotations

import copy
import gc
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from cli_runner import run

import zermelo
from zermelo import AgentError, Resigned, Score, find
from zermelo.agents.programs.agent import LEAST_PATIENCE, USUAL_PATIENCE
from zermelo.agents.programs.uci_info import Info, read
from zermelo.agents.registry import agent
from zermelo.engine.agent import check_agent, fits, fresh
from zermelo.errors import ZermeloError
from zermelo.files import FilesOffError, files_off, programs_off
from zermelo.game import child_process as processes
from zermelo.game.child_process import MOST_LINE
from zermelo.hosting.limits import Limits, is_brief
from zermelo.play.clock import TimeControl
from zermelo.play.seats import Seat
from zermelo.play.session import Session
from zermelo.search.cancel import CancelScope

TICTACTOE, CHESS, GO = find("tictactoe"), find("chess"), find("go(5, komi=5.5)")
START = TICTACTOE.start()
ROOT = Path(__file__).parent.parent
PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
STOCKFISH, GNUGO, NODE = (shutil.which(name, path=PLACES) for name in ("stockfish", "gnugo", "node"))
ANSWERING = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print({answer}, flush=True)
"""
FIRST = ANSWERING.format(answer="question['moves'][0]")
SILENT = "import sys\nfor line in sys.stdin: pass"
DEAF = "import time\nwhile True: time.sleep(60)"
UCI = """
import os, sys
def say(*words): print(*words, flush=True)
{before}
for line in sys.stdin:
    line = line.strip()
    print(line, file=open({log!r}, "a"))
    if line == "uci":
        say("id name Fake 1.0"); say("id author \\u00e9")
        say("option name Hash type spin default 16 min 1 max 1024")
        say("option name Threads type spin default 1 min 1 max 8")
        say("option name UCI_LimitStrength type check default false")
        say("option name UCI_Elo type spin default 1500 min 1300 max 2800")
        say("option name Skill Level type spin default 20 min 0 max 20")
        say("uciok")
    elif line == "isready":
        say("readyok")
    elif line == "quit":
        break
    elif line.startswith("go") or line == "stop":
        {go}
"""
GTP = """
import sys
def say(text): print(text + "\\n", flush=True)
for line in sys.stdin:
    line = line.strip()
    print(line, file=open({log!r}, "a"))
    if line.startswith("genmove"):
        {genmove}
    elif line.split()[0] in {refused!r} or line in {refused!r}:
        say("? unknown command")
    elif line == "quit":
        say("="); break
    else:
        say("=")
"""


@pytest.fixture
def write(tmp_path):
    """Writes a program and returns its command line."""

    def write(source, name="program.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(source))
        return f"{sys.executable} {path}"

    return write


@pytest.fixture
def engine(write, tmp_path):
    """Writes a chess engine that does something when it is asked to go; returns its command line and what it was told."""
    log = tmp_path / "told"

    def engine(go="say('bestmove e2e4')", before=""):
        return write(UCI.format(log=str(log), go=go, before=before)), lambda: log.read_text().splitlines()

    return engine


@pytest.fixture
def go_program(write, tmp_path):
    log = tmp_path / "told"

    def go_program(genmove="say('= C3')", refused=()):
        return write(GTP.format(log=str(log), genmove=genmove, refused=refused)), lambda: log.read_text().splitlines()

    return go_program


@pytest.fixture(autouse=True)
def started(monkeypatch):
    """Every process that a test starts; all have ended when the agents are gone."""
    pids = []
    usual = subprocess.Popen

    def popen(*arguments, **options):
        child = usual(*arguments, **options)
        pids.append(child.pid)
        return child

    monkeypatch.setattr(processes.subprocess, "Popen", popen)
    yield pids
    monkeypatch.undo()
    if any(map(alive, pids)):
        gc.collect()
    assert [pid for pid in pids if alive(pid)] == []


def alive(pid):
    """Whether a process runs; a child that nobody waits for counts."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def sentence(ask):
    """The one sentence with which something is refused."""
    with pytest.raises(ZermeloError) as caught:
        ask()
    told = str(caught.value)
    assert "\n" not in told
    assert len(told) < 600
    return told


# Any program


def test_a_program_is_asked_in_json_and_answers_with_a_line(write):
    made = zermelo.command(write(ANSWERING.format(answer="json.dumps({'move': 'c3', 'value': 0.25})")), seconds=0.5, nodes=7)
    position = START.play("b2")
    report = made(position)
    assert (report.move, report.value, report.values, report.score) == ("c3", 0.25, (-0.25, 0.25), Score.guess(0.25))
    assert (report.player, report.backend, report.agent, report.exact) == ("o", "program", str(made), False)
    asked = made.question(position)
    assert list(asked) == ["game", "position", "moves", "history", "player", "seconds", "seed", "nodes"]
    assert (asked["game"], asked["position"], asked["history"], asked["player"]) == ("tictactoe", str(position), ["b2"], "o")
    assert (asked["moves"], asked["seconds"], asked["nodes"]) == (list(position.moves), 0.5, 7)
    assert asked["seed"] == made.question(position)["seed"] != made.fresh(2).question(position)["seed"]
    assert 0 <= asked["seed"] < 1 << 53


@pytest.mark.parametrize(
    ("game", "answer", "move"),
    [
        ("tictactoe", "'c3'", "c3"),
        ("tictactoe", "' C3 \\r'", "c3"),
        ("tictactoe", "8", "c3"),
        ("tictactoe", "json.dumps({'move': 8})", "c3"),
        ("connect4", "'4'", "4"),
        ("connect4", "json.dumps({'move': '4'})", "4"),
        ("connect4", "json.dumps({'move': 4, 'value': None})", "5"),
        ("connect4", "0", "1"),
        ("pig", "question['moves'][-1]", None),
    ],
)
def test_a_move_is_a_name_or_a_number(write, game, answer, move):
    position = find(game).start()
    assert zermelo.command(write(ANSWERING.format(answer=answer)))(position).move == (move or position.moves[-1])


def test_a_process_lives_for_one_game_and_one_seat(write, started):
    value = zermelo.command(write(FIRST))
    made = value.fresh(1)
    assert (made(START).move, made(START.play("a1")).move) == ("a1", "b1")
    first = made.running.process.child.pid
    assert made.within(1).running is made.timed((5.0, 5.0)).running is made.running
    made.within(1)(START)
    assert made.running.process.child.pid == first
    others = [made.fresh(2), made.changed(seconds=1), copy.deepcopy(made), pickle.loads(pickle.dumps(made))]
    assert all(each.running.process is None for each in others)
    others[0](START)
    assert others[0].running.process.child.pid != first
    made.close()
    assert not alive(first)
    assert made(START).move == "a1", "it starts again"
    assert value.running.process is None


def test_programs_play_matches_and_sessions(write):
    program = zermelo.command(write(FIRST))
    result = zermelo.match("tictactoe", program, zermelo.alphabeta(depth=9), games=4)
    assert (result.wins, result.agents[0]) == (0, str(program))
    session = Session(START, [Seat.of(str(program)), Seat()], TimeControl(60, 2), 1, renew=fresh)
    thinker = session.thinker
    assert (thinker.left, thinker.increment) == ((60.0, 60.0), 2)
    asked = thinker.question(START)
    assert (asked["left"], asked["increment"], asked["seconds"]) == ([60.0, 60.0], 2, 4.0)
    session.answer(START, thinker(START))
    assert session.position.history == ("a1",)


def test_programs_on_the_command_line(write):
    text = f'command("{write(FIRST)}")'
    assert run("best", "tictactoe", "--agent", text, "--json").object["move"] == "a1"
    assert run("best", "tictactoe", "--agent", text, "--seconds", "0.5", "--json", "--backend", "python").object["move"] == "a1"
    assert run("match", "tictactoe", text, "random", "--games", "2").code == 0
    assert run("play", "tictactoe", "--as", "o", "--against", text, typed="b2\nquit\n").code == 0
    outcome = run("best", "tictactoe", "--agent", text, "--lines", "2")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "finds one move only" in outcome.err


# What is written


@pytest.mark.parametrize(
    "text",
    [
        "command('./my_program --level 3')",
        "command('./my_program', nodes=10, seconds=0.5, patience=3)",
        "command('env python3.11 x.py --memory 64MB')",
        "uci('stockfish', nodes=10000)",
        "uci('stockfish', seconds=0.1, elo=1700, threads=2, options={'Skill Level': 3, 'Ponder': False})",
        "gtp('gnugo --mode gtp --level 1', seconds=2)",
    ],
)
def test_agents_are_values_that_print_as_they_are_written(text):
    made = agent(text)
    assert str(made) == text
    assert repr(made) == f"<agent {text}>"
    assert made == agent(str(made)) == pickle.loads(pickle.dumps(made)) == copy.deepcopy(made)
    assert hash(made) == hash(agent(text))
    assert made != made.changed(seconds=9)
    assert agent(text, backend="native") == made
    assert not is_brief(made)
    assert made.running.process is None


def test_limits_are_changed_from_outside():
    made = zermelo.uci("stockfish", nodes=10)
    assert [name for name in ("depth", "nodes", "seconds", "memory", "elo", "playouts") if made.takes(name)][:-1] == [
        "depth",
        "nodes",
        "seconds",
        "memory",
    ]
    assert str(made.changed(seconds=0.1, nodes=None)) == "uci('stockfish', seconds=0.1)"
    assert (
        str(made.changed(elo=1500, options={"Ponder": True})) == "uci('stockfish', nodes=10, elo=1500, options={'Ponder': True})"
    )
    assert made.changed(memory="2MB", elo=1500).limit.memory == 2 << 20
    assert "takes no `playouts`" in sentence(lambda: made.changed(playouts=3))
    assert zermelo.command("x", seconds=1).within(3).limit.seconds == 1
    assert zermelo.command("x", seconds=5).within(3).limit.seconds == 3


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: zermelo.command(""), "is not a command line"),
        (lambda: zermelo.command(7), "7 is not a command line"),
        (lambda: zermelo.command("a\0b"), "is not a command line"),
        (lambda: zermelo.command("'open"), "no closing quotation"),
        (lambda: zermelo.command("''"), "names no program"),
        (lambda: zermelo.command("x", seconds=-1), "seconds=-1 must be"),
        (lambda: zermelo.command("x", patience=0), "patience=0 must be"),
        (lambda: zermelo.uci("x", elo="strong"), "elo='strong' must be"),
        (lambda: zermelo.uci("x", threads=0), "threads=0 must be"),
        (lambda: zermelo.uci("x", options=[1]), "must be a dictionary"),
        (lambda: zermelo.uci("x", options={"Hash\nquit": 1}), "must be a name with"),
        (lambda: zermelo.uci("x", options={"Hash": "1\nquit"}), "must be a name with"),
        (lambda: zermelo.uci("x", memory="much"), "memory='much'"),
        (lambda: agent("uci(stockfish, level=3)"), "has no parameter `level`"),
        (lambda: agent("gtp()"), "was called wrongly"),
    ],
)
def test_wrong_parameters_are_refused(make, told):
    assert told in sentence(make)


def test_patience_follows_the_limit():
    def patience(made, position=START):
        return made._patience(position)

    assert patience(zermelo.command("x")) == patience(zermelo.uci("x", depth=30), CHESS.start()) == USUAL_PATIENCE
    assert patience(zermelo.command("x", seconds=1)) == patience(zermelo.uci("x"), CHESS.start()) == LEAST_PATIENCE
    assert patience(zermelo.command("x", seconds=20)) == 60
    assert patience(zermelo.command("x", seconds=20, patience=2.5)) == 2.5
    assert patience(zermelo.uci("x").timed((300, 200)), CHESS.start().play("e4")) == 205


# Failures


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "ended with exit code 0"),
        ("import sys; print('no licence', file=sys.stderr); sys.exit(3)", r"ended with exit code 3 \(`no licence`\)"),
        ("import sys; sys.stdin.readline(); raise ValueError('odd')", r"ended with exit code 1 \(`ValueError: odd`\)"),
        ("import os, sys; sys.stdin.readline(); os.abort()", "was ended by SIGABRT"),
        ("import os, time; os.close(1)\nwhile True: time.sleep(60)", "closed its output"),
        (SILENT, r"did not answer within 0.5 s .*patience="),
        (DEAF, "did not answer within 0.5 s"),
        (ANSWERING.format(answer="'d9'"), "answered `d9`, which is not a legal move, .* legal are: a1 b1"),
        (ANSWERING.format(answer="99"), "answered `99`, which is not a legal move"),
        (ANSWERING.format(answer="''"), "answered an empty line"),
        (ANSWERING.format(answer="'\\x1b[2J'"), "is not a legal move"),
        (ANSWERING.format(answer="'{oops'"), "is not JSON"),
        (ANSWERING.format(answer="'{' * 99999"), "is not JSON"),
        (ANSWERING.format(answer="{}"), "without a `move`"),
        (ANSWERING.format(answer="'{\"move\": [1]}'"), "without a `move`"),
        (ANSWERING.format(answer="'{\"move\": 99}'"), "the number 99"),
        (ANSWERING.format(answer='\'{"move": "d9"}\''), "answered `d9`"),
        (ANSWERING.format(answer='\'{"move": "a1", "value": "good"}\''), "the value 'good'"),
        (ANSWERING.format(answer='\'{"move": "a1", "value": NaN}\''), "the value nan"),
        ("print('hello', flush=True)\n" + FIRST, "answered `hello`.*stderr"),
        ("import sys; sys.stdin.readline(); sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "not UTF-8"),
        ("import sys\nwhile True: sys.stdout.write('x' * 100000)", "wrote more than 1 MB without the end of a line"),
        ("import sys\nwhile True: sys.stderr.write('x' * 100000)", "did not answer within 0.5 s"),
    ],
)
def test_a_program_that_fails_is_told_in_one_sentence_and_ended(write, source, told, started):
    made = zermelo.command(write(source), patience=0.5 if "did not answer" in told else 20)
    assert re.search(told, sentence(lambda: made(START)))
    assert [pid for pid in started if alive(pid)] == []
    assert made.running.process is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("there_is_no_such_program --x", "there is no program `there_is_no_such_program`; install it"),
        ("./there_is_none", "there is no program `./there_is_none`"),
        ("{folder}/plain", "is not a program: make it executable"),
        ("{folder}/strange", "cannot be started: exec format error; a script begins with"),
        ("{folder}", "there is no program"),
    ],
)
def test_a_program_that_cannot_be_started(text, told, tmp_path):
    (tmp_path / "plain").write_text("x")
    (tmp_path / "strange").write_bytes(b"\x00\x01")
    (tmp_path / "strange").chmod(0o755)
    made = zermelo.command(text.format(folder=tmp_path))
    assert told in sentence(lambda: made(START))
    if "strange" not in text:
        assert told in sentence(lambda: check_agent(made, START))
        assert not fits(made, START)


def test_it_dies_in_the_middle_of_a_game(write):
    made = zermelo.command(write("import sys; sys.stdin.readline(); print('a1', flush=True); sys.stdin.readline(); sys.exit(7)"))
    assert made(START).move == "a1"
    assert "ended with exit code 7 in tictactoe after a1 b1" in sentence(lambda: made(START.play("a1 b1")))
    assert made(START).move == "a1", "the next question starts another one"


def test_slow_programs_have_their_time(write):
    assert zermelo.command(write("import time; time.sleep(0.3)\n" + FIRST), patience=60)(START).move == "a1"


def test_long_questions_and_programs_that_never_read(write, monkeypatch):
    monkeypatch.setattr(TICTACTOE, "show", lambda s: "x" * 3_000_000, raising=False)
    assert zermelo.command(write(ANSWERING.format(answer="len(question['position']) // 1_000_000")))(START).move == START.moves[3]
    made = zermelo.command(write(DEAF), patience=0.5)
    assert "did not answer" in sentence(lambda: made(START))


def test_no_tree_and_no_move_when_the_game_is_over(write):
    made = zermelo.command(write(FIRST))
    assert "shows no tree" in sentence(lambda: list(made.reports(START, tree=5)))
    assert "is over" in sentence(lambda: made(TICTACTOE.position("x x x / o o . / . . .")))


# Ends


def test_a_program_ends_with_everything_that_it_has_started(write, tmp_path, started):
    child = "import os, subprocess, sys\ninner = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(999)'])\n"
    note = f"print(inner.pid, file=open({str(tmp_path / 'pid')!r}, 'w'), flush=True)\n"
    made = zermelo.command(write(child + note + FIRST))
    made(START)
    inner = int((tmp_path / "pid").read_text())
    assert alive(inner)
    del made
    gc.collect()
    assert wait_for(lambda: not runs(inner))


def runs(pid):
    """Whether a process runs: one that has ended, but was not waited for by its new parent, does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return Path("/proc").is_dir() is False and alive(pid)


def wait_for(condition, seconds=30):
    ends = time.monotonic() + seconds
    while not condition() and time.monotonic() < ends:
        time.sleep(0.01)
    return condition()


ENDINGS = {
    "exit": "",
    "exception": "raise ValueError",
    "os._exit": "os._exit(0)",
    "killed": "os.kill(os.getpid(), signal.SIGKILL)",
    "terminated": "os.kill(os.getpid(), signal.SIGTERM)",
    "sys.exit": "sys.exit(3)",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_program_outlives_python(write, tmp_path, ending):
    deaf = write(
        f"import os, signal, sys, time\nprint(os.getpid(), file=open({str(tmp_path / 'pid')!r}, 'w'), flush=True)\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nsys.stdin.readline(); print('a1', flush=True)\nwhile True: time.sleep(60)"
    )
    script = f"import os, signal, sys, zermelo\nmade = zermelo.command({deaf!r})\nmade(zermelo.find('tictactoe').start())\n"
    subprocess.run([sys.executable, "-c", script + ENDINGS[ending]], capture_output=True, timeout=120, check=False)
    pid = int((tmp_path / "pid").read_text())
    assert wait_for(lambda: not runs(pid))


def test_ctrl_c_ends_the_program(write, tmp_path, started):
    made = zermelo.command(write(SILENT), patience=60)

    def interrupt():
        wait_for(lambda: made.running.process is not None)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        made(START)
    thread.join()
    assert [pid for pid in started if alive(pid)] == []


def test_a_cancelled_question_ends_the_program(write, started):
    made, scope, found = zermelo.command(write(SILENT), patience=60), CancelScope(), []

    def think():
        with scope:
            found.append(list(made.reports(START)))

    thread = threading.Thread(target=think)
    thread.start()
    assert wait_for(lambda: made.running.process is not None)
    scope.cancel()
    thread.join(30)
    assert found == [[]]
    assert [pid for pid in started if alive(pid)] == []


def test_two_threads_that_ask_one_agent_take_turns(write):
    made, moves = zermelo.command(write(ANSWERING.format(answer="question['moves'][-1]"))), []
    threads = [threading.Thread(target=lambda here=here: moves.append(made(here).move)) for here in (START, START.play("c3")) * 5]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert sorted(moves) == ["b3"] * 5 + ["c3"] * 5


def test_a_copy_of_this_process_leaves_the_program_alone(write):
    made = zermelo.command(write(FIRST))
    made(START)
    process = made.running.process
    owner = process.end.detach()
    processes._end(*owner[2][:2], owner=-1)
    assert alive(process.child.pid)
    processes._end(*owner[2])
    assert not alive(process.child.pid)


# Visitors of the studio


@pytest.mark.parametrize(
    "text",
    [
        "command('touch {mark}')",
        "uci('touch {mark}')",
        "gtp('touch {mark}')",
        "tablebase(otherwise=\"command('touch {mark}')\")",
        "advice(tictactoe, otherwise=\"command('touch {mark}')\")",
        "command(program='touch {mark}', seconds=1)",
    ],
)
def test_a_visitor_of_the_studio_starts_no_program(text, tmp_path, started):
    mark = tmp_path / "mark"
    limits = Limits()
    for ask in (limits.any_agent, limits.checked_agent, lambda text: limits.agent(text, START)):
        with pytest.raises(FilesOffError, match="allow-files"):
            ask(text.format(mark=mark))
    with programs_off("nothing is run"), pytest.raises(FilesOffError):
        agent(text.format(mark=mark))
    assert started == []
    assert not mark.exists()
    Limits(files=True).any_agent("command('true')")


def test_an_agent_that_was_made_elsewhere_is_refused_where_programs_are(write, started):
    made = zermelo.command(write(FIRST))
    for guard in (files_off("no files here"), programs_off("no programs here")):
        with guard, pytest.raises(FilesOffError, match="here"):
            made(START)
    with files_off("no files here"):
        assert sentence(lambda: check_agent(made, START)) == "no files here"
    assert started == []


def test_nothing_that_a_saved_game_names_is_started(write, tmp_path, started):
    saved = {"zermelo": "transcript", "version": 1, "game": "tictactoe", "players": ["x", "o"], "moves": ["b2"]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**saved, "seats": ["person", f"command({write(FIRST)!r})"]}))
    run("play", "tictactoe", "--load", str(path), typed="quit\n")
    assert started == []


# Chess engines


def test_what_an_engine_is_told(engine):
    program, told = engine(
        "say('info depth 3 seldepth 5 score cp 31 nodes 99 pv e7e5 g1f3 a1a1'); say('bestmove e7e5 ponder g1f3')"
    )
    made = zermelo.uci(program, nodes=1000, elo=1700, memory="8MB", threads=2, options={"skill level": 3})
    report = made(CHESS.start().play("e4"))
    assert told() == [
        "uci",
        "setoption name Hash value 8",
        "setoption name Threads value 2",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1700",
        "setoption name Skill Level value 3",
        "ucinewgame",
        "isready",
        "position startpos moves e2e4",
        "go nodes 1000",
    ]
    assert made.name == "Fake 1.0"
    assert (report.move, report.line, report.depth, report.nodes) == ("e5", ("e5", "Nf3"), 3, 99)
    assert (report.value, report.values, report.score) == (0.31, (-0.31, 0.31), Score.guess(0.31))
    made.close()
    assert told()[-1] == "quit"


def test_castling_promotion_and_positions_by_fen(engine):
    program, told = engine("say('bestmove e1g1')")
    text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9"
    made = zermelo.uci(program, depth=4)
    assert made(CHESS.position(text)).move.startswith("O-O")
    assert told()[-2:] == [f"position fen {text}", "go depth 4"]
    made(CHESS.position(text).play("Ra7 Kf8"))  # e1g1 is legal still
    assert told()[-2] == f"position fen {text} moves a1a7 e8f8"
    program, told = engine("say('bestmove a7a8n')")
    assert zermelo.uci(program)(CHESS.position("7k/P7/8/8/8/8/8/7K w - - 0 1")).move == "a8=N"


@pytest.mark.parametrize(
    ("make", "asked"),
    [
        (lambda made: made, "go movetime 1000"),
        (lambda made: made.changed(seconds=0.25), "go movetime 250"),
        (lambda made: made.changed(depth=3, nodes=5), "go depth 3 nodes 5"),
        (lambda made: made.timed((60.0, 1.5), 2.0), "go wtime 60000 btime 1500 winc 2000 binc 2000"),
        (lambda made: made.timed((60.0, 0.0)), "go wtime 60000 btime 1"),
        (lambda made: made.changed(nodes=5).timed((60.0, 30.0)), "go nodes 5 wtime 60000 btime 30000"),
        (lambda made: made.changed(seconds=10).timed((5.0, 5.0)), "go movetime 4000"),
    ],
)
def test_limits_and_clocks_of_engines(engine, make, asked):
    program, told = engine()
    make(zermelo.uci(program))(CHESS.start())
    assert told()[-1] == asked


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("info depth 5 score cp -120 nodes 10 pv e2e4", Info(5, 10, Score.guess(-1.2), ("e2e4",))),
        ("info depth 5 score mate 2 pv a b c", Info(5, None, Score.win(3), ("a", "b", "c"))),
        ("info depth 5 score mate -2", Info(5, None, Score.loss(4))),
        ("info depth 5 multipv 2 score cp 10 nodes 3 pv a", Info()),
        ("info depth 5 score cp 10 lowerbound nodes 3 pv a", Info()),
        ("info nodes 7 nps 3", Info(None, 7)),
        ("info string depth 9 is deep", Info()),
        ("info depth x score cp", Info()),
        ("info depth " + "9" * 5000, Info()),
        ("info", Info()),
    ],
)
def test_what_an_engine_reports(line, known):
    assert read(line.split()) == known


def test_engines_report_as_they_search_and_mates_are_proven(engine):
    program, _ = engine(
        "say('info depth 1 score cp 5 nodes 2 pv d8h4'); say('info depth 1 currmove a7a6'); "
        "say('info depth 2 score mate 1 nodes 9 pv d8h4'); say('bestmove d8h4')"
    )
    reports = list(zermelo.uci(program).reports(CHESS.start().play("f3 e5 g4")))
    assert [(each.depth, each.move, each.nodes) for each in reports] == [(1, "Qh4#", 2), (2, "Qh4#", 9), (2, "Qh4#", 9)]
    assert (reports[0].score, reports[-1].score, reports[-1].plies, reports[-1].value) == (Score.guess(0.05), Score.win(1), 1, 1)


@pytest.mark.parametrize(
    ("go", "before", "told"),
    [
        ("say('bestmove e2e5')", "", "answered `e2e5`, which is not a legal move, at the start of chess"),
        ("say('bestmove (none)')", "", "found no move"),
        ("say('bestmove')", "", "found no move"),
        ("pass", "", "did not answer within 0.5 s"),
        ("while True: say('info nodes 1')", "", "did not answer within 0.5 s"),
        ("sys.exit(4)", "", "ended with exit code 4"),
        ("sys.stdout.buffer.write(b'bestmove \\xff\\n'); sys.stdout.flush()", "", "is not a legal move"),
        ("say('bestmove e2e4')", "sys.exit('no network file')", r"ended with exit code 1 \(`no network file`\)"),
        ("say('bestmove e2e4')", "while True: say('I am a chess engine')", "did not answer within 0.5 s"),
    ],
)
def test_engines_that_fail(engine, go, before, told, started):
    made = zermelo.uci(engine(go, before)[0], patience=0.5 if "did not answer" in told else 20)
    assert re.search(told, sentence(lambda: made(CHESS.start())))
    assert [pid for pid in started if alive(pid)] == []


def test_options_that_an_engine_does_not_have(engine):
    program, _ = engine()
    ask = lambda **options: sentence(lambda: zermelo.uci(program, **options)(CHESS.start()))  # noqa: E731
    assert "Fake 1.0 has no option `Skil Level`. Did you mean `Skill Level`?" in ask(options={"Skil Level": 3})
    assert "UCI_Elo must be a number from 1300 to 2800, not 3500" in ask(elo=3500)


def test_a_cancelled_engine_answers_with_the_best_that_it_has(engine, started):
    program, told = engine("say('bestmove d2d4' if line == 'stop' else 'info depth 1 score cp 1 nodes 1 pv e2e4')")
    made, scope, found = zermelo.uci(program, depth=50, patience=60), CancelScope(), []

    def think():
        with scope:
            for report in made.reports(CHESS.start()):
                found.append(report)
                scope.cancel()

    thread = threading.Thread(target=think)
    thread.start()
    thread.join(60)
    assert [(each.move, each.stopped) for each in found] == [("e4", None), ("d4", "stop")]
    assert told()[-1] == "stop"
    assert made.running.process is not None, "it goes on with the game"


def test_an_engine_that_does_not_stop_is_ended(engine, monkeypatch):
    monkeypatch.setattr("zermelo.agents.programs.uci._STOPS", 0.2)
    made, scope = zermelo.uci(engine("pass")[0], patience=60), CancelScope()
    scope.cancel()
    with scope:
        assert list(made.reports(CHESS.start())) == []
    assert made.running.process is None


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed")
def test_stockfish_plays_a_game():
    made = zermelo.uci("stockfish", nodes=300)
    result = zermelo.match("chess", made, "random", games=2)
    assert (result.wins, result.losses) == (2, 0)
    report = zermelo.best("chess", made, position="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", nodes=20_000)
    assert (report.move, report.score) == ("Ra8#", Score.win(1))
    weak = zermelo.uci("stockfish", elo=1700, seconds=0.05, memory="16MB", threads=1, options={"Ponder": False})
    report = weak.timed((3.0, 3.0), 0.1)(CHESS.start())
    assert report.value is not None
    assert weak.name.startswith("Stockfish")


# Go programs


def test_what_a_go_program_is_told(go_program):
    program, told = go_program()
    made = zermelo.gtp(program)
    begun = GO.start().play("A1 pass")
    report = made(begun)
    assert (report.move, report.value, report.backend) == ("C3", None, "program")
    setup = ["boardsize 5", "clear_board", "komi 5.5"]
    assert told() == [*setup, "play black A1", "play white pass", "genmove black"]


def test_a_go_program_is_told_only_what_is_new(go_program):
    program, told = go_program("say('= ' + ('C3' if 'black' in line else 'E5'))")
    made = zermelo.gtp(program)
    after = GO.start().play(made(GO.start()).move).play("D4")
    known = len(told())
    assert "which is not a legal move" in sentence(lambda: made(after))  # it says C3 again
    assert told()[known:] == ["play white D4", "genmove black"]
    made(GO.start())
    known = len(told())
    made(GO.start().play("B2"))
    assert told()[known:] == ["clear_board", "play black B2", "genmove white"], "another game"


def test_stones_that_were_set_up(go_program):
    program, told = go_program("say('= E5')")
    position = GO.position(str(GO.start().play("A1 B1 pass A2")))
    text = "X . . . .\n. . . . .\n. . . . .\n. . . . .\n. . O . .\nwhite to move"
    made = zermelo.gtp(program)
    assert made(GO.position(text)).move == "E5"
    assert told()[3:] == ["play white C1", "play black A5", "genmove white"]
    made(position)
    assert [each for each in told()[6:] if "play" in each] == [
        "play black A1",
        "play white B1",
        "play black pass",
        "play white A2",
    ]


def test_a_program_that_resigns_has_lost(go_program):
    program, _ = go_program("say('= resign')")
    made = zermelo.gtp(program)
    with pytest.raises(Resigned, match=r"resigned$"):
        made(GO.start())
    result = zermelo.match(GO, made, "random", games=2)
    assert [record.result for record in result.records] == ["black resigned", "white resigned"]
    assert (result.losses, all(record.finished for record in result.records)) == (2, True)
    session = Session(GO.start(), [Seat.of(made), Seat()])
    session.give_up(session.position)
    assert (session.outcome.reason, session.outcome.winner) == ("resignation", 1)
    assert "black resigned" in run("play", str(GO), "--as", "white", "--against", str(made), typed="quit\n").out


def test_time_of_go_programs(go_program):
    program, told = go_program()
    zermelo.gtp(program, seconds=0.3)(GO.start())
    assert told()[-2:] == ["time_settings 0 1 1", "genmove black"]
    made = zermelo.gtp(program).timed((61.7, 3.2))
    made(GO.start())
    assert told()[-4:] == ["time_settings 61 0 0", "time_left black 61 0", "time_left white 3 0", "genmove black"]
    program, told = go_program(refused=("time_settings",))
    made = zermelo.gtp(program).timed((61.7, 3.2))
    made(GO.start())
    assert told()[-2:] == ["time_settings 61 0 0", "genmove black"]
    assert "refused `time_settings 0 2 1` (unknown command)" in sentence(lambda: zermelo.gtp(program, seconds=2)(GO.start()))


@pytest.mark.parametrize(
    ("genmove", "refused", "told"),
    [
        ("say('= Z9')", (), "answered `Z9`, which is not a legal move"),
        ("say('? cannot')", (), r"refused `genmove black` \(cannot\)"),
        ("say('C3')", (), "answered `C3` to `genmove black`, which is not GTP"),
        ("say('=')", (), "answered ``, which is not a legal move"),
        ("print('= C3', flush=True)", (), "did not answer within 0.5 s"),
        ("sys.exit(2)", (), "ended with exit code 2"),
        ("say('= C3')", ("boardsize",), r"refused `boardsize 5` \(unknown command\)"),
    ],
)
def test_go_programs_that_fail(go_program, genmove, refused, told, started):
    made = zermelo.gtp(go_program(genmove, refused)[0], patience=0.5 if "did not answer" in told else 20)
    assert re.search(told, sentence(lambda: made(GO.start())))
    assert [pid for pid in started if alive(pid)] == []


def test_othello_programs_that_pass_by_themselves(go_program):
    """As gtp-rhino does: it refuses to be told of a pass, which is forced. In Go a refused pass stays an error."""
    program, told = go_program("say('= h8')", ("play black pass",))
    passed = find("othello").start().play("d3 c3 e6 d2 d1 e1 b2 c1 pass")
    assert "`h8`" in sentence(lambda: zermelo.gtp(program)(passed)), "it was asked for a move"
    assert told()[-3:] == ["play white c1", "play black pass", "genmove white"]
    assert "refused `play black pass`" in sentence(lambda: zermelo.gtp(program)(GO.start().play("pass")))


def test_othello_and_hex_by_the_same_commands(go_program):
    program, told = go_program("say('= d3' if 'black' in line else '= swap-pieces')")
    assert zermelo.gtp(program)(find("othello").start()).move == "d3"
    assert told() == ["boardsize 8", "clear_board", "genmove black"]
    assert zermelo.gtp(program)(find("hex(5, swap=True)").start().play("c3")).move == "swap"
    assert told()[3:] == ["boardsize 5", "clear_board", "play black c3", "genmove white"]
    moved = find("othello").position(str(find("othello").start().play("d3")))
    assert "only from the start" in sentence(lambda: zermelo.gtp(program)(moved))


@pytest.mark.parametrize(
    ("make", "game", "told"),
    [
        (zermelo.gtp, "chess", "gtp is for programs that play go, othello or hex and does not play chess; uci(...) asks"),
        (zermelo.gtp, "nim", "does not play nim([3, 4, 5]); command(...) asks a program about any game"),
        (zermelo.uci, "go", "uci is for chess engines and does not play go"),
    ],
)
def test_other_games_are_refused_before_anything_starts(make, game, told, started):
    made = make("gnugo")
    assert told.partition("(")[0] in sentence(lambda: check_agent(made, find(game).start()))
    assert told.rpartition("; ")[2] in sentence(lambda: made(find(game).start()))
    assert started == []


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_gnu_go_plays_a_game():
    made = zermelo.gtp("gnugo --mode gtp --level 1 --chinese-rules --positional-superko --capture-all-dead")
    result = zermelo.match(GO, made, "random", games=2, opening=2)
    assert (result.wins, result.losses) == (2, 0)


# The page


def page(language, name):
    """The program that the page shows under a name."""
    text = (ROOT / "docs" / "how-to" / "use-other-programs.md").read_text(encoding="utf-8")
    return next(block for block in re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL) if name in block)


@pytest.mark.parametrize(("language", "name"), [("python", "my_program.py"), ("js", "my_program.js")])
def test_programs_of_the_page_play(language, name, tmp_path):
    if language == "js" and NODE is None:
        pytest.skip("node is not installed")
    path = tmp_path / name
    source = page(language, name)
    assert len(source.splitlines()) <= 20
    path.write_text(source)
    path.chmod(0o755)
    words = f"{sys.executable} {path}" if language == "python" else f"{NODE} {path}"
    middle = zermelo.command(f"{words} --middle")
    assert middle(find("connect4").start()).move == "4"
    assert len(zermelo.match("connect4", middle, zermelo.command(words), games=2).records) == 2


def test_the_limit_of_a_line_is_the_one_of_the_page():
    assert MOST_LINE == 1 << 20
    told = (ROOT / "docs" / "how-to" / "use-other-programs.md").read_text(encoding="utf-8")
    assert "1 MB" in told
    assert (LEAST_PATIENCE, USUAL_PATIENCE) == (10, 60)
    assert "at least 10 seconds" in " ".join(told.split())


def test_a_wrong_answer_names_the_agent():
    made = zermelo.command(f"{sys.executable} -c 'print(0)'")
    assert str(made) == f"command({made.program!r})"
    assert isinstance(made(START).seconds, float)
    with pytest.raises(AgentError, match="python"):
        made(START)


SLOW_TO_START = """
import sys, time
time.sleep(0.6)
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("uciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        board = chess.Board()
        for move in words[words.index("moves") + 1:] if "moves" in words else ():
            board.push_uci(move)
    elif words[:1] == ["go"]:
        print("bestmove", next(iter(board.legal_moves)).uci(), flush=True)
"""


def test_a_clock_does_not_run_while_a_program_starts(write):
    """It takes longer to start than its clock shows."""
    slow = zermelo.uci(write(SLOW_TO_START))
    played = zermelo.match("chess", slow, "random", games=2, clock="0.008", plies=8, opening=0)
    assert [record.reason for record in played.records] == ["length", "length"], [record.note for record in played.records]


def test_a_program_that_cannot_start_forfeits_before_the_clock_runs(write):
    broken = zermelo.uci(write("print('no such thing')"))
    played = zermelo.match("chess", broken, "random", games=2, clock="0.008", opening=0)
    assert {record.reason for record in played.records} == {"forfeit"}
