"""Adaptive lists, and what they are for: Threat-ADS orders opponents, History-ADS moves; neither changes a value."""

from __future__ import annotations

from functools import cache

import hypothesis
import pytest
from hypothesis import given, strategies as st
from multiplayer_for_tests import Crowd
from sampling import SPECIFICATION, game, reports, samples, told

import zermelo
from zermelo.engine.algorithms import bestreply, maxn, paranoid
from zermelo.errors import AgentError
from zermelo.search.ads import ask, rule_number
from zermelo.search.multiplayer.view import STRIDE
from zermelo.search.ordering import MOST_RECENT, Ordering

crowd = cache(Crowd)
RULES = ["move_to_front", "transposition", "move_ahead_2"]
seeds = st.integers(0, 2**31 - 1)
few = hypothesis.settings(max_examples=40)


# The list


@pytest.mark.parametrize(
    ("rule", "accesses", "expected"),
    [
        ("move_to_front", [3], [3, 1, 2, 4, 5]),
        ("move_to_front", [3, 1, 1], [1, 3, 2, 4, 5]),
        ("move_to_front", [3, 1, 1, 4], [4, 1, 3, 2, 5]),
        ("transposition", [3], [1, 3, 2, 4, 5]),
        ("transposition", [3, 1, 1], [1, 3, 2, 4, 5]),
        ("transposition", [3, 1, 1, 4], [1, 3, 4, 2, 5]),
        ("transposition", [5, 5, 5, 5, 5], [5, 1, 2, 3, 4]),
        ("move_ahead_1", [3, 1, 1, 4], [1, 3, 4, 2, 5]),
        ("move_ahead_2", [3, 1, 1, 4], [1, 4, 3, 2, 5]),
        ("move_ahead_3", [2, 5], [2, 5, 1, 3, 4]),
        ("move_ahead_99", [4, 5], [5, 4, 1, 2, 3]),
    ],
)
def test_lists_reorder_themselves(rule, accesses, expected):
    """The accesses 3, 1, 1, 4 are the lecture's; the rest is worked out by hand."""
    items = [1, 2, 3, 4, 5]
    for item in accesses:
        ask(items, item, rule_number(rule))
    assert items == expected


@given(st.permutations(range(6)), st.lists(st.integers(0, 5)), st.integers(0, 99))
def test_nothing_gets_lost(items, accesses, rule):
    for item in accesses:
        place = items.index(item)
        before = [other for other in items if other != item]
        ask(items, item, rule)
        assert [other for other in items if other != item] == before, "the others keep their order"
        assert items.index(item) == (max(0, place - rule) if rule else 0)


@pytest.mark.parametrize("text", ["", "front", "move_ahead_0", "move_ahead_100", "move_ahead_-1", "move_ahead_", "Move_To_Front"])
def test_rules_that_there_are_not(text):
    with pytest.raises(AgentError, match=r"there is no rule `.*`; there are move_to_front, transposition and move_ahead_k"):
        rule_number(text)


# Threat-ADS


