"""What trees with chance nodes promise: the lecture's sum, notation that can be read back, and a reason for every refusal."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from long_runs import lawful_backends

import zermelo
from zermelo import TreeGame, laws
from zermelo.errors import AgentError, GameError, PositionError
from zermelo.game.constants import CHANCE
from zermelo.games import find

LECTURE = "[{0.5: [2,4], 0.5: [7,4]}, {[0,6], [5,-2]}]"
TREES = [
    LECTURE,
    "{1/6: 3, 1/3: [2, {4, 5, 6}], 1/2: -1.5}",
    "[{0.1: 1, 0.9: [[2, 3], {[4], [5, 6]}]}, 7]",
    "{{1, 2}, {1: 4}}",
    "[[{[[{1, 2}]]}]]",
]


def states(game):
    """Every state of a small tree."""
    waiting = [game.fresh()]
    while waiting:
        s = waiting.pop()
        yield s
        waiting += [game.rules.play(s, choice) for choice in game.rules.choices(s)]


def expected(position):
    """Expected minimax as the lecture has it: what a position is worth to MAX."""
    if position.over:
        return position.values[0]
    below = [expected(position.advance(choice)) for choice in position.choices]
    if position.player == CHANCE:
        return sum(odds * value for (_, odds), value in zip(position.rules.chances(position.state), below, strict=True))
    return (max if position.turn == "MAX" else min)(below)


# Values


def test_the_lecture():
    position = TreeGame(LECTURE).start()
    assert [expected(position.play(move)) for move in ("1", "2")] == [0.5 * 2 + 0.5 * 4, 0.5 * 0 + 0.5 * -2]
    assert expected(position) == 3 == 0.5 * 4 + 0.5 * 2


def test_chance_does_not_use_up_a_turn():
    game = TreeGame("[{[[1, 2]], 3}, {[4]}]")
    turns = [game.position(place).turn for place in ("at root", "at 1", "at 1 1", "at 1 1 1")]
    assert turns == ["MAX", "chance", "MIN", "MAX"]
    assert TreeGame("{[1], 2}").position("at 1").turn == "MAX", "MAX begins, also after chance"


def random_tree(chance, depth):
    """A text, and what it is worth to MAX if MAX is on turn, and if MIN is, worked out while the text is written."""
    if depth == 0 or chance.random() < 0.2:
        leaf = chance.randint(-9, 9)
        return str(leaf), (leaf, leaf)
    below = [random_tree(chance, depth - 1) for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.5:
        parts = [chance.randint(1, 5) for _ in below]
        odds = [Fraction(part, sum(parts)) for part in parts]
        text = ", ".join(f"{share}: {inner}" for share, (inner, _) in zip(odds, below, strict=True))
        values = tuple(sum(share * value[turn] for share, (_, value) in zip(odds, below, strict=True)) for turn in (0, 1))
        return f"{{{text}}}", values
    text = ", ".join(inner for inner, _ in below)
    return f"[{text}]", (max(value[1] for _, value in below), min(value[0] for _, value in below))


@pytest.mark.parametrize("seed", range(30))
def test_random_trees_are_worth_what_they_were_built_to_be(seed):
    text, (value, _) = random_tree(random.Random(seed), 5)
    if text[0] in "[{":
        assert expected(TreeGame(text).start()) == pytest.approx(float(value), abs=1e-9)


# Notation


def test_probabilities_default_to_equal_and_may_be_fractions_or_quoted():
    same = [
        "{1, 2, 3, 4}",
        "{0.25: 1, 0.25: 2, 0.25: 3, 0.25: 4}",
        "{1/4: 1, 1/4: 2, 1/4: 3, 1/4: 4}",
        '{"0.25":1,"1/4":2,"1/4":3,"1/4":4}',
    ]
    for text in same:
        game = TreeGame(text)
        assert game.rules.chances(game.fresh()) == [(outcome, 0.25) for outcome in range(4)]
        assert str(game.start()) == "at root: {0.25: 1, 0.25: 2, 0.25: 3, 0.25: 4}"
    sixths = TreeGame("{1, 2, 3, 4, 5, 6}")
    assert [odds for _, odds in sixths.rules.chances(sixths.fresh())] == [1 / 6] * 6
    assert str(sixths.start()).startswith("at root: {1/6: 1, 1/6: 2, ")


def test_dicts_and_files_will_do(tmp_path):
    (tmp_path / "small.json").write_text(LECTURE)
    assert str(TreeGame(str(tmp_path / "small.json")).start()) == str(TreeGame(LECTURE).start())
    for tree in ({0.25: [1, 2], 0.75: 3}, {"1/4": [1, 2], "3/4": 3}, "{0.25: [1, 2], 0.75: 3}"):
        assert str(TreeGame(tree).start()) == "at root: {0.25: [1, 2], 0.75: 3}"
    assert str(find("tree([{0.25: [1, 2], 0.75: 3}, 4])").start()) == "at root: [{0.25: [1, 2], 0.75: 3}, 4]"


@pytest.mark.parametrize("text", TREES[:2])
def test_laws(text):
    verdict = laws.check(TreeGame(text), examples=10, backends=lawful_backends(TreeGame(text)))
    assert verdict.ok, str(verdict)


def test_a_position_says_what_lies_below():
    with pytest.raises(PositionError, match="the tree below this node is"):
        TreeGame(LECTURE).position("at 1: {0.4: [2, 4], 0.6: [7, 4]}")
    assert TreeGame(LECTURE).position("at 1: {0.5: [2, 4], 0.5: [7, 4]}").turn == "chance"


# Trees without chance nodes are as they were


def test_only_trees_with_chance_nodes_have_rules_about_chance():
    plain, chancy = TreeGame(), TreeGame(LECTURE)
    assert [game.defines(rule) for game, rule in product((plain, chancy), ("to_move", "chances"))] == [False, False, True, True]
    assert zermelo.minimax()(plain.start()).value == 3
    with pytest.raises(AgentError, match="minimax is for games without chance"):
        zermelo.minimax()(chancy.start())


# What is refused

UNREADABLE = [
    ("{3, 4", "at its end: a bracket is not closed"),
    ("[{3, 4}", "at its end: a bracket is not closed"),
    ("{3 4}", "at `4}`: expected a comma or }"),
    ("[{3, 4} 5]", "at `5]`: expected a comma or ]"),
    ("{3, 4} 5", "at `5`: the text continues after the end"),
    ("{3, }", "at `}`: expected a number, [ or {"),
    ("{0.5: , 0.5: 3}", "at `, 0.5: 3}`: expected a number, [ or {"),
    ("[{3, 4}, x, 5, 6, 7, 8, 9, 10, 11]", "at `x, 5, 6, 7, 8, 9, 10...`: expected a number"),
    ('{"a"b: 3}', 'at `"a"b: 3}`: expected a number'),
    ('{3, "', 'at `"`: expected a number'),
    ("[1: 3, {2}]", "at `: 3, {2}]`: expected a comma or ]"),
]
BAD_CHANCES = [
    ("{}", "a chance node without outcomes; write it like {0.5: [2, 4], 0.5: [7, 4]}"),
    ("[1, {}]", "a chance node without outcomes"),
    ("{0.5: 3}", "probabilities 0.5 add up to 0.5 instead of 1"),
    ("{0.5: 3, 0.6: 4}", "probabilities 0.5, 0.6 add up to 1.1 instead of 1"),
    ("{1/3: 3, 1/3: 4}", "probabilities 1/3, 1/3 add up to 0.6666666667 instead of 1"),
    ("{0.5: 3, 4}", "2 outcomes but 1 probabilities; give all or none"),
    ("{0: 3, 1: 4}", "the probability 0; use a number above 0 and at most 1, such as 0.5 or 1/6"),
    ("{-1: 3, 2: 4}", "the probability -1; use a number above 0"),
    ("{x: 3, y: 4}", "the probability x; use a number above 0"),
    ("{1/0: 3, 1: 4}", "the probability 1/0; use a number above 0"),
    ("{nan: 3}", "the probability nan; use a number above 0"),
    ("{1e999: 3}", "the probability 1e999; use a number above 0"),
    ("{1e-99999999: 3}", "the probability 1e-99999999; use a number above 0"),
    ("{[]}", "an empty list"),
    ("{3, NaN}", "the leaf nan"),
    ("{3, 1e9}", "leaves are numbers from -1e8 to 1e8"),
    ("[" * 300 + "{3}" + "]" * 300, "too large: at most 1000000 nodes and 200 levels"),
]


@pytest.mark.parametrize(("text", "reason"), UNREADABLE + BAD_CHANCES, ids=lambda value: value[:30])
def test_bad_trees_are_refused_with_the_reason(text, reason):
    with pytest.raises(GameError) as refusal:
        TreeGame(text)
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        ({0.5: [1, 2], 0.6: 3}, "add up to 1.1 instead of 1; a dict keeps only the last of equal keys"),
        ([{True: 3}], "the probability True; use a number above 0"),
        ([{(1, 2): 3}], "the probability (1, 2); use a number above 0"),
        ([{}], "a chance node without outcomes"),
        ({3, 5}, "the set {3, 5}, which has no order; write a tree with braces as a text in quotes"),
        ([1, {3}], "the set {3}, which has no order"),
    ],
)
def test_bad_dicts_and_sets_are_refused_with_the_reason(tree, reason):
    with pytest.raises(GameError) as refusal:
        TreeGame(tree)
    assert reason in str(refusal.value)


def test_expectiminimax_finds_the_lectures_sum():
    report = zermelo.expectiminimax()(TreeGame(LECTURE).start())
    assert (report.move, report.value) == ("1", 3)
