"""UCT and flat Monte-Carlo as the lecture has them: which moves are tried, what is counted, which move is played, and how strong it is."""

from __future__ import annotations

import json
import random
from math import log, sqrt

import pytest
from montecarlo_for_tests import Corridor, by_hand, grown, nodes_of
from multiplayer_for_tests import Boughs
from sampling import SPECIFICATION, game, samples

import zermelo
from zermelo.game.random import Random
from zermelo.search.montecarlo.final_move import conclude, worth
from zermelo.search.montecarlo.playout import playout
from zermelo.search.montecarlo.scale import Scale
from zermelo.search.montecarlo.tree import Node
from zermelo.trees.move_statistics import wilson

SMALL = "connect(rows=4,cols=5,line=3)"


def node_of(player, *tries):
    """A node with a move for each (visits, total)."""
    node = Node(player, list(range(len(tries))), 0)
    for edge, (visits, total) in zip(node.edges, tries, strict=True):
        edge.visits, edge.total = visits, total
    node.passes = sum(visits for visits, _ in tries)
    return node


# Down the tree


def test_moves_that_were_not_tried_come_first():
    start = game("connect4").start()
    for playouts in range(1, 8):
        tried = [choice.visits for choice in zermelo.uct(playouts=playouts)(start).choices]
        assert tried == [1] * playouts + [0] * (7 - playouts)


@pytest.mark.parametrize("text", ["tictactoe", SMALL, "harvest", "thicket"])
def test_every_node_tries_all_its_moves_once_before_any_twice(text):
    search = grown(game(text), 300, solver=False)
    nodes = nodes_of(search.root)
    assert len(nodes) > 15
    for node in nodes:
        visits = [edge.visits for edge in node.edges]
        assert sum(visits) == node.passes
        in_turn = visits[node.start :] + visits[: node.start]
        untried = max(0, len(visits) - node.passes)
        assert (min(visits) > 0) == (untried == 0)
        assert untried == 0 or in_turn == [1] * node.passes + [0] * untried
    assert search.root.passes == 300


def test_a_position_is_looked_at_when_its_move_is_tried_again():
    for node in nodes_of(grown(game("tictactoe"), 300, solver=False).root):
        for edge in node.edges:
            assert edge.proof is not None or (edge.node is None) == (edge.visits < 2)
            assert edge.node is None or edge.node.passes == edge.visits - 1


def test_the_formula():
    """By hand, ln 16 = 2.7726: 0.6 + C sqrt(0.27726), 0.7 + C sqrt(0.55452) and 0.2 + C sqrt(2.7726)."""
    node = node_of(0, (10, 6.0), (5, 3.5), (1, 0.2))
    for constant, values, best in (
        (1.0, (1.12655, 1.44466, 1.86511), 2),
        (0.5, (0.86328, 1.07233, 1.03255), 1),
        (0.0, (0.6, 0.7, 0.2), 1),
    ):
        search = by_hand(game("tictactoe"), exploration=constant)
        reach = constant * sqrt(log(16))
        assert [search.selection.value(edge, 0, reach) for edge in node.edges] == pytest.approx(values, abs=1e-5)
        assert search.selection.choose(node, node.edges, []).move == best


def test_ties_go_to_the_first_move():
    node = node_of(1, (4, 1.0), (4, 2.0), (4, 2.0))
    search = by_hand(game("tictactoe"))
    assert search.selection.choose(node, node.edges, []).move == 1


# The way back


def test_rates():
    """A win counts 1, a loss 0, and a draw of two players half."""
    two = Scale(game("tictactoe").rules)
    assert [two.rates(ends) for ends in ((1, -1), (-1, 1), (0, 0))] == [(1, 0), (0, 1), (0.5, 0.5)]
    assert [two.utility(rate) for rate in (0, 0.5, 1)] == [-1, 0, 1]
    three = Scale(game("thirds").rules)
    assert three.rates((2, -1, -1)) == (1, 0, 0)
    assert three.rates((0, 0, 0)) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    points = Scale(game("harvest").rules)
    assert points.rates((12, 11)) == pytest.approx((12 / 23, 11 / 23))


