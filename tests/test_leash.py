"""A leash ends whatever was begun on it, in whatever thread it runs, and nothing else."""

from __future__ import annotations

import threading

import pytest

import zermelo
from zermelo import find
from zermelo.advice.expert import Expert
from zermelo.advice.inference import consult
from zermelo.agents.registry import agent
from zermelo.search.cancel import Leash

ENDLESS = ("alphabeta()", "alphabeta(backend=python)", "uct()", "uct(backend=python)", "proof()")
"""Searches of a game that is too large for any of them."""


@pytest.mark.parametrize("text", ENDLESS)
def test_a_pull_ends_a_search_in_another_thread_with_what_it_has_found(text):
    leash, begun, found = Leash(), threading.Event(), []
    searcher, position = agent(text), find("connect4").start()

    def work():
        with leash:
            begun.set()
            found.extend(searcher.reports(position))

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    leash.pull()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert found[-1].stopped == "stop"
    assert found[-1].move in position.moves


def test_what_is_begun_after_the_pull_ends_at_once():
    leash = Leash()
    leash.pull("interrupt")
    with leash:
        report = agent("alphabeta()")(find("connect4").start())
    assert report.stopped == "interrupt"


def test_levels_and_advice_are_on_the_leash_too():
    leash = Leash()
    leash.pull()
    position = find("connect4").start()
    with leash:
        assert agent("level(10)")(position).stopped == "stop"
        assert consult(Expert.find("connect4", position.game), position).stopped == "stop"


def test_nobody_else_feels_a_pull():
    leash = Leash()
    with leash:
        pass
    leash.pull()
    assert zermelo.alphabeta(depth=3)(find("tictactoe").start()).stopped is None


def test_a_leash_within_a_leash_is_its_own():
    outer, inner, position = Leash(), Leash(), find("connect4").start()
    outer.pull()
    with outer, inner:
        assert zermelo.alphabeta(depth=3)(position).stopped is None
    with outer:
        assert zermelo.alphabeta()(position).stopped == "stop"


def test_the_first_reason_counts():
    leash = Leash()
    leash.pull("seconds")
    leash.pull("stop")
    assert leash.reason == "seconds"
