"""Searches for many players are what their definitions say: compared with a second, direct version of the definitions.

The yardsticks of `multiplayer_for_tests` know positions and rules only. Trees with numbers that somebody else has worked out come first.
"""

from __future__ import annotations

from functools import cache

import hypothesis
import pytest
from hypothesis import given, strategies as st
from multiplayer_for_tests import (
    Boughs,
    Crowd,
    best_reply_plus_value,
    best_reply_value,
    paranoid_value,
    true_values,
    worth_to_all,
)
from sampling import SPECIFICATION, game, samples

import zermelo
from zermelo.engine.algorithms import bestreply, bestreplyplus, maxn, paranoid

crowd = cache(Crowd)
BOTH = (SPECIFICATION, "interpreted")
UNLIMITED = 99
seeds = st.integers(0, 2**31 - 1)
seats = st.sampled_from([2, 3, 4])
depths = st.sampled_from([1, 2, 3, 4])
few = hypothesis.settings(max_examples=40)

LECTURE = [[[(1, 2, 3), (4, 2, 1)], [(6, 1, 2), (7, 4, -1)]], [[(5, -1, -1), (-1, 5, 2)], [(7, 7, -1), (5, 4, 5)]]]
"""A tree for three from a recitation of MIT's course 6.034 (2004), worked out there: the players get 1, 2 and 3."""


# Trees


@pytest.mark.parametrize("backend", BOTH)
def test_a_tree_that_others_have_worked_out(backend):
    report = maxn(backend=backend)(Boughs(LECTURE).start())
    assert report.values == (1, 2, 3)
    assert report.line == ("0", "0", "0")
    assert report.exact
    found = [maxn(backend=backend)(Boughs([[tree]]).start()).values for tree in (*LECTURE[0], *LECTURE[1])]
    assert found == [(1, 2, 3), (6, 1, 2), (-1, 5, 2), (5, 4, 5)], "what the third player leaves"
    assert [maxn(backend=backend)(Boughs([tree]).start()).values for tree in LECTURE] == [(1, 2, 3), (-1, 5, 2)]


@pytest.mark.parametrize("backend", BOTH)
def test_the_same_tree_among_conspirators(backend):
    """Of 1 4 6 7 on the left and 5 -1 7 5 on the right, the others leave us the least."""
    report = paranoid(backend=backend)(Boughs(LECTURE).start())
    assert (report.move, report.value, report.line) == ("0", 1, ("0", "b:0", "c:0"))
    report = bestreplyplus(backend=backend)(Boughs(LECTURE).start())
    assert (report.move, report.value) == ("0", 1)
    assert report.line == ("0", "b:0", "c:0")


@pytest.mark.parametrize("backend", BOTH)
@pytest.mark.parametrize(
    ("ties", "values", "move"),
    [("first", (3, 4, 5), "0"), ("paranoid", (1.5, 4, 7), "1"), ("average", (2, 4, 6), "0")],
)
def test_ties(backend, ties, values, move):
    """To the second player 3 and 1 for us are the same. Whoever fears the worst takes the sure 1.5; on average 2 is better."""
    tree = [[(3, 4, 5), (1, 4, 7), (0, 1, 9)], [(1.5, 4, 7), (0, 3, 0)]]
    report = maxn(ties=ties, backend=backend)(Boughs(tree).start())
    assert (report.values, report.move) == (values, move)


@pytest.mark.parametrize("backend", BOTH)
def test_ties_share_alike_however_many_there_are(backend):
    leaves = [(0.1, 0.4, -0.5), (0.1, -0.5, 0.4), (0.1, 0.1, -0.2), (0.1, 0, -0.1), (0.1, 0.9, -1.0)]
    report = maxn(depth=1, ties="average", backend=backend)(Boughs(leaves, bounds=(-1, 2), open=True).start())
    assert report.values == pytest.approx((0.1, 0.18, -0.28))


# Definitions


@few
@given(seeds, seats, depths, st.sampled_from(["first", "paranoid"]))
def test_max_n(seed, seats, depth, ties):
    position = crowd(seats).seeded(seed)
    report = maxn(depth=depth, ties=ties, backend="interpreted")(position)
    leaf = end_of_line(position, report)
    assert true_values(position, depth, ties) == worth_to_all(leaf, depth - len(report.line), len(report.line))
    assert report.values == (leaf.values if leaf.over else tuple(leaf.rules.evaluate(leaf.state, who) for who in range(seats)))
    assert report.value == report.values[position.player]
    assert report.plies == (len(report.line) if leaf.over and report.value in position.rules.bounds else None)


