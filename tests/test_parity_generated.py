"""Parity on generated searches: any algorithm, any of its options, any limit, any of many games, interrupted at any node.

Options are drawn from what the algorithms' rows declare, so a new technique is tried without a new test. Everything in the reports is
compared but the time and the name of the backend. With ZERMELO_LONG=1 there are 20,000 searches, new ones each time.
"""

from __future__ import annotations

import os
import random
from functools import cache

import pytest
from chance_for_tests import Gamble
from hypothesis import HealthCheck, given, settings, strategies as st
from multiplayer_for_tests import Crowd
from sampling import SPECIFICATION, backends, game, told, wander, with_backend

import zermelo
from zermelo.engine.algorithms import MAKERS
from zermelo.errors import ZermeloError

LONG = os.environ.get("ZERMELO_LONG") == "1"
EXAMPLES = 1700 if LONG else 60
STEADY = settings(max_examples=EXAMPLES, derandomize=not LONG, suppress_health_check=list(HealthCheck))
NUMBERS = {int: (0, 1, 2, 5, 30), float: (0.0, 0.3, 1.0, 30.0)}
LIMITS = {"depth": st.none() | st.integers(1, 4), "nodes": st.none() | st.integers(1, 400)}
KEEPS_ALL = "1MB"
"""A table that is small, because the twin clears it for each search, and yet never full."""
ENOUGH = 1500
"""Nodes, where a game is too large to be searched to the end in Python."""
MOST_OPTIONS = 9
ENABLERS = dict(table=True, exact=False)
"""What other options ask for; tried where a combination was refused."""
NOT_DRAWN = {"depth", "nodes", "playouts", "seconds", "memory", "book", "tables", "backend", "threads"}

SEEDED = {
    **{f"crowd({seats})": Crowd(seats) for seats in (1, 2, 3, 4)},
    "crowd(4, teams)": Crowd(4, teams=(0, 1, 0, 1)),
    **{f"gamble({seats})": Gamble(seats) for seats in (1, 2, 3)},
    "thicket": game("thicket"),
}
"""Noise: each seed is another random tree."""
SMALL = ("nim([2,1,3],misere=True)", "grundy(9)", "climb", "race", "harvest", "thirds", "strip", "tree")
LARGE = (
    "tictactoe",
    "connect(rows=4,cols=5,line=3)",
    "isolation(rows=3,cols=3,moves=king,start=free)",
    "hex(size=3)",
    "boxes",
    "pig(goal=12)",
    "rolit(players=3)",
    "einstein",
    "breakthrough(rows=5,cols=4)",
    "ataxx(size=4)",
)
COMPILED = (*SEEDED, *SMALL, *LARGE) if LONG else ("thicket", "crowd(3)", "gamble(2)", "boxes")
"""Compiling takes longer than searching."""


FOUND = [("alphabeta(windows=True, memory=1MB, deepening=True, nodes=132)", "thicket", 9)]
"""Searches that once differed."""


@st.composite
def tree_games(draw):
    """A game that is nothing but its tree, with chance nodes or without."""
    ends = st.integers(-4, 4)
    lists = st.recursive(ends, lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=14)
    tree = draw(st.lists(lists, min_size=1, max_size=3))
    if not draw(st.booleans()):
        return zermelo.TreeGame(tree).start()
    text = str([draw(st.lists(st.lists(ends, min_size=1, max_size=3), min_size=2, max_size=3)) for _ in range(2)])
    return zermelo.TreeGame("[" + text[1:-1].replace("[[", "{[").replace("]]", "]}") + "]").start()


def position_of(text, seed):
    """A position in which a player is to move."""
    position = SEEDED[text].seeded(seed) if text in SEEDED else wander(game(text).start(), seed % 7, random.Random(seed))
    while position.player < 0:
        position = position.advance(position.choices[0])
    return position


@cache
def suitable(name):
    """The games that an algorithm takes."""
    return tuple(text for text in (*SEEDED, *SMALL, *LARGE) if not refused(MAKERS[name](), position_of(text, 0)))


@st.composite
def positions(draw, name):
    """(position, whether it can be searched to the end, backends to compare)."""
    text = draw(st.sampled_from((*suitable(name), "any tree")))
    if text == "any tree":
        return draw(tree_games()), True, ("interpreted",)
    position = position_of(text, draw(st.integers(0, 1000)))
    wanted = [each for each in backends(position.game) if each != "compiled" or text in COMPILED]
    return position, text not in LARGE, wanted


@cache
def values_of(parameter):
    """Values that a parameter takes, by its declaration."""
    if parameter.words:
        return parameter.words
    if isinstance(parameter.default, bool):
        return (True, False)
    found = []
    for value in NUMBERS[type(parameter.default)]:
        try:
            found.append(parameter.read(parameter.name, value))
        except ZermeloError:
            continue
    return tuple(found)


