"""Pruning in max^n: four prunings, none of which may change a value or the line.

Each is seen to prune on a small tree in which four points are shared out, so that three players who are sure of four points
together leave nothing for anybody; then all of them are compared with plain max^n on noise.
"""

from __future__ import annotations

from functools import cache

import hypothesis
from hypothesis import given, strategies as st
from multiplayer_for_tests import Boughs, Crowd
from sampling import SPECIFICATION

import zermelo
from zermelo.engine.algorithms import maxn
from zermelo.search.options import PRUNINGS

crowd = cache(Crowd)
POINTS = 4
EVERYTHING = (4, 0, 0)
seeds = st.integers(0, 2**31 - 1)


def points(tree):
    """The tree with points as values that add up to zero."""
    return [points(branch) for branch in tree] if isinstance(tree, list) else tuple(3 * mine - POINTS for mine in tree)


def searches(tree, depth, open=True):
    """What every pruning finds, by name; the same on both sides."""
    position = Boughs(points(tree), bounds=(-POINTS, 2 * POINTS), open=open).start()
    found = {}
    for name in PRUNINGS:
        report, twin = (maxn(depth=depth, pruning=name, backend=backend)(position) for backend in (SPECIFICATION, "interpreted"))
        assert answer(report) == answer(twin)
        assert report.nodes == twin.nodes
        found[name] = report
    return found


def answer(report):
    return report.value, report.values, report.line


def nodes(found):
    assert len({answer(report) for report in found.values()}) == 1, "all agree"
    return [found[name].nodes for name in PRUNINGS]


# By hand


def test_immediate():
    """Whoever wins with this move has everything there is, and looks no further."""
    tree = [[(1, 1, 2)], EVERYTHING, [(2, 1, 1)], [(0, 0, 4)]]
    assert nodes(searches(tree, 3, open=False)) == [8, 4, 4, 4, 4]


def test_shallow():
    """We have 2 for sure. The next player is sure of 2, too, which leaves at most 2 for us: no need to look at the rest."""
    tree = [[(2, 1, 1)], [(1, 2, 1), (0, 4, 0), (4, 0, 0)]]
    assert nodes(searches(tree, 2)) == [7, 7, 5, 5, 5]


def test_last_branch():
    """We have 1 for sure, the second player 1, the third is sure of 2.

    So this position cannot be worth more than 1 to both of us. It is the second one's last move, and the one before leaves us no
    more than we have. Whichever it will be, we are not interested.
    """
    tree = [[[(1, 1, 2)]], [[(1, 1, 2)], [(0, 2, 2), (2, 1, 1), (3, 1, 0)]]]
    assert nodes(searches(tree, 3)) == [11, 11, 11, 9, 9]


def test_speculative():
    """The same when it is not the last move: it is given up, and never looked at again."""
    tree = [[[(1, 1, 2)]], [[(1, 1, 2)], [(0, 2, 2), (2, 1, 1), (3, 1, 0)], [(0, 1, 3)]]]
    assert nodes(searches(tree, 3)) == [13, 13, 13, 13, 11]


def test_speculation_that_fails():
    """The second player's other move leaves us 3, so what was given up may matter and is searched again: more nodes than without."""
    tree = [[[(1, 1, 2)]], [[(3, 1, 0)], [(0, 2, 2), (0, 1, 3)]]]
    found = searches(tree, 3)
    assert nodes(found) == [10, 10, 10, 10, 12]
    assert found["speculative"].line == ("1", "0", "0")


def test_speculation_that_fails_and_a_tie():
    """What was given up comes before a move that turns out as good, so it would be preferred if it were equally good; but it is worse."""
    tree = [[[(1, 1, 2)]], [[(0, 1, 3)], [(0, 2, 2), (0, 1, 3)], [(2, 2, 0)]]]
    found = searches(tree, 3)
    assert found["none"].line == ("1", "2", "0")
    assert nodes(found) == [12, 12, 12, 12, 14]


# On noise


crowds = st.builds(lambda seats, points: crowd(seats, points), st.sampled_from([2, 3, 4]), st.integers(1, 4))
depths = st.sampled_from([2, 3, 4, 5, 6, None])


@hypothesis.settings(max_examples=150)
@given(seeds, crowds, depths)
def test_nothing_is_lost(seed, game, depth):
    position = game.seeded(seed)
    plain = maxn(depth=depth, backend="compiled")(position)
    for name in PRUNINGS[1:]:
        report = maxn(depth=depth, pruning=name, backend="compiled")(position)
        assert answer(report) == answer(plain), name
        assert report.nodes <= plain.nodes or name == "speculative"


@hypothesis.settings(max_examples=60)
@given(seeds, crowds, depths, st.sampled_from(["order", "pv", "pv+order"]))
def test_nothing_is_lost_in_another_order(seed, game, depth, ordering):
    """Moves by `order`, or by the last iteration's line, come in the same order with pruning and without."""
    position = game.seeded(seed)
    limits = dict(depth=depth, nodes=10**6, ordering=ordering, backend="compiled")
    plain = [answer(report) for report in maxn(**limits).reports(position)]
    for name in PRUNINGS[1:]:
        found = [answer(report) for report in maxn(pruning=name, **limits).reports(position)]
        assert found == plain[: len(found)], name
        assert found[-1] == plain[-1], "it may see sooner that nothing is left to see"


def test_what_learns_from_cutoffs_may_break_ties_in_another_way():
    """Killers, history and History-ADS know more the more is cut; among equals another move may come first, which others feel."""
    for ordering in ("killers", "history", "ads"):
        changed = 0
        for seed in range(100):
            position = crowd(3, 2).seeded(seed)
            plain = maxn(depth=5, ordering=ordering, backend="compiled")(position)
            changed += maxn(depth=5, ordering=ordering, pruning="shallow", backend="compiled")(position).values != plain.values
        assert 0 < changed < 50, ordering


def test_each_prunes_more_than_the_one_before():
    """In total; a single speculative search may take longer."""
    total = dict.fromkeys(PRUNINGS, 0)
    longer = 0
    for seed in range(150):
        position = crowd(3).seeded(seed)
        found = [maxn(depth=6, pruning=name, backend="compiled")(position).nodes for name in PRUNINGS]
        longer += found[-1] > found[-2]
        for name, count in zip(PRUNINGS, found, strict=True):
            total[name] += count
    assert sorted(total.values(), reverse=True) == list(total.values())
    assert len(set(total.values())) == len(PRUNINGS)
    assert longer > 0


def test_chinese_checkers():
    start = zermelo.find("chinesecheckers(players=3,holes=73)").start()
    plain = maxn(depth=4, ordering="order")(start)
    for name in PRUNINGS[1:]:
        assert answer(maxn(depth=4, ordering="order", pruning=name)(start)) == answer(plain)
    assert maxn(depth=4, ordering="order", pruning="speculative")(start).nodes < plain.nodes / 4
