"""Lessons on ordering, depth, plans and comparisons: their numbers beside the lecture notes and beside programs written here."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import inf

import pytest
from animation_for_tests import UNSEEN, watched
from cli_runner import run

import zermelo
from zermelo.advice import find_table
from zermelo.animation.comparisons import affine as affine_lesson, cutting as cutting_lesson
from zermelo.animation.comparisons.joined import Part, conclude, joined
from zermelo.animation.depth import branching as branching_lesson, deepening as deepening_lesson, horizon as horizon_lesson
from zermelo.animation.lessons import LESSONS, lesson
from zermelo.animation.ordering import adaptive_lists as lists_lesson, cutoff_moves, threats as threats_lesson
from zermelo.animation.plans import rook_ending as rook_lesson
from zermelo.animation.search import record
from zermelo.engine.solution import verify

NAMES = ("cut", "affine", "killers", "history", "lists", "isolation", "horizon", "branching", "solution", "krk", "threat")


def texts(recording, kind=None):
    return [step.text for step in recording.steps if kind in (None, step.kind)]


def minimax(position, depth, me, worth):
    """The value for `me`, looking at everything."""
    if depth == 0 or position.over:
        return worth(position, me)
    values = [minimax(position.advance(move), depth - 1, me, worth) for move in position.choices]
    return max(values) if position.player == me else min(values)


# All of them


@pytest.mark.parametrize("name", NAMES)
def test_every_step_and_every_node_is_reached(name):
    recording = lesson(name).record()
    for made in recording.rounds:
        assert all(0 <= step.node < len(made.nodes) for step in made.steps)
        assert made.parents[0] == -1
        assert all(parent < index for index, parent in enumerate(made.parents))
    for watcher in watched(recording):
        assert [node.move for node in watcher.nodes if node.s == UNSEEN] == []
    counts = [step.nodes for step in recording.steps]
    assert counts == sorted(counts)
    assert len(counts) <= 300
    assert all(len(text) < 480 and text[-1] in ".?" for text in texts(recording))


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_the_same_every_time(name):
    assert lesson(name).record().to_json() == lesson(name).record().to_json()


@pytest.mark.parametrize("name", NAMES)
def test_lessons_are_printed(name):
    out = run("lesson", name).out
    assert out.startswith(LESSONS[name].title)
    assert list(lesson(name).record().steps)[-1].text in out


def test_recordings_are_joined_with_their_nodes_counted_through():
    parts = [
        Part(str(size), f"Size {size}.", record(zermelo.TreeGame([[1, 2]] * size).start(), zermelo.minimax())) for size in (2, 3)
    ]
    made = conclude(joined(parts), "One.", "Two.")
    assert [each.name for each in made.rounds] == ["2", "3"]
    assert [each.steps[0].text for each in made.rounds] == ["Size 2.", "Size 3."]
    assert [each.steps[0].nodes for each in made.rounds] == [0, 7]
    assert (texts(made)[-1], list(made.steps)[-1].nodes) == ("One. Two.", 7 + 10)


# Adaptive lists


def test_lists_follow_the_requests_of_the_notes():
    """The notes ask for 3, 1, 1, 4 (move to front) and for R3, R1, R1 (transposition)."""
    assert lists_lesson.REQUESTS == {"move_to_front": (3, 1, 1, 4), "transposition": (3, 1, 1)}
    front, swap = watched(lesson("lists").record())
    assert [node.v for node in front.nodes] == ["1 2 3 4 5", "3 1 2 4 5", "1 3 2 4 5", "1 3 2 4 5", "4 1 3 2 5"]
    assert [node.v for node in swap.nodes] == ["1 2 3 4 5", "1 3 2 4 5", "1 3 2 4 5", "1 3 2 4 5"]
    assert [node.n for node in front.nodes[1:]] == ["place 3", "place 2", "place 1", "place 4"]


def test_lists_count_what_they_look_at():
    told = texts(lesson("lists").record())
    assert "4 requests, 10 items looked at." in told
    assert "3 requests, 5 items looked at." in told
    fixed, front, swap = 4 * 5, 5 + 1 + 1 + 1, 5 + 4 + 3 + 2
    assert told[-1].endswith(f"looks at {fixed} items, move_to_front {front}, transposition {swap}.")


# Killer moves and history


def test_killers_cut_off_at_once():
    without, with_killers = lesson("killers").record().rounds
    for made in (without, with_killers):
        assert [child.move for child in made.tree.root.children if child.best] == ["c3"]
    assert without.tree.root.value == with_killers.tree.root.value
    first, *others, last = with_killers.tree.root.children
    assert [child.kind for child in first.children] == ["max"] * 4 + ["end"], "nothing is known yet"
    for reply in others:
        assert reply.why == "alpha cutoff"
        assert (reply.children[0].move, reply.children[0].kind) == ("c3", "end")
        assert {child.kind for child in reply.children[1:]} == {"pruned"}
    assert last.move == "c3"
    assert without.tree.total == 1 + 6 + 6 * 5
    assert with_killers.tree.total == 1 + 6 + 2 * 5 + 4


def test_a_killer_is_remembered_before_it_is_used():
    told = texts(lesson("killers").record())
    learnt = told.index("c3 ends the search of this node, so it becomes a killer move of this ply.")
    used = [number for number, text in enumerate(told) if text == "c3 is a killer move of this ply: x tries c3 first."]
    assert len(used) == 4
    assert learnt < used[0]
    assert told[-1] == "The same move and value, with 21 nodes instead of 37."


def test_counters_of_the_history_add_up():
    """Each sentence on the history follows from the cutoffs before it."""
    counters, seen = {}, 0
    for text in texts(lesson("history").record(), "order"):
        if found := re.search(r"history of (\w)'s (\w\d) rises by (\d+)² = (\d+), to (\d+)", text):
            player, move, depth, added, total = found[1], found[2], *map(int, found.groups()[2:])
            assert added == depth * depth
            counters[player, move] = counters.get((player, move), 0) + added
            assert counters[player, move] == total
            continue
        player = re.search(r"history of (\w)'s moves: ", text)[1]
        listed = re.findall(r"(\w\d) (\d+)", text)
        assert all(counters[player, move] == int(number) for move, number in listed)
        assert [int(number) for _, number in listed] == sorted((int(number) for _, number in listed), reverse=True)
        assert text.endswith(f" {listed[0][0]} is tried first.")
        seen += 1
    assert seen > 10


def test_the_first_move_of_a_node_is_the_one_that_was_told():
    for name in ("killers", "history"):
        made = lesson(name).record().rounds[-1]
        for step in made.steps:
            if step.kind == "order" and (found := re.search(r"(\w\d) (?:is tried )?first\.$", step.text)):
                assert made.nodes[step.node].children[0].move == found[1]


def test_observed_orderings_search_as_the_twin_does():
    for name, moves, depth in (
        ("killers", cutoff_moves.KILLER_MOVES, cutoff_moves.KILLER_DEPTH),
        ("history", cutoff_moves.HISTORY_MOVES, cutoff_moves.HISTORY_DEPTH),
    ):
        twin = zermelo.alphabeta(depth=depth, ordering=name)(zermelo.find("tictactoe").start().play(moves))
        tree = lesson(name).record().rounds[-1].tree
        assert (tree.total, tree.root.value) == (twin.nodes, twin.value)
        plain = zermelo.alphabeta(depth=depth)(zermelo.find("tictactoe").start().play(moves))
        assert plain.nodes > twin.nodes
        assert str(plain.nodes) in texts(lesson(name).record())[-1]


def test_the_history_does_not_always_help():
    """The lesson says so: one ply shallower, the orderings cost nodes."""
    position = zermelo.find("tictactoe").start().play(cutoff_moves.HISTORY_MOVES)
    nodes = [zermelo.alphabeta(depth=3, ordering=name)(position).nodes for name in ("none", "killers", "history")]
    assert nodes == sorted(nodes)
    assert texts(lesson("history").record())[-1].endswith(f"at depth 3 it is {nodes[0]}, {nodes[1]}, {nodes[2]}.")


# Threat-ADS


def best_replies(position, rule):
    """Best-reply search two plies deep, written out: nodes, value, and the opponents as they stand at each reply."""
    game, us = position.game, position.player
    seats = len(game.players)
    opponents = [(us + step) % seats for step in range(1, seats)]
    nodes, best, lists = 1, -inf, []
    for move in position.choices:
        after = position.advance(move)
        lists.append(list(opponents))
        nodes, low, author = nodes + 1, inf, None
        for opponent in opponents:
            for reply in after.rules.list_moves(after.rules.with_turn(after.state, opponent)):
                ended = after.rules.play(after.rules.with_turn(after.state, opponent), reply)
                nodes, worth = nodes + 1, ended.cells.count(1 + us)
                if worth < low:
                    low, author = worth, opponent
                if low <= best:
                    break
            if low <= best:
                break
        if rule:
            place = opponents.index(author)
            opponents.insert(0 if rule == "move_to_front" else max(0, place - 1), opponents.pop(place))
        best = max(best, low)
    return nodes, best, lists


def test_threats_are_those_of_a_search_written_here():
    position = zermelo.find(threats_lesson.GAME).start().play(threats_lesson.MOVES)
    assert min(position.state.taken) > 0, "nobody is out of the game"
    assert len(position.game.players) == 4
    recording = lesson("threat").record()
    told = [re.search(r"The list is (.*): ", text) for text in texts(recording, "order")]
    nodes, value, lists = best_replies(position, "move_to_front")
    names = position.game.players
    assert [found[1].split(", ") for found in told if found] == [[names[who] for who in each] for each in lists]
    assert len({tuple(each) for each in lists}) == 3, "the list changes twice"
    assert (recording.tree.total, recording.tree.root.value) == (nodes, value)
    plain, swapped = (best_replies(position, rule) for rule in ("", "transposition"))
    assert plain[1] == swapped[1] == value
    assert f"enters {plain[0]} nodes, with move_to_front {nodes}, with transposition {swapped[0]}." in texts(recording)[-1]


def test_the_first_opponent_of_the_list_is_searched_first():
    (made,) = lesson("threat").record().rounds
    for step in made.steps:
        if step.kind == "order" and step.text.startswith("The list is"):
            first = re.search(r"the replies of (\w+) are", step.text)[1]
            assert made.nodes[step.node].children[0].move.startswith(f"{first}:")


# Isolation


def test_isolation_finds_what_looking_at_everything_finds():
    position = zermelo.find("isolation").start().play(deepening_lesson.MOVES)

    def mobility(here, me):
        if here.over:
            return 1000 * here.values[me]
        return here.game.mobility(here.state, me) - here.game.mobility(here.state, 1 - me)

    recording = lesson("isolation").record()
    assert len(recording.rounds) == 3
    told = []
    for depth, made in enumerate(recording.rounds, 1):
        values = {
            position.name(move): minimax(position.advance(move), depth - 1, position.player, mobility)
            for move in position.choices
        }
        (best,) = [child for child in made.tree.root.children if child.best]
        assert made.tree.root.value == max(values.values()) == values[best.move]
        told.append(best.move)
    assert len(set(told)) == 3
    nodes = [made.tree.total for made in recording.rounds]
    assert f"The best move was {', then '.join(told)}." in texts(recording)[-1]
    assert f"{nodes[0]} + {nodes[1]} + {nodes[2]} = {sum(nodes)} nodes" in texts(recording)[-1]


def test_deepening_costs_what_the_notes_say():
    """The notes: for b = 3 about 50 % more nodes than a single search. In the limit it is 1 / (b - 1)."""
    assert deepening_lesson.extra(3, 10) == pytest.approx(0.5, abs=0.001)
    assert "take 50 % more nodes than depth 10 alone." in texts(lesson("isolation").record())[-1]
    for branches in (2, 3, 5, 35):
        assert deepening_lesson.extra(branches, 12) == pytest.approx(1 / (branches - 1), rel=0.01)
    assert deepening_lesson.full_tree(3, 2) == 1 + 3 + 9


# The horizon effect


def material(position, me):
    """The lecture's evaluation, 5 for a king and 1 for a man, counted from the text of the position."""
    if position.over:
        return 1000 * position.values[me]
    _, white, black, *_ = position.game.fen(position.state).split(":")
    worth = [sum(5 if piece.startswith("K") else 1 for piece in side[1:].split(",") if piece) for side in (black, white)]
    return worth[me] - worth[1 - me]


