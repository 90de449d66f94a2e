"""Max^n, one depth after another: when it may stop, and what it knows when it is stopped."""

from __future__ import annotations

from functools import cache

import hypothesis
import pytest
from hypothesis import given, strategies as st
from long_runs import LONG
from multiplayer_for_tests import Boughs, Brawl
from sampling import SPECIFICATION, game

from zermelo.engine.algorithms import maxn
from zermelo.search.options import PRUNINGS

brawl = cache(Brawl)
BOTH = (SPECIFICATION, "interpreted")
seeds = st.integers(0, 2**31 - 1)
seats = st.sampled_from([2, 3, 4] if LONG else [3, 4])


@hypothesis.settings(max_examples=80)
@given(seeds, seats, st.sampled_from(["first", "paranoid"]), st.sampled_from(PRUNINGS))
def test_a_win_or_loss_that_ends_the_search_is_never_taken_back(seed, seats, ties, pruning):
    """What is said to be exact, although some lines met the depth limit, is what a search to the end finds."""
    position = brawl(seats).seeded(seed)
    agent = maxn(nodes=10**6, ties=ties, pruning=pruning if ties == "first" else "none", backend="compiled")
    reports = list(agent.reports(position))
    assert [report.exact for report in reports] == [False] * (len(reports) - 1) + [True]
    assert truth(reports[-1]) == truth(maxn(ties=ties, backend="compiled")(position))
    assert reports[-1].plies in (None, len(reports)), "a win in three is found with the third depth, and is the end of it"


def truth(report):
    return report.values, report.line, report.plies


@pytest.mark.parametrize("backend", [*BOTH, "compiled"])
def test_deepening_ends_with_a_win(backend):
    """The column on the left wants one more stone of ours."""
    position = game("connect(players=3)").start().play("1 2 3 1 2 3 1 2 4")
    report = maxn(nodes=5000, backend=backend)(position)
    assert (report.depth, report.nodes, report.exact, report.stopped) == (1, 8, True, None)


@pytest.mark.parametrize("backend", BOTH)
def test_a_win_that_rests_on_a_guess_does_not_end_the_search(backend):
    """Where more than one may do well, the second player takes 4, which makes the first one win, until 7 comes into sight."""
    tree = [[(10, 4, 0), [[(0, 7, 3)]]], [(3, 1, 1)]]
    reports = list(maxn(nodes=1000, backend=backend).reports(Boughs(tree, bounds=(0, 10)).start()))
    assert [(report.value, report.plies, report.exact) for report in reports[1:]] == [
        (10, 2, False),
        (10, 2, False),
        (3, None, True),
    ]


def test_a_guess_as_bad_as_a_loss_does_not_end_the_search():
    """Then a loser may have something better that does not look it, and a win is taken back now and then."""
    revised = 0
    for seed in range(400):
        position = brawl(3, desperate=True).seeded(seed)
        whole, found = maxn(backend="compiled")(position), list(maxn(nodes=10**6, backend="compiled").reports(position))
        assert truth(found[-1]) == truth(whole)
        revised += any(report.plies is not None and truth(report) != truth(whole) for report in found)
    assert revised > 0


@pytest.mark.parametrize("ties", ["first", "average"])
@pytest.mark.parametrize("backend", BOTH)
def test_values_of_all_players_are_known_as_soon_as_one_move_is(backend, ties):
    """Stopped within the first depth; with averages, what they are so far."""
    tree = [(0.5, 0.5, -1), (1, -0.5, -0.5), (1, -1, 0), (2, -1, -1)]
    position = Boughs(tree, bounds=(-1, 2), open=True).start()
    for nodes, first, average in (
        (1, None, None),
        (2, tree[0], tree[0]),
        (3, tree[1], tree[1]),
        (4, tree[1], (1, -0.75, -0.25)),
        (5, tree[3], tree[3]),
    ):
        report = maxn(nodes=nodes, ties=ties, backend=backend)(position)
        assert report.values == (first if ties == "first" else average), nodes
