"""UCT and flat Monte-Carlo whose random games are played in batches: the same tree wherever the games are played.

The GPU is this machine (`gpu_for_tests`), with all that Zermelo does on a real one.
"""

from __future__ import annotations

import time

import pytest
from gpu_for_tests import HostLibrary, lend
from gpu_games_for_tests import Trap
from montecarlo_for_tests import told
from sampling import SPECIFICATION, backends, game

import zermelo
import zermelo.gpu.random_games as random_games
from zermelo.engine import leaves
from zermelo.errors import AgentError, GpuError
from zermelo.search.control import Control, Limit, Stop, Stopped
from zermelo.search.montecarlo.batches import Leaf, advance, take_back_advances
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.tree import Edge
from zermelo.search.montecarlo.uct import UCT, Step, Walk

SMALL = "connect(rows=4,cols=5,line=3)"
OPTIONS = [
    dict(batch=7),
    dict(batch=32, leaf_games=3, solver=False),
    dict(batch=16, leaf_games=2, cap=9),
    dict(batch=16, transpositions=True),
    dict(batch=64, forced=False, seed=5, exploration=0.1),
    dict(batch=40, leaf_games=2, wide=True),
    dict(batch=9, wide=True, solver=False, forced=False, exploration=0.3),
]


def start_of(text):
    position = game(text).start()
    while position.player < 0:
        position = position.advance(position.choices[0])
    return position


@pytest.fixture
def gpu(monkeypatch):
    """A GPU that is this machine."""
    leaves._idle.clear()
    yield lend(monkeypatch, HostLibrary(), (random_games, "kernel_text"))
    leaves._idle.clear()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("text", ["tictactoe", SMALL, "pig(goal=12)", "hex(size=4)", "race", "harvest", "thicket"])
def test_specification_and_twin_grow_the_same_tree(text, options):
    position = start_of(text)
    agent = zermelo.uct(playouts=110, **options)
    expected = told(agent, position, SPECIFICATION)
    for backend in backends(position.game):
        assert told(agent, position, backend) == expected


class Ending(Control):
    """Ends a search at a node of this number."""

    def __init__(self, nodes):
        super().__init__(Limit(), Stop())
        self.left = nodes

    def enter(self, ply):
        self.left -= 1
        if self.left < 0:
            raise Stopped
        super().enter(ply)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("text", [SMALL, "pig(goal=12)", "hex(size=4)"])
def test_walks_that_are_not_finished_count_nowhere(text, wide):
    """A limit ends searches while walks wait for their games."""
    position, options = start_of(text), dict(batch=24, leaf_games=2, wide=wide, solver=False)
    for nodes in (1, 37, 200, 555):
        search = UCT(position.rules, Ending(nodes), MonteCarloOptions(**options))
        for _ in search.steps(position.state, None):
            pass
        assert search.root.passes == search.playouts
        assert sum(edge.visits for edge in search.root.edges) == search.playouts
        assert all(edge.total <= edge.visits + 1e-9 for edge in search.root.edges)
    report = zermelo.uct(seconds=0.01, **{**options, "batch": 4000})(position)
    assert sum(choice.visits for choice in report.choices) == report.playouts


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("text", [SMALL, "pig(goal=12)", "hex(size=4)"])
def test_the_gpu_grows_the_same_tree(text, wide, gpu):
    position, given = start_of(text), dict(playouts=100, batch=16, leaf_games=5, exploration=0.3, wide=wide)
    here, there = zermelo.uct(**given), zermelo.uct(**given, where="gpu")
    for backend in (SPECIFICATION, *backends(position.game)):
        expected, found = (told(agent, position, backend) for agent in (here, there))
        assert [{**each, "agent": ""} for each in found] == [{**each, "agent": ""} for each in expected]
    assert gpu.launches


def test_batches_are_limited_and_count_as_playouts():
    position = start_of(SMALL)
    report = zermelo.uct(playouts=50, batch=1000, leaf_games=4, solver=False, forced=False)(position)
    assert report.playouts == 50
    assert sum(choice.visits for choice in report.choices) == 50
    assert zermelo.uct(seconds=0.05, batch=64, leaf_games=8)(zermelo.find("connect4").start()).stopped == "seconds"


def test_a_mean_of_many_games_is_closer_to_the_truth():
    """Random play from the start of tic-tac-toe scores +0.297 for x; one node's leaves alone say so."""
    position = zermelo.find("tictactoe").start()
    report = zermelo.uct(playouts=9, batch=9, leaf_games=4000, solver=False)(position)
    mean = sum(choice.value * choice.visits for choice in report.choices) / 9
    assert mean == pytest.approx(0.2966, abs=0.03)


def test_a_wide_leaf_tries_all_its_moves():
    """Nine walks open nine leaves with eight moves each. All 72 positions together are worth what random play is from the start."""
    position = zermelo.find("tictactoe").start()
    report = zermelo.uct(playouts=72, batch=72, leaf_games=500, wide=True, solver=False, forced=False)(position)
    assert [choice.visits for choice in report.choices] == [8] * 9
    assert sum(choice.value for choice in report.choices) / 9 == pytest.approx(0.2966, abs=0.03)