def by_move(position, depth):
    return {
        position.name(move): minimax(position.advance(move), depth - 1, position.player, material) for move in position.choices
    }


def test_the_sacrifice_is_best_at_depth_two_and_bad_from_depth_four_on():
    position = zermelo.find(horizon_lesson.GAME).position(horizon_lesson.PLACE)
    assert material(position, 0) == 4
    found = {depth: by_move(position, depth) for depth in (2, 3, 4, 5, 6)}
    assert found[2] == found[3] == {"5-1": 0, "5-9": 0, "20-16": 3}
    assert found[4] == found[5] == found[6] == {"5-1": 0, "5-9": 0, "20-16": -1}
    shallow, deep = lesson("horizon").record().rounds
    assert [child.move for child in shallow.tree.root.children if child.best] == ["20-16"]
    assert [child.move for child in deep.tree.root.children if child.best] == ["5-1"]
    assert (shallow.tree.root.value, deep.tree.root.value) == (3, 0)


def test_the_sacrifice_only_delays_the_king():
    position = zermelo.find(horizon_lesson.GAME).position(horizon_lesson.PLACE)
    after = position.play("20-16")
    assert after.moves == ("11x20",), "red must capture"

    def crowned(here, plies):
        """Whether red can force a king."""
        if "K" in here.game.fen(here.state).split(":")[1]:
            return True
        if plies == 0 or here.over:
            return False
        below = [crowned(here.advance(move), plies - 1) for move in here.choices]
        return any(below) if here.player == 1 else all(below)

    assert not crowned(after, 2)
    assert crowned(after, 3)
    for move in ("5-1", "5-9"):
        assert crowned(position.play(move), 1)


