"""UCT with `forced`: random games take a win and answer a threat, the tree leaves out what loses at once, and the root shows every move."""

from __future__ import annotations

import pytest
from montecarlo_for_tests import by_hand
from sampling import SPECIFICATION, game, samples

import zermelo

SMALL = "connect(rows=4,cols=5,line=3)"
EVERY = ["native", "compiled", "interpreted", SPECIFICATION]


def legal(position):
    return set(position.moves)


def test_random_games_take_a_win():
    """Player x has three in column 4."""
    position = game("connect4").start().play("4 1 4 1 4 2")
    for seed in range(30):
        assert by_hand(position.game, seed=seed).rollout.play(position.state) == (1.0, 0.0)
    assert len({by_hand(position.game, seed=seed, forced=False).rollout.play(position.state) for seed in range(30)}) > 1


def test_random_games_answer_a_threat():
    """Player x threatens column 4; o's only answer is the first move of every game."""
    position = game("connect4").start().play("4 1 4 1 4")
    for seed in range(30):
        search = by_hand(position.game, seed=seed)
        search.rollout.play(position.state)
        assert search.rollout.played[0] == (1, 3)


@pytest.mark.parametrize("backend", EVERY)
def test_the_root_has_every_move_and_the_tree_the_forced_ones(backend):
    """After 4 1 4 1 4 o must answer in column 4; below any other move x has one move, the win."""
    position = game("connect4").start().play("4 1 4 1 4")
    report = zermelo.uct(playouts=400, solver=False, backend=backend)(position, tree=5000)
    assert {choice.move for choice in report.choices} == legal(position)
    assert report.move == "4"
    lost = [child for child in report.tree.root.children if child.move != "4" and child.children]
    assert lost
    assert all([grandchild.move for grandchild in child.children] == ["4"] for child in lost)


@pytest.mark.parametrize("backend", EVERY)
def test_a_kept_node_with_few_moves_becomes_a_root_with_all(backend):
    """Below the root, o's node after 4 1 4 1 4 has one move; as a root it has seven, and the one keeps its visits."""
    agent = zermelo.uct(playouts=3000 if backend != SPECIFICATION else 600, solver=False, backend=backend).remembering()
    before = game("connect4").start().play("4 1 4 1")
    first = agent(before)
    position = before.play("4")
    second = agent(position)
    assert {choice.move for choice in second.choices} == legal(position)
    assert sum(choice.visits for choice in second.choices) > second.playouts
    assert (first.move, second.move) == ("4", "4")


def test_what_is_proven_is_true():
    """Values with the solver are those of alpha-beta, which looks at every move."""
    proven = 0
    for position in samples(game(SMALL), 25, seed=7, plies=9):
        report = zermelo.uct(playouts=4000)(position)
        if report.exact:
            proven += 1
            assert report.values == zermelo.alphabeta(memory="1MB")(position).values, position
    assert proven >= 8


def test_proofs_need_fewer_playouts():
    start = game(SMALL).start()
    counts = [zermelo.uct(playouts=400_000, forced=forced)(start).playouts for forced in (True, False)]
    assert counts[0] < counts[1]


def test_more_players_and_flat_search_do_without():
    """With three players a loss at once is not the same for everybody; flat Monte-Carlo is the lecture's."""
    three = game("connect(rows=4,cols=5,line=3,players=3)").start()
    plain, forced = (zermelo.uct(playouts=200, forced=forced, backend=SPECIFICATION)(three) for forced in (False, True))
    assert [(choice.move, choice.visits) for choice in plain.choices] == [
        (choice.move, choice.visits) for choice in forced.choices
    ]
    assert not zermelo.montecarlo().options.forced


@pytest.mark.parametrize("playouts", [400_000, 1_000_000, 4_000_000])
@pytest.mark.long
def test_connect_four_begins_in_the_centre(playouts):
    """The only first move that wins (Allis 1988). Without `forced` most seeds leave it after some hundred thousand playouts."""
    start = game("connect4").start()
    assert sum(zermelo.uct(playouts=playouts, seed=seed, memory="256MB")(start).move == "4" for seed in range(1, 11)) >= 9
