"""What makes Monte-Carlo search strong: each technique computed by hand, and in a search."""

from __future__ import annotations

import pytest
from montecarlo_for_tests import DISTANT, Corridor, Patience, Ring, by_hand, grown, nodes_of
from sampling import SPECIFICATION, game

import zermelo
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8
from zermelo.limit import Limit
from zermelo.search.control import Control, Stop
from zermelo.search.montecarlo import implicit, rave
from zermelo.search.montecarlo.flat import MonteCarlo
from zermelo.search.montecarlo.move_averages import MoveAverages
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.scale import Scale
from zermelo.search.montecarlo.tree import Edge, Node

SMALL = "connect(rows=4,cols=5,line=3)"


def node_of(player, *moves, passes=0):
    node = Node(player, list(moves), 0)
    node.passes = passes
    return node


class Dice:
    """Luck that is known beforehand."""

    def __init__(self, *throws):
        self.throws = list(throws)

    def uniform(self):
        return self.throws.pop(0)

    def below(self, n):
        return self.throws.pop(0) % n


# RAVE and GRAVE


def test_the_weight_of_what_is_played_later():
    """sqrt(K / (3 n + K)): everything at first, half after K visits."""
    assert [rave.weight(visits, 300) for visits in (0, 100, 300)] == pytest.approx([1, 0.707107, 0.5], abs=1e-6)


def test_two_means_are_mixed():
    """2 of 3 now, 3 of 12 later, K = 27: the weight is sqrt(27 / 36) = 0.8660, and 0.1340 * 2/3 + 0.8660 * 1/4 = 0.3058."""
    search = by_hand(game("tictactoe"), rave=27.0, solver=False)
    edge = Edge(0)
    edge.visits, edge.total, edge.numbers = 3, 2.0, {rave.VISITS: 12, rave.TOTAL: 3.0}
    technique = search.rollout.techniques[0]
    technique.source = {0: edge}
    assert search.selection.value(edge, 0, 0.0) == pytest.approx(0.30582, abs=1e-5)
    assert search.selection.value(edge, 0, 1.0) == pytest.approx(0.30582 + 0.5, abs=1e-5)  # one visit more than there were
    technique.source = {}
    assert search.selection.value(edge, 0, 0.0) == pytest.approx(2 / 3)
    fresh = Edge(1)
    technique.source = {1: fresh}
    assert search.selection.value(fresh, 0, 0.0) == float("inf")
    technique.source = {1: edge}
    assert search.selection.value(fresh, 0, 0.0) == pytest.approx(0.25)  # never tried, but well known


def test_moves_count_where_their_player_made_them_or_later():
    """Player a plays 1, b plays 1, a plays 2; then b plays 3 and a plays 4 at random, and a wins."""
    first, second, third = node_of(0, 1, 2, 4), node_of(1, 1, 3), node_of(0, 2, 3)
    path = [(first, first.edges[0]), (second, second.edges[0]), (third, third.edges[0])]
    rave.Rave(27, 0).back_up(path, [(1, 3), (0, 4)], (1.0, 0.0))
    counted = [
        [(edge.move, edge.numbers.get(rave.VISITS, 0), edge.numbers.get(rave.TOTAL, 0)) for edge in node.edges]
        for node in (first, second, third)
    ]
    assert counted == [[(1, 1, 1.0), (2, 1, 1.0), (4, 1, 1.0)], [(1, 1, 0.0), (3, 1, 0.0)], [(2, 1, 1.0), (3, 0, 0.0)]]


def test_an_ancestor_lends_its_statistics():
    """The nearest with more than ten tries, the one under way counted, and the same player to move."""
    path = [
        node_of(0, 1, passes=90),
        node_of(1, 1, passes=40),
        node_of(0, 1, passes=12),
        node_of(1, 1, passes=30),
        node_of(0, 1, passes=3),
    ]
    assert rave.reference(path, 10) is path[2]
    assert rave.reference(path, 11) is path[2]
    assert rave.reference(path, 12) is path[0]
    assert rave.reference(path, 2) is path[4]
    assert rave.reference(path, 0) is path[4]
    assert rave.reference(path, 90) is path[4]  # nobody has enough
    assert rave.reference(path[:4], 30) is path[1]


# Habits


def test_habits():
    habits = MoveAverages()
    for move, rate in ((5, 1.0), (5, 0.0), (5, 0.5), (7, 0.25)):
        habits.learn([(0, move)], (rate,))
    assert (habits.mean(0, 5), habits.mean(0, 7)) == (0.5, 0.25)
    assert habits.mean(0, 6) == habits.mean(1, 5) == 1.0  # unknown is hoped to be good
    assert habits.choose(0, [5, 7], Dice(0.79)) == 5
    assert habits.choose(0, [5, 6, 7, 8], Dice(0.0)) == 6  # the first of the best
    assert habits.choose(0, [5, 7], Dice(0.8, 3)) == 7  # now and then any


