"""Steps of a search: applied to an empty tree, they give the tree that the search left.

The yardstick is the tree of the twin, which was made in another language and never heard of steps. What happens on the way is held
against the rules of alpha-beta: a node is entered with the window that its parent has at that moment.
"""

from __future__ import annotations

import dataclasses
import threading

import pytest
from animation_for_tests import CUT, DONE, OPEN, PRUNED, Watcher, expected, seen, watched
from chance_for_tests import Gamble
from multiplayer_for_tests import Boughs, Crowd
from sampling import game, samples
from trees_for_tests import LECTURE, SAMPLES, at, chain

import zermelo
from zermelo.animation import baseline, record, replay, watch
from zermelo.errors import AgentError, LimitError, PositionError
from zermelo.trees.drawing import words
from zermelo.trees.node import CUT_NAMES

TWIN = "interpreted"
PLENTY = 100_000
EVERYTHING = dict(ordering="all", pvs=True, deepening=True, table=True, aspiration=True, inner_deepening=True)

ALPHABETA = {
    "minimax": zermelo.minimax(depth=3),
    "plain": zermelo.alphabeta(depth=4),
    "to the end": zermelo.alphabeta(),
    "ordering": zermelo.alphabeta(depth=4, ordering="all"),
    "table": zermelo.alphabeta(depth=4, table=True),
    "deepening": zermelo.alphabeta(depth=3, deepening=True, ordering="pv"),
    "pvs": zermelo.alphabeta(depth=4, pvs=True),
    "aspiration": zermelo.alphabeta(depth=4, deepening=True, aspiration=True),
    "mtdf": zermelo.alphabeta(depth=3, mtdf=True, table=True, deepening=True),
    "windows": zermelo.alphabeta(windows=True, table=True),
    "reductions": zermelo.alphabeta(depth=5, reductions=True, exact=False),
    "singular": zermelo.alphabeta(depth=5, deepening=True, singular=True, table=True),
    "everything": zermelo.alphabeta(depth=5, **EVERYTHING),
    "strong": zermelo.strong(depth=4),
    "stopped": zermelo.alphabeta(nodes=150),
    "paranoid": zermelo.paranoid(depth=4),
}
NOISY = {
    "quiescence": zermelo.alphabeta(depth=3, quiescence=True),
    "futility": zermelo.alphabeta(depth=3, futility=True, exact=False),
    "null move": zermelo.alphabeta(depth=4, null_move=True, exact=False),
    "all of them": zermelo.alphabeta(
        depth=4, null_move=True, reductions=True, futility=True, quiescence=True, singular=True, exact=False, **EVERYTHING
    ),
}
MANY = {
    "plain": zermelo.maxn(depth=4),
    "paranoid ties": zermelo.maxn(depth=4, ties="paranoid"),
    "average ties": zermelo.maxn(depth=4, ties="average"),
    "immediate": zermelo.maxn(depth=5, pruning="immediate"),
    "shallow": zermelo.maxn(depth=5, pruning="shallow"),
    "last branch": zermelo.maxn(depth=5, pruning="last_branch"),
    "speculative": zermelo.maxn(depth=5, pruning="speculative", ordering="order"),
    "deepening": zermelo.maxn(depth=3, deepening=True, pruning="speculative", ordering="pv"),
    "paranoid": zermelo.paranoid(depth=4, pvs=True),
    "best reply": zermelo.bestreply(depth=3),
    "threats": zermelo.bestreply(depth=3, threat="move_to_front", table=True),
    "best reply plus": zermelo.bestreplyplus(depth=3),
}
CHANCE = {
    "plain": zermelo.expectiminimax(depth=2),
    "star1": zermelo.expectiminimax(depth=2, pruning="star1"),
    "star2": zermelo.expectiminimax(depth=3, pruning="star2"),
    "star2.5": zermelo.expectiminimax(depth=3, pruning="star2.5", table=True, ordering="order"),
    "deepening": zermelo.expectiminimax(depth=2, deepening=True, pruning="star1", ordering="pv"),
}


