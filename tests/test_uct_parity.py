"""Parity of Monte-Carlo search: specification and twin play the same random games, grow the same tree and give the same report.

Everything but the time is compared, report by report: the move, the values, the line, the nodes, the playouts, what is proven, and
what is known of each move. The memory is large enough that the twin forgets nothing. `test_parity_generated` tries every technique.
"""

from __future__ import annotations

import random

import pytest
from montecarlo_for_tests import Ring, told
from sampling import SPECIFICATION, backends, game, wander

import zermelo

SMALL = "connect(rows=4,cols=5,line=3)"


def start_of(text, seed):
    """A position of a game in which a player is to move, the start for seed 0."""
    position = wander(game(text).start(), seed, random.Random(seed))
    while position.player < 0:
        position = position.advance(position.choices[0])
    return position


def assert_parity(agent, position):
    expected = told(agent, position, SPECIFICATION)
    for backend in backends(position.game):
        assert told(agent, position, backend) == expected, f"{agent} on {backend}, {position!r}"


def test_several_reports():
    """More than the playouts of the first report, so that those on the way are compared, too."""
    assert_parity(zermelo.uct(playouts=1100, rave=20), start_of("thicket", 1))
    assert_parity(zermelo.uct(playouts=1030, solver=False), start_of("race", 2))


@pytest.mark.parametrize("options", [{}, dict(solver=False), dict(rave=20, implicit=0)], ids=str)
def test_positions_that_come_again(options):
    """Where positions are shared, a line of moves may lead back to the root, which is shared like any other."""
    for seed in range(3):
        agent = zermelo.uct(playouts=150, seconds=10, cap=40, transpositions=True, seed=seed, **options)
        expected = told(agent, Ring().start(), SPECIFICATION)
        assert told(agent, Ring().start(), "interpreted") == expected
        assert expected[-1]["stopped"] is None
        pig = game("pig(goal=12)").start()
        assert told(agent, pig, "interpreted") == told(agent, pig, SPECIFICATION)


@pytest.mark.parametrize("options", [{}, dict(transpositions=True), dict(rave=50), dict(solver=False, policy="mast")], ids=str)
@pytest.mark.parametrize("text", [SMALL, "tictactoe", "race", "harvest"])
def test_trees_that_are_kept(text, options):
    """One game, the tree kept from move to move."""
    games = {}
    for backend in (SPECIFICATION, *backends(start_of(text, 0).game)):
        agent, position, chance = zermelo.uct(playouts=80, **options).remembering(), start_of(text, 0), random.Random(2)
        games[backend] = []
        while not position.over and len(games[backend]) < 4:
            games[backend] += told(agent, position, backend)
            position = position.play(games[backend][-1]["move"])
            while not position.over and (position.player < 0 or chance.random() < 0.5):
                position = position.advance(chance.choice(position.choices))
    assert all(found == games[SPECIFICATION] for found in games.values())
    assert len(games[SPECIFICATION]) > 1