def test_draws_count_as_half():
    """A win, a draw and a win: 2 1/2 of 3, which lies at 2/3 between -1 and 1."""
    search = by_hand(game("tictactoe"), node_of(0, (3, 0.0)), solver=False)
    (edge,) = search.root.edges
    for utilities in ((1, -1), (0, 0), (1, -1)):
        edge.total += search.scale.rates(utilities)[0]
    assert worth(search, edge) == pytest.approx(2 / 3)


def test_a_move_counts_the_rate_of_the_player_who_made_it():
    """In a corridor every random game ends the same: won by the last of three players."""
    search = grown(Corridor(length=5, seats=3), 4, solver=False)
    node, means = search.root, []
    while node is not None:
        (edge,) = node.edges
        means.append((node.player, edge.mean))
        node = edge.node
    assert means == [(0, 0.0), (1, 0.0), (2, 1.0), (0, 0.0)]


def test_every_player_maximises_their_own_value():
    """The tree of the page on many players: b takes 3 rather than 2, so left is worth 6; against us b would leave 1."""
    tree = Boughs([[(6, 3, 0), (1, 2, 6)], [(4, 4, 1), (3, 1, 5)]], bounds=(0, 6))
    assert zermelo.paranoid(backend=SPECIFICATION)(tree.start()).move == "1"
    for backend in ("interpreted", SPECIFICATION):
        proven = zermelo.uct(playouts=100, backend=backend)(tree.start())
        assert (proven.move, proven.exact, proven.values) == ("0", True, (6, 3, 0))
        sampled = zermelo.uct(playouts=400, solver=False, backend=backend)(tree.start())
        assert (sampled.move, sampled.exact) == ("0", False)
        assert sampled.values == pytest.approx((6, 3, 0), abs=0.6)


def test_a_tree_of_many_players_has_the_value_of_the_player_who_moved():
    """The same tree, proven: a's move is worth 6 to a, and b's answers 3 and 2 to b, not what they leave to a."""
    tree = Boughs([[(6, 3, 0), (1, 2, 6)], [(4, 4, 1), (3, 1, 5)]], bounds=(0, 6))
    for backend in ("interpreted", SPECIFICATION):
        root = zermelo.uct(playouts=100, backend=backend)(tree.start(), tree=50).tree.root
        left = next(child for child in root.children if child.move == "0")
        assert (root.value, left.value, left.why) == (6, 6, "proven")
        assert {child.move: child.value for child in left.children} == {"0": 3, "1": 2}


# What is played in the end


def test_by_visits_or_by_value():
    start, differ = game("connect4").start(), 0
    for seed in range(8):
        agents = (zermelo.uct(playouts=60, final=final, solver=False, seed=seed) for final in ("visits", "value"))
        visits, value = (agent(start) for agent in agents)
        assert visits.choices == value.choices
        most = max(visits.choices, key=lambda choice: (choice.visits, choice.value))
        best = max(visits.choices, key=lambda choice: (choice.value, choice.visits))
        assert visits.move == most.move
        assert value.move == best.move
        differ += most.move != best.move
    assert differ


@pytest.mark.parametrize(("proof", "mean", "other", "best"), [(0, 0.9, 0.6, 1), (0, 0.3, 0.45, 0), (-1, 0.9, 0.1, 1)])
def test_a_proven_move_counts_as_it_is_proven(proof, mean, other, best):
    """Its mean is what random games said before it was proven."""
    node = node_of(0, (50, 50 * mean), (50, 50 * other))
    node.edges[0].proof = (float(proof), -float(proof))
    found = conclude(by_hand(game("tictactoe"), node, final="value"))
    assert found.move == best
    assert found.score == pytest.approx(proof if best == 0 else 2 * other - 1)


# Flat Monte-Carlo