def test_the_horizon_lesson_tells_the_values():
    told = texts(lesson("horizon").record())[-1]
    assert told.startswith(
        "At depth 2, 20-16 seemed to be worth 3; it is worth −1 at depth 4 and −5 at depth 11. 5-1 is worth 0 and 0 there."
    )
    position = zermelo.find(horizon_lesson.GAME).position(horizon_lesson.PLACE)
    assert zermelo.alphabeta(depth=2, quiescence=True)(position).move == "20-16"
    assert told.endswith("Quiescence search does not help here: it plays 20-16.")


# Cutoffs


def counted_alphabeta(tree, strict, maximise=True, alpha=-inf, beta=inf):
    """Value and nodes of alpha-beta on nested lists, as in the notes: cut off on β ≤ α, or only on β < α."""
    if not isinstance(tree, list):
        return tree, 1
    nodes, best = 1, -inf if maximise else inf
    for branch in tree:
        value, below = counted_alphabeta(branch, strict, not maximise, alpha, beta)
        nodes += below
        best = max(best, value) if maximise else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
        if beta < alpha or (beta == alpha and not strict):
            break
    return best, nodes


def test_cut_counts_the_nodes_of_both_conditions():
    tree = [[7, 6, 5], [3, 4, 8], [6, 5, 9]]
    assert zermelo.find(cutting_lesson.TREE) == zermelo.TreeGame(tree)
    reaches, passes = lesson("cut").record().rounds
    assert (reaches.tree.root.value, reaches.tree.total) == counted_alphabeta(tree, strict=False) == (5, 10)
    assert (passes.tree.root.value, passes.tree.total) == counted_alphabeta(tree, strict=True) == (5, 11)
    told = texts(lesson("cut").record())[-1]
    assert told.startswith(
        "They differ after move 3: there MIN's 5 only reaches the bound. So >= enters 10 nodes and > enters 11."
    )
    assert told.endswith("it is 18,328 against 105,452. The values are the same.")


