"""What Monte-Carlo search keeps: trees from move to move, within their memory, and random numbers that can be repeated."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from montecarlo_for_tests import DISTANT
from sampling import SPECIFICATION, game

import zermelo
from zermelo.engine.agent import SearchAgent
from zermelo.errors import LimitError

SMALL = "connect(rows=4,cols=5,line=3)"
EVERY = ["native", "compiled", "interpreted", SPECIFICATION]


@pytest.fixture(params=EVERY)
def backend(request):
    return request.param


def visits_of(report):
    return sum(choice.visits for choice in report.choices)


# Trees that are kept


def test_a_tree_grows_on_after_a_move_and_its_reply(backend):
    agent = zermelo.uct(playouts=300, solver=False, backend=backend).remembering()
    position = game(SMALL).start()
    first = agent(position)
    assert (first.playouts, visits_of(first)) == (300, 300)
    after = position.play(first.move, first.line[1])
    second = agent(after)
    assert second.playouts == 300
    assert visits_of(second) > 320
    assert visits_of(agent(after)) == visits_of(second) + 300  # the same position again


def test_what_is_kept_is_what_the_first_search_knew():
    """With one playout more, all but one visit are from before."""
    search = zermelo.uct(playouts=400, solver=False).remembering()
    position = game("connect4").start()
    first = search(position)
    second = SearchAgent("uct", zermelo.uct(playouts=1).limit, None, search.options, memory=search.memory)(position)
    before, after = ({choice.move: choice.visits for choice in report.choices} for report in (first, second))
    assert sorted(after[move] - before[move] for move in position.moves) == [0, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("backend", ["native", SPECIFICATION])
def test_an_unrelated_position_starts_afresh(backend):
    agent = zermelo.uct(playouts=100, solver=False, backend=backend).remembering()
    start = game(SMALL).start()
    agent(start.play("1 1"))
    assert visits_of(agent(start.play("5 5"))) == 100  # another branch
    assert visits_of(agent(start)) == 100  # back to the start
    assert visits_of(agent(game(SMALL).position(str(start.play("3"))))) == 100  # nobody knows how it came about


def test_without_remembering_every_search_is_the_first():
    agent, start = zermelo.uct(playouts=100, solver=False), game("connect4").start()
    assert agent(start).choices == agent(start).choices
    assert visits_of(agent(start.play("4"))) == 100


@pytest.mark.parametrize("backend", ["compiled", SPECIFICATION])
def test_trees_are_kept_through_dice(backend):
    agent = zermelo.uct(playouts=300, solver=False, exploration=2, backend=backend).remembering()
    position = game("race").start()
    agent(position)
    assert visits_of(agent(position.play("roll", "rolled-2"))) > 305
    assert visits_of(agent(position.play("roll", "rolled-2", "walk"))) > 305


@pytest.mark.parametrize("text", ["connect4", "race", "harvest", "connect(players=3)"])
def test_value_and_values_agree(text):
    """Also where some of the visits are older than the search, and their results for the other players were not counted."""
    agent, position = zermelo.uct(playouts=200, solver=False).remembering(), game(text).start()
    for _ in range(3):
        report = agent(position)
        assert report.values[position.player] == pytest.approx(report.value)
        assert not position.rules.zero_sum or sum(report.values) == pytest.approx(0, abs=0.3)
        position = position.play(report.move)
        while position.player < 0:
            position = position.advance(position.choices[0])


def test_what_others_get_is_not_made_up():
    """Two players who both keep what they take; stopped at once, a kept tree knows what it is worth to one of them."""
    agent, position = zermelo.uct(playouts=50, solver=False).remembering(), game("harvest").start()
    agent(position)
    search = agent.search(position)
    search.stop()
    report = search.last()
    assert report.value > 0
    assert report.values is None or min(report.values) >= 0


def test_two_searches_at_once_do_not_share_a_tree():
    """One that is under way has the tree; the other one must do without."""
    agent = zermelo.uct(seconds=DISTANT, memory="200KB").remembering()
    start = game("connect4").start()
    first = iter(agent.search(start))
    next(first)
    second = SearchAgent("uct", zermelo.uct(playouts=200_000, memory="200KB").limit, None, agent.options, memory=agent.memory)
    try:
        assert second(start.play("4")).playouts == 200_000
        assert next(first).move in start.moves
    finally:
        first.close()


# Luck


def test_the_same_seed_is_the_same_search(backend):
    start = game(SMALL).start()
    again = [zermelo.uct(playouts=200, seed=7, backend=backend)(start).choices for _ in range(2)]
    assert again[0] == again[1]
    assert again[0] != zermelo.uct(playouts=200, seed=8, backend=backend)(start).choices


def test_a_fresh_agent_has_its_own_random_numbers():
    start, agent = game("connect4").start(), zermelo.uct(playouts=200)
    found = [agent.fresh(seed)(start).choices for seed in range(6)]
    assert len({tuple(choices) for choices in found}) == 6
    assert found == [agent.fresh(seed)(start).choices for seed in range(6)]
    other = zermelo.uct(playouts=200, seed=2)
    assert other.fresh(1)(start).choices != agent.fresh(1)(start).choices
    flat = zermelo.montecarlo(games=10)
    assert flat.fresh(1)(start).choices != flat.fresh(2)(start).choices


# Memory


@pytest.mark.parametrize("options", [{}, dict(rave=200), dict(transpositions=True), dict(implicit=0.2, solver=False)], ids=str)
def test_a_small_memory_is_used_again_and_again(options):
    """Room for some hundred positions; a hundred thousand are looked at. The least visited are forgotten."""
    report = zermelo.uct(playouts=60_000, memory="64KB", **options)(game("connect4").start())
    assert (report.playouts, visits_of(report), report.stopped) == (60_000, 60_000, None)
    assert report.move in ("3", "4", "5")


def test_with_next_to_no_memory_it_still_plays():
    report = zermelo.uct(playouts=3000, memory="1KB")(game("connect4").start())
    assert report.playouts == 3000
    assert report.move in ("3", "4", "5")  # near the middle, as with more
    won = zermelo.uct(playouts=3000, memory="1KB")(game("connect4").start().play("4 1 4 1 4 2"))
    assert (won.move, won.exact) == ("4", True)


def test_memory_that_does_not_hold_a_position():
    with pytest.raises(LimitError) as caught:
        zermelo.uct(playouts=10, memory="1KB", backend="interpreted")(game("nim([60])").start())
    assert str(caught.value) == "the memory is too small for one position with its moves; give the search more"


GREEDY = """\
import os
import zermelo
from montecarlo_for_tests import Lots

def in_use():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024

def growth(playouts, position):
    zermelo.uct(playouts=500, memory="64KB")(position)
    before, agent = in_use(), zermelo.uct(playouts=playouts, memory="64KB", exploration=20).remembering()
    agent(position)
    return in_use() - before

print(growth(300_000, zermelo.find("connect4").start()), growth(200_000, Lots().start()))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="nobody says how much memory is in use")
def test_a_search_stays_within_its_memory():
    """64 KB hold all of a tree that keeps growing, and what is proven besides, of which there may be as much as there are ends.

    Python, too, takes a megabyte or so for a search and its reports.
    """
    path = os.pathsep.join([os.path.dirname(os.path.dirname(zermelo.__file__)), os.path.dirname(__file__)])
    child, environment = [sys.executable, "-c", GREEDY], os.environ | {"PYTHONPATH": path}
    done = subprocess.run(child, env=environment, capture_output=True, text=True, check=True, timeout=DISTANT)
    kilobytes = [int(word) for word in done.stdout.split()]
    assert len(kilobytes) == 2
    assert max(kilobytes) < 4000, kilobytes
