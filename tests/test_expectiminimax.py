"""Expectiminimax: its values are those of the definition, on trees computed by hand and on games with random values.

For one player, for two, and for many; with every option that must not change the answer; and wherever the rules run.
"""

from __future__ import annotations

import json
from functools import cache

import pytest
from chance_for_tests import Gamble, Twigs, expected, expected_by_all
from games_for_tests import Harvest, Race
from long_runs import LONG, few
from sampling import SPECIFICATION, Thicket, backends, game, reports, samples

import zermelo
from zermelo import expectiminimax
from zermelo.game.constants import CHANCE
from zermelo.search.chance.expectation import FAR, discounted, undiscounted
from zermelo.search.options import STARS
from zermelo.search.payoff import DISCOUNT
from zermelo.trees.tree import Tree

gamble = cache(Gamble)
BOTH = [SPECIFICATION, "interpreted"]
COIN = {"heads": (0.5, 4), "tails": (0.5, 2)}


def value_of(tree, agent=None, **kwargs):
    report = (agent or expectiminimax(backend=SPECIFICATION))(Twigs(tree, **kwargs).start())
    return report.value, report.move


def close(found, wanted):
    return abs(found - wanted) < 1e-9


# By hand


@pytest.mark.parametrize("backend", BOTH)
def test_the_lecture(backend):
    """3 = 0.5 * 4 + 0.5 * 2."""
    report = expectiminimax(backend=backend)(Twigs([COIN]).start())
    assert (report.value, report.values, report.move, report.line) == (3, (3, -3), "1", ("1",))
    assert (report.exact, report.plies, report.nodes) == (True, None, 4)


@pytest.mark.parametrize("backend", BOTH)
@pytest.mark.parametrize(
    ("tree", "value", "move"),
    [
        ([COIN, {"heads": (0.25, 9), "tails": (0.75, 1)}], 3, "1"),
        ([COIN, {"heads": (0.25, 9), "tails": (0.75, 1.25)}], 3.1875, "2"),
        ([{"heads": (0.5, [4, 8]), "tails": (0.5, [2, -6])}], -1, "1"),
        ([{"low": (0.9, -1), "high": (0.1, 11)}, 0], 0.2, "1"),
        ([{"one": (0.5, {"a": (0.5, 8), "b": (0.5, 0)}), "two": (0.5, COIN)}, 3.25], 3.5, "1"),
        ([[COIN, 1], [COIN, COIN]], 3, "2"),
        ([{"left": (0.5, [[1, 5], [3]]), "right": (0.5, [[4, 2], [6, 7]])}], 3.5, "1"),
        ([{"sure": (1, 7)}, 7], 7, "2"),
    ],
)
def test_trees_worked_out_by_hand(tree, value, move, backend):
    """The last one: both are worth 7, but the second a ply sooner."""
    assert value_of(tree, expectiminimax(backend=backend)) == (value, move)


def test_the_average_is_not_the_likeliest():
    """Russell and Norvig's warning: what counts is the scale of leaves, not only their order."""
    assert value_of([{"a": (0.9, 2), "b": (0.1, 3)}, {"a": (0.9, 1), "b": (0.1, 4)}]) == (2.1, "1")
    assert value_of([{"a": (0.9, 20), "b": (0.1, 30)}, {"a": (0.9, 1), "b": (0.1, 400)}], bounds=(-400, 400))[1] == "2"


def test_alone():
    """Nobody minimises."""
    assert value_of([{"heads": (0.5, [4, 8]), "tails": (0.5, [2, -6])}], seats=1) == (5, "1")


@pytest.mark.parametrize("backend", BOTH)
def test_three_players_by_hand(backend):
    """The second takes 2 rather than 1, the third 3 rather than 1; then chance averages for all."""
    left = {"heads": (0.5, [(4, 1, 2), (8, 2, 0)]), "tails": (0.5, [[(2, 1, 1), (0, 0, 3)], (3, -1, 0)])}
    right = {"heads": (0.25, [(1, 2, 3), (9, 0, 0)]), "tails": (0.75, (1, 1, 1))}
    position = Twigs([left, right], seats=3, zero_sum=False).start()
    report = expectiminimax(backend=backend)(position)
    assert (report.values, report.value, report.move) == ((4, 1, 1.5), 4, "1")