@few
@given(seeds, seats, depths)
def test_max_n_with_average_ties(seed, seats, depth):
    position = crowd(seats).seeded(seed)
    report = maxn(depth=depth, ties="average", backend="interpreted")(position)
    assert report.values == pytest.approx(
        true_values(position, depth, "average"), rel=1e-6, abs=1e-6
    )  # reports round what discounts leave


@few
@given(seeds, seats, st.sampled_from([1, 3, 5, None]), st.sampled_from([(), (0, 1, 0, 1)]))
def test_paranoid(seed, seats, depth, teams):
    position = crowd(len(teams) or seats, teams=teams).seeded(seed)
    report = paranoid(depth=depth, backend="compiled")(position)
    assert (report.value, report.plies) == paranoid_value(position, depth or UNLIMITED)


@few
@given(seeds, seats, st.sampled_from([1, 3, 4]), st.sampled_from([(), (0, 1, 0, 1)]))
def test_best_reply(seed, seats, depth, teams):
    position = crowd(len(teams) or seats, teams=teams).seeded(seed)
    report = bestreply(depth=depth, backend="compiled")(position)
    assert (report.value, report.plies) == best_reply_value(position, depth)


@few
@given(seeds, seats, st.sampled_from([1, 3, 4]))
def test_best_reply_plus(seed, seats, depth):
    position = crowd(seats).seeded(seed)
    report = bestreplyplus(depth=depth, backend="compiled")(position)
    assert (report.value, report.plies) == best_reply_plus_value(position, depth)


@pytest.mark.parametrize("agent", [paranoid, bestreply, bestreplyplus])
@few
@given(seeds, st.sampled_from([1, 2, 4, None]))
def test_with_two_players_it_is_alphabeta(agent, seed, depth):
    position = crowd(2, loose=False).seeded(seed)
    expected = zermelo.alphabeta(depth=depth, backend="compiled")(position)
    report = agent(depth=depth, backend="compiled")(position)
    assert (report.value, report.plies, report.move, report.nodes) == (
        expected.value,
        expected.plies,
        expected.move,
        expected.nodes,
    )


def test_max_n_with_two_players_is_minimax_where_ties_do_not_matter():
    """In a zero-sum game for two a tie for one is a tie for the other."""
    for seed in range(30):
        position = crowd(2).seeded(seed)
        expected = zermelo.minimax(depth=3, backend="compiled")(position)
        assert maxn(depth=3, backend="compiled")(position).value == expected.value


def end_of_line(position, report):
    for name in report.line:
        position = position.play(name)
    return position


TECHNIQUES = {
    "ordering": dict(ordering="all"),
    "History-ADS": dict(ordering="ads"),
    "table": dict(memory="64KB"),
    "little memory": dict(memory="1KB", ordering="pv"),
    "windows": dict(pvs=True, deepening=True, ordering="all", memory="64KB"),
}


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("agent", [paranoid, bestreply, bestreplyplus])
@few
@given(seeds, seats, st.sampled_from([2, 3, 5, None]))
def test_no_technique_changes_the_value(agent, technique, seed, seats, depth):
    position = crowd(seats).seeded(seed)
    plain = agent(depth=depth, backend="compiled")(position)
    clever = agent(depth=depth, backend="compiled", **TECHNIQUES[technique])(position)
    assert (clever.value, clever.plies) == (plain.value, plain.plies)


# Teams


def test_partners_across_the_table():
    """Two against two is a game for two: MAX and MIN by turns."""
    leaves = [[[[5, 3], [8, 1]], [[2, 9], [4, 7]]], [[[6, 0], [3, 3]], [[9, 1], [1, 8]]]]
    value = zermelo.minimax()(zermelo.TreeGame(leaves).start()).value
    alone = [[[[(x, -x, x, -x) for x in pair] for pair in pairs] for pairs in half] for half in leaves]
    partners = Boughs(alone, seats=4, teams=(0, 1, 0, 1)).start()
    for backend in BOTH:
        assert paranoid(backend=backend)(partners).value == value == 3
        assert paranoid(backend=backend)(Boughs(alone, seats=4).start()).value == 1, "without teams everybody is against us"


