"""A cluster plays the same games as this process, whatever happens to its workers; users' files travel; errors are one sentence."""

from __future__ import annotations

import os
import pickle
import queue
import shutil
import signal
import subprocess
import sys
from collections import deque
from dataclasses import replace
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, run
from cluster_for_tests import Loopback
from long_runs import LONG

import zermelo
from zermelo import alphabeta, find, random
from zermelo.arena import Match, cluster, experiments
from zermelo.arena.calibration import Calibration
from zermelo.arena.cluster import Cluster, ClusterError
from zermelo.arena.experiments import Run
from zermelo.arena.pool import PoolError
from zermelo.arena.referee import Contest
from zermelo.arena.remote import Batch, VersionError, check_versions, versions
from zermelo.arena.shipping import Lost, Parcel, packed, unpacked
from zermelo.arena.store import Archive
from zermelo.arena.tournament import Tournament
from zermelo.errors import AgentWarning, RuleError
from zermelo.games import load
from zermelo.tablebases.endings import build_endings

CONNECT = find("connect(rows=4,cols=4,line=3)")
RULES = """
from zermelo import ONGOING, Game, i8
from steps import STEPS

class Last(Game):
    max_moves = 4

    def state(self):
        return dict(left=i8(20), turn=i8)

    def moves(self, s):
        yield from range(1, min(STEPS, s.left) + 1)

    def play(self, s, take):
        s.left -= take
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.left == 0 else ONGOING

class Broken(Last):
    def winner(self, s):
        return 7 if s.left < 5 else ONGOING
"""
AGENTS = """
import os
from steps import STEPS

def best(position):
    print("thinking")
    return min(STEPS, max(1, position.state.left % (STEPS + 1)), position.state.left)

def crash(position):
    if position.state.left < 9:
        os._exit(3)
    return 1

def murder(position):
    if position.state.left < 9:
        os.kill(os.getppid(), 9)
    return 1
"""
EXPERIMENT = """
from zermelo.arena.experiments import Experiment

class Dice(Experiment):
    games = 5
    defaults = {"sides": 6}

    def cells(self):
        yield {"dice": 1}
        yield {"dice": 2}

    def play(self, cell, number, random):
        return {"sum": sum(1 + random.below(self.settings["sides"]) for _ in range(cell["dice"]))}
"""


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    with Loopback(tmp_path_factory.mktemp("cluster")) as started:
        yield started


@pytest.fixture(scope="module")
def workers(scheduler):
    """One worker with two threads, in a folder without any files of the user."""
    scheduler.worker("--nthreads", "2", "--no-nanny")
    scheduler.ready(2)
    return scheduler


