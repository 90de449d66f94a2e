"""Ratings: they are what choix and a plain optimiser find, they do not depend on how games are written down, and intervals contain the truth.

`benches/ratings.py` simulates players whose Elo is known; here are small forms of its simulations, and with ZERMELO_LONG=1 larger ones.
"""

from __future__ import annotations

import importlib.util
import itertools
import math
import random
from pathlib import Path

import choix
import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom, ttest_1samp

from zermelo.arena.plackett_luce import LINK, PRIOR, Likelihood, choices
from zermelo.arena.ratings import Played, elo_of, mean_difference, mean_scores, rate, score_of, superiority
from zermelo.errors import LimitError

ELO = 400 / math.log(10)


def bench():
    """The simulations."""
    spec = importlib.util.spec_from_file_location("bench_of_ratings", Path(__file__).parent.parent / "benches" / "ratings.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


BENCH = bench()


def tournament(seats, entrants, games, seed, levels=3):
    """Random games of random entrants; few levels of values make many ties."""
    chance = random.Random(seed)
    return [
        Played(
            tuple(chance.sample(range(entrants), seats)),
            tuple(float(chance.randrange(levels)) for _ in range(seats)),
            number // seats,
        )
        for number in range(games)
    ]


def elos(games, entrants, **given):
    return np.array([each.elo for each in rate(games, entrants, resamples=1, **given)])


def centred(strengths):
    """The ratings that belong to logarithms of strengths."""
    return (strengths - strengths.mean()) * ELO


# Against other programs


@pytest.mark.parametrize("seed", range(5))
def test_two_seats_are_bradley_terry_with_draws_as_half_wins(seed):
    """The matrix of wins that choix takes may have halves, and the virtual opponent is one more player."""
    entrants = 6
    games = tournament(2, entrants, 60, seed)
    wins = np.zeros((entrants + 1, entrants + 1))
    for game in games:
        (first, second), (one, other) = game.entrants, game.values
        wins[first, second] += (one > other) + (one == other) / 2
        wins[second, first] += (other > one) + (one == other) / 2
    met = wins + wins.T
    often = met.sum(axis=0)[:entrants]
    wins[:entrants, :entrants] += PRIOR * met[:entrants, :entrants] * (1 / often[:, None] + 1 / often[None]) / 2
    wins[:entrants, entrants] = wins[entrants, :entrants] = LINK / 2
    expected = centred(choix.ilsr_pairwise_dense(wins, alpha=0, max_iter=1000, tol=1e-12)[:entrants])
    assert elos(games, entrants) == pytest.approx(expected, abs=1e-3)


def without_prior(games, entrants):
    likelihood, nearly_nothing = Likelihood.of(games, entrants), np.full((1, entrants), 1e-9)
    return centred(likelihood.strongest(*likelihood.weighted(likelihood.counts[None]), nearly_nothing, nearly_nothing)[0])


@pytest.mark.parametrize("seed", range(3))
def test_rankings_are_plackett_luce(seed):
    games = tournament(4, 6, 40, seed, levels=10**9)
    rankings = [tuple(who for _, who in sorted(zip(game.values, game.entrants, strict=True), reverse=True)) for game in games]
    expected = centred(choix.opt_rankings(6, rankings, alpha=1e-9, method="BFGS", tol=1e-6))
    assert without_prior(games, 6) == pytest.approx(expected, abs=1e-2)


@pytest.mark.parametrize("seed", range(3))
def test_ties_are_choices_from_one_set(seed):
    games = [game for game in tournament(4, 5, 40, seed) if len(set(game.values)) > 1]
    data = []
    for game in games:
        seats = list(zip(game.values, game.entrants, strict=True))
        for value, who in seats:
            if value > min(game.values):
                data.append((who, [other for got, other in seats if got <= value and other != who]))
    expected = centred(choix.opt_top1(5, data, alpha=1e-9, method="BFGS", tol=1e-6))
    assert without_prior(games, 5) == pytest.approx(expected, abs=1e-2)


def seat_by_seat(game):
    """(strength of the chosen seat, all seats it was chosen from, weight), as the definition says it."""
    ranks, everyone = sorted(set(game.values), reverse=True), list(zip(game.values, game.entrants, strict=True))
    for rank in ranks[:-1] or ranks:
        left = sorted(who for got, who in everyone if got <= rank)
        tied = [who for got, who in everyone if got == rank]
        for who in tied:
            yield who, left, 1 if len(ranks) > 1 else (len(tied) - 1) / len(tied)


def surprise(strengths, games):
    """The negative logarithm of the likelihood with its prior."""
    made = [choice for game in games for choice in seat_by_seat(game) if len(set(choice[1])) > 1]
    often = np.zeros(len(strengths))
    for _, left, weight in made:
        np.add.at(often, left, weight)
    made += [
        (who, left, PRIOR * weight * sum(1 / often[each] for each in left) / len(left))
        for _, left, weight in made
        for who in left
    ]
    total = LINK * sum(np.logaddexp(0, strength) - strength / 2 for strength in strengths)
    return total + sum(weight * (np.logaddexp.reduce(strengths[left]) - strengths[who]) for who, left, weight in made)


@pytest.mark.parametrize("seed", range(4))
def test_an_entrant_may_have_several_seats(seed):
    chance = random.Random(seed)
    games = [
        Played(tuple(chance.randrange(4) for _ in range(3)), tuple(float(chance.randrange(3)) for _ in range(3)), number)
        for number in range(30)
    ]
    best = minimize(surprise, np.zeros(4), args=(games,), tol=1e-12).x
    assert elos(games, 4) == pytest.approx(centred(best), abs=0.05)


# By hand


def test_a_drawn_match_is_even_and_a_won_one_is_not():
    even, other = rate([Played((0, 1), (1, 0), 0), Played((0, 1), (0, 1), 0)], 2)
    assert (even.elo, other.elo) == pytest.approx((0, 0), abs=1e-6)
    assert (even.points, even.games, even.score) == (1, 2, 0.5)


def test_with_many_games_ratings_are_the_elo_of_the_score():
    games = [Played((0, 1), (1, 0) if number % 4 else (0, 1), number // 2) for number in range(20_000)]
    first, second = rate(games, 2, resamples=10)
    assert first.elo - second.elo == pytest.approx(elo_of(0.75), abs=0.1)
    assert first.score == 0.75


def test_a_game_of_all_drawn_counts_as_a_draw():
    assert list(choices(Played((3, 1, 2), (7, 7, 7), 0))) == [((1, 2, 3), who, pytest.approx(2 / 3)) for who in (3, 1, 2)]


def test_a_game_with_oneself_says_nothing():
    assert list(choices(Played((2, 2), (1, 0), 0))) == []
    assert elos([Played((0, 0), (1, 0), 0), Played((0, 1), (1, 0), 1)], 2) == pytest.approx(elos([Played((0, 1), (1, 0), 1)], 2))
    assert rate([Played((0, 0), (1, 0), 0)], 1)[0][3:] == (0, 0, 0.5)


def test_points_count_the_seats_of_others():
    first, second, third = rate([Played((0, 1, 2), (9, 5, 5), 0), Played((0, 0, 1), (1, 3, 2), 1)], 3, resamples=1)
    assert first[3:] == (2, 1.5, 0.75)  # 1, and the mean of 0 and 1
    assert second[3:] == (2, 0.75, 0.375)
    assert third[3:] == (1, 0.25, 0.25)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (190.849, 0.75)])
def test_elo_and_score_are_inverse(elo, score):
    assert score_of(elo) == pytest.approx(score)
    assert elo_of(score) == pytest.approx(elo, abs=1e-3)


def test_scores_of_all_and_nothing_are_infinite():
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)
    assert score_of(1e6) == 1


