"""What backgammon promises: the plays of plain rules, what ends are worth, known means of bearing off, and a sane evaluation."""

from __future__ import annotations

import math
import random
from array import array

import numpy as np
import pytest
from backgammon_for_tests import CORE, GAME, ROLLS, START_ID, best, board, draw, names, scattered, walked

from zermelo import laws
from zermelo.errors import GameError
from zermelo.game.constants import CHANCE
from zermelo.games.backgammon.rules import Backgammon

COUNTS = """\
4HPwATDgc/ABMA: 11 42, 21 15, 22 75, 31 16, 32 17, 33 73, 41 14, 42 18, 43 17, 44 52, 51 8, 52 8, 53 9, 54 9, 55 4, 61 10, \
62 14, 63 14, 64 14, 65 7, 66 11
hecLAjAqu7BBCA: 52 41
nWzRhABrnA8AQQ: 54 7
XewoIAPXMQ8AYA: 21 1
/7sAAEB3DpGRAA: 64 25
9AwAgABiss1RAA: 42 62
TEhkLQAbfITiAA: 31 36
0PiICBwGTUgxGw: 66 309
wMTI1RAMCMnWBg: 42 39
s6R6AMB75wEAAA: 52 3
4mEtYhD4ewcAAA: 43 9
YUeZSAkRZzCETg: 64 7"""
"""How many plays GNU Backgammon 1.07.001 finds, for each position and roll."""


# Slow and obvious rules


def steps(me, you, die):
    """Both rows after each step that one die allows."""
    for source in range(1, 26):
        target = source - die
        if not me[source] or (me[25] and source < 25) or (target > 0 and you[25 - target] > 1):
            continue
        if target <= 0 and (any(me[7:]) or (target < 0 and any(me[source + 1 :]))):
            continue
        mine, yours = list(me), list(you)
        mine[source] -= 1
        mine[max(target, 0)] += 1
        if target > 0 and yours[25 - target]:
            yours[25 - target] = 0
            yours[25] += 1
        yield tuple(mine), tuple(yours)


def obvious(s):
    """Every position that a throw may lead to: as many dice as can be, and then as many pips."""
    high, low = divmod(s.dice, 10)
    reached = {}
    for order in [(high,) * 4] if high == low else [(high, low), (low, high)]:
        level, used, pips = {rows(s)}, 0, 0
        for die in order:
            further = {after for me, you in level for after in steps(me, you, die)}
            if not further:
                break
            level, used, pips = further, used + 1, pips + die
        reached.setdefault((used, pips), set()).update(level)
    return reached[max(reached)]


def rows(s, player=None):
    """The men of a player, by default the one on turn, and of the other."""
    me = 26 * (s.turn if player is None else player)
    return tuple(s.men[me:][:26]), tuple(s.men[26 - me :][:26])


def test_plays_are_those_of_obvious_rules():
    rng = random.Random(4)
    for s in walked(1500, rng, 0.5) + [scattered(rng) for _ in range(1500)]:
        after = [GAME.layout.unpack(CORE.play(s.pack(), move)) for move in CORE.moves(s.pack())]
        found = [rows(state, s.turn) for state in after]
        assert len(found) == len(set(found))
        assert set(found) == obvious(s), GAME.show(s)
        assert all((state.dice, state.turn) == (0, 1 - s.turn) for state in after)


def test_known_numbers_of_plays():
    for line in COUNTS.splitlines():
        name, counts = line.split(": ")
        for dice, count in (pair.split() for pair in counts.split(", ")):
            for player in "xo":
                assert len(GAME.position(f"{name} {player} {dice}").choices) == int(count)


def test_most_plays():
    """The most that we know of; no more than ways to give four steps to fifteen men."""
    spread = board(dict.fromkeys((3, 4, 6, 7, 9, 10, 12, 13, 15, 17, 18, 20, 21, 23, 24), 1), {1: 1}, 11)
    assert len(CORE.moves(spread.pack())) == 2226
    assert GAME.max_moves == math.comb(18, 4)


# The rules one by one


def test_first_throw():
    start = GAME.start()
    assert start.player == CHANCE
    assert [chance for _, chance in GAME.rules.chances(start.state)] == [1 / 30] * 30
    assert [start.play(dice).turn for dice in ("61", "16", "43", "34")] == ["x", "o", "x", "o"]
    assert start.play("34").state.dice == 43


def test_later_throws():
    odds = dict(GAME.rules.chances(board({6: 1}, {6: 1})))
    assert {dice: round(36 * chance) for dice, chance in odds.items()} == {dice: 1 if dice % 11 == 0 else 2 for dice in ROLLS}
    assert GAME.position(START_ID).play("13") == GAME.position(f"{START_ID} x 31")