def assert_faithful(position, agent):
    """Steps lead to the twin's tree, count its nodes, and their best line begins its line."""
    recording = record(position, agent, PLENTY)
    report = dataclasses.replace(agent, backend=TWIN)(position, tree=PLENTY)
    finished = [watcher for watcher in watched(recording) if watcher.nodes[0].s != OPEN]
    watcher = finished[-1] if finished else watched(recording)[-1]
    assert seen(watcher) == expected(report.tree)
    for node, told in zip(report.tree.walk(), watcher.nodes, strict=True):
        assert told.entered in (None, "", words.window(node))
        assert told.s == (PRUNED if node.kind == "pruned" else OPEN if node.value is None else CUT if is_cut(node) else DONE)
        assert (words.cut(node, 0) is None) or words.cut(node, 0)[0] in told.n
    assert list(recording.steps)[-1].nodes == report.nodes
    line = " ".join(report.line)
    assert line.startswith(watcher.line()) or report.stopped, (line, watcher.line())
    return recording


def is_cut(node):
    return node.why in (*CUT_NAMES, *words.PRUNINGS, "soonest")


@pytest.mark.parametrize("name", ALPHABETA)
def test_steps_of_alpha_beta_lead_to_the_tree(name):
    for seed in (1, 2, 3, 5):
        assert_faithful(game("thicket").seeded(seed), ALPHABETA[name])


@pytest.mark.parametrize("name", NOISY)
def test_steps_beyond_the_depth_limit_lead_to_the_tree(name):
    for position in samples(game("breakthrough(rows=5,cols=4)"), 2, seed=9, plies=14):
        assert_faithful(position, NOISY[name])
    assert_faithful(at("checkers(start=study)"), NOISY[name])


@pytest.mark.parametrize("name", MANY)
def test_steps_of_many_players_lead_to_the_tree(name):
    for seats, seed in ((3, 1), (3, 4), (4, 2)):
        assert_faithful(Crowd(seats).seeded(seed), MANY[name])


@pytest.mark.parametrize("name", CHANCE)
def test_steps_with_chance_lead_to_the_tree(name):
    for seed in (1, 2, 6):
        assert_faithful(Gamble().seeded(seed), CHANCE[name])


@pytest.mark.parametrize("seats", [1, 3])
def test_steps_with_chance_for_one_and_for_three_lead_to_the_tree(seats):
    for seed in (1, 4):
        assert_faithful(Gamble(seats).seeded(seed), zermelo.expectiminimax(depth=2))


def test_a_win_among_three_is_told_as_in_the_tree():
    assert_faithful(at("connect(players=3,cols=4)", "2 3 1 2 3 1 2 3 4"), zermelo.maxn(depth=3, pruning="immediate"))
    assert_faithful(at("connect(players=3,cols=4)", "2 3 1 2 3 1 2 3 4"), zermelo.bestreply(depth=3))


# On the way


@pytest.mark.parametrize("agent", [zermelo.alphabeta(depth=5), zermelo.alphabeta(depth=5, ordering="all", table=True)], ids=str)
def test_a_node_is_entered_with_its_parents_window_of_that_moment(agent):
    for seed in range(6):
        (made,) = record(game("thicket").seeded(seed), agent, PLENTY).to_json()["rounds"]
        watcher = Watcher(made)
        for kind, index, _, _ in watcher.watch():
            node = watcher.nodes[index]
            if kind == "enter" and node.parent >= 0 and node.kind != "end":
                assert node.entered == watcher.nodes[node.parent].w


