"""Questions to practise on: every right answer agrees with a second, plain version of the definition, which knows only rules.

Windows and cutoffs are compared with the pseudocode of the lecture notes, the other answers with brute force.
"""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

import pytest

from zermelo.game.constants import CHANCE
from zermelo.games.tree import TreeGame
from zermelo.practice import KINDS, LEVELS, Given, PracticeError, PracticeScore, question
from zermelo.practice.answers import BranchAnswer, BranchesAnswer, NumberAnswer, WindowAnswer, read_number
from zermelo.practice.generation import NUMBERS
from zermelo.practice.questions import MOST_SEED
from zermelo.practice.solution import Solution

SEEDS = range(8)
LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def at(game, node):
    return game.position(f"at {' '.join(map(str, game.path(node))) or 'root'}")


def below(position):
    return [position.advance(choice) for choice in position.choices]


# Definitions


def expected(position):
    """What a position is worth to MAX."""
    if position.over:
        return position.values[0]
    values = [expected(after) for after in below(position)]
    if position.player == CHANCE:
        return sum(odds * value for (_, odds), value in zip(position.rules.chances(position.state), values, strict=True))
    return max(values) if position.player == 0 else min(values)


def each_for_itself(position):
    """What max^n gives to all players."""
    if position.over:
        return position.values
    return max((each_for_itself(after) for after in below(position)), key=lambda values: values[position.player])


def all_against_a(position):
    """What is left of A's number if all others want it to be small."""
    if position.over:
        return position.values[0]
    values = [all_against_a(after) for after in below(position)]
    return max(values) if position.player == 0 else min(values)


def alpha_beta(position, alpha, beta, windows):
    """The pseudocode of the lecture notes; `windows` gets alpha and beta of every node that is entered."""
    windows[position.state.node] = alpha, beta
    if position.over:
        return position.values[0]
    value = -inf if position.player == 0 else inf
    for after in below(position):
        found = alpha_beta(after, alpha, beta, windows)
        if position.player == 0:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def windows_of(game):
    windows = {}
    alpha_beta(game.start(), -inf, inf, windows)
    return windows


def best_branch(game, worth):
    """The only branch of the root that is worth most."""
    values = {game.first[0] + index: worth(after) for index, after in enumerate(below(game.start()))}
    best = [node for node, value in values.items() if value == max(values.values())]
    assert len(best) == 1, "a tie has two right answers"
    return best[0]


# Right answers


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["minimax", "chance"])
def test_values_agree_with_brute_force(kind, level):
    for seed in SEEDS:
        asked = question(kind, level, seed, 1 + seed % 3)
        assert asked.answer == NumberAnswer(pytest.approx(expected(at(asked.game, asked.marked)), abs=1e-9))
        assert round(asked.answer.value, 2) == pytest.approx(asked.answer.value, abs=1e-9), "at most two decimals"
        assert any(asked.game.chance) == (kind == "chance")
        if kind == "chance":
            assert asked.game.chance[asked.marked]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        ("move", expected),
        ("maxn", lambda position: each_for_itself(position)[0]),
        ("paranoid", all_against_a),
    ],
)
def test_moves_agree_with_brute_force(kind, worth, level):
    found = set()
    for seed in SEEDS:
        asked = question(kind, level, seed, 1 + seed % 3)
        assert asked.answer == BranchAnswer(asked.game, best_branch(asked.game, worth))
        assert len(asked.game.players) == (2 if kind == "move" else 3)
        found.add(str(asked.answer))
    assert len(found) > 1, "not always the same branch"


@pytest.mark.parametrize("level", LEVELS)
def test_windows_agree_with_the_pseudocode(level):
    for seed in SEEDS:
        asked = question("alphabeta", level, seed, 1)
        window = windows_of(asked.game)[asked.marked]
        assert asked.answer == WindowAnswer(*window)
        assert sum(abs(edge) < inf for edge in window) >= (2 if level >= 4 else 1)


@pytest.mark.parametrize("level", LEVELS)
def test_cutoffs_agree_with_the_pseudocode(level):
    for seed in SEEDS:
        asked = question("alphabeta", level, seed, 2)
        game, entered = asked.game, set(windows_of(asked.game))
        never = set(range(len(game.parent))) - entered
        assert asked.answer == BranchesAnswer(game, tuple(node for node in sorted(never) if game.parent[node] in entered))
        assert never
        assert len(asked.reasons) == len({game.parent[node] for node in asked.answer.branches}), "one reason for each cutoff"


