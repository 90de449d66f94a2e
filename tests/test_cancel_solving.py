"""Building the tree of a game that hides something ends at once when it is cancelled from another thread, and by Ctrl-C."""

import _thread
import threading
import time

import pytest

from zermelo import _core, find
from zermelo.engine.backends import open_backend
from zermelo.engine.sequence_tree import MOST_POSITIONS, Tree
from zermelo.game import HIDING
from zermelo.search import Stop, Stopped
from zermelo.search.cancel import CancelScope

LARGE = find("liarsdice(sides=8)").start()
SMALL = find("kuhn").start()


def when_building(stop, act):
    """Act from another thread as soon as the twin builds."""

    def wait():
        while stop.tell is None:
            time.sleep(0.001)
        act()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_another_thread_cancels_it():
    scope = CancelScope()
    with scope:
        stop = Stop()
    thread = when_building(stop, scope.cancel)
    with pytest.raises(Stopped):
        Tree(LARGE, None, MOST_POSITIONS, stop)
    thread.join()
    assert stop.tell is None


def test_ctrl_c_ends_it():
    stop = Stop()
    thread = when_building(stop, _thread.interrupt_main)
    with pytest.raises(KeyboardInterrupt):
        Tree(LARGE, None, MOST_POSITIONS, stop)
    thread.join()


@pytest.mark.parametrize("backend", ["compiled", "interpreted"])
def test_what_is_cancelled_before_does_not_begin(backend):
    stop = Stop()
    stop.now()
    with pytest.raises(Stopped):
        Tree(SMALL, backend, MOST_POSITIONS, stop)
    core, stopping = open_backend(SMALL.game, backend, HIDING).core, _core.Stopping()
    assert not stopping.is_set()
    assert core.sequence_form(SMALL.state.pack(), 1000, stopping) is not None
    stopping.now()
    assert stopping.is_set()
    assert core.sequence_form(SMALL.state.pack(), 1000, stopping) is None


def test_information_sets_come_in_parts():
    core = open_backend(SMALL.game, None, HIDING).core
    form = core.sequence_form(SMALL.state.pack(), 1000)
    assert form.sets(0, 5) + form.sets(5, 7) == form.sets()
    assert len(form.sets()) == 12
    assert form.sets(12, 5) == []
