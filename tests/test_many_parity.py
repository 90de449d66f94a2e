"""Parity with many players: max^n, paranoid, best-reply and BRS+ enter the same nodes and say the same, wherever the rules run.

Noise for one to four players, in which the turn may stay, and the first moves and some later positions of the games for many.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from crowds_for_tests import Crowd
from sampling import SPECIFICATION, backends, reports, wander

import zermelo
from zermelo.engine.algorithms import bestreply, bestreplyplus, maxn, paranoid

crowd = cache(Crowd)
TECHNIQUES = dict(ordering="all", memory="1MB", pvs=True)
"""The table is small, because the twin clears it for each search, yet large enough that nothing is evicted."""
FOR_ANY_NUMBER = {
    "max^n": maxn(depth=4),
    "max^n, ordered": maxn(depth=4, ordering="all"),
    "max^n by History-ADS": maxn(depth=4, ordering="ads", ties="paranoid"),
    "max^n, deepening": maxn(nodes=150, ties="average", ordering="pv"),
    "max^n, stopped at once": maxn(nodes=3),
    "paranoid": paranoid(depth=4),
    "paranoid to the end": paranoid(ordering="order", memory="1MB"),
    "paranoid, deepening": paranoid(nodes=200, **TECHNIQUES),
    "paranoid by History-ADS": paranoid(depth=4, ordering="ads", ads="transposition", deepening=True),
    "BRS+": bestreplyplus(depth=4),
    "BRS+, deepening": bestreplyplus(nodes=250, **TECHNIQUES),
}
FOR_SEVERAL = {
    **{f"max^n, {pruning}": maxn(depth=5, pruning=pruning) for pruning in ("immediate", "shallow", "last_branch", "speculative")},
    "max^n, speculative and ordered": maxn(depth=5, pruning="speculative", ordering="order+killers+history"),
    "max^n, speculative and deepening": maxn(nodes=200, pruning="speculative", ordering="pv+ads"),
    "best-reply": bestreply(depth=4),
    "best-reply to the end": bestreply(memory="1MB"),
    "best-reply, Threat-ADS": bestreply(depth=4, threat="move_to_front"),
    "best-reply, Threat-ADS and all": bestreply(nodes=300, threat="move_ahead_2", **TECHNIQUES),
    "best-reply, both ADS": bestreply(depth=4, threat="transposition", ordering="ads", ads="move_ahead_3"),
    "best-reply, stopped at once": bestreply(nodes=2),
}
"""A game for one has neither opponents nor values that add up to zero."""
GAMES = [
    "chinesecheckers(players=3,holes=73)",
    "focus(players=3)",
    "virus(players=4,rows=5,cols=5)",
    "rolit(players=3)",
    "connect(players=3)",
]


def assert_parity(agent, position, wanted):
    expected = reports(agent, position, SPECIFICATION)
    for backend in wanted:
        assert reports(agent, position, backend) == expected, f"{agent} on {backend}, {position!r}"


@pytest.mark.parametrize("name", FOR_ANY_NUMBER)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_any_number_of_players(seats, name):
    for seed in range(4):
        assert_parity(FOR_ANY_NUMBER[name], crowd(seats).seeded(seed), backends(crowd(seats)))


@pytest.mark.parametrize("name", FOR_SEVERAL)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_several_players(seats, name):
    for seed in range(4):
        assert_parity(FOR_SEVERAL[name], crowd(seats).seeded(seed), backends(crowd(seats)))


@pytest.mark.parametrize("name", ["paranoid", "best-reply, Threat-ADS", "BRS+", "max^n, speculative"])
def test_teams(name):
    for seed in range(6):
        agent = {**FOR_ANY_NUMBER, **FOR_SEVERAL}[name]
        assert_parity(agent, crowd(4, teams=(0, 1, 0, 1)).seeded(seed), backends(crowd(4)))


@pytest.mark.parametrize("text", GAMES)
def test_games_for_many(text):
    game, chance = zermelo.find(text), random.Random(1)
    for position in (game.start(), wander(game.start(), 20, chance), wander(game.start(), 60, chance)):
        for agent in (
            maxn(depth=2, ordering="order"),
            maxn(nodes=60, pruning="speculative"),
            paranoid(nodes=80, **TECHNIQUES),
            bestreply(nodes=80, threat="move_to_front"),
            bestreplyplus(nodes=40),
        ):
            assert_parity(agent, position, ("compiled",))
    assert_parity(bestreply(nodes=60, threat="transposition", ordering="ads"), game.start(), ("interpreted",))