def test_ties_are_avoided():
    """In max^n a tie anywhere could change what the root chooses."""
    for kind in KINDS:
        for level in LEVELS:
            game = question(kind, level, 5, 2).game
            leaves = [at(game, node).values for node, count in enumerate(game.count) if not count]
            assert all(len(set(column)) == len(leaves) for column in zip(*leaves, strict=True))


def test_the_lectures_tree():
    """What every course asks about it: MIN's nodes are worth 3, 2 and 2, and alpha-beta skips 4 and 6."""
    game = TreeGame(LECTURE)
    plain, pruned = Solution(game, "minimax()"), Solution(game, "alphabeta()")
    assert [plain.value(node) for node in range(4)] == [3, 3, 2, 2]
    assert plain.move == 1
    assert [pruned.window(node) for node in (0, 1, 2, 3)] == [(-inf, inf), (-inf, inf), (3, inf), (3, inf)]
    assert pruned.cut == [8, 9]
    assert pruned.cutoffs() == [
        "At 2: Alpha cutoff: 2 ≤ 3. MAX already has 3 elsewhere and will not come here, so 2 more moves are not searched."
    ]
    assert plain.reasons(1) == [
        "MIN tries 1. 3 is the best for MIN so far.",
        "MIN tries 2. 12 is not better for MIN, who already has 3.",
        "MIN tries 3. 8 is not better for MIN, who already has 3.",
        "MIN is finished here: 3.",
    ]


# Levels and seeds


def test_trees_are_as_large_as_the_page_says():
    page = (Path(__file__).parent.parent / "docs" / "how-to" / "studio.md").read_text(encoding="utf-8")
    assert "five levels, with trees of 4 to 24 leaves" in " ".join(page.split())
    sizes = [question(kind, level, seed, 1).game.count.count(0) for kind in KINDS for level in (1, 5) for seed in SEEDS]
    assert (len(LEVELS), min(sizes), max(shape.most for shape in NUMBERS.values())) == (5, 4, 24)
    assert max(sizes) <= 24
    told = set(re.findall(r"^\| ((?:`\w+` ?)+)\|", page.partition("## Practice")[2].partition("\n## ")[0], re.MULTILINE))
    assert {name for row in told for name in re.findall(r"\w+", row)} == set(KINDS)


def test_levels_get_harder():
    for kind in KINDS:
        sizes = [sum(len(question(kind, level, seed, 1).game.parent) for seed in SEEDS) for level in (1, 3, 5)]
        assert sizes[0] < sizes[1] < sizes[2], kind


def test_a_seed_gives_the_same_questions_and_another_one_others():
    for kind in KINDS:
        first, again, other, later = (question(kind, 2, *place) for place in ((7, 1), (7, 1), (8, 1), (7, 2)))
        assert (first.game, first.text, first.marked, str(first.answer)) == (
            again.game,
            again.text,
            again.marked,
            str(again.answer),
        )
        assert len({str(each.game.start()) for each in (first, other, later)}) == 3


@pytest.mark.parametrize(
    ("kind", "level", "seed", "number", "told"),
    [
        ("alphabta", 1, 1, 1, "there are no questions on `alphabta`; there are minimax, .* Did you mean .*alphabeta"),
        ("minimax", 6, 1, 1, "level=6 does not exist; give one from 1 to 5"),
        ("minimax", 1, -1, 1, "give a seed from 0 to 999999999"),
        ("minimax", 1, MOST_SEED + 1, 1, "give a seed from 0 to 999999999"),
        ("minimax", 1, 1, 0, "the number of a question from 1 on"),
    ],
)
def test_questions_that_do_not_exist(kind, level, seed, number, told):
    with pytest.raises(PracticeError, match=told):
        question(kind, level, seed, number)


# Checking


@pytest.mark.parametrize("kind", KINDS)
def test_right_answers_are_right_and_others_wrong(kind):
    for level in LEVELS:
        for number in (1, 2):
            asked = question(kind, level, 3, number)
            right, wrong = answers(asked)
            verdict = asked.check(right)
            assert (verdict.right, verdict.told) == (True, f"Right: {asked.answer}.")
            assert verdict.reasons
            assert all(reason.endswith(".") for reason in verdict.reasons)
            for given in wrong:
                verdict = asked.check(given)
                assert not verdict.right
                assert verdict.told.startswith("Not right: ")


