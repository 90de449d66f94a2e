"""The sequential test: its LLR is what others publish, what an optimiser finds and what can be worked out by hand; its errors are as rare as promised."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom
from test_ratings import BENCH

from zermelo.arena.ratings import score_of
from zermelo.arena.sprt import EMPTY, MARGIN, Sprt
from zermelo.errors import LimitError

# The log-likelihood ratio


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "counts", "llr"),
    [
        ("trinomial", 0.5, 2.5, (21184, 40708, 21404), -1.57),
        ("trinomial", 0, 2, (57030, 106593, 57433), -2.59),
        ("pentanomial", 0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
        ("pentanomial", 0, 2, (871, 26175, 55983, 26678, 821), -4.98),
    ],
)
def test_llr_is_what_fastchess_tests_expect(model, elo0, elo1, counts, llr):
    """Results of fishtest with logistic Elo, as in the tests of fastchess (app/tests/sprt_test.cpp), rounded to two places."""
    assert Sprt(elo0, elo1, model=model).state_of(counts).llr == pytest.approx(llr, abs=0.006)


@pytest.mark.parametrize(
    ("model", "counts"),
    [("trinomial", (30, 40, 35)), ("pentanomial", (5, 20, 40, 25, 10)), ("pentanomial", (1, 0, 3, 9, 2))],
)
def test_llr_is_what_an_optimiser_finds(model, counts):
    filled = np.array([count or EMPTY for count in counts])
    values = np.linspace(0, 1, len(counts))

    def likelihood(score):
        start = np.full(len(counts), 1 / len(counts))
        held = [{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ values - score}]
        found = minimize(lambda p: -filled @ np.log(p), start, constraints=held, bounds=[(1e-9, 1)] * len(counts), tol=1e-12)
        return -found.fun

    sprt = Sprt(-30, 50, model=model)
    assert sprt.state_of(counts).llr == pytest.approx(likelihood(score_of(50)) - likelihood(score_of(-30)), abs=1e-3)


def test_llr_without_draws_is_that_of_a_coin():
    won, lost, fair, better = 60, 40, score_of(0), score_of(40)
    expected = won * math.log(better / fair) + lost * math.log((1 - better) / (1 - fair))
    assert Sprt(0, 40, model="trinomial").state_of((lost, 0, won)).llr == pytest.approx(expected, abs=1e-3)


def test_llr_of_drawn_pairs_moves_half_the_way_for_each_point():
    """If all results are 1/2, the mean s1 > 1/2 is reached by taking 2 s1 - 1 from the draws and giving it to wins."""
    better = score_of(10)
    assert Sprt(0, 10).state_of((0, 0, 100, 0, 0)).llr == pytest.approx(100 * math.log(2 - 2 * better), abs=0.05)


def test_swapping_sides_changes_the_sign():
    forth = Sprt(-3, 11).state_of((3, 10, 40, 22, 5)).llr
    assert Sprt(-11, 3).state_of((5, 22, 40, 10, 3)).llr == pytest.approx(-forth)


def test_twice_the_games_are_twice_the_llr():
    once = Sprt().state_of((3, 10, 40, 22, 5)).llr
    assert Sprt().state_of((6, 20, 80, 44, 10)).llr == pytest.approx(2 * once)


def test_correlation_of_pairs_counts_in_the_pentanomial_model_only():
    """The same 60 wins and 40 losses: openings that favour a side, or openings that suit a player."""
    apart, together = [(1, 0)] * 40 + [(1, 1)] * 10, [(1, 1)] * 30 + [(0, 0)] * 20
    assert Sprt(model="trinomial").state(apart) == Sprt(model="trinomial").state(together)
    assert Sprt().state(apart).llr > 3 * Sprt().state(together).llr > 0


def test_without_games_nothing_is_decided():
    assert Sprt().state([]) == (0, -math.log(19) - MARGIN, math.log(19) + MARGIN, None)
    assert Sprt().state([(1,)]).llr == 0
    assert Sprt(model="trinomial").state([(1,)]).llr > 0


def test_a_lone_game_of_a_pair_waits_for_the_other():
    pairs = [(1, 0.5), (0, 1), (0.5, 0.5)]
    assert Sprt().state([*pairs, (0,)]) == Sprt().state(pairs)


@pytest.mark.parametrize("model", ["trinomial", "pentanomial"])
@pytest.mark.parametrize(("points", "verdict"), [(1, "accepted"), (0, "rejected"), (0.5, "rejected")])
def test_one_sided_results_are_decided(model, points, verdict):
    state = Sprt(0, 50, model=model).state([(points, points)] * 300)
    assert state.verdict == verdict
    assert math.isfinite(state.llr)


def test_bounds_are_a_little_beyond_walds():
    sprt = Sprt(alpha=0.01, beta=0.1)
    assert (sprt.lower, sprt.upper) == pytest.approx((math.log(0.1 / 0.99) - MARGIN, math.log(0.9 / 0.01) + MARGIN))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"elo0": 10, "elo1": 10}, "elo0=10 must be less than elo1=10"),
        ({"elo1": 2001}, "from -2000 to 2000"),
        ({"elo0": math.nan}, "elo0=nan must be a number"),
        ({"elo0": "5"}, "elo0='5' must be a number"),
        ({"alpha": True}, "alpha=True must be a number"),
        ({"alpha": 0}, "alpha=0 must be a probability between 0 and 0.5"),
        ({"beta": 0.5}, "beta=0.5 must be a probability between 0 and 0.5"),
        ({"model": "normal"}, "unknown model 'normal'; expected trinomial or pentanomial"),
    ],
)
def test_wrong_parameters_are_told(given, message):
    with pytest.raises(LimitError, match=message):
        Sprt(**given)


def test_wrong_results_are_told():
    with pytest.raises(LimitError, match=r"each 0, 0\.5 or 1"):
        Sprt().state([(1, 0.7)])
    with pytest.raises(LimitError, match="one or two games"):
        Sprt().state([(1, 0, 1)])
    with pytest.raises(LimitError, match="needs 5 counts"):
        Sprt().state_of((1, 2, 3))
    with pytest.raises(LimitError, match="impossible"):
        Sprt().expected_pairs(0, draws=1)


# How long it takes


def test_the_test_is_longest_between_the_hypotheses():
    taken = [Sprt(0, 10).expected_pairs(elo) for elo in (-30, 0, 5, 10, 40)]
    assert taken[0] < taken[1] < taken[2] > taken[3] > taken[4]
    assert taken[1] == pytest.approx(taken[3], rel=0.01)
    assert Sprt(0, 10).expected_pairs(5 + 1e-9) == pytest.approx(Sprt(0, 10).expected_pairs(5), rel=1e-4)


def test_correlation_below_0_makes_it_shorter():
    assert Sprt().expected_pairs(0, correlation=-0.2) == pytest.approx(0.8 * Sprt().expected_pairs(0))


# Errors

RUNS = 200
MOST_ERRORS = int(binom.ppf(0.999, RUNS, 0.05))
"""If each of 200 tests is wrong with a probability of 5 %, one series in a thousand has more than these 21 wrong verdicts."""
CASES = [("trinomial", 0.0), ("pentanomial", 0.4), ("pentanomial", -0.4)]


@pytest.mark.parametrize(("model", "correlation"), CASES)
@pytest.mark.parametrize("elo", [0, 100])
def test_errors_are_rare(model, correlation, elo):
    """At hypotheses that are far apart, so tests are short; the number of pairs is about the expected one."""
    sprt = Sprt(0, 100, model=model)
    accepted, taken = BENCH.verdicts(sprt, elo, 0.3, correlation, RUNS, seed=3)
    assert RUNS * (accepted if elo == 0 else 1 - accepted) <= MOST_ERRORS
    assert taken == pytest.approx(sprt.expected_pairs(elo, 0.3, BENCH.actual(0.3, correlation)), rel=0.6)


@pytest.mark.long
@pytest.mark.parametrize(("model", "elo0", "elo1", "draws", "correlation"), BENCH.ERRORS)
def test_errors_are_as_rare_as_promised(model, elo0, elo1, draws, correlation):
    """The same runs as those of `python benches/ratings.py`, with the same tolerance; and the expected number of pairs to a fifth."""
    sprt, runs = Sprt(elo0, elo1, model=model), 400
    for elo in (elo0, elo1):
        accepted, taken = BENCH.verdicts(sprt, elo, draws, correlation, runs)
        assert runs * (accepted if elo == elo0 else 1 - accepted) <= binom.ppf(0.999, runs, 0.05)
        assert taken == pytest.approx(sprt.expected_pairs(elo, draws, BENCH.actual(draws, correlation)), rel=0.2)