@pytest.mark.parametrize("backend", BOTH)
def test_a_partner_is_not_an_opponent(backend):
    """The second player is our partner: never searched as an opponent."""
    for seed in range(20):
        position = crowd(3, teams=(0, 0, 1), loose=False).seeded(3 * seed)
        view = bestreply(depth=2).search(position).view
        assert view.opponents == [2]
        for agent, yardstick in ((bestreply, best_reply_value), (bestreplyplus, best_reply_plus_value)):
            report = agent(depth=2, backend=backend)(position)
            assert (report.value, report.plies) == yardstick(position, 2)


# One player


@pytest.mark.parametrize("agent", [maxn, paranoid, bestreplyplus])
@pytest.mark.parametrize("backend", BOTH)
def test_alone(agent, backend):
    report = agent(backend=backend)(game("climb").start())
    assert (report.value, report.line, report.exact) == (3 + 7 + 4 + 9, ("0", "1", "1"), True)
    assert agent(depth=1, backend=backend)(game("climb").start()).value == 3 + 7 + 2 * 5


@few
@given(seeds, depths)
def test_alone_in_a_crowd(seed, depth):
    position = crowd(1).seeded(seed)
    expected = zermelo.minimax(depth=depth, backend="compiled")(position)
    report = paranoid(depth=depth, backend="compiled")(position)
    assert (report.value, report.plies, report.move) == (expected.value, expected.plies, expected.move)


# Wins


WIN, LOSS = (2, -1, -1), (-1, 2, -1)
SOONER = [[[[WIN]]], WIN, [[(0, 0, 0)]]]
LATER = [LOSS, [[[LOSS]]], [LOSS]]


@pytest.mark.parametrize("agent", [maxn, paranoid, bestreplyplus])
@pytest.mark.parametrize("backend", BOTH)
def test_sooner_wins_and_later_losses_are_preferred(agent, backend):
    assert agent(backend=backend)(Boughs(SOONER, bounds=(-1, 2)).start()).move == "1"
    assert agent(backend=backend)(Boughs(LATER, bounds=(-1, 2)).start()).move == "1"
    assert agent(backend=backend, depth=3)(Boughs(SOONER, bounds=(-1, 2)).start()).move == "1"


def test_a_guess_is_worth_less_than_a_win():
    tree = [[[[WIN]]], [WIN]]
    position = Boughs(tree, bounds=(-1, 2), open=True).start()
    assert maxn(depth=3, backend="interpreted")(position).line == ("1", "0", "0"), (
        "the win is seen on the right, and looks like one on the left"
    )


@pytest.mark.parametrize("agent", [maxn, paranoid, bestreply, bestreplyplus])
def test_one_move_before_a_win(agent):
    """The column on the left wants one more stone of ours."""
    position = game("connect(players=3)").start().play("1 2 3 1 2 3 1 2 4")
    report = agent(depth=3)(position)
    assert (report.move, report.line) == ("1", ("1",))
    assert (report.value, report.plies) == (2, 1)
    assert "value +2 (win in 1 ply)" in str(report)
    assert report.values == (WIN if agent is maxn else None)


@pytest.mark.parametrize("backend", BOTH)
def test_a_guess_may_be_anything_within_the_bounds(backend):
    """Also if no player can get less than 0, so that values do not add up to zero."""
    game = Boughs([(3, 5, 8), (6, 2, 8), (4, 9, 9)], bounds=(0, 10), open=True)
    game.bounded_evaluation = True
    assert maxn(depth=1, backend=backend)(game.start()).values == (6, 2, 8)
    sure = Boughs([(10, -5, -5), (9, -4, -5)], bounds=(-5, 10), open=True)
    assert maxn(depth=1, backend=backend)(sure.start()).values == (10, -5, -5), "a guess that looks like a win, but is none"
    assert maxn(depth=1, backend=backend)(sure.start()).plies is None


@pytest.mark.parametrize("backend", BOTH)
def test_a_mean_of_ends_that_are_near_and_far(backend):
    """Nothing does not fade, so to the second player the near end is as good as the far one; what the others get has faded."""
    report = maxn(ties="average", backend=backend)(Boughs([[(1, 0, -1), [(1, 0, -1)]]], bounds=(-1, 1)).start())
    assert (report.values, report.plies) == ((1, 0, -1), None)


def test_where_guesses_have_a_scale_of_their_own_wins_are_proven():
    """Thirds says nothing of its evaluation, so a win outranks every guess and the plies to it are counted."""
    for position in samples(game("thirds"), 5):
        report = maxn()(position)
        assert report.plies == len(report.line)
        assert sorted(report.values) == [-1, -1, 2]
        assert report.values[position.player] == report.value