def answers(asked):
    """The right answer as a student gives it, and some wrong ones."""
    answer, game = asked.answer, asked.game
    if isinstance(answer, NumberAnswer):
        return Given((str(answer.value),)), [Given((str(answer.value + 1),)), Given(("-∞",)), Given((str(answer.value - 0.01),))]
    if isinstance(answer, WindowAnswer):
        edges = [str(edge) for edge in (answer.alpha, answer.beta)]
        return Given(tuple(edges)), [Given((edges[0], "-99")), Given(("-99", edges[1])), Given((edges[1], edges[0]))]
    if isinstance(answer, BranchAnswer):
        return Given(nodes=frozenset({answer.branch})), [
            Given(nodes=frozenset({each})) for each in game.children(0) if each != answer.branch
        ]
    every = frozenset(range(1, len(game.parent)))
    return Given(nodes=frozenset(answer.branches)), [
        Given(nodes=every),
        Given(nodes=frozenset({1})),
        Given(nodes=every - set(answer.branches)),
    ]


def test_a_cut_branch_may_also_be_told_by_its_leaves():
    answer = BranchesAnswer(TreeGame([[[1, 2], [3, 4]], [5, 6]]), (4,))
    assert answer.check(Given(nodes=frozenset({4})))
    assert answer.check(Given(nodes=frozenset({9, 10})))
    assert answer.check(Given(nodes=frozenset({4, 9})))
    assert not answer.check(Given(nodes=frozenset({9})))
    assert answer.correction(Given(nodes=frozenset({9, 5}))) == "1 2 is never searched, but 2 1 is searched."
    assert answer.marks(Given(nodes=frozenset({9, 5}))) == {4: "missed", 5: "wrong"}
    assert answer.marks(Given(nodes=frozenset({4}))) == {4: "found"}


def test_corrections_say_what_would_be_right():
    assert WindowAnswer(3, inf).correction(Given(("3", "12"))) == "β is +∞."
    assert WindowAnswer(3, inf).correction(Given(("2", "12"))) == "α is 3 and β is +∞."
    assert NumberAnswer(2.5).correction(Given(("−3",))) == "the value is 2.5, not −3."
    assert BranchAnswer(TreeGame(), 1).correction(Given(nodes=frozenset({3}))) == "MAX takes branch 1, not branch 3."


@pytest.mark.parametrize(
    "text", ["", "  ", "x", "1/0", "3;", "1e999", "1e99999999", "3.5/2", "nan", "∞∞", "<b>3</b>", "9" * 5000]
)
def test_what_is_not_a_number_is_not_counted(text):
    if text.isdecimal():
        assert read_number(text) == 1e40 - 1
        return
    with pytest.raises(PracticeError, match=r"write one such as 3, -2\.5 or 7/2, or -∞ or \+∞"):
        read_number(text)


@pytest.mark.parametrize(
    ("answer", "given", "told"),
    [
        (WindowAnswer(3, inf), Given(("3",)), "fill in both"),
        (WindowAnswer(3, inf), Given(("3", "")), "a number is missing"),
        (BranchAnswer(TreeGame(), 1), Given(), "click one of the branches below the root"),
        (BranchAnswer(TreeGame(), 1), Given(nodes=frozenset({1, 2})), "click one of the branches"),
        (BranchAnswer(TreeGame(), 1), Given(nodes=frozenset({7})), "click one of the branches"),
        (BranchesAnswer(TreeGame(), (8, 9)), Given(), "click at least one branch"),
        (BranchesAnswer(TreeGame(), (8, 9)), Given(nodes=frozenset({99})), "click branches of this tree"),
    ],
)
def test_answers_that_say_nothing_are_not_counted(answer, given, told):
    with pytest.raises(PracticeError, match=told):
        answer.check(given)


# Score


def test_the_score_is_a_text_to_hand_in():
    score = PracticeScore()
    for kind, number, nodes in (("alphabeta", 2, None), ("alphabeta", 2, {1}), ("move", 1, None)):
        asked = question(kind, 2, 7, number)
        right = answers(asked)[0]
        given = right if nodes is None else Given(nodes=frozenset(nodes))
        score.add(asked, given, asked.check(given).right)
    assert (score.total, score.of("alphabeta"), score.of("move"), score.of("maxn")) == ((2, 3), (1, 2), (1, 1), (0, 0))
    lines = str(score).splitlines()
    assert "in all: 2 of 3 right" in lines
    assert "alphabeta, level 2, seed 7: 1 of 2 right" in lines
    cut = question("alphabeta", 2, 7, 2).answer
    assert f"  2. alphabeta, level 2, seed 7, question 2: wrong, 1; right is {cut}" in lines
    assert "  /practice?seed=7&kind=alphabeta&level=2" in lines


def test_an_empty_score_is_a_text_as_well():
    assert "in all: 0 of 0 right" in str(PracticeScore())