# Sooner and later


def test_sooner_wins_and_later_losses():
    assert value_of([[[100]], 100, [[100]]]) == (100, "2")
    assert value_of([[-100], [[[-100]]], [-100]]) == (-100, "2")
    assert value_of([{"a": (0.5, [100]), "b": (0.5, -100)}, {"a": (0.5, 100), "b": (0.5, [-100])}]) == (0, "2")


def test_what_has_faded_is_not_shown():
    far = 3
    for _ in range(30):
        far = [far]
    report = expectiminimax(backend=SPECIFICATION)(Twigs(far).start())
    assert (report.value, report.values) == (3, (3, -3))
    assert discounted(3, 30) != 3
    assert undiscounted(discounted(3, FAR), 3) == 3
    assert undiscounted(1 / 3, 1) == 1 / 3
    assert DISCOUNT == 2**-40


def test_no_guess_is_worth_as_much_as_a_win():
    class Hopeful(Gamble):
        def over(self, s):
            return s.ply == 1 and s.place % 2 == 0

        def share(self, s, player, salt):
            return self.points if player == 0 else -self.points

        def moves(self, s):
            yield from range(4)

    chosen = set()
    for seed in range(0, 40, 2):
        position = Hopeful().seeded(seed, luck=0)
        ends = [position.name(move) for move in position.choices if position.advance(move).over]
        report = expectiminimax(depth=1, backend=SPECIFICATION)(position)
        assert report.value == 3
        if ends:
            assert report.move == ends[0]
            chosen.add(report.move)
    assert chosen - {"0"}, "there was something better than the first move"


# By definition


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_noise_for_one_and_two(seats, depth):
    for seed in range(60 if LONG else 30):
        position = gamble(seats).seeded(seed, luck=(20, 40, 70)[seed % 3])
        report = expectiminimax(depth=depth, backend="compiled")(position)
        assert close(report.value, expected(position, depth)), seed
        after = position.play(report.move)
        assert close(report.value, expected(after, depth - 1, position.player)), "the move bears the value out"


@pytest.mark.parametrize("seats", few([3, 4], 1))
def test_noise_for_many(seats):
    for seed in range(40):
        position = gamble(seats).seeded(seed)
        report = expectiminimax(depth=3, backend="compiled")(position)
        assert all(map(close, report.values, expected_by_all(position, 3))), seed
        assert report.value == report.values[position.player]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_to_the_end_of_the_game(seats):
    for seed in range(10):
        position = gamble(seats).seeded(seed)
        report = expectiminimax(backend="compiled")(position)
        wanted = expected_by_all(position, 99) if seats > 2 else (expected(position, 99),)
        assert close(report.value, wanted[position.player if seats > 2 else 0])
        assert (report.exact, report.depth) == (True, None)


class Hedge(Thicket):
    """Noise without chance; evaluations keep to the bounds."""

    bounded_evaluation = True


def test_without_chance_and_with_noise_it_is_minimax():
    hedge = Hedge()
    for seed in range(40):
        position = hedge.seeded(seed)
        for depth in (1, 2, 3, 4):
            plain = zermelo.minimax(depth=depth, backend="compiled")(position)
            assert expectiminimax(depth=depth, pruning="star2", backend="compiled")(position).value == plain.value


def test_a_race_with_dice():
    """Its evaluations are not on the scale of utilities, but a search to the end does not need them."""
    for position in samples(game("race"), 8):
        if position.player != CHANCE:
            report = expectiminimax(backend="compiled")(position)
            assert close(report.value, expected(position, 99))
            assert -1 <= report.value <= 1


def test_two_players_who_share():
    """Not zero-sum, and no chance either."""
    position = Harvest().start()
    report = expectiminimax(backend=SPECIFICATION)(position)
    assert all(map(close, report.values, expected_by_all(position, 99)))
    assert sum(report.values) > 0


@pytest.mark.parametrize("text", ["nim([1,2,3])", "grundy(9)", "tree"])
def test_without_chance_it_is_minimax(text):
    for position in samples(game(text), 8):
        for depth in (1, 2, 3, None):
            plain = zermelo.minimax(depth=depth, backend="interpreted")(position)
            for pruning in ("none", *STARS):
                report = expectiminimax(depth=depth, pruning=pruning, backend="interpreted")(position)
                assert report.value == plain.value, (position, depth)


