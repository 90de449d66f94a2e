"""MCTS-Solver: every value that is called exact is true, small games are proven, and nothing is proven that depends on a tie."""

from __future__ import annotations

import pytest
from montecarlo_for_tests import by_hand, expectation, possible_values
from multiplayer_for_tests import Boughs, Brawl, Crowd
from sampling import SPECIFICATION, game, samples

import zermelo
from zermelo.search.montecarlo.final_move import conclude
from zermelo.search.montecarlo.solver import prove
from zermelo.search.montecarlo.tree import Node

SMALL = "connect(rows=4,cols=5,line=3)"


# Known results


@pytest.mark.parametrize("options", [{}, dict(seed=2), dict(transpositions=True), dict(rave=100), dict(threads=2)], ids=str)
def test_tic_tac_toe_is_a_draw(options, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    report = zermelo.uct(playouts=300_000, **options)(game("tictactoe").start())
    assert (report.exact, report.value, report.values, report.stopped, report.plies) == (True, 0, (0, 0), None, None)
    assert report.playouts < 300_000
    assert len(report.line) > 1


def test_the_mean_of_the_lecture():
    """0.5 * 4 + 0.5 * 2 = 3."""
    tree = zermelo.find("tree('[{0.5: 4, 0.5: 2}, [1, 9]]')")
    for backend in ("interpreted", SPECIFICATION):
        report = zermelo.uct(playouts=100, backend=backend)(tree.start())
        assert (report.exact, report.value, report.move) == (True, 3, tree.start().moves[0])


# Whatever is exact is true


@pytest.mark.parametrize(
    ("text", "playouts"), [("tictactoe", 400), ("nim", 3000), (SMALL, 4000), ("grundy", 3000), ("strip", 300), ("boxes", 4000)]
)
def test_two_players(text, playouts):
    """Wins, losses and draws are those of alpha-beta, which looks at everything that matters."""
    proven = 0
    for position in samples(game(text), 25, seed=4, plies=9):
        report = zermelo.uct(playouts=playouts)(position)
        if report.exact:
            proven += 1
            truth = zermelo.alphabeta(memory="1MB")(position)
            assert (report.value, report.values) == (truth.value, truth.values), position
            after = position.play(report.move)
            assert (after.values if after.over else zermelo.alphabeta(memory="1MB")(after).values) == report.values
    assert proven >= 8


@pytest.mark.parametrize(
    "options", [{}, dict(rave=20, history=1), dict(cutoff=1, implicit=0.5), dict(transpositions=True)], ids=str
)
def test_noise(options):
    """Utilities of every size, turns that stay, paths that meet."""
    for seed in range(30):
        position = game("thicket").seeded(seed)
        report = zermelo.uct(playouts=5000, **options)(position)
        assert report.exact
        assert report.values == expectation(position)
        assert expectation(position.play(report.move)) == report.values


def test_alone():
    report = zermelo.uct(playouts=500)(game("climb").start())
    assert (report.exact, report.value, report.values) == (True, expectation(game("climb").start())[0], (23,))


def test_chance():
    """What is proven of a game with dice is its expectation."""
    proven = 0
    for position in samples(game("race"), 30, seed=2, plies=8):
        if position.player >= 0:
            report = zermelo.uct(playouts=6000)(position)
            proven += report.exact
            assert report.values == pytest.approx(expectation(position), abs=1e-9 if report.exact else 0.35)
    assert proven > 10


@pytest.mark.parametrize(("make", "seats"), [(Crowd, 3), (Crowd, 4), (Brawl, 3)])
def test_many_players(make, seats):
    """A proof holds however ties are broken; so there is only one thing that the game can be worth."""
    players, proven = make(seats), 0
    for seed in range(40):
        report = zermelo.uct(playouts=1500)(players.seeded(seed))
        proven += report.exact
        if report.exact:
            assert possible_values(players.seeded(seed)) == {report.values}
    assert proven >= 3


def test_not_zero_sum():
    """Sacks of 3, 1, 4, 1, 5 and 9: everyone keeps what they take."""
    for position in samples(game("harvest"), 12, seed=1, plies=4):
        report = zermelo.uct(playouts=2000)(position)
        assert not report.exact or possible_values(position) == {report.values}


# What a proof needs


def proof_of(tree, *proofs):
    """What follows for the first player from proofs of the moves."""
    node = Node(0, list(range(len(proofs))), 0)
    for edge, proof in zip(node.edges, proofs, strict=True):
        edge.proof = proof
    return prove(tree.rules, tree.start().state, node)


TWO = game("tictactoe")
WIN, DRAW, LOSS = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)


