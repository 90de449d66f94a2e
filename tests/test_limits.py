"""Limits: every search ends at its limit, with a legal move; rules can neither hang nor crash it.

No test here measures time. Where a search could run on for ever if the library failed, a distant limit ends it with
another reason than the one that is expected.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import threading

import pytest
from sampling import SPECIFICATION, backends, game

import zermelo
from zermelo.errors import LimitError, RuleError
from zermelo.game import watchdog
from zermelo.game.constants import ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i16

ALL = ["native", "compiled", "interpreted", SPECIFICATION]
DISTANT = 120
"""Seconds after which a search that cannot be stopped otherwise gives up."""


@pytest.fixture(params=ALL)
def backend(request):
    return request.param


@pytest.fixture
def start():
    return game("connect4").start()


def assert_stopped(report, reason, position):
    assert report.stopped == reason
    assert report.move in position.moves
    assert not report.exact
    assert (report.value is None) == (report.values is None) == (report.line == ())


# Depth, nodes, seconds


def test_depth_is_kept(backend, start):
    report = zermelo.alphabeta(depth=3, backend=backend)(start)
    assert (report.depth, report.stopped, report.exact, len(report.line)) == (3, None, False, 3)


def test_nodes_are_kept_to_the_node(backend):
    position = game("connect4" if backend == "native" else "thicket").start()
    for nodes in (*range(1, 30), 64, 100, 257):
        last = zermelo.minimax(nodes=nodes, backend=backend)(position)
        assert last.nodes == nodes or (last.nodes < nodes and last.exact)
        assert (last.stopped == "nodes") == (not last.exact)
        if last.stopped:
            assert_stopped(last, "nodes", position)


def test_nodes_suffice_when_they_are_as_many_as_there_are():
    """The last node of all is not one too many."""
    position = game("tictactoe").start().play("b2 a1 c3 a3")
    for backend in backends(position.game):
        first = list(zermelo.minimax(nodes=10**6, backend=backend).reports(position))
        again = list(zermelo.minimax(nodes=first[-1].nodes, backend=backend).reports(position))
        assert [(report.nodes, report.exact, report.stopped) for report in again] == [
            (report.nodes, report.exact, report.stopped) for report in first
        ]
        assert (again[-1].exact, again[-1].stopped) == (True, None)


@pytest.mark.parametrize("seconds", [1e-9, 0.02])
@pytest.mark.parametrize("algorithm", [zermelo.minimax, zermelo.alphabeta])
def test_seconds_run_out_with_a_legal_move_in_hand(backend, algorithm, seconds, start):
    assert_stopped(algorithm(seconds=seconds, backend=backend)(start), "seconds", start)


def test_a_search_that_finishes_in_time_was_not_stopped(backend):
    position = game("connect(rows=4,cols=5,line=3)").start().play("1 1 2 2")
    report = zermelo.alphabeta(seconds=DISTANT, backend=backend)(position)
    assert (report.stopped, report.exact, report.value, report.move, report.plies) == (None, True, 1, "3", 1)


def test_a_depth_and_a_time_whichever_comes_first(backend, start):
    found = list(zermelo.alphabeta(depth=2, seconds=DISTANT, backend=backend).reports(start))
    assert [(report.depth, report.stopped) for report in found] == [(1, None), (2, None)]


# Stop


def test_stop_from_another_thread_while_it_deepens(backend, start):
    search = zermelo.alphabeta(seconds=DISTANT, backend=backend).search(start)
    seen = []
    for report in search:
        seen.append(report)
        if len(seen) == 1:
            threading.Thread(target=search.stop).start()
    assert_stopped(seen[-1], "stop", start)
    assert seen[0].stopped is None or len(seen) == 1


def test_stop_from_another_thread_in_mid_depth(backend, start):
    """Without a limit to deepen by there is one report only, and the search is far from it when it is stopped."""
    search = zermelo.alphabeta(depth=42, backend=backend).search(start)
    safety = threading.Timer(DISTANT, search.stop, ["seconds"])
    safety.start()
    threading.Thread(target=search.stop).start()
    assert_stopped(search.last(), "stop", start)
    safety.cancel()


def test_stop_before_the_start(backend, start):
    search = zermelo.alphabeta(seconds=DISTANT, backend=backend).search(start)
    search.stop()
    assert_stopped(search.last(), "stop", start)


def test_the_first_reason_stays(backend, start):
    search = zermelo.alphabeta(seconds=DISTANT, backend=backend).search(start)
    search.stop("interrupt")
    search.stop("seconds")
    assert_stopped(search.last(), "interrupt", start)


def test_stop_after_the_end_does_nothing(backend, start):
    search = zermelo.alphabeta(depth=2, backend=backend).search(start)
    report = search.last()
    search.stop()
    assert report.stopped is None


# Ctrl-C, and leaving

CHILD = """\
import json, os, signal, sys, threading, time
import zermelo