BLOCK = {13: 2, 1: 2}  # holds x's 12 and 24
MUST = {
    "only one die can be played: the higher": ({20: 1}, BLOCK, 62, {"20/14"}),
    "only the lower can be played": ({20: 1}, {**BLOCK, 11: 2}, 62, {"20/18"}),
    "both, though only the higher one first": ({20: 1}, {7: 2}, 62, {"20/12"}),
    "both, so the higher one not from where it spoils the lower": ({20: 1, 8: 1}, {7: 2, 13: 2}, 62, {"20/14,8/6"}),
    "neither": ({20: 1}, {7: 2, 11: 2}, 62, {"pass"}),
    "three steps of a double": ({20: 1}, {17: 2}, 44, {"20/12"}),
    "no step of a double": ({20: 1}, {9: 2}, 44, {"pass"}),
    "the bar first": ({25: 1, 13: 1}, {1: 2}, 42, {"bar/19", "bar/21,13/11", "bar/23,13/9"}),
    "two on the bar, one enters": ({25: 2, 13: 1}, {6: 2}, 61, {"bar/24"}),
    "nobody enters": ({25: 1, 13: 1}, dict.fromkeys(range(1, 7), 2), 61, {"pass"}),
    "a double from the bar": ({25: 2, 13: 1}, {15: 2}, 33, {"bar/16,bar/22", "bar/19(2)"}),
    "hitting from the bar and on": ({25: 1}, {3: 1, 7: 1}, 43, {"bar/18*", "bar/22*/18*"}),
    "off by higher dice, from the back": ({5: 1, 4: 2}, {1: 1}, 63, {"5/off,4/1", "5/2,4/off"}),
    "off by the exact number": ({6: 1, 3: 1}, {1: 1}, 31, {"6/2", "6/5,3/off"}),
    "two off by either die are one play": ({4: 1, 2: 1}, {1: 1}, 65, {"4/off,2/off"}),
    "one off by one die or by two is one play": ({5: 1}, {1: 1}, 61, {"5/off"}),
    "not off while one is outside": ({7: 1, 6: 1}, {1: 1}, 61, {"7/off", "7/1,6/5"}),
    "four off": ({2: 3, 1: 2}, {1: 1}, 66, {"2/off(3),1/off"}),
    "the last men off with steps to spare": ({2: 1, 1: 1}, {1: 1}, 66, {"2/off,1/off"}),
}


@pytest.mark.parametrize("case", MUST)
def test_what_must_be_played(case):
    x, o, dice, expected = MUST[case]
    assert names(board(x, o, dice)) == expected
    assert names(board(o, x, dice, 1)) == expected


# Ends


ENDS = {
    "a single game": ({14: 1}, 1),
    "the loser has men on the bar, but one off": ({25: 14}, 1),
    "a gammon": ({18: 1, 1: 14}, 2),
    "a backgammon, by a man in the winner's home": ({19: 1, 1: 14}, 3),
    "a backgammon, by a man on the bar": ({25: 1, 1: 14}, 3),
}


@pytest.mark.parametrize("case", ENDS)
def test_what_an_end_is_worth(case):
    loser, stake = ENDS[case]
    for player, (x, o) in enumerate((({}, loser), (loser, {}))):
        s = board(x, o, 0, 1 - player)
        assert GAME.rules.utilities(s) == ((stake, -stake) if player == 0 else (-stake, stake))
        assert Backgammon(gammons=False).rules.utilities(s) == ((1, -1) if player == 0 else (-1, 1))
    position = GAME.position(GAME.show(board({1: 1}, loser, 65))).play("1/off")
    assert position.values == (stake, -stake)


def test_no_gammons():
    game = Backgammon(gammons=False)
    assert (GAME.rules.bounds, game.rules.bounds) == ((-3, 3), (-1, 1))
    assert laws.check(game, examples=15, backends=[]).ok
    with pytest.raises(GameError, match="gammons as True or False, not 2"):
        Backgammon(gammons=2)