@pytest.fixture
def written(tmp_path):
    """A game and agents in a folder, which is gone when they are played."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "steps.py").write_text("STEPS = 3")
    (folder / "rules.py").write_text(RULES)
    (folder / "agents.py").write_text(AGENTS)
    yield folder
    sys.modules.pop("steps", None)


def without_times(records):
    return [replace(each, times=(), seconds=()) for each in records]


def played(contest, **how):
    """The records of a contest, without times."""
    found = []
    contest.play(found.append, **how) if isinstance(contest, Tournament) else contest.play(**how)
    return sorted(without_times(found), key=lambda each: each.number)


# Nobody there


def test_an_address_where_nothing_is(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECTING", 0.5)
    done = run("match", "tictactoe", "random", "random", "--cluster", "tcp://127.0.0.1:1", "--games", "2")
    assert done.code == 2
    assert_one_sentence(done)
    assert "no scheduler of Dask at tcp://127.0.0.1:1" in done.err


@pytest.mark.parametrize("address", ["", "nowhere:port", "ftp://127.0.0.1:1"])
def test_what_is_no_address(address, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECTING", 0.5)
    with pytest.raises(ClusterError, match=r"address of a scheduler|no scheduler"):
        Match(CONNECT, random(), random(), games=2).play(cluster=address)


def test_jobs_are_not_for_a_cluster():
    done = run("match", "tictactoe", "random", "random", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2")
    assert (done.code, "either --jobs or --cluster" in done.err) == (2, True)


def test_a_cluster_without_workers(scheduler, monkeypatch):
    monkeypatch.setattr(cluster, "WAITING", 0.3)
    told = []
    with pytest.raises(ClusterError, match="has no workers; start some with `dask worker tcp:"):
        Match(CONNECT, random(), random(), games=2).play(cluster=scheduler.address, tell=told.append)
    assert set(told) == {"waiting for workers"}


# The same games


def test_the_same_records_as_in_this_process(workers, tmp_path):
    contest = Tournament([CONNECT, find("tictactoe")], [random(), alphabeta(depth=2), random(seed=7)], games=6)
    here = played(contest)
    assert len(here) == 36
    assert played(contest, cluster=workers.address, record=tmp_path / "cup.sqlite") == here
    assert without_times(Archive(tmp_path / "cup.sqlite").records()) == here


def test_the_command(workers):
    words = ("match", "tictactoe", "random", "alphabeta(depth=1)", "--games", "4", "--json", "--records")
    here, there = (run(*words, *more).object for more in (("--jobs", "1"), ("--cluster", workers.address)))
    assert [each["moves"] for each in here["records"]] == [each["moves"] for each in there["records"]]


def test_users_files_travel_and_a_crash_is_a_forfeit(workers, written, monkeypatch):
    """The folder is deleted before the first game, so nothing but what was sent can be used; a warning comes back."""

    def packed_and_deleted(work):
        parcel = packed(work)
        shutil.rmtree(written)
        return parcel

    game, best, crash = find(f"{written}/rules.py:Last"), *(f"{written}/agents.py:{name}" for name in ("best", "crash"))
    with pytest.warns(AgentWarning, match="printed `thinking`"):
        here = played(Tournament(game, [best, "alphabeta(depth=3)"], games=2))
    monkeypatch.setattr(cluster, "packed", packed_and_deleted)
    with pytest.warns(AgentWarning, match="printed `thinking`"):
        there = played(Tournament(game, [best, "alphabeta(depth=3)", crash], games=2, format="gauntlet"), cluster=workers.address)
    notes = [each.note for each in there if 2 in each.seats]
    assert len(notes) == 2
    assert all("crash ended its process with code 3, 2 times" in note for note in notes)
    assert {each.seats: each.moves for each in there if 2 not in each.seats} == {each.seats: each.moves for each in here}


def test_rules_that_fail_end_the_contest(workers, written):
    with pytest.raises(RuleError, match="winner"):
        Match(find(f"{written}/rules.py:Broken"), random(), random(), games=2).play(cluster=workers.address)


@pytest.mark.long
def test_experiments_and_calibrations(workers, tmp_path):
    """A file of the user's own; the rows are those of a run in this process, and so are the results of levels."""
    (tmp_path / "dice.py").write_text(EXPERIMENT)
    experiment = experiments.find(f"{tmp_path}/dice.py")()
    here = Run(experiment).play(tmp_path / "here.sqlite")
    for name, how in {"jobs": {"jobs": 1}, "cluster": {"cluster": workers.address}}.items():
        there = Run(experiment).play(tmp_path / f"{name}.sqlite", **how)
        assert (there.rows, there.played) == (here.rows, 10)
    calibration = Calibration(find("tictactoe"), 1, 2, games=2)
    ladders = [calibration.play(**how) for how in ({}, {"cluster": workers.address})]
    moves = [[record.moves for record in ladder.steps[0].result.records] for ladder in ladders]
    assert moves[0] == moves[1]


@pytest.mark.parametrize("by", ["texel", "spsa"])
def test_tuning(workers, by):
    """The same weights as in this process, and the same match."""
    plan = dict(games=12, nodes=10, opening=3, match=4)
    here, there = (zermelo.tune("tictactoe", by, **plan, **how) for how in ({}, {"cluster": workers.address}))
    assert here.weights == there.weights
    assert (
        [record.moves for record in here.match.records] == [record.moves for record in there.match.records]
        if here.match
        else there.match is None
    )


def test_endings_are_built_byte_by_byte_as_at_home(workers, tmp_path):
    build_endings(find("chess"), "kpk", folder=tmp_path / "here")
    done = run("tablebase", "build", "chess", "3", "--to", str(tmp_path / "there"), "--json", "--cluster", workers.address)
    assert sorted(done.object["tables"]) == ["KPK", "KQK", "KRK"]
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here", "there"))
    assert here == there
    done = run("tablebase", "build", "tictactoe", "--cluster", workers.address)
    assert (done.code, "a cluster builds endgames of chess and checkers" in done.err) == (2, True)


