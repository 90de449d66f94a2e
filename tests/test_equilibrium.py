"""Solving games in which players do not see everything: published values, OpenSpiel's numbers, and the twin.

Exploitabilities after so many iterations were measured with OpenSpiel's C++ solvers; values are published (Kuhn 1950; Southey and others 2005).
"""

from __future__ import annotations

import json
import math

import pytest
from cli_runner import run
from long_runs import LONG
from sampling import game

import zermelo
from zermelo import _core
from zermelo.engine import open_backend
from zermelo.engine.equilibrium import Solver, exploitability
from zermelo.engine.policy import Policy
from zermelo.errors import AgentError, RuleError
from zermelo.search.hidden import best_response
from zermelo.search.hidden.regret import VARIANTS, RegretMinimiser
from zermelo.search.hidden.sampling import SAMPLINGS
from zermelo.search.hidden.sequence_form import sequence_form

LEDUC = {
    "cfr": [(1, 2.373611), (10, 0.888579), (100, 0.095716), (1000, 0.011818)],
    "cfr+": [(1, 2.373611), (10, 0.610439), (100, 0.013416), (1000, pytest.approx(0.000257, rel=0.05))],
}


def solved(text, by="cfr+", iterations=2000, backend=None):
    solver = Solver(game(text).start(), by, backend)
    solver.iterate(iterations)
    return solver


@pytest.mark.parametrize(
    ("text", "sets", "nodes"),
    [("kuhn", 12, (24, 4, 30)), ("leduc", 936, (3780, 157, 5520)), ("goofspiel", 162, (501, 0, 576))],
)
def test_the_size_is_the_published_one(text, sets, nodes):
    solver = Solver(game(text).start())
    assert (solver.information_sets, solver.tree.nodes) == (sets, nodes)


@pytest.mark.parametrize(("by", "rows"), LEDUC.items())
def test_leduc_is_solved_as_fast_as_by_openspiel(by, rows):
    solver = Solver(game("leduc").start(), by)
    for iterations, expected in rows:
        solver.iterate(iterations - solver.iterations)
        wanted = pytest.approx(expected, abs=5e-7) if isinstance(expected, float) else expected
        assert solver.stage().exploitability == wanted


def test_iterations_may_be_asked_for_one_by_one():
    solver = Solver(game("kuhn").start(), "cfr")
    for _ in range(2000):
        solver.iterate(1)
    assert (solver.iterations, solver.stage().exploitability) == (2000, solved("kuhn", "cfr", 2000).stage().exploitability)


@pytest.mark.parametrize(
    ("text", "value", "error", "iterations"),
    [
        ("kuhn", -1 / 18, 1e-5, 20_000),
        ("leduc", -0.085606424078, 1e-4, 2_000),
        ("goofspiel", 0, 1e-3, 2_000),
        ("liarsdice(sides=2)", 1 / 2, 1e-3, 2_000),
        ("liarsdice(sides=3)", 1 / 9, 1e-3, 2_000),
        ("liarsdice(sides=3,wild='none')", -1 / 9, 1e-3, 2_000),
        ("liarsdice(sides=3,wild='ones')", 1 / 3, 1e-3, 2_000),
    ],
)
def test_values_are_the_published_ones(text, value, error, iterations):
    stage = solved(text, iterations=iterations).stage()
    assert stage.values[0] == pytest.approx(value, abs=error)
    assert stage.exploitability < 10 * error


def test_players_of_kuhn_bluff_as_they_should():
    """In equilibrium the second player calls with the queen and bluffs with the jack in a third of all cases."""
    policy = solved("kuhn", iterations=20_000).policy()
    start = game("kuhn").start()
    assert policy(start.play("K J pass"))["bet"] == pytest.approx(1 / 3, abs=0.01)
    assert policy(start.play("K Q bet"))["bet"] == pytest.approx(1 / 3, abs=0.01)
    often = policy(start.play("J K"))["bet"]
    assert policy(start.play("K J"))["bet"] == pytest.approx(3 * often, abs=0.02)


