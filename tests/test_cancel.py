"""A cancelled scope ends all work that was begun in it, in any thread, and nothing else."""

from __future__ import annotations

import threading

import pytest

import zermelo
from zermelo import find
from zermelo.advice.expert import Expert
from zermelo.advice.inference import consult
from zermelo.agents.registry import agent
from zermelo.search.cancel import CancelScope

ENDLESS = ("alphabeta()", "alphabeta(backend=python)", "uct()", "uct(backend=python)", "proof()")
"""Searches of a game that is too large for any of them."""


@pytest.mark.parametrize("text", ENDLESS)
def test_cancelling_ends_a_search_in_another_thread_with_its_best_report(text):
    scope, begun, found = CancelScope(), threading.Event(), []
    searcher, position = agent(text), find("connect4").start()

    def work():
        with scope:
            begun.set()
            found.extend(searcher.reports(position))

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    scope.cancel()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert found[-1].stopped == "stop"
    assert found[-1].move in position.moves


def test_a_search_that_begins_after_cancelling_ends_at_once():
    scope = CancelScope()
    scope.cancel("interrupt")
    with scope:
        report = agent("alphabeta()")(find("connect4").start())
    assert report.stopped == "interrupt"


def test_levels_and_advice_are_in_the_scope_too():
    scope = CancelScope()
    scope.cancel()
    position = find("connect4").start()
    with scope:
        assert agent("level(10)")(position).stopped == "stop"
        assert consult(Expert.find("connect4", position.game), position).stopped == "stop"


def test_cancelling_a_scope_leaves_other_scopes_alone():
    scope = CancelScope()
    with scope:
        pass
    scope.cancel()
    assert zermelo.alphabeta(depth=3)(find("tictactoe").start()).stopped is None


def test_a_scope_within_a_scope_is_its_own():
    outer, inner, position = CancelScope(), CancelScope(), find("connect4").start()
    outer.cancel()
    with outer, inner:
        assert zermelo.alphabeta(depth=3)(position).stopped is None
    with outer:
        assert zermelo.alphabeta()(position).stopped == "stop"


def test_the_first_reason_counts():
    scope = CancelScope()
    scope.cancel("seconds")
    scope.cancel("stop")
    assert scope.reason == "seconds"