def test_an_interrupt_keeps_what_was_played_and_frees_the_cluster(workers):
    from distributed import Client

    def interrupt(_):
        raise KeyboardInterrupt

    contest = Match(CONNECT, random(), random(), games=200)
    result = contest.play(interrupt, cluster=workers.address)
    assert (result.stopped, len(result.records)) == ("interrupt", 1)
    with Client(workers.address, set_as_default=False) as client:
        assert [key for held in client.processing().values() for key in held if "batch" in str(key)] == []


def test_another_version_is_refused_before_anything_begins(workers, monkeypatch):
    monkeypatch.setattr(cluster, "versions", lambda: ("9.9.9", versions()[1]))
    with pytest.raises(VersionError, match=rf"has Zermelo {zermelo.__version__}, but you have Zermelo 9.9.9"):
        Match(CONNECT, random(), random(), games=2).play(cluster=workers.address)
    with pytest.raises(VersionError, match=r"the worker far has Python 3\.8, but you have Python 3\.11; install"):
        check_versions(("1", "3.11"), ("1", "3.8"), "worker far")


def test_a_worker_is_killed_and_another_one_joins(workers):
    """What the killed one had is done by the other, with the same results."""
    contest = Match(CONNECT, alphabeta(depth=2), random(seed=5), games=400)
    here = [(each.moves, each.points) for each in contest.play().records]
    seen = []

    def disturb(record):
        seen.append(record)
        if len(seen) == 3:
            workers.worker()
            workers.ready(3)
            workers.processes[1].send_signal(signal.SIGKILL)

    there = contest.play(disturb, cluster=workers.address).records
    assert [(each.moves, each.points) for each in there] == here
    assert workers.processes[1].wait() == -signal.SIGKILL


# Batches


class Results:
    """Stands for a client whose futures are their own results."""

    def __init__(self):
        self.sent = []

    def submit(self, function, parcel, sender, items, pure):
        self.sent.append(items)
        return Answered(items)

    def nthreads(self):
        return {"one": 2}


class Answered:
    def __init__(self, items):
        self.items = items

    def add_done_callback(self, function):
        pass

    def cancelled(self):
        return False


@pytest.fixture
def alone():
    """A cluster without a network."""
    made = object.__new__(Cluster)
    made.work = Match(CONNECT, random(), random(), games=2).contest
    made.address, made._client, made._sent = "tcp://nowhere:1", Results(), None
    made._finished, made._flying = queue.SimpleQueue(), {}
    made._seconds, made._threads, made._looked, made._told = None, 2, 1e18, set()
    return made


def test_batches_are_as_long_as_a_second(alone):
    waiting = deque(range(10_000))
    alone._send(waiting, deque())
    assert [len(items) for items in alone._client.sent] == [1] * 4
    future = next(iter(alone._flying))
    assert list(alone._taken(future, Batch(("done",), 0.004))) == ["done"]
    alone._send(waiting, deque())
    assert len(alone._client.sent[-1]) == 250
    alone._threads = 4000
    assert alone._size(10_000) == 2  # enough for all


def test_a_batch_that_kills_its_workers_is_split_and_only_the_guilty_item_given_up(alone):
    from distributed import KilledWorker

    killed = KilledWorker("task", None, 3)
    again = deque([cluster._Batch([1, 2])])
    for _ in range(5):
        alone._send(deque(), again)
        assert not again
        for future in list(alone._flying):
            if alone._flying[future].items == [2]:
                del alone._flying[future]
            elif alone._flying[future].items == [1] and alone._flying[future].attempts == cluster.ATTEMPTS - 1:
                with pytest.raises(
                    ClusterError, match="lost one worker of the cluster after another; do the workers have enough memory"
                ):
                    list(alone._failed(future, killed, again))
            else:
                assert list(alone._failed(future, killed, again)) == []
    assert [sorted(items) for items in alone._client.sent] == [[1, 2], [1], [2], [1], [1]]


# What travels