def test_progressive_history():
    """2 of 4 and a habit of 0.8 with weight 3: 0.5 + 3 * 0.8 / (4 * (1 - 0.5) + 1) = 1.3."""
    search = by_hand(game("tictactoe"), history=3.0)
    for _ in range(5):
        search.rollout.learn([(1, 6)], (0.0, 0.8))
    edge = Edge(6)
    edge.visits, edge.total = 4, 2.0
    assert search.selection.value(edge, 1, 0.0) == pytest.approx(1.3)
    assert search.selection.value(edge, 1, 2.0) == pytest.approx(2.3)


class Habit(Game):
    """Ten moves each, 0 or 1; who has played more ones wins. Whoever learns from what was played plays ones."""

    max_moves = 2

    def state(self):
        return dict(ply=i8, ones=i8[2], turn=i8)

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        s.ones[s.turn] += move
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if s.ply < 20:
            return ONGOING
        return DRAW if s.ones[0] == s.ones[1] else 0 if s.ones[0] > s.ones[1] else 1


def test_random_games_learn_in_flat_search_too():
    """Both sides learn that ones are better; nothing of a game stays behind when the next one begins."""
    position = Habit().start()
    search = MonteCarlo(position.rules, Control(Limit(), Stop()), MonteCarloOptions(policy="mast", games=60, solver=False))
    for _ in search.steps(position.state):
        pass
    habits = search.rollout.techniques[0]
    assert habits.mean(0, 1) > habits.mean(0, 0)
    assert habits.mean(1, 1) > habits.mean(1, 0)
    assert len(search.rollout.played) < 20


# Evaluations


def test_evaluations_within_bounds_are_rates():
    scale = Scale(Corridor(guess=0.5).rules)
    assert scale.guess(Corridor().start().state) == (0.75, 0.25)
    beyond = Corridor(guess=7)
    assert Scale(beyond.rules).guess(beyond.start().state) == (1, 0)


def test_evaluations_without_bounds_are_measured_by_those_before():
    """3 and -3 have a mean size of 3: 1/2 + 1/2 * 3 / 6. Then 1 and -1: the mean size is 2, and 1 / 3 of the half is added."""
    game_of_guesses = Corridor(guess=3)
    game_of_guesses.bounded_evaluation = False
    scale, s = Scale(game_of_guesses.rules), game_of_guesses.start().state
    assert scale.guess(s) == (0.75, 0.25)
    game_of_guesses.hunch = 1
    assert scale.guess(s) == pytest.approx((2 / 3, 1 / 3))
    game_of_guesses.hunch = 0
    assert scale.guess(s) == (0.5, 0.5)


@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
def test_a_cut_off_asks_the_evaluation(backend):
    """The corridor is lost for a, but looks like 0.5; only a search to the end knows."""
    start = Corridor(length=6).start()
    for agent in (zermelo.montecarlo, zermelo.uct):
        limit = dict(games=4) if agent is zermelo.montecarlo else dict(playouts=1)
        assert agent(backend=backend, **limit)(start).value == -1
        assert agent(backend=backend, cutoff=3, **limit)(start).value == 0.5
        assert agent(backend=backend, cutoff=5, **limit)(start).value == -1  # five plies after the move there is an end


def test_guesses_are_backed_up_by_minimax():
    """Player b has answers worth 0.3 and 0.6 to b, and one that was not tried; so a's move is worth 1 - 0.6."""
    above, node = node_of(0, 0), node_of(1, 0, 1, 2)
    for edge, guess, visits in zip(node.edges, (0.3, 0.6, 0.9), (4, 2, 0), strict=True):
        edge.numbers[implicit.GUESS], edge.visits = guess, visits
    implicit.Implicit(0.4).back_up([(above, above.edges[0]), (node, node.edges[0])], [], ())
    assert above.edges[0].numbers[implicit.GUESS] == pytest.approx(0.4)
    node.player = 0  # the same player again
    implicit.Implicit(0.4).back_up([(above, above.edges[0]), (node, node.edges[0])], [], ())
    assert above.edges[0].numbers[implicit.GUESS] == pytest.approx(0.6)