# What must not matter


GAMES = [*tournament(2, 5, 60, seed=1), *(each._replace(group=each.group + 100) for each in tournament(3, 5, 30, seed=2))]


def same(found, expected):
    return np.array(found) == pytest.approx(np.array(expected), abs=1e-6)


def test_order_of_games_and_names_of_groups_do_not_matter():
    shuffled = [game._replace(group=1000 - 3 * game.group) for game in reversed(GAMES)]
    assert same(rate(shuffled, 5, 50), rate(GAMES, 5, 50))


def test_seats_do_not_matter():
    turned = [game._replace(entrants=game.entrants[::-1], values=game.values[::-1]) for game in GAMES]
    assert same(rate(turned, 5, 50), rate(GAMES, 5, 50))


def test_only_the_order_of_values_matters():
    other = [game._replace(values=tuple(math.exp(5 * value) - 100 for value in game.values)) for game in GAMES]
    assert same(rate(other, 5, 50), rate(GAMES, 5, 50))


def test_numbers_of_entrants_do_not_matter():
    """The ratings are the same; intervals, which are drawn in another order, nearly."""
    order = (3, 0, 4, 1, 2)
    renamed = [game._replace(entrants=tuple(order[who] for who in game.entrants)) for game in GAMES]
    before, after = rate(GAMES, 5, 4000), rate(renamed, 5, 4000)
    for who, new in enumerate(order):
        assert after[new].elo == pytest.approx(before[who].elo, abs=1e-5)
        assert after[new][1:3] == pytest.approx(before[who][1:3], abs=0.1 * (before[who].high - before[who].low))
        assert after[new][3:] == pytest.approx(before[who][3:])