@pytest.mark.parametrize("by", VARIANTS)
@pytest.mark.parametrize("text", ["kuhn", "leduc", "goofspiel", "liarsdice(players=3,sides=2)"])
def test_the_twin_does_the_same_iteration_by_iteration(text, by):
    start = game(text).start()
    mine = sequence_form(start.rules, start.state, 10**6)
    theirs = open_backend(start.game, "compiled", ("hide",)).core.sequence_form(start.state.pack(), 10**6)
    assert [(*each[:3], list(each.moves), *each[4:]) for each in mine.sets] == theirs.sets()
    assert [(list(each.sequences), list(each.payoffs)) for each in mine.ends] == theirs.ends()
    assert theirs.counts() == (mine.decisions, mine.chances, mine.terminals, mine.size)
    one, other = RegretMinimiser(mine, by), _core.RegretMinimiser(theirs, by)
    for _ in range(20 if LONG else 6):
        one.iterate()
        other.iterate(1)
        policy = one.average()
        assert policy == other.average()
    assert best_response.values(mine, policy) == tuple(theirs.values(policy))
    found = [best_response.best_response(mine, policy, player)[0] for player in range(mine.players)]
    assert found == theirs.best_responses(policy)


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("text", ["kuhn", "leduc", "liarsdice(players=3,sides=2)"])
def test_the_twin_samples_the_same(text, sampling):
    start = game(text).start()
    found = []
    for backend in ("python", "interpreted", "compiled"):
        solver = Solver(start, sampling, backend, seed=7)
        solver.iterate(60)
        found.append(solver.policy_rows())
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("text", "theirs"),
    [
        ("leduc(suits=False)", "leduc_poker(suit_isomorphism=True)"),
        ("liarsdice(sides=4)", "liars_dice(dice_sides=4)"),
        ("liarsdice(dice=2,sides=2)", "liars_dice(numdice=2,dice_sides=2)"),
        (
            "goofspiel(3,players=3)",
            "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=3,points_order=descending,players=3))",
        ),
    ],
)
def test_a_hundred_iterations_are_those_of_openspiel(text, theirs):
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    other, mine = pyspiel.load_game(theirs), solved(text, "cfr", 100)
    run = pyspiel.CFRSolver(other)
    for _ in range(100):
        run.evaluate_and_update_policy()
    policy, stage = run.tabular_average_policy(), mine.stage()
    assert mine.information_sets == len(policy.policy_table())
    assert stage.values == pytest.approx(pyspiel.expected_returns(other.new_initial_state(), policy, -1, True), abs=1e-9)
    if other.num_players() == 2:
        assert stage.exploitability == pytest.approx(pyspiel.exploitability(other, policy), abs=1e-9)


@pytest.mark.parametrize(("sampling", "iterations", "most"), [("external", 200_000, 0.01), ("outcome", 200_000, 0.02)])
def test_samples_approach_the_equilibrium_of_kuhn(sampling, iterations, most):
    solver = solved("kuhn", sampling, iterations)
    assert solver.stage().exploitability < most
    assert solver.stage().values[0] == pytest.approx(-1 / 18, abs=0.02)


def test_large_games_are_sampled_without_their_tree():
    solver = Solver(game("phantomtictactoe").start(), "external", most=1000)
    solver.iterate(2)
    assert (solver.stage().values, solver.stage().exploitability) == (None, None)
    assert solver.information_sets > 10


def test_all_backends_find_the_same():
    found = [solved("kuhn", "dcfr", 50, backend).stage() for backend in ("python", "interpreted", "compiled")]
    assert len({(stage.values, stage.exploitability) for stage in found}) == 1


def test_a_best_response_beats_the_uniform_policy_as_enumeration_says():
    """Against a player who passes and bets evenly, every pure strategy of Kuhn's second player is tried."""
    solver = Solver(game("kuhn").start(), backend="python")
    form, even = solver.tree.spec, [1.0, 1.0] + [0.5] * 24
    own = [each for each in form.sets if each.player == 1]
    best = -math.inf
    for choice in range(1 << len(own)):
        policy = list(even)
        for bit, here in enumerate(own):
            policy[here.first], policy[here.first + 1] = (0.0, 1.0) if choice >> bit & 1 else (1.0, 0.0)
        best = max(best, best_response.values(form, policy)[1])
    assert best_response.best_response(form, even, 1)[0] == pytest.approx(best)


# Policies


def test_a_policy_is_kept_in_a_file(tmp_path):
    solver = solved("leduc", iterations=200)
    solver.policy().save(tmp_path / "leduc.json")
    again = Policy.load(tmp_path / "leduc.json", game("leduc"))
    assert again.rows == solver.policy().rows
    assert exploitability(again) == pytest.approx(solver.stage().exploitability)
    player, seen, shares = next(again.lines())
    assert player == "first"
    assert "?" in seen
    assert sum(shares.values()) == pytest.approx(1)


