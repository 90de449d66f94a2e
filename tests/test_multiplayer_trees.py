"""Trees of many players: max^n's tuples, and the two sides of the other searches."""

from __future__ import annotations

from functools import cache

import hypothesis
import pytest
from hypothesis import given, strategies as st
from multiplayer_for_tests import Boughs, Brawl, Crowd
from sampling import SPECIFICATION, backends, reports
from trees_for_tests import THREE, WINNING, at, search, with_depths

from zermelo.engine.algorithms import bestreply, bestreplyplus, maxn, paranoid
from zermelo.trees.drawing import to_text

crowd, brawl = cache(Crowd), cache(Brawl)
BOTH = (SPECIFICATION, "interpreted")
seeds = st.integers(0, 2**31 - 1)
LECTURE = [[[(1, 2, 3), (4, 2, 1)], [(6, 1, 2), (7, 4, -1)]], [[(5, -1, -1), (-1, 5, 2)], [(7, 7, -1), (5, 4, 5)]]]
"""A tree for three from a recitation of MIT's course 6.034 (2004)."""


def bold(report):
    return " ".join(node.move for node in report.tree.walk() if node.best and node.move is not None)


# Tuples


@pytest.mark.parametrize("backend", BOTH)
def test_the_tree_of_max_n(backend):
    tree = maxn(backend=backend)(Boughs(LECTURE).start(), tree=100).tree
    assert to_text(tree).split("\n")[1:] == [
        "◆ a (1, 2, 3)  ★",
        "├─ 0  ◆ b (1, 2, 3)  ★",
        "│  ├─ 0  ◆ c (1, 2, 3)  ★",
        "│  │  ├─ 0  ■ (1, 2, 3)  game over  ★",
        "│  │  └─ 1  ■ (4, 2, 1)  game over",
        "│  └─ 1  ◆ c (6, 1, 2)",
        "│     ├─ 0  ■ (6, 1, 2)  game over",
        "│     └─ 1  ■ (7, 4, −1)  game over",
        "└─ 1  ◆ b (−1, 5, 2)",
        "   ├─ 0  ◆ c (−1, 5, 2)",
        "   │  ├─ 0  ■ (5, −1, −1)  game over",
        "   │  └─ 1  ■ (−1, 5, 2)  game over",
        "   └─ 1  ◆ c (5, 4, 5)",
        "      ├─ 0  ■ (7, 7, −1)  game over",
        "      └─ 1  ■ (5, 4, 5)  game over",
    ]
    assert tree.root.to_json()["values"] == [1, 2, 3]


@pytest.mark.parametrize("backend", BOTH)
def test_pruned_nodes_say_why(backend):
    """The tree of `test_speculation_that_fails`, in shares of four points: the second player's other move is given up too early."""
    tree = [[[(-1, -1, 2)]], [[(5, -1, -4)], [(-4, 2, 2), (-4, -1, 5)]]]
    position = Boughs(tree, bounds=(-4, 8), open=True).start()
    found = maxn(depth=3, pruning="speculative", backend=backend)(position, tree=100).tree
    given_up, again = found.root.children[1].children[1:]
    assert (given_up.move, given_up.why, again.move, again.why) == ("1", "given up", "1", "")
    assert [child.kind for child in given_up.children] == ["own", "pruned"]
    assert (given_up.values, again.values) == ((-4, 2, 2), (-4, -1, 5))
    shallow = Boughs([[(2, -1, -1)], [(-1, 2, -1), (-4, 8, -4), (8, -4, -4)]], bounds=(-4, 8), open=True).start()
    cut = maxn(depth=2, pruning="shallow", backend=backend)(shallow, tree=100).tree.root.children[1]
    assert (cut.why, [child.kind for child in cut.children]) == ("shallow", ["own", "pruned", "pruned"])
    immediate = maxn(depth=3, pruning="immediate", backend=backend)(at(THREE, WINNING), tree=100).tree
    assert (immediate.root.why, immediate.root.plies) == ("immediate", 1)


