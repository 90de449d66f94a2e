"""Star1, Star2 and Star2.5: the value, the move and the line of plain expectiminimax, to the last bit, with fewer nodes."""

from __future__ import annotations

import random
from functools import cache
from math import inf, nextafter

import pytest
from chance_for_tests import Gamble, Twigs, expected
from long_runs import LONG
from sampling import SPECIFICATION, backends, game, reports, wander

from zermelo import expectiminimax
from zermelo.game.constants import CHANCE
from zermelo.limit import Limit
from zermelo.search.chance.expectiminimax import Expectiminimax
from zermelo.search.chance.star import PROBES, Outcomes
from zermelo.search.control import Control, Stop
from zermelo.search.options import STARS, Options
from zermelo.search.transposition_table import TranspositionTable

gamble = cache(Gamble)


def said(report):
    return report.value, report.values, report.move, report.line


def position_of(seats, seed, longest=7):
    return gamble(seats).seeded(seed, longest=longest, luck=(15, 40, 70)[seed % 3])


# Nothing but the nodes


@pytest.mark.parametrize("pruning", STARS)
@pytest.mark.parametrize("seats", [1, 2])
def test_same_answer(seats, pruning):
    plain_nodes = nodes = 0
    for seed in range(150 if LONG else 60):
        position = position_of(seats, seed)
        for depth in (2, 3, 4):
            plain = expectiminimax(depth=depth, backend="compiled")(position)
            pruned = expectiminimax(depth=depth, pruning=pruning, backend="compiled")(position)
            assert said(pruned) == said(plain), f"seed {seed}, depth {depth}"
            plain_nodes, nodes = plain_nodes + plain.nodes, nodes + pruned.nodes
    assert nodes < 0.8 * plain_nodes


@pytest.mark.parametrize("pruning", STARS)
def test_same_answer_with_a_table_and_deepening(pruning):
    for seed in range(60):
        position = position_of(2, seed, longest=8)
        plain = expectiminimax(depth=4, backend="compiled")(position)
        for more in (dict(memory="1MB"), dict(memory="1MB", deepening=True)):
            assert said(expectiminimax(depth=4, pruning=pruning, backend="compiled", **more)(position)) == said(plain), seed
        ordered = expectiminimax(depth=4, pruning=pruning, ordering="all", memory="1MB", deepening=True, backend="compiled")
        assert ordered(position).value == plain.value


@pytest.mark.parametrize("pruning", STARS)
def test_same_answer_to_the_end_of_the_game(pruning):
    for seed in range(40 if LONG else 15):
        position = position_of(2, seed)
        report = expectiminimax(pruning=pruning, ordering="order", backend="compiled")(position)
        assert abs(report.value - expected(position, 99)) < 1e-9


def test_the_order_of_the_game_comes_first_in_probes_too():
    for seed in range(40):
        position = position_of(2, seed)
        plain = expectiminimax(depth=4, ordering="order", backend="compiled")(position)
        for pruning in STARS:
            assert said(expectiminimax(depth=4, ordering="order", pruning=pruning, backend="compiled")(position)) == said(plain)


def test_evaluations_that_do_not_keep_to_their_bounds_are_cut_to_them():
    """A game that breaks its promise is searched as if it kept it; pruning makes no difference even then."""

    class Boaster(Gamble):
        def evaluate(self, s, player):
            return 5 * self.share(s, player, 60)

    liar = Boaster()
    for seed in range(30):
        position = liar.seeded(seed)
        found = {said(expectiminimax(depth=3, pruning=pruning, backend="interpreted")(position)) for pruning in ("none", *STARS)}
        assert len(found) == 1
        assert abs(found.pop()[0]) <= 3


@pytest.mark.parametrize("parts", [3, 7, 10, 49])
def test_probabilities_that_cannot_be_written_exactly(parts):
    """A certain win is worth no more than a win, also where tenths add up to a little more or less than one."""
    sure = {str(part): (1 / parts, [100, {str(part): (1 / parts, 100) for part in range(parts)}]) for part in range(parts)}
    other = {str(part): (1 / parts, [-part, 99 - part]) for part in range(parts)}
    for order in ([sure, other, sure], [other, sure]):
        found = {
            said(expectiminimax(pruning=pruning, backend=SPECIFICATION)(Twigs(order).start())) for pruning in ("none", *STARS)
        }
        assert len(found) == 1
        assert found.pop()[0] == 100


# The promise of a window


def searcher(position, pruning, table=False):
    rules = position.rules
    search = Expectiminimax(
        rules, Control(Limit(), Stop()), None, TranspositionTable() if table else None, Options(pruning=pruning)
    )
    search.max = position.player
    return search