def mean_rolls():
    """For every position with at most 15 men at home: how many throws it takes to bear them off, playing to keep them few."""

    def counts(men, points):
        return [()] if points == 0 else [(n, *rest) for n in range(men + 1) for rest in counts(men - n, points - 1)]

    homes = sorted(counts(15, 6), key=lambda home: sum(point * n for point, n in enumerate(home, 1)))
    tail = board({}, {1: 15}).pack()[7:52]
    moves, sizes = array("i"), array("i")
    for home in homes[1:]:
        packed = bytes((15 - sum(home), *home)) + tail
        for dice in ROLLS:
            plays = CORE.moves(packed + bytes((dice, 0, 0, 0)))
            moves.extend(plays)
            sizes.append(len(plays))
    first = np.concatenate([[0], np.cumsum(sizes)])
    moves = np.array(moves)
    dice = np.repeat(np.tile(np.array(ROLLS, np.int32), len(homes) - 1), sizes)
    weight = np.array([0, *(16**point for point in range(6))], np.int32)
    keys = np.array(homes, np.int32) @ weight[1:]
    after = np.repeat(np.repeat(keys[1:], len(ROLLS)), sizes)
    for step in range(4):
        source = moves >> 15 - 5 * step & 31
        after += weight[np.maximum(source - (dice // 10 if step == 0 else dice % 10), 0)] - weight[source]
    places = np.zeros(16**6, np.int32)
    places[keys] = np.arange(len(homes))
    after = places[after]
    pips = np.array(homes) @ np.arange(1, 7)
    mean = np.zeros(len(homes))
    odds = np.array([1 if roll % 11 == 0 else 2 for roll in ROLLS]) / 36
    for level in range(1, pips[-1] + 1):
        begin, end = (np.searchsorted(pips, each) - 1 for each in (level, level + 1))
        groups = first[begin * len(ROLLS) : end * len(ROLLS)]
        least = np.minimum.reduceat(mean[after[groups[0] : first[end * len(ROLLS)]]], groups - groups[0])
        mean[begin + 1 : end + 1] = 1 + least.reshape(-1, len(ROLLS)) @ odds
    return dict(zip(homes, mean, strict=True))


@pytest.mark.long
def test_bearing_off_takes_as_many_throws_as_it_should():
    mean = mean_rolls()
    assert len(mean) == 54264
    single = [mean[tuple(int(point == at) for point in range(6))] * 36 for at in range(6)]
    assert single == pytest.approx([36, 36, 36, 38, 41, 45])
    assert mean[1, 0, 0, 1, 0, 0] < 2
    assert round(mean[0, 0, 0, 0, 0, 2], 3) == 2.110
    assert round(mean[0, 0, 0, 0, 0, 15], 3) == 12.266


def test_one_man_on_four_and_one_on_one():
    """Of 36 throws 29 bear both off."""
    odds = 0
    for dice, chance in GAME.rules.chances(board({4: 1, 1: 1}, {1: 1})):
        position = GAME.position(GAME.show(board({4: 1, 1: 1}, {1: 1}, dice)))
        odds += 36 * chance * any(position.advance(move).over for move in position.choices)
    assert round(odds) == 29


# Heuristics


def test_evaluation_is_fair_and_bounded():
    rng = random.Random(8)
    for s in walked(300, rng) + [scattered(rng) for _ in range(300)]:
        swapped = s.copy()
        swapped.men, swapped.turn = s.men[26:] + s.men[:26], 1 - s.turn
        for game, bound in ((GAME, 3), (Backgammon(gammons=False), 1)):
            value = game.rules.evaluate(s, 0)
            assert value == -game.rules.evaluate(s, 1) == pytest.approx(game.rules.evaluate(swapped, 1))
            assert -bound < value < bound


@pytest.mark.parametrize(
    ("dice", "play"), [("65", "24/13"), ("61", "13/7,8/7"), ("53", "8/3,6/3"), ("42", "8/4,6/4"), ("31", "8/5,6/5")]
)
def test_undisputed_opening_plays(dice, play):
    packed = GAME.start().play(dice).state.pack()
    moves = CORE.moves(packed)
    assert GAME.name(GAME.layout.unpack(packed), best(packed, moves, CORE.evaluate)) == play
    assert GAME.name(GAME.layout.unpack(packed), max(moves, key=lambda move: CORE.order(packed, move))) == play


def pips(packed, player):
    return sum(place * (packed[26 - 26 * player + place] - packed[26 * player + place]) for place in range(26))


def test_evaluation_beats_the_pip_count_and_chance():
    rng = random.Random(6)
    by_evaluation = lambda packed, moves: best(packed, moves, CORE.evaluate)  # noqa: E731
    by_pips = lambda packed, moves: best(packed, rng.sample(moves, len(moves)), pips)  # noqa: E731
    for other in (by_pips, lambda _packed, moves: rng.choice(moves)):
        total = 0
        for number in range(40):
            seats = (by_evaluation, other) if number % 2 else (other, by_evaluation)
            packed = draw(GAME.fresh().pack(), rng)
            while CORE.utilities(packed) is None:
                packed = CORE.play(packed, seats[CORE.to_move(packed)](packed, CORE.moves(packed)))
                packed = packed if CORE.utilities(packed) else draw(packed, rng)
            total += CORE.utilities(packed)[1 - number % 2]
        assert total > 40