def test_the_best_so_far_is_the_best_of_the_moves_so_far():
    """Worked out again from the values of leaves alone."""
    made = record(game("thicket").seeded(3), zermelo.minimax(depth=3), PLENTY).rounds[0]
    watcher = Watcher(dict(parent=made.parents, move=[""] * len(made.nodes), kind=[node.kind for node in made.nodes], steps=[]))
    done: dict[int, list[float]] = {}
    for step in made.steps:
        for index, name, value in step.changes:
            setattr(watcher.nodes[index], name, value)
        node = made.nodes[step.node]
        if step.kind in ("better", "keep"):
            best = (max if node.kind == "max" else min)(done[step.node])
            assert watcher.nodes[step.node].b == next(child for child in below(made, step.node) if scored(made, child) == best)
        elif step.kind in ("leaf", "leave") and made.parents[step.node] >= 0:
            done.setdefault(made.parents[step.node], []).append(scored(made, step.node))


def below(made, index):
    return [child for child, parent in enumerate(made.parents) if parent == index]


def scored(made, index):
    node = made.nodes[index]
    return node.value if node.plies is None else (1000 - node.plies) * (1 if node.value > 0 else -1)


def test_the_lectures_cut():
    steps = list(record(zermelo.TreeGame(LECTURE).start(), zermelo.alphabeta()).steps)
    (place,) = (index for index, step in enumerate(steps) if step.kind == "cut")
    cut = steps[place]
    assert cut.text == (
        "Alpha cutoff: 2 ≤ 3. MAX already has 3 elsewhere and will not come here, so 2 more moves are not searched."
    )
    assert [change[0] for change in cut.changes if change[1:] == ("s", PRUNED)] == [7, 8]  # the leaves 4 and 6
    assert steps[place - 1].changes[0] == (5, "v", "2")
    assert (cut.nodes, steps[-1].nodes) == (7, 11)
    assert steps[-1].text == "Done: MAX plays 1; 11 nodes entered, value 3 for MAX. Plain minimax would have entered 13."


def test_a_beta_cutoff_names_min():
    """The mirror image of the lecture's tree, one ply further down: MIN has 3, and MAX could have more."""
    steps = record(zermelo.TreeGame([[[3, 1], [4, 9, 9]]]).start(), zermelo.alphabeta()).steps
    assert [step.text for step in steps if step.kind == "cut"] == [
        "Beta cutoff: 4 ≥ 3. MIN already has 3 elsewhere and will avoid this node, so 2 more moves are not searched."
    ]


def test_an_edge_that_is_only_a_test_belongs_to_no_player():
    """With a wrong guess nothing is known elsewhere: cutoffs in the first round answer a question."""
    recording = record(at("tictactoe", "b2 a1 a3 c1"), zermelo.alphabeta(depth=2, deepening=True, aspiration=True))
    assert [each.name for each in recording.rounds] == ["depth 1", "depth 2, window [1.5, 2.5]", "depth 2, window [−2, 2.5]"]
    first, second = ([step.text for step in each.steps if step.kind == "cut"] for each in recording.rounds[1:])
    assert len(first) == 5
    assert all("That answers the question of this window" in text for text in first)
    assert all("MAX (x) already has 0 elsewhere" in text for text in second)


def test_what_star_and_shallow_pruning_say():
    twigs = zermelo.TreeGame("[{[2,4], [7,4]}, {[-8,6], [5,-2], [9,9]}]").start()
    cuts = [step.text for step in record(twigs, zermelo.expectiminimax(pruning="star1")).steps if step.kind == "cut"]
    assert cuts == [
        "Alpha cutoff: 5 ≤ 7. That is all the average above needs, so 1 more move is not searched.",
        "Alpha cutoff: 2.333 ≤ 3, for all values of the other outcomes. "
        "MAX already has 3 elsewhere and will not come here, so 1 more outcome is not searched.",
    ]
    boughs = Boughs([[(2, -1, -1)], [(-1, 2, -1), (-4, 8, -4), (8, -4, -4)]], bounds=(-4, 8), open=True).start()
    cuts = [step.text for step in record(boughs, zermelo.maxn(depth=2, pruning="shallow")).steps if step.kind == "cut"]
    assert cuts == [
        "Shallow pruning: b is sure of 2 here, which leaves a no more than the 2 that a has elsewhere; 2 more moves are not searched."
    ]