def test_cut_follows_the_example_of_the_notes():
    """In the notes β falls from 7 to 6 to 5, then a 3 is enough to abandon the second branch, and the third branch finds 6 and 5."""
    told = texts(lesson("cut").record())
    betas = [int(found[1]) for text in told[:33] if (found := re.search(r"β falls to (\d+)", text))]
    assert betas == [7, 6, 5, 3, 6, 5]
    assert "Alpha cutoff: 5 ≤ 5. MAX already has 5 elsewhere and will not come here, so 1 more move is not searched." in told[:33]
    assert not [text for text in told[33:] if "Alpha cutoff: 5" in text]


# Averages


def test_averages_in_fractions():
    odds = Fraction(9, 10), Fraction(1, 10)
    recording = lesson("affine").record()
    rounds = {made.name: made.tree for made in recording.rounds}
    for name, leaves, best in (
        ("as they are", [(2, 3), (1, 4)], "1"),
        ("same order", [(20, 30), (1, 400)], "2"),
        ("10x + 5", [(25, 35), (15, 45)], "1"),
    ):
        means = [sum(share * leaf for share, leaf in zip(odds, pair, strict=True)) for pair in leaves]
        tree = rounds[f"average: {name}"]
        assert [child.value for child in tree.root.children] == pytest.approx([float(mean) for mean in means])
        assert [child.move for child in tree.root.children if child.best] == [best] == [str(1 + means.index(max(means)))]
    for name, leaves in (("as they are", [(2, 3), (1, 4)]), ("same order", [(20, 30), (1, 400)])):
        tree = rounds[f"minimax: {name}"]
        assert [child.value for child in tree.root.children] == [min(pair) for pair in leaves]
        assert [child.move for child in tree.root.children if child.best] == ["1"]
    assert "Average: as they are: move 1, 2.1 against 1.3. Average: same order: move 2, 21 against 40.9." in texts(recording)[-1]


