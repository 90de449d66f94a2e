"""How Monte-Carlo search keeps to its limits: threads, time, stop and Ctrl-C, rules that fail, games that do not end."""

from __future__ import annotations

import signal
import threading

import pytest
from montecarlo_for_tests import DISTANT, Corridor
from sampling import SPECIFICATION, game

import zermelo
from zermelo.errors import RuleError
from zermelo.game.constants import ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i64

EVERY = ["native", "compiled", "interpreted", SPECIFICATION]


@pytest.fixture(params=EVERY)
def backend(request):
    return request.param


@pytest.fixture
def two_cores(monkeypatch):
    """As many cores as the tests take threads, on any machine."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)


def visits_of(report):
    return sum(choice.visits for choice in report.choices)


# Threads


def test_threads_play_as_many_games_as_asked_for(two_cores):
    start = game("connect4").start()
    for playouts in (1, 2, 3, 64, 1000, 1025, 30_000):
        report = zermelo.uct(playouts=playouts, threads=2, solver=False)(start)
        assert (report.playouts, visits_of(report), report.stopped) == (playouts, playouts, None)
    assert report.move in ("3", "4", "5")
    assert report.nodes > 30_000


def test_threads_recycle_one_memory(two_cores):
    options = dict(rave=100, transpositions=True, policy="mast")
    report = zermelo.uct(playouts=60_000, threads=2, memory="64KB", **options)(game("connect4").start())
    assert report.playouts == 60_000


def test_threads_find_a_proof_and_stop(two_cores):
    won = zermelo.uct(playouts=10**9, seconds=DISTANT, threads=2)(game("connect4").start().play("4 1 4 1 4 2"))
    assert (won.move, won.exact, won.stopped) == ("4", True, None)


def test_threads_keep_trees(two_cores):
    agent = zermelo.uct(playouts=2000, threads=2, solver=False).remembering()
    first = agent(game("connect4").start())
    assert visits_of(agent(game("connect4").start().play(first.move, first.line[1]))) > 2000


class Seldom(Game):
    """Long random games, in which a rule fails once in a while."""

    max_moves = 3

    def state(self):
        return dict(hash=i64(1), ply=i8, turn=i8)

    def moves(self, s):
        yield from range(3)

    def play(self, s, move):
        s.ply += 1
        s.turn = 1 - s.turn
        s.hash = (s.hash * 1103515245 + 12345 + 7919 * move) % 2147483647
        if s.ply == 30 and s.hash % 2000 == 7:
            s.hash = 1 // (s.ply - 30)

    def winner(self, s):
        return s.hash % 2 if s.ply == 40 else ONGOING


@pytest.mark.parametrize("threads", [1, 2])
def test_a_rule_that_fails_in_any_thread_ends_the_search(threads, two_cores):
    with pytest.raises(RuleError, match=r"rule `play` of seldom raised ZeroDivisionError") as caught:
        zermelo.uct(seconds=DISTANT, threads=threads)(Seldom().start())
    before = Seldom().layout.unpack(caught.value.state)
    assert before.ply == 29  # blamed on the position before the move, deep in a random game


# Time, stop and Ctrl-C


@pytest.mark.parametrize("agent", [zermelo.uct, zermelo.montecarlo])
def test_time_runs_out_with_a_move_in_hand(agent, backend):
    limit = dict(games=10**8) if agent is zermelo.montecarlo else {}
    position = game("connect4").start()
    report = agent(seconds=0.02, backend=backend, **limit)(position)
    assert (report.stopped, report.exact) == ("seconds", False)
    assert report.move in position.moves
    assert report.playouts == visits_of(report)


@pytest.mark.parametrize("agent", [zermelo.uct, zermelo.montecarlo])
def test_stopped_before_it_begins(agent, backend):
    """There is always a move; a value, a line and a depth only if something was looked at."""
    limit = dict(games=10**8) if agent is zermelo.montecarlo else dict(solver=False)
    position = game("connect4").start()
    search = agent(seconds=DISTANT, backend=backend, **limit).search(position)
    search.stop()
    report = search.last()
    assert report.stopped == "stop"
    assert report.move in position.moves
    nothing = report.playouts == 0
    assert [report.value is None, report.values is None, report.depth == 0, report.line == ()] == [nothing] * 4
    assert nothing or backend != SPECIFICATION


def test_stop_from_another_thread(backend):
    search = zermelo.uct(seconds=DISTANT, backend=backend, solver=False).search(game("connect4").start())
    reports = iter(search)
    first = next(reports)
    threading.Thread(target=search.stop).start()
    *_, last = (first, *reports)
    assert last.stopped == "stop"
    assert last.playouts >= first.playouts == 1024


class Impatient(Corridor):
    """Somebody presses Ctrl-C after a while."""

    presses = 500

    def play(self, s, move):
        super().play(s, move)
        self.presses -= 1
        if self.presses == 0:
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("agent", [zermelo.uct, zermelo.montecarlo])
@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
def test_control_c_gives_the_best_so_far(agent, backend):
    limit = dict(games=10**8) if agent is zermelo.montecarlo else dict(solver=False)
    try:
        report = agent(seconds=DISTANT, backend=backend, **limit)(Impatient(length=90).start())
    except KeyboardInterrupt:
        pytest.fail("it went past the search")
    assert (report.stopped, report.move, report.value) == ("interrupt", "0", -1)
    assert report.playouts >= 5


# Games that do not end


class Endless(Corridor):
    """On and on."""

    def play(self, s, move):
        s.turn = 1 - s.turn


@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
def test_games_that_do_not_end_are_given_up_and_counted(backend):
    for agent in (zermelo.uct(playouts=20, cap=30, backend=backend), zermelo.montecarlo(games=20, cap=30, backend=backend)):
        report = agent(Endless().start())
        assert (report.playouts, report.capped, report.value, report.exact) == (20, 20, 0, False)
        assert report.to_json()["capped"] == 20


@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
def test_a_game_that_ends_with_its_last_ply_is_not_given_up(backend):
    """After the first move there are five plies to go."""
    for cap, capped, value in ((4, 3, 0), (5, 0, -1), (6, 0, -1)):
        report = zermelo.montecarlo(games=3, cap=cap, backend=backend)(Corridor(length=6).start())
        assert (report.capped, report.value) == (capped, value)
