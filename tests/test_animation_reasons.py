"""Reasons of cuts, read as people read them: comparisons hold as they are written, a player who is said to have something elsewhere has
it at that moment at a node above, and as many moves are crossed out as are counted.

What is read is only what a step shows, texts and changes; the search itself is not asked.
"""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from animation_for_tests import PRUNED
from trees_for_tests import at

import zermelo
from zermelo.animation import record
from zermelo.trees.drawing import words
from zermelo.trees.player.recording import Round

COMPARED = re.compile(r"(Alpha|Beta) cutoff: (.+?) (≤|≥) (.+?)(?:\. |, whatever)")
OWNED = re.compile(r"[.] (.+?) already has (.+?) elsewhere")
COUNTED = re.compile(r"([\d,]+) more (?:move|outcome)")
OUTCOME = re.compile(r"(?:a )?(win|loss)(?: for .+?)?(?: by ply (\d+))?$|([+−]\d+) by ply (\d+)$")
FAR = 1e6
"""Wins and losses are beyond every guess; a sooner one is further out."""

AGENTS = {
    "plain": zermelo.alphabeta(depth=3),
    "ordered": zermelo.alphabeta(depth=3, ordering="all", table=True, deepening=True),
    "questions": zermelo.alphabeta(depth=3, pvs=True),
    "aspiration": zermelo.alphabeta(depth=3, deepening=True, aspiration=True),
    "strong": zermelo.strong(depth=3),
}
GAMES = {"tictactoe": "b2 a1 c1", "connect4": "4 4 5", "nim([2,3])": "", "othello(4)": "", "isolation(3,3)": ""}


def weight(text: str) -> float:
    """A value or an outcome as a number that can be compared."""
    found = OUTCOME.match(text)
    if found is None:
        return float(text.replace("−", "-"))
    better = found[1] == "win" if found[1] else found[3][0] == "+"
    return (1 if better else -1) * (FAR - int(found[2] or found[4] or 0))


def holder(made: Round, node: int, shown: dict[int, str], owner: str, value: str) -> bool:
    """Whether a node above is the owner's and shows the value."""
    above = made.parents[node]
    while above >= 0:
        number, *more = shown.get(above, "").split("\n")
        proven = bool(more) and number.replace("−", "-").lstrip("+-").isdigit()
        if words.side(made.nodes[above]) == owner and number:
            if proven and abs(weight(value)) > FAR / 2:
                return (weight(value) > 0) == (weight(number) > 0)
            if weight(number) == weight(value):
                return True
        above = made.parents[above]
    return False


def check(recording) -> int:
    """How many cuts there were; every one is held against what was to be seen at that moment."""
    cuts = 0
    for made in recording.rounds:
        shown: dict[int, str] = {}
        for step in made.steps:
            if step.kind == "cut":
                cuts += 1
                crossed = sum(1 for change in step.changes if change[1:] == ("s", PRUNED))
                assert int(COUNTED.search(step.text)[1].replace(",", "")) == crossed, step.text
                if found := COMPARED.match(step.text):
                    proven = ["by ply" in side for side in (found[2], found[4])]
                    assert proven[0] == proven[1] or re.search("win|loss", found[0]), step.text
                    value, limit = weight(found[2]), weight(found[4])
                    assert (value <= limit) if found[3] == "≤" else (value >= limit), step.text
                if found := OWNED.search(step.text):
                    assert holder(made, step.node, shown, found[1], found[2]), step.text
            shown |= {change[0]: change[2] for change in step.changes if change[1] == "v"}
    return cuts


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("game", GAMES)
def test_cuts_are_true_as_they_are_written(game, name):
    assert check(record(at(game, GAMES[game]), AGENTS[name], 10_000)) > 0


@pytest.mark.parametrize("seed", range(5))
def test_cuts_of_random_trees_are_true_as_they_are_written(seed):
    chance = random.Random(seed)

    def grow(depth):
        return chance.randint(-9, 9) if depth == 0 else [grow(depth - 1) for _ in range(chance.randint(2, 3))]

    tree = zermelo.TreeGame(grow(4)).start()
    for agent in (
        zermelo.alphabeta(),
        zermelo.alphabeta(pvs=True),
        zermelo.alphabeta(deepening=True, ordering="all", table=True),
    ):
        assert check(record(tree, agent)) > 0


def test_a_cutoff_by_a_loss_names_the_loss():
    """A proven loss is worse than any guess, and −1 ≤ −2 would not say so."""
    recording = record(at("tictactoe", "b2 a1 c1"), zermelo.alphabeta(depth=3, deepening=True, ordering="all", table=True))
    texts = [step.text for step in recording.steps if step.kind == "cut"]
    assert any(text.startswith("Alpha cutoff: loss by ply 2 ≤ −2. MAX (o) already has −2 elsewhere") for text in texts)


def test_sentences_do_not_begin_with_a_small_article():
    recording = record(at("nim([2,3])"), zermelo.alphabeta())
    assert not [step.text for step in recording.steps if step.text.startswith("a ")]
    assert any(step.text.startswith("A win for x") for step in recording.steps)


def test_an_average_is_told_once_as_such():
    coins = zermelo.TreeGame("[{[2,4], [7,4]}, {[-8,6], [5,-2], [9,9]}]").start()
    texts = [step.text for step in record(coins, zermelo.expectiminimax(pruning="star1")).steps]
    assert all(one != other for one, other in pairwise(texts))


def test_the_end_says_whether_anything_was_saved():
    lecture = zermelo.TreeGame([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).start()
    ends = [list(record(lecture, agent).steps)[-1].text for agent in (zermelo.minimax(), zermelo.alphabeta())]
    assert ends[0].endswith("13 nodes entered, value 3 for MAX. Plain minimax enters as many.")
    assert ends[1].endswith("11 nodes entered, value 3 for MAX. Plain minimax would have entered 13.")