def test_damaged_and_foreign_policies_are_refused(tmp_path):
    file = tmp_path / "kuhn.json"
    solved("kuhn", iterations=10).policy().save(file)
    with pytest.raises(AgentError, match=r"is a policy of kuhn, not of leduc"):
        Policy.load(file, game("leduc"))
    whole = json.loads(file.read_text())
    damaged = [
        "",
        "[]",
        "not json",
        json.dumps(whole | {"format": "zermelo policy 9"}),
        json.dumps(whole | {"sets": 3}),
        json.dumps(whole | {"sets": [["00", 0, "00", [0], [1.0]]]}),
        json.dumps(whole | {"sets": [[*whole["sets"][0][:4], [0.9, 0.9]]]}),
    ]
    for text in damaged:
        file.write_text(text)
        with pytest.raises(AgentError, match=r"policy|damaged"):
            Policy.load(file, game("kuhn"))
    with pytest.raises(AgentError, match="cannot be read"):
        Policy.load(tmp_path / "none.json", game("kuhn"))


def test_the_agent_plays_by_its_policy(tmp_path):
    file = tmp_path / "kuhn.json"
    solved("kuhn", iterations=5000).policy().save(file)
    start = game("kuhn").start()
    king, bluff = start.play("J K bet"), start.play("K J pass")
    moves = [zermelo.policy(str(file)).fresh(seed)(bluff).move for seed in range(300)]
    assert 0.2 < moves.count("bet") / 300 < 0.47
    assert all(zermelo.policy(str(file)).fresh(seed)(king).move == "bet" for seed in range(20))
    assert zermelo.cfrplus(iterations=500)(king).move == "bet"
    assert "the policy plays pass" in zermelo.cfr(iterations=50)(king).why
    assert zermelo.mccfr(iterations=5000)(king).move == zermelo.dcfr(iterations=100)(king).move == "bet"
    with pytest.raises(AgentError, match="external or outcome"):
        zermelo.mccfr(sampling="none")
    with pytest.raises(AgentError, match="does not know what"):
        zermelo.policy(str(file))(game("kuhn").position("cards J Q\nbets pass bet"))


# What is refused


def test_large_games_are_refused_before_memory_is_gone():
    for backend in ("python", "compiled"):
        with pytest.raises(AgentError, match=r"more than 1,000 positions.*ismcts"):
            Solver(game("leduc").start(), backend=backend, most=1000)


def test_exploitability_is_for_two_players_only():
    with pytest.raises(AgentError, match="zero-sum games of two players"):
        exploitability(solved("liarsdice(players=3,sides=2)", iterations=2).policy())
    assert solved("liarsdice(players=3,sides=2)", iterations=2).stage().exploitability is None


class Telling(zermelo.Game):
    """The second player must name the hidden coin, but can name no other: its moves tell it."""

    players = ("a", "b")

    def state(self):
        return dict(coin=zermelo.i8, made=zermelo.i8)

    def to_move(self, s):
        return int(s.made > 0)

    def moves(self, s):
        if s.made == 0:
            yield 0
            yield 1
        else:
            yield s.coin

    def play(self, s, move):
        if s.made == 0:
            s.coin = move
        s.made += 1

    def over(self, s):
        return s.made == 2

    def utility(self, s, player):
        return 0

    def hide(self, s, player):
        if player == 1 and s.made == 1:
            s.coin = 0


@pytest.mark.parametrize("backend", ["python", "interpreted", "compiled"])
def test_moves_that_tell_what_is_hidden_are_an_error(backend):
    with pytest.raises(RuleError, match=r"yields other moves than in a position that b cannot tell apart"):
        Solver(Telling().start(), backend=backend)


# The command


def test_the_command_solves_and_writes_files(tmp_path):
    told = json.loads(
        run("solve", "kuhn", "--by", "cfr+", "--iterations", "20000", "--json", "--out", str(tmp_path / "k.json")).out
    )
    assert told["value"] == pytest.approx(-1 / 18, abs=1e-4)
    assert told["exploitability"] < 1e-4
    assert (told["iterations"], told["information_sets"]) == (20000, 12)
    assert told["seconds"] > 0
    assert exploitability(Policy.load(tmp_path / "k.json", game("kuhn"))) == pytest.approx(told["exploitability"])
    shown = run("solve", "kuhn", "--iterations", "100", "--plot", str(tmp_path / "k.svg"))
    assert "12 information sets" in shown.out
    assert (tmp_path / "k.svg").read_text().startswith("<?xml")
    assert "--by cfr+" in run("solve", "tictactoe", "--iterations", "5").err
