"""Parity of Monte-Carlo search: specification and twin play the same random games, grow the same tree and say the same.

Everything but the time is compared, report by report: the move, the values, the line, the nodes, the playouts, what is proven, and
what is known of each move. The memory is large enough that the twin forgets nothing.
"""

from __future__ import annotations

import random

import pytest
from crowds_for_tests import Crowd
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from luck_for_tests import Ring, told
from sampling import SPECIFICATION, backends, game, wander

import zermelo

SMALL = "connect(rows=4,cols=5,line=3)"
TECHNIQUES = {
    "all off": dict(solver=False),
    "solver": {},
    "much exploration": dict(exploration=2.5, final="value"),
    "none": dict(exploration=0, solver=False),
    "rave": dict(rave=30),
    "grave": dict(rave=30, grave=8, solver=False),
    "history": dict(history=3),
    "mast": dict(policy="mast"),
    "cut-off": dict(cutoff=2),
    "implicit": dict(implicit=0.4),
    "transpositions": dict(transpositions=True),
    "short": dict(cap=3),
    "all on": dict(rave=10, grave=5, history=1, policy="mast", cutoff=4, implicit=0.2, transpositions=True),
}
GAMES = ["tictactoe", "nim", SMALL, "thicket", "race", "harvest", "climb", "crowd(3)", "crowd(4)"]
CROWDS = {"crowd(3)": Crowd(3), "crowd(4)": Crowd(4, teams=(0, 1, 0, 1))}


def fits(technique, position):
    """Whether a game has what a technique needs."""
    rules = position.rules
    if not position.game.defines("evaluate"):
        return not (technique.get("cutoff") or technique.get("implicit"))
    lone = rules.players == 1 or (rules.players == 2 and rules.zero_sum)
    return not technique.get("implicit") or (lone and not position.game.defines("chances"))


def start_of(text, seed):
    """A position of a game in which a player is to move, the start for seed 0."""
    if text in CROWDS:
        return CROWDS[text].seeded(seed)
    position = wander(game(text).start(), seed, random.Random(seed))
    while position.player < 0:
        position = position.advance(position.choices[0])
    return position


def assert_parity(agent, position):
    expected = told(agent, position, SPECIFICATION)
    for backend in backends(position.game):
        assert told(agent, position, backend) == expected, f"{agent} on {backend}, {position!r}"


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("text", GAMES)
def test_every_technique(text, technique):
    options = TECHNIQUES[technique]
    if not fits(options, start_of(text, 0)):
        options = {name: value for name, value in options.items() if name not in ("cutoff", "implicit")}
    for seed in (0, 3):
        assert_parity(zermelo.uct(playouts=90, seed=seed, **options), start_of(text, seed))


@given(st.data())
@settings(max_examples=40)
def test_any_combination(data):
    """Whatever is switched on together, wherever a game stands."""
    draw = data.draw
    options = dict(
        exploration=draw(st.sampled_from([0, 0.5, 1.7])),
        final=draw(st.sampled_from(["visits", "value"])),
        solver=draw(st.booleans()),
        rave=draw(st.sampled_from([0, 1, 50])),
        history=draw(st.sampled_from([0, 2])),
        policy=draw(st.sampled_from(["random", "mast"])),
        cutoff=draw(st.sampled_from([0, 0, 1, 5])),
        implicit=draw(st.sampled_from([0, 0, 0.3, 1])),
        transpositions=draw(st.booleans()),
        cap=draw(st.sampled_from([1, 4, 5000])),
        seed=draw(st.integers(0, 2**63 - 1)),
    )
    options["grave"] = draw(st.sampled_from([0, 4])) if options["rave"] else 0
    position = start_of(draw(st.sampled_from(GAMES)), draw(st.integers(0, 6)))
    assume(fits(options, position))
    assert_parity(zermelo.uct(playouts=draw(st.integers(1, 80)), **options), position)


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("options", [{}, dict(policy="mast"), dict(cap=2), dict(cutoff=2)], ids=str)
def test_flat_games(text, options):
    for seed in (0, 4):
        position = start_of(text, seed)
        if fits(options, position):
            assert_parity(zermelo.montecarlo(games=8, seed=seed, **options), position)


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
