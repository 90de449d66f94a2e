"""Whist with all hands open is solved exactly: the tricks are those of Bo Haglund's Double Dummy Solver, which `endplay` wraps."""

from __future__ import annotations

import random
import statistics
import time

import pytest
from long_runs import LONG

import zermelo

dds = pytest.importorskip("endplay.dds")
from endplay.types import Deal, Denom, Player  # noqa: E402

SOLVE = zermelo.paranoid(ordering="all", table=True, memory="256MB")
TRUMPS = {"notrump": Denom.nt, "spades": Denom.spades, "hearts": Denom.hearts, "diamonds": Denom.diamonds, "clubs": Denom.clubs}


def dealt(ranks, trumps, seed):
    """A random deal with all hands open."""
    chance, position = random.Random(seed), zermelo.Whist(ranks=ranks, trumps=trumps).opened.start()
    while position.player < 0:
        position = position.roll(chance)
    return position


def tricks_of_dds(position, trumps):
    """The most tricks that the side to lead takes."""
    game, hands = position.game, []
    for hand in position.state.hand:
        names = [game.names[card] for card in range(game.pack) if hand >> card & 1]
        suits = ("".join(reversed([name[1] for name in names if name[0] == suit])) for suit in "shdc")
        hands.append(".".join(suits))
    deal = Deal(f"N:{' '.join(hands)}")
    deal.trump, deal.first = TRUMPS[trumps], Player.north
    return max(tricks for _, tricks in dds.solve_board(deal))


@pytest.mark.parametrize(("ranks", "deals"), [(3, 20), (5, 20), (7, 100 if LONG else 15)])
def test_the_tricks_are_those_of_the_double_dummy_solver(ranks, deals):
    seconds = []
    for seed in range(deals):
        trumps = list(TRUMPS)[seed % 5]
        position = dealt(ranks, trumps, seed)
        began = time.perf_counter()
        report = SOLVE(position)
        seconds.append(time.perf_counter() - began)
        assert report.exact
        assert report.value == 2 * tricks_of_dds(position, trumps) - ranks
    print(f"{ranks} cards each: {statistics.mean(seconds):.3f} s a deal in the mean, {max(seconds):.3f} s at most")


@pytest.mark.long
@pytest.mark.skipif(not LONG, reason="a minute a deal")
@pytest.mark.parametrize("seed", range(4))  # the next one takes more than five minutes
def test_full_deals(seed):
    trumps = list(TRUMPS)[seed % 5]
    position = dealt(13, trumps, seed)
    began = time.perf_counter()
    report = SOLVE(position)
    print(f"{trumps}, {report.nodes:,} nodes in {time.perf_counter() - began:.1f} s")
    assert report.exact
    assert report.value == 2 * tricks_of_dds(position, trumps) - 13