def waits_in_search():
    frame = sys._current_frames()[threading.main_thread().ident]
    while frame is not None and frame.f_code.co_name not in ("_twin", "decide"):
        frame = frame.f_back
    return frame is not None

def strike():
    # Ctrl-C, once the main thread has been seen inside the search many times in a row.
    seen = 0
    while seen < 40:
        time.sleep(0)
        seen = seen + 1 if waits_in_search() else 0
    os.kill(os.getpid(), signal.SIGINT)

position = zermelo.find("connect4").start()
search = zermelo.alphabeta(depth=42, backend=sys.argv[1]).search(position)
threading.Thread(target=strike, daemon=True).start()
print(json.dumps(search.last().to_json()))
"""


def run_child(text, *arguments, **options):
    command = [sys.executable, "-c", textwrap.dedent(text), *arguments]
    folder = os.path.dirname(os.path.dirname(zermelo.__file__))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([folder, os.path.dirname(__file__)])}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=DISTANT, check=False, **options)


def test_control_c_gives_the_best_report_so_far(backend, start):
    done = run_child(CHILD, backend)
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert (report["stopped"], report["exact"]) == ("interrupt", False)
    assert report["move"] in start.moves


@pytest.mark.parametrize("backend", ["native", "compiled", "interpreted"])
def test_a_search_that_is_left_alone_does_not_keep_the_process(backend):
    done = run_child(
        """
        import sys, zermelo
        reports = zermelo.alphabeta(seconds=1000, backend=sys.argv[1]).reports(zermelo.find("connect4").start())
        print(next(reports).depth)
        """,
        backend,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


# Rules that never end


class Endless(Game):
    """A count that goes round and round."""

    def __init__(self, ballast=1):
        self.ballast = ballast

    def state(self):
        return dict(ballast=i8[self.ballast], count=i8, turn=i8)

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        s.count = (s.count + move) % 100
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING


@pytest.mark.parametrize("backend", ["compiled", "interpreted", SPECIFICATION])
@pytest.mark.parametrize("agent", [zermelo.minimax, zermelo.alphabeta], ids=["minimax", "alphabeta"])
def test_a_game_without_end_is_a_limit_error(agent, backend):
    with pytest.raises(LimitError, match=r"did not end .* give the search a depth"):
        agent(backend=backend)(Endless().start())


def test_a_game_without_end_and_with_the_largest_states_is_a_limit_error():
    with pytest.raises(LimitError, match="give the search a depth"):
        zermelo.alphabeta(backend="compiled")(Endless(16000).start())


@pytest.mark.parametrize("backend", ["compiled", "interpreted", SPECIFICATION])
def test_a_long_game_is_not_taken_for_an_endless_one(backend):
    report = zermelo.alphabeta(backend=backend)(Long().start())
    assert (report.value, report.plies, report.nodes) == (1, 1001, 1002)


class Long(Game):
    """One move at a time, a thousand and one times; the player who makes the last one wins."""

    max_moves = 1

    def state(self):
        return dict(count=i16, turn=i8)

    def moves(self, s):
        yield 0

    def play(self, s, move):
        s.count += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.count == 1001 else ONGOING


class Snare(Endless):
    """A rule loops for ever, but only after three steps: `trap` says which one."""

    def state(self):
        return dict(trap=i8, count=i8, turn=i8)

    def trapped(self, s, trap):
        while s.trap == trap and s.count == 3:
            pass

    def moves(self, s):
        self.trapped(s, 0)
        yield 0
        yield 1

    def play(self, s, move):
        s.count += 1
        self.trapped(s, 1)
        s.turn = 1 - s.turn

    def winner(self, s):
        self.trapped(s, 2)
        return 0 if s.count == 5 else ONGOING

    def evaluate(self, s, player):
        self.trapped(s, 3)
        return 0


@pytest.mark.parametrize("backend", ["compiled", "interpreted", SPECIFICATION])
@pytest.mark.parametrize(("trap", "rule"), list(enumerate(["moves", "play", "winner", "evaluate"])))
def test_a_rule_that_loops_is_a_rule_error(trap, rule, backend, monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.2)
    snare = game_of(Snare)
    position = snare.position(f"trap: {trap}\ncount: 0\nx to move")
    with pytest.raises(RuleError, match=f"rule `{rule}` of snare did not return") as caught:
        zermelo.minimax(depth=3 if rule == "evaluate" else None, backend=backend)(position)
    assert caught.value.rule == rule


class Nested(Endless):
    """Each loop is short and its length is known, but there are three of them, one in another."""

    def evaluate(self, s, player):
        total = 0
        for a in range(4000):
            for b in range(4000):
                for c in range(4000):
                    total += (a ^ b ^ c ^ s.count) & 1
        return total % 7


@pytest.mark.parametrize("backend", ["compiled", "interpreted", SPECIFICATION])
def test_loops_in_one_another_count_as_often_as_they_run(backend, monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.2)
    with pytest.raises(RuleError, match="rule `evaluate` of nested did not return"):
        zermelo.minimax(depth=1, backend=backend)(Nested().start())


GAMES = {}


def game_of(cls):
    """One game for each class, so that its rules are compiled once."""
    return GAMES.setdefault(cls, cls())


# Memory


@pytest.mark.parametrize("backend", ["native", "compiled", "interpreted"])
def test_more_memory_than_there_is_gives_a_limit_error(backend):
    """In a process that may not have more than a little, lest a generous system promises what it does not have."""
    done = run_child(
        """
        import resource, sys, zermelo
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        for memory in ("900GB", "8000000GB"):
            try:
                print(zermelo.alphabeta(memory=memory, backend=sys.argv[1])(zermelo.find("connect4").start()))
            except zermelo.LimitError as error:
                print(error)
        """,
        backend,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("memory") == len(done.stdout.splitlines()) == 2


@pytest.mark.parametrize("memory", [1024, "1KB", "0.5MB"])
def test_little_memory_still_gives_the_right_value(memory, backend):
    position = game("connect(rows=4,cols=5,line=3)").start().play("1 1 2 2 5")
    report = zermelo.alphabeta(memory=memory, backend=backend)(position)
    plain = zermelo.alphabeta(backend="compiled")(position)
    assert (report.value, report.plies) == (plain.value, plain.plies)


def test_a_boundless_number_of_moves_does_not_take_the_process_down():
    done = run_child(
        """
        import zermelo
        from games_for_tests import Strip

        class Vast(Strip):
            def __init__(self):
                super().__init__()
                self.max_moves = 10**12

        try:
            print(zermelo.alphabeta(depth=2, backend="compiled")(Vast().start()).nodes)
        except zermelo.ZermeloError as error:
            print(error)
        """
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1


# Scores


class Riches(Game):
    """Two moves and great sums of money, none of which is the greatest there could be."""

    bounds = (-1e12, 1e12)

    def state(self):
        return dict(count=i8, total=i8, turn=i8)

    def moves(self, s):
        yield 1
        yield 2

    def play(self, s, move):
        s.total += move
        s.count += 1
        s.turn = 1 - s.turn

    def over(self, s):
        return s.count == 2

    def utility(self, s, player):
        value = s.total * 1e9
        return value if player == 0 else -value


@pytest.mark.parametrize("backend", ["compiled", "interpreted", SPECIFICATION])
def test_large_utilities_are_not_taken_for_wins(backend):
    """Or else such bounds are refused, with a sentence; what may not be is a wrong value."""
    try:
        report = zermelo.minimax(backend=backend)(Riches().start())
        answer = report.value, report.plies, report.move
    except zermelo.GameError as error:
        answer = str(error)
    assert answer == (3e9, None, "2") or "bounds" in answer
