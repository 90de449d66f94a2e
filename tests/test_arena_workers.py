"""Workers of the arena: an agent that ends its process, hangs or takes all memory forfeits, and nothing else changes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli_runner import assert_one_sentence, process, run
from test_tournament import AGENTS, SMALL, lasting

import zermelo
from zermelo import AgentWarning, LimitError, RuleError
from zermelo.arena.pool import Pool, PoolError, jobs_for
from zermelo.arena.store import Archive
from zermelo.arena.tournament import Tournament
from zermelo.arena.work import SILENT
from zermelo.errors import ZermeloError

GOOD = f"{AGENTS}:good"


class Numbers:
    """Work for tests: squares, and one number that ends its process."""

    def __init__(self, bad=-1):
        self.bad = bad

    def do(self, task, watcher=SILENT):
        if task == self.bad:
            os._exit(1)
        return task * task

    def failed(self, task, seat, why):
        return None if seat < 0 else 0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("exits", r"ended its process with code 3, 2 times"),
        ("crashes", r"ended its process by signal 11, 2 times"),
        ("is_killed", r"ended its process by signal 9, 2 times"),
        ("raises", r"raised ValueError: not today .*"),
        ("illegal", r"answered `z9` .*"),
        ("silent", r"answered None .*"),
        ("loops", r"did not answer within 0.3 s .*"),
        ("hoards", r"raised MemoryError .*"),
    ],
)
def test_an_agent_that_fails_forfeits_and_the_tournament_goes_on(name, told):
    standings = Tournament(SMALL, [f"{AGENTS}:{name}", GOOD, "random"], games=2).play(jobs=2)
    assert len(standings.records) == 6
    forfeits = [record for record in standings.records if record.outcome.reason == "forfeit"]
    assert len(forfeits) == 4
    assert all(re.fullmatch(rf".*arena_agents.py:{name} {told}", record.note) for record in forfeits), forfeits[0].note
    assert {entry.agent: entry.forfeits for entry in standings.ranked()}[f"{AGENTS}:{name}"] == 4


def test_an_agent_that_cannot_be_interrupted_is_ended_with_its_process(monkeypatch):
    monkeypatch.setattr("zermelo.arena.pool._CHECK", 0.05)
    standings = Tournament(SMALL, [f"{AGENTS}:sleeps", GOOD], games=2).play(jobs=2)
    assert [record.note for record in standings.records] == [
        f"{AGENTS}:sleeps did not answer in time and was ended with its process"
    ] * 2


def test_a_worker_that_is_killed_once_costs_nothing(tmp_path):
    dies = f"{AGENTS}:Dies(path='{tmp_path / 'died'}')"
    whole = Tournament(SMALL, [dies, "random"], games=10)
    broken = whole.play(jobs=2)
    assert (tmp_path / "died").exists()
    assert [record.outcome.reason for record in broken.records] == ["rules"] * 10
    assert lasting(broken.records) == lasting(whole.play().records)


def test_work_that_has_no_agents_ends_with_a_sentence():
    work = Numbers()
    with Pool(work, 2) as pool:
        assert sorted(pool.play(range(200))) == [number**2 for number in range(200)]
        assert sorted(pool.play(range(5))) == [0, 1, 4, 9, 16], "it can be used again"
    with Pool(Numbers(bad=3), 2) as pool, pytest.raises(PoolError, match="ended its process with code 1, 2 times"):
        list(pool.play(range(9)))


def test_no_worker_outlives_its_pool():
    with Pool(Numbers(), 2) as pool:
        next(results := pool.play(range(100)))
        running = [worker.process.pid for worker in pool._workers]
        results.close()
    assert all(not Path(f"/proc/{pid}").exists() for pid in running)


def test_no_worker_outlives_a_killed_contest():
    command = ("tournament", "connect4", f"{AGENTS}:slow", f"{AGENTS}:slow", "--games", "1000", "--jobs", "2", "--quiet")
    child = process(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    workers = []
    while len(workers) < 2 and child.poll() is None:
        with suppress(OSError):
            workers = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()
    assert len(workers) == 2
    child.send_signal(signal.SIGKILL)
    child.communicate()
    wait_until = time.monotonic() + 30
    while any(map(_runs, workers)) and time.monotonic() < wait_until:
        pass
    assert not any(map(_runs, workers))


def _runs(pid):
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_exists_only_in_this_process_is_refused():
    with pytest.raises(PoolError, match="put your own into a file, or leave out jobs"):
        zermelo.match("tictactoe", lambda position: position.moves[0], "random", games=2, jobs=2)


def test_rules_that_fail_end_the_contest(tmp_path):
    (tmp_path / "fails.py").write_text(
        "from zermelo import Game, i8, ONGOING\n"
        "class Fails(Game):\n"
        "    def state(self): return dict(ply=i8, turn=i8)\n"
        "    def moves(self, s): return [0]\n"
        "    def play(self, s, move):\n        s.ply += 1; s.turn = 1 - s.turn\n"
        "    def winner(self, s): return ONGOING if s.ply < 3 else [][0]\n"
    )
    with pytest.raises(RuleError, match="rule `winner`"):
        zermelo.match(zermelo.find(str(tmp_path / "fails.py")), "random", "random", games=2, opening=0, jobs=2)


def test_what_an_agent_prints_is_told_once(tmp_path):
    (tmp_path / "talks.py").write_text("def talks(position):\n    print('hello')\n    return position.moves[0]\n")
    with pytest.warns(AgentWarning, match="printed `hello`"):
        zermelo.match("tictactoe", f"{tmp_path / 'talks.py'}:talks", "random", games=4, jobs=1)


def test_as_many_games_at_once_as_cores_are_free(monkeypatch):
    monkeypatch.setattr("zermelo.arena.pool.cores", lambda: 8)
    assert jobs_for([zermelo.alphabeta(), zermelo.random()]) == 8
    assert jobs_for([SimpleNamespace(options=SimpleNamespace(threads=3))]) == 2
    assert jobs_for([zermelo.random(), SimpleNamespace(options=SimpleNamespace(threads=16))]) == 1
    assert jobs_for([zermelo.alphabeta()], 3) == 3
    with pytest.raises(LimitError, match="jobs=0"):
        jobs_for([], 0)


@pytest.mark.long
def test_ctrl_c_prints_a_partial_table(tmp_path):
    file = tmp_path / "cup.sqlite"
    command = ("tournament", "connect4", f"{AGENTS}:slow", "random", "--games", "2000", "--jobs", "2", "--record", str(file))
    child = process(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    stored = 0
    while stored < 3 and child.poll() is None:
        with suppress(ZermeloError):
            stored = len(Archive(file))
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert child.returncode == 130, err
    assert b"Interrupted after " in out
    assert len(Archive(file)) >= 3


def test_a_command_needs_no_worker_to_refuse():
    assert_one_sentence(run("match", "tictactoe", "rando", "random", "--jobs", "2"), "no agent `rando`")
