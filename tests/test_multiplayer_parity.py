"""Parity with many players, on the built-in games for many: max^n, paranoid, best-reply and BRS+ enter the same nodes and give the same report.

`test_parity_generated` tries their options on noise for one to four players.
"""

from __future__ import annotations

import random

import pytest
from long_runs import LONG
from sampling import SPECIFICATION, reports, wander

import zermelo
from zermelo.engine.algorithms import bestreply, bestreplyplus, maxn, paranoid

TECHNIQUES = dict(ordering="all", memory="1MB", pvs=True)
"""The table is small, because the twin clears it for each search, yet large enough that nothing is evicted."""
GAMES = [
    "chinesecheckers(players=3,holes=73)",
    "focus(players=3)",
    "virus(players=4,rows=5,cols=5)",
    "rolit(players=3)",
    "connect(players=3)",
]
LARGE = GAMES[:2]
"""Compiling these takes longer than searching them interpreted."""


def assert_parity(agent, position, wanted):
    expected = reports(agent, position, SPECIFICATION)
    for backend in wanted:
        assert reports(agent, position, backend) == expected, f"{agent} on {backend}, {position!r}"


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
            assert_parity(agent, position, ("interpreted" if text in LARGE and not LONG else "compiled",))
    assert_parity(bestreply(nodes=60, threat="transposition", ordering="ads"), game.start(), ("interpreted",))