def test_the_second_scale_keeps_the_order():
    before, after = ([leaf for pair in scale.leaves for leaf in pair] for scale in affine_lesson.SCALES[:2])
    ranks = [sorted(range(4), key=leaves.__getitem__) for leaves in (before, after)]
    assert ranks[0] == ranks[1]


# Branching


def leaves_of_alphabeta(tree, maximise=True, alpha=-inf, beta=inf):
    """Value and leaves."""
    if not isinstance(tree, list):
        return tree, 1
    leaves, best = 0, -inf if maximise else inf
    for branch in tree:
        value, below = leaves_of_alphabeta(branch, not maximise, alpha, beta)
        leaves += below
        best = max(best, value) if maximise else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best, leaves


def plain_minimax(tree, maximise=True):
    if not isinstance(tree, list):
        return tree
    return (max if maximise else min)(plain_minimax(branch, not maximise) for branch in tree)


@pytest.mark.parametrize(("branches", "depth"), [(2, 1), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (4, 3)])
def test_the_best_case_is_that_of_alphabeta_with_the_best_move_first(branches, depth):
    tree, value = branching_lesson.best_first(branches, depth)
    assert value == plain_minimax(tree)
    assert leaves_of_alphabeta(tree) == (value, branching_lesson.best_case_leaves(branches, depth))