@pytest.mark.parametrize(
    ("proofs", "proof"),
    [
        ((None, WIN, None), WIN),
        ((LOSS, LOSS, LOSS), LOSS),
        ((LOSS, DRAW, LOSS), DRAW),
        ((LOSS, None, LOSS), None),
        ((DRAW, None), None),
        ((None, None), None),
    ],
)
def test_two_sides(proofs, proof):
    assert proof_of(TWO, *proofs) == proof


def test_ties_prove_nothing_unless_all_agree():
    three = Boughs([(0, 1, -1), (0, -1, 1)], bounds=(-2, 2))
    assert proof_of(three, (0.0, 1.0, -1.0), (0.0, -1.0, 1.0)) is None
    assert proof_of(three, (0.0, 1.0, -1.0), (-1.0, 1.0, 0.0)) == (0.0, 1.0, -1.0)
    assert proof_of(three, (0.0, 1.0, -1.0), (0.0, 1.0, -1.0)) == (0.0, 1.0, -1.0)


def test_all_there_is_may_still_leave_something_open():
    """Player b has two ways to get 3, and which one it takes makes all the difference to a: who goes left may get -3 or 0."""
    tree = Boughs([[(-3, 3, 0), (0, 3, -3)], [(-1, 0, 1), (-1, 0, 1)]], bounds=(-3, 3))
    assert possible_values(tree.start()) == {(0, 3, -3), (-1, 0, 1)}
    for backend in ("interpreted", SPECIFICATION):
        for seed in range(8):
            report = zermelo.uct(playouts=300, seed=seed, backend=backend)(tree.start())
            assert not report.exact
    winner = game("thirds")
    assert proof_of(winner, (2.0, -1.0, -1.0), None) == (2.0, -1.0, -1.0)  # who wins leaves the same to all others


# Without it, and what is played


@pytest.mark.parametrize("text", ["tictactoe", "climb", "race"])
def test_without_a_solver_nothing_is_proven(text):
    for position in samples(game(text), 6, plies=7):
        if position.player >= 0:
            report = zermelo.uct(playouts=300, solver=False)(position)
            assert (report.exact, report.playouts) == (False, 300)


def test_a_win_ends_the_search():
    report = zermelo.uct(playouts=10_000)(game("connect4").start().play("4 1 4 1 4 2"))
    assert (report.move, report.value, report.exact, report.stopped) == ("4", 1, True, None)
    assert report.playouts <= 7
    assert [(choice.value, choice.proven) for choice in report.choices if choice.move == "4"] == [(1, True)]


def test_a_move_that_is_proven_lost_is_not_played():
    """Player x threatens to win with 4 at once; every other reply loses, which is soon proven."""
    position = game("connect4").start().play("4 1 4 1 4")
    report = zermelo.uct(playouts=500)(position)
    assert report.move == "4"
    lost = [choice.move for choice in report.choices if choice.proven]
    assert sorted(lost) == ["1", "2", "3", "5", "6", "7"]
    assert all(choice.low == choice.high == choice.value == -1 for choice in report.choices if choice.proven)


def test_a_proven_loss_is_drawn_out():
    """Nim heaps of 1, 2 and 3 are lost. Of moves that are all proven lost, the one that took most tries is played."""
    position = game("nim([1,2,3])").start()
    report = zermelo.uct(playouts=5000, backend="interpreted")(position)
    assert (report.exact, report.value) == (True, -1)
    assert report.move == report.choices[0].move


@pytest.mark.parametrize(("visits", "mean", "best"), [(1000, 0.45, 1), (1000, 0.55, 0), (200, 0.55, 1)])
def test_no_move_is_played_that_is_known_to_be_worse(visits, mean, best):
    """A draw is proven after 600 tries. An open move was tried more often; it may be played only if it looks better than a draw."""
    node = Node(0, [0, 1], 0)
    node.edges[0].visits, node.edges[0].total = visits, visits * mean
    node.edges[1].visits, node.edges[1].total, node.edges[1].proof = 600, 330.0, (0.0, 0.0)
    assert conclude(by_hand(TWO, node)).move == best


def test_a_proof_needs_no_playouts_twice():
    """What an earlier search has proven is known at once."""
    agent = zermelo.uct(playouts=300_000).remembering()
    first = agent(game("tictactoe").start())
    second = agent(game("tictactoe").start())
    assert first.exact
    assert (second.playouts, second.exact, second.value) == (0, True, 0)


def test_open_moves_are_looked_at_while_others_are_proven():
    """By hand: a draw is proven, another move is open; tries go to the open one, and the position counts as a draw."""
    search = by_hand(TWO)
    node = Node(0, [0, 1], 0)
    node.passes = 40
    node.edges[0].visits, node.edges[0].total, node.edges[0].proof = 20, 10.0, (0.0, 0.0)
    node.edges[1].visits, node.edges[1].total = 20, 2.0
    assert search.selection.choose(node, node.edges, []).move == 0
    assert search.selection.unproven(node, []).move == 1
