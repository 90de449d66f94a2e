"""Parity: the Python specification and its Rust twin enter the same nodes and give the same report, on every backend.

Everything in a report is compared, but for the time and the name of the backend: value, move, line, depth, nodes, plies,
whether it is exact, why it stopped, and the tree node by node.
"""

from __future__ import annotations

import pytest
from sampling import SPECIFICATION, backends, game, reports, samples

import zermelo
from zermelo.engine.backends import open_backend
from zermelo.search.montecarlo import playout
from zermelo.search.perft import perft

TREE = 500
"""Nodes of the tree that are compared."""
ALGORITHMS = {
    "minimax": zermelo.minimax,
    "alphabeta": zermelo.alphabeta,
    "alphabeta with a table": lambda **limits: zermelo.alphabeta(memory="8MB", **limits),
}
"""The table is small, because the twin clears it for each search, yet large enough that nothing is evicted."""
GAMES = [
    "tictactoe",
    "connect4",
    "connect(rows=4,cols=5,line=3)",
    "nim",
    "nim([2,1,3],misere=True)",
    "grundy(11)",
    "grundy([7,6])",
    "isolation(rows=4,cols=4)",
    "isolation(rows=3,cols=3,moves=king,start=free)",
    "isolation(rows=5,cols=5,moves=knight,start=corners)",
    "tree",
    "tree([[[2.5,-1],7,[3]],[[4,4],[-7,[0,1,[9]]]],6,[7,7]])",
    "strip",
    "boxes",
    "climb",
    "thicket",
]
"""The built-in games with several parameters, and the test games that these searches can play."""
SMALL = ["nim([2,1,3],misere=True)", "grundy(11)", "tree", "strip", "climb", "thicket"]
"""Games that can be searched to the end in Python."""


@pytest.fixture(params=ALGORITHMS)
def algorithm(request):
    return ALGORITHMS[request.param]


def assert_parity(agent, position, tree=TREE):
    """Every backend gives the specification's reports, one by one."""
    expected = reports(agent, position, SPECIFICATION, tree)
    for backend in backends(position.game):
        assert reports(agent, position, backend, tree) == expected, f"{agent} on {backend}, {position!r}"


@pytest.mark.parametrize("text", GAMES)
def test_fixed_depths(text, algorithm):
    for position in samples(game(text), 3):
        for depth in (1, 2, 3):
            assert_parity(algorithm(depth=depth), position)


@pytest.mark.parametrize("text", SMALL)
def test_to_the_end(text, algorithm):
    for position in samples(game(text), 3, seed=3):
        assert_parity(algorithm(), position)


@pytest.mark.parametrize("limit", [1, 2, 5, 40])
def test_trees_that_are_cut_short(limit, algorithm):
    for text in ("tictactoe", "thicket"):
        for position in samples(game(text), 2, seed=7):
            assert_parity(algorithm(depth=3), position, tree=limit)


def test_reports_without_a_tree_are_the_same_reports(algorithm):
    for position in samples(game("connect4"), 3, seed=8):
        for backend in (SPECIFICATION, *backends(position.game)):
            agent = algorithm(depth=3)
            with_tree = reports(agent, position, backend, TREE)
            assert with_tree[-1].pop("tree") is not None
            without = reports(agent, position, backend)
            assert without[-1].pop("tree") is None
            assert without == with_tree


EVERY_KIND = [*GAMES, "thirds", "race", "harvest"]
"""Also three players, chance, and utilities that do not sum to zero: minimax refuses them, perft and playouts do not."""


@pytest.mark.parametrize("text", EVERY_KIND)
def test_perft(text):
    for position in samples(game(text), 3, seed=9):
        expected = [perft(position.rules, position.state, depth) for depth in range(4)]
        for backend in backends(position.game):
            core = open_backend(position.game, backend).core
            assert [core.perft(position.state.pack(), depth) for depth in range(4)] == expected, backend


@pytest.mark.parametrize("text", EVERY_KIND)
def test_playouts_play_the_same_games(text):
    games = 10
    for seed, position in enumerate(samples(game(text), 3, seed=10)):
        chance = playout.Random(seed)
        played = [playout.playout(position.rules, position.state, chance) for _ in range(games)]
        totals = [sum(values) for values in zip(*(values for values, _ in played), strict=True)]
        expected = totals, sum(plies for _, plies in played)
        for backend in backends(position.game):
            assert open_backend(position.game, backend).core.playouts(position.state.pack(), games, seed) == expected, backend


@pytest.mark.parametrize("text", ["strip", "thicket", "connect(4,4,3)", "tictactoe"])
def test_windows_that_are_interrupted(text):
    """A move that has only a bound is not shown to be better than the last depth's."""
    for position in samples(game(text), 2, seed=3):
        for nodes in range(10, 60, 3):
            assert_parity(zermelo.alphabeta(windows=True, table=True, deepening=True, nodes=nodes), position, tree=0)