@pytest.mark.parametrize("pruning", STARS)
def test_every_window_keeps_its_promise(pruning):
    chance, inside = random.Random(1), 0
    for seed in range(40):
        position = position_of(2, seed, longest=6)
        plain = searcher(position, "none").decide(position.state, 3).score
        for table in (False, True):
            search = searcher(position, pruning, table)
            search.decide(position.state, 2)
            for _ in range(2):
                alpha, beta = sorted((chance.uniform(-3, 3), chance.choice([plain, chance.uniform(-3, 3)])))
                found, _ = search.search(position.state, -1, 3, 0, alpha, beta, False)
                if found <= alpha:
                    assert plain <= found
                elif found >= beta:
                    assert plain >= found
                else:
                    inside += 1
                    assert plain == found
    assert inside > 10


def test_the_edges_of_an_outcomes_window():
    """At the edge the sums are just there, with every other outcome at its bound; a little further inside they are not."""
    chance, exact = random.Random(2), 0
    for seed in range(300):
        position = position_of(2, seed)
        s = next((child for child in (position.advance(move) for move in position.choices) if child.turn == "chance"), None)
        if s is None or s.over:
            continue
        alpha, beta = sorted((chance.uniform(-2.9, 2.9), chance.uniform(-2.9, 2.9)))
        outcomes = Outcomes(searcher(position, "star1"), s.state, 2, 1, alpha, beta)
        for index in range(len(outcomes.chances)):
            low, high = sorted((chance.uniform(-3, 3), chance.uniform(-3, 3)))
            outcomes.low[index], outcomes.high[index] = max(low, outcomes.floor), min(high, outcomes.ceiling)
        for index in range(len(outcomes.chances)):
            below, above = outcomes.window(index)
            assert below < above
            for bounds, edge, target, sign in ((outcomes.high, below, alpha, -1), (outcomes.low, above, beta, 1)):
                trial = bounds.copy()
                trial[index] = edge
                assert sign * outcomes.total(trial) >= sign * target
                trial[index] = edge - sign * 1e-9
                assert sign * outcomes.total(trial) < sign * target
                exact += 1
    assert exact > 100


def test_an_edge_that_rounding_would_spoil():
    """Three thirds: (alpha - rest) / p, multiplied by p again, is not always alpha less the rest."""
    found = 0
    for step in range(2000):
        alpha = 1 - step * 0.00137
        tree = [{"a": (1 / 3, [1]), "b": (1 / 3, [2]), "c": (1 / 3, [3])}, 0]
        position = Twigs(tree).start()
        outcomes = Outcomes(searcher(position, "star1"), position.advance(0).state, 2, 1, alpha, inf)
        rest = sum(probability * outcomes.high[index] for index, (_, probability) in enumerate(outcomes.chances) if index != 1)
        naive = (alpha - rest) * 3
        trial = outcomes.high.copy()
        trial[1] = naive
        found += outcomes.total(trial) > alpha
        trial[1] = outcomes.window(1)[0]
        assert outcomes.total(trial) <= alpha
        assert nextafter(outcomes.window(1)[0], inf) <= naive + 1e-9
    assert found > 0, "there was something to mend"


# What is not looked at


def entered(tree, pruning, **kwargs):
    found = expectiminimax(pruning=pruning, backend=SPECIFICATION, **kwargs)(Twigs(tree).start(), tree=1000).tree
    return str(found).splitlines()[1:]


def test_star1_by_hand():
    """With 3 for sure, a third of 100 cannot make up for -100 and -97: the last outcome is not looked at."""
    coin = {"heads": (0.5, 4), "tails": (0.5, 2)}
    dice = {"a": (1 / 3, -100), "b": (1 / 3, -90), "c": (1 / 3, [100, 90, 80])}
    assert entered([coin, dice], "star1")[-4:] == [
        "└─ 2  ○ chance −30  [3, +∞]  alpha cutoff: −30 ≤ 3",
        "   ├─ a (1/3)  ■ −100  game over",
        "   ├─ b (1/3)  ■ −90  game over",
        "   └─ c (1/3)  ✂  pruned",
    ]


