"""A game's own `playout`: random games follow it on every backend, and an impossible answer is an error."""

from __future__ import annotations

import pytest
from montecarlo_for_tests import told
from sampling import SPECIFICATION

import zermelo
from zermelo import laws
from zermelo.engine.backends import diagnose, open_backend
from zermelo.errors import RuleError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.random import Random
from zermelo.game.record import i8, i16
from zermelo.laws import heuristics
from zermelo.search.montecarlo.playout import playout

EVERY = ("compiled", "interpreted", SPECIFICATION)
GOOD, ALWAYS, SELDOM, NEGATIVE, RAISING, BREAKING = range(6)


class Lottery(Game):
    """Thirty moves in all, each of them 1 or 2; the sum decides. Random games play by `playout`, in the manner that the field says."""

    max_moves = 2

    def state(self):
        return dict(manner=i8, ply=i8, sum=i16, turn=i8)

    def moves(self, s):
        yield 1
        yield 2

    def play(self, s, move):
        if s.manner == BREAKING:
            s.sum += (0, 1, 2)[move]
        else:
            s.sum += move
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if s.ply < 30:
            return ONGOING
        return DRAW if s.sum % 3 == 0 else s.sum % 3 - 1

    def playout(self, s, dice):
        if s.manner == ALWAYS and s.ply == 15:
            return 7
        if (s.manner == SELDOM or s.manner == BREAKING) and s.ply == 20 and dice % 5 == 3:
            return 3
        if s.manner == NEGATIVE and s.ply == 20 and dice % 5 == 3:
            return -2
        if s.manner == RAISING and s.ply == 20 and dice % 5 == 3:
            return 1 // (s.ply - 20)
        return 2 if dice % 10 == 0 else 1

    def manners(self, manner):
        return self.position(f"manner: {manner}")


LOTTERY = Lottery()


def plays(core, position, games, seed):
    """Random games on a backend's own account."""
    with diagnose(LOTTERY):
        return core.playouts(position.state.pack(), games, seed)


# As it says


def test_random_games_play_as_it_says():
    """Mostly ones: thirty moves add up to little more than thirty; without `playout` it would be forty-five."""
    position, chance, total = LOTTERY.manners(GOOD), Random(3), 0
    for _ in range(50):
        s = position.state
        while LOTTERY.rules.utilities(s) is None:
            s = LOTTERY.rules.play(s, LOTTERY.rules.playout(s, chance.dice()))
        total += s.sum
    assert 30 < total / 50 < 35


def test_dice_have_62_bits():
    chance = Random(1)
    dice = [chance.dice() for _ in range(2000)]
    assert 0 <= min(dice) < 1 << 53
    assert 1 << 61 < max(dice) < 1 << 62
    assert len({die % 10 for die in dice}) == 10


def test_playouts_are_the_same_everywhere():
    position, chance = LOTTERY.manners(GOOD), Random(11)
    ends = [playout(LOTTERY.rules, position.state, chance) for _ in range(300)]
    sums = [sum(values[player] for values, _ in ends) for player in range(2)]
    expected = (sums, sum(plies for _, plies in ends))
    for backend in ("compiled", "interpreted"):
        assert plays(open_backend(LOTTERY, backend, ("playout",)).core, position, 300, 11) == expected
    even = sum(sum(values) for values in zip(*(values for values, _ in ends), strict=True))
    assert even == 0


@pytest.mark.parametrize(
    "agent",
    [
        zermelo.montecarlo(games=30),
        zermelo.uct(playouts=300),
        zermelo.uct(playouts=300, solver=False, rave=20, history=1),
        zermelo.uct(playouts=200, cap=4, transpositions=True),
        zermelo.uct(playouts=200, policy="mast"),
    ],
    ids=str,
)
def test_searches_are_the_same_everywhere(agent):
    expected = told(agent, LOTTERY.manners(GOOD), SPECIFICATION)
    for backend in ("compiled", "interpreted"):
        assert told(agent, LOTTERY.manners(GOOD), backend) == expected


def test_habits_take_the_place_of_the_rule():
    """MAST has moves of its own to prefer, and does not ask for others."""
    for backend in EVERY:
        assert zermelo.uct(playouts=50, policy="mast", backend=backend)(LOTTERY.manners(ALWAYS)).playouts == 50


# When it says something impossible

SAYINGS = {
    ALWAYS: "answered 7, which is not a legal move here",
    SELDOM: "answered 3, which is not a legal move here",
    NEGATIVE: "answered -2, which is not a legal move here",
    RAISING: "raised ZeroDivisionError",
    BREAKING: "answered 3, which is not a legal move here",
}


@pytest.mark.parametrize("manner", SAYINGS)
@pytest.mark.parametrize("backend", EVERY)
def test_searches_blame_the_rule(backend, manner):
    """Compiled rules are looked at in one game of many, so that it costs nothing; in so many games they do not get away with it."""
    for agent in (zermelo.uct(playouts=20_000, solver=False, backend=backend), zermelo.montecarlo(games=10_000, backend=backend)):
        with pytest.raises(RuleError, match=rf"^rule `playout` of lottery {SAYINGS[manner]}") as caught:
            agent(LOTTERY.manners(manner))
        assert caught.value.rule == "playout"
        assert LOTTERY.layout.unpack(caught.value.state).ply == (15 if manner == ALWAYS else 20)


@pytest.mark.parametrize("manner", SAYINGS)
@pytest.mark.parametrize("backend", ["compiled", "interpreted"])
def test_playouts_blame_the_rule(backend, manner):
    core = open_backend(LOTTERY, backend, ("playout",)).core
    with pytest.raises(RuleError, match=rf"^rule `playout` of lottery {SAYINGS[manner]}"):
        plays(core, LOTTERY.manners(manner), 20_000, 1)


def test_laws_know_the_rule():
    law = next(law for law in heuristics.LAWS if law.name == "playout")
    assert "legal move" in law.says
    verdict = laws.check(Sloppy(), examples=5, backends=[])
    assert [violation.message for violation in verdict.violations if "playout" in violation.message]


class Sloppy(Lottery):
    """Plays what is not there."""

    def playout(self, s, dice):
        return 5