def test_four_times_the_games_halve_the_interval():
    copies = [game._replace(group=1000 * copy + game.group) for copy in range(4) for game in GAMES * 4]
    many = [game._replace(group=1000 * copy + game.group) for copy in range(16) for game in GAMES * 4]
    for few, more in zip(rate(copies, 5), rate(many, 5), strict=True):
        assert more.high - more.low == pytest.approx((few.high - few.low) / 2, rel=0.15)


def test_games_of_one_group_are_not_new_evidence():
    once = rate([Played((0, 1), (1, 0) if group % 3 else (0, 1), group) for group in range(60)], 2)
    again = rate([Played((0, 1), (1, 0) if group % 3 else (0, 1), group) for group in range(60) for _ in range(10)], 2)
    assert again[0].high - again[0].low == pytest.approx(once[0].high - once[0].low, rel=0.15)


def test_the_mean_is_0_or_the_anchor_is():
    assert sum(elos(GAMES, 5)) == pytest.approx(0, abs=1e-6)
    anchored = rate(GAMES, 5, anchor=2)
    assert anchored[2][:3] == (0, 0, 0)
    assert [each.elo for each in anchored] == pytest.approx(elos(GAMES, 5) - elos(GAMES, 5)[2], abs=1e-5)


def test_the_same_seed_gives_the_same_intervals():
    assert rate(GAMES, 5, 50, seed=3) == rate(GAMES, 5, 50, seed=3)
    assert rate(GAMES, 5, 50, seed=3) != rate(GAMES, 5, 50, seed=4)


# Little to go by


def test_without_games_nothing_is_known():
    for each in rate([], 3):
        assert each.elo == 0
        assert each.low < -800 < 800 < each.high
        assert each[3:] == (0, 0, 0.5)
    assert superiority([], 2)[0][1] == pytest.approx(0.5, abs=0.05)


def test_one_game_says_little():
    winner, loser = rate([Played((0, 1), (1, 0), 0)], 2)
    assert winner.low < 0 < winner.elo < winner.high
    assert loser.elo == pytest.approx(-winner.elo)