def test_star2_by_hand():
    """MIN's first moves show that the second coin is worth no more than 1; Star1 has to look at one more."""
    coin = {"heads": (0.5, 4), "tails": (0.5, 2)}
    other = {"heads": (0.5, [1, 5, 6]), "tails": (0.5, [1, 7, 8])}
    assert entered([coin, other], "star2")[-5:] == [
        "└─ 2  ○ chance 1  [3, +∞]  alpha cutoff: 1 ≤ 3",
        "   ├─ heads (1/2)  ▼ MIN 1  [−94, 100]  probed",
        "   │  └─ 1  ■ 1  game over",
        "   └─ tails (1/2)  ▼ MIN 1  [5, 100]  probed",
        "      └─ 1  ■ 1  game over",
    ]
    assert [line.split()[-1] for line in entered([coin, other], "star1") if "✂" in line] == ["pruned", "pruned"]


def test_star2_5_by_hand():
    """The first moves of MIN's say nothing, the second ones enough."""
    coin = {"heads": (0.5, 4), "tails": (0.5, 2)}
    other = {"heads": (0.5, [9, 1, 6, 6]), "tails": (0.5, [9, 1, 8, 8])}
    nodes = {
        pruning: expectiminimax(pruning=pruning, backend=SPECIFICATION)(Twigs([coin, other]).start()).nodes
        for pruning in ("star1", "star2", "star2.5")
    }
    assert nodes == {"star1": 13, "star2": 17, "star2.5": 13}
    assert PROBES == {"star2": 1, "star2.5": 2}


def test_likely_outcomes_come_first():
    dice = {"rare": (0.1, [50, 60]), "common": (0.9, [-100, 7])}
    lines = entered([0, dice], "star1")
    assert [line.split()[1] for line in lines if "(" in line] == ["common", "rare"]
    assert lines[-1].endswith("rare (1/10)  ✂  pruned")


def test_alone_star2_is_star1():
    """Without a MIN there is no beta, so nothing to probe for."""
    for seed in range(20):
        position = position_of(1, seed)
        one, two = (
            expectiminimax(depth=4, pruning=pruning, backend="compiled")(position).nodes for pruning in ("star1", "star2")
        )
        assert one == two


def test_probes_pay_where_moves_are_many():
    """A regular tree as Ballard's: MAX, chance, MIN. The likeliest guess first saves most."""
    dice, chance = 6, random.Random(3)
    tree = [{str(face): (1 / dice, sorted(chance.randint(-50, 50) for _ in range(20))) for face in range(dice)} for _ in range(8)]
    nodes = {}
    for pruning in ("none", *STARS):
        report = expectiminimax(pruning=pruning, backend=SPECIFICATION)(Twigs(tree).start())
        nodes[pruning] = report.nodes
        assert abs(report.value - max(sum(leaves[0] for _, leaves in node.values()) / dice for node in tree)) < 1e-9
    assert nodes["none"] == 1 + 8 + 8 * 6 + 8 * 6 * 20
    assert nodes["star2"] < nodes["none"] / 2
    assert nodes["star1"] < nodes["none"]


def test_backgammon():
    """At most half of the leaves of the plain search, also without a good guess at the best move; the bench has more positions."""
    start, chance = game("backgammon").start(), random.Random(7)
    leaves = dict.fromkeys(("none", "star2"), 0)
    for plies in range(3, 60, 5 if LONG else 20):
        position = wander(start, plies, chance)
        while position.player == CHANCE:
            position = position.advance(chance.choice(position.choices))
        found = {
            pruning: expectiminimax(depth=2, pruning=pruning, backend="compiled")(position, tree=10**6) for pruning in leaves
        }
        assert said(found["star2"]) == said(found["none"])
        for pruning, report in found.items():
            leaves[pruning] += sum(node.why in ("end", "depth limit") for node in report.tree.walk())
    assert leaves["star2"] < leaves["none"] / 2


# Parity

AGENTS = {
    **{pruning: expectiminimax(depth=3, pruning=pruning) for pruning in STARS},
    **{f"{pruning}, ordered": expectiminimax(depth=4, pruning=pruning, ordering="all") for pruning in STARS},
    **{f"{pruning}, table": expectiminimax(depth=4, pruning=pruning, memory="1MB", ordering="pv") for pruning in STARS},
    **{f"{pruning}, all": expectiminimax(nodes=150, pruning=pruning, memory="1MB", ordering="all") for pruning in STARS},
    "to the end": expectiminimax(pruning="star2.5", ordering="order"),
}


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("seats", [1, 2])
def test_parity(seats, name):
    for seed in range(6):
        position = position_of(seats, seed, longest=6)
        wanted = reports(AGENTS[name], position, SPECIFICATION, tree=300)
        for backend in backends(gamble(seats)):
            assert reports(AGENTS[name], position, backend, tree=300) == wanted, f"{name} on {backend}, seed {seed}"