def drawable(maker):
    return {name: parameter for name, parameter in maker.declared.items() if name not in NOT_DRAWN}


@st.composite
def searches(draw, name):
    """(agent, position, nodes of the tree, backends). Of the options drawn, those that do not go together are left out."""
    maker = MAKERS[name]
    position, small, wanted = draw(positions(name))
    options = drawable(maker)
    chosen = draw(st.permutations(sorted(options)))[: draw(st.integers(0, MOST_OPTIONS))]
    given = {each: draw(st.sampled_from(values_of(options[each]))) for each in chosen}
    limits = {each: draw(values) for each, values in LIMITS.items() if each in maker.declared}
    if limits and not small and set(limits.values()) <= {None}:
        limits |= {"nodes": ENOUGH} if "nodes" in maker.declared else {"depth": 3}
    if "playouts" in maker.declared:
        limits["playouts"] = draw(st.integers(1, 120))
    limits |= {"games": draw(st.integers(1, 8))} if "games" in maker.declared else {}
    tree = draw(st.sampled_from((0, 0, 80)))
    while True:
        for more in ({}, ENABLERS):
            made = {**given, **{each: value for each, value in more.items() if each in options}}
            if "memory" in maker.declared and made.get("table", True):
                made["memory"] = KEEPS_ALL
            agent = maker(**{**made, **limits})
            if not given or not refused(agent, position, tree):
                return agent, position, tree, wanted
        given.popitem()


def refused(agent, position, tree=0):
    return isinstance(outcome(lambda: agent.task(position, tree)), str)


def outcome(action):
    """What an action returns, or the error that it raises."""
    try:
        return action()
    except ZermeloError as error:
        return f"{type(error).__name__}: {error}"


def told_by(agent, position, backend, tree):
    """All that an agent says of a position and, going on with what it remembers, of the one after its move."""
    agent = with_backend(agent.remembering(), backend)
    found = [told(report) for report in agent.reports(position, tree)]
    after = position.play(found[-1]["move"])
    while not after.over and after.player < 0:
        after = after.advance(after.choices[0])
    return found if after.over else [*found, *(told(report) for report in agent.reports(after, tree))]


@pytest.mark.parametrize("name", MAKERS)
def test_specification_and_twin_say_the_same(name):
    searched = []

    @STEADY
    @given(searches(name))
    def check(search):
        agent, position, tree, wanted = search
        expected = outcome(lambda: told_by(agent, position, SPECIFICATION, tree))
        for backend in wanted:
            found = outcome(lambda backend=backend: told_by(agent, position, backend, tree))
            assert found == expected, f"{agent} on {backend}, tree={tree}, {position!r}"
        searched.append(not isinstance(expected, str))

    check()
    assert sum(searched) >= EXAMPLES // 2, "most combinations were refused"


@pytest.mark.parametrize(("agent", "text", "seed"), FOUND)
def test_differences_that_were_found(agent, text, seed):
    """Each was a defect of one of the two."""
    position = position_of(text, seed)
    expected = told_by(zermelo.agent(agent), position, SPECIFICATION, 0)
    for backend in backends(position.game):
        assert told_by(zermelo.agent(agent), position, backend, 0) == expected


@STEADY
@given(st.data())
def test_stopped_after_a_report(data):
    """What was said before is the specification's; after the stop there is one more report, with a legal move."""
    agent, position, _, wanted = data.draw(searches(data.draw(st.sampled_from(("minimax", "alphabeta", "paranoid", "maxn")))))
    agent, number = agent.changed(depth=None, nodes=300), data.draw(st.integers(1, 4))
    if refused(agent, position):
        return
    expected = [told(report) for report in with_backend(agent, SPECIFICATION).reports(position)]
    for backend in (SPECIFICATION, *wanted):
        search, found = with_backend(agent, backend).search(position), []
        for report in search:
            found.append(told(report))
            if len(found) == number:
                search.stop()
        assert found[:number] == expected[:number]
        assert found[-1]["stopped"] in ("stop", expected[-1]["stopped"])
        assert found[-1]["move"] in position.moves
        assert not (found[-1]["exact"] and found[-1]["stopped"] == "stop")


def test_every_declared_parameter_is_drawn():
    """A parameter for which no value is found would be tried nowhere."""
    drawn = {(name, each): values_of(parameter) for name, maker in MAKERS.items() for each, parameter in drawable(maker).items()}
    assert len(drawn) > 50
    assert [each for each, values in drawn.items() if len(values) < 2] == []
    assert {("uct", "rave"), ("alphabeta", "windows"), ("maxn", "pruning"), ("bestreply", "threat")} <= set(drawn)