@pytest.mark.parametrize("number", [1, 10, 1000])
def test_drawn_games_leave_a_doubt(number):
    first, _ = rate([Played((0, 1), (0.5, 0.5), game // 2) for game in range(number)], 2)
    assert first.elo == pytest.approx(0, abs=1e-9)
    assert first.low < 0 < first.high
    assert first.high - first.low == pytest.approx(1100 / number, rel=0.6)


@pytest.mark.parametrize("number", [2, 10, 100])
def test_who_won_everything_is_much_stronger_by_an_unknown_amount(number):
    first, second = rate([Played((0, 1), (1, 0), game) for game in range(number)], 2)
    difference = first.elo - second.elo
    assert difference == pytest.approx(elo_of((number + 0.5) / (number + 1)), rel=0.15)
    assert first.high - first.elo > 150
    # Winning all games by chance has a probability of less than 2.5 % below the score that Clopper and Pearson give.
    assert 2 * first.low == pytest.approx(elo_of(0.025 ** (1 / number)), abs=160)


def test_groups_that_never_met_are_not_compared():
    games = [Played((first, first + 1), (1, 0), 100 * first + game) for first in (0, 2) for game in range(200)]
    found, table = rate(games, 4), superiority(games, 4)
    assert found[0].elo == pytest.approx(found[2].elo, abs=1e-5)
    assert found[0].high - found[0].low > 500
    assert table[0][1] > 0.99
    assert table[0][2] == pytest.approx(0.5, abs=0.05)


def test_one_resample_is_enough_to_run():
    for each in rate(GAMES, 5, resamples=1):
        assert each.low <= each.elo <= each.high


def test_huge_differences_are_found():
    """A ladder: everyone beats the next 99 times in 100. Newton's steps are bounded, and still arrive."""
    games = [Played((who, who + 1), (0, 1) if game == 0 else (1, 0), 100 * who + game) for who in range(9) for game in range(100)]
    found = elos(games, 10)
    assert np.diff(found) == pytest.approx([-elo_of(0.99)] * 9, rel=0.15)
    assert (np.diff(found) < 0).all()


@pytest.mark.parametrize(
    ("games", "given", "message"),
    [
        ([], {"entrants": 0}, "entrants=0 must be a whole number of at least 1"),
        ([], {"entrants": 2, "resamples": 0}, "resamples=0 must be a whole number of at least 1"),
        ([], {"entrants": 2, "anchor": 2}, "anchor=2 must be the number of an entrant, from 0 to 1"),
        ([Played((0, 2), (1, 0), 0)], {"entrants": 2}, r"game 0 has the entrants \(0, 2\), but .* from 0 to 1"),
        ([Played((0, 1), (1,), 0)], {"entrants": 2}, "game 0 has 2 entrants and 1 values"),
        ([Played((), (), 0)], {"entrants": 2}, "game 0 has 0 entrants"),
        ([Played((0, 1), (1, math.nan), 0)], {"entrants": 2}, "finite"),
    ],
)
def test_wrong_input_is_told(games, given, message):
    with pytest.raises(LimitError, match=message):
        rate(games, **given)


# Who is stronger


def test_superiority_adds_up_to_one():
    table = np.array(superiority(GAMES, 5))
    assert table + table.T == pytest.approx(np.ones((5, 5)))
    assert np.diag(table) == pytest.approx([0.5] * 5)
    assert (table > 0).all()


def test_superiority_agrees_with_the_normal_approximation():
    """55 of 100 pairs of one game: (score - 1/2) / deviation = 0.05 / 0.04975 = 1.005, whose probability is 0.843."""
    games = [Played((0, 1), (1, 0) if game < 55 else (0, 1), game) for game in range(100)]
    assert superiority(games, 2, resamples=20_000)[0][1] == pytest.approx(0.843, abs=0.015)


@pytest.mark.parametrize(("games", "correlation"), [(10, 0.0), (50, -0.4), (50, 0.4)])
def test_equal_players_are_rarely_called_unequal(games, correlation):
    runs = 200
    assert BENCH.mistaken(games, correlation, runs) <= binom.ppf(0.999, runs, 0.05) / runs


# The truth is inside


def least(trials):
    """A share that 93 % reach with a probability of 99.9 %, even if the intervals of one tournament all depend on each other."""
    return binom.ppf(0.001, trials, 0.93) / trials


@pytest.mark.parametrize(
    "case", [(2, 2, 50, 0.3, 0.4, 150), (4, 2, 50, 0.3, -0.4, 150), (10, 2, 200, 0.1, 0.4, 150), (4, 4, 48, 0, 0, 150)]
)
def test_intervals_contain_the_truth(case):
    runs = 40
    assert BENCH.covered(case, runs, resamples=200)[0] >= least(runs)


@pytest.mark.long
@pytest.mark.parametrize("case", BENCH.COVERAGE, ids=str)
def test_intervals_contain_the_truth_93_times_in_100(case):
    """The same runs as those of `python benches/ratings.py`."""
    assert BENCH.covered(case, 800 // case[0])[0] >= 0.93


# Games for one


def test_means_have_students_interval():
    values = [3.0, 5.0, 4.0, 9.0]
    (found,) = mean_scores([Played((0,), (value,), group) for group, value in enumerate(values)], 1)
    low, high = ttest_1samp(values, 0).confidence_interval(0.95)
    assert found == pytest.approx((5.25, low, high, 4))


def test_games_of_one_group_are_one_observation():
    games = [Played((0,), (value,), group) for group, value in ((0, 1), (0, 3), (1, 4), (2, 6))]
    (found,) = mean_scores(games, 1)
    low, high = ttest_1samp([2, 4, 6], 0).confidence_interval(0.95)
    assert found == pytest.approx((4, low, high, 4))


def test_one_game_has_a_mean_without_an_interval():
    first, second = mean_scores([Played((0,), (7,), 0)], 2)
    assert first == (7, None, None, 1)
    assert math.isnan(second.mean)
    assert second[1:] == (None, None, 0)


def test_differences_are_paired():
    chance = random.Random(5)
    luck = [chance.gauss(0, 100) for _ in range(20)]
    skill = [[chance.gauss(who, 1) for _ in luck] for who in (0, 3)]
    games = [Played((who,), (luck[group] + skill[who][group],), group) for group, who in itertools.product(range(20), (0, 1))]
    found = mean_difference([*games, Played((0,), (1e6,), 99)], 1, 0)
    low, high = ttest_1samp(np.subtract(skill[1], skill[0]), 0).confidence_interval(0.95)
    assert found == pytest.approx((np.mean(skill[1]) - np.mean(skill[0]), low, high, 20))
    wide = mean_scores(games, 2)[0]
    assert wide.high - wide.low > 20 * (found.high - found.low)