VARIANTS = [
    maxn(),
    maxn(depth=4, ordering="order"),
    maxn(depth=5, pruning="shallow"),
    maxn(depth=5, pruning="speculative"),
    maxn(nodes=300, pruning="speculative", ordering="pv+ads"),
    maxn(depth=5, ties="paranoid"),
    maxn(depth=5, ties="average"),
    maxn(nodes=2),
]


@hypothesis.settings(max_examples=60)
@given(seeds, st.sampled_from(VARIANTS), st.sampled_from([2, 3, 4]))
def test_every_node_takes_what_is_best_for_its_player(seed, agent, seats):
    for game in (crowd(seats), brawl(seats)):
        position = game.seeded(seed)
        report = agent(position, tree=10**6)
        root = report.tree.root
        if not report.stopped or report.depth == 1:  # an unfinished depth may have found another move than the tree shows
            assert bold(report) == " ".join(report.line)
        if not report.stopped:
            assert (root.value, root.values) == (report.value, report.values)
            assert agent.options.ties == "average" or root.plies == report.plies
        for node, depth in with_depths(report.tree):
            assert node.kind in ("own", "end", "pruned")
            assert (node.values is None) == (node.kind == "pruned" or node.why == "stopped")
            if node.children and node.values:
                player = game.players.index(node.player)
                found = [child for child in node.children if child.values and child.why != "given up"]
                assert node.values[player] == max(child.values[player] for child in found)
                assert (node.why == "") == all(child.kind != "pruned" for child in node.children)
            if node.plies is not None and node.children and node.kind == "own":
                assert any(child.plies == node.plies - 1 and child.values == node.values for child in node.children), depth


# Two sides


@pytest.mark.parametrize("backend", BOTH)
def test_moves_of_others_are_told_with_their_names(backend):
    position = at(THREE, "1 2 1 3")
    turned = {"paranoid(depth=2)": "*:1", "bestreply(depth=2)": "*:1", "bestreplyplus(depth=2)": "*:1 x:2"}
    for agent, first in turned.items():
        tree, report = search(position, agent, backend)
        assert bold(report) == " ".join(report.line)
        assert (tree.max, tree.root.player, tree.root.kind) == ("o", "o", "max")
        below = tree.root.children[0]
        assert (below.player, below.kind, below.children[0].move) == ("others", "min", first)


def test_what_a_loss_is_worth():
    """One who wins takes 1 from each of two others, so a loss is -1 and not -2, also at the edges of windows."""
    losses = 0
    for seed in range(40):
        tree = paranoid()(brawl(3).seeded(seed), tree=10**6).tree
        for node in tree.walk():
            losses += node.plies is not None and node.value == -1
            assert node.plies is None or node.value in (-1, 2)
            assert node.alpha_ply is None or node.alpha in (-1, 2)
            assert node.beta_ply is None or node.beta in (-1, 2)
    assert losses > 100


@pytest.mark.parametrize(
    "agent",
    [
        *VARIANTS,
        paranoid(depth=4, ordering="all", memory="64KB"),
        bestreply(depth=4, threat="move_to_front"),
        bestreplyplus(depth=3, pvs=True),
    ],
    ids=str,
)
def test_parity(agent):
    for seed in range(6):
        for game in (crowd(3), brawl(4)):
            position = game.seeded(seed)
            expected = reports(agent, position, SPECIFICATION, tree=2000)
            for backend in backends(game):
                assert reports(agent, position, backend, tree=2000) == expected


@pytest.mark.parametrize("bound", [1, 2, 7, 30])
def test_bounded_trees_say_so(bound):
    report = maxn(depth=5, pruning="speculative")(crowd(3).seeded(5), tree=bound)
    assert len(list(report.tree.walk())) == bound
    assert report.tree.truncated
    assert not maxn(depth=5, pruning="speculative")(crowd(3).seeded(5), tree=10**5).tree.truncated
