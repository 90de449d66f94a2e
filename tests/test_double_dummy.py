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

OPTIONS = {"ordering": "all", "table": True, "at_most": True, "mtdf": True}
SOLVE = zermelo.paranoid(**OPTIONS, memory="256MB")
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
@pytest.mark.skipif(not LONG, reason="ten seconds a deal")
@pytest.mark.parametrize("seed", range(10))
def test_full_deals(seed):
    trumps = list(TRUMPS)[seed % 5]
    position = dealt(13, trumps, seed)
    began = time.perf_counter()
    report = zermelo.paranoid(**OPTIONS, memory="2GB")(position)
    print(f"{trumps}, {report.nodes:,} nodes in {time.perf_counter() - began:.1f} s")
    assert report.exact
    assert report.value == 2 * tricks_of_dds(position, trumps) - 13


def test_tricks_that_are_sure_save_nodes():
    deals = [dealt(9, list(TRUMPS)[seed % 5], seed) for seed in range(10)]
    with_them, without = (
        sum(zermelo.paranoid(ordering="all", table=True, at_most=asked)(deal).nodes for deal in deals) / len(deals)
        for asked in (True, False)
    )
    print(f"{with_them:,.0f} nodes a deal instead of {without:,.0f}")
    assert 3 * with_them < without


@pytest.mark.parametrize("seed", range(1000 if LONG else 60))
def test_what_hands_are_sure_of_is_never_too_much(seed):
    """From any position on, also within a trick, no team gets more than `at_most` says, and a search that asks it finds the same."""
    chance = random.Random(seed)
    trumps = ("notrump", "spades", "diamonds")[seed % 3]
    position = zermelo.Whist(ranks=5, suits=chance.choice((3, 4)), hand=chance.choice((2, 3)), trumps=trumps).opened.start()
    exhaustive, pruned = zermelo.paranoid(table=True, ordering="none"), zermelo.paranoid(**OPTIONS)
    while not position.over:
        if position.player >= 0:
            value = exhaustive(position).value
            assert pruned(position).value == value
            at_most = [position.game.at_most(position.state, player) for player in range(4)]
            assert value <= at_most[position.player]
            assert -value <= at_most[(position.player + 1) % 4]
            assert at_most[:2] == at_most[2:]
        position = position.roll(chance) if position.player < 0 else position.play(chance.choice(list(position.moves)))