def test_the_opponent_who_hurts_most_is_tried_first():
    position = crowd(4, loose=False).seeded(0)
    view = bestreply(threat="move_to_front").search(position).view
    after = next(after for move in position.choices if view.utilities(after := view.play(position.state, move)) is None)

    def order():
        return list(dict.fromkeys(move // STRIDE for move in view.moves(after)))

    assert order() == [1, 2, 3], "at first in the order of their turns"
    view.credit(after, 3 * STRIDE)
    assert order() == [3, 1, 2]
    view.credit(after, STRIDE)
    assert order() == [1, 3, 2]
    view.credit(position.state, 0)
    assert order() == [1, 3, 2], "our own moves threaten nobody"


@pytest.mark.parametrize("rule", RULES)
@few
@given(seeds, st.sampled_from([2, 3, 4]), st.sampled_from([2, 3, 4, None]), st.booleans())
def test_threats_do_not_change_the_value(rule, seed, seats, depth, clever):
    position = crowd(seats).seeded(seed)
    options = dict(ordering="all", memory="64KB", pvs=True) if clever else {}
    plain = bestreply(depth=depth, backend="compiled")(position)
    report = bestreply(depth=depth, threat=rule, backend="compiled", **options)(position)
    assert (report.value, report.plies) == (plain.value, plain.plies)
    assert seats > 2 or clever or report.nodes == plain.nodes, "a single opponent is always first"


@pytest.mark.parametrize("rule", RULES)
def test_threats_change_the_nodes(rule):
    counts = [
        (
            bestreply(depth=5, threat=rule, backend="compiled")(position).nodes,
            bestreply(depth=5, backend="compiled")(position).nodes,
        )
        for position in (crowd(4).seeded(seed) for seed in range(50))
    ]
    assert any(with_list < without for with_list, without in counts)
    assert any(with_list != without for with_list, without in counts)


def test_threats_save_nodes_in_the_virus_game():
    """In total over some positions; the experiment on many games is `zermelo experiment threat-ads`."""
    positions = samples(game("virus(players=4,rows=5,cols=5)"), 20, plies=20)
    totals = {rule: sum(bestreply(depth=6, threat=rule)(position).nodes for position in positions) for rule in ("", *RULES)}
    assert all(totals[rule] < totals[""] for rule in RULES), totals


# Threat-ADS with a list that lasts


def turns(position, *agents, most=5):
    """What agents say at each turn of the first player. The first agent chooses the moves; the others always make their last one."""
    found, player = [], position.player
    while not position.over and len(found) < most:
        if position.player == player:
            found.append([[told(report) | {"agent": ""} for report in agent.reports(position)] for agent in agents])
            position = position.play(found[-1][0][-1]["move"])
        else:
            position = position.advance(position.choices[-1])
    return found


@pytest.mark.parametrize("rule", RULES)
def test_a_kept_list_is_the_same_in_both_languages(rule):
    """Over several turns, with and without limits; the list of an interrupted search is kept as well."""
    changed = 0
    for limits in (dict(depth=4), dict(depth=4, nodes=40), dict(depth=3, memory="64KB", deepening=True)):
        agents = [
            bestreply(threat=rule, keep_threat=keep, backend=backend, **limits)
            for keep, backend in ((True, SPECIFICATION), (True, "compiled"), (True, "interpreted"), (False, "compiled"))
        ]
        for seed in range(12):
            for expected, *twins, anew in turns(crowd(4).seeded(seed), *(agent.remembering() for agent in agents)):
                assert twins == [expected, expected], (limits, seed)
                changed += expected != anew
    assert changed, "the list matters"


def test_a_kept_list_changes_nodes_but_no_value():
    agents = [bestreply(depth=4, threat="move_to_front", keep_threat=keep).remembering() for keep in (True, False)]
    first, *later = turns(game("virus(players=4,rows=5,cols=5)").start(), *agents)
    assert first[0] == first[1], "the first search begins in the order of turns"
    counts = [[(report["nodes"], report["value"]) for (report,) in turn] for turn in later]
    assert any(kept[0] != anew[0] for kept, anew in counts)
    assert all(kept[1] == anew[1] for kept, anew in counts)


def test_a_list_belongs_to_one_agent_and_player():
    agent, changed = bestreply(depth=4, threat="move_to_front", keep_threat=True), 0
    for position in samples(game("virus(players=4,rows=5,cols=5)"), 10, plies=12):
        once = agent(position).nodes
        assert agent(position).nodes == once, "an agent without a memory begins anew"
        remembering = agent.remembering()
        changed += [remembering(position).nodes for _ in range(2)] != [once, once]
        assert remembering.fresh(1)(position).nodes == once
        after = position.play(position.moves[0])
        if not after.over:
            assert remembering(after).nodes == agent(after).nodes, "another player has a list of their own"
    assert changed


def test_only_a_list_can_be_kept():
    with pytest.raises(AgentError, match="keep_threat keeps the list of Threat-ADS; add its rule"):
        bestreply(keep_threat=True)(crowd(3).seeded(0))
    with pytest.raises(AgentError, match="no parameter `keep_threat`"):
        zermelo.agent("paranoid(keep_threat=True)")


# History-ADS


def test_moves_that_cut_come_first():
    ordering = Ordering(crowd(3).rules, ("ads",), "move_to_front")
    state = crowd(3).seeded(0).state
    for move in (2, 0, 3):
        ordering.cut(move, 0, 0, 1)
    assert ordering.sort(state, [0, 1, 2, 3], 0, 0, -1) == [3, 0, 2, 1]
    ordering.cut(2, 1, 5, 1)
    assert ordering.sort(state, [0, 1, 2, 3], 0, 0, -1) == [2, 3, 0, 1], "whoever made it, wherever"


@pytest.mark.parametrize("rule", RULES)
def test_the_list_stays_short(rule):
    ordering = Ordering(crowd(3).rules, ("ads",), rule)
    for move in range(3 * MOST_RECENT):
        ordering.cut(move, 0, 0, 1)
    assert len(ordering.recent) == MOST_RECENT
    newest = 3 * MOST_RECENT - 1
    assert (newest in ordering.recent[:1]) == (rule == "move_to_front")


@pytest.mark.parametrize("rule", RULES)
@few
@given(seeds, st.sampled_from([2, 3, 4]), st.sampled_from([3, 5, None]))
def test_history_does_not_change_the_value(rule, seed, seats, depth):
    position = crowd(seats).seeded(seed)
    for agent in (paranoid, bestreply):
        plain = agent(depth=depth, backend="compiled")(position)
        report = agent(depth=depth, ordering="ads", ads=rule, backend="compiled")(position)
        assert (report.value, report.plies) == (plain.value, plain.plies)


def test_history_in_games_for_two():
    agent = zermelo.alphabeta(depth=4, ordering="ads")
    for text, backend in (("connect4", "native"), ("thicket", "interpreted"), ("strip", "interpreted")):
        for position in samples(game(text), 3):
            expected = reports(agent, position, SPECIFICATION)
            assert reports(agent, position, backend) == expected
            assert expected[-1]["value"] == zermelo.alphabeta(depth=4, backend=backend)(position).value


def test_history_saves_nodes():
    start = game("connect4").start()
    assert zermelo.alphabeta(depth=8, ordering="ads")(start).nodes < zermelo.alphabeta(depth=8)(start).nodes / 2
    start = zermelo.find("rolit(players=3)").start()
    assert paranoid(depth=6, ordering="ads")(start).nodes < paranoid(depth=6)(start).nodes
    assert maxn(depth=3, ordering="ads")(start).nodes == maxn(depth=3)(start).nodes, "where nothing is cut, order saves nothing"