def test_guesses_are_mixed_into_the_value():
    """3 of 4 by games, 0.2 by evaluation, weight 0.4: 0.6 * 0.75 + 0.4 * 0.2."""
    edge = Edge(0)
    edge.visits, edge.total, edge.numbers = 4, 3.0, {implicit.GUESS: 0.2}
    assert by_hand(game(SMALL), implicit=0.4).selection.value(edge, 0, 0.0) == pytest.approx(0.53)


class Rosy(Corridor):
    """The first move may win at once; all other moves look equally good, but are not."""

    max_moves = 2

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        s.ply += 9 if s.ply == 0 and move == 0 else 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return 0 if s.ply == 9 else DRAW if s.ply == 6 else ONGOING


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("weight", [0.2, 0.6, 1])
@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
def test_the_end_of_a_game_is_its_own_evaluation(backend, weight, solver):
    report = zermelo.uct(playouts=200, implicit=weight, solver=solver, backend=backend)(Rosy(guess=0.9).start())
    assert (report.move, report.value) == ("0", 1)


# Points


def test_exploration_is_measured_by_the_spread_of_points():
    """Cards are worth a little of a thousand points. Without a measure all moves would be tried equally often."""
    search = grown(Patience(), 60, solver=False)
    scale = search.scale
    assert 0 < scale.spread() < 0.03
    assert scale.spread() == pytest.approx(scale.most - scale.least)
    visits = [edge.visits for edge in search.root.edges]
    assert max(visits) > 2 * min(visits)
    assert Scale(game("tictactoe").rules).spread() == 1


def test_nothing_seen_yet_is_a_spread_of_one():
    scale = Scale(Patience().rules)
    assert scale.spread() == 1
    scale.saw((0.25,))
    assert scale.spread() == 1
    scale.saw((0.5,))
    assert scale.spread() == 0.25


# Positions that are shared


def test_what_several_move_orders_reach_is_kept_once():
    options = dict(solver=False, exploration=2)
    apart, shared = (grown(game("tictactoe"), 1500, transpositions=each, **options) for each in (False, True))
    assert len(nodes_of(shared.root)) < 0.8 * len(nodes_of(apart.root))
    assert sum(edge.visits for edge in shared.root.edges) == shared.root.passes == 1500


def test_sharing_proves_sooner():
    start = game("tictactoe").start()
    apart, shared = (zermelo.uct(playouts=300_000, transpositions=each)(start) for each in (False, True))
    assert apart.exact
    assert shared.exact
    assert shared.playouts < apart.playouts / 2


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
def test_circles_are_left(backend, solver):
    """There are only 22 positions, and every line of moves comes back to one of them."""
    agent = zermelo.uct(playouts=300, seconds=DISTANT / 6, cap=50, transpositions=True, solver=solver, backend=backend)
    report = agent(Ring().start())
    assert (report.stopped, report.playouts) == (None, 300)
    assert len(report.line) <= 22


class Treadmill(Game):
    """Two positions, one leading to the other and back, for ever; a player who leaves the cycle loses."""

    def state(self):
        return dict(place=i8, turn=i8)

    def moves(self, s):
        yield 0
        if s.place == 0:
            yield 1

    def play(self, s, move):
        s.place = 2 if move else 1 - s.place
        s.turn = 1 - s.turn

    def winner(self, s):
        return s.turn if s.place == 2 else ONGOING


@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
def test_who_would_rather_go_round_for_ever_is_stopped(backend):
    agent = zermelo.uct(playouts=100, seconds=DISTANT / 6, cap=50, transpositions=True, backend=backend)
    report = agent(Treadmill().start())
    assert (report.stopped, report.playouts, report.move) == (None, 100, "0")


# At work

TECHNIQUES = [
    dict(rave=300), dict(rave=300, grave=20), dict(history=2), dict(policy="mast"), dict(cutoff=6), dict(implicit=0.3),
    dict(transpositions=True), dict(exploration=1.5), dict(final="value"), dict(rave=100, history=1, policy="mast", implicit=0.2),
]  # fmt: skip


@pytest.mark.parametrize("options", TECHNIQUES, ids=str)
def test_each_changes_something_and_plays_on(options):
    """Another tree is grown, but for the final choice; x wins in one and o averts it, even without proofs."""
    start = game("connect4").start()
    plain, other = (zermelo.uct(playouts=3000, **each)(start) for each in ({}, options))
    assert (plain.choices == other.choices) == ("final" in options)
    won, lost = start.play("4 1 4 1 4 2"), start.play("4 1 4 1 4")
    assert zermelo.uct(playouts=2000, solver=False, **options)(won).move == "4"
    assert zermelo.uct(playouts=4000, solver=False, **options)(lost).move == "4"