# Depth


def test_depth_counts_moves_of_players():
    """Two coins in a row, then MIN, then a coin: that is depth 2; with depth 1 the position after the coins is judged."""
    tree = [{"h": (0.5, {"h": (0.5, [COIN, 9]), "t": (0.5, [8, COIN])}), "t": (0.5, 5)}]
    for depth, nodes, horizon in ((1, 2, True), (2, 10, True), (3, 14, False)):
        report = expectiminimax(depth=depth, backend=SPECIFICATION)(Twigs(tree).start())
        assert (report.nodes, report.exact) == (nodes, not horizon)
    assert report.value == 4


def test_a_position_at_depth_0_is_judged_as_it_is():
    """Also when chance is to move there."""
    found = 0
    for seed in range(80):
        position = gamble(2).seeded(seed)
        report = expectiminimax(depth=1, backend=SPECIFICATION)(position)
        after = position.play(report.move)
        if not after.over and after.player == CHANCE:
            found += 1
            assert report.value == after.rules.evaluate(after.state, position.player)
            assert report.line == (report.move,)
    assert found > 5


def test_lines_end_where_chance_begins():
    longer = 0
    for seed in range(40):
        report = expectiminimax(depth=4, backend=SPECIFICATION)(position := gamble(2).seeded(seed, luck=30))
        for name in report.line:
            assert position.player != CHANCE
            position = position.play(name)
        longer += len(report.line) > 1
        assert position.over or position.player == CHANCE or len(report.line) == 4
    assert longer > 5


# Options that change nothing


@pytest.mark.parametrize("seats", [1, 2])
def test_a_table_changes_nothing_but_the_nodes(seats):
    saved = 0
    for seed in range(40):
        position = gamble(seats).seeded(seed, longest=8)
        plain = expectiminimax(depth=4, backend="compiled")(position)
        known = expectiminimax(depth=4, memory="1MB", backend="compiled")(position)
        assert (known.value, known.move, known.line, known.exact) == (plain.value, plain.move, plain.line, plain.exact)
        saved += plain.nodes - known.nodes
    assert saved > 0


def test_a_table_that_is_remembered():
    """What was found for one side of the board, or so many plies deep, is not taken for something else."""
    for seed in range(12):
        position = gamble(2).seeded(seed, longest=8)
        agent = expectiminimax(depth=3, memory="1MB", ordering="all", backend="compiled").remembering()
        while not position.over:
            if position.player == CHANCE:
                position = position.advance(position.choices[-1])
                continue
            report = agent(position)
            assert report.value == expectiminimax(depth=3, backend="compiled")(position).value
            position = position.play(report.move)


@pytest.mark.parametrize("ordering", ["order", "pv", "all", "ads"])
def test_orderings_keep_the_value(ordering):
    for seed in range(30):
        position = gamble(2).seeded(seed)
        plain = expectiminimax(depth=3, backend="compiled")(position)
        assert expectiminimax(depth=3, ordering=ordering, deepening=True, backend="compiled")(position).value == plain.value


def test_deepening():
    position = gamble(2).seeded(3, longest=9)
    found = list(expectiminimax(depth=4, deepening=True, backend="compiled").reports(position))
    assert [report.depth for report in found] == [1, 2, 3, 4]
    for report in found:
        assert report.value == expectiminimax(depth=report.depth, backend="compiled")(position).value
    ended = list(expectiminimax(nodes=10**9, backend="compiled").reports(gamble(2).seeded(3)))
    assert ended[-1].exact
    assert ended[-1].stopped is None


@pytest.mark.parametrize("seats", [2, 3])
def test_a_search_that_is_stopped_has_an_answer(seats):
    position = gamble(seats).seeded(5, longest=9)
    for nodes in (1, 2, 7, 40):
        report = expectiminimax(nodes=nodes, backend="compiled")(position)
        assert (report.stopped, report.nodes) == ("nodes", nodes)
        assert report.move in position.moves
    report = expectiminimax(depth=30, seconds=0.02, backend="compiled")(gamble(seats).seeded(5, longest=100, luck=20))
    assert report.stopped == "seconds"
    assert report.value is not None