def test_a_wide_leaf_whose_mover_wins_at_once_is_proven_at_once():
    position = zermelo.find("connect4").position(
        "\n".join([*[". . . . . . ."] * 3, ". . . . . . X", ". . . . . . X", ". O O O . . X"])
    )
    report = zermelo.uct(playouts=7, batch=4, wide=True, forced=False, exploration=0.0)(position)
    assert report.move == "7"
    assert report.exact
    assert report.value == 1.0
    before = zermelo.find("connect4").position(
        "\n".join([*[". . . . . . ."] * 3, ". . . . . . X", ". . . . . . X", ". O O . . . X"])
    )
    report = zermelo.uct(playouts=70, batch=8, wide=True, forced=False)(before)
    assert {choice.move for choice in report.choices if choice.proven} >= set("123456"), "the mover has to stop the column"


def test_means_in_advance_change_nothing_in_the_end():
    edge = Edge(3, visits=5, total=2.0)
    leaf = Leaf(Walk([Step(None, edge, 0, None)], [], None), [], None, [advance(edge)])
    assert edge.total == 2.5, "four finished games with a mean of 1/2"
    take_back_advances(leaf)
    assert edge.total == 2.0
    assert advance(Edge(3, visits=1)) == 0.0


def test_flat_batches_go_to_the_moves_that_look_best(gpu):
    position = zermelo.find("connect4").start()
    found = zermelo.montecarlo(games=200, batch=16, leaf_games=10)(position)
    assert found.playouts == 1400
    visits = {choice.move: choice.visits for choice in found.choices}
    assert max(visits, key=visits.get) == "4" == found.move
    assert visits["4"] > 2 * min(visits.values())
    for other in (dict(backend=SPECIFICATION), dict(backend="compiled"), dict(where="gpu", exploration=0.5)):
        again = zermelo.montecarlo(games=200, batch=16, leaf_games=10, **other)(position)
        assert again.choices == found.choices
    assert again.backend == "gpu"


def test_the_twin_has_games_played_without_python(gpu, monkeypatch):
    monkeypatch.setattr(leaves.GpuLeaves, "for_twin", lambda *_: pytest.fail("Python was asked"))
    agent = zermelo.uct(playouts=500, where="gpu", batch=64, leaf_games=4, solver=False)
    for text in (SMALL, "pig(goal=12)"):
        assert agent(start_of(text)).playouts == 500
    assert len(gpu.launches) > 20


class Slow(HostLibrary):
    """A device whose kernels never come to their end once one has begun."""

    def cuStreamQuery(self, stream):
        return 600 if self.launches else 0


def test_a_search_does_not_wait_for_a_kernel(monkeypatch):
    leaves._idle.clear()
    library = lend(monkeypatch, Slow(), (random_games, "kernel_text"))
    agent = zermelo.uct(seconds=0.05, where="gpu", batch=16)
    began = time.perf_counter()
    for _ in range(2):
        assert agent(start_of(SMALL)).stopped == "seconds"
    assert time.perf_counter() - began < 20
    assert library.launches
    leaves._idle.clear()


@pytest.mark.parametrize("function", ["cuLaunchKernel", "cuMemsetD8Async", "cuMemcpyDtoHAsync_v2", "cuMemHostAlloc"])
def test_a_device_that_fails_is_told(gpu, function):
    gpu.fail[function] = 700
    with pytest.raises(GpuError, match="where='cpu'"):
        zermelo.uct(playouts=100, where="gpu", batch=16)(start_of(SMALL))


def test_a_rule_that_fails_on_the_gpu_is_told_as_ever(gpu):
    for backend in (None, SPECIFICATION):
        with pytest.raises(zermelo.RuleError, match="a trap"):
            zermelo.uct(playouts=400, where="gpu", batch=64, leaf_games=40, solver=False, backend=backend)(Trap().start())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("uct(leaf_games=3)", "add batch"),
        ("uct(batch=8, rave=100)", "rave learns"),
        ("uct(batch=8, policy=mast)", "policy=mast learns"),
        ("uct(batch=8, cutoff=3)", "cutoff=3"),
        ("uct(wide=True)", "add batch"),
        ("uct(batch=8, wide=True, transpositions=True)", "leave out transpositions"),
        ("uct(batch=8, wide=True, implicit=0.2)", "leave out one"),
        ("uct(where=gpu, batch=0)", "leave out batch=0"),
        ("uct(where=moon)", "cpu, gpu"),
        ("montecarlo(exploration=0.2)", "only in batches"),
    ],
)
def test_what_does_not_go_together_is_refused(text, told):
    with pytest.raises(AgentError, match=told):
        zermelo.agent(text)(zermelo.find("connect4").start())


def test_exploration_on_a_gpu_fits_to_what_leaves_are_worth():
    """As measured on an H200: a mean of 32 games needs less exploration, but not where a leaf's moves count one by one."""
    given = ("uct(where=gpu)", "uct(where=gpu, wide=True)", "uct(where=gpu, exploration=0.3)")
    told = {text: str(zermelo.agent(text)) for text in given}
    assert "exploration=0.2" in told["uct(where=gpu)"]
    assert "exploration" not in told["uct(where=gpu, wide=True)"], "the default, 0.5"
    assert "exploration=0.3" in told["uct(where=gpu, exploration=0.3)"]


def test_without_a_gpu_the_cpu_is_offered(monkeypatch):
    lend(monkeypatch, None)
    leaves._idle.clear()
    for text in ("uct(where=gpu, playouts=10)", "montecarlo(where=gpu)"):
        with pytest.raises(GpuError, match="use where='cpu'"):
            zermelo.agent(text)(zermelo.find("connect4").start())


def test_a_search_in_batches_is_not_recorded():
    from zermelo.animation import record

    with pytest.raises(AgentError, match="leave out batch"):
        record(zermelo.find("tictactoe").start(), zermelo.uct(playouts=20, batch=4))