def opened_elsewhere(arrived):
    """The first move of the first agent of a contest, in a process of its own."""
    program = "import pickle, sys; work = pickle.load(sys.stdin.buffer); print(work.agents[0](work.games[0].start()).move)"
    place = {"PYTHONPATH": str(Path(zermelo.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(arrived),
        stdout=subprocess.PIPE,
        check=True,
        cwd="/",
        env=os.environ | place,
    )
    return done.stdout.decode().strip()


def test_a_parcel_has_the_files_of_the_user_and_their_neighbours(written):
    contest = Match(find(f"{written}/rules.py:Last"), f"{written}/agents.py:best", "random", games=2).contest
    parcel = packed(contest)
    mine = {place for place, _ in parcel.files if place.startswith(str(written))}
    assert {os.path.basename(place) for place in mine} == {"rules.py", "agents.py", "steps.py"}
    assert packed(contest).key == parcel.key


def test_a_parcel_has_the_file_as_it_was_when_it_was_run(written):
    module = load(written / "agents.py")
    (written / "agents.py").write_text("changed")
    contents = dict(
        packed(
            Contest((CONNECT,), (zermelo.agents.own.own(module.best),), Match(CONNECT, random(), random()).contest.conditions)
        ).files
    )
    assert contents[str(written / "agents.py")].decode() == AGENTS


def test_tablebases_travel_unless_they_are_too_large(tmp_path, monkeypatch):
    from zermelo.arena import shipping
    from zermelo.tablebases import build

    game = find("nim([3,4])")
    build(game, folder=tmp_path / "tables")
    contest = Match(game, f"table(tables='{tmp_path}/tables')", "random", games=2, opening=0).contest
    parcel = packed(contest)
    assert [os.path.basename(place) for place, _ in parcel.files if place.endswith(".table")] == ["nim-heaps=3_4.table"]
    arrived = unpacked(parcel, str(tmp_path / "there"))
    shutil.rmtree(tmp_path / "tables")
    assert opened_elsewhere(arrived)
    monkeypatch.setattr(shipping, "MOST_BYTES", 10)
    build(game, folder=tmp_path / "tables")
    with pytest.raises(PoolError, match=r"and at most 0 MB are sent|it is larger than 10 bytes"):
        packed(contest)


def test_modules_of_the_user_travel_by_the_names_under_which_they_are_imported(tmp_path, monkeypatch):
    """A module of a package, imported by a script; there, a process without this folder."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").write_text("")
    (tmp_path / "mine" / "center.py").write_text("def center(position):\n    return position.moves[4]\n")
    monkeypatch.syspath_prepend(tmp_path)
    center = __import__("mine.center").center.center
    contest = Match(find("tictactoe"), center, "random", games=2, opening=0).contest
    arrived = unpacked(packed(contest), str(tmp_path / "there"))
    shutil.rmtree(tmp_path / "mine")
    assert opened_elsewhere(arrived) == "b2"
    del sys.modules["mine"], sys.modules["mine.center"]


def test_what_is_defined_in_a_notebook_cannot_travel():
    contest = Match(CONNECT, lambda position: position.moves[0], "random", games=2)
    with pytest.raises(PoolError, match="put your own into a file"):
        contest.play(cluster="tcp://127.0.0.1:1")


def test_parcels_are_named_by_their_contents():
    assert Parcel(b"1").key == Parcel(b"1").key != Parcel(b"2").key
    assert Lost("task", 1, "why") == pickle.loads(pickle.dumps(Lost("task", 1, "why")))


# For long


@pytest.mark.skipif(not LONG, reason="long: workers come and go for minutes")
def test_workers_come_and_go(tmp_path, written):
    """Two workers with nannies; one of them is killed again and again, and so is one process of the scheduler's workers by an agent."""
    with Loopback(tmp_path) as started:
        workers = [started.worker("--nthreads", "1", "--no-nanny") for _ in range(2)]
        started.ready(2)
        contest = Match(CONNECT, alphabeta(depth=4), random(seed=5), games=4000)
        here = [(each.moves, each.points) for each in contest.play().records]
        seen = []

        def disturb(record):
            seen.append(record)
            if len(seen) % 300 == 0:
                workers.append(started.worker("--nthreads", "1", "--no-nanny"))
                started.ready(3)
                workers.pop(0).kill()

        there = contest.play(disturb, cluster=started.address).records
        assert [(each.moves, each.points) for each in there] == here


@pytest.mark.skipif(not LONG, reason="long: a worker must die several times")
def test_an_agent_that_kills_the_worker_of_dask(tmp_path, written):
    """Nobody knows which agent it was, so the contest ends with one sentence; the worker itself comes back."""
    with Loopback(tmp_path) as started:
        started.worker("--nthreads", "1", "--nworkers", "2")
        started.ready(2)
        contest = Match(find(f"{written}/rules.py:Last"), f"{written}/agents.py:murder", "random", games=2)
        with pytest.raises(ClusterError, match="lost one worker of the cluster after another"):
            contest.play(cluster=started.address)