# Trees


@pytest.mark.parametrize("backend", BOTH)
def test_a_tree_shows_chance(backend):
    tree = expectiminimax(backend=backend)(Twigs([COIN, {"heads": (1 / 3, [4, 2]), "tails": (2 / 3, 1)}]).start(), tree=100).tree
    assert str(tree).splitlines()[1:] == [
        "▲ MAX 3  ★",
        "├─ 1  ○ chance 3  ★",
        "│  ├─ heads (1/2)  ■ 4  game over",
        "│  └─ tails (1/2)  ■ 2  game over",
        "└─ 2  ○ chance 1.333",
        "   ├─ heads (1/3)  ▼ MIN 2",
        "   │  ├─ 1  ■ 4  game over",
        "   │  └─ 2  ■ 2  game over",
        "   └─ tails (2/3)  ■ 1  game over",
    ]
    assert Tree.loads(tree.dumps()).to_json() == tree.to_json()
    assert tree.total == 9
    svg, dot = tree.to_svg(), tree.to_dot()
    assert svg.count('class="node chance"') == dot.count("shape=circle") == 2
    assert "the average, weighted by probability" in svg
    for text in (svg, dot):
        assert "heads (1/3)" in text


def test_probabilities_in_a_tree_add_up():
    for seed in range(20):
        tree = expectiminimax(depth=3, backend="compiled")(gamble(2).seeded(seed), tree=10_000).tree
        for node in tree.walk():
            odds = [child.probability for child in node.children]
            if node.kind == "chance" and node.children:
                assert close(sum(odds), 1)
                assert close(node.value, sum(child.probability * child.value for child in node.children))
            else:
                assert odds == [None] * len(odds)
        json.dumps(tree.to_json())


def test_a_tree_for_three_has_the_values_of_all_players():
    tree = expectiminimax(depth=3, backend="compiled")(gamble(3).seeded(4), tree=1000).tree
    assert {node.kind for node in tree.walk()} >= {"own", "chance"}
    for node in tree.walk():
        if node.kind == "chance" and node.children:
            columns = zip(*(child.values for child in node.children), strict=True)
            odds = [child.probability for child in node.children]
            assert all(
                close(value, sum(map(lambda p, x: p * x, odds, column)))
                for value, column in zip(node.values, columns, strict=True)
            )
    assert "○ chance (" in str(tree)
    assert "<ellipse" in tree.to_svg()
    assert "shape=circle" in tree.to_dot()
    assert Tree.loads(tree.dumps()).to_json() == tree.to_json()


# Parity

AGENTS = {
    "plain": expectiminimax(depth=3),
    "to the end": expectiminimax(),
    "ordered": expectiminimax(depth=3, ordering="all"),
    "deepening": expectiminimax(nodes=120, ordering="pv+order"),
    "stopped at once": expectiminimax(nodes=3),
    "with a table": expectiminimax(depth=3, memory="1MB"),
    "with everything": expectiminimax(nodes=150, ordering="all", memory="1MB"),
}
CASES = [(seats, name) for name, agent in AGENTS.items() for seats in (1, 2, 3, 4) if seats < 3 or not agent.options.table]


@pytest.mark.parametrize(("seats", "name"), CASES)
def test_parity(seats, name):
    for seed in range(6):
        position = gamble(seats).seeded(seed, luck=(20, 40, 60)[seed % 3])
        wanted = reports(AGENTS[name], position, SPECIFICATION, tree=500)
        for backend in backends(gamble(seats)):
            assert reports(AGENTS[name], position, backend, tree=500) == wanted, f"{name} on {backend}, seed {seed}"


def test_parity_in_a_race():
    for position in samples(Race(3), 6):
        if position.player != CHANCE:
            for agent in (expectiminimax(), expectiminimax(memory="1MB", ordering="all", pruning="star2")):
                wanted = reports(agent, position, SPECIFICATION)
                wanted_on = backends(position.game) if LONG else ("interpreted",)
                assert all(reports(agent, position, backend) == wanted for backend in wanted_on)