def test_a_move_that_is_searched_again_counts_once():
    steps = list(record(zermelo.TreeGame([[3, 12], [14, 5]]).start(), zermelo.alphabeta(pvs=True)).steps)
    (place,) = (index for index, step in enumerate(steps) if step.kind == "again" and step.node == 0)
    assert steps[place].text == "2 was only tested; 5 is good for MAX, so it is searched again for its value."
    assert steps[place + 1].kind == "enter"
    assert not steps[place].changes


def test_counts_go_up_and_the_last_is_the_reports():
    for agent in (zermelo.alphabeta(depth=4, **EVERYTHING), zermelo.maxn(depth=3, deepening=True), zermelo.uct(playouts=50)):
        counts = [step.nodes for step in record(at("connect4"), agent, PLENTY).steps]
        assert counts == sorted(counts)
        assert counts[-1] == dataclasses.replace(agent, backend="native")(at("connect4")).nodes


# What the plain search would have looked at


def test_plain_counts_are_those_of_the_plain_searches():
    three = at("connect(players=3,cols=4)")
    for position, agent, same in (
        (at("connect4"), zermelo.alphabeta(depth=4), zermelo.minimax(depth=4)),
        (three, zermelo.maxn(depth=3, pruning="speculative"), zermelo.maxn(depth=3, backend=TWIN)),
        (Gamble().seeded(2), zermelo.expectiminimax(depth=2, pruning="star2"), zermelo.expectiminimax(depth=2, backend=TWIN)),
    ):
        found = record(position, agent, 10).plain
        assert (found.nodes, found.exact) == (same(position).nodes, True)


def test_plain_counts_of_large_trees_are_left_to_the_twin():
    """Tic-tac-toe has 549,946 nodes, with the root counted."""
    found = record(at("tictactoe"), zermelo.alphabeta(table=True), 10).plain
    assert (str(found), found.search) == ("549,946", "plain minimax")


def test_plain_counts_end_somewhere(monkeypatch):
    monkeypatch.setattr(baseline, "FEW", 100)
    monkeypatch.setattr(baseline, "MOST", 1000)
    recording = record(at("connect4"), zermelo.alphabeta(depth=5), 10)
    assert str(recording.plain) == "more than 1,000"
    views = record(at("connect(players=3,cols=4)"), zermelo.paranoid(depth=5), 10)
    assert str(views.plain) == "more than 100"


# Limits


@pytest.mark.parametrize(
    ("make", "agent"),
    [
        (lambda: game("thicket").seeded(4), zermelo.alphabeta(depth=4, pvs=True)),
        (lambda: game("thicket").seeded(4), zermelo.alphabeta(depth=3, deepening=True)),
        (lambda: Crowd(3).seeded(1), zermelo.maxn(depth=4)),
        (lambda: Crowd(3).seeded(1), zermelo.bestreply(depth=3)),
        (lambda: Gamble().seeded(2), zermelo.expectiminimax(depth=2, pruning="star1")),
        (lambda: Gamble(3).seeded(1), zermelo.expectiminimax(depth=2)),
    ],
)
@pytest.mark.parametrize("kept", [1, 2, 10, 50])
def test_a_recording_that_keeps_little_still_tells_how_it_ends(make, agent, kept):
    position = make()
    whole, part = record(position, agent, PLENTY), record(position, agent, kept)
    assert sum(len(each.nodes) for each in part.rounds) <= kept + len(part.rounds)
    assert part.tree.root.value == whole.tree.root.value
    assert watched(part)[-1].nodes[0].v == watched(whole)[-1].nodes[0].v
    assert list(part.steps)[-1].nodes == list(whole.steps)[-1].nodes