@pytest.mark.parametrize("text", ["tictactoe", "race", "harvest"])
def test_flat_games_for_each_move(text):
    """As many for each move, in turn; the same random games, played here one by one, come to the same means."""
    position, games = samples(game(text), 4, seed=3)[-1], 20
    while position.player < 0:
        position = position.advance(position.choices[0])
    rules, luck = game(text).rules, Random(5)
    after = [rules.play(position.state, move) for move in position.choices]
    ends = [[playout(rules, s, luck)[0][position.player] for s in after] for _ in range(games)]
    means = [sum(column) / games for column in zip(*ends, strict=True)]
    report = zermelo.montecarlo(games=games, seed=5)(position)
    found = {choice.move: (choice.visits, pytest.approx(choice.value)) for choice in report.choices}
    assert found == {position.name(move): (games, mean) for move, mean in zip(position.choices, means, strict=True)}
    assert report.move == position.name(max(zip(position.choices, means, strict=True), key=lambda pair: pair[1])[0])
    assert (report.playouts, report.depth, report.exact, len(report.line)) == (games * len(after), 1, False, 1)


def test_the_lecture_plays_fifty():
    report = zermelo.montecarlo()(game("tictactoe").start())
    assert {choice.visits for choice in report.choices} == {50}
    assert zermelo.uct().limit.seconds == 1


# Reports


def test_what_is_known_of_each_move():
    report = zermelo.uct(playouts=5000, solver=False)(game("connect4").start())
    visits = [choice.visits for choice in report.choices]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == report.playouts == 5000
    assert report.choices[0].move == report.move
    assert report.choices[0].value == report.value
    assert report.values == pytest.approx((report.value, -report.value))
    for choice in report.choices:
        assert -1 <= choice.low < choice.value < choice.high <= 1
        assert not choice.proven
        rates = wilson((choice.value + 1) / 2, choice.visits)
        assert (choice.low, choice.high) == pytest.approx([2 * rate - 1 for rate in rates])
    widths = [choice.high - choice.low for choice in report.choices]
    assert widths[0] == min(widths)


def test_the_interval_is_wilsons():
    """(p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n) with z = 1.96, to be worked out with pencil and paper."""
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1), abs=1e-4)


def test_json_has_it_all():
    plain = json.loads(json.dumps(zermelo.uct(playouts=100)(game("tictactoe").start()).to_json()))
    assert (plain["playouts"], plain["capped"], len(plain["choices"])) == (100, 0, 9)
    assert set(plain["choices"][0]) == {"move", "visits", "value", "low", "high", "proven"}
    assert "playouts" not in zermelo.alphabeta(depth=1)(game("tictactoe").start()).to_json()


def test_a_report_whenever_the_playouts_have_doubled():
    found = [report.playouts for report in zermelo.uct(playouts=5000, solver=False).reports(game("connect4").start())]
    assert found == [1024, 2048, 4096, 5000]


# How well it plays


def test_a_hundred_thousand_playouts_begin_in_the_centre():
    for seed in (1, 2, 3):
        assert zermelo.uct(playouts=100_000, seed=seed)(game("connect4").start()).move == "4"


def match(start, first, second):
    """The result of one game, for the first player."""
    position, agents = start, (first, second)
    while not position.over:
        position = position.play(agents[position.player](position).move)
    return position.values[0]


def test_tic_tac_toe_is_never_lost():
    start, perfect, chance = game("tictactoe").start(), zermelo.alphabeta(memory="1MB"), random.Random(1)

    def at_random(position):
        return zermelo.Report("", "", "", "", chance.choice(position.moves), None, None, (), None, 0, 0)

    for seed in range(50):
        agent = zermelo.uct(playouts=400).fresh(seed)
        assert match(start, agent, at_random) >= 0
        assert match(start, at_random, agent) <= 0
    for seed in range(10):
        agent = zermelo.uct(playouts=400).fresh(seed)
        assert match(start, agent, perfect) == match(start, perfect, agent) == 0


def test_flat_games_beat_none():
    start, chance = game("tictactoe").start(), random.Random(2)

    def at_random(position):
        return zermelo.Report("", "", "", "", chance.choice(position.moves), None, None, (), None, 0, 0)

    first = [match(start, zermelo.montecarlo(games=50).fresh(seed), at_random) for seed in range(20)]
    second = [match(start, at_random, zermelo.montecarlo(games=50).fresh(seed)) for seed in range(20)]
    assert sum(first) - sum(second) > 25
