"""The watchdog ends endless rules, whatever else interrupts them."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from zermelo.game import watchdog


class Interruption(BaseException):
    pass


def endless():
    while True:
        pass


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.3)


def test_a_call_that_another_exception_ended_does_not_count_as_running(monkeypatch, hurried):
    """Ctrl-C may come when a call is being taken off the list."""

    def interrupted(self, thread, call):
        raise Interruption

    with monkeypatch.context() as patch:
        patch.setattr(watchdog._Watchdog, "leave", interrupted)
        with pytest.raises(Interruption):
            watchdog.call(int)
    assert threading.get_ident() in watchdog._rules.running
    with pytest.raises(watchdog.RuleTimeout):
        watchdog.call(endless)


def test_nothing_is_raised_for_a_call_that_is_over(monkeypatch, hurried):
    def interrupted(self, thread, call):
        raise Interruption

    with monkeypatch.context() as patch:
        patch.setattr(watchdog._Watchdog, "leave", interrupted)
        with pytest.raises(Interruption):
            watchdog.call(int)
    until = time.monotonic() + 1
    while time.monotonic() < until:  # the watchdog would interrupt this loop
        pass
    assert threading.get_ident() not in watchdog._rules.running


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interruption_that_python_drops_comes_again(monkeypatch, hurried):
    """An exception inside a finalizer is only printed."""
    monkeypatch.setattr(watchdog, "_AGAIN", 0.3)

    class Slow:
        def __del__(self):
            until = time.monotonic() + 0.8
            while time.monotonic() < until:
                pass

    def drops():
        slow = Slow()
        del slow
        endless()

    with pytest.raises(watchdog.RuleTimeout):
        watchdog.call(drops)
    gc.collect()


def test_a_call_from_within_a_call_belongs_to_the_outer_one(hurried):
    def outer():
        return watchdog.call(endless)

    with pytest.raises(watchdog.RuleTimeout):
        watchdog.call(outer)
    assert watchdog._rules.running == {}


def test_a_rule_that_has_not_run_is_not_called_endless(monkeypatch, hurried):
    """On a busy machine, or after it was stopped, a rule is late by the clock although it has hardly begun."""
    waiting = threading.Event()
    assert watchdog.call(waiting.wait, 0.9) is False
    monkeypatch.setattr(watchdog, "STALLED", 0.3)
    with pytest.raises(watchdog.RuleTimeout):
        watchdog.call(lambda: [waiting.wait(0.5) for _ in range(20)])