def test_a_recording_can_be_stopped_from_another_thread():
    watching = watch(at("connect4"), zermelo.alphabeta(depth=30))
    threading.Timer(0.2, watching.stop).start()
    recording = watching.record()
    assert recording.stopped == "stop"
    assert list(recording.steps)[-2].text == "The search was stopped here: the best move so far counts."


@pytest.mark.parametrize("agent", [zermelo.alphabeta(depth=3), zermelo.maxn(depth=2), zermelo.uct(playouts=10)], ids=str)
def test_a_recording_that_is_stopped_before_it_begins_shows_the_root(agent):
    watching = watch(at("connect4"), agent)
    watching.stop()
    recording = watching.record()
    (watcher,) = watched(recording)
    assert (recording.stopped, len(watcher.nodes), list(recording.steps)[-1].kind) == ("stop", 1, "result")


def test_a_stopped_depth_comes_after_the_last_finished_one():
    recording = record(at("connect4"), zermelo.alphabeta(nodes=100))
    assert [each.name for each in recording.rounds] == ["depth 1", "depth 2", "depth 3"]
    assert recording.tree is recording.rounds[1].tree


@pytest.mark.parametrize(
    ("agent", "error", "words"),
    [
        (zermelo.random(), AgentError, "does not search step by step"),
        (zermelo.level(3), AgentError, "does not search step by step"),
        (zermelo.minimal(depth=2), AgentError, "only counts nodes"),
        (zermelo.proof(), AgentError, "keeps no tree"),
        (zermelo.montecarlo(), AgentError, "grows no tree"),
        (zermelo.maxn(depth=2, pruning="shallow"), AgentError, "bounded_evaluation"),
        (zermelo.alphabeta(depth=2, lines=2), AgentError, "one move"),
    ],
    ids=str,
)
def test_what_cannot_be_watched_is_refused(agent, error, words):
    with pytest.raises(error, match=words):
        record(at("tictactoe"), agent)


@pytest.mark.parametrize("nodes", [0, -1, 2.5, True, "10"])
def test_a_number_of_nodes_is_one(nodes):
    with pytest.raises(LimitError, match="must be a whole number of at least 1"):
        record(at("tictactoe"), zermelo.minimax(depth=1), nodes)


def test_a_finished_game_has_nothing_to_watch():
    with pytest.raises(PositionError, match="over"):
        record(at("tictactoe", "a1 a2 b1 b2 c1"), zermelo.minimax())


# Trees that somebody else has kept


@pytest.mark.parametrize("name", SAMPLES)
def test_a_kept_tree_is_replayed(name):
    tree = SAMPLES[name]()
    (watcher,) = watched(replay(tree))
    assert seen(watcher) == expected(tree)
    best = [index for index, node in enumerate(tree.walk()) if node.best]
    if tree.root.value is not None and not tree.truncated and name != "hostile":
        assert watcher.line() == " ".join(node.move for node in tree.walk() if node.best and node.move is not None)
    assert best


def test_a_kept_tree_says_the_same_as_the_search_itself():
    """But for what only the search knows: what else the plain search would have looked at."""
    for agent in (zermelo.minimax(), zermelo.alphabeta()):
        recording = record(zermelo.TreeGame(LECTURE).start(), agent)
        told, again = ([step.text for step in each.steps] for each in (recording, replay(recording.tree)))
        assert told[:-1] == again[:-1]
        assert told[-1].startswith(again[-1])


def test_a_very_deep_tree_is_replayed():
    (watcher,) = watched(replay(chain(5000)))
    assert watcher.nodes[-1].v == "0"


def test_a_kept_tree_of_uct_is_shown_as_it_is():
    tree = zermelo.uct(playouts=200, backend="native")(at("connect4"), tree=50).tree
    (watcher,) = watched(replay(tree))
    assert [each.m for each in watcher.nodes] == [words.move(node) for node in tree.walk()]
    assert [each.v for each in watcher.nodes] == [words.value(node) for node in tree.walk()]
