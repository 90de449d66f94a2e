"""Hands of poker: as many of each class as there are, and the best five of seven cards count."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod

import pytest

import zermelo
from zermelo.game import Game, i8
from zermelo.games.shared import poker

HANDS = {
    "high card": 1_302_540,
    "one pair": 1_098_240,
    "two pairs": 123_552,
    "three of a kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full house": 3_744,
    "four of a kind": 624,
    "straight flush": 40,
}
"""Hands of five cards, among all 2,598,960."""


def class_of(hand):
    return poker.CLASSES[poker.strength(hand) // poker.CLASS]


def test_hands_of_five_cards_are_as_many_as_published():
    """One hand for each set of ranks, in one suit or in several, counted as often as there are such hands."""
    found, strengths = Counter(), set()
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        ways = prod(comb(4, count) for count in counts.values())
        in_one_suit = 4 if len(counts) == 5 else 0
        several = [4 * rank + sum(other == rank for other in ranks[:place]) for place, rank in enumerate(ranks)]
        if in_one_suit:
            several[0] += 1
            one = poker.strength([4 * rank for rank in ranks])
            found[poker.CLASSES[one // poker.CLASS]] += in_one_suit
            strengths.add(one)
        number = poker.strength(several)
        found[poker.CLASSES[number // poker.CLASS]] += ways - in_one_suit
        strengths.add(number)
    assert found == HANDS
    assert sum(found.values()) == comb(52, 5)
    assert len(strengths) == 7462


class Hands(Game):
    """Choose a class of hands and five cards from high to low; a hand of that class has one more move."""

    players = ("player",)
    zero_sum = False
    bounds = (0, 1)

    def state(self):
        return dict(wanted=i8, card=i8[5], made=i8)

    def to_move(self, s):
        return 0

    def moves(self, s):
        if s.made == 0:
            yield from range(9)
        elif s.made == 6:
            yield 0
        else:
            yield from range(5 - s.made, 52 if s.made == 1 else s.card[s.made - 2])

    def play(self, s, move):
        if s.made == 0:
            s.wanted = move
        elif s.made < 6:
            s.card[s.made - 1] = move
        s.made += 1

    def over(self, s):
        if s.made == 6:
            return poker.strength([*s.card]) // poker.CLASS != s.wanted
        return s.made == 7

    def utility(self, s, player):
        return 0


@pytest.mark.long
def test_all_hands_of_five_cards_one_by_one():
    counted = zermelo.perft(Hands(), 7, divide=True, backend="compiled")
    assert dict(zip(poker.CLASSES, counted.moves.values(), strict=True)) == HANDS


def test_seven_cards_are_as_strong_as_their_best_five():
    chance = random.Random(2)
    for _ in range(300):
        seven = chance.sample(range(52), 7)
        assert poker.strength(seven) == max(poker.strength([*five]) for five in combinations(seven, 5))


def test_neither_suits_nor_the_order_of_cards_matter():
    chance = random.Random(3)
    for suits in permutations(range(4)):
        for _ in range(10):
            hand = chance.sample(range(52), 7)
            other = [4 * (card // 4) + suits[card % 4] for card in hand]
            chance.shuffle(other)
            assert poker.strength(other) == poker.strength(hand)


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("As Ks Qs Js Ts 9s 8s", "straight flush"),
        ("As 2s 3s 4s 5s Kd Kh", "straight flush"),
        ("As 2s 3s 4s 5d 9s Kh", "flush"),
        ("Ks Kh Kd Kc As Ad Ah", "four of a kind"),
        ("Ks Kh Kd Ts Th Td 2c", "full house"),
        ("Ks Kh Kd Ts Th 9d 9c", "full house"),
        ("Ah Kd Qs Jc Th 2d 2c", "straight"),
        ("Ah 2d 3s 4c 5h Kd Kc", "straight"),
        ("Qh Kd As 2c 3h 7d 9c", "high card"),
        ("Ks Kh Ts Th 9d 9c 2s", "two pairs"),
        ("Ks Kh Kd Ts 9h 7d 2c", "three of a kind"),
        ("Ks Kh Js Ts 8h 7d 2c", "one pair"),
    ],
)
def test_classes_of_seven_cards(hand, kind):
    assert class_of([poker.NAMES.index(name) for name in hand.split()]) == kind