def test_every_node_of_the_small_tree_has_its_best_move_first():
    def check(tree, maximise):
        if isinstance(tree, list):
            values = [plain_minimax(branch, not maximise) for branch in tree]
            assert values[0] == (max if maximise else min)(values)
            for branch in tree:
                check(branch, not maximise)

    tree, _ = branching_lesson.best_first(3, 4)
    check(tree, True)
    small = lesson("branching").record().rounds[0]
    assert sum(node.kind == "end" for node in small.nodes) == 2 * 3**2 - 1 == 17
    assert small.steps[-1].text == "Alpha-beta has looked at 17 leaves. The formula says 2 × 3^(4/2) − 1 = 17."


def test_branching_has_the_numbers_of_the_notes():
    """The notes: b ≈ 35; 10^6 nodes are m = 4 for minimax and about 35^(8/2), depth 8, for alpha-beta; 35^100 is about 10^154."""
    told = lesson("branching").record().rounds[1].steps[-1].text
    assert told.startswith("1,000,000 = 35^3.89: that is about depth 4 for minimax and 8 for alpha-beta")
    assert "What fits in full is depth 3 and 6." in told
    assert told.endswith("35^100 = 10^154 leaves.")
    assert 35**3 <= 10**6 < 35**4
    assert 2 * 35**3 - 1 <= 10**6 < 35**4 + 35**3 - 1
    assert len(str(35**100)) - 1 == 154
    rows = [line.split() for line in lesson("branching").record().rounds[1].pictures[-1].text.splitlines()[2:]]
    assert [(int(depth), int(full.replace(",", ""))) for depth, full, _ in rows] == [(d, 35**d) for d in range(1, 11)]
    assert [int(best.replace(",", "")) for depth, _, best in rows if int(depth) % 2 == 0] == [
        2 * 35 ** (d // 2) - 1 for d in (2, 4, 6, 8, 10)
    ]


def test_connect_four_is_measured():
    """Seven moves everywhere, until a column is full: at depth 7, one move is missing after each of the seven full columns."""
    rows = [line.split() for line in lesson("branching").record().rounds[2].pictures[-1].text.splitlines()[2:]]
    found = {int(row[0]): [int(number.replace(",", "")) for number in row[1:]] for row in rows}
    for depth in range(1, 8):
        assert found[depth][0] == sum(7**ply for ply in range(depth + 1)) - (7 if depth == 7 else 0)
    assert all(minimal <= plain <= full for full, plain, _, minimal in found.values())
    for before, after in pairwise(found.values()):
        assert all(one < other for one, other in zip(before, after, strict=True))
    told = lesson("branching").record().rounds[2].steps[-1].text
    factors = {name: float(number) for name, number in re.findall(r"(\w+) (\d\.\d\d)", told)}
    for name, number in zip(branching_lesson.AGENTS, found[7], strict=True):
        assert factors[name] == pytest.approx(number ** (1 / 7), abs=0.005)


# Solution trees


LINES = ["abc1", "abc2", "abc3", "a123", "b123", "c123"]
ROWS = [
    [f"{column}{line[-1]}" for column in "abc"] if line.startswith("abc") else [f"{line[0]}{row}" for row in "123"]
    for line in LINES
]
ROWS += [["a1", "b2", "c3"], ["a3", "b2", "c1"]]


def test_the_solution_tree_answers_every_reply():
    """Tic-tac-toe once more: each line of the plan is played on a board of this test."""
    recording = lesson("solution").record()
    seen = {"or": 0, "and": 0, "leaf": 0}

    def walk(node, board):
        won = {sign for sign in "xo" for row in ROWS if all(board.get(square) == sign for square in row)}
        if not node.children:
            assert won == {"x"}
            seen["leaf"] += 1
            return
        assert not won
        turn = "xo"[len(board) % 2]
        free = {f"{column}{row}" for column in "abc" for row in "123"} - set(board)
        played = [child.move for child in node.children]
        assert set(played) <= free
        if turn == "x":
            assert len(played) == 1
        else:
            assert sorted(played) == sorted(free)
        seen["or" if turn == "x" else "and"] += 1
        for child in node.children:
            walk(child, {**board, child.move: turn})

    walk(recording.tree.root, {"a1": "x", "b1": "o"})
    told = texts(recording)
    assert told[-2] == (
        f"The plan is complete: x wins in 5 plies. It has {seen['or']} OR nodes, {seen['and']} AND nodes and {seen['leaf']} leaves."
    )
    verify(recording.tree, zermelo.find("tictactoe").start().play("a1 b1"))


def test_the_solution_tree_shows_what_kind_each_node_is():
    recording = lesson("solution").record()
    (watcher,) = watched(recording)
    assert {(node.kind, node.n) for node in watcher.nodes} == {("max", "OR"), ("min", "AND"), ("end", "")}
    assert len([text for text in texts(recording) if text.startswith("AND: every reply has an answer")]) == 2


# King and rook against king


def test_the_table_is_that_of_the_notes():
    """Two rules; the edge rule tries mate in 2; both try squeeze, approach, keeproom, divide in 2 and divide in 3, in this order."""
    table = find_table(rook_lesson.TABLE)
    common = ["squeeze", "approach", "keeproom", "divide_in_2", "divide_in_3"]
    assert [(rule.name, list(rule.advice)) for rule in table.rules] == [
        ("edge_rule", ["mate_in_2", *common]),
        ("else_rule", common),
    ]


def squares(position):
    """Rook, own king and bare king as (file, rank), from the FEN."""
    found = {}
    for rank, row in enumerate(reversed(position.game.fen(position.state).split()[0].split("/"))):
        file = 0
        for sign in row:
            if sign.isdecimal():
                file += int(sign)
            else:
                found[sign] = file, rank
                file += 1
    return found["R"], found["K"], found["k"]


def test_the_rook_mates_by_the_rules_that_are_named():
    recording = lesson("krk").record()
    (made,) = recording.rounds
    (watcher,) = watched(recording)
    position = zermelo.find("chess").position(rook_lesson.PLACE)
    used = set()
    for step in made.steps[1:-1]:
        move = made.nodes[step.node].move
        rook, king, bare = squares(position)
        asked = re.search(r"(\w+_rule) applies", step.text)
        if position.player == 0 and asked:
            edge = bare[0] in (0, 7) or bare[1] in (0, 7)
            near = max(abs(king[0] - bare[0]), abs(king[1] - bare[1])) < 4
            assert asked[1] == ("edge_rule" if edge and near else "else_rule")
            used.add(re.search(r"(\w+) works: ", step.text)[1])
        position = position.play(move)
        rook, king, bare = squares(position)
        if rook[0] != bare[0] and rook[1] != bare[1]:
            sides = [rook[axis] if bare[axis] < rook[axis] else 7 - rook[axis] for axis in (0, 1)]
            assert watcher.nodes[step.node].v == str(sides[0] * sides[1])
    assert position.over
    assert position.values == (1, -1)
    assert used == {"divide_in_2", "approach", "squeeze", "keeproom", "mate_in_2"}
    assert made.steps[-1].text == f"Mate after {len(made.steps[1:-1]) // 2 + 1} moves of white."


def test_plans_answer_every_reply():
    (made,) = lesson("krk").record().rounds
    position = zermelo.find("chess").position(rook_lesson.PLACE)
    (first,) = made.nodes[0].children
    assert first.move == "Kd4"
    after = position.play("Kd4")
    assert sorted(child.move for child in first.children) == sorted(after.moves)
    assert all(len(child.children) == 1 for child in first.children)
    assert "The plan has 11 positions, with an answer to every reply." in made.steps[1].text


def test_boards_are_printed_where_the_rule_changes():
    out = run("lesson", "krk").out
    assert out.count("  a b c d e f g h\n") == 2 * 3, "the start, the change to the edge rule, and mate"
